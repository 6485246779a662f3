"""Pairs over data sets, judged by ranks of all learners or by Wilcoxon's test → what the other one says, and why."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from core.errors import listing
from core.inference.comparing.all_pairs import AllPairs
from core.inference.comparing.best import AgainstBest
from core.inference.comparing.pair_tests import PAIR_TESTS
from core.inference.comparing.ranks import RankComparison, fitting_adjustments
from core.records import Array
from core.written import counted, probability

MOST_NAMED, MOST_LETTERS = 3, 120
"""Pairs named in a sentence, and how long their names may be together; the first is named however long."""
WHY = "Ranks go by the order of all learners, Wilcoxon's test by how far two of them lie apart"


@dataclass(frozen=True, eq=False)
class OtherFamily:
    """The same pairs by two tests, each with p adjusted for their number.

    Attributes
    ----------
    by : str
        The other test, and how its p is adjusted.
    pairs : tuple of pairs of str
        Names of the learners.
    here, there : array
        Adjusted p of every pair by the test that the verdict is taken from, and by the other; NaN where not judged.
    other : RankComparison or None
        What the other test says, where it is known on how many data sets.
    """

    by: str
    pairs: tuple[tuple[str, str], ...]
    here: Array
    there: Array
    other: RankComparison | None = None

    def agrees(self, alpha: float) -> bool:
        """Whether both tell the same pairs apart."""
        return bool(((self.here <= alpha) == (self.there <= alpha)).all())

    def sentence(self, alpha: float) -> str:
        """Say which pairs the other test tells apart where the two do not agree, and why; else that they agree."""
        if self.other is not None and not self.other.decidable(alpha):
            few = counted(self.other.rows, "data sets")
            return (
                f"By {self.by}, no pair can be told apart, whatever the outcome: {few} are too few for that."
            )
        here, there = self.here <= alpha, self.there <= alpha
        if self.agrees(alpha):
            count = int(np.count_nonzero(there))
            same = f"the same {counted(count, 'pairs')} {'is' if count == 1 else 'are'} told apart"
            return f"By {self.by}, {same if count else 'no pair is told apart either'}."
        parts = [
            f"{self._named(np.flatnonzero(found).tolist())} are {words}"
            for found, words in (
                (there & ~here, "told apart, here they are not"),
                (here & ~there, "not told apart, here they are"),
            )
            if found.any()
        ]
        return f"By {self.by}, {'; '.join(parts)}. {WHY}: choose before looking."

    def _named(self, places: list[int]) -> str:
        """The first pairs with their p-values."""
        named = [f"{' and '.join(self.pairs[at])}{_told(self.there[at])}" for at in places[:MOST_NAMED]]
        named = named[: max(1, sum(length <= MOST_LETTERS for length in accumulate(map(len, named))))]
        rest = len(places) - len(named)
        return listing([*named, *([counted(rest, "further pairs")] if rest else [])])


def _told(p_value: float) -> str:
    return "" if np.isnan(p_value) else f" (p {probability(p_value)})"


def other_family(judged: AllPairs | RankComparison, other: RankComparison) -> OtherFamily:
    """Put the same pairs by two tests side by side.

    Parameters
    ----------
    judged : AllPairs or RankComparison
        What the verdict is taken from.
    other : RankComparison
        The same learners by another test.
    """
    names = list(other.learners)
    first, second = np.triu_indices(len(names), 1)
    here = judged.matrix("p_adjusted").loc[names, names].to_numpy(dtype=float)
    there = other.matrix("p_adjusted").to_numpy(dtype=float)
    pairs = tuple((names[one], names[two]) for one, two in zip(first, second, strict=True))
    by = f"{other.pair_test.title}, p by {other.adjustment.title}"
    return OtherFamily(by, pairs, here[first, second], there[first, second], other)


def test_beside(judged: RankComparison) -> tuple[str, str]:
    """Keys of the test of pairs that stands beside a verdict over data sets, and of its adjustment.

    Wilcoxon's test beside ranks of all learners, else mean ranks; by the same adjustment where it fits.
    """
    other = "friedman" if judged.pair_test.key == "wilcoxon" else "wilcoxon"
    fitting = fitting_adjustments(len(judged.learners), PAIR_TESTS[other], judged.control)
    return other, judged.adjustment.key if judged.adjustment.key in fitting else "holm"


def other_test(other: RankComparison, first: str, second: str) -> str:
    """Say what p of one pair is by another test, and why it is another.

    Parameters
    ----------
    other : RankComparison
    first, second : str
        Names of two learners that it judges.
    """
    raw, adjusted = (_of_pair(other, value, first, second) for value in ("p_value", "p_adjusted"))
    return (
        f"By {other.pair_test.title}, as on Many data sets, p {probability(raw)}, adjusted by "
        f"{other.adjustment.title} p {probability(adjusted)}. {WHY}."
    )


def in_the_family(judged: RankComparison, first: str, second: str, alpha: float) -> str:
    """Say what the verdict on all pairs makes of one of them, and why.

    Parameters
    ----------
    judged : RankComparison
    first, second : str
        Names of two learners that it ranks.
    alpha : float
    """
    adjusted = judged.adjusted_of(first, second)
    if adjusted is None:
        return f"The verdict above compares with {judged.control} alone: it says nothing of these two."
    whose = f" with {judged.control}" if judged.control is not None else ""
    said = "told apart" if adjusted <= alpha else "not told apart"
    why = "" if judged.pair_test.key == "wilcoxon" else f" {WHY}."
    return (
        f"The verdict above is on {counted(len(judged.pairs), 'pairs')}{whose} by {judged.pair_test.title}, p adjusted "
        f"by {judged.adjustment.title} for their number: there this pair has p {probability(adjusted, alpha)} and is "
        f"{said}.{why}"
    )


def best_beside(found: AgainstBest, judged: RankComparison) -> str:
    """Say why the verdict on ranks may name others than those that are held against the best.

    Parameters
    ----------
    found : AgainstBest
    judged : RankComparison
        What the verdict on all learners is taken from.
    """
    if not found.method:
        return ""
    why = "" if judged.pair_test.key == "wilcoxon" else f", by {judged.pair_test.title}. {WHY}"
    pairs = counted(len(judged.pairs), "pairs")
    return f"The verdict above is on {pairs}, p adjusted by {judged.adjustment.title}{why}."


def _of_pair(other: RankComparison, value: str, first: str, second: str) -> float:
    return float(other.matrix(value)[second].to_dict()[first])
