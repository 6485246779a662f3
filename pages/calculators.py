from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.errors import InputError
from core.figures import Scale
from core.inference import TESTS, Advice, applicable_tests, compare, run_test, test_inputs
from core.records import Counts, DesignFacts, FoldScores
from pages.ui import cards, frame, pair, pasted, planning, practical, side_by_side
from pages.ui.bench import Bench, Estimate
from pages.ui.pair import Question
from pages.ui.text import plain

frame.ensure()

RATE_INTERVALS = ("normal", "wilson", "exact", "agresti_coull", "jeffreys")
RATE_CLAIMS = {"two-sided": "p ≠ p0", "less": "p < p0", "greater": "p > p0"}
RATE = Scale("Error rate (%)", percent=True, name="error rate")
DIFFERENCE = Scale(
    "A − B (percentage points)", percent=True, signed=True, name="difference of the error rates"
)
MOST = 1_000_000_000


def count(label: str, value: int, key: str, low: int = 0, hint: str | None = None) -> int:
    """A whole number, bound to the address."""
    return int(st.number_input(label, low, MOST, value, 1, key=key, bind="query-params", help=hint))


def claim(claims: dict[str, str]) -> Any:
    """The alternative hypothesis."""
    return st.segmented_control(
        "Claim to support (H1)",
        list(claims),
        default="two-sided",
        required=True,
        format_func=claims.get,
        key="calc_claim",
        bind="query-params",
    )


def controls(claims: dict[str, str]) -> tuple[float, Any]:
    """α and the claim, side by side."""
    left, right = st.columns([6, 4], gap="medium")
    with left:
        alpha = cards.alpha_slider()
    with right:
        return alpha, claim(claims)


def tried(keys: tuple[str, ...], make: Callable[[str], Any]) -> dict[str, Any]:
    """Verdicts by key; a test that refuses this input says so and is left out."""
    found = {}
    for key in keys:
        try:
            found[key] = make(key)
        except InputError as error:
            st.caption(f":material/block: {plain(f'{TESTS[key].title}: {error}')}")
    return found


def errors_of_n() -> None:
    st.caption("A classifier made so many errors on so many instances that it was not trained on.")
    columns = st.columns(3)
    with columns[0]:
        errors = count("Errors", 12, "e_errors")
    with columns[1]:
        n = count("Instances", 40, "e_n", 1)
    with columns[2]:
        p0 = float(
            st.number_input(
                "Rate p0 to hold it against",
                0.0001,
                0.9999,
                0.25,
                0.01,
                format="%.4f",
                key="e_p0",
                bind="query-params",
                help="For example the error rate of guessing the commonest class, or of the present method.",
            )
        )
    alpha, alternative = controls(RATE_CLAIMS)
    counts = Counts(errors=(errors,), n=(n,), learners=("the classifier",))
    advice = applicable_tests(counts, "the classifier", p0=p0)
    verdicts = tried(
        ("binomial", "normal_approximation"),
        lambda key: run_test(key, alternative, errors=errors, n=n, p0=p0).named("the classifier"),
    )
    estimates = [Estimate(key, {"errors": errors, "n": n}, errors / n) for key in RATE_INTERVALS]
    question = Question("the classifier", "", alpha, alternative)
    Bench(
        "errors", question, verdicts, advice, estimates, RATE, "the rate p", zero=False, reference=p0
    ).show()


def two_by_two() -> None:
    st.caption("Two classifiers judged on the same instances: on how many does which of them err?")
    top, bottom = st.columns(2), st.columns(2)
    with top[0]:
        both_right = count("Both right", 80, "m_00")
    with top[1]:
        only_b = count("Only B wrong", 4, "m_10", hint="A right, B wrong: e10")
    with bottom[0]:
        only_a = count("Only A wrong", 12, "m_01", hint="A wrong, B right: e01")
    with bottom[1]:
        both_wrong = count("Both wrong", 4, "m_11")
    n = both_right + only_a + only_b + both_wrong
    if n == 0:
        st.info("Type the four counts: how many instances both got right, only one, or neither.")
        return
    st.caption(
        f"{n} instances; A errs on {only_a + both_wrong} ({(only_a + both_wrong) / n:.1%}), "
        f"B on {only_b + both_wrong} ({(only_b + both_wrong) / n:.1%}). The tests for pairs use only the instances on "
        "which just one errs."
    )
    alpha, alternative = controls(pair.CLAIMS)
    corrected = st.toggle(
        "Continuity correction in McNemar's χ²",
        True,
        key="m_correction",
        bind="query-params",
        help="(|e01 − e10| − 1)² instead of (e01 − e10)² in the numerator.",
    )
    counts = Counts(e01=only_a, e10=only_b, e00=both_right, e11=both_wrong, learners=("A", "B"))
    advice = applicable_tests(counts, "A", "B")

    def judge(key: str) -> Any:
        options = {"correction": corrected} if key == "mcnemar" else {}
        side = alternative if TESTS[key].signed else "two-sided"
        return compare(counts, "A", "B", key, side, **options)

    verdicts = tried(advice.applicable, judge)
    pairs = {"e01": only_a, "e10": only_b, "n": n}
    alone = {"errors_1": only_a + both_wrong, "n_1": n, "errors_2": only_b + both_wrong, "n_2": n}
    d = (only_a - only_b) / n
    estimates = [
        Estimate("tango", pairs, d),
        Estimate("paired_difference", pairs, d),
        Estimate("difference", alone, d),
    ]
    question = Question("A", "B", alpha, alternative)
    Bench("table", question, verdicts, advice, estimates, DIFFERENCE, "A − B").show()


def two_samples() -> None:
    st.caption("Two classifiers judged on different instances, drawn independently: two error rates.")
    columns = st.columns(4)
    with columns[0]:
        errors_1 = count("Errors of A", 30, "s_e1")
    with columns[1]:
        n_1 = count("Instances of A", 100, "s_n1", 1)
    with columns[2]:
        errors_2 = count("Errors of B", 20, "s_e2")
    with columns[3]:
        n_2 = count("Instances of B", 100, "s_n2", 1)
    alpha, alternative = controls(pair.CLAIMS)
    given = {"errors_1": errors_1, "n_1": n_1, "errors_2": errors_2, "n_2": n_2}
    verdicts = tried(("two_proportions",), lambda key: run_test(key, alternative, **given).named("A", "B"))
    why = "Right for errors counted on two independent samples."
    advice = Advice("two_proportions", why, (("two_proportions", why),), (), ())
    estimates = [Estimate("difference", given, errors_1 / n_1 - errors_2 / n_2)] if verdicts else []
    question = Question("A", "B", alpha, alternative)
    Bench("samples", question, verdicts, advice, estimates, DIFFERENCE, "A − B").show()
    st.caption(
        "Were both judged on the same instances? Then use the 2×2 table: pairing removes much of the noise."
    )


DESIGNS = {
    "disjoint_halves": "disjoint sets: no two folds share instances",
    "k_fold": "one K-fold cross-validation",
    "random_resampling": "random cuts, or repeated K-fold",
    "5x2": "5×2 cross-validation, rows in the order 1.1, 1.2, 2.1 …",
    "balanced_5x2": "balanced 5×2 cross-validation, in that order",
}
KINDS = {
    "error": ("Error rate", True),
    "accuracy": ("Accuracy", False),
    "lower": ("Score", True),
    "higher": ("Score", False),
}
KIND_WORDS = {
    "error": "error rates",
    "accuracy": "accuracies",
    "lower": "other, lower is better",
    "higher": "other, higher is better",
}
FIRST = (0.12, 0.10, 0.15, 0.09, 0.13, 0.11, 0.14, 0.10, 0.12, 0.13)
SECOND = (0.16, 0.12, 0.14, 0.15, 0.18, 0.13, 0.16, 0.15, 0.11, 0.17)
EXAMPLE = "A\tB\n" + "\n".join(f"{a:.2f}\t{b:.2f}" for a, b in zip(FIRST, SECOND, strict=True))


def fold_scores() -> None:
    st.caption(
        "Paste one column of fold scores to hold against p0, or two to compare. Tabs, blanks or semicolons part the "
        "columns; 0,12 and 0.12 and 12% are understood; a first line may name the columns."
    )
    left, right = st.columns(2, gap="medium")
    with left:
        text = st.text_area("Scores, one row per fold", EXAMPLE, 220, key="f_scores", bind="query-params")
    with right:
        kind = st.selectbox(
            "The numbers are", list(KINDS), format_func=KIND_WORDS.get, key="f_kind", bind="query-params"
        )
        design = st.selectbox(
            "The folds come from",
            list(DESIGNS),
            1,
            format_func=DESIGNS.get,
            key="f_design",
            bind="query-params",
            help="This decides everything: which tests are valid depends on how much the training sets share.",
        )
        sizes = fold_sizes(design)
    columns, names = pasted.read_columns(text or "")
    if not columns or len(columns[0]) < 2:
        st.info("Paste at least two scores, one per fold.", icon=":material/content_paste:")
        return
    values = [np.array(column) for column in columns]
    if kind in ("error", "accuracy") and max(column.max() for column in values) > 1:
        values = [column / 100 for column in values]
        st.caption(":material/info: Values above 1 were taken for per cent and divided by 100.")
    scores = typed_scores(values, names or ("A", "B")[: len(values)], kind, design, sizes)
    if len(values) == 1:
        one_column(scores)
    else:
        two_columns(scores)


def fold_sizes(design: str) -> tuple[float | None, float | None]:
    """Sizes of the training and validation sets, where the design does not say their ratio."""
    if design != "random_resampling":
        return None, None
    left, right = st.columns(2)
    train = left.number_input("Training instances", 1, MOST, 90, key="f_train", bind="query-params")
    validation = right.number_input("Validation instances", 1, MOST, 10, key="f_val", bind="query-params")
    return float(train), float(validation)


def typed_scores(
    values: list[Any],
    names: tuple[str, ...],
    kind: str,
    design: str,
    sizes: tuple[float | None, float | None],
) -> FoldScores:
    """Fold scores out of typed numbers, with the facts of the design that the visitor named."""
    if len(set(names)) < len(names):
        names = ("A", "B")
    rows, halves = len(values[0]), design in ("5x2", "balanced_5x2")
    if halves and rows != 10:
        raise InputError(
            f"5×2 cross-validation gives 10 scores, there are {rows}.", "scores", "Choose another design."
        )
    replicates, folds = (5, 2) if halves else (1, rows)
    facts = DesignFacts(design, replicates, folds, *sizes, training_sets_overlap=design != "disjoint_halves")
    place = np.arange(rows)
    table = pd.concat(
        pd.DataFrame(
            {
                "dataset": "typed",
                "learner": name,
                "replicate": place // folds + 1,
                "fold": place % folds + 1,
                "n_train": np.nan,
                "n_validation": np.nan,
                "score": column,
            }
        )
        for name, column in zip(names, values, strict=True)
    )
    title, lower = KINDS[kind]
    measure = kind if kind in ("error", "accuracy") else "score"
    return FoldScores(table.reset_index(drop=True), measure, title, lower, facts=facts, learner_order=names)


def one_column(scores: FoldScores) -> None:
    name = scores.learners[0]
    values = scores.of(name)["score"].to_numpy(dtype=float)
    p0 = float(
        st.number_input(
            "Value p0 to hold the mean against",
            value=0.1,
            step=0.01,
            format="%.4g",
            key="f_p0",
            bind="query-params",
            width=260,
        )
    )
    alpha, alternative = controls(RATE_CLAIMS)
    advice = applicable_tests(scores, name, p0=p0)
    verdicts = tried(
        tuple(key for key in advice.applicable if key == "one_sample_t"),
        lambda key: run_test(key, alternative, **test_inputs(key, scores, name, p0=p0)).named(name),
    )
    estimates = [Estimate("mean_t", {"scores": values}, float(values.mean()))]
    facts = scores.facts
    if facts is not None and facts.key in ("k_fold", "random_resampling"):
        folds = facts.pairs
        sizes = {"n_train": facts.n_train or 1 - 1 / folds, "n_validation": facts.n_validation or 1 / folds}
        zeros = np.zeros_like(values)
        estimates.append(
            Estimate("corrected_difference_t", {"a": values, "b": zeros, **sizes}, float(values.mean()))
        )
    scale = Scale("Mean score", percent=scores.measure in ("error", "accuracy"))
    Bench(
        "folds",
        Question(name, "", alpha, alternative),
        verdicts,
        advice,
        estimates,
        scale,
        "the mean",
        zero=False,
        reference=p0,
    ).show()


class Typed:
    """Typed scores in the place of an experiment."""

    def __init__(self, scores: FoldScores) -> None:
        self.fold_scores, self.predictions = scores, None
        self.facts, self.learners, self.spec = scores.facts, scores.learners, None


def two_columns(scores: FoldScores) -> None:
    found = Typed(scores)
    first, second = scores.learners
    advice = applicable_tests(scores, first, second)
    question = pair.ask(found, first, second, advice)
    verdicts, refused = pair.verdicts(found, question, advice)
    if not verdicts:
        st.info(plain(advice.because), icon=":material/block:")
        return
    with st.container(border=True):
        key = st.selectbox(
            "Test",
            list(verdicts),
            format_func=lambda key: f"{TESTS[key].title}{' (advised)' if key == advice.advised else ''}",
            key="f_test",
        )
        st.caption(plain(advice.because if key == advice.advised else advice.reason(key)))
        cards.verdict_card(verdicts[key], scores, question)
    tests, formula, assumptions, matter, copy = st.tabs(
        ["All tests", "Formula", "Assumptions", "Does it matter?", "To copy"], on_change="rerun", key="f_tab"
    )
    if tests.open:
        with tests:
            side_by_side.show(found, verdicts, advice, question)
            side_by_side.reasons(advice, refused)
    if formula.open:
        with formula:
            cards.formula(verdicts[key])
    if assumptions.open:
        with assumptions:
            cards.checks(verdicts[key])
    if matter.open:
        with matter:
            practical.show(found, verdicts, advice, question)
    if copy.open:
        with copy:
            st.code(verdicts[key].paragraph(question.alpha), language=None, wrap_lines=True)


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
    chosen = st.segmented_control(
        "What do you have?",
        list(CALCULATORS),
        default="errors",
        required=True,
        format_func=lambda key: CALCULATORS[key][0],
        key="calc",
        bind="query-params",
    )
    try:
        CALCULATORS[chosen][1]()
    except InputError as error:
        cards.refuse(error)


st.title("Calculators")
st.caption(
    "Only numbers, no data: from a paper, an exam, a colleague. The address holds what you type: copy it to pass "
    "the calculation on."
)
calculator()
