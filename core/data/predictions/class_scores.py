"""Scores and labels of one learner: what they are, what they lack, and what looks doubtful in them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.data.columns.class_labels import class_named, codes_of
from core.data.predictions.join import LearnerCells
from core.data.tables.cells import shown
from core.errors import InputError, listing, quoted
from core.measures import area, called_by_share
from core.records import Array, ScoreKind
from core.written import counted, in_percent

_SUM = 0.01
_NEARLY_ALL = 0.95
"""Share of rows that have to speak for percent: sums of 100, or labels that follow a cut at 50."""
_FOLLOW = 0.9
"""Share of rows from which on labels follow from scores, though calibration and cuts of folds move some."""
_FEW_RANKED = 10_000
_MOST_RANKED = 100_000
_CLEARLY = 0.6
"""An AUC in a few instances that leaves no doubt about which side of ½ it is on."""
_AGAINST = 0.05
"""An AUC of scores for the labels of their own learner that leaves no doubt that they speak for the other class."""


@dataclass(frozen=True, eq=False)
class Said:
    """What a learner said of its rows: codes of classes, and scores of a kind where it has some."""

    predicted: Array
    scores: Array | None
    kind: ScoreKind | None
    notes: tuple[str, ...]


def said_by(
    item: LearnerCells, classes: tuple[Any, ...], spoken_for: Any, truth: Array, positive: Any = None
) -> Said:
    """What the cells of a learner mean, whatever the layout that they stood in.

    Parameters
    ----------
    item : LearnerCells
    classes : tuple
    spoken_for : label or None
        The class of two that one score speaks for.
    truth : int array
        Class codes.
    positive : label or None
        The class of two whose AUC is looked at; the one that is spoken for when not given.

    Raises
    ------
    InputError
        If scores of a class are missing, or there is nothing to judge.
    """
    scores, kind, about_scores = _scores_of(item, classes, spoken_for, truth)
    predicted, about_labels = _labels_of(item, scores, kind, classes, truth)
    judged = spoken_for if positive is None else positive
    notes = (*about_scores, *about_labels)
    if scores is not None and len(classes) == 2 and judged is not None:
        notes += _auc_note(item.name, scores, truth, classes.index(judged))
    return Said(predicted, scores, kind, notes)


def scored_class(
    learners: Sequence[LearnerCells], classes: tuple[Any, ...], likely: Any, wanted: Any = None
) -> tuple[Any, tuple[str, ...]]:
    """The class of two that single scores speak for, with a sentence where learners themselves say which.

    Labels are cut from scores: where high scores of all learners that have both go with the label that was thought the
    less likely one, they speak for that.

    Parameters
    ----------
    learners : sequence of LearnerCells
    classes : tuple
    likely : label or None
        The class that is taken where nothing else is known, None of more than two classes.
    wanted : label or None
        The class that the user named.

    Raises
    ------
    InputError
        If the user named no class.
    """
    if wanted is not None:
        return class_named(classes, wanted), ()
    if likely is None:
        return None, ()
    single = [(item.name, area) for item in learners if (area := _area_of_labels(item, likely)) is not None]
    if not single or any(area > _AGAINST for _, area in single):
        return likely, ()
    other = classes[1 - classes.index(likely)]
    verb, whose = ("predicts", "its") if len(single) == 1 else ("predict", "their")
    return other, (
        f"{listing(name for name, _ in single)} {verb} {shown(other)} where {whose} scores are high: scores in one "
        f"column were taken to speak for {shown(other)}, not for {shown(likely)}.",
    )


def _area_of_labels(item: LearnerCells, label: Any) -> float | None:
    """AUC of the scores of a learner, as they were brought, for its own labels; None where one is missing."""
    if item.label is None or "" not in item.scores:
        return None
    mine = (item.label == str(label)).to_numpy()
    if mine.all() or not mine.any():
        return None
    found = _area_of_some(item.scores[""].to_numpy(dtype=float), mine, _MOST_RANKED)
    return 1 - found if item.is_turned else found


def _scores_of(
    item: LearnerCells, classes: tuple[Any, ...], spoken_for: Any, truth: Array
) -> tuple[Array | None, ScoreKind | None, tuple[str, ...]]:
    """Scores of a learner, m × K, or m decision values that speak for the second of two classes.

    `spoken_for` is the class of two that one score speaks for, None of more.

    Raises
    ------
    InputError
        If scores of a class are missing, or one score has to serve more than two classes.
    """
    if not item.scores:
        return None, None, ()
    if "" in item.scores:
        return _one_score(item, classes, spoken_for)
    names = [str(label) for label in classes]
    unknown = [label for label in item.scores if label not in names]
    if unknown:
        raise InputError(
            f"there are scores for {quoted(unknown[0])}, which is no class.",
            item.where,
            f"Classes are {listing(names, most=12)}.",
        )
    lacking = [name for name in names if name not in item.scores]
    if len(names) == 2 and len(lacking) == 1:
        return _from_one_class(item, names, names.index(lacking[0]))
    if lacking:
        is_true = (truth == names.index(lacking[0])).any()
        beyond = "" if is_true else ", which a learner predicts though the truth never is"
        raise InputError(
            f"{item.name} has no scores for the class {quoted(lacking[0])}{beyond}.",
            item.where,
            "Bring a column of scores for every class, or leave the others out.",
        )
    table = np.empty((len(item.scores[names[0]]), len(names)), order="F")
    for place, name in enumerate(names):
        table[:, place] = item.scores[name]
    notes: tuple[str, ...] = ()
    if _may_be_percent(table) and (np.abs(table.sum(axis=1) / 100 - 1) <= _SUM).mean() >= _NEARLY_ALL:
        table, notes = table / 100, (_divided(item.name),)
    is_probability = bool(table.min() >= 0 and table.max() <= 1)
    if not is_probability:
        return table, "decision", ()
    odd = np.flatnonzero(np.abs(table.sum(axis=1) - 1) > _SUM)
    if not len(odd):
        return table, "probability", notes
    where = f"{counted(len(odd), 'rows')} (data row {odd[0] + 1} …)"
    note = f"The probabilities of {item.name} do not add up to 1 in {where}."
    return table, "probability", (*notes, note)


def _one_score(
    item: LearnerCells, classes: tuple[Any, ...], spoken_for: Any
) -> tuple[Array, ScoreKind, tuple[str, ...]]:
    if len(classes) != 2 or spoken_for is None:
        raise InputError(
            f"{item.name} has one score, but there are {len(classes)} classes.",
            item.where,
            "Bring a column of scores for every class, or leave this one out.",
        )
    names = [str(label) for label in classes]
    place = classes.index(spoken_for)
    if _are_of_predicted(item):
        scores, mine = item.scores[""].to_numpy(), _says(item, names[place])
        whole = np.column_stack([np.where(mine == (of == place), scores, 1 - scores) for of in (0, 1)])
        return (
            np.asfortranarray(whole),
            "probability",
            (
                f"The scores of {item.name} never lie below ½, whichever class it predicts: they were taken for the "
                "probability of the class that it predicts.",
            ),
        )
    note = f"The scores of {item.name} were taken to speak for {quoted(names[place])}."
    found = replace(item, scores={names[place]: item.scores[""]})
    table, kind, more = _from_one_class(found, names, 1 - place)
    if kind == "probability" and item.label is None:
        note += " They lie within 0 and 1 and are taken for probabilities."
    return table, kind, (note, *more)


def _says(item: LearnerCells, name: str) -> Array:
    """In which rows the label of a learner is that class."""
    return np.asarray(item.label == name)


def _are_of_predicted(item: LearnerCells) -> bool:
    """Whether scores are those of the class of two that is predicted: from ½ on, and no cut gives the labels."""
    if item.label is None or item.is_turned or item.is_marker:
        return False
    scores = item.scores[""].to_numpy(dtype=float)
    names = item.label.unique()
    if scores.min() < 0.5 or scores.max() > 1 or len(names) != 2:
        return False
    first, second = (scores[_says(item, name)] for name in names)
    return bool(first.max() > second.min() and second.max() > first.min())


def _from_one_class(
    item: LearnerCells, names: list[str], lacking: int
) -> tuple[Array, ScoreKind, tuple[str, ...]]:
    given = item.scores[names[1 - lacking]].to_numpy(dtype=float)
    notes: tuple[str, ...] = ()
    if _may_be_percent(given) and item.label is not None:
        said = (item.label == names[1 - lacking]).to_numpy()
        if ((given > 50) == said).mean() >= _NEARLY_ALL:
            given, notes = given / 100, (_divided(item.name),)
    if not item.is_marker and given.min() >= 0 and given.max() <= 1:
        table = np.empty((len(given), 2), order="F")  # each class in one piece, as it is read and used
        table[:, 1 - lacking] = given
        np.subtract(1, given, out=table[:, lacking])
        return table, "probability", notes
    return given if lacking == 0 else -given, "decision", ()


def _may_be_percent(scores: Array) -> bool:
    return bool(scores.min() >= 0 and 1 < scores.max() <= 100)


def _divided(name: str) -> str:
    return f"The probabilities of {name} are written in percent; they were divided by 100."


def _labels_of(
    item: LearnerCells,
    scores: Array | None,
    kind: ScoreKind | None,
    classes: tuple[Any, ...],
    truth: Array,
) -> tuple[Array, tuple[str, ...]]:
    """Class codes that a learner predicted; from its scores where it wrote no labels.

    Parameters
    ----------
    item : LearnerCells
    scores, kind
        As `_scores_of` gave them.
    classes : tuple
    truth : int array
        Class codes; they say how many are positive where the scores have no natural threshold.

    Raises
    ------
    InputError
        If the learner has neither labels nor scores.
    """
    if item.label is not None:
        codes = codes_of(item.label, classes)
        if scores is not None and len(codes):
            share = float((codes == _decided(scores, kind)).mean())
            if share < 0.5:
                return codes, (
                    f"The labels of {item.name} agree with its highest score in only {in_percent(share, '.0f')} of the "
                    "rows: check which column belongs to which class.",
                )
            return codes, _doubt_of_labels(item.name, codes, scores, share)
        return codes, ()
    if scores is None:
        raise InputError(f"{item.name} has neither labels nor scores.", item.where, "Name its columns.")
    if scores.ndim == 2 or ((scores > 0).any() and (scores < 0).any()):
        rule = "the class with the highest score" if scores.ndim == 2 else "the sign of the score"
        about_ties = _about_ties(scores, classes) if scores.ndim == 2 else ""
        return _decided(scores, kind), (f"{item.name} has no labels; {rule} was taken.{about_ties}",)
    return called_by_share(scores, truth), (
        f"{item.name} has scores without a natural threshold and no labels: as many of the highest scores were "
        "called positive as there are positives, equal ones alike. Its error rate means little; ROC and AUC do not "
        "need labels.",
    )


def _about_ties(scores: Array, classes: tuple[Any, ...]) -> str:
    """The sentence on rows in which several classes have the highest score; empty where there are none."""
    count = int(((scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1).sum())
    order = listing(map(quoted, map(str, classes)), most=5)
    return (
        f" In {counted(count, 'rows')} several classes have it: the first of them was taken, in the order {order}."
        if count
        else ""
    )


def _doubt_of_labels(name: str, codes: Array, scores: Array, share: float) -> tuple[str, ...]:
    """The sentence on labels that do not follow from the scores beside them, which may be those of another learner.

    Parameters
    ----------
    name : str
        Of the learner.
    codes : int array
        Its labels, as codes of classes.
    scores : array
        m × K, or m decision values.
    share : float
        Of the rows in which the label is the class with the highest score.
    """
    if scores.ndim == 2 and scores.shape[1] > 2:
        if share >= _FOLLOW:
            return ()
        how = "its highest score"
    else:
        given = scores[:, 1] - scores[:, 0] if scores.ndim == 2 else scores
        share = _by_best_cut(given, codes == 1)
        if share >= _FOLLOW:
            return ()
        how = "the best cut of its scores"
    return (
        f"The labels of {name} agree with {how} in only {in_percent(share, '.0f')} of the rows: check whether they "
        "are of the same learner.",
    )


def _by_best_cut(given: Array, mine: Array) -> float:
    """The largest share of rows that a cut of the scores puts on the side that their labels say."""
    step = 1 + len(given) // _MOST_RANKED
    given, mine = given[::step], mine[::step]
    order = np.argsort(given)
    ranked = given[order]
    right = np.concatenate([[0], np.cumsum(np.where(mine[order], -1, 1))]) + mine.sum()
    is_cut = np.concatenate([[True], ranked[1:] > ranked[:-1], [True]])
    return float(right[is_cut].max()) / len(given)


def _decided(scores: Array, kind: ScoreKind | None) -> Array:
    if scores.ndim == 2 and scores.shape[1] == 2:
        return (scores[:, 1] > scores[:, 0]).astype(np.int64)
    if scores.ndim == 2:
        return np.asarray(np.argmax(scores, axis=1))
    return (scores > (0.5 if kind == "probability" else 0)).astype(np.int64)


def _auc_note(name: str, scores: Array, truth: Array, positive: int) -> tuple[str, ...]:
    """Point out scores that rank the classes the wrong way round; nothing is turned.

    Parameters
    ----------
    name : str
        Of the learner.
    scores : array
        m × K, or m decision values for the second class.
    truth : int array
        Class codes.
    positive : int
        Code of the positive class.
    """
    given = scores[:, positive] if scores.ndim == 2 else scores if positive == 1 else -scores
    mine = truth == positive
    if _area_of_some(given, mine, _FEW_RANKED) > _CLEARLY:
        return ()
    auc = _area_of_some(given, mine, _MOST_RANKED)
    if auc >= 0.5:
        return ()
    return (
        f"The AUC of {name} is {auc:.3g}, below ½: its scores may speak for the other class, or be the higher the "
        "less likely. Nothing was turned round.",
    )


def _area_of_some(given: Array, mine: Array, most: int) -> float:
    """AUC of every so many instances, about `most` of them; 1 where one class is missing among them."""
    step = 1 + len(given) // most
    given, mine = given[::step], mine[::step]
    return area(given[mine], given[~mine]) if 0 < mine.sum() < len(mine) else 1.0
