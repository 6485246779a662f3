"""One entry of the reference, shown from its declaration."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from core.bibliography import Work, works
from core.designs import DESIGNS, DesignEntry, make_design, role_matrix, usual_facts
from core.entries import Entry
from core.errors import DesignError, InputError
from core.figures import design_picture, null_of
from core.inference import INTERVALS, RANK_ADJUSTMENTS, TESTS, IntervalEntry, Posterior, TestEntry, Verdict
from core.inference.advice.applicable import advice_on_design
from core.inference.comparing.adjust import Adjustment
from core.inference.declaration.entry import Example, Naming
from core.inference.intervals.examples import INTERVAL_EXAMPLES
from core.inference.intervals.steps import interval_steps
from core.inference.verdicts.wording import whom
from core.inference.verdicts.worked_examples import work_through
from core.learners import LEARNERS, LearnerEntry
from core.measures import MEASURES, MeasureEntry
from core.records import Split
from core.tables.verdicts import STATUS
from core.written import counted, setting_text
from pages.ui.display import charts, elements
from pages.ui.display.text import plain
from pages.ui.verdicts.verdict_card import doubts

KINDS: Mapping[str, tuple[str, Mapping[str, Entry]]] = {
    "tests": ("Tests", TESTS),
    "intervals": ("Intervals", INTERVALS),
    "designs": ("Designs", DESIGNS),
    "learners": ("Learners", LEARNERS),
    "measures": ("Measures", MEASURES),
    "adjustments": ("Adjustments", RANK_ADJUSTMENTS),
}
QUESTIONS = {
    "one_learner": "One learner against p0",
    "two_learners": "Two learners",
    "many_learners": "More than two learners, one data set",
    "many_datasets": "Many data sets",
    "bayesian": "Bayesian",
}
_PICTURED = 24
"""Instances in the picture of a design."""


def group_of(kind: str, entry: Entry) -> str:
    """The heading that an entry stands under."""
    if isinstance(entry, TestEntry):
        return QUESTIONS[entry.question]
    if isinstance(entry, LearnerEntry):
        return entry.task.capitalize()
    if isinstance(entry, MeasureEntry):
        return " and ".join(entry.tasks).capitalize()
    return KINDS[kind][0]


def show(kind: str, key: str) -> None:
    """The whole entry."""
    entry = KINDS[kind][1][key]
    st.header(plain(entry.title), anchor=f"{kind}-{key}")
    st.markdown(f":gray-badge[{plain(group_of(kind, entry))}]  {plain(entry.summary)}")
    DETAILS[kind](entry)
    if entry.reference:
        lines = [f":material/menu_book: {plain(entry.citation)}", *map(_full, works(entry.reference))]
        st.caption("\n- ".join(lines))
    st.caption(f"Key in scripts: `{key}`")


def _full(work: Work) -> str:
    """The full reference, its identifier a link."""
    words = plain(work.full.removesuffix(work.identifier))
    return f"{words} [{'doi' if 'doi' in work.fields else 'web'}]({work.address})" if work.address else words


def _rows(rows: list[dict[str, str]]) -> None:
    """A small table whose cells wrap; the first row names the columns."""
    names = list(rows[0])
    lines = ["| " + " | ".join(name.replace("_", " ").capitalize() for name in names) + " |"]
    lines.append("|" + " --- |" * len(names))
    lines += ["| " + " | ".join(plain(row[name]) for name in names) + " |" for row in rows]
    st.markdown("\n".join(lines))


def _needs(entry: TestEntry | IntervalEntry) -> None:
    st.markdown("**Needs**")
    _rows(
        [
            {
                "input": need.name,
                "what_it_is": need.title,
                "required": "optional" if need.optional else "yes",
            }
            for need in entry.needs
        ]
    )


def _test(entry: TestEntry) -> None:
    bayesian = entry.question == "bayesian"
    if not bayesian:
        st.markdown("**Hypotheses**")
        null_hypothesis, alternative = entry.hypotheses()
        elements.formula(rf"{null_hypothesis} \qquad {alternative}")
        st.caption(plain(f"H0: {entry.h0()} Alternatives: {_sides(entry)}."))
    st.caption(plain(f"A verdict is about {whom(entry, Naming())}."))
    st.markdown("**Formula**")
    elements.formula(entry.formula)
    if "greater" in entry.one_sided:
        st.caption("One-sided, alternative “greater”:")
        elements.formula(entry.one_sided["greater"][0])
    distribution = "What is believed once the scores are seen, the posterior" if bayesian else "If H0 holds"
    st.markdown(f"**{distribution}:** {plain(entry.null_words)}.")
    if entry.interval_title:
        agreement = "" if bayesian else f"; it {_agreement(entry)}"
        st.markdown(f"**Interval:** {plain(entry.interval_title)}{agreement}.")
    _needs(entry)
    _list("Assumptions", [assumption.title for assumption in entry.assumptions])
    _list("Cautions", list(entry.cautions))
    for number, example in enumerate(entry.examples, 1):
        _worked(entry, example, number)


def _sides(entry: TestEntry) -> str:
    """Against which alternatives a test can be asked."""
    if entry.shows_equivalence:
        return "this one only; both of its one-sided tests have to reject"
    if entry.speaks == "several":
        return "this one only, that not all are alike; the statistic has no sign"
    return "two-sided or one-sided" if entry.signed else "two-sided only: the statistic has no sign"


def _agreement(entry: TestEntry) -> str:
    """Whether the interval and the test always say the same."""
    if not entry.duality:
        return "is not the test's own, so the two may disagree"
    agrees = "excludes the null value exactly when the test rejects"
    if "two-sided" in entry.duality:
        return agrees
    return f"{agrees} one-sided; two-sided the two may disagree near the limit"


def _list(title: str, sentences: list[str]) -> None:
    if sentences:
        st.markdown(f"**{title}**\n" + "\n".join(f"- {plain(sentence)}" for sentence in sentences))


def _worked(entry: TestEntry, example: Example, number: int) -> None:
    with st.container(border=True):
        st.markdown(
            f"**Worked example{f' {number}' if len(entry.examples) > 1 else ''}**  \n{plain(example.source)}"
        )
        st.code(_call(entry.key, example), language="python", wrap_lines=True)
        answer, numbers = work_through(entry, example)
        if isinstance(answer, Verdict) and entry.question == "one_learner":
            answer = answer.named("the learner")
        _rows(
            [
                {
                    "quantity": item.name,
                    "printed": item.printed.replace("-", "−"),
                    "computed_now": item.shown,
                    "agrees": "✓" if item.agrees else "✗",
                }
                for item in numbers
            ]
        )
        if isinstance(answer, Posterior):
            st.markdown(plain(answer.sentence()))
            return
        for line in answer.formula_steps()[1:]:
            elements.formula(line)
        st.markdown(plain(answer.sentence(example.alpha)))
        doubts(answer, example.alpha)
        if number == 1:
            drawing = null_of(answer, example.alpha, dark=elements.is_dark())
            charts.figure(drawing, f"null_{entry.key}", "null_distribution")


def _call(key: str, example: Example) -> str:
    side = "" if example.alternative == "two-sided" else f", alternative={example.alternative!r}"
    given = "".join(f", {name}={_literal(value)}" for name, value in example.inputs.items())
    return f"core.run_test({key!r}{side}{given})"


def _literal(value: Any) -> str:
    if isinstance(value, tuple | list | np.ndarray):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    return f"{value:g}" if isinstance(value, float) else repr(value)


def _interval(entry: IntervalEntry) -> None:
    st.markdown("**Formula**")
    elements.formula(entry.formula)
    st.markdown(f"**Condition:** {plain(entry.condition)}.")
    _needs(entry)
    if entry.key not in INTERVAL_EXAMPLES:
        return
    given, words = INTERVAL_EXAMPLES[entry.key]
    with st.container(border=True):
        st.markdown(f"**Worked example:** {plain(words)}")
        for line in interval_steps(entry.key, 0.95, "two", **given)[1:]:
            elements.formula(line)


def _design(entry: DesignEntry) -> None:
    _picture(entry.key)
    if entry.options:
        st.markdown("**Options**")
        _rows(
            [
                {"option": option.name, "default": setting_text(option.default), "meaning": option.help}
                for option in entry.options
            ]
        )
    st.caption("Can deal out whole groups." if entry.takes_groups else "Has no form for groups.")
    try:
        advice = advice_on_design(usual_facts(entry.key))
    except DesignError:
        return  # it takes what a column of the data says
    st.markdown("**Tests of two learners on its folds**")
    alike: dict[tuple[str, str], list[str]] = {}
    for key, status, reason in advice.listed:
        alike.setdefault((STATUS[status].replace(" ", "\u00a0"), reason), []).append(TESTS[key].title)
    _rows(
        [
            {"tests": "; ".join(titles), "status": status, "reason": reason}
            for (status, reason), titles in alike.items()
        ]
    )


def _picture(key: str) -> None:
    X, y = np.zeros((_PICTURED, 1)), np.arange(_PICTURED) % 2
    options = {"k": 4} if key in ("k_fold", "repeated_k_fold", "disjoint_halves") else {}
    options |= {"r": 2} if key == "repeated_k_fold" else {"r": 6} if key == "random_resampling" else {}
    options |= {"b": 6} if key == "bootstrap" else {}
    try:
        pairs = list(make_design(key, **options).split(X, y))
    except InputError:
        return
    splits = [Split(np.asarray(train), np.asarray(test), 1, i + 1) for i, (train, test) in enumerate(pairs)]
    labels = [f"pair {i + 1}" for i in range(len(splits))]
    drawing = design_picture(role_matrix(splits, _PICTURED), labels, dark=elements.is_dark())
    charts.design(drawing, f"picture_{key}", f"design_{key}")
    st.caption(
        f"{counted(len(splits), 'pairs')} of {_PICTURED} instances: each row a pair, each column an instance."
    )


def _learner(entry: LearnerEntry) -> None:
    theirs = entry.estimator.startswith("sklearn.")
    facts = [
        f"scikit-learn's `{entry.estimator}`" if theirs else f"`{entry.estimator}`, built on scikit-learn",
        "numeric attributes are standardised" if entry.scales else "attributes are taken as they are",
        "copes with missing numbers itself" if entry.takes_missing else "missing numbers are filled in first",
    ]
    if entry.two_classes_only:
        facts.append("two classes only")
    st.markdown("; ".join(facts) + ". Everything is fitted inside each training set.")
    if not entry.hyperparameters:
        st.caption("It has no hyperparameters.")
        return
    st.markdown("**Hyperparameters**")
    _rows(
        [
            {
                "name": item.title if item.title == item.name else f"{item.title} ({item.name})",
                "default": setting_text(item.default),
                "allowed": item.allowed_in_words,
                "meaning": item.help,
            }
            for item in entry.hyperparameters
        ]
    )


NEEDED = {
    "labels": "predictions",
    "probabilities": "predicted probabilities",
    "scores": "scores or probabilities",
    "times": "recorded times",
    "training": "what was recorded in training",
}


def _measure(entry: MeasureEntry) -> None:
    facts = {
        "Direction": "lower is better" if entry.lower_is_better else "higher is better",
        "Needs": NEEDED[entry.needs],
        "Unit": entry.unit or ("a proportion from 0 to 1" if entry.rate else "a pure number"),
        "Pooling": "a mean over instances: of all predictions together it is the mean of the folds, weighted by their "
        "sizes"
        if entry.averages_over_instances
        else "no mean over instances: of all predictions together it differs from the mean of the folds, however these "
        "are weighted",
    }
    if not entry.of_predictions:
        del facts["Pooling"]  # there are no predictions to put together
    if entry.tasks == ("regression",) and not entry.unit:
        del facts["Unit"]  # most have that of the response, or its square
    if entry.one_against_rest:
        facts["Classes"] = (
            "judges the positive class; where there are more than two, the mean over all of them (macro)"
        )
    st.markdown("\n".join(f"- **{name}:** {plain(words)}" for name, words in facts.items()))


def _adjustment(entry: Adjustment) -> None:
    st.markdown(plain(entry.term(2)))
    if entry.all_pairs:
        st.caption("For all pairs of learners, not for several against a control.")


DETAILS: Mapping[str, Callable[[Any], None]] = {
    "tests": _test,
    "intervals": _interval,
    "designs": _design,
    "learners": _learner,
    "measures": _measure,
    "adjustments": _adjustment,
}
