"""Bootstrap experiment → original, out-of-bag, .632 and .632+ error, learner by learner (Efron & Tibshirani 1997)."""

import numpy as np

from core.errors import NotApplicable
from core.experiment.outcome import Experiment
from core.measures import (
    BootstrapEstimates,
    bootstrap_point_estimates,
    no_information_mse,
    no_information_rate,
)
from core.records import Array, Task


def bootstrap_estimates(experiment: Experiment) -> dict[str, BootstrapEstimates]:
    """Estimate the error of every learner from a bootstrap experiment.

    Returns
    -------
    dict of learner name to BootstrapEstimates
        Learners with a failed unit are left out.

    Raises
    ------
    NotApplicable
        If the design is not the bootstrap.

    Reference: Efron & Tibshirani 1997, sections 2 and 3.
    """
    if experiment.facts.key != "bootstrap":
        raise NotApplicable(
            "the .632 estimates need bootstrap replicates.",
            "design",
            "Run the experiment with the bootstrap.",
        )
    failed = {failure.learner for failure in experiment.failures}
    whole = [name for name in experiment.learners if name not in failed and name in experiment.apparent]
    return {name: _estimates_of(experiment, name) for name in whole}


def _estimates_of(experiment: Experiment, learner: str) -> BootstrapEstimates:
    predictions = experiment.predictions
    truth, n = predictions.truth, len(predictions.truth)
    outcomes = predictions.of(learner)
    loss = np.empty((len(outcomes), n))
    for row, item in zip(loss, outcomes, strict=True):
        row[item.positions] = _losses(truth[item.positions], item.predicted, predictions.task)
    in_bag = np.stack([np.bincount(split.train, minlength=n) for split in experiment.splits])
    apparent = experiment.apparent[learner]
    apparent_loss = _losses(truth[apparent.positions], apparent.predicted, predictions.task)
    known = truth[apparent.positions]
    if predictions.task == "classification":
        gamma = no_information_rate(known, apparent.predicted, len(predictions.classes))
    else:
        gamma = no_information_mse(known, apparent.predicted)
    return bootstrap_point_estimates(loss, in_bag, float(apparent_loss.mean()), gamma)


def _losses(truth: Array, predicted: Array, task: Task) -> Array:
    losses = (truth - predicted) ** 2 if task == "regression" else truth != predicted
    return np.asarray(losses, dtype=float)
