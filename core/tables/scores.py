"""Tables of scores: what every learner reached, with its interval; bootstrap estimates; what tuning chose."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import nan

import numpy as np
import pandas as pd

from core.designs import units_of
from core.errors import InputError
from core.experiment import TRAINING_TWINS, Experiment, Results
from core.figures.canvas.scale import scale_of
from core.figures.canvas.text import sentence_list
from core.inference.evidence.evidence import Evidence
from core.inference.interpretation.summary import (
    LearnerSummary,
    described,
    independence_supposed,
    lacking_some,
    mean_cost_intervals,
    most_scored,
    summarise,
)
from core.learners import LEARNERS
from core.measures import (
    MEASURES,
    BootstrapEstimates,
    has_rates,
    of_single_instances,
    one_instance_each,
    score,
    title_of,
    told_in_percent,
)
from core.records import FoldScores, Interval, Predictions
from core.tables.table import Column, Table, Writer, alike, common_places, telling, to_intervals, two_ends
from core.written import (
    MISSING,
    PERCENT,
    counted,
    decimals_of,
    ends,
    hundredfold,
    hundredths,
    in_percent,
    number,
    size_text,
    times_alike,
)

REGRESSION_MEASURES = ("mse", "rmse", "mae", "r2")
MEDIANS = {
    "training_seconds": "training_time",
    "prediction_seconds": "prediction_time",
    "model_bytes": "model_size",
}
"""Columns of the summary that are medians over the folds, with their measures."""
ABOUT_TRAINING = (
    "Training error is that on the instances that a learner was trained on: far below that on the others it tells of "
    "overfitting; which learner is better it cannot tell."
)
"""What stands in that column of the summary."""


def summary_table(results: Results, level: float = 0.95) -> Table:
    """Mean, spread and interval of every learner.

    Returns
    -------
    Table
        Of what was trained here with training scores (means), times and sizes (medians over the folds), too.
    """
    scores, found = results.fold_scores, summarise(results.fold_scores, level)
    percent = told_in_percent(scores.measure)
    kinds = {item.interval_kind for item in found if item.best_interval}
    single = all(item.scored < 2 for item in found)
    each = one_instance_each(scores)
    of_instances = single or each
    supposed = ", if independent" * bool(independence_supposed(found, scores))
    kind = f"{kinds.pop()}{supposed}" if len(kinds) == 1 else "interval"
    columns = {
        "learner": Column("Learner"),
        "folds": Column(units_of(scores).capitalize()),
        "mean": Column("Score" if of_instances else "Mean"),
        "sd": Column("sd (points)" if percent else "sd"),
        "mean_interval": Column(f"{in_percent(level)} {kind}"),
        "interval": Column("Interval"),
        "range": Column(f"Range of the {units_of(scores.by_dataset)}"),
        "pooled": Column("Pooled"),
        "training": Column("Training error"),
        "training_seconds": Column("Fit"),
        "prediction_seconds": Column("Predict"),
        "model_bytes": Column("Model", partial(size_text, alike=True)),
    }
    frame = described(found)
    if kinds:  # of several kinds the rows say which they are
        frame["interval"] = [f"{name}{supposed * (name == 't')}" for name in frame["interval"]]
    frame["pooled"] = _pooled(results.evidence, found)
    if each:
        frame["mean"] = frame["pooled"]
    if frame["pooled"].isna().all():  # without predictions, or of what is recorded in training
        frame = frame.drop(columns="pooled")
    range_of = (0.0, 1.0) if has_rates(scores) else (-np.inf, np.inf)
    best = [None if item.best_interval is None else item.best_interval.within(*range_of) for item in found]
    limits = [None if item is None else (item.low, item.high) for item in best]
    extremes = [(item.lowest, item.highest) if item.scored else None for item in found]
    spans = [span for span in (*limits, *extremes) if span] if percent else []
    places = common_places(decimals_of(*span, rates=True) for span in spans)
    between = partial(_between, percent=percent, places=places)
    frame["mean_interval"] = [MISSING if span is None else two_ends(*span, between) for span in limits]
    frame["range"] = [MISSING if span is None else between(*span) for span in extremes]
    if isinstance(results, Experiment):
        frame = frame.rename(columns={"scored": "folds"})
        frame["folds"] = [f"{item.scored} of {len(results.splits)}" for item in found]
        for name, values in _of_training(results, found).items():
            frame[name] = values
    else:
        frame = frame.rename(columns={"scored": "scores"})
        if lacking_some(found):
            columns["folds"] = Column(units_of(scores.by_dataset).capitalize())
            frame["folds"] = [f"{item.scored} of {most_scored(found)}" for item in found]
    is_alike = {
        "interval": not kinds,
        "training": "training" in frame and frame["training"].isna().all(),
        "mean_interval": all(item.best_interval is None for item in found),
        # undefined on one instance a score may be, which is no failure
        "folds": not (
            lacking_some(found) or (scores.failures if each else any(item.failed for item in found))
        ),
        # of a single score there is no spread, and it is its own range; those of instances say nothing of a mean
        **dict.fromkeys(("sd", "range", "pooled"), of_instances),
    }
    shown = tuple(name for name in columns if name in frame and not is_alike.get(name))
    for name in ("training_seconds", "prediction_seconds"):
        if name in frame:
            columns[name] = replace(columns[name], form=times_alike(frame[name].dropna()))
    for name in ("mean", "sd", "pooled", "training"):
        if name in frame:
            columns[name] = replace(columns[name], form=_written(name, frame, percent=percent, places=places))
    said = _means_said(scores, dict(zip(frame["learner"], frame["mean"], strict=True)))
    return Table(frame, said, columns, shown, worded=("mean_interval", "range"))


def _pooled(evidence: Evidence, found: Sequence[LearnerSummary]) -> list[float]:
    """The score of all predictions of each learner together, or of its folds of one instance each; NaN without."""
    known = evidence.together if one_instance_each(evidence.scores) else evidence.pooled
    if known is None:
        return [nan] * len(found)
    values = (known.of(item.learner)["score"].dropna().to_numpy(dtype=float) for item in found)
    return [of_single_instances(known.measure, scores) if len(scores) else nan for scores in values]


def about_pooled(scores: FoldScores) -> str:
    """What the column of pooled scores in the summary is, beside the means of these."""
    scales = ", so their scores have to be on one scale" * (MEASURES[scores.measure].needs == "scores")
    return (
        f"Pooled takes all predictions of a learner as one validation set{scales}; the mean counts all "
        f"{units_of(scores)} alike."
    )


def _written(name: str, frame: pd.DataFrame, *, percent: bool, places: int | None) -> Writer:
    """A column of scores or of their spread: rates to the decimals of the intervals, others to those of the row's.

    Parameters
    ----------
    name : str
    frame : DataFrame
    percent : bool
    places : int or None
        Decimals of the intervals; hundredths where these have none in common.
    """
    if percent:
        decimals = places or 2
        return (
            partial(hundredfold, places=decimals)
            if name == "sd"
            else partial(in_percent, form=f".{decimals}f")
        )
    return to_intervals(frame[name], zip(frame["interval_low"], frame["interval_high"], strict=True), number)


def _writer(scores: FoldScores) -> Writer:
    return hundredths if told_in_percent(scores.measure) else number


def _between(low: float, high: float, *, percent: bool, places: int | None) -> str:
    return f"{' … '.join(ends(low, high, rates=percent, places=places))}{PERCENT * percent}"


def _of_training(
    experiment: Experiment, summaries: Sequence[LearnerSummary]
) -> dict[str, list[float | None]]:
    twin = TRAINING_TWINS.get(experiment.spec.measure)
    found = {"training": _per_learner(experiment, twin, "mean") if twin else {}}
    found |= {name: _per_learner(experiment, measure, "median") for name, measure in MEDIANS.items()}
    return {name: [values.get(item.learner) for item in summaries] for name, values in found.items()}


def _per_learner(experiment: Experiment, measure: str, statistic: str) -> dict[str, float]:
    groups = experiment.scores(measure).frame.groupby("learner", sort=False)["score"]
    return {str(name): float(value) for name, value in groups.agg(statistic).items()}


def _means_said(scores: FoldScores, found: Mapping[str, float]) -> str:
    form = _writer(scores)
    means = [f"{name} {form(mean)}" for name, mean in found.items()]
    return f"Mean {scores.measure_title}: {sentence_list(means)}."


SHORT = {"sd": "sd over folds", "interval_low": "from", "interval_high": "to"}
_LIMITS = ("mean", "sd over folds", "from", "to")


def regression_table(predictions: Predictions, learners: Sequence[str], level: float = 0.95) -> Table:
    """MSE, RMSE, MAE and R² of these learners, with intervals of the mean over the folds."""
    parts = []
    for key in REGRESSION_MEASURES:
        scores = score(predictions, key)
        found = [item for item in summarise(scores, level) if item.learner in learners]
        part = described(found)[["learner", "mean", "sd", "interval_low", "interval_high", "interval"]]
        part.insert(0, "measure", scores.measure_title)
        parts.append(part.rename(columns=SHORT).astype(dict.fromkeys(_LIMITS, float)))
    frame = pd.concat(parts, ignore_index=True)
    over = ", means over the folds" * bool(frame["sd over folds"].notna().any())
    over += " with intervals" * bool(over and frame["from"].notna().any())
    alt = f"MSE, RMSE, MAE and R² of {counted(len(learners), 'learners')}{over}."
    columns = _beside_limits(frame, list(frame["measure"]), *_LIMITS)
    if not over:
        columns["mean"] = replace(columns["mean"], title="score")
    return Table(frame, alt, columns, _without_folds(frame))


def _beside_limits(frame: pd.DataFrame, measures: Sequence[object], *names: str) -> dict[str, Column]:
    """Columns of which the numbers of each measure have as many decimals as its narrowest interval."""
    limits = list(zip(frame["from"], frame["to"], strict=True))
    return {name: Column(form=to_intervals(frame[name], limits, number, measures=measures)) for name in names}


def _without_folds(frame: pd.DataFrame) -> tuple[str, ...]:
    """The columns that say something: a single score has no spread, and its mean is that of its instances."""
    left_out = set[str]() if frame["sd over folds"].notna().any() else {"sd over folds", "pooled"}
    left_out |= {"interval"} if frame["from"].isna().all() else set()
    return telling(frame, [str(name) for name in frame if name not in left_out])


def mean_cost_table(evidence: Evidence, level: float = 0.95) -> Table:
    """Mean cost of every learner; on a hold-out the interval is taken over its instances."""
    found = summarise(evidence.scores, level)
    limits_of = mean_cost_intervals(evidence, level)
    best = [limits_of.get(item.learner) for item in found]
    kinds = [_kind_of(item, limits) for item, limits in zip(found, best, strict=True)]
    frame = described(found)
    frame["interval_low"] = [None if limits is None else limits.low for limits in best]
    frame["interval_high"] = [None if limits is None else limits.high for limits in best]
    frame["interval"] = kinds
    frame["pooled"] = _pooled(evidence, found)
    names = ["learner", "mean", "sd", "interval_low", "interval_high", "interval", "pooled"]
    frame = frame[names].rename(columns={"mean": "mean cost", **SHORT})
    columns = _beside_limits(frame, ["cost"] * len(frame), "mean cost", "pooled", *_LIMITS[1:])
    return Table(
        frame,
        _means_said(evidence.scores, {item.learner: item.mean for item in found}),
        columns,
        _without_folds(frame),
    )


def _kind_of(item: LearnerSummary, limits: Interval | None) -> str:
    """Which interval of a mean cost is shown, or why none is where the folds would have one."""
    if limits is None:
        return "no width" if item.best_interval else item.interval_kind
    return item.interval_kind if item.best_interval else "t over instances"


def bootstrap_table(estimates: Mapping[str, BootstrapEstimates], *, rates: bool) -> Table:
    """The estimates of `bootstrap_estimates`; `rates` says whether they are written in per cent."""
    if all(found.original is None for found in estimates.values()):
        return _out_of_bag_table(estimates, rates=rates)
    frame = pd.DataFrame(
        {
            "learner": name,
            "apparent": found.apparent,
            "original set": found.original,
            "out of bag": found.out_of_bag,
            ".632": found.point_632,
            ".632+": found.point_632_plus,
            "no-information rate": found.gamma,
        }
        for name, found in estimates.items()
    )
    plus = [f"{name} {number(found.point_632_plus)}" for name, found in estimates.items()]
    columns = alike(hundredths if rates else number, *frame.columns[1:])
    return Table(frame, f"Bootstrap estimates; .632+: {sentence_list(plus)}.", columns)


def _out_of_bag_table(estimates: Mapping[str, BootstrapEstimates], *, rates: bool) -> Table:
    """The one estimate of a measure that is no mean of losses, with its percentile interval."""
    limits = {name: found.interval() for name, found in estimates.items()}
    frame = pd.DataFrame(
        {
            "learner": name,
            "out of bag": found.out_of_bag,
            "from": limits[name].low,
            "to": limits[name].high,
            "samples": int(np.sum(~np.isnan(found.out_of_bags))),
        }
        for name, found in estimates.items()
    )
    means = [f"{name} {number(found.out_of_bag)}" for name, found in estimates.items()]
    form = hundredths if rates else number
    columns = alike(form, "out of bag", "to") | {"from": Column("95\u00a0% interval, from", form)}
    return Table(frame, f"Out-of-bag means: {sentence_list(means)}.", columns)


def folds_table(scores: FoldScores) -> Table:
    """Every score of every learner, fold by fold; data set, replicate and sizes have no column where they are one."""
    frame, scale = scores.frame, scale_of(scores)
    unit = units_of(scores).removesuffix("s")
    columns = {
        "dataset": Column("Data set"),
        "learner": Column("Learner"),
        "replicate": Column("Replicate"),
        "fold": Column(unit.capitalize()),
        "n_train": Column("Training instances", "{:,.0f}"),
        "n_validation": Column("Validation instances", "{:,.0f}"),
        "score": Column(_above(scores), scale.text),
    }
    may_be_one = ("dataset", "replicate", "n_train", "n_validation")
    alone = [name for name in may_be_one if len(frame) > 1 and frame[name].nunique() == 1]
    shown = telling(frame, [name for name in columns if name not in alone])
    told = counted(len(frame), "scores")
    return Table(
        frame, f"{told} of {counted(len(scores.learners), 'learners')}, {unit} by {unit}.", columns, shown
    )


def _above(scores: FoldScores) -> str:
    """The measure as it stands above a column."""
    title = title_of(scores)
    return title[:1].upper() + title[1:]


def chosen_table(experiment: Experiment) -> Table:
    """The hyperparameters that tuning chose on every fold, by the names that people read; those of code in the CSV."""
    titles = {
        (learner.name, setting.name): setting.title
        for learner in experiment.spec.learners
        if learner.key in LEARNERS
        for setting in LEARNERS[learner.key].hyperparameters
    }
    rows = [
        {
            "learner": item.learner,
            "replicate": item.replicate,
            "fold": item.fold,
            "setting": titles.get((item.learner, name), name),
            "value": str(value),
            "parameter": name,
        }
        for item in experiment.predictions.outcomes
        for name, value in item.chosen
    ]
    alt = f"What tuning chose: {counted(len(rows), 'settings')}, fold by fold."
    return Table(pd.DataFrame(rows), alt, shown=("learner", "replicate", "fold", "setting", "value"))


def all_measures_table(predictions: Predictions, learners: Sequence[str]) -> Table:
    """Mean over the folds of every measure of classes and scores; missing where it is undefined in some fold."""
    fitting = [
        entry for entry in MEASURES.values() if "classification" in entry.tasks and entry.of_predictions
    ]
    frame, columns = pd.DataFrame({"learner": list(learners)}), {}
    for entry in fitting:
        scores = _scored(predictions, entry.key)
        means = None if scores is None else scores.wide.mean(skipna=False)
        frame[entry.title] = [nan if means is None else float(means.get(name, nan)) for name in learners]
        title = "" if scores is None else _above(scores)
        columns[entry.title] = Column(title, hundredths if entry.percent else number)
    alt = f"{len(fitting)} measures of {counted(len(learners), 'learners')}, means over the folds."
    return Table(frame, alt, columns)


def _scored(predictions: Predictions, key: str) -> FoldScores | None:
    try:
        return score(predictions, key)
    except InputError:
        return None
