"""Assumptions that several tests share, each held against the inputs and the facts of the design."""

import math
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.designs import DESIGNS
from core.inference.declaration.entry import Assumption, Check, Shared, Terms
from core.inference.declaration.number_words import short
from core.records import Array, DesignFacts
from core.written import in_percent, level_text

Answer = tuple[bool | None, str]

UNKNOWN_DESIGN = "The design that the folds come from is not known, so this cannot be checked."
M_BY_TWO = ("5x2", "blocked_3x2", "balanced_5x2", "balanced_mx2")
USUAL_ALPHA = 0.05
"""Level that assumptions are held against where none is asked for."""
MOST_SLACK = 0.1
"""Instances by which a share that is written to few decimals may be off, and still tells how many they were."""
MOST_TIMES = 10
"""Scores of one data set that are so many times those of another are hardly in one unit."""
BALANCED = ("blocked_3x2", "balanced_5x2", "balanced_mx2")


def _independent(_terms: Terms, facts: DesignFacts | None) -> Answer:
    if facts is None or facts.overlap_supposed:
        return None, UNKNOWN_DESIGN
    if facts.training_sets_overlap:
        return False, (
            "The training sets share instances, so the fold scores are correlated and the variance is "
            "estimated too small: the test rejects too often."
        )
    return True, "No two training sets share instances."


def _overlapping(_terms: Terms, facts: DesignFacts | None) -> Answer:
    if facts is None or facts.overlap_supposed:
        return None, UNKNOWN_DESIGN
    if not facts.training_sets_overlap:
        return (
            False,
            "No two training sets share instances: there is no overlap to correct; use the paired t test.",
        )
    return True, "Training sets overlap, which the corrected variance allows for."


def _nearly_normal(terms: Terms, facts: DesignFacts | None) -> Answer:
    """One judgement by the sizes of the sets and by the values: few values are not normal, however many instances."""
    sizes = _sizes(terms, facts)
    coarse, shared = _coarse(terms, sizes), terms.get("shared")
    hardly = "such coarse values are hardly normal."
    if sizes is None or np.min(sizes) < 1:  # below one: shares of the data, not counts
        if coarse:
            return False, f"{coarse[:1].upper()}{coarse[1:]}: {hardly}"
        unknown = "The sizes of the validation sets are unknown; they should hold 30 instances or more."
        return (None, unknown) if shared is None else _by_what_is_shared(shared)
    size = float(np.min(sizes))
    which = "The smallest validation set" if float(np.max(sizes)) > size else "A validation set"
    mean = "" if size == int(size) else "on average "
    held = f"{which} holds {mean}{short(size)} instance{'' if size == 1 else 's'}"
    if coarse:
        return False, f"{held}, {'but' if size >= 30 else 'and'} {coarse}: {hardly}"
    if size < 30 and (shared is None or shared.fewest is None or shared.fewest >= 30):
        return False, f"{held}: under 30, a fold score is hardly normal."
    enough = f"{held}: enough for a mean over them to be nearly normal."
    return (True, enough) if shared is None else _by_what_is_shared(shared, f" ({held[0].lower()}{held[1:]})")


def _by_what_is_shared(shared: Shared, held: str = "") -> Answer:
    """The same where a score is a share of those alone that are called positive, or are.

    How many these are comes first: the instances of a whole set, in brackets, do not decide it.
    """
    whole = f"The score of a fold is a share of those that are {shared.words}"
    if shared.fewest is None:
        return (
            None,
            f"{whole}, fewer than its set holds{held}. How many is not known; they should be 30 or more.",
        )
    if shared.fewest < 30:
        return False, f"{whole}, as few as {shared.fewest} in a fold{held}: under 30, it is hardly normal."
    return True, f"{whole}, {shared.fewest:,} or more in a fold{held}: enough for it to be nearly normal."


def _sizes(terms: Terms, facts: DesignFacts | None) -> Any:
    sizes = terms.get("n_validation")
    return facts.n_validation if sizes is None and facts is not None else sizes


class _NearlyNormal(Assumption):
    """Is titled by the values where they alone are the reason: sets of this size are large enough for other tests."""

    def check(self, terms: Terms, facts: DesignFacts | None) -> Check:
        """Hold the sizes of the sets and the values against what is nearly normal."""
        found, sizes = super().check(terms, facts), _sizes(terms, facts)
        small = sizes is not None and 1 <= np.min(sizes) < 30
        if small or not _coarse(terms, sizes):
            return found
        return replace(found, title="Enough different values to be nearly normal")


def _normal_differences(terms: Terms, facts: DesignFacts | None) -> Answer:
    """Nothing can show it; what the sizes of the sets and the values say against it is not withdrawn."""
    against = "The assumption above is not met, which speaks against it. " * (
        _nearly_normal(terms, facts)[0] is False
    )
    return None, (
        f"{against}Look at the picture of the fold scores. It cannot prove it, and a preliminary test of "
        "normality would change the size of this test; it is robust to mild departures."
    )


def _constant_ratio(terms: Terms, _facts: DesignFacts | None) -> Answer:
    ratios = np.asarray(terms["n_validation"], dtype=float) / np.asarray(terms["n_train"], dtype=float)
    spread = float(np.max(ratios) / np.min(ratios) - 1)
    if spread > 0.1:
        return (
            False,
            f"The ratio of validation to training size varies by {in_percent(spread, '.0f')}; the pooled "
            "ratio is used.",
        )
    mean = short(float(np.mean(ratios)))
    if spread < 1e-9:
        return True, f"The ratio of validation to training size is {mean} for every pair."
    varies = f"varies by {in_percent(spread, '.1g')} only"
    return True, f"The ratio of validation to training size is {mean} on average and {varies}."


def _coarse(terms: Terms, sizes: Any) -> str:
    """Why the values that are judged are hardly normal, whatever the sizes of the sets; empty where nothing says so."""
    differences = terms.get("differences")
    if differences is None and "a" in terms:
        differences = np.asarray(terms["a"], dtype=float) - np.asarray(terms["b"], dtype=float)
    values = np.asarray(terms.get("scores", ()) if differences is None else differences, dtype=float)
    # where all differences are 0 there is nothing to be normal
    if not np.round(values - terms.get("p0", 0.0), 12).any():
        return ""
    counted = _counted(values, sizes)
    distinct = np.unique(np.round(values.ravel() if counted is None else counted[0] / counted[1], 12))
    # smaller sets speak against it themselves, in fewer words
    if differences is None and counted is not None and len(distinct) > 2 and counted[1].min() >= 30:
        of_some, of_others = (len(np.unique(one)) for one in (counted[0], counted[1] - counted[0]))
        if min(of_some, of_others) <= 2:  # in sets of nearly one size
            return "counted in instances the scores take two values only"
    if differences is not None and counted is not None and np.abs(counted[0]).max() < 2:
        return "in no fold do the learners differ by more than one instance"
    if len(distinct) > 2:
        return ""
    of = "scores" if differences is None else "differences"
    return f"the {of} take {'one value' if len(distinct) == 1 else 'two values'} only"


def _counted(values: Array, sizes: Any) -> tuple[Array, Array] | None:
    """Values as whole numbers of instances, and the sizes of their folds; None where they are no such shares.

    Those that were written to few decimals are known no better: a difference of two to one unit of the last place.
    """
    each = np.ravel(0.0 if sizes is None else sizes).astype(float)
    if each.min() < 1 or each.size not in (1, values.size):
        return None
    steps = values.ravel() * each
    unit = next((10.0**-d for d in range(2, 10) if np.allclose(values, np.round(values, d), 0, 1e-12)), 0.0)
    slack = 1e-6 + (unit * each if unit * each.max() <= MOST_SLACK else 0.0)
    whole = np.round(steps)
    return (whole, each) if np.all(np.abs(steps - whole) <= slack) else None


def made_for(keys: Collection[str], words: str) -> Assumption:
    """Make the assumption that the folds come from one of these designs."""

    def judge(_terms: Terms, facts: DesignFacts | None) -> Answer:
        if facts is None or facts.key is None:
            return None, f"{UNKNOWN_DESIGN} The test was made for {words}."
        if facts.key in keys:
            return True, f"The folds come from {words}."
        return (
            False,
            f"The test was made for {words}; these folds come from another design: {_design_title(facts.key)}.",
        )

    return Assumption("design", f"Folds of {words}", judge)


def _design_title(key: str) -> str:
    return DESIGNS[key].title if key in DESIGNS else key


def at_least(term: str, least: float, title: str, otherwise: str) -> Assumption:
    """Make the assumption that a term is at least so large.

    Parameters
    ----------
    term : str
        Name of the term.
    least : float
    title : str
        The assumption in words.
    otherwise : str
        What follows where it does not hold.
    """

    def judge(terms: Terms, _facts: DesignFacts | None) -> Answer:
        value = float(np.min(terms[term]))
        if value >= least:
            return True, f"Here: {short(value)}."
        return False, f"Here: {short(value)}; {otherwise}"

    return Assumption(f"{term}_at_least", title, judge)


@dataclass(frozen=True)
class _SignsEnough(Assumption):
    """Has in its title the two numbers of signs that can reach the level which is judged at."""

    mid_p: bool = False

    def check(self, terms: Terms, facts: DesignFacts | None) -> Check:
        """Hold the number of signs against those that can reach the level."""
        told = iter(_fewest_signs(terms["alpha"], mid_p=self.mid_p))
        title = _NUMBER.sub(lambda _: str(next(told)), self.title)
        return replace(super().check(terms, facts), title=title)


def _fewest_signs(alpha: float, *, mid_p: bool) -> tuple[int, int]:
    """How many signs can reach p ≤ α two-sided, and one-sided.

    Where all are alike, p is ½ to the power of their number: twice that if two-sided, half of it as a mid-p.
    """
    halvings = -math.log2(alpha) - mid_p
    return max(1, math.ceil(halvings + 1)), max(1, math.ceil(halvings))


def signs_enough(term: str, what: str, *, mid_p: bool = False, code: str = "") -> Assumption:
    """Make the assumption that signs are so many that they can reach the level which is judged at.

    Parameters
    ----------
    term : str
        Name of the term that counts them.
    what : str
        What has the signs, in plural.
    mid_p : bool
        Whether p is a mid-p.
    code : str
        Of the assumption, where it is known by another one than the term's.
    """

    def judge(terms: Terms, _facts: DesignFacts | None) -> Answer:
        value, alpha, is_two_sided = (
            int(np.min(terms[term])),
            terms["alpha"],
            terms["alternative"] == "two-sided",
        )
        two, one = _fewest_signs(alpha, mid_p=mid_p)
        enough, side = (two, "two-sided") if is_two_sided else (one, "one-sided")
        if value >= enough:
            return True, f"Here: {value}."
        return False, f"Here: {value}; fewer than {enough} cannot reach p ≤ {level_text(alpha)} {side}."

    two, one = _fewest_signs(USUAL_ALPHA, mid_p=mid_p)
    title = f"{two} {what} or more, {one} for a one-sided claim"
    return _SignsEnough(code or f"{term}_at_least", title, judge, mid_p=mid_p)


def always(code: str, title: str, sentence: str) -> Assumption:
    """Make an assumption that no input can show to hold or fail."""
    return Assumption(code, title, lambda _terms, _facts: (None, sentence))


def sizes_of_rows(table: Array) -> tuple[float, float]:
    """Mean size of the scores in the row where they are smallest, and where they are largest; empty rows left out."""
    known = table[np.isfinite(table).any(axis=-1)]
    sizes = np.nanmean(np.abs(known), axis=-1)
    return float(sizes.min()), float(sizes.max())


def far_apart(table: Array) -> bool:
    """Whether scores of data sets, a row each, can hardly have a common unit; up to one they are taken for rates."""
    least, largest = sizes_of_rows(table)
    return largest > 1 and largest > MOST_TIMES * least


def _commensurable(terms: Terms, _facts: DesignFacts | None) -> Answer:
    table = terms.get("scores")
    if table is None:
        table = np.column_stack([np.ravel(terms[name]) for name in ("a", "b") if name in terms])
    least, largest = sizes_of_rows(table)
    if not far_apart(table):
        return None, "A difference means as much on one data set as on another."
    return False, (
        f"Scores lie near {short(least)} on one data set and near {short(largest)} on another: their differences have "
        "hardly a common unit, and those where scores are large decide. The sign test over data sets needs none."
    )


def _one_prediction_each(_terms: Terms, facts: DesignFacts | None) -> Answer:
    if facts is None:
        return None, "Each instance must be counted once; it is not known where the predictions come from."
    if facts.grouped:
        return False, "The instances come in groups, so they are not independent."
    if facts.pooled and facts.key is None:
        return None, (
            "It is not known whether one model of each learner predicted every instance, or each fold its own: "
            "then the test is near its level for stable learners only."
        )
    if facts.one_classifier:
        return True, "One validation set, every instance predicted once by one model of each learner."
    if facts.every_instance_once:
        return False, (
            "The predictions are pooled over the folds of one pass: every instance once, but by several "
            "models whose training sets overlap."
        )
    return False, "Some instances were predicted more than once; they are not independent."


INDEPENDENT_DATASETS = always(
    "independent_datasets", "Independent data sets", "The rows must be data sets, not folds of one."
)
COMMENSURABLE = Assumption("commensurable", "Sizes that can be compared", _commensurable)
INDEPENDENT_PAIRS = Assumption("independent_pairs", "Independent training sets", _independent)
OVERLAPPING_PAIRS = Assumption("overlapping_pairs", "Overlapping training sets", _overlapping)
LARGE_VALIDATION_SETS = _NearlyNormal(
    "validation_size", "Validation sets large enough for nearly normal scores (30 instances)", _nearly_normal
)
NORMAL_SCORES = Assumption(
    "normal", "Nearly normal fold scores", _normal_differences, other_names=("normality",)
)
CONSTANT_RATIO = Assumption("ratio", "One ratio of validation to training size", _constant_ratio)

NORMAL_OVER_DATASETS = always(
    "normal",
    "Nearly normal differences over data sets",
    "Look at the picture of the differences. It cannot prove it, and a preliminary test of normality would change the "
    "size of this test; a few data sets on which the learners lie far apart can decide it.",
)
ROWS_ARE_DATASETS = Assumption(
    INDEPENDENT_DATASETS.code,
    INDEPENDENT_DATASETS.title,
    lambda _terms, _facts: (True, "Each row is a data set of its own, not a fold of one."),
)
"""The same where it is known what the rows are: somebody said it, or they come of runs on several data sets."""
_INDEPENDENT = (INDEPENDENT_DATASETS.code, INDEPENDENT_PAIRS.code, "independent_rows")
_NUMBER = re.compile(r"\d+")
_OF_FOLDS = re.compile(r"\b(folds|pairs|rows)\b")


def over_datasets(assumptions: Iterable[Assumption]) -> Iterator[Assumption]:
    """What a test made for folds takes for granted where its rows are data sets.

    Parameters
    ----------
    assumptions : iterable of Assumption

    Yields
    ------
    Assumption
        None on validation sets: their size makes a score over one fold normal, not one over data sets.
    """
    for item in assumptions:
        if item.code in _INDEPENDENT:
            yield ROWS_ARE_DATASETS
            if item.code == INDEPENDENT_PAIRS.code:
                yield COMMENSURABLE
        elif item.code == NORMAL_SCORES.code:
            yield NORMAL_OVER_DATASETS
        elif item.code != LARGE_VALIDATION_SETS.code:
            yield replace(item, title=_OF_FOLDS.sub("data sets", item.title))


def _independent_units(terms: Terms, facts: DesignFacts | None) -> Answer:
    if terms.get("groups") is None:
        return _one_prediction_each(terms, facts)
    if facts is None or facts.one_classifier:
        return None, "Groups are taken whole, instances of one may depend on each other; the groups must not."
    return _one_prediction_each(terms, replace(facts, grouped=False))


INDEPENDENT_UNITS = Assumption(
    "instances", "Independent instances or groups, each counted once", _independent_units
)
INDEPENDENT_INSTANCES = Assumption(
    "instances", "Independent instances, each counted once", _one_prediction_each
)
