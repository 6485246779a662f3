"""What is asked of two learners, and the verdicts that answer it."""

from dataclasses import dataclass

from core.errors import InputError
from core.inference.advice.advice import Advice
from core.inference.comparing.compare import compare
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.evidence import Evidence
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.verdicts.each_tried import each_tried
from core.inference.verdicts.verdict import Verdict

RATE_ROPE = 0.01
"""Differences of rates up to this much do not matter, as long as nobody says otherwise."""
_TURNED: dict[Alternative, Alternative] = {"less": "greater", "greater": "less"}


@dataclass(frozen=True)
class PairQuestion:
    """Two learners, and everything that can be moved without training them again.

    Attributes
    ----------
    first, second : str
    alpha : float
    alternative : "two-sided", "less" or "greater"
        About the score of the first minus that of the second.
    rope : float or None
        Differences up to this size do not matter, in the measure's unit; None where rows have no common unit.
    rho1, rho2 : float
        Correlations of the folds that a what-if supposes.
    assumed : bool
        Whether the balanced F test uses them too.
    """

    first: str
    second: str
    alpha: float
    alternative: Alternative = "two-sided"
    rope: float | None = RATE_ROPE
    rho1: float = 0.25
    rho2: float = 0.25
    assumed: bool = False

    @property
    def learners(self) -> tuple[str, ...]:
        """Who is judged."""
        return self.first, self.second

    def options(self, key: str) -> dict[str, float]:
        """Inputs of a test that no evidence holds."""
        options: dict[str, float] = {}
        if self.rope is not None and any(need.name == "rope" for need in TESTS[key].needs):
            options["rope"] = self.rope
        if key == "exact_5x2_f" or (key == "balanced_5x2_f" and self.assumed):
            options |= {"rho1": self.rho1, "rho2": self.rho2}
        return options

    @property
    def region(self) -> tuple[float, float] | None:
        """Differences that do not matter, from the lowest to the highest."""
        return None if self.rope is None else (-self.rope, self.rope)

    def side(self, key: str) -> Alternative:
        """The alternative as far as the test has one: a statistic without a sign is judged two-sided."""
        return self.alternative if TESTS[key].signed else "two-sided"

    def judged_side(self, key: str, *, lower_is_better: bool) -> Alternative:
        """The same about what the test itself compares: who is more accurate errs less.

        Parameters
        ----------
        key : str
            Of the test.
        lower_is_better : bool
            Of the measure that the claim is about.
        """
        side, own = self.side(key), TESTS[key].measures
        turned = bool(own) and (own != "auc") != lower_is_better
        return _TURNED.get(side, side) if turned else side

    def verdict(self, evidence: Evidence, key: str, advice: Advice | None = None) -> Verdict:
        """Judge the two by one test."""
        options = self.options(key)
        return compare(
            evidence,
            self.first,
            self.second,
            key,
            alternative=self.judged_side(key, lower_is_better=evidence.scores.lower_is_better),
            drop_undefined=False,
            advice=advice,
            **options,
        )

    def asked_of(self, advice: Advice) -> list[str]:
        """Keys of the tests that can answer it with a verdict, the advised one first."""
        return [key for key in advice.applicable if TESTS[key].question != "bayesian"]

    def verdicts(
        self, evidence: Evidence, advice: Advice
    ) -> tuple[dict[str, Verdict], dict[str, InputError]]:
        """Judge by every applicable test; those that cannot be done on these scores come with their reason."""
        return each_tried(self.asked_of(advice), lambda key: self.verdict(evidence, key, advice))
