"""What a report says of the tests of one question, whoever is judged."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from core.bibliography import Work, works
from core.errors import InputError, without_arguments
from core.figures import Scale, null_of, shows_p
from core.inference import TESTS, Advice, Evidence, Verdict
from core.inference.interpretation.brief import numbers_line
from core.inference.interpretation.disagreement import read, whose_verdict
from core.inference.interpretation.effect_sizes import over_instances_and_folds
from core.report.document import Block, Formulas, Listed, Picture, Printed, Words
from core.tables.verdicts import grouped_reasons, reasons_table, verdicts_table
from core.written import level_text

_MET = {True: "holds", False: "does not hold", None: "cannot be told"}


@dataclass(frozen=True, eq=False)
class EveryTest:
    """Every test of one question.

    Attributes
    ----------
    evidence : Evidence
    advice : Advice
    verdicts, refused : mapping of test key to Verdict, or to why there is none
    alpha : float
    """

    evidence: Evidence
    advice: Advice
    verdicts: Mapping[str, Verdict]
    refused: Mapping[str, InputError]
    alpha: float

    def side_by_side(self, scale: Scale, quantity: str, subject: str) -> Iterator[Block]:
        """All of them in a table, why they disagree, and why each is here.

        Parameters
        ----------
        scale : Scale
            How the judged quantity is written.
        quantity : str
            What the intervals are of.
        subject : str
            Who is judged, in the words "the tests of one …".
        """
        if not self.verdicts and not self.refused and not self.advice.applicable:
            yield Words(self.sentence(self.advice.because))
            return
        if self.verdicts:
            yield from self._table(scale, quantity, subject)
        yield from self.reasons()

    def reasons(self) -> Iterator[Block]:
        """Why each test is here, or is not."""
        yield Words("Why each test is here, or is not:")
        grouped = grouped_reasons(reasons_table(self.advice, self.refused, self.verdicts))
        yield Listed(
            tuple(
                (f"{worth}: {'; '.join(tests)}.", self.sentence(reason)) for worth, reason, tests in grouped
            )
        )

    def _table(self, scale: Scale, quantity: str, subject: str) -> Iterator[Block]:
        measure = self.evidence.scores.measure
        reading = read(list(self.verdicts.values()), self.alpha, self.evidence.facts, measure, self.advice)
        yield Words(
            f"{reading.sentence} {whose_verdict(self.verdicts, self.advice)} The tests of one {subject} answer one "
            "question, so they are not adjusted for their number."
        )
        table = verdicts_table(
            self.verdicts, self.advice, self.alpha, scale=scale, measure=measure, quantity=quantity
        )
        yield Printed("tests", f"Tests at α = {level_text(self.alpha)}", table)
        if two_estimates := over_instances_and_folds(self.verdicts.values(), measure):
            yield Words(two_estimates, small=True)
        if reading.reasons:
            yield Words("Why they disagree:")
            yield Listed(tuple(("", reason) for reason in reading.reasons))

    def sentence(self, reason: str) -> str:
        """A reason as it stands alone; the name of a learner in front keeps its letters."""
        told = without_arguments(reason)
        return told if told.startswith(self.evidence.learners) else told[:1].upper() + told[1:]


def not_met(verdict: Verdict, alpha: float) -> Iterator[Block]:
    """Assumptions that do not hold, each as a sentence."""
    return (Words(check.not_met) for check in verdict.unmet_at(alpha))


def formula_of(verdict: Verdict, alpha: float, *, dark: bool = False) -> Iterator[Block]:
    """Hypotheses and formula with its numbers, the null distribution, and every assumption."""
    yield Words(f"{verdict.title} ({verdict.entry.citation}). {verdict.entry.summary}")
    # a narrow line breaks between the two, not within one
    hypotheses = r" \qquad\allowbreak ".join(
        f"{{{one}}}" for one in verdict.entry.hypotheses(verdict.alternative)
    )
    yield Formulas((hypotheses, *verdict.formula_steps()))
    drawing = null_of(verdict, alpha, dark=dark)
    yield Picture("null", "If only luck were at work", drawing)
    shaded = " Shaded is the p-value." * shows_p(drawing)
    yield Words(f"{numbers_line(verdict, alpha)}.{shaded}", small=True)
    checks = ((f"{check.title}: {_MET[check.holds]}.", check.sentence) for check in verdict.checks_at(alpha))
    yield Listed((*checks, *(("", caution) for caution in verdict.entry.cautions)))


def works_behind(tests: Iterable[str], further: Iterable[str] = ()) -> tuple[Work, ...]:
    """The works behind tests, by their keys, and behind further references."""
    return works("; ".join([*(TESTS[key].reference for key in tests), *further]))


def listed_works(cited: Iterable[Work]) -> Iterator[Block]:
    """References, one point each."""
    points = tuple((f"{work.short}.", work.full) for work in cited)
    if points:
        yield Listed(points, linked=True)
