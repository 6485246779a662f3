"""The same comparison with other random numbers: cuts and learners seeded anew."""

from dataclasses import replace

from core.errors import InputError
from core.experiment import Experiment
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.stability import Stability
from core.jobs import Job
from core.records import DesignSpec, ExperimentSpec
from pages.ui.session import cache
from pages.ui.verdicts import further_runs
from pages.ui.verdicts.further_runs import FurtherRuns, of_two

RUNS = 20


def reseeded(spec: ExperimentSpec, shift: int) -> ExperimentSpec:
    """The experiment with both seeds moved on; measure and everything else stay."""
    design = tuple((name, value + shift if name == "seed" else value) for name, value in spec.design.options)
    return replace(spec, design=DesignSpec(spec.design.key, design), seed=spec.seed + shift)


def without_another_cut(spec: ExperimentSpec) -> str:
    """Why other seeds would cut nothing anew; empty where they do."""
    if any(name == "seed" for name, _ in spec.design.options):
        return ""
    return (
        "This design cuts the data in one way only: other seeds would move nothing but the random numbers inside the "
        "learners."
    )


def runs(job: Job, question: PairQuestion) -> FurtherRuns:
    """The further runs of a pair, one for each shift of the seeds."""
    spec = of_two(cache.plan(job).spec, question)
    return FurtherRuns("seeds", job, question, tuple(reseeded(spec, shift) for shift in range(1, RUNS + 1)))


def stability(job: Job, experiment: Experiment, question: PairQuestion, key: str) -> Stability:
    """Verdicts of one test on the run itself and on those with other seeds."""
    asked = (key, question.side(key), tuple(question.options(key).items()))

    def judge() -> Stability:
        further = [(place + 1, run) for place, run in runs(job, question).done(experiment)]
        found = [(shift, *_numbers(run, question, key)) for shift, run in [(0, experiment), *further]]
        shifts, differences, p_values = zip(*found, strict=True)
        return Stability(shifts, differences, p_values)

    return cache.kept("seeds", (job.id, experiment.spec, question.first, question.second, asked), judge)


def _numbers(run: Experiment, question: PairQuestion, key: str) -> tuple[float | None, float | None]:
    try:
        verdict = question.verdict(run.evidence, key)
    except InputError:
        return None, None
    return float(verdict.terms.get("mean_difference", verdict.estimate)), verdict.p_value


def offer(job: Job, experiment: Experiment, question: PairQuestion) -> None:
    """The button that starts the runs, with what they cost."""
    further_runs.offer(
        runs(job, question),
        experiment,
        title=f"Run {RUNS} times with other seeds",
        icon=":material/casino:",
        about="New seeds for the cuts of the design and for the learners; only these two learners are trained.",
        fits=2 * RUNS * len(cache.plan(job).splits),
    )
