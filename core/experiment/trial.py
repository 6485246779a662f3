"""A trial run of a few cells before all of a factorial experiment (METHODS, section 6, E)."""

from collections.abc import Iterable
from dataclasses import replace

from core.errors import NotApplicable
from core.experiment.outcome import Experiment
from core.experiment.plan import Plan
from core.records import LearnerSpec, factors_in


def trial_cells(learners: Iterable[LearnerSpec]) -> tuple[LearnerSpec, ...]:
    """Choose the corners and the centre of what is crossed: every factor at its first, its last or its middle level.

    Learners at levels are those of one key whose names bear settings, as `factorial` names them; others are all kept.

    Examples
    --------
    >>> from core.learners import factorial
    >>> [cell.name for cell in trial_cells(factorial("knn", n_neighbors=(1, 3, 5, 7, 9)))]
    ['k-NN (k = 1)', 'k-NN (k = 5)', 'k-NN (k = 9)']
    """
    specs = list(learners)
    left_out: set[str] = set()
    for key in dict.fromkeys(spec.key for spec in specs):
        factors = factors_in(spec.name for spec in specs if spec.key == key)
        if factors is not None:
            left_out |= set(factors.learners) - set(factors.extremes)
    return tuple(spec for spec in specs if spec.name not in left_out)


def trial_plan(plan: Plan) -> Plan:
    """The same experiment with the cells of `trial_cells` only; its fits are those of the whole.

    Raises
    ------
    NotApplicable
        If that is not even a third fewer learners.
    """
    few = trial_cells(entrant.spec for entrant in plan.entrants)
    if len(few) > 2 / 3 * len(plan.entrants):
        raise NotApplicable("there are too few cells to begin with some of them.", "learners")
    entrants = tuple(entrant for entrant in plan.entrants if entrant.spec in few)
    return replace(plan, spec=replace(plan.spec, learners=few), entrants=entrants)


def seconds_left(trial: Experiment, plan: Plan) -> float:
    """Processor time that the rest of a plan takes, if its fits take as long as those of the trial did on average."""
    done = len(trial.predictions.outcomes)
    fits = len(plan.splits) * (len(plan.entrants) - len(trial.learners))
    return trial.seconds / done * fits if done else float("nan")
