"""What is asked of one learner, and the verdicts and intervals that answer it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.errors import InputError
from core.inference.advice.advice import Advice
from core.inference.advice.inputs_from_results import gathered, inputs_of
from core.inference.comparing.compare import check_permitted
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.evidence import Evidence
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.intervals.estimate import Estimate
from core.inference.verdicts.each_tried import each_tried, refusals
from core.inference.verdicts.verdict import Verdict, judge

ANY = 0.5
"""Stands for p0 where only the tests that would apply are asked for, and the intervals."""
_RATE_INTERVALS = ("wilson", "exact", "agresti_coull", "jeffreys", "normal")


@dataclass(frozen=True)
class LearnerQuestion:
    """One learner and the value that it is held against.

    Attributes
    ----------
    learner : str
    alpha : float
    alternative : "two-sided", "less" or "greater"
        About the score of the learner, as seen from p0.
    p0 : float or None
        In the unit of the measure; None as long as nobody has said what is required.
    sigma : float, optional
        Standard deviation of one score, where it is known from elsewhere.
    """

    learner: str
    alpha: float
    alternative: Alternative = "two-sided"
    p0: float | None = None
    sigma: float | None = None

    @property
    def learners(self) -> tuple[str, ...]:
        """Who is judged."""
        return (self.learner,)

    @property
    def against_any(self) -> "LearnerQuestion":
        """The same; where no p0 was named, against any value: intervals ask for none, but tests have their numbers."""
        return self if self.p0 is not None else replace(self, p0=ANY)

    def asked_of(self, advice: Advice) -> list[str]:
        """Keys of the tests that can answer it, the advised one first; the z test only where σ is known."""
        return [key for key in advice.applicable if key != "one_sample_z" or self.sigma is not None]

    def verdict(self, evidence: Evidence, key: str) -> Verdict:
        """Judge the learner by one test.

        Raises
        ------
        InputError
            If the test cannot be made on these scores.
        """
        options = {"p0": self.p0}
        if key == "one_sample_z" and self.sigma is not None:
            options["sigma"] = self.sigma
        gathering = gathered(evidence, [self.learner], by_hand=options)
        rule = check_permitted(key, gathering, "one")
        inputs, naming = inputs_of(TESTS[key], gathering, options)
        return judge(key, inputs, self.alternative, replace(naming, caution=rule.caution))

    def verdicts(
        self, evidence: Evidence, advice: Advice
    ) -> tuple[dict[str, Verdict], dict[str, InputError]]:
        """Judge by every applicable test; those that cannot be done on these scores come with their reason.

        The z test is among these where no σ could make it possible.
        """
        asked = self.asked_of(advice)
        found, refused = each_tried(asked, lambda key: self.verdict(evidence, key))
        scores = gathered(evidence, [self.learner])
        left = [key for key in advice.applicable if key not in asked]
        return found, refused | refusals(left, lambda key: scores.inputs(TESTS[key]))

    def estimates(self, verdicts: Mapping[str, Verdict]) -> list[Estimate]:
        """Every interval of the score that these verdicts have the numbers for."""
        found = []
        counted = verdicts.get("binomial")
        if counted is not None:
            given = {name: counted.inputs[name] for name in ("errors", "n")}
            found += [
                Estimate(key, given, counted.estimate, "binomial", of_the_test=key == "exact")
                for key in _RATE_INTERVALS
            ]
        corrected, plain = verdicts.get("corrected_one_sample_t"), verdicts.get("one_sample_t")
        # without a variance it would have no width
        if corrected is not None and corrected.p_value is not None:
            given = {name: corrected.inputs[name] for name in ("scores", "n_train", "n_validation")}
            found.append(Estimate("corrected_mean_t", given, corrected.estimate, "corrected_one_sample_t"))
        if plain is not None:
            scores = {"scores": plain.inputs["scores"]}
            if plain.p_value is not None:
                found.append(Estimate("mean_t", scores, plain.estimate, "one_sample_t"))
            if self.sigma is not None:
                found.append(
                    Estimate("mean_z", {**scores, "sigma": self.sigma}, plain.estimate, "one_sample_z")
                )
        return found
