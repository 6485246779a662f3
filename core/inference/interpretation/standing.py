"""Many learners and who is told apart from whom → the verdict in brief, the answer first."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import TypeAlias

from core.errors import listing
from core.inference.interpretation.brief import TOO_LITTLE, Brief
from core.inference.verdicts.grouping import Grouping, Groups
from core.inference.verdicts.verdict import Verdict
from core.names import in_a_headline
from core.records import factors_in
from core.written import counted, level_text

MOST_NAMED, MOST_GROUPED, MOST_LETTERS = 4, 8, 120
"""Learners named in a row, and in groups, and how long their names may be together; pictures show the others."""


@dataclass(frozen=True)
class Words:
    """How learners stand to one another.

    Attributes
    ----------
    ahead : str
        What the better of two does: "ranks ahead of".
    several_ahead : str
        What several of them do.
    place : str
        What they share when none is first: "mean rank".
    """

    ahead: str
    several_ahead: str
    place: str


RANKS = Words("ranks ahead of", "rank ahead of", "mean rank")
MEANS = Words("is better than", "are better than", "mean score")
Called: TypeAlias = Mapping[str, str]
"""What each learner is called in an answer: long names are shortened in a headline, told apart from all others."""
SEE_REASONS = ": see all pairs for the reasons"
"""Where a page has them; a text that is taken along has none to look at."""
SEE_FACTORS = ": see Factors"
"""Likewise."""


def standing(
    grouping: Grouping,
    words: Words,
    alpha: float,
    basis: str,
    overall: Verdict | None = None,
    *,
    decidable: bool = True,
    whole: bool = False,
    by: str = "",
    factors_judged: bool = True,
) -> Brief:
    """Say who is told apart from whom: of the first learner, or of the control.

    Parameters
    ----------
    grouping : Grouping
    words : Words
    alpha : float
        What the grouping was made at.
    basis : str
        What it rests on: "12 pairs by mean ranks, p adjusted by Holm".
    overall : Verdict, optional
        Of the test of all learners at once: it may reject where no pair can be named.
    decidable : bool
        Whether any outcome could have told some pair apart.
    whole : bool
        Whether long names stand in whole in the answer, too: a text has no line that they could break.
    by : str
        What judged the pairs, where another test of them stands beside the verdict: that may tell other pairs apart.
    factors_judged : bool
        Whether the analysis of factors, where learners are cells, has an answer.

    Returns
    -------
    Brief
        Nobody is named as better without being told apart from somebody; long names are shortened in the answer.
    """
    learners = grouping.learners
    called = dict(zip(learners, learners if whole else in_a_headline(learners), strict=True))
    apart, numbers = grouping.pairs_apart, f"{basis}; α = {level_text(alpha)}"
    if not grouping.pairs_compared:
        none = _none(grouping.pairs_unjudged, "pairs", "could")
        return Brief("No verdict", f"{none} be judged{SEE_REASONS}.", "", numbers, None)
    if not apart:
        differ = overall is not None and grouping.control is None and overall.rejects(alpha)
        answer, effect = (
            _unnamed(grouping, by)
            if differ
            else _nothing(grouping, called, overall, by, decidable=decidable, factors_judged=factors_judged)
        )
    elif grouping.control is not None:
        answer, effect = _to_control(grouping, grouping.control, words, called)
    else:
        answer, effect = _of_the_first(grouping, words, called)
    return Brief(answer, effect + _unjudged(grouping), _alike(grouping), numbers, bool(apart))


def bars(grouping: Grouping, adjustment: str, *, shaded: bool = False) -> str:
    """Say what the bars beside the learners join.

    Parameters
    ----------
    grouping : Grouping
    adjustment : str
        By what p is adjusted.
    shaded : bool
        Whether the critical difference is drawn around the control.
    """
    if not grouping.pairs_compared:
        return "No pair is judged, so that nothing is said of who is told apart."
    if grouping.control is not None:
        reach = f"; the shade reaches as far as the critical difference of {adjustment}" * shaded
        return f"The bar joins {grouping.control} with those that {adjustment}'s p does not tell apart from it{reach}."
    said = f"A bar joins neighbours no two of whom are told apart, p adjusted by {adjustment}."
    if grouping.pairs_unjudged:
        said += " Where a pair could not be judged, there is no bar."
    if pairs := grouping.outside:
        verb = "is" if pairs == 1 else "are"
        said += f" {counted(pairs, 'pairs')} further apart {verb} not told apart either: see all pairs."
    return said


def _unjudged(grouping: Grouping) -> str:
    """How many pairs nothing is said of."""
    pairs = grouping.pairs_unjudged
    verb = "is" if pairs == 1 else "are"
    return f" {counted(pairs, 'pairs')} {verb} not judged{SEE_REASONS}." if pairs else ""


def _nothing(
    grouping: Grouping,
    called: Called,
    overall: Verdict | None,
    by: str,
    *,
    decidable: bool,
    factors_judged: bool,
) -> tuple[str, str]:
    pairs, by = grouping.pairs_compared, f" by {by}" * bool(by)
    if grouping.control is not None:
        whom = f"{_none(pairs, 'others', 'is')} told apart from {grouping.control}{by}."
        return f"Luck could explain every difference to {called[grouping.control]}", whom
    judged = " that could be judged" if grouping.pairs_unjudged else ""
    # the analysis of factors may speak where neither a pair nor a test of all learners at once does
    factors = factors_in(grouping.learners)
    crossed = factors is not None and factors.full
    further = f" Whether levels differ all together is another question{SEE_FACTORS}." * (
        crossed and factors_judged
    )
    none = f"{_none(pairs, 'pairs', 'is', judged)} told apart{by}"
    if not decidable:
        return TOO_LITTLE, f"{none}; with so little evidence no outcome could do that.{further}"
    which = "all differences" if overall is not None and not crossed else "the difference of any two"
    return f"Luck could explain {which}{judged}", f"{none}.{further}"


def _none(count: int, nouns: str, verb: str, which: str = "") -> str:
    """That something holds of none of them; of a single one, that it does not."""
    if count > 1:
        return f"None of the {counted(count, nouns)}{which} {verb}"
    return f"The one {nouns.removesuffix('s')}{which} {verb} not"


def _unnamed(grouping: Grouping, by: str) -> tuple[str, str]:
    """What is to be said where all learners at once differ, and no two of them do for sure."""
    pairs = counted(grouping.pairs_compared, "pairs")
    by = f" by {by}" * bool(by)
    return (
        f"Not all {len(grouping.learners)} are alike, but no pair can be named{by}",
        "Luck alone would not explain the differences of all learners together, but it could explain that of any "
        f"two{by}, seeing that {pairs} were looked at.",
    )


def _to_control(grouping: Grouping, control: str, words: Words, called: Called) -> tuple[str, str]:
    worse, better = grouping.of(control, 1), grouping.of(control, -1)
    parts = [f"{control} {words.ahead} {_few(worse)}."] if worse else []
    if better:
        verb = words.ahead if len(better) == 1 else words.several_ahead
        parts.append(f"{_few(better)} {verb} {control}.")
    apart = grouping.pairs_apart
    learners, verb = counted(grouping.pairs_compared, "learners"), "differs" if apart == 1 else "differ"
    answer = f"{apart} of {learners} {verb} from {called[control]}: more than luck"
    return answer, " ".join(parts)


def _of_the_first(grouping: Grouping, words: Words, called: Called) -> tuple[str, str]:
    leaders, others = grouping.leaders, len(grouping.learners) - 1
    first = leaders[0]
    beaten = grouping.of(first, 1)
    pairs, only = f"{grouping.pairs_apart} of {counted(grouping.pairs_compared, 'pairs')} are told apart", ""
    if grouping.pairs_apart == 1:
        pairs = _only(grouping, words, called)
        better, worse = _the_only(grouping)
        short = called[better] != better or called[worse] != worse
        these = f"{better} and {worse}" if short else "these two"
        only = f"Of {counted(grouping.pairs_compared, 'pairs')} only {these} are told apart. "
    pairs += ": more than luck"
    if len(leaders) > 1:
        return pairs, f"{only}{_few(leaders)} share the best {words.place}."
    if not beaten:
        return pairs, f"{only}{first} has the best {words.place}{_unsure(grouping, first)}."
    if len(beaten) == others:
        return (
            f"{called[first]} {words.ahead} all others: more than luck",
            f"{_told_apart(first, called)} from {_few(beaten)}.",
        )
    level = grouping.of(first, 0)
    alike = tuple(name for name in level if set(beaten) <= set(grouping.of(name, 1)))
    if len(alike) + len(beaten) == others:
        return _of_several((first, *level), beaten, grouping, words, called)
    lists = 1 + bool(level) + bool(alike)
    whose = f"the difference of {first}" if alike else "its difference"
    # beside the whole name of the first and that of another a third one of such a length would be too much to read
    crowded = called[first] != first and len("".join(level[:1])) > MOST_LETTERS // lists
    whom_level = counted(len(level), "others") if crowded else _few(level, lists)
    left = f" Luck could explain {whose} to {whom_level}." if level else ""
    so = f", as {'is' if len(alike) == 1 else 'are'} {_few(alike, lists)}" if alike else ""
    judged = len(beaten) + len(level) + len(grouping.of(first, -1))
    which = " that could be judged against it" * (judged < others)
    whom = f"{len(beaten)} of {judged} others"
    if len(beaten) == judged > 1:
        whom = f"{'both' if judged == 2 else f'all {judged}'} others"
    if judged == 1:
        whom = f"{called[beaten[0]]}, the only one"
    return (
        f"{called[first]} {words.ahead} {whom}{which}: more than luck",
        f"{_told_apart(first, called)} from {_few(beaten, lists)}{so}.{left}",
    )


def _told_apart(first: str, called: Called) -> str:
    """Whom the answer is about in whole where that has shortened its name."""
    return "Told apart" if called[first] == first else f"{first} is told apart"


def _unsure(grouping: Grouping, first: str) -> str:
    """That luck could explain by how much the first is ahead of those whom it was judged with."""
    level = grouping.of(first, 0)
    whom = "all others" if len(level) == len(grouping.learners) - 1 else _few(level)
    return f"; luck could explain its difference to {whom}" * bool(level)


def _of_several(
    top: tuple[str, ...], beaten: tuple[str, ...], grouping: Grouping, words: Words, called: Called
) -> tuple[str, str]:
    """What is to be said where the first is ahead of no more learners than those who are level with it."""
    many = f"All {len(top)} others" if len(beaten) == 1 else f"{len(top)} learners"
    who = listing([called[name] for name in top]) if len(top) == 2 else many
    whom = {1: called[beaten[0]], 2: "both others"}.get(len(beaten), f"all {len(beaten)} others")
    all_alike = len(top) > 2 and all({*top} <= {name, *grouping.of(name, 0)} for name in top)
    is_cut = len(beaten) == 1 and called[beaten[0]] != beaten[0]
    beaten_in_whole = f" Told apart from {beaten[0]}." if is_cut else ""
    luck = f"every difference among these {len(top)}" if all_alike else f"its difference to {_few(top[1:])}"
    return (
        f"{who} {words.several_ahead} {whom}: more than luck",
        f"{top[0]} has the best {words.place}; luck could explain {luck}.{beaten_in_whole}",
    )


def _only(grouping: Grouping, words: Words, called: Called) -> str:
    """The one pair that is told apart."""
    better, worse = _the_only(grouping)
    return f"{called[better]} {words.ahead} {called[worse]}"


def _the_only(grouping: Grouping) -> tuple[str, str]:
    """The better and the worse of the one pair that is told apart."""
    better = next(name for name in grouping.learners if grouping.of(name, 1))
    return better, grouping.of(better, 1)[0]


def _alike(grouping: Grouping) -> str:
    """Which groups are not told apart; empty where the effect says it."""
    groups = grouping.groups
    said = {grouping.learners[0], *grouping.of(grouping.learners[0], 0)}
    if grouping.control is not None or not groups or (len(groups) == 1 and set(groups[0]) == said):
        return ""
    if _is_long(groups):
        return ""
    groups = (grouping.sets or ()) if grouping.outside else groups
    if not groups or _is_long(groups):
        return ""
    return f"Not told apart: {'; '.join(map(listing, groups))}."


def _is_long(groups: Groups) -> bool:
    return sum(map(len, groups)) > MOST_GROUPED or len("".join(map("".join, groups))) > MOST_LETTERS


def _few(names: tuple[str, ...], lists: int = 1) -> str:
    """The first names, as many as there is room for beside other lists; one at least."""
    lengths = accumulate(map(len, names[:MOST_NAMED]))
    return listing(names, most=max(1, sum(length <= MOST_LETTERS // lists for length in lengths)))
