"""Numbers typed by hand: the inputs that calculators share, and fold scores pasted as one column or two."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from core.designs import DESIGNS
from core.errors import InputError, listing
from core.figures import Scale
from core.inference import (
    TESTS,
    Advice,
    Alternative,
    Evidence,
    Verdict,
    applicable_tests,
)
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import report
from core.inference.intervals.examples import FOLD_ERRORS_A, FOLD_ERRORS_B
from core.inference.verdicts.each_tried import each_tried
from core.measures import title_of, told_in_percent
from core.records import Array, FoldScores
from pages.ui.calculators import pasted
from pages.ui.display import elements, page, typed_numbers
from pages.ui.display.text import plain
from pages.ui.importing import fold_scores as fold_results
from pages.ui.session import data_forms, links, state
from pages.ui.verdicts import pair, practical_difference, side_by_side, verdict_card
from pages.ui.verdicts.hero import Hero
from pages.ui.verdicts.tests_and_intervals import Bench, places

MOST = 1_000_000_000
_CLAIMED = (
    "What the numbers are to show; H0 says the opposite. Choose one side only if the other was ruled out before "
    "looking."
)


def asked(words: str) -> None:
    """What is to be typed; in a lecture somebody says it, and the picture has to come into sight."""
    if not page.presents():
        st.caption(words)


def count(label: str, value: int, key: str, low: int = 0, hint: str | None = None) -> int:
    """A whole number, bound to the address."""
    return int(typed_numbers.bound_input(label, key, value, low, MOST, help=hint))


def names() -> tuple[str, str]:
    """What the visitor calls the two classifiers; A and B as long as that does not tell them apart."""
    letters = ("A", "B")
    given = [
        column.text_input(f"Name of {letter}", letter, key=key, bind="query-params")
        for column, letter, key in zip(st.columns(2), letters, ("calc_a", "calc_b"), strict=True)
    ]
    first, second = (
        " ".join((text or "").split()) or letter for text, letter in zip(given, letters, strict=True)
    )
    return (first, second) if first != second else letters


def controls(claims: dict[Alternative, str]) -> tuple[float, Alternative]:
    """α and the claim."""
    alpha = elements.alpha_slider(bound=False)
    return alpha, pair.claim(claims, state.CALCULATOR_CLAIM, "two-sided", hint=_CLAIMED)


def tried(keys: Sequence[str], make: Callable[[str], Verdict]) -> dict[str, Verdict]:
    """Verdicts by key; a test that refuses this input says so and is left out."""
    found, refused = each_tried(keys, make)
    reasons: dict[str, list[str]] = {}
    for key, error in refused.items():
        reasons.setdefault(str(error), []).append(TESTS[key].title)
    for reason, titles in reasons.items():
        st.caption(f":material/block: {plain(f'{listing(titles)}: {reason}')}")
    return found


ORIGINS = {
    "disjoint_halves": "disjoint sets: no two folds share instances",
    "k_fold": "one K-fold cross-validation",
    "random_resampling": "random cuts, or repeated K-fold",
    "5x2": "5×2 cross-validation, rows in the order 1.1, 1.2, 2.1 …",
    "balanced_5x2": "balanced 5×2 cross-validation, in that order",
}
KINDS = {
    "error": ("error rate", True),
    "accuracy": ("accuracy", False),
    "lower": ("score", True),
    "higher": ("score", False),
}
MEAN_CLAIMS: dict[Alternative, str] = {"two-sided": "mean ≠ p0", "less": "mean < p0", "greater": "mean > p0"}
IN_PERCENT = "_percent"
"""Ends the name of a kind of rates of which all are per cent."""
KIND_WORDS = {
    "error": "error rates",
    "accuracy": "accuracies",
    f"error{IN_PERCENT}": "error rates in per cent",
    f"accuracy{IN_PERCENT}": "accuracies in per cent",
    "lower": "other, lower is better",
    "higher": "other, higher is better",
}
SCORES = "f_scores"
EXAMPLE = "A\tB\n" + "\n".join(f"{a:.2f}\t{b:.2f}" for a, b in zip(FOLD_ERRORS_A, FOLD_ERRORS_B, strict=True))


def fold_scores() -> None:
    asked(
        "Paste one column of fold scores to compare with p0, or two, below their names if you like; one or two long "
        "lines do as well. Tabs, blanks or semicolons separate them; 0,12 and 0.12 and 12% are understood."
    )
    left, right = st.columns(2, gap="medium")
    with left:
        text = st.text_area("Scores, one row per fold", EXAMPLE, 150, key=SCORES, bind="query-params")
    with right:
        kind = st.selectbox(
            links.titled("f_kind", "The numbers are", words=KIND_WORDS),
            list(KIND_WORDS),
            format_func=KIND_WORDS.__getitem__,
            key="f_kind",
            bind="query-params",
        )
        design = st.selectbox(
            links.titled("f_design", "The folds come from", words=ORIGINS),
            list(ORIGINS),
            1,
            format_func=ORIGINS.__getitem__,
            key="f_design",
            bind="query-params",
            help="This decides everything: which tests are suited depends on how much the training sets share.",
        )
        with typed_numbers.refused(st.container()) as wrong:
            sizes = fold_sizes(design)
    if wrong:
        return
    try:
        columns, names, told = columns_of(text or "", kind)
    except InputError as error:
        elements.refuse(error)
        if isinstance(error, pasted.TooManyColumns):
            st.page_link(
                "pages/data.py",
                label=f"Data › {fold_results.TAB}",
                icon=":material/arrow_forward:",
                query_params={data_forms.DOOR: fold_results.TAB},
            )
        return
    if not columns or len(columns[0]) < 2:
        st.info("Paste at least two scores, one per fold.", icon=":material/content_paste:")
        return
    values, kind = [np.array(column) for column in columns], kind.removesuffix(IN_PERCENT)
    for sentence in told:
        st.caption(f":material/info: {plain(sentence)}")
    if kind == "error" and np.concatenate(values).mean() > 0.5:
        with right:
            st.caption(
                ":material/help: Their mean is above 50\u00a0%. Are they accuracies? Then choose that above."
            )
    if len(set(names)) < len(names):
        st.caption(":material/info: Both columns have one name; they are called A and B here.")
    scores = typed_scores(values, names or ("A", "B")[: len(values)], kind, design, sizes)
    if len(values) == 1:
        one_column(scores)
    else:
        two_columns(scores)


def columns_of(text: str, kind: str) -> pasted.Columns:
    """The numbers, rates as shares."""
    if kind.startswith(("error", "accuracy")):
        return pasted.read_rates(text, percent=kind.endswith(IN_PERCENT))
    return pasted.read_columns(text)


def fold_sizes(design: str) -> tuple[float | None, float | None]:
    """Sizes of the training and validation sets, where the design does not say their ratio."""
    if design != "random_resampling":
        return None, None
    left, right = st.columns(2)
    with left:
        train = count("Training instances", 90, "f_train", 1)
    with right:
        validation = count("Validation instances", 10, "f_val", 1)
    return float(train), float(validation)


def typed_scores(
    values: list[Array],
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
    facts = DESIGNS[design].facts(replicates, folds, *sizes)
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


def _value_to_compare_with(percent: bool) -> float:
    """p0 in the unit in which the mean is told."""
    title = "Value p0 to compare the mean with"
    if percent:
        least = elements.LEAST_RATE
        return elements.share_input(f"{title} (%)", "f_p0_percent", 0.1, least, 1 - least, stem="f_p0")
    given = st.number_input(
        links.titled("f_p0", title, "f_p0"),
        value=0.1,
        step=0.01,
        format="%.4g",
        key="f_p0",
        bind="query-params",
    )
    return float(given)


def one_column(scores: FoldScores) -> None:
    name = scores.learners[0]
    percent, title = told_in_percent(scores.measure), title_of(scores)
    asked_here = st.container(width=260)
    at = places()
    with typed_numbers.refused(at.told) as wrong, asked_here:
        p0 = _value_to_compare_with(percent)
    with at.asked:
        alpha, alternative = controls(MEAN_CLAIMS)
    if wrong:
        return
    found, advice = Evidence(scores), applicable_tests(scores, name, p0=p0)
    question = LearnerQuestion(name, alpha, alternative, p0)
    verdicts = tried(question.asked_of(advice), lambda key: question.verdict(found, key))
    scale = Scale(f"Mean {title}{' (%)' * percent}", percent=percent, name=f"mean {title}")
    Bench(
        "folds",
        question,
        verdicts,
        advice,
        question.estimates(verdicts),
        scale,
        "the mean",
        zero=False,
        facts=scores.facts,
        reference=p0,
        measure=scores.measure,
    ).show(at)


def two_columns(scores: FoldScores) -> None:
    """Two columns of fold scores: the verdict, then all that a reviewer asks next."""
    found = Evidence(scores)
    first, second = scores.learners
    advice = applicable_tests(scores, first, second)
    left, right = st.columns(2, gap="large")
    with right:
        drawn_here = st.container()
        question = pair.ask(found, first, second, advice)
    verdicts, refused = pair.verdicts(found, question, advice)
    if not verdicts:
        st.info(plain(advice.because), icon=":material/block:")
        return
    with left:
        above = st.container()
        key = pair.choose_test(verdicts, advice, "f_test")
        verdict_card.why_this_test(advice, key)
    hero = Hero(verdicts[key], question.alpha)
    with above:
        hero.words_by(advice)
        verdict_card.doubts(hero.verdict, question.alpha)
    with drawn_here:
        hero.differences(scores, first, second, question.rope)
    with left:
        st.markdown("**If only luck were at work**")
        hero.null()
    _details(found, verdicts, advice, question, hero=hero, refused=refused)
    hero.follow()
    hero.follow_rope(pair.rope_slider(found))


def _details(
    found: Evidence,
    verdicts: Mapping[str, Verdict],
    advice: Advice,
    question: PairQuestion,
    *,
    hero: Hero,
    refused: Mapping[str, InputError],
) -> None:
    tests, formula, assumptions, matter, copy = elements.tabs(
        ["All tests", "Formula", "Assumptions", "Does it matter?", "Text for a report"], "f_tab"
    )
    if tests.open:
        with tests:
            side_by_side.show(found, verdicts, advice, question)
            side_by_side.reasons(advice, refused, verdicts)
    if formula.open:
        with formula:
            verdict_card.formula(hero.verdict)
    if assumptions.open:
        with assumptions:
            verdict_card.checks(hero.verdict, question.alpha)
    if matter.open:
        with matter:
            practical_difference.show(found, verdicts, advice, question, hero=hero)
    if copy.open:
        with copy:
            st.code(report(hero.verdict, question.alpha), language=None, wrap_lines=True)
