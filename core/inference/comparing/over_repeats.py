"""What p would be after fewer repeats, or with another number of folds: how much a verdict hangs on the design."""

from dataclasses import dataclass
from typing import Any

from core.errors import InputError, NotApplicable, listing
from core.inference.comparing.compare import compare
from core.inference.declaration.checks import check_alpha
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.evidence import Judged
from core.inference.hypothesis_tests.catalogue import TESTS
from core.written import counted, level_text, p_texts

TEST = "corrected_t"
"""The one test that is advised for K folds and for repeats of them alike."""

PValues = tuple[float | None, ...]


@dataclass(frozen=True)
class OverRepeats:
    """P-values of one pair over the number K of folds and the number of repeats.

    Attributes
    ----------
    folds : tuple of int
        Each K, in ascending order.
    p_values : tuple of tuples of float or None
        For each K, p after its first repeat, its first two, and so on; None where the test could not judge.

    Raises
    ------
    InputError
        If there is no K, there are not as many rows, or a row is empty.
    """

    folds: tuple[int, ...]
    p_values: tuple[PValues, ...]

    def __post_init__(self) -> None:
        if not self.folds or len(self.folds) != len(self.p_values) or not all(self.p_values):
            raise InputError("need the p-values of one repeat at least for each number of folds.", "folds")

    @property
    def most(self) -> int:
        """The largest number of repeats."""
        return max(map(len, self.p_values))

    def rejections(self, alpha: float) -> tuple[int, int]:
        """Number of designs that reject, and of those on which the test could judge.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        known = self._known
        return sum(p <= alpha for p in known), len(known)

    def sentence(self, alpha: float) -> str:
        """Say how many of the designs reject, between which values p lies, and whether the verdict hangs on them.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        rejecting, judged = self.rejections(alpha)
        if not judged:
            return "The test could judge none of these designs."
        low, high = p_texts([min(self._known), max(self._known)], alpha)
        level = level_text(alpha)
        span = f"Over {self._designs}, p lies between {low} and {high}"
        if judged == 1 or rejecting in (0, judged):
            return f"{span}: at α = {level} the verdict does not hang on it."
        return (
            f"{span}: at α = {level}, {rejecting} of {judged} reject. The verdict hangs on a choice that says nothing "
            "of the learners, so settle it before you look."
        )

    @property
    def _designs(self) -> str:
        repeats = f"1 to {counted(self.most, 'repeats')}"
        return repeats if len(self.folds) == 1 else f"K = {listing(map(str, self.folds))} and {repeats}"

    @property
    def _known(self) -> list[float]:
        return [p for row in self.p_values for p in row if p is not None]


def over_repeats(
    evidence: Judged, first: str, second: str, *, alternative: Alternative = "two-sided", **options: Any
) -> PValues:
    """P-values of the corrected resampled t test after the first repeat, the first two, and so on.

    A what-if, never a verdict: whoever stops repeating where p suits has chosen it for its effect.

    Parameters
    ----------
    evidence : Experiment or FoldScores
        K-fold cross-validation, once or repeated.
    first, second : str
        Names of the learners; the difference is first minus second.
    alternative : "two-sided", "less" or "greater"
    **options
        Further arguments of `compare`.

    Returns
    -------
    tuple of float or None
        As many as there are repeats; None where the test could not judge.

    Raises
    ------
    NotApplicable
        If the rows are data sets, or the test cannot be made.
    InputError
        If the learners' folds do not match, or nobody said what the scores measure.

    References
    ----------
    Nadeau & Bengio 2003, section 3
    """
    verdict = compare(evidence, first, second, TEST, alternative=alternative, **options)
    if verdict.naming.over_datasets:
        raise NotApplicable("the rows are data sets, not repeats of folds.")
    shape = verdict.inputs["a"].shape
    found = []
    for repeats in range(1, shape[0] + 1):
        inputs = {
            name: value[:repeats] if getattr(value, "shape", None) == shape else value
            for name, value in verdict.inputs.items()
        }
        judged = TESTS[TEST].evaluate(verdict.alternative, **inputs)
        found.append(float(judged.p_value) if judged.defined else None)
    return tuple(found)
