"""Folds pooled over ever more repeats: what a test on instances makes of predictions that depend on one another."""

from collections.abc import Sequence

import numpy as np

from core.designs import make_design
from core.inference import TESTS
from core.records import Array
from core.simulation.entry import LaboratoryEntry
from core.simulation.experiments.real_learners import (
    DATASET,
    LEARNERS_CONTROL,
    SIZE,
    contest_of,
    how_made,
)
from core.simulation.experiments.shared import ALPHA, at_alpha, share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Settings

FOLDS = 10
REPEATS = (1, 2, 5, 10)
"""L: so many passes of cross-validation give L·N predictions."""

DESIGN = make_design("repeated_k_fold", k=FOLDS, r=REPEATS[-1], stratified=True).spec
CORRECTED = "corrected_t"
MEASURED = {
    **{f"pooled_{repeats}": f"binomial test, L = {repeats}, pooled" for repeats in REPEATS},
    CORRECTED: f"corrected t test over the {REPEATS[-1]} × {FOLDS} folds",
}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    contest = contest_of(settings, DESIGN)
    trials = [contest.mistakes(rng) for _ in range(count)]
    apart = np.array([[_disagreements(wrong) for wrong in trial] for trial in trials])
    passes = apart.reshape(count, REPEATS[-1], FOLDS, 2).sum(axis=2).cumsum(axis=1)
    facts, found = contest.laid_out.facts, {}
    for repeats in REPEATS:
        e01, e10 = passes[:, repeats - 1, 0], passes[:, repeats - 1, 1]
        found[f"pooled_{repeats}"] = TESTS["mcnemar_exact"].evaluate(e01=e01, e10=e10).p_value
    errors = np.array([[wrong.mean(axis=1) for wrong in trial] for trial in trials])
    scores = errors.reshape(count, REPEATS[-1], FOLDS, 2)
    found[CORRECTED] = (
        TESTS[CORRECTED]
        .evaluate(a=scores[..., 0], b=scores[..., 1], n_train=facts.n_train, n_validation=facts.n_validation)
        .p_value
    )
    return _judged(settings, settings["alpha"], Outcomes({}, found))


def _judged(_settings: Settings, alpha: float, outcomes: Outcomes) -> Outcomes:
    """What is seen of each trial is the p-value of every test."""
    return Outcomes({name: p <= alpha for name, p in outcomes.seen.items()}, outcomes.seen)


def _disagreements(wrong: Array) -> tuple[int, int]:
    """Instances on which only the first errs, and only the second."""
    first, second = wrong
    return int((first & ~second).sum()), int((second & ~first).sum())


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    alpha, most = row.settings["alpha"], REPEATS[-1]
    once, often = row["pooled_1"], row[f"pooled_{most}"]
    told = ", ".join(f"{share_with_error(row[f'pooled_{repeats}'])} at L = {repeats}" for repeats in REPEATS)
    if once.low > alpha:
        first = "Pooling one pass is already too liberal"
    elif once.high < alpha:
        first = "Pooling one pass is even more careful than it need be"
    else:
        first = "Pooling one pass has not been seen to do harm so far"
    further = (
        f"repeating it {most} times makes of the same {row.settings['n']} instances {most} times as many "
        "predictions, but no new knowledge, and the test believes them all"
        if often.low > max(alpha, once.value)
        else f"so far, repeating it {most} times has not raised the share beyond doubt"
    )
    return (
        f"{first}; {further}. The learners are equally good, so every rejection is a false alarm, and α allows "
        f"{share(alpha)}. The binomial test rejects in {told}. The corrected t test over the same folds: "
        f"{share_with_error(row[CORRECTED])}. {how_made(contest_of(row.settings, DESIGN))}"
    )


POOLING = LaboratoryEntry(
    key="pooling",
    title="Pooling the folds",
    summary=f"{FOLDS}-fold cross-validation repeated L times, all of its predictions put into one binomial test "
    "(McNemar's, exact).",
    question="After K folds, may one pool the N predictions for the binomial test? And after L repeats, the L·N?",
    reference="@salzberg1997; @dietterich1998; @nadeau2003",
    measured=MEASURED,
    estimate="Share of trials that reject",
    controls=(DATASET, LEARNERS_CONTROL, SIZE, ALPHA),
    trials=_trials,
    block=1,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("dots",),
    first=5,
    beat=1,
    trains=True,
    judged=_judged,
    version=2,  # the first kept whether a test rejects at one level, and no p-value
)
