"""Every applicable test of one pair in one table, and why they disagree."""

import re
from collections.abc import Collection, Mapping

import streamlit as st

from core.errors import InputError
from core.figures import LACK, Drawing, ForestRow, difference_scale, interval_forest, worth_style, worths_told
from core.inference import Advice, Evidence, Verdict
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.disagreement import Reading, read, whose_verdict
from core.inference.interpretation.effect_sizes import (
    allowing_for_overlap,
    difference_interval,
    estimate_beside_mean,
    intervals_of_other_methods,
    left_out,
    of_other_estimates,
    opened,
    over_instances_and_folds,
    speaks_of,
    without_ends,
)
from core.inference.interpretation.summary import in_one_piece, on_hold_out
from core.records import Interval
from core.tables.verdicts import STATUS, grouped_reasons, reasons_table, verdicts_table
from core.written import all_of
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain, told

_TEST = re.compile(r" test(?! of )")
"""The word that goes without saying, but not from "DeLong's test of two AUCs"."""
BAND = "The grey band is the region of practical equivalence."


def forest(
    evidence: Evidence,
    verdicts: Mapping[str, Verdict],
    advice: Advice,
    question: PairQuestion,
    known: Mapping[str, Interval],
) -> Drawing:
    """The known intervals of the difference, by test, coloured by what each test is worth."""
    level, dark = 1 - question.alpha, elements.is_dark()
    worth = {key: status for key, status, _ in advice.listed}
    whole = _whole(evidence, verdicts, advice, level)
    rows = [
        ForestRow(
            f"{'★ ' * (key == advice.advised)}{_named(verdicts[key])}",
            interval,
            verdicts[key].estimate,
            worth_style(worth[key], dark=dark),
            whole.get(key),
        )
        for key, interval in known.items()
    ]
    scale = difference_scale(evidence.scores, question.first, question.second)
    return interval_forest(rows, scale, rope=question.region, wide=True, dark=dark)


def _of_the_difference(
    evidence: Evidence, verdicts: Mapping[str, Verdict], question: PairQuestion
) -> dict[str, Interval]:
    """The intervals that can stand side by side, by test."""
    return {
        key: opened(interval, verdict)
        for key, verdict in verdicts.items()
        if verdict.p_value is not None  # without a variance it would have no width
        and speaks_of(verdict, evidence.scores.measure)
        and "rope" not in question.options(key)  # it judges another hypothesis by the interval of its sibling
        and (interval := difference_interval(verdict, 1 - question.alpha)) is not None
    }


def _colours(drawn: Collection[str], advice: Advice) -> str:
    """What the colours of intervals say their tests are worth; of those that are drawn only."""
    return worths_told({status for key, status, _ in advice.listed if key in drawn})


def _whole(
    evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, level: float
) -> dict[str, Interval]:
    """What the intervals would be of tests that ignore the overlap of training sets, if they did not."""
    if evidence.facts is None or not evidence.facts.training_sets_overlap:
        return {}
    cautioned = dict(advice.caution)
    found = allowing_for_overlap(verdicts, advice.advised, level)
    return {key: whole for key, whole in found.items() if key in cautioned}


def _named(verdict: Verdict) -> str:
    """A test in the margin of a picture, with what its interval is of where that is not the mean."""
    own = estimate_beside_mean(verdict)
    return short_title(verdict.title) + ("" if own is None else f": {own[0].removesuffix(' estimate')}")


def short_title(title: str) -> str:
    """A test's title for the margin of a picture."""
    brief = title.partition(":")[0].replace(" with its exact null distribution", ", exact null")
    brief = _TEST.sub("", brief)
    for word in (" cv", " over folds", " cross-validated", "K-fold ", " signed-rank", "Calibrated "):
        brief = brief.replace(word, "")
    return brief[:1].upper() + brief[1:]


def show(evidence: Evidence, verdicts: Mapping[str, Verdict], advice: Advice, question: PairQuestion) -> None:
    """The table, the reading of it, the intervals."""
    reading = read(list(verdicts.values()), question.alpha, evidence.facts, evidence.scores.measure, advice)
    scale = difference_scale(evidence.scores, question.first, question.second)
    st.markdown(
        f"**{plain(reading.sentence)}** {plain(whose_verdict(verdicts, advice))} The tests of one pair answer one "
        "question, so they are not adjusted for their number."
    )
    table = verdicts_table(verdicts, advice, question.alpha, scale=scale, measure=evidence.scores.measure)
    tables.table(table, "side_by_side", "tests_side_by_side", height="content", wraps=True, whole=True)
    about_intervals(verdicts, question.alpha, evidence.scores.measure)
    show_reasons(reading)
    known = _of_the_difference(evidence, verdicts, question)
    if not known:
        return
    drawing = forest(evidence, verdicts, advice, question, known)
    st.markdown("**Their intervals**")
    charts.figure(drawing, "all_intervals", "intervals")
    lacks = bool(_whole(evidence, verdicts, advice, 1 - question.alpha))
    band = f"{BAND} " * (question.region is not None)
    st.caption(
        f"{_colours(known, advice)} {f'{LACK} ' * lacks}{band}"
        "Tests of equivalence, which judge another hypothesis by "
        "their sibling's interval, and tests of another measure than the chosen one are left out."
    )


def none_applies(advice: Advice, evidence: Evidence, instead: str = "") -> None:
    """Why there is no verdict at all, what there is instead, and where to go on."""
    st.info(told(f"{advice.because} {instead}"), icon=":material/block:")
    if evidence.scores.measure == "auc" and on_hold_out(evidence.facts):  # which has no folds to see
        st.page_link(
            "pages/measures.py",
            label="See the AUC with its interval",
            icon=":material/arrow_forward:",
            query_params={"measures_part": "AUC"},
        )
    elif evidence.predictions is not None and in_one_piece(evidence.facts):
        st.page_link("pages/measures.py", label="See the predictions", icon=":material/arrow_forward:")
    else:
        st.page_link(
            "pages/fold-errors.py", label="See the estimates and the folds", icon=":material/arrow_forward:"
        )
    reasons(advice, {}, {})


def about_intervals(verdicts: Mapping[str, Verdict], alpha: float, measure: str) -> None:
    """What the tests and intervals of the table are of, and why some intervals are missing or have no end."""
    if two_estimates := over_instances_and_folds(verdicts.values(), measure):
        st.caption(plain(two_estimates))
    for say in (of_other_estimates, intervals_of_other_methods, left_out, without_ends):
        if said := say(verdicts.values(), alpha):
            st.caption(plain(said))


def show_reasons(reading: Reading) -> None:
    """Why the tests disagree, one idea each."""
    if not reading.reasons:
        return
    ideas = []
    for reason in reading.reasons:
        head, _, rest = reason.partition(": ")
        words = f"**{plain(head)}.** {plain(rest[:1].upper() + rest[1:])}" if rest else plain(reason)
        ideas.append(f"- {words}")
    st.markdown("\n".join(["**Why they disagree**", "", *ideas]))


def reasons(
    advice: Advice, refused: Mapping[str, InputError], verdicts: Mapping[str, Verdict], key: str = "reasons"
) -> None:
    """Why each test is advised, cautioned against, unable to judge or refused; each reason once, with its tests.

    Parameters
    ----------
    advice : Advice
    refused : mapping of test key to reason
        Applicable tests that cannot be done on these scores.
    verdicts : mapping of test key to Verdict
        Of the others.
    key : str
        Of the download.
    """
    table = reasons_table(advice, refused, verdicts)
    many = int((table.frame["status"] == STATUS["refused"]).sum())
    rest = f", and why {many} {'is' if many == 1 else 'are'} refused" if many else ""
    title = (
        f"Why {all_of(many, 'tests')} {'is' if many == 1 else 'are'} refused"
        if many == len(table.frame)
        else f"Why each test is here{rest}"
    )
    with st.expander(title, icon=":material/rule:"):
        for worth, reason, tests in grouped_reasons(table):
            st.markdown(f"- {worth} · **{plain('; '.join(tests))}.** {told(reason)}")
        tables.csv_download(table.saved, key, "reasons")
