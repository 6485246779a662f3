"""The four bootstrap estimates of an error rate beside the true one, as samples of a data set grow."""

from collections.abc import Sequence

import numpy as np

from core.designs import make_design
from core.errors import NotApplicable, listing
from core.experiment import bootstrap_estimates, run_experiment
from core.records import Array, LearnerSpec, Split
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.real_learners import DATASET, ONE_LEARNER
from core.simulation.experiments.shared import share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Settings
from core.simulation.population import Population, mistakes

REPLICATES = 25
"""Bootstrap samples of a trial: their number moves the scatter of the estimates, not their mean."""

TRUTH = "truth"
ESTIMATES = {
    "original": "on the original set",
    "out_of_bag": "out of bag",
    "point_632": ".632",
    "point_632_plus": ".632+",
}
_WHOSE = {**ESTIMATES, "point_632": "by .632", "point_632_plus": "by .632+"}
MEASURED = {TRUTH: "true error", **ESTIMATES}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    population = Population(settings["dataset"], settings["n"])
    found = np.array([_trial(population, settings["learner"], rng) for _ in range(count)])
    return Outcomes(dict(zip(MEASURED, found.T, strict=True)))


def _trial(population: Population, spec: LearnerSpec, rng: np.random.Generator) -> list[float]:
    """The true error of the learner that was trained on a sample, and its estimates from the sample alone."""
    drawn = population.draw(rng, population.n)
    (wrong,) = mistakes(population.dataset, (Split(drawn, population.unseen(drawn), 1, 1),), [spec], rng)
    design = make_design("bootstrap", b=REPLICATES, seed=int(rng.integers(2**31)), stratified=True)
    run = run_experiment(population.dataset.take(drawn), [spec], design, seed=int(rng.integers(2**31)))
    if run.failures:
        raise NotApplicable(f"{spec.name} failed on a sample: {run.failures[0].reason}", "learner")
    (found,) = bootstrap_estimates(run).values()
    return [float(wrong.mean()), *(getattr(found, name) for name in ESTIMATES)]


def _what_you_see(rows: Sequence[Row]) -> str:
    spec, population = rows[0].settings["learner"], rows[0].settings["dataset"]
    told = " ".join(_at(row) for row in (rows[:1] if len(rows) == 1 else (rows[0], rows[-1])))
    n = rows[0].settings["n"]
    return (
        f"{told} A bootstrap sample leaves out about (1 − 1/N)ᴺ of its N instances: {share((1 - 1 / n) ** n)} of {n}, "
        f"{share(np.exp(-1))} of many. Judged on the original set, {spec.name} meets the rest of them again. "
        f"{Population(population, rows[-1].settings['n']).words}"
    )


def _at(row: Row) -> str:
    """The estimates of one size, and which are nearest to the truth as far as so many trials tell."""
    told = listing(f"{share_with_error(row[name])} {whose}" for name, whose in _WHOSE.items())
    found = row.outcomes.measured
    bias = {name: found[name] - found[TRUTH] for name in ESTIMATES}
    best = min(bias.values(), key=lambda each: abs(each.mean()))
    near = [ESTIMATES[name] for name in ESTIMATES if _may_be_as_near(bias[name], best)]
    nearest = f"nearest to it: {listing(near, last='or')}"
    if len(near) == len(ESTIMATES):
        nearest = "which is nearest, these trials do not tell"
    return (
        f"With {row.settings['n']} instances the true error is {share_with_error(row[TRUTH])} on average, its "
        f"estimates {told}; {nearest}."
    )


def _may_be_as_near(bias: Array, best: Array) -> bool:
    """Whether these trials leave it open that an estimate is no farther from the truth on average than the best is.

    It is farther if it is so on whichever side of the truth the best lies, both held against the truth of each trial.
    """
    n, outwards = len(bias), np.sign(bias.mean()) * bias
    beyond = (outwards - best, outwards + best)
    return n == 1 or any(each.mean() <= 2 * each.std(ddof=1) / n**0.5 for each in beyond)


BOOTSTRAP_BIAS = LaboratoryEntry(
    key="bootstrap_bias",
    title="Four bootstrap estimates",
    summary=f"A learner is trained on samples of a data set; {REPLICATES} bootstrap replicates of each sample "
    "estimate its error, which the rest of the data tells.",
    question="Which bootstrap estimate comes nearest to the true error, as the sample grows?",
    reference="@efron1997; @i2ml section 5.3",
    measured=MEASURED,
    estimate="Error rate",
    controls=(
        DATASET,
        ONE_LEARNER,
        Control(
            name="n",
            title="Instances of a sample",
            default=[20, 40, 80, 160],
            help="N.",
            low=20,
            high=2000,
            step=1,
            shown=False,
        ),
    ),
    trials=_trials,
    block=1,
    what_you_see=_what_you_see,
    pictures=("curves",),
    axis="n",
    first=8,
    beat=1,
    trains=True,
)
