"""Predictions → one score per learner, replicate and fold, without refitting anything."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from core.errors import InputError, NotApplicable, is_among, listing, quoted, short
from core.measures.catalogue.entry import Fold, MeasureEntry, Undefined, frozen_losses, loss_matrix
from core.measures.catalogue.named import measure_named
from core.measures.catalogue.registry import MEASURES
from core.records import FOLD_SCORE_COLUMNS, Array, Dataset, FoldPredictions, FoldScores, Predictions
from core.written import fold_name, in_percent

_OF_CLASS = " of class "
"""Between a measure that would be another one for the other of two classes, and the class that it is of."""
_MACRO = "macro "
"""Before a measure that is the mean over all classes, each against the rest and all counted alike."""
_MOST_PLACES = 10
"""Folds that one note names before it counts the rest."""
_SELDOM_WRONG = 0.1
"""Error rate of guessing below which hardly anything is left for a learner to do better."""


def score(
    predictions: Predictions,
    measure: Any = "error",
    *,
    positive: Hashable | None = None,
    losses: Any = None,
) -> FoldScores:
    """Measure every prediction.

    Parameters
    ----------
    predictions : Predictions
    measure : str or scorer
        A key of `MEASURES`, or what scikit-learn calls it: "roc_auc", "neg_log_loss", ``make_scorer(f1_score)``.
    positive : class label, optional
        The positive class, if not the one that `predictions` names. For more than two classes, the one
        that is judged against the rest; without it the mean over all classes.
    losses : K × K array-like, optional
        For "cost": what it costs to choose class j (column) for an instance of class i (row), classes in the
        order of `predictions.classes`. By default every mistake costs 1.

    Returns
    -------
    FoldScores
        One row per learner, replicate and fold that has predictions, in the order of the learners; NaN where
        the measure is undefined, with a note that says why and where. Proportions are from 0 to 1.

    Raises
    ------
    UnknownName
        If there is no such measure.
    NotApplicable
        If the measure does not fit the task, or what it needs was not recorded.
    InputError
        If a two-class measure has no positive class, `positive` or `losses` do not fit the classes, these are no
        predictions, or no measure does what a scorer does.

    Reference: I2ML Tables 19.1 and 19.2.
    """
    if not isinstance(predictions, Predictions):
        raise InputError(f"must be predictions, not {type(predictions).__name__}.", "predictions")
    entry = measure_named(measure)
    _check_task(predictions, entry)
    _check_needs(predictions, entry)
    judged = _judged(predictions, entry, positive)
    matrix = loss_matrix(losses, len(predictions.classes), entry.key)
    classes = tuple(str(label) for label in predictions.classes)
    rows, undefined = [], []
    for outcome in _in_order(predictions):
        fold = Fold(outcome, predictions.truth[outcome.positions], classes, judged, matrix)
        try:
            value = entry.function(fold)
        except Undefined as reason:
            value = np.nan
            undefined.append((outcome, str(reason)))
        rows.append(_row(predictions.dataset, outcome, value))
    _check_recorded(entry, len(rows), undefined)
    title = _title(predictions, entry, judged)
    return FoldScores(
        frame=_frame(rows),
        measure=entry.key,
        measure_title=title,
        lower_is_better=entry.lower_is_better,
        unit=entry.unit,
        facts=predictions.facts,
        failures=predictions.failures,
        notes=(
            *predictions.notes,
            *_notes(_in_sentences(entry, title), undefined, predictions.repeated),
            *_reuse_notes(predictions, entry),
        ),
        learner_order=predictions.learners,
        losses=frozen_losses(matrix),
        positive=predictions.classes[judged[0]] if len(judged) == 1 else None,
    )


def _check_task(predictions: Predictions, entry: MeasureEntry) -> None:
    if predictions.task not in entry.tasks:
        fitting = listing(m.key for m in MEASURES.values() if predictions.task in m.tasks)
        raise NotApplicable(
            f"{entry.title} is a measure for {listing(entry.tasks)}; these are predictions of a "
            f"{predictions.task}.",
            "measure",
            f"Choose among {fitting}.",
        )


def _check_needs(predictions: Predictions, entry: MeasureEntry) -> None:
    if entry.needs == "labels" or not entry.of_predictions:
        return
    kinds = {"probability"} if entry.needs == "probabilities" else {"probability", "decision"}
    k = len(predictions.classes)
    lacking = dict.fromkeys(
        item.learner
        for item in predictions.outcomes
        if item.scores is None or item.score_kind not in kinds or (k > 2 and item.scores.shape[1:] != (k,))
    )
    if lacking:
        ordered = all(item.scores is not None for item in predictions.outcomes) and k == 2
        instead = (
            "AUC, which needs no probabilities" if ordered else "a measure of labels such as the error rate"
        )
        leave = (
            "Leave these learners out, or choose" if len(lacking) < len(predictions.learners) else "Choose"
        )
        raise NotApplicable(
            f"{entry.title} needs {entry.needs}, which {listing(lacking)} did not give.",
            "measure",
            f"{leave} {instead}.",
        )


def _check_recorded(entry: MeasureEntry, n: int, undefined: Sequence[tuple[FoldPredictions, str]]) -> None:
    if not entry.of_predictions and n and len(undefined) == n:
        raise NotApplicable(
            f"{undefined[0][1]}.", "measure", "Only an experiment that was run here records it."
        )


def _judged(predictions: Predictions, entry: MeasureEntry, positive: Hashable | None) -> tuple[int, ...]:
    """Codes of the classes that a one-against-the-rest measure judges."""
    classes = predictions.classes
    if positive is not None and not is_among(positive, classes):
        raise InputError(
            f"there is no class {short(positive)}.", "positive", f"There are {listing(classes)}."
        )
    if not entry.one_against_rest:
        return ()
    if positive is None and len(classes) > 2:
        return tuple(range(len(classes)))
    chosen = predictions.positive if positive is None else positive
    if chosen is None:
        raise InputError(
            f"{entry.title} needs to know the positive class.", "positive", f"Name one of {listing(classes)}."
        )
    return (classes.index(chosen),)


def _in_order(predictions: Predictions) -> Iterator[FoldPredictions]:
    rank = {name: number for number, name in enumerate(predictions.learners)}
    yield from sorted(predictions.outcomes, key=lambda item: (rank[item.learner], item.replicate, item.fold))


def _row(dataset: str, outcome: FoldPredictions, value: float) -> tuple[Any, ...]:
    n_train = np.nan if outcome.n_train is None else outcome.n_train
    return dataset, outcome.learner, outcome.replicate, outcome.fold, n_train, len(outcome.positions), value


def _frame(rows: Sequence[tuple[Any, ...]]) -> pd.DataFrame:
    frame = pd.DataFrame(rows, columns=list(FOLD_SCORE_COLUMNS))
    sizes = "float" if not rows or frame["n_train"].isna().any() else "int"
    kinds = {"dataset": "str", "learner": "str", "replicate": "int", "fold": "int"}
    return frame.astype({**kinds, "n_train": sizes, "n_validation": "int", "score": "float"})


def _title(predictions: Predictions, entry: MeasureEntry, judged: tuple[int, ...]) -> str:
    k = len(predictions.classes)
    if depends_on_class(entry) and k == 2:
        return f"{entry.title}{_OF_CLASS}{predictions.classes[judged[0]]}"
    if entry.one_against_rest and k > 2:
        alone = f"{entry.title} ({predictions.classes[judged[0]]} against the rest)"
        return alone if len(judged) == 1 else f"{_MACRO}{entry.title} (mean over {k} classes)"
    return entry.title


def fewest_shared(predictions: Predictions, scores: FoldScores, learners: Sequence[str]) -> int | None:
    """Of how many instances a measure is a share where they are fewest, over the folds of these learners.

    Folds without any, where the measure is undefined, are left out. None where it is a share of whole validation sets,
    or a mean over several classes, on which all instances of a set bear.

    Parameters
    ----------
    predictions : Predictions
    scores : FoldScores
        Of these predictions.
    learners : sequence of str
    """
    entry = MEASURES.get(scores.measure)
    if entry is None or entry.share_of is None or scores.positive is None:
        return None
    positive = predictions.classes.index(scores.positive)
    counts = [
        int(
            entry.share_of.which(
                predictions.truth[item.positions] == positive, item.predicted == positive
            ).sum()
        )
        for name in learners
        for item in predictions.of(name)
    ]
    return min(filter(None, counts), default=None)


def depends_on_class(entry: MeasureEntry) -> bool:
    """Whether a measure of two classes is another one for the other class, as it is of labels: the AUC is not."""
    return entry.one_against_rest and entry.needs == "labels"


def _notes(title: str, undefined: Sequence[tuple[FoldPredictions, str]], repeated: bool) -> list[str]:
    """One sentence per learner and reason, naming the folds."""
    places: dict[tuple[str, str], list[str]] = {}
    for outcome, reason in undefined:
        place = fold_name(outcome.replicate, outcome.fold, repeated=repeated)
        places.setdefault((outcome.learner, reason), []).append(place)
    return [
        f"{learner}: {title} is undefined in {listing(where, most=_MOST_PLACES)}: {reason}."
        for (learner, reason), where in places.items()
    ]


def _reuse_notes(predictions: Predictions, entry: MeasureEntry) -> list[str]:
    reused = sum(item.reused for item in predictions.outcomes)
    if entry.needs != "times" or not reused:
        return []
    return [f"{reused} of {len(predictions.outcomes)} times were measured in an earlier run."]


def title_of(scores: FoldScores) -> str:
    """The measure's name as in the middle of a sentence, with its class, or "macro" where it is a mean over classes."""
    entry, title = MEASURES.get(scores.measure), scores.measure_title
    return title if entry is None else _in_sentences(entry, title)


def title_over_classes(measure: str, classes: int) -> str:
    """What sentences call a measure of so many classes where none is judged alone: "macro" of a mean over them."""
    entry = MEASURES[measure]
    return f"{_MACRO * (entry.one_against_rest and classes > 2)}{entry.title}"


def _in_sentences(entry: MeasureEntry, title: str) -> str:
    if title.startswith((f"{entry.title}{_OF_CLASS}", f"{entry.title} (")):
        return title
    macro = f"{_MACRO}{entry.title}"
    return macro if title.startswith(macro) else entry.title


def has_rates(scores: FoldScores) -> bool:
    """Whether the scores are proportions of a known measure, so that none lies outside 0 to 1."""
    return scores.measure in MEASURES and MEASURES[scores.measure].rate


def told_in_percent(measure: str) -> bool:
    """Whether a measure is told in per cent and its differences in points, everywhere; others are plain numbers."""
    return measure in MEASURES and MEASURES[measure].percent


class Guess(NamedTuple):
    """What is said of every instance, in words for a sentence, and the mean score of saying it."""

    said: str
    score: float


def guessing(predictions: Predictions | None, scores: FoldScores) -> Guess | None:
    """What always saying the same class, or the mean, comes to: scored as the learners are, then averaged like them.

    Parameters
    ----------
    predictions : Predictions or None
    scores : FoldScores
        Of these predictions: by their measure, fold by fold, the guess is scored.

    Returns
    -------
    Guess or None
        None without predictions, for measures that need more than labels, and for those by which a constant is
        perfect, as by the recall of the class that is always said.

    Notes
    -----
    The class is the one that does best by the measure: by error rate the commonest, by cost the cheapest. The mean is
    that of all instances: what each learner was trained on is not known of predictions that were brought.
    """
    entry = MEASURES.get(scores.measure)
    if predictions is None or entry is None or entry.needs != "labels":
        return None
    found = score(_constants(predictions), entry.key, positive=scores.positive, losses=scores.losses)
    means = {name: float(found.of(name)["score"].mean()) for name in found.learners}
    known = {name: round(mean, 12) for name, mean in means.items() if not np.isnan(mean)}
    said = (min if entry.lower_is_better else max)(known, key=known.__getitem__, default=None)
    if said is None or (entry.rate and known[said] == (0 if entry.lower_is_better else 1)):
        return None
    return Guess(said, means[said])


def _constants(predictions: Predictions) -> Predictions:
    """As learners, who say the same of every instance: each class, the commonest first, or the mean."""
    truth = predictions.truth
    if predictions.task == "regression":
        said = {"the mean": np.mean(truth)}
    else:
        counts = np.bincount(truth, minlength=len(predictions.classes))
        said = {quoted(str(predictions.classes[k])): k for k in np.argsort(-counts, kind="stable")}
    places = {
        (item.replicate, item.fold): item
        for item in sorted(predictions.outcomes, key=lambda item: len(item.positions))
    }
    outcomes = [
        replace(item, learner=name, predicted=np.full(len(item.positions), value), scores=None)
        for name, value in said.items()
        for item in places.values()
    ]
    return replace(predictions, learners=tuple(said), outcomes=tuple(outcomes), failures=())


def doubt_of_rare_classes(dataset: Dataset, measure: str) -> str:
    """What an error rate hides where nearly all instances are of one class, and what tells more; empty elsewhere."""
    if (
        dataset.task != "classification"
        or measure not in ("error", "accuracy")
        or dataset.guessing >= _SELDOM_WRONG
    ):
        return ""
    better = " or ".join(MEASURES[key].title for key in ("auc", "balanced_accuracy"))
    return (
        f"Always saying {quoted(str(dataset.class_counts.idxmax()))} errs in {in_percent(dataset.guessing, '.3g')} "
        f"only, so the {MEASURES[measure].title} hardly tells learners apart: {better} tells more."
    )


def one_instance_each(scores: FoldScores) -> bool:
    """Whether every fold validates a single instance: a score is then 0 or 1, without a spread to see."""
    return scores.said_to_hold_one and not belies_single_instances(scores)


def belies_single_instances(scores: FoldScores) -> bool:
    """Whether folds that are said to hold one instance each have rates other than 0 and 1, as none of them can."""
    entry = MEASURES.get(scores.measure)
    if entry is None or not entry.rate or not scores.said_to_hold_one:
        return False
    return not scores.frame["score"].dropna().isin((0.0, 1.0)).all()


def score_together(predictions: Predictions, scores: FoldScores) -> FoldScores:
    """The same with all instances of a learner as one validation set: there is an AUC of them, but of none alone.

    Parameters
    ----------
    predictions : Predictions
        With one prediction of every instance.
    scores : FoldScores
        Of these predictions, fold by fold.

    Returns
    -------
    FoldScores
        One row per learner that has predictions.
    """
    losses = None if scores.losses is None else np.array(scores.losses)
    found = score(joined(predictions), scores.measure, positive=scores.positive, losses=losses)
    return replace(found, measure_title=scores.measure_title, failures=scores.failures)


def joined(predictions: Predictions) -> Predictions:
    """The same with all that a learner said as one validation set."""
    whole = [_joined(parts) for name in predictions.learners if (parts := predictions.of(name))]
    return replace(predictions, outcomes=tuple(whole), facts=None)


def _joined(parts: Sequence[FoldPredictions]) -> FoldPredictions:
    """What a learner said of several validation sets as if they were one."""
    said = [part.scores for part in parts if part.scores is not None]
    return replace(
        parts[0],
        positions=np.concatenate([part.positions for part in parts]),
        predicted=np.concatenate([part.predicted for part in parts]),
        scores=np.concatenate(said) if len(said) == len(parts) else None,
    )


def of_single_instances(measure: str, values: Array) -> float:
    """Scores of single instances, where they have one, as one score over all of them; a score that is alone is kept.

    Shares are their mean, since instances that are not among those of which it is a share have no score. Of F1 a single
    instance is 1 where it is found, and 0 where it is missed or called positive by mistake: the mean is
    tp / (tp + fp + fn).
    """
    if len(values) == 1:
        return float(values[0])
    if measure == "rmse":
        return float(np.sqrt(np.mean(values**2)))
    mean = float(np.mean(values))
    return 2 * mean / (1 + mean) if measure == "f1" else mean
