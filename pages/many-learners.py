from functools import partial

import streamlit as st

from core.errors import InputError, listing, without_arguments
from core.experiment import ON_THE_ORIGINAL_SET, Results, search_in_times
from core.figures import (
    Drawing,
    Lanes,
    Scale,
    difference_scale,
    order_graph,
    scale_of,
    standing_diagram,
    style_of,
)
from core.inference import (
    AllPairs,
    Evidence,
    Verdict,
    applicable_tests,
    order_learners,
)
from core.inference.comparing.all_at_once import AllAtOnce, all_at_once
from core.inference.interpretation.standing import MEANS, bars, standing
from core.inference.interpretation.summary import fewer_scores, lacking_scores, lacking_some, summarise
from core.tables.latex import to_latex
from core.tables.many_learners import mean_pairs_table, order_table, several_table
from core.tables.verdicts import SMALLEST_FIRST, refused_pairs, unmet_of_pairs
from pages.ui import frame
from pages.ui.display import charts, elements, tables
from pages.ui.display.text import plain, told
from pages.ui.results import current
from pages.ui.session import cache, state
from pages.ui.verdicts import factors, side_by_side, verdict_card
from pages.ui.verdicts import standing as shown
from pages.ui.verdicts.family import choose_adjustment, family, too_many
from pages.ui.verdicts.hero import no_verdict

frame.ensure()

TABS = ("All pairs", "Tests of all learners", "Order by cost", "Formula")


def diagram(evidence: Evidence, scene: shown.Standing) -> str:
    """Learners at their mean scores, with bars beside those that are not told apart; says whose do not compare."""
    scores = evidence.together
    found = summarise(scores)

    def drawing(at: shown.At, room: Lanes | None) -> Drawing:
        return standing_diagram(
            at[0],
            scale_of(scores),
            room=room,
            styles=style_of(evidence.learners),
            lacking=fewer_scores(found, scores),
            dark=elements.is_dark(),
        )

    scene.diagram(drawing, "mean_scores")
    open_marks = any(item.scored for item in lacking_some(found))
    return f"{'Open mark: ' * open_marks}{lacking_scores(found, scores)}"


def every_pair(evidence: Evidence, pairs: AllPairs, alpha: float) -> None:
    """The matrix, and the table with intervals and wins."""
    scores = pairs.judged(evidence).scores
    grouping = pairs.grouping(evidence.together, alpha)
    names = list(grouping.learners)
    if grouping.pairs_compared:
        shown.matrix(
            names,
            pairs.matrix("difference").loc[names, names].to_numpy(),
            pairs.matrix("p_adjusted").loc[names, names].to_numpy(),
            difference_scale(scores, "row", "column"),
            alpha=alpha,
            lower_is_better=scores.lower_is_better,
        )
        measure = pairs.in_measure(evidence)
        said = f"Each cell is row minus column{measure}. " * bool(measure)
        st.caption(
            plain(f"{said}{pairs.sentence} The table has the {SMALLEST_FIRST}."),
            help=plain(pairs.term) or None,
        )
    table = cache.kept(
        "pairs table",
        (evidence.fingerprint, pairs.adjustment.key, alpha),
        lambda: mean_pairs_table(pairs, scores, alpha),
    )
    for refusal in refused_pairs(pairs):
        st.caption(f":material/block: {told(refusal)}")
    tables.table(table, "pairs_table", "all_pairs", wraps=True)
    tables.download(
        "Download all pairs (LaTeX)",
        lambda: to_latex(table),
        "all_pairs.tex",
        "text/x-tex",
        key="pairs_latex",
    )
    first, second = sorted(names[:2], key=evidence.learners.index)
    st.page_link(
        "pages/two-learners.py",
        label="Look at the two best closely",
        icon=":material/balance:",
        query_params={state.FIRST: first, state.SECOND: second},
    )


def side(overall: AllAtOnce, alpha: float) -> None:
    """The tests of all learners beside each other, with what each is worth."""
    if overall.verdicts:
        table = several_table(overall.verdicts, overall.advice, alpha)
        tables.table(table, "overall_tests", "tests_of_all_learners", height="content", wraps=True)
        st.caption(
            "They ask whether any two learners differ; the advised one was named before looking. The pairs "
            "are judged with p adjusted for their number, which holds with or without a rejection here."
        )
    else:
        st.info(told(overall.because), icon=":material/block:")
    side_by_side.reasons(overall.advice, overall.refused, overall.verdicts)


def by_cost(evidence: Evidence, alpha: float, search: str) -> None:
    """The order in which to take the learners, if a costlier one has to earn its cost."""
    try:
        order = cache.kept(
            "order", (evidence.fingerprint, alpha), lambda: order_learners(evidence, alpha=alpha)
        )
    except InputError as error:
        st.info(told(error), icon=":material/block:")
        return
    st.markdown(f"**{plain(order.sentence)}**")
    scale = Scale("Median training time of a fold", unit="s", name="training time")
    drawing = order_graph(order, scale, style_of(evidence.learners), dark=elements.is_dark())
    charts.figure(drawing, "order", "order_by_cost")
    st.caption(
        "From top to bottom: of those whom no costlier learner beats, the cheapest first. An arrow leads to a learner "
        f"that a costlier one beats: {plain(listing(order.tests))}, one-sided, p adjusted by Holm for all pairs "
        "(MultiTest). Asked one-sided only whether the costlier is better, it may tell pairs apart that the two-sided "
        "verdict above leaves open. Times vary with what else the machine does: learners that cost nearly the same may "
        "change places in another run."
    )
    if search:
        st.caption(f":material/info: {plain(search)}")
    tables.table(order_table(order), "order_pairs", "pairs_in_order_of_cost")


def formula(verdict: Verdict | None, why: str, alpha: float) -> None:
    """The advised test with its numbers, and what it takes for granted; or why there is none."""
    if verdict is None:
        st.info(told(why), icon=":material/block:")
        return
    verdict_card.formula(verdict)
    verdict_card.checks(verdict, alpha)


@st.fragment
def judge(results: Results) -> None:
    """All of the page; a fragment, since nothing is trained."""
    left, right = st.columns([6, 5], gap="large")
    with right:
        results = current.measured(results)
        evidence = results.evidence
        alpha = elements.alpha_slider(bound=False)
        pairs = family(evidence)
        advice = applicable_tests(evidence)
        choose_adjustment(pairs, advice, "stretch")
    overall = cache.kept("overall", evidence.fingerprint, lambda: all_at_once(evidence, advice))
    advised = overall.advised
    key = evidence.fingerprint, pairs.adjustment.key
    scene = shown.Standing(key, partial(pairs.groupings, evidence.together), alpha)
    with left:
        conclusion(pairs, evidence, overall.because, advised, scene)
        verdict_card.beside_itself(results)
        verdict_card.beside_guessing(results)
        if advice.advised is None and current.job_of(results) is None:
            verdict_card.lead_to_data(advice)
    lacking = diagram(evidence, scene)
    best = f"The best{' of those with the most scores' * bool(lacking)} is on top."
    scene.line("picture_explained", lambda at: f"{best} {bars(at[0], pairs.adjustment.title)}")
    if advised is not None:
        verdict_card.doubts(advised, alpha)
    for unmet in unmet_of_pairs(pairs, advised, alpha=alpha):
        st.warning(told(unmet), icon=":material/warning:")
    if evidence.facts is not None and evidence.facts.key == "bootstrap":
        st.caption(
            f":material/warning: {ON_THE_ORIGINAL_SET}: what is out of bag, on Fold errors, may have another order."
        )
    if lacking:
        st.caption(f":material/info: {plain(lacking)}")
    every, tests, ordered, numbers = factors.tabs(evidence, TABS, "several_details", alpha)
    if every.open:
        with every:
            every_pair(evidence, pairs, alpha)
    if tests.open:
        with tests:
            side(overall, alpha)
    if ordered.open:
        with ordered:
            by_cost(evidence, alpha, search_in_times(results.trained))
    if numbers.open:
        with numbers:
            formula(advised, overall.because, alpha)
    verdict_card.lead_to_report("all")
    scene.follow()


def conclusion(
    pairs: AllPairs, evidence: Evidence, why: str, advised: Verdict | None, scene: shown.Standing
) -> None:
    """The verdict on the pairs, and that on all learners at once below it."""
    judged = [found.verdict for found in pairs.pairs if found.verdict is not None]
    if not judged:
        no_verdict(without_arguments(why))
        return
    is_judged = factors.judged(evidence)
    scene.words(
        lambda at: standing(
            at[0],
            MEANS,
            at[1],
            pairs.basis,
            advised,
            decidable=pairs.decidable(at[1]),
            factors_judged=is_judged,
        )
    )
    if advised is not None:
        because = " ".join(filter(None, (advised.undefined, without_arguments(why))))
        scene.line(
            "over_all",
            lambda at: f"Over all learners: {advised.title}, {advised.numbers(at[1])}. {because}",
        )
        judged.append(advised)
    else:
        st.caption(told(f"{pairs.extent} {why}".strip()))
    for caution in dict.fromkeys(verdict.naming.caution for verdict in judged if verdict.naming.caution):
        st.caption(f":material/warning: {plain(caution)}")


st.title("Many learners")
found = current.results("how several learners differ")
if len(found.learners) < 3:
    st.info("Here three learners or more are compared.", icon=":material/groups:")
    with st.container(horizontal=True):
        if len(found.learners) == 2:
            st.page_link("pages/two-learners.py", label="Compare two learners", icon=":material/balance:")
        else:
            st.page_link("pages/one-learner.py", label="Judge one learner", icon=":material/person:")
        current.lead_to_another_learner(found)
elif found.evidence.over_datasets:
    st.info("These results are of many data sets.", icon=":material/dataset:")
    st.page_link("pages/many-datasets.py", label="Go to Many data sets", icon=":material/arrow_forward:")
elif too_many(found.evidence):
    st.info(too_many(found.evidence), icon=":material/groups:")
    st.page_link("pages/two-learners.py", label="Compare two learners", icon=":material/balance:")
else:
    judge(found)
