import streamlit as st

from core.errors import InputError
from core.figures import box_plot, style_of
from core.inference import applicable_tests
from core.written import counted
from pages.ui import frame
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.session import cache, state
from pages.ui.verdicts.hero import Hero

frame.ensure()

STEPS = (
    ("Aim", "One learner, two or many; one data set or several?"),
    ("Response", "What is measured: error, AUC, cost, time …"),
    ("Factors", "Which learners, with which hyperparameters; equal care for each."),
    ("Design", "How the data are cut into training and validation sets."),
    ("Run", "Seeds and results are kept, so that every part can be run again."),
    ("Analysis", "Pictures first, then the test that this design allows."),
    ("Conclusion", "What the verdict says, and what it does not."),
)


def run_again() -> None:
    st.session_state["example_seed"] = st.session_state.get("example_seed", 0) + 1


@st.fragment
def live_comparison() -> None:
    """Two learners on a sample data set: verdict, interval, pictures, all of which follow α."""
    seed = st.session_state.get("example_seed")
    scores, verdict = cache.example(seed), cache.example_verdict(seed)
    first, second = scores.learners[:2]
    left, right = st.columns(2, gap="large")
    with right:
        drawn_here = st.container()
        alpha = elements.alpha_slider(bound=False)
        st.button(
            "Run it again with a new seed",
            on_click=run_again,
            icon=":material/casino:",
            key="again",
            help="Ten folds, one verdict. Another seed cuts the data elsewhere: does the verdict stay?",
        )
    hero = Hero(verdict, alpha)
    with left:
        hero.words(f"{verdict.title}, advised")
        origin = "as shipped" if seed is None else f"trained again, seed {seed}"
        because = applicable_tests(scores, first, second).because
        st.caption(
            plain(
                f"{because} {scores.datasets[0]} · {counted(len(scores.wide), 'folds')} · {origin}. {verdict.about}"
            )
        )
        drawing = box_plot(scores, style_of(scores.learners), dark=elements.is_dark())
        elements.figure(drawing, "example_figure", "example")
    with drawn_here:
        hero.differences(scores, first, second)
    hero.follow()


DOORS = (
    (
        "I have data",
        "A table with one row per instance, or a sample: compare learners on it.",
        ("pages/data.py", "Load data", ":material/table:"),
    ),
    (
        "I have results",
        "Fold results or predictions of your own, in your tool's layout.",
        ("pages/data.py", "Bring results", ":material/upload:"),
    ),
    (
        "I have counts",
        "12 errors of 40, a 2×2 table, a column of fold errors from a paper.",
        ("pages/calculators.py", "Calculate", ":material/calculate:"),
    ),
    (
        "I want to understand",
        "Every test and interval: question, formula, assumptions, worked example.",
        ("pages/methods.py", "Look it up", ":material/menu_book:"),
    ),
)


def doors() -> None:
    """Where to go from here."""
    for column, (title, words, (page, label, icon)) in zip(
        st.columns(len(DOORS), border=True), DOORS, strict=True
    ):
        column.markdown(f"**{title}**\n\n:gray[{words}]")
        column.page_link(page, label=label, icon=icon)


def steps() -> None:
    """The seven steps, and which of them is the current one.

    One element, since every element on the page is drawn again with each answer of the server.
    """
    stands = 5 if state.run_id() is not None else 2 if state.dataset_key() is not None else 0
    cells = "".join(
        f"<li style='font-weight:{600 if position == stands else 400}'>{title}"
        f"{' · you are here' if position == stands else ''}"
        f"<p style='font-weight:400;font-size:.87rem;opacity:.65;margin:.35rem 0 0'>{words}</p></li>"
        for position, (title, words) in enumerate(STEPS)
    )
    layout = "display:grid;grid-template-columns:repeat(auto-fit,minmax(6.2rem,1fr));gap:1rem"
    st.subheader("From aim to conclusion")
    st.html(f"<ol style='{layout};margin:0;padding-left:1.2rem'>{cells}</ol>")


st.title("Is learner A really better than learner B, or was it luck?")
try:
    live_comparison()
except InputError as error:
    elements.refuse(error)
doors()
steps()
