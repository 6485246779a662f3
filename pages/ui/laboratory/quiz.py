"""Predict the verdict: a picture or a table, three buttons, the verdict with the truth behind it, and a score."""

from collections.abc import Sequence

import streamlit as st

from core.figures import Drawing, ForestRow, Scale, box_plot, difference_plot, interval_forest, style_of
from core.inference.interpretation.brief import brief
from core.inference.interpretation.effect_sizes import difference_interval
from core.records import Counts, FoldScores, Interval
from core.simulation.quiz import ALPHA, GUESSES, LEARNERS, Riddle, riddle
from core.tables.two_by_two import two_by_two_table
from core.written import in_percent, level_text
from pages.ui.display import charts, elements, live, tables
from pages.ui.display.text import plain
from pages.ui.session import links, state

TITLE = "Predict the verdict"
MOST_SEED = 2**31
GUESSED = "Guesses"
"""What an address may ask for, as the page calls it."""
QUESTION = "Box plots, a 2×2 table or two intervals: is one learner better, or could it be luck?"
ENDLESS = "There are as many riddles as you like."


def show() -> None:
    """The riddle that is open, or the verdict on the one that was guessed last."""
    guesses, seed = _guesses(), _seed()
    _score(guesses, seed)
    reveals = bool(guesses) and _reveals()
    number = len(guesses) + (not reveals)
    asked = riddle(seed, number)
    st.header(f"{number}. Which verdict will the test give at α\u00a0=\u00a0{level_text(ALPHA)}?")
    st.caption(_given(asked))
    pictures = _pictures(asked, reveals)
    # Above the verdict stands what was asked about; in a lecture all of it, since the page is not scrolled there.
    above = len(pictures) if elements.is_projected() else 1
    if pictures:
        charts.staged(pictures[:above])
    elif isinstance(asked.evidence, Counts):
        tables.printed(two_by_two_table(asked.evidence), "quiz_table", height="content")
    if reveals:
        _verdict(asked, guesses[-1])
        for picture in pictures[above:]:
            charts.chart(*picture)
        st.button("Next", type="primary", icon=":material/arrow_forward:", key="quiz_next", on_click=_next)
    else:
        with st.container(horizontal=True):
            for letter, words in GUESSES.items():
                st.button(words, key=f"quiz_{letter}", on_click=_guess, args=(letter,))
    with st.container(horizontal=True):
        st.button("Start over", key="quiz_over", on_click=_start_over, args=(seed,), type="tertiary")
        st.button(
            "Other riddles",
            icon=":material/casino:",
            key="quiz_other",
            on_click=_start_over,
            args=(seed + 1,),
            type="tertiary",
        )
    live.show(
        {
            state.QUIZ: guesses or None,
            state.QUIZ_SEED: str(seed),
            state.QUIZ_REVEALS: "1" if reveals else None,
        },
        subject=TITLE,
    )


def _reveals() -> bool:
    """Whether the riddle that was answered last still stands there, with its verdict."""
    state.start_with(state.QUIZ_REVEALS, st.query_params.get(state.QUIZ_REVEALS) == "1")
    return bool(st.session_state[state.QUIZ_REVEALS])


def _guesses() -> str:
    """One letter for every riddle that was answered."""
    if state.QUIZ not in st.session_state:
        told = str(st.query_params.get(state.QUIZ, ""))
        taken = set(told) <= set(GUESSES)
        st.session_state[state.QUIZ] = told if taken else ""
        if not taken:
            links.not_found(GUESSED, told, "the first riddle is asked")
    return str(st.session_state[state.QUIZ])


def _seed() -> int:
    links.titled(state.QUIZ_SEED, "Seed of the riddles")
    if state.QUIZ_SEED not in st.session_state:
        st.session_state[state.QUIZ_SEED] = int(live.told(state.QUIZ_SEED, 0, MOST_SEED) or 0)
    return int(st.session_state[state.QUIZ_SEED])


def _guess(letter: str) -> None:
    st.session_state[state.QUIZ] = _guesses() + letter
    links.settle(GUESSED)
    st.session_state[state.QUIZ_REVEALS] = True


def _next() -> None:
    st.session_state[state.QUIZ_REVEALS] = False


def _start_over(seed: int) -> None:
    st.session_state[state.QUIZ], st.session_state[state.QUIZ_SEED] = "", seed
    links.settle(GUESSED)
    _next()


def _score(guesses: str, seed: int) -> None:
    right = sum(riddle(seed, number).answer == guess for number, guess in enumerate(guesses, 1))
    said = f"Right so far: {right} of {len(guesses)}." if guesses else QUESTION + " Guess, then see."
    st.caption(f"{said} {ENDLESS}")


def _given(asked: Riddle) -> str:
    """What one looks at."""
    if isinstance(asked.evidence, FoldScores):
        return "Two learners over the same ten folds of one cross-validation."
    if asked.intervals:
        return (
            "Two learners, each on instances of its own, none of which they were trained on. Bars are intervals of "
            f"level {in_percent(1 - ALPHA)}."
        )
    return "Two learners on the same 120 instances, none of which they were trained on."


def _pictures(asked: Riddle, reveals: bool) -> list[tuple[Drawing, str, str]]:
    """What is asked about, and with the answer the differences; with key and name, none of a table."""
    dark = elements.is_dark()
    if isinstance(asked.evidence, Counts):
        if not asked.intervals:
            return []
        return [(_rates(asked.evidence, asked.intervals, dark), "quiz_picture", "riddle")]
    scores = (box_plot(asked.evidence, style_of(LEARNERS), dark=dark), "quiz_picture", "riddle")
    if not reveals:
        return [scores]
    interval = difference_interval(asked.verdict, 1 - ALPHA)
    differences = difference_plot(asked.evidence, *LEARNERS, interval=interval, dark=dark)
    return [scores, (differences, "quiz_differences", "riddle_differences")]


def _rates(counts: Counts, intervals: Sequence[Interval], dark: bool) -> Drawing:
    """The error rates of two learners, each with its interval."""
    styles = style_of(LEARNERS)
    rows = [
        ForestRow(f"{name}: {errors} of {n} wrong", found, errors / n, styles[name])
        for name, errors, n, found in zip(LEARNERS, counts.errors, counts.n, intervals, strict=True)
    ]
    scale = Scale("Error rate", percent=True, name="error rate")
    return interval_forest(rows, scale, zero=False, wide=True, dark=dark)


def _verdict(asked: Riddle, guess: str) -> None:
    """What the test says, whether the guess was right, and what was true."""
    said = brief(asked.verdict, ALPHA)
    right = guess == asked.answer
    guessed = "" if right else f" You said: {plain(GUESSES[guess])}."
    (st.success if right else st.warning)(
        f"**{'Right' if right else 'Not so'}. The test says: {plain(GUESSES[asked.answer])}.**{guessed}",
        icon=":material/check_circle:" if right else ":material/close:",
    )
    st.markdown(plain(" ".join(part for part in (said.effect, said.interval, asked.size) if part)))
    st.caption(plain(f"{said.numbers} · {asked.verdict.title}. {asked.truth} {asked.lesson}".rstrip()))
