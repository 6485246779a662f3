"""All pairs of the learners of one data set, with p adjusted as chosen: the same on every page."""

from typing import Literal

import streamlit as st

from core.errors import InputError
from core.inference import (
    PAIR_ADJUSTMENTS,
    Advice,
    AllPairs,
    Evidence,
    RankComparison,
    all_pairs,
    compare_ranks,
)
from core.inference.comparing.all_pairs import MOST_LEARNERS
from core.inference.comparing.other_family import other_test
from core.inference.distributions.continuous import Alternative
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache, links, state

TITLE = "Adjust p by"


def too_many(evidence: Evidence) -> str:
    """Why all pairs are not judged; empty where they are."""
    count = len(evidence.learners)
    if count <= MOST_LEARNERS:
        return ""
    return (
        f"{count} learners have {count * (count - 1) // 2:,} pairs, each of which would be judged by itself; at most "
        f"{MOST_LEARNERS} learners are. Bring a table with fewer of them, or look at two."
    )


def family(evidence: Evidence) -> AllPairs:
    """Every pair by its advised test, p adjusted as chosen."""
    pairs: AllPairs = cache.kept("pairs", evidence.fingerprint, lambda: all_pairs(evidence))
    state.carry(state.ADJUSTMENT, {key: entry.title for key, entry in PAIR_ADJUSTMENTS.items()})
    state.keep_valid(state.ADJUSTMENT, _fitting(pairs))
    return pairs.adjusted_by(st.session_state.get(state.ADJUSTMENT) or _in_the_address(pairs))


def among_all_pairs(evidence: Evidence) -> AllPairs | None:
    """The pairs of which two learners are one; None where two are all, or too many."""
    return None if len(evidence.learners) < 3 or too_many(evidence) else family(evidence)


def ranked(evidence: Evidence, control: str | None, pair_test: str, adjustment: str) -> RankComparison:
    """Learners ranked over data sets, once for all levels.

    Raises
    ------
    InputError
        If they cannot be ranked.
    """
    return cache.kept(
        "ranks",
        (evidence.fingerprint, control, pair_test, adjustment),
        lambda: compare_ranks(evidence, control=control, pairs=pair_test, adjustment=adjustment),
    )


def by_mean_ranks(evidence: Evidence, pairs: AllPairs) -> RankComparison | None:
    """The same pairs as Many data sets judges them; None on one data set, and where there is no ranking."""
    if not evidence.over_datasets:
        return None
    try:
        return ranked(evidence, None, "friedman", pairs.adjustment.key)
    except InputError:
        return None


def said_among(
    evidence: Evidence, pairs: AllPairs, first: str, second: str, alternative: Alternative = "two-sided"
) -> None:
    """What p of these two is once it is adjusted for all pairs; over data sets by mean ranks, too.

    Parameters
    ----------
    evidence : Evidence
    pairs : AllPairs
    first, second : str
    alternative : "two-sided", "less" or "greater"
        Of the verdict above.
    """
    among = pairs.sentence_of(first, second, alternative)
    if not among:
        return
    st.markdown(plain(among))
    ranks = by_mean_ranks(evidence, pairs)
    if ranks is not None:
        st.caption(plain(other_test(ranks, first, second)))


def choose_adjustment(
    pairs: AllPairs, advice: Advice | None = None, width: int | Literal["stretch"] = 260
) -> None:
    """Let the visitor say how p is adjusted, where there is one to adjust.

    Parameters
    ----------
    pairs : AllPairs
    advice : Advice, optional
        On all learners at once, beside the slider of α: it decides no verdict where there is none on them either.
    width : int or "stretch"
        In pixels, or as wide as the column.
    """
    if not pairs.any_judged:
        if advice is not None and advice.advised is None:
            elements.say_rests("α", ", and no p is adjusted")
        return
    links.settle(TITLE)  # it says itself what it could not take
    entries = [PAIR_ADJUSTMENTS[key] for key in _fitting(pairs)]
    titles = {entry.key: entry.title for entry in entries}
    chosen = st.selectbox(
        links.titled(state.ADJUSTMENT, TITLE, words=titles),
        list(titles),
        format_func=titles.__getitem__,
        key=state.ADJUSTMENT,
        bind="query-params",
        help="\n\n".join(f"{entry.title}: {entry.summary}" for entry in entries),
        width=width,
    )
    state.keep(state.ADJUSTMENT, chosen)


def _in_the_address(pairs: AllPairs) -> str:
    """What the widget will take from the address: all pairs are judged before it is drawn, if it is."""
    told = st.query_params.get(state.ADJUSTMENT)
    known = {PAIR_ADJUSTMENTS[key].title: key for key in _fitting(pairs)}
    if told and told not in known:
        links.not_found(TITLE, told, f"“{PAIR_ADJUSTMENTS['holm'].title}” was taken{links.possible(known)}")
    return known.get(told or "", "holm")


def _fitting(pairs: AllPairs) -> list[str]:
    return [key for key, entry in PAIR_ADJUSTMENTS.items() if entry.fits(len(pairs.learners))]
