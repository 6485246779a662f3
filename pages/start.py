from collections.abc import Mapping, Sequence
from html import escape
from math import ceil
from time import monotonic, sleep

import streamlit as st

from core.errors import InputError
from core.figures import box_plot, p_value_strip, strip_moves, style_of
from core.inference import Verdict, applicable_tests
from core.inference.interpretation.brief import brief
from core.records import FoldScores
from core.written import counted, level_text, p_texts
from pages.ui import frame
from pages.ui.display import charts, elements, live, page
from pages.ui.display.text import unbroken
from pages.ui.importing import fold_scores
from pages.ui.session import cache, data_forms, links, state
from pages.ui.verdicts import verdict_card
from pages.ui.verdicts.hero import REACH_STEP, Hero, reach

frame.ensure()

SHUFFLES = "shuffles"
"""How many are asked for, in the address."""
MOST_SHUFFLES = 100
BUTTONS = {"again": 1, "again_20": 20}
"""Keys of the buttons that shuffle, and how often they do."""
ONE_BY_ONE = 20
BURST = 0.5
"""Seconds."""
TOLD_BURST = 2.0
"""Seconds that who follows a link waits for what it shows, rather than see it come bit by bit."""
ON_ITS_WAY = 0.05
"""Seconds in which the end of an answer leaves: Streamlit drops what has not left when the next run begins."""

FORGOTTEN = "overlap forgotten"
DATA = {"breast_cancer": "Breast cancer", "wine": "Wine", "vote": "Vote"}
PAIRS = {
    "tree-linear_svm": "Tree vs SVM",
    "naive_bayes-logistic_regression": "Bayes vs logistic",
    "knn-lda": "k-NN vs LDA",
}
DESIGNS = {"5": "5-fold", "10": "10-fold", "20": "20-fold", "5x2": "5×2"}


def way(title: str, where: str, part: str = "") -> str:
    """A link to a page, or to a part of it."""
    beginning = f" data-part='{part}'" * bool(part)
    return f"<a href='{where}' data-page='{where}'{beginning} style='color:inherit'>{title}</a>"


STEPS = (
    (
        "Aim",
        f"{way('One learner', 'one-learner')}, {way('two', 'two-learners')} or {way('many', 'many-learners')}; "
        f"one data set or {way('several', 'many-datasets')}?",
    ),
    (way("Response", "measures"), "What is measured: error, AUC, cost, time …"),
    (
        way("Factors", "experiment", "setup_learners"),
        "Which learners, with which hyperparameters; equal care for each.",
    ),
    (
        way("Design", "experiment", "setup_design"),
        "How the data are cut into training and validation sets.",
    ),
    (
        way("Run", "experiment", "setup_place"),
        "Seeds and results are kept, so that every part can be run again.",
    ),
    (way("Analysis", "fold-errors"), "The pictures, and the test that this design allows."),
    (way("Conclusion", "two-learners"), "What the verdict says, and what it does not."),
)
"""Titles and what they are about, with the ways to where they are taken; the first is taken here."""


def shuffle(times: int) -> None:
    """Want so many more than are wanted already: who presses again does not wait for those on their way."""
    st.session_state[state.SHUFFLES_WANTED] = st.session_state.get(state.SHUFFLES_WANTED, 0) + times


def shuffles() -> int:
    """How many shuffles are shown; those that are pressed for come one after the other."""
    if state.SHUFFLES_WANTED not in st.session_state:
        wanted = int(live.told(SHUFFLES, 0, MOST_SHUFFLES) or 0)
        st.session_state[state.SHUFFLES_WANTED] = st.session_state[state.SHUFFLES_TOLD] = wanted
        given = st.query_params.get(SHUFFLES, "0")
        if given != str(wanted):
            links.not_found(f"Shuffles (at most {MOST_SHUFFLES})", given, "the first cut is shown")
    return int(st.session_state.setdefault(state.SHUFFLE, 0))


def start_over() -> None:
    """Begin again with the first cut: the dots of another comparison say nothing of this one."""
    st.session_state[state.SHUFFLE] = st.session_state[state.SHUFFLES_WANTED] = 0
    st.session_state[state.SHUFFLES_TOLD] = 0


def chip(label: str, options: Mapping[str, str], key: str, usual: str) -> str:
    """One of a few choices, which stands in the address; the usual one to begin with."""
    return st.segmented_control(
        links.titled(key, label, words=options),
        list(options),
        default=usual,
        required=True,
        format_func=options.__getitem__,
        key=key,
        bind="query-params",
        label_visibility="collapsed",
        on_change=start_over,
    )


def chosen_learners() -> tuple[str, tuple[str, str]]:
    """The sample and the two learners that are compared on it."""
    with st.container(horizontal=True, gap="small"):
        data = chip("Data", DATA, state.EXAMPLE_DATA, state.EXAMPLE.data)
        pair = chip("Learners", PAIRS, state.EXAMPLE_PAIR, "-".join(state.EXAMPLE.learners))
    first, second = pair.split("-")
    return data, (first, second)


def chosen_design() -> tuple[str, int | None]:
    """The design and its number of folds, where that is to be chosen."""
    design = chip("Design", DESIGNS, state.EXAMPLE_DESIGN, str(state.EXAMPLE.folds))
    return (state.EXAMPLE.design, int(design)) if design.isdecimal() else (design, None)


def forget_overlap(choice: state.Example) -> bool:
    """Whether the test that forgets that training sets overlap takes the place of the advised one."""
    if choice.folds is None:
        st.caption("Not for 5×2: no test that forgets the overlap of training sets is offered for it.")
        return False
    return st.toggle(
        "Forget the overlap",
        key="forget_overlap",
        bind="query-params",
        persist_state="session",
        help="The plain paired t test takes the folds for independent, though their training sets share most "
        "instances: its interval is too short.",
    )


@st.fragment
def live_comparison() -> None:
    """Two learners on a sample data set: verdict, interval, pictures that follow α, a dot for every shuffle."""
    data, learners = chosen_learners()
    before = shuffles()
    wanted = min(st.session_state[state.SHUFFLES_WANTED], MOST_SHUFFLES)
    with st.container(key="comparison"):
        answered = st.container(key="comparison_answer")
        with st.container(key="comparison_drawn"):
            drawn_here = st.container(key="drawn_here")
            alpha = elements.alpha_slider(bound=False)
            choice = state.Example(data, learners, *chosen_design())
            below = st.container(key="comparison_below")
        with st.container(key="comparison_again", horizontal=True, vertical_alignment="center"):
            for key, times in BUTTONS.items():
                label, icon = ("Shuffle", ":material/casino:") if times == 1 else (f"Shuffle {times}×", None)
                st.button(label, on_click=shuffle, args=(times,), icon=icon, key=key)
            switch = st.container(width="content")
        cuts = st.container(key="comparison_cuts")
    with switch:
        forgets = forget_overlap(choice)
    shown = st.session_state[state.SHUFFLE] = with_those_told(before, choice)
    scores, advised = cache.example(shown, choice), cache.example_verdict(shown, choice=choice)
    verdict = cache.example_verdict(shown, forgets, choice)
    elements.about(scores.datasets, scores.facts)
    hero = Hero(advised, alpha, scene=(choice, forgets), tall=page.presents())
    with answered:
        hero.words(f"{advised.title}, advised")
        if forgets:
            forgotten(hero, verdict)
    with below:
        hero.once_more()
    with cuts:
        because = applicable_tests(scores, *scores.learners[:2])
        reason = f"{verdict.title}: {because.reason(verdict.key)}" if forgets else because.because
        side = "" if verdict.entry.signed else " The F test has no side: it asks whether they differ."
        with st.container(key="below_two" if forgets else "below_one"):
            cuts_so_far(hero, shown, forgets, choice)
            every_shuffle(hero, shown, wanted, forgets, choice)
        # comes with the verdict that it is about
        (which,) = hero.tells("cut", lambda _alpha: [f"shuffle {shown}" if shown else "first cut"])
        with st.container(key="cut"):
            st.html(
                f"<p class='fw-small'>{escape(f'{reason} {DATA[choice.data]} · {folds_of(choice)} · ')}"
                f"<span data-live>{which}</span>.{escape(side)}</p>"
            )
            verdict_card.whom(advised, alpha)
    with drawn_here:
        differences(hero, scores, shown, choice, forgets)
    if not page.presents():
        errors(scores, shown, choice)
    hero.follow(
        {SHUFFLES: str(wanted) if wanted else None},
        pressed={key: {SHUFFLES: (times, MOST_SHUFFLES)} for key, times in BUTTONS.items()},
        rests=shown >= wanted,
        subject=f"{verdict.naming.first} and {verdict.naming.second}",
    )
    if shown < wanted:
        if shown >= shuffles_told():
            st.session_state[state.SHUFFLE] = shown_next(shown, wanted, choice)
        sleep(ON_ITS_WAY)
        st.rerun()


def differences(hero: Hero, scores: FoldScores, shown: int, choice: state.Example, forgets: bool) -> None:
    """The differences of the folds, on an axis that has room for those of every shuffle so far.

    Parameters
    ----------
    hero : Hero
    scores : FoldScores
    shown : int
        Which shuffle they are of.
    choice : Example
    forgets : bool
        Whether the interval of the test that forgets the overlap is drawn below that of the advised one.
    """
    ends = reach(cache.example_verdict(place, choice=choice) for place in range(shown + 1))
    first, second = scores.learners[:2]
    behind = (FORGOTTEN, cache.example_verdict(shown, True, choice)) if forgets else None
    hero.differences(scores, first, second, behind=behind, room=ends)


def with_those_told(shown: int, choice: state.Example) -> int:
    """The shuffle to be shown: of those that the address has asked for as many at once as are soon made."""
    return soon_made(shown, told, choice, TOLD_BURST) if shown < (told := shuffles_told()) else shown


def shuffles_told() -> int:
    """How many the address has asked for; none once something else is compared."""
    return int(st.session_state.get(state.SHUFFLES_TOLD, 0))


def shown_next(shown: int, wanted: int, choice: state.Example) -> int:
    """The next shuffle to be shown: the last come one by one, those of a long row before as many as are soon made."""
    return soon_made(shown, max(shown + 1, wanted - ONE_BY_ONE), choice)


def soon_made(shown: int, last: int, choice: state.Example, seconds: float = BURST) -> int:
    """The last shuffle, or the one up to which they are made in so many seconds.

    Parameters
    ----------
    shown, last : int
        That from which on they are made, and the last one.
    choice : Example
    seconds : float, default 0.5
    """
    began = monotonic()
    for reached in range(shown + 1, last):
        cache.example(reached, choice)
        if monotonic() - began > seconds:
            return reached
    return last


def errors(scores: FoldScores, shown: int, choice: state.Example) -> None:
    """The errors of both learners on every fold of this shuffle."""
    room = [0.0, errors_reach(shown, choice)]
    st.markdown("**Error rate of each fold**")
    drawing = box_plot(scores, style_of(scores.learners), room=room, dark=elements.is_dark())
    charts.figure(drawing, "example_figure", "fold_scores")


def errors_reach(shown: int, choice: state.Example) -> float:
    """How far the axis of the errors goes, so that it stays from shuffle to shuffle.

    A tenth farther than the largest error, in steps of five per cent; once a fold goes beyond, the same anew.
    """
    found = 0.0
    for place in range(shown + 1):
        largest = float(cache.example(place, choice).frame["score"].max())
        if largest > found:
            found = min(ceil(1.1 * largest / REACH_STEP) * REACH_STEP, 1.0)
    return found


def forgotten(hero: Hero, forgetful: Verdict) -> None:
    """What the test that forgets the overlap says: the same as the headline, or what one would wrongly say."""

    def said(alpha: float) -> list[str]:
        instead, counted = brief(forgetful, alpha), brief(hero.verdict, alpha)
        same = instead.answer == counted.answer
        lead = f"{'' if same else '⚠ '}Forgetting that training sets overlap, one would say"
        numbers = (
            instead.numbers if instead.numbers != counted.numbers else both_p(forgetful, hero.verdict, alpha)
        )
        return [lead, "the same" if same else f"“{instead.answer}”", unbroken(numbers)]

    lead, answer, numbers = map(escape, hero.tells("overlap_forgotten", said))
    with st.container(key="overlap_forgotten"):
        st.html(
            f"<p style='margin:0'><span data-live>{lead}</span> <strong data-live>{answer}</strong>: "
            f"<span data-live>{numbers}</span>.</p>"
        )


def both_p(forgetful: Verdict, advised: Verdict, alpha: float) -> str:
    """Two p-values on one side of α that read alike, with the digits that tell them apart."""
    found, other = p_texts([float(verdict.p_value or 0.0) for verdict in (forgetful, advised)], alpha)
    sign = "≤" if forgetful.rejects(alpha) else ">"
    return f"p = {found} instead of {other}, both\u00a0{sign} α = {level_text(alpha)}"


def p_values_so_far(shown: int, forgets: bool, choice: state.Example) -> list[float | None]:
    return [cache.example_verdict(place, forgets, choice).p_value for place in range(shown + 1)]


def cuts_so_far(hero: Hero, shown: int, forgets: bool, choice: state.Example) -> None:
    """Of how many cuts so far the difference is more than luck, in words."""
    p_values, *advised = (
        p_values_so_far(shown, by, choice) for by in ((True, False) if forgets else (False,))
    )
    made = (
        f"The first cut and {counted(shown, 'shuffles')}: the same data and learners, cut anew."
        if shown
        else "Shuffle to cut them anew, for the same learners."
    )
    count, which = hero.tells("cuts", lambda alpha: [cuts_line(choice, p_values, alpha, *advised), made])
    hint = "" if shown else " class='fw-on-screen'"
    with st.container(key="cuts"):
        st.html(
            f"<p style='margin:0'><strong data-live>{count}</strong> <span data-live{hint}>{which}</span></p>"
        )


def every_shuffle(hero: Hero, shown: int, wanted: int, forgets: bool, choice: state.Example) -> None:
    """The p-values of the first cut and of all shuffles so far.

    The picture has room for all that are wanted and stays, so that dots, words and differences come together.
    """
    p_values, room = p_values_so_far(shown, forgets, choice), wanted + 1
    whose = FORGOTTEN if forgets else ""
    strip = p_value_strip(p_values, hero.alpha, whose=whose, room=room, dark=elements.is_dark())
    hero.follows("shuffles", (room, forgets), strip, lambda alphas: strip_moves(p_values, alphas, room=room))


def cuts_line(
    choice: state.Example,
    p_values: Sequence[float | None],
    alpha: float,
    advised: Sequence[float | None] = (),
) -> str:
    """Of how many cuts the difference is more than luck, and of how many by the advised test where that is another.

    Parameters
    ----------
    choice : Example
    p_values : sequence of float or None
    alpha : float
    advised : sequence of float or None
        Those of the advised test, where the others are not.
    """
    if len(p_values) == 1:
        return f"The data were cut once, into {folds_of(choice)}."
    rejects, instead = (sum(p is not None and p <= alpha for p in found) for found in (p_values, advised))
    both = f", the overlap forgotten; {instead} with it counted" if advised else ""
    return f"{rejects} of {counted(len(p_values), 'cuts')}: more than luck{both}."


def folds_of(choice: state.Example) -> str:
    return "5 times 2 halves" if choice.folds is None else counted(choice.folds, "folds")


DOORS = (
    (
        "I have data",
        "A table with one row per instance, or a sample: compare learners on it.",
        ("pages/data.py", "Load data", ":material/table:", "Data set"),
    ),
    (
        "I have results",
        "Fold results or predictions of your own, in your tool's layout.",
        ("pages/data.py", "Bring results", ":material/upload:", fold_scores.TAB),
    ),
    (
        "I have counts",
        "12 errors of 40, a 2×2 table, a column of fold errors from a paper.",
        ("pages/calculators.py", "Calculate", ":material/calculate:", ""),
    ),
    (
        "I want to understand",
        "Every test and interval: question, formula, assumptions, worked example.",
        ("pages/methods.py", "Look it up", ":material/menu_book:", ""),
    ),
    (
        "I want to see it",
        "How often do tests err? Trials by the thousand, in which the truth is known.",
        ("pages/lab.py", "Laboratory", ":material/experiment:", ""),
    ),
)


def doors() -> None:
    """Where to go from here."""
    with st.container(key="doors"):
        columns = st.columns(len(DOORS), border=True)
    for column, (title, words, (where, label, icon, tab)) in zip(columns, DOORS, strict=True):
        column.markdown(f"**{title}**\n\n:gray[{words}]")
        column.page_link(where, label=label, icon=icon, query_params={data_forms.DOOR: tab} if tab else None)


def steps() -> None:
    """The seven steps with the way to each, and which of them is the current one, or comes next.

    One element, since every element on the page is drawn again with each answer of the server.
    """
    stands = 5 if state.run_id() is not None else 2 if state.dataset_key() is not None else 0
    cells = "".join(
        f"<li style='font-weight:{600 if position == stands else 400}'>"
        f"{title}{(' · next' if stands else ' · you are here') if position == stands else ''}"
        f"<p style='font-weight:400;font-size:.87rem;opacity:.65;margin:.35rem 0 0'>{words}</p></li>"
        for position, (title, words) in enumerate(STEPS)
    )
    layout = "display:grid;grid-template-columns:repeat(auto-fit,minmax(max(8.5rem,21%),1fr));gap:1rem 1.8rem"
    st.header("From aim to conclusion")
    st.html(f"<ol style='{layout};margin:0;padding-left:1.2rem'>{cells}</ol>")


st.title("Is learner A really better than learner B, or was it luck?")
try:
    live_comparison()
except InputError as error:
    elements.refuse(error)
if not page.presents():
    doors()
    steps()
