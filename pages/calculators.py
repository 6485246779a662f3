from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.figures import Scale, rates_difference_scale
from core.inference import Verdict, applicable_tests, compare, run_test
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.effect_sizes import BY_FEW, difference_interval
from core.inference.intervals.entry import ON_ONE_SAMPLE
from core.inference.intervals.estimate import Estimate
from core.inference.planning.same_rate import SameRate
from core.names import told_apart
from core.records import Counts
from core.written import counted, in_percent, percent
from pages.ui import frame
from pages.ui.calculators import planning, same_rate
from pages.ui.calculators.typed import SCORES, asked, controls, count, fold_scores, names, tried
from pages.ui.display import elements, page, paper, typed_numbers
from pages.ui.display.text import named, plain
from pages.ui.session import links, state
from pages.ui.verdicts import pair
from pages.ui.verdicts.pair import RATE_CLAIMS
from pages.ui.verdicts.tests_and_intervals import Bench, Places, places

frame.ensure()

RATE = Scale("Error rate (%)", percent=True, name="error rate")
CLASSIFIER = "the classifier"
TABLE = (3, 5, 5)
"""Widths of the headings of a 2×2 table and of its columns."""
RIGHT_OR_WRONG = ("right", "wrong")
LABEL = 16
"""Characters of a name above a field for a count."""


def more_than_there_are(at: Places, errors: int, n: int, whose: str = "") -> bool:
    """Whether more errors were typed than instances, which is then said; `whose` they are ends both nouns."""
    if errors > n:
        at.told.error(
            f"There cannot be more errors{whose} ({errors:,}) than instances{whose} ({n:,}).",
            icon=":material/error:",
        )
    return errors > n


def errors_of_n() -> None:
    asked("A classifier made this many errors on this many instances that it was not trained on.")
    columns = st.container(key="typed_errors").columns(3, vertical_alignment="bottom")
    at = places()
    with typed_numbers.refused(at.told) as wrong:
        with columns[0]:
            errors = count("Errors", 12, "e_errors")
        with columns[1]:
            n = count("Instances", 40, "e_n", 1)
        with columns[2]:
            p0 = elements.share_input(
                "Rate p0 to compare it with (%)",
                "e_p0_percent",
                0.25,
                elements.LEAST_RATE,
                1 - elements.LEAST_RATE,
                stem="e_p0",
                hint="For example the error rate of guessing the commonest class, or of the present method.",
            )
    with at.asked:
        alpha, alternative = controls(RATE_CLAIMS)
    with at.below:
        given = st.text_input("Name of the classifier", CLASSIFIER, key="calc_name", bind="query-params")
    if wrong or more_than_there_are(at, errors, n):
        return
    name = " ".join((given or "").split()) or CLASSIFIER
    counts = Counts(errors=(errors,), n=(n,), learners=(name,))
    advice = applicable_tests(counts, name, p0=p0)
    verdicts = tried(
        ("binomial", "normal_approximation"),
        lambda key: run_test(key, alternative, errors=errors, n=n, p0=p0).named(name),
    )
    question = LearnerQuestion(name, alpha, alternative, p0)
    estimates = question.estimates(verdicts)
    scene = Bench(
        "errors", question, verdicts, advice, estimates, RATE, "the rate", zero=False, reference=p0
    ).show(at)
    same_rate.show(SameRate(errors, n, p0, 1 - alpha), scene)


def table_places(a: str, b: str) -> tuple[Sequence[DeltaGenerator], DeltaGenerator]:
    """Places for the four counts, as the table that they are, and for what they come to; in a lecture one row."""
    if page.presents():
        return st.container(key="typed_table").columns(4), st.container()
    left, right = st.columns([3, 2], vertical_alignment="center")
    cells: list[DeltaGenerator] = []
    with left.container(key="counts_table"):
        _, *heads = st.columns(TABLE)
        for head, how in zip(heads, RIGHT_OR_WRONG, strict=True):
            head.markdown(f"{plain(b)} {how}")
        for how in RIGHT_OR_WRONG:
            head, *row = st.columns(TABLE, vertical_alignment="center")
            head.markdown(f"{plain(a)} {how}")
            cells += row
    return cells, right


def two_by_two() -> None:
    asked("Two classifiers judged on the same instances: on how many does each of them err?")
    table = st.container()
    at = places()
    with at.below:
        first, second = names()
    a, b = told_apart((first, second), LABEL)
    with table:
        cells, beside = table_places(a, b)
    with typed_numbers.refused(at.told) as wrong:
        with cells[0]:
            both_right = count("Both right", 78, "m_00")
        with cells[1]:
            only_b = count(named(f"Only {b} wrong"), 4, "m_10", hint=plain(f"{a} right, {b} wrong: e10"))
        with cells[2]:
            only_a = count(named(f"Only {a} wrong"), 14, "m_01", hint=plain(f"{a} wrong, {b} right: e01"))
        with cells[3]:
            both_wrong = count("Both wrong", 4, "m_11")
    with at.asked:
        pair.say_sides("error rate", first, second, lower_is_better=True)
        alpha, alternative = controls(pair.CLAIMS)
    with at.below:
        question = PairQuestion(first, second, alpha, alternative, pair.RopeSlider("m_rope_points").ask())
        corrected = st.toggle(
            "Continuity correction in McNemar's χ²",
            True,
            key="m_correction",
            bind="query-params",
            help="(|e01 − e10| − 1)² instead of (e01 − e10)² in the numerator.",
        )
    if wrong:
        return
    n = both_right + only_a + only_b + both_wrong
    if n == 0:
        at.told.info("Type the four counts: how many instances both got right, only one, or neither.")
        return
    a_errs, b_errs = only_a + both_wrong, only_b + both_wrong
    beside.caption(
        f"{counted(n, 'instances')}; {plain(a)} errs on {a_errs:,} ({percent(a_errs / n)}), "
        f"{plain(b)} on {b_errs:,} ({percent(b_errs / n)}). The tests for pairs use only "
        "the instances on which just one errs."
    )
    counts = Counts(e01=only_a, e10=only_b, e00=both_right, e11=both_wrong, learners=(first, second))
    advice = applicable_tests(counts, first, second)

    def judge(key: str) -> Verdict:
        options: dict[str, Any] = {"correction": corrected} if key == "mcnemar" else question.options(key)
        return compare(counts, first, second, key, alternative=question.side(key), advice=advice, **options)

    verdicts = tried(advice.applicable, judge)
    pairs = {"e01": only_a, "e10": only_b, "n": n}
    alone = {"errors_1": a_errs, "n_1": n, "errors_2": b_errs, "n_2": n}
    d = (only_a - only_b) / n
    advised = verdicts.get(advice.advised or "")
    goes_beyond = advised is not None and difference_interval(advised, 1 - alpha) is None
    doubt = f"It {BY_FEW}" if goes_beyond else ""
    estimates = [
        Estimate("tango", pairs, d, advice.advised or "", not goes_beyond, doubt),
        Estimate("paired_difference", pairs, d, advice.advised or "", of_the_test=False),
        Estimate("newcombe", alone, d, "fisher_exact", doubt=ON_ONE_SAMPLE),
        Estimate("difference", alone, d, "two_proportions", doubt=ON_ONE_SAMPLE),
    ]
    scale = rates_difference_scale(first, second)
    quantity = f"{first} − {second}"
    Bench("table", question, verdicts, advice, estimates, scale, quantity, asks_for_region=True).show(at)


def two_samples() -> None:
    asked("Two classifiers judged on different instances, drawn independently: two error rates.")
    columns = st.container(key="typed_samples").columns(4, vertical_alignment="bottom")
    at = places()
    with at.below:
        first, second = names()
    a, b = told_apart((first, second), LABEL)
    with typed_numbers.refused(at.told) as wrong:
        with columns[0]:
            errors_1 = count(named(f"Errors of {a}"), 30, "s_e1")
        with columns[1]:
            n_1 = count(named(f"Instances of {a}"), 100, "s_n1", 1)
        with columns[2]:
            errors_2 = count(named(f"Errors of {b}"), 20, "s_e2")
        with columns[3]:
            n_2 = count(named(f"Instances of {b}"), 100, "s_n2", 1)
    with at.asked:
        pair.say_sides("error rate", first, second, lower_is_better=True)
        alpha, alternative = controls(pair.CLAIMS)
    if wrong:
        return
    if more_than_there_are(at, errors_1, n_1, f" of {plain(a)}") or more_than_there_are(
        at, errors_2, n_2, f" of {plain(b)}"
    ):
        return
    given = {"errors_1": errors_1, "n_1": n_1, "errors_2": errors_2, "n_2": n_2}
    counts = Counts(errors=(errors_1, errors_2), n=(n_1, n_2), learners=(first, second))
    advice = applicable_tests(counts, first, second)
    verdicts = tried(
        advice.applicable,
        lambda key: compare(counts, first, second, key, alternative=alternative, advice=advice),
    )
    d = errors_1 / n_1 - errors_2 / n_2
    exact = "boschloo" if "boschloo" in verdicts else "fisher_exact"
    tests = {"newcombe": exact, "difference": "two_proportions"}
    estimates = [Estimate(key, given, d, test) for key, test in tests.items()]
    question, scale = PairQuestion(first, second, alpha, alternative), rates_difference_scale(first, second)
    Bench("samples", question, verdicts, advice, estimates, scale, f"{first} − {second}").show(at)
    if not page.presents():
        at.told.button(
            "On the same instances? Then use the 2×2 table",
            key="to_table",
            type="tertiary",
            icon=":material/arrow_forward:",
            help="Who was right where says more than two error rates: pairing removes much of the noise.",
            on_click=state.open_calculator,
            args=("table",),
        )


CALCULATORS: dict[str, tuple[str, Callable[[], None]]] = {
    "errors": ("Errors of n", errors_of_n),
    "table": ("2×2 table", two_by_two),
    "samples": ("Two samples", two_samples),
    "folds": ("Fold scores", fold_scores),
    "planning": ("Sample size and power", planning.show),
}


@st.fragment
def calculator() -> None:
    """One calculator at a time; its inputs stand in the address, so that it can be passed on."""
    titles = {key: title for key, (title, _) in CALCULATORS.items()}
    links.titled("calc", "Calculator", words=titles)
    chosen = st.segmented_control(
        "What do you have?",
        list(titles),
        default="errors",
        required=True,
        format_func=titles.__getitem__,
        key="calc",
        bind="query-params",
        on_change=state.another_calculator,
    )
    above = st.container()
    has_own = chosen in ("folds", "planning")  # settings, and as a rule a claim
    if has_own:
        links.titled(state.CALCULATOR_CLAIM, "Claim of another calculator", words={})
    try:
        CALCULATORS[chosen][1]()
    except InputError as error:
        elements.refuse(error)
    if has_own:  # the others say with their answer what it is about
        state.leave_address(state.CALCULATOR_CLAIM)
        with above:
            paper.settings(settings_in_words())
    links.say_anew()


def settings_in_words() -> list[tuple[str, str]]:
    """What stands in the controls of the calculator."""
    said_elsewhere = ("calc", "p_n", "f_tab")
    found = [
        (title, _setting(key, value)) for key, title, value in links.settings() if key not in said_elsewhere
    ]
    rows = [" / ".join(line.split()) for line in st.session_state.get(SCORES, "").splitlines()]
    return [*found, *([("Scores", ", ".join(filter(None, rows)))] if rows else [])]


def _setting(key: str, value: object) -> str:
    if key in planning.SHARES:
        return " to ".join(map(in_percent, value if isinstance(value, tuple) else (value,)))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


st.title("Calculators")
asked("Only numbers, no data: from a paper, an exam, a colleague. The address holds what you type.")
calculator()
