"""Evidence over many data sets → `RankComparison`, or the ranks alone, with refusals in words."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable, quoted
from core.inference.advice.inputs_from_results import Gathering, gathered, inputs_of
from core.inference.comparing.compare import check_permitted
from core.inference.comparing.pair_tests import PAIR_TESTS
from core.inference.comparing.ranks import RankComparison, check_fits, rank_adjustment
from core.inference.evidence.evidence import Evidence, Judged, evidence_of
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.hypothesis_tests.ranks import row_ranks
from core.inference.verdicts.verdict import Verdict, judge
from core.records import Array
from core.written import counted

FEW_DATASETS = 5
GLOBAL_TESTS = ("iman_davenport", "friedman", "aligned_friedman", "quade")


def compare_ranks(
    evidence: Judged,
    learners: Iterable[str] | None = None,
    *,
    control: str | None = None,
    pairs: str = "friedman",
    adjustment: str = "holm",
    drop_undefined: bool = False,
) -> RankComparison:
    """Rank more than two learners on every data set, and judge what their mean ranks differ by.

    Parameters
    ----------
    evidence : FoldScores whose rows are data sets, or with several data sets (means over folds are ranked)
    learners : names, optional
        All of them when not given.
    control : str, optional
        The one learner that the others are compared with; all pairs when not given.
    pairs : str
        What pairs are judged by, a key of `PAIR_TESTS`: friedman, wilcoxon, aligned, quade.
    adjustment : str
        A key of `RANK_ADJUSTMENTS`: those of `all_pairs`, and nemenyi. Bonferroni against a control is Bonferroni–Dunn.
    drop_undefined : bool
        Leave data sets on which a score is undefined out for all learners.

    Raises
    ------
    NotApplicable
        If the rows are folds of one data set, which are not independent, or there are two learners only.
    InputError
        If there are fewer than two learners or data sets, scores are missing, nobody said what they measure, or the
        adjustment does not fit.
    """
    found = evidence_of(evidence)
    gathering = _gathered(found, learners, drop_undefined=drop_undefined)
    scores, datasets, notes = _table(gathering)
    given = gathering.learners
    _refuse_two(given)
    if control is not None and control not in given:
        raise InputError(f"there is no learner {quoted(control)} to compare with.", "control")
    chosen, pair_test = rank_adjustment(adjustment, control), PAIR_TESTS[pairs]
    check_fits(chosen, len(given), pair_test, control)
    lower = found.scores.lower_is_better
    means = pair_test.ranks(scores if lower else -scores).mean(axis=0)
    order = np.argsort(means, kind="stable").tolist()
    names = [given[place] for place in order]
    return RankComparison(
        learners=tuple(names),
        mean_ranks=means[order],
        scores=pd.DataFrame(scores[:, order], datasets, names),
        lower_is_better=lower,
        pair_test=pair_test,
        adjustment=chosen,
        control=control,
        tests=_TestsWhenAsked(gathering),
        notes=notes,
    )


def friedman_ranks(
    evidence: Judged, learners: Iterable[str] | None = None, *, drop_undefined: bool = False
) -> pd.DataFrame:
    """Rank learners on every data set: 1 is best by the direction of the measure, equal scores share their rank.

    Parameters
    ----------
    evidence : FoldScores whose rows are data sets, or with several data sets (means over folds are ranked)
    learners : names, optional
        All of them when not given.
    drop_undefined : bool
        Leave data sets on which a score is undefined out for all learners.

    Returns
    -------
    DataFrame
        One row per data set, one column per learner.

    Raises
    ------
    NotApplicable
        If the rows are folds of one data set.
    InputError
        If there are fewer than two learners or data sets, scores are missing, or nobody said what they measure.

    Reference: Friedman 1937; Demšar 2006, section 3.2.2.
    """
    found = evidence_of(evidence)
    gathering = _gathered(found, learners, drop_undefined=drop_undefined)
    scores, datasets, _ = _table(gathering)
    ranks = row_ranks(scores if found.scores.lower_is_better else -scores)
    return pd.DataFrame(ranks, datasets, gathering.learners)


def _gathered(found: Evidence, learners: Iterable[str] | None, *, drop_undefined: bool) -> Gathering:
    """What is ranked, taken out of the evidence once for all that follows."""
    found.refuse_unsaid()
    names = list(found.learners if learners is None else learners)
    if len(names) < 2:
        raise InputError(f"needs at least two learners, not {len(names)}.", "learners")
    if not found.over_datasets:
        raise NotApplicable(
            "the rows are folds of one data set, not independent data sets.",
            "evidence",
            "Compare all pairs by the corrected t test with Holm's adjustment.",
        )
    return gathered(found, names, drop_undefined=drop_undefined)


def _table(gathering: Gathering) -> tuple[Array, pd.Index, tuple[str, ...]]:
    """Scores, data sets × learners, the data sets, and what has to be said of them."""
    aligned = gathering.aligned
    scores = aligned.matrix(gathering.learners)
    if len(scores) < 2:
        raise InputError(f"needs at least two data sets, not {len(scores)}.", "evidence")
    notes = list(aligned.notes)
    if gathering.averages_folds:
        notes.append("Ranked are the mean scores over the folds of each data set.")
    if len(scores) < FEW_DATASETS:
        notes.append(
            f"{counted(len(scores), 'data sets')} can hardly tell learners apart: {FEW_DATASETS} or more are needed."
        )
    return scores, aligned.folds.get_level_values("dataset"), tuple(notes)


def _refuse_two(names: list[str]) -> None:
    if len(names) == 2:
        raise NotApplicable(
            "there are two learners only, and their mean ranks just count wins.",
            "learners",
            "Compare them by Wilcoxon's signed-rank test or the sign test over data sets.",
        )


class _TestsWhenAsked(Mapping[str, Verdict]):
    """The verdicts on all learners at once: permitted beforehand, judged when one of them is asked for."""

    def __init__(self, gathering: Gathering) -> None:
        self._rules = {key: check_permitted(key, gathering, "several") for key in GLOBAL_TESTS}
        self._gathering = gathering
        self._judged: dict[str, Verdict] = {}

    def __getitem__(self, key: str) -> Verdict:
        if key not in self._judged:
            rule = self._rules[key]
            inputs, naming = inputs_of(TESTS[key], self._gathering, {})
            self._judged[key] = judge(key, inputs, "two-sided", replace(naming, caution=rule.caution))
        return self._judged[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)
