"""What a report says of every pair of several learners, whoever it is about."""

from collections.abc import Iterator

from core.figures import Scale, difference_scale, pairs_matrix
from core.inference import AllPairs, Evidence, RankComparison
from core.report.document import Block, Picture, Printed, Words
from core.tables.many_learners import mean_pairs_table, rank_pairs_table
from core.tables.table import Table
from core.tables.verdicts import SMALLEST_FIRST

LEAST_IN_MATRIX, MOST_IN_MATRIX, MOST_IN_TABLE = 4, 12, 20
"""Learners whose pairs a page of paper has room for; of three, as against a control, the table shows as much alone."""


def every_pair(
    judged: AllPairs | RankComparison, evidence: Evidence, alpha: float, *, dark: bool = False
) -> Iterator[Block]:
    """Differences and adjusted p of all pairs, judged two-sided, as a picture and a table, where there is room.

    Parameters
    ----------
    judged : AllPairs or RankComparison
    evidence : Evidence
        That was judged.
    alpha : float
    dark : bool
        Whether the picture is for a dark page.
    """
    of, scale, lower_is_better = _differences(judged, evidence)
    names = list(_best_first(judged, evidence, alpha))
    if _control(judged) is None and LEAST_IN_MATRIX <= len(names) <= MOST_IN_MATRIX:
        drawing = pairs_matrix(
            names,
            judged.matrix("difference").loc[names, names].to_numpy(),
            judged.matrix("p_adjusted").loc[names, names].to_numpy(),
            scale,
            alpha=alpha,
            lower_is_better=lower_is_better,
            dark=dark,
        )
        yield Picture("all_pairs", f"Row minus column{of}", drawing)
    if len(names) <= MOST_IN_TABLE:
        table = _table(judged, evidence, alpha)
        order = f", {SMALLEST_FIRST}" * bool(table.frame["p_adjusted"].notna().any())
        yield Printed("pairs", f"{family_title(judged)}{of}, two-sided{order}", table)
    else:
        page = "Many data sets" if isinstance(judged, RankComparison) else "Many learners"
        yield Words(
            f"The {len(judged.pairs):,} pairs are too many to print here; {page} saves them as a table."
        )


def family_title(judged: AllPairs | RankComparison) -> str:
    """Which pairs are judged."""
    control = _control(judged)
    return "All pairs" if control is None else f"Pairs with {control}"


def _control(judged: AllPairs | RankComparison) -> str | None:
    return judged.control if isinstance(judged, RankComparison) else None


def _best_first(judged: AllPairs | RankComparison, evidence: Evidence, alpha: float) -> tuple[str, ...]:
    """The learners in the order of the pages on all of them."""
    if isinstance(judged, RankComparison):
        return judged.learners
    return judged.grouping(evidence.together, alpha).learners


def _differences(judged: AllPairs | RankComparison, evidence: Evidence) -> tuple[str, Scale, bool]:
    """What is taken from each other, how that is written, and whether the lower is the better."""
    if isinstance(judged, RankComparison):
        of = f"{judged.pair_test.mean.lower()}s"
        return f" in {of}", Scale("", signed=True, name=f"differences of {of}"), True
    scores = judged.judged(evidence).scores
    return judged.in_measure(evidence), difference_scale(scores, "row", "column"), scores.lower_is_better


def _table(judged: AllPairs | RankComparison, evidence: Evidence, alpha: float) -> Table:
    if isinstance(judged, RankComparison):
        return rank_pairs_table(judged, alpha)
    return mean_pairs_table(judged, judged.judged(evidence).scores, alpha)
