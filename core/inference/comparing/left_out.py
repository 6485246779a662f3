"""What p would be without one of the folds: how much a verdict hangs on a single one."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.designs import units_by
from core.errors import NotApplicable
from core.inference.comparing.compare import compare
from core.inference.declaration.checks import check_alpha
from core.inference.distributions.continuous import Alternative
from core.inference.evidence.alignment import align
from core.inference.evidence.evidence import Judged, evidence_of
from core.inference.hypothesis_tests.catalogue import TESTS
from core.inference.verdicts.verdict import Verdict
from core.records import Array
from core.written import counted, fold_name, level_text, p_texts

T_TESTS = ("paired_t", "corrected_t")
"""Tests to which any of the folds are as good as all of them."""
FEWEST = 3
"""Folds of which one can be left out: a variance needs two."""


@dataclass(frozen=True)
class LeftOut:
    """The p-value of a test without each of the folds, one after the other.

    Attributes
    ----------
    title : str
        Name of the test.
    p_value : float
        With all folds.
    folds : tuple of int
        Their numbers.
    p_values : tuple of float or None
        Without each of them; None where the test could not judge the others.
    unit : str
        What the design has in place of a fold.
    """

    title: str
    p_value: float
    folds: tuple[int, ...]
    p_values: tuple[float | None, ...]
    unit: str = "fold"

    def turning(self, alpha: float) -> tuple[int, ...]:
        """Numbers of the folds without which the verdict would be another.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        check_alpha(alpha)
        rejects = self.p_value <= alpha
        return tuple(fold for fold, p in self._known.items() if (p <= alpha) != rejects)

    def sentence(self, alpha: float) -> str:
        """Say which fold matters most, how far p moves, and whether the verdict hangs on one fold.

        Raises
        ------
        InputError
            If `alpha` is not between 0 and 1.
        """
        if not self._known:
            return f"Without any one of the {self.unit}s the test could not judge the others."
        turning, level = self.turning(alpha), level_text(alpha)
        fold, known = max(turning or self._known, key=self._moved), self._known.values()
        without, with_all, low, high = p_texts(
            [self._known[fold], self.p_value, min(known), max(known)], alpha
        )
        which = fold_name(1, fold, repeated=False, unit=self.unit)
        moved = f"Without {which} the p-value would be {without} instead of {with_all}"
        span = f"it goes from {low} to {high} whichever {self.unit} is left out"
        unjudged = len(self.folds) - len(self._known)
        rest = f" Without {counted(unjudged, 'others')} the test could not judge." if unjudged else ""
        if not turning:
            return f"{moved}; {span}: at α = {level} the verdict hangs on no single {self.unit}.{rest}"
        turns = (
            f"the verdict hangs on this one {self.unit}"
            if len(turning) == 1
            else f"each of {len(turning)} of the {len(self.folds)} {self.unit}s turns the verdict by being left out"
        )
        return f"{moved}: at α = {level} {turns}. In all, {span}.{rest}"

    @property
    def _known(self) -> dict[int, float]:
        return {fold: p for fold, p in zip(self.folds, self.p_values, strict=True) if p is not None}

    def _moved(self, fold: int) -> float:
        """How far p moves without this fold, in orders of magnitude."""
        without, with_all = (math.log(max(p, 1e-300)) for p in (self._known[fold], self.p_value))
        return abs(without - with_all)


def without_each_fold(
    evidence: Judged, first: str, second: str, *, alternative: Alternative = "two-sided", **options: Any
) -> LeftOut:
    """P-values of the advised t test without each of the folds: a what-if, never a verdict.

    Whoever leaves a fold out after having seen the scores chooses it for its effect. So this says how much hangs on
    one fold, and nothing of which learner is better.

    Parameters
    ----------
    evidence : Experiment or FoldScores
    first, second : str
        Names of the learners; the difference is first minus second.
    alternative : "two-sided", "less" or "greater"
    **options
        Further arguments of `compare`.

    Raises
    ------
    NotApplicable
        If the advised test is no t test over folds, folds come in replicates, are fewer than three, or the test cannot
        judge them.
    InputError
        If the learners' folds do not match, or nobody said what the scores measure.
    """
    verdict = compare(evidence, first, second, alternative=alternative, **options)
    p_value = _known_p(verdict)
    inputs = {name: _without_each(value, verdict.inputs["a"].size) for name, value in verdict.inputs.items()}
    found = TESTS[verdict.key].evaluate(verdict.alternative, **inputs)
    dropped = bool(options.get("drop_undefined", False))
    judged = evidence_of(evidence)
    folds = align(judged.scores, [first, second], drop_undefined=dropped).folds
    return LeftOut(
        title=verdict.title,
        p_value=p_value,
        folds=tuple(int(fold) for fold in folds.get_level_values("fold")),
        p_values=tuple(
            float(p) if defined else None for p, defined in zip(found.p_value, found.defined, strict=True)
        ),
        unit=units_by(judged.facts).removesuffix("s"),
    )


def _known_p(verdict: Verdict) -> float:
    """The p-value of a verdict whose folds may be left out one at a time."""
    if verdict.naming.over_datasets:
        raise NotApplicable("the rows are data sets, not folds of one.")
    if verdict.entry.target == "h":
        raise NotApplicable(f"the advised test, {verdict.title}, goes by instances, not by folds.")
    if verdict.key not in T_TESTS:
        raise NotApplicable(
            f"the advised test, {verdict.title}, needs all of the folds; a t test would do with any of them."
        )
    if verdict.never_differ:
        raise NotApplicable("the two never differ, so p is 1 whichever fold is left out.")
    replicates, folds = verdict.inputs["a"].shape
    if replicates > 1:
        raise NotApplicable("without one of its folds a repeat would be incomplete.")
    if folds < FEWEST:
        raise NotApplicable(f"{counted(folds, 'folds')} are too few to leave one out.")
    if verdict.p_value is None:
        raise NotApplicable(verdict.undefined or "the test cannot judge these folds.")
    return verdict.p_value


def _without_each(values: Any, pairs: int) -> Any:
    """Values of 1 × pairs as one experiment per pair that is left out; a single number stays."""
    if np.size(values) != pairs:
        return values
    every: Array = np.broadcast_to(np.ravel(values), (pairs, pairs))
    return every[~np.eye(pairs, dtype=bool)].reshape(pairs, 1, pairs - 1)
