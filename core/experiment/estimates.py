"""Bootstrap experiment → original, out-of-bag, .632 and .632+ estimates, by learner (Efron & Tibshirani 1997)."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np

from core.errors import NotApplicable
from core.experiment.imported import Results
from core.experiment.outcome import Experiment
from core.inference.evidence.evidence import Evidence
from core.inference.interpretation import summary
from core.measures import (
    MEAN_LOSSES,
    MEASURES,
    BootstrapEstimates,
    bootstrap_point_estimates,
    loss_matrix,
    losses_against,
    no_information_loss,
    out_of_bag_mean,
    score,
)
from core.records import Array, Predictions

ON_THE_ORIGINAL_SET = (
    "Validated on the original set, which holds the training instances, a learner looks too good"
)


def why_they_differ(measure: str) -> str:
    """Say how the estimates of `bootstrap_estimates` differ, or why there is only one by this measure."""
    if measure in MEAN_LOSSES:
        return (
            f"{ON_THE_ORIGINAL_SET}; out of bag it has seen only 63.2\u00a0% of the instances and looks a little too "
            "bad; .632 and .632+ weigh the two."
        )
    return (
        "Of these estimates only the out-of-bag mean is made: the others are defined for means of losses over "
        "instances, such as the error rate, not for this measure."
    )


def bootstrap_estimates(experiment: Experiment) -> dict[str, BootstrapEstimates]:
    """Estimate the measure of the experiment for every learner from its bootstrap replicates.

    All four estimates for a mean of losses over instances (error, cost, log loss, Brier score, squared and absolute
    error); for other measures, such as AUC and F1, the out-of-bag mean with its replicates.

    Returns
    -------
    dict of learner name to BootstrapEstimates
        Learners with a failed unit, or whose measure is undefined on every replicate, are left out.

    Raises
    ------
    NotApplicable
        If the design is not the bootstrap, or the measure is none of validated instances.

    Reference: Efron & Tibshirani 1997, sections 2 and 3.
    """
    if experiment.facts.key != "bootstrap":
        raise NotApplicable(
            "the .632 estimates need bootstrap replicates.",
            "design",
            "Run the experiment with the bootstrap.",
        )
    measure = MEASURES[experiment.spec.measure]
    if not measure.of_predictions:
        raise NotApplicable(
            f"{measure.title} is not measured on validated instances, so that nothing is out of bag.",
            "measure",
        )
    failed = {failure.learner for failure in experiment.failures}
    whole = [name for name in experiment.learners if name not in failed and name in experiment.apparent]
    if measure.key in MEAN_LOSSES:
        return {name: _of_losses(experiment, name) for name in whole}
    values = _out_of_bag_values(experiment)
    return {name: out_of_bag_mean(values[name]) for name in whole if not np.isnan(values[name]).all()}


def no_better_than_guessing(results: Results | Evidence, learners: Sequence[str] = ()) -> str:
    """Say that no learner does better than always saying the same; of a bootstrap by what is out of bag.

    Parameters
    ----------
    results : Results or Evidence
    learners : sequence of str
        Those that are looked at; all of them where none is named.
    """
    evidence = results.evidence
    if isinstance(results, Experiment) and results.facts.key == "bootstrap" and results.complete:
        with suppress(NotApplicable):
            known = {name: found.out_of_bag for name, found in bootstrap_estimates(results).items()}
            if results.spec.measure not in MEAN_LOSSES:  # of a mean of losses every instance counts once
                outside = _out_of_bag(results)
                scores = score(outside, results.spec.measure)
                evidence = replace(evidence, predictions=outside, fold_scores=scores)
            return summary.no_better_than_guessing(evidence, learners, known)
    return summary.no_better_than_guessing(evidence, learners)


def _of_losses(experiment: Experiment, learner: str) -> BootstrapEstimates:
    predictions, spec = experiment.predictions, experiment.spec
    truth, classes, n = predictions.truth, predictions.classes, len(predictions.truth)
    kind = MEAN_LOSSES[spec.measure]
    matrix = loss_matrix(spec.losses, len(classes), spec.measure)
    outcomes = predictions.of(learner)
    loss = np.empty((len(outcomes), n))
    for row, item in zip(loss, outcomes, strict=True):
        row[item.positions] = losses_against(truth[item.positions], item, classes, kind, matrix)
    in_bag = np.stack([np.bincount(split.train, minlength=n) for split in experiment.splits])
    apparent = experiment.apparent[learner]
    known = truth[apparent.positions]
    apparent_loss = losses_against(known, apparent, classes, kind, matrix)
    gamma = no_information_loss(known, apparent, classes, kind, matrix)
    return bootstrap_point_estimates(loss, in_bag, float(apparent_loss.mean()), gamma)


def _out_of_bag_values(experiment: Experiment) -> dict[str, Array]:
    """The measure of every learner and replicate on the instances that the replicate left out."""
    scores = score(_out_of_bag(experiment), experiment.spec.measure)
    return {name: scores.of(name)["score"].to_numpy(dtype=float) for name in scores.learners}


def _out_of_bag(experiment: Experiment) -> Predictions:
    """What every learner said of the instances that it was not trained on."""
    trained_on = {(split.replicate, split.fold): split.train for split in experiment.splits}
    kept = [
        item.take(~np.isin(item.positions, trained_on[item.replicate, item.fold]))
        for item in experiment.predictions.outcomes
    ]
    return replace(experiment.predictions, outcomes=tuple(item for item in kept if len(item.positions)))
