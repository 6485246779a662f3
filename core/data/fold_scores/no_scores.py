"""Columns of numbers that are no scores of learners: told before a table with one column per learner is read."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.data.columns.measures import is_measure, known
from core.data.columns.names import MOST_LEARNERS, PLACES, UNNAMED, find_roles, normal
from core.data.columns.tidy_cells import texts
from core.data.counts.cells import are_two_counts, columns_of_counts
from core.data.tables.header import BETWEEN
from core.data.tables.table import RawTable
from core.errors import InputError, listing, quoted
from core.records import Array


def _each(words: str) -> frozenset[str]:
    return frozenset(words.split())


_TRUTHS = _each(
    "y_true y_test y_target y_actual true truth actual ground_truth gold target label y obs observed "
    "class outcome "
)
_PREDICTED = frozenset({"predicted", "prediction", "predictions", "y_pred"})
_PARTS = r"train|training|valid|validation|val|eval|test|learn|dev"
_CURVE = re.compile(rf"({_PARTS})([_. ~-].*)?|.*loss|.*[_. -](mean|std|stdv|stdev)")
_ON_TRAINING = re.compile(r"_train(ing)?$|^train(ing)?_")
_ON_OTHERS = re.compile(r"_(test|valid|validation|val|cv)$|^(test|valid|validation|val|cv)_")
_ROUNDS = _each(
    "epoch epochs step steps round rounds global_step train_size train_sizes number_of_trees iterations "
    "timestamp n_samples threshold thresholds "
)
_STATISTICS = _each(
    "min min. 1st_qu. 1st_qu median mean 3rd_qu. 3rd_qu max max. na_s count std 25% 50% 75% sd df sum_sq "
    "mean_sq f pr(_f) pr_f p p_value p_adj t coef. coef std.err. std_err p_t dfb_const cooks_d "
    "standard_resid lower upper ci_lower fpr tpr specificity sensitivity threshold thresholds importance "
    "importances gain cover relative_importance scaled_importance percentage support precision recall "
    "f1_score pre rec spe f1 geo iba sup ci_upper pos_pred_value neg_pred_value prevalence detection_rate "
    "detection_prevalence balanced_accuracy statistic z meandiff reject "
)
_CORRECTED = r"(?:[_ .-]*(?:adj(?:usted)?|corr(?:ected)?)\.?|\s*\([^()]*\)|[_ ](?:of|for)[_ ].*)*"
_OF_OTHERS = re.compile(
    r"(?:.*[_ .(-])?(?:±|\+/?-|s\.[de]\.?|std[_ .]+(?:dev|err(?:or)?)\.?|p[-_ .]?val(?:ue)?s?|p[-_ ]?wert)"
    rf"{_CORRECTED}\)?(?:\.\d+)?|(?:±|\+/?-)[_ ].*",
    re.IGNORECASE,
)
"""Names of spreads and p-values that no learner bears; a second column of the name has a number."""
_LOOKED_AT = 1000
_MOST_COUNTED = 20
"""Rows of a table that counts the errors of a learner each."""
_FEWEST_RANKED = 3
"""Learners and rows from which on ranks are told from scores that happen to be 1, 2 and 3."""
_KINDS = 3
"""What was wrong, what was right, and all."""
_LONGEST_MEASURE = 3
"""Words of a measure in the name of a column."""
INSTANCES = "Bring it on the tab Predictions, which takes one row per instance."
"""The way on where rows seem to be instances, with predictions or without."""
_REPORT = "Bring the predictions behind it on the tab Predictions; Measures makes such tables of them."
BESIDE_LEARNERS = (
    "Choose the layout with one column per learner and say which these are; or the long table with one column per "
    "measure, and say which column names the learners, if there are several."
)
_FOLDS = "Bring one column per learner and one row per fold, or the columns learner, fold and score."


def no_scores_refusal(table: RawTable, learners: Sequence[str]) -> InputError | None:
    """Why columns that would be taken for learners are none, as a refusal; None where nothing speaks against it."""
    if len(learners) > MOST_LEARNERS:
        return None
    if len(table.frame) > _LOOKED_AT:
        table = replace(table, frame=table.frame.head(_LOOKED_AT), head=None)
    for reason in (
        predictions_refusal,
        _labels,
        _columns_named,
        _report,
        _matrix,
        _curves,
        _statistics,
        _spreads,
        _ranks,
        _training,
        _folds_of_learners,
        _attributes,
        _two_names,
        _several_measures,
    ):
        found = reason(table, learners)
        if found is not None:
            return InputError(f"the columns are not scores of learners: {found[0]}.", table.where, found[1])
    return None


def counts_refusal(table: RawTable) -> InputError | None:
    """Why a table holds counts of errors, with a row or a column per learner, as a refusal; None where it does not."""
    names = _counted(table) if len(table.frame) <= _MOST_COUNTED else []
    if not names:
        return None
    count = "counts" if len(names) == 1 else "count"
    return InputError(
        f"{listing(map(quoted, names))} {count} instances: these are no scores of folds.",
        table.where,
        "Bring it on the tab Counts.",
    )


def _counted(table: RawTable) -> list[str]:
    """The names of columns, or of rows, that say what is counted, where all is counted once for each learner."""
    first, *others = table.columns
    if are_two_counts(table.columns, len(table.frame)):
        return others
    places = columns_of_counts(table.columns)
    if places is not None:
        columns = [table.columns[place] for place in places.values()]
        named = [name for name in table.columns if not table.is_numeric(name)]
        whole = are_counts(table, columns) and not find_roles(table, {}, ("fold", "replicate", "dataset"))
        return columns if whole and all(texts(table, name).is_unique for name in named) else []
    if table.is_numeric(first) or not 1 < len(table.frame) <= _KINDS:
        return []
    rows = texts(table, first).fillna("").tolist()
    return rows if columns_of_counts(rows) and others and are_counts(table, others) else []


def are_counts(table: RawTable, columns: Sequence[str]) -> bool:
    """Whether columns hold whole numbers, not of single instances."""
    if not all(map(table.is_numeric, columns)):
        return False
    values = np.concatenate([_numbers(table, name) for name in columns])
    return bool(len(values) and (values >= 0).all() and (values % 1 == 0).all() and values.max() > 1)


def order_refusal(table: RawTable) -> InputError | None:
    """Why the rows of a table are points of a curve, as a refusal; None where nothing says so."""
    found = _ordered(table)
    return (
        None
        if found is None
        else InputError(f"these are no scores of folds: {found[0]}.", table.where, found[1])
    )


def descends(table: RawTable, column: str) -> bool:
    """Whether values go one way from row to row, as a loss does while a learner is trained."""
    steps = np.sign(np.diff(_numbers(table, column)))
    return len(steps) > 6 and max((steps > 0).mean(), (steps < 0).mean()) > 0.9


def predictions_refusal(table: RawTable, _learners: Sequence[str] = ()) -> tuple[str, str] | None:
    """Why rows are single instances, and what to do: truth and prediction stand beside one another; None otherwise."""
    truth = next((name for name in table.columns if normal(name) in _TRUTHS), None)
    predicted = next((name for name in table.columns if normal(name) in _PREDICTED), None)
    if truth is not None and predicted is not None:
        return f"{quoted(truth)} and {quoted(predicted)} are of single instances", INSTANCES
    return None


def _labels(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    truth = next((name for name in learners if normal(name) in _TRUTHS), None)
    if truth is not None:
        return f"{quoted(truth)} is what was to be predicted, so the rows seem to be instances", INSTANCES
    values = {value for name in learners for value in np.unique(_numbers(table, name))}
    if len(table.frame) > 2 and values == {0.0, 1.0}:
        return (
            "they hold 0 and 1 alone, so that each row is one instance",
            "Where 1 means an error, as of leave-one-out, paste one or two of these columns, and no other, with their "
            "names on the tab Counts. Where they are labels: "
            f"{INSTANCES} Add the truth as a column y_true.",
        )
    return None


def _numbers(table: RawTable, name: str) -> Array:
    values = table.numbers(name).values.to_numpy()
    return values[np.isfinite(values)]


def _report(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """A report of measures by class, as scikit-learn's classification_report writes it."""
    names = {normal(name) for name in (*learners, *_row_names(table, learners))}
    if {"precision", "recall"} <= names and names & {"support", "f1_score", "macro_avg", "weighted_avg"}:
        return "they are measures by class of one learner, as in a classification report", _REPORT
    return None


def _row_names(table: RawTable, learners: Sequence[str]) -> set[str]:
    others = [name for name in table.columns if name not in learners]
    return set(texts(table, others[0]).dropna()) if others else set()


def _columns_named(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Cells that name the columns beside them, some of them again and again: the better learner, or a prediction."""
    for name in table.columns:
        if name in learners or table.is_numeric(name):
            continue
        cells = texts(table, name).dropna()
        if len(cells) > cells.nunique() > 1 and set(cells) <= set(learners):
            hint = "Leave it out, or say which columns are the learners; predictions belong on the tab Predictions."
            return f"{quoted(name)} names one of the columns beside it in every row", hint
    return None


def _matrix(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Rows called like the columns, or as many whole numbers as in a table of classes by classes."""
    others = [name for name in table.columns if name not in learners]
    counts = all((_numbers(table, name) % 1 == 0).all() for name in learners)
    names = {name.lstrip("X") for name in learners}
    rows = _row_names(table, learners)
    is_square = len(table.frame) == len(learners) and (not others or names == rows)
    gaps = bool(table.frame[list(learners)].isna().to_numpy().any())
    same = len(rows & names) > (0 if gaps else 1) and len(rows) <= len(names) + 1
    if counts and (is_square or same):
        return "they count classes against classes, as a confusion matrix does", _REPORT
    if same:
        return "rows and columns bear the same names, as in a matrix of p values or correlations", _FOLDS
    return None


def _ordered(table: RawTable) -> tuple[str, str] | None:
    order = next((name for name in table.columns if normal(name) in _ROUNDS), None)
    if order is None:
        return None
    return (
        f"the rows follow one another by {quoted(order)}, as in a curve or a log",
        f"They depend on one another. {_FOLDS}",
    )


def _curves(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    order = _ordered(table)
    if order is not None:
        return order
    hint = f"They depend on one another. {_FOLDS}"
    curves = [name for name in learners if _CURVE.fullmatch(name.strip().lower())]
    if len(curves) > 1 or (curves and len(learners) == 1):
        return (
            f"{listing(map(quoted, curves), most=3)} look like the log of a training, one row per round",
            hint,
        )
    return None


def _spreads(_table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Columns that are called spreads, or p-values, of those beside them."""
    names = [name for name in learners if _OF_OTHERS.fullmatch(name)]
    if not names:
        return None
    what = "is a spread or a p-value" if len(names) == 1 else "are spreads or p-values"
    hint = "Leave them out, or say which columns are the learners."
    return f"{listing(map(quoted, names), most=3)} {what}", hint


def _statistics(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    found = [name for name in learners if normal(name) in _STATISTICS or _begins(name)]
    if len(found) > 1 or (found and len(learners) < 3):
        return (
            f"{listing(map(quoted, found), most=3)} are statistics or measures, each of something else",
            _FOLDS,
        )
    differences = [name for name in learners if re.fullmatch(r".+(\.diff\.| - | vs\.? ).+", name)]
    if differences:
        return f"{quoted(differences[0])} is a difference of two", _FOLDS
    measures = [name for name in learners if is_measure(name)]
    times = [name for name in learners if _is_time(name, learners)]
    if 0 < len(times) < len(learners) and set(measures) <= set(times):
        verb = "holds" if len(times) == 1 else "hold"
        hint = "Leave times out, or say which columns are the learners."
        return f"{listing(map(quoted, times), most=3)} {verb} times", hint
    if len(measures) > 1 or measures == learners:
        hint = _who_names_learners(table, learners) or (
            "Name the learner in a column, or choose the layout with one column per measure."
        )
        what = "is a measure" if len(measures) == 1 else "are measures"
        return f"{listing(map(quoted, measures), most=3)} {what}", hint
    if measures:
        names = [quoted(name) for name in learners if name not in measures]
        others = f"{listing(names, most=3)} may be {'a learner' if len(names) == 1 else 'learners'}"
        return f"{quoted(measures[0])} is a measure, while {others}", BESIDE_LEARNERS
    return None


def _ranks(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Places from 1 on in every row, those that are shared counted half."""
    count = len(learners)
    if min(count, len(table.frame)) < _FEWEST_RANKED:
        return None
    values = np.column_stack([table.numbers(name).values for name in learners])
    places = (values >= 1) & (values <= count) & (2 * values == np.floor(2 * values))
    if places.all() and (values.sum(axis=1) == count * (count + 1) / 2).all():
        hint = "Bring the scores behind them: Many data sets ranks them."
        return f"every row holds ranks, the places from 1 to {count}", hint
    return None


def _training(_table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Scores on training sets beside those on others, ``tree_train`` beside ``tree_test``."""
    stems = {name: _ON_TRAINING.sub("", normal(name)) for name in learners}
    seen = [name for name in learners if stems[name] != normal(name)]
    others = {_ON_OTHERS.sub("", normal(name)) for name in learners if name not in seen}
    if seen and {stems[name] for name in seen} <= others:
        return (
            f"{listing(map(quoted, seen), most=3)} seem to be measured on training sets, the others not",
            "Leave out the columns of the training sets, or say which columns are the learners.",
        )
    return None


def _who_names_learners(table: RawTable, learners: Sequence[str]) -> str:
    """Ask which of the columns of words that repeat themselves names the learner; empty where none may."""
    placed = find_roles(table, {}, PLACES).values()
    rest = [name for name in table.columns if name not in (*learners, *placed)]
    cells = {name: texts(table, name).dropna() for name in rest if not table.is_numeric(name)}
    words = [quoted(name) for name, each in cells.items() if 1 < each.nunique() < len(each)]
    if not words:
        return ""
    asked = f"Which of {listing(words, most=6)} names" if len(words) > 1 else f"Does {words[0]} name"
    return f"{asked} the learner? Choose the layout with one column per measure and say so."


def _is_time(name: str, learners: Sequence[str]) -> bool:
    """Whether a column is called a time, or that of a learner beside it, as tree_time is."""
    whose = normal(name).removesuffix("_time").removeprefix("time_")
    is_time = known(name).is_time or normal(name).startswith("time_")
    return is_time and (is_measure(name) or whose in map(normal, learners))


def _begins(name: str) -> bool:
    return normal(name).startswith(("mean_", "std_", "avg_", "sd_")) or normal(name).endswith(
        ("_mean", "_std", "_sd")
    )


def _folds_of_learners(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    called = [name for name in learners if re.fullmatch(r"(.*[_ .-])?(split|fold)[_ .-]?\d+", name.lower())]
    if len(called) > 1:
        return f"{listing(map(quoted, called), most=3)} are single folds", _FOLDS
    numbered = all(re.fullmatch(r"[XV]?\d+|column \d+", name) for name in learners)
    others = [name for name in table.columns if name not in learners]
    sizes = [name for name in others if table.is_numeric(name) and UNNAMED.fullmatch(name)]
    if numbered and (len(learners) > 2 or sizes) and not all(name.startswith("column") for name in learners):
        return f"they are called {listing(map(quoted, learners), most=3)}, which count something", _FOLDS
    return None


def _attributes(table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Attributes of a data set: names with units, or columns of very different size; predictions beside them."""
    beside = [name for name in learners if name.endswith(")") and name.rpartition(" (")[0] in table.columns]
    if beside:
        return f"{listing(map(quoted, beside), most=3)} seem to be probabilities of classes", INSTANCES
    ids = [
        name
        for name in learners
        if re.fullmatch(r"(.*_)?ids?|.*[a-z]I[Dd]", name.strip()) and _counts(table, name)
    ]
    if ids:
        return f"{quoted(ids[0])} numbers the rows, which seem to be instances", INSTANCES
    units = [name for name in learners if re.search(r"\((cm|mm|m|kg|g|s|usd|years?)\)", name.lower())]
    if units:
        return (
            f"{quoted(units[0])} is a measurement, so this seems to be a data set",
            "Bring it on the tab Data set.",
        )
    centres = [abs(float(np.median(values))) for name in learners if len(values := _numbers(table, name))]
    several = len(learners) > 3 and min(centres) >= 0 and max(centres) > 1 and len(table.frame) > 10
    if several and max(centres) > 30 * max(min(centres), 0.01):
        words = "their sizes differ too much for one measure, so this seems to be a data set"
        return words, "Bring it on the tab Data set."
    return None


def _counts(table: RawTable, name: str) -> bool:
    values = _numbers(table, name)
    return bool((values % 1 == 0).all()) and len(np.unique(values)) == len(table.frame)


def _two_names(_table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    pairs = [name for name in learners if name.count(BETWEEN) == 1]
    if len(pairs) > 1:
        return (
            f"{listing(map(quoted, pairs), most=3)} have two names each, neither of which is a measure",
            _FOLDS,
        )
    return None


def _several_measures(_table: RawTable, learners: Sequence[str]) -> tuple[str, str] | None:
    """Columns that each name a learner and a measure, ``A error`` beside ``A accuracy``."""
    named = {name: _measure_in(name) for name in learners}
    if None in named.values() or len(set(named.values())) < 2:
        return None
    first = {measure: name for name, measure in reversed(named.items())}
    return (
        f"{listing(map(quoted, reversed(first.values())), most=3)} name different measures, which cannot be compared",
        "Leave the columns of one measure and call each after its learner, or bring the columns learner, fold, measure "
        "and score.",
    )


def one_measure_in(learners: Sequence[str]) -> str | None:
    """The measure that all names hold beside the learner, as ``tree_accuracy`` and ``svm_accuracy``; else None."""
    named = {_measure_in(name) for name in learners}
    return named.pop() if len(named) == 1 else None


def _measure_in(name: str) -> str | None:
    """The measure that a name ends or begins with, something else standing beside it."""
    words = normal(name).split("_")
    for count in range(min(_LONGEST_MEASURE, len(words) - 1), 0, -1):
        for part in ("_".join(words[-count:]), "_".join(words[:count])):
            if is_measure(part):
                return known(part).key
    return None
