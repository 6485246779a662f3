from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from core.errors import InputError, listing
from core.experiment import (
    EXPERIMENT,
    Results,
    Study,
    run_line,
    studies_among,
)
from core.figures import (
    Drawing,
    Lanes,
    Scale,
    Yardstick,
    rank_scale,
    rank_yardstick,
    scale_of,
    standing_diagram,
    style_of,
)
from core.inference import (
    PAIR_TESTS,
    Evidence,
    RankComparison,
    applicable_tests,
)
from core.inference.comparing.other_family import other_family, test_beside
from core.inference.interpretation.standing import RANKS, bars, standing
from core.jobs import Job
from core.records import FoldScores
from core.tables.latex import to_latex
from core.tables.many_learners import (
    about_letters,
    on_datasets_table,
    rank_pairs_table,
    ranks_table,
    several_table,
)
from core.tables.table import MANY_COLUMNS
from core.tables.verdicts import SMALLEST_FIRST
from core.written import level_text
from pages.ui import frame
from pages.ui.display import elements, page, tables
from pages.ui.display.text import plain, told
from pages.ui.experiment import further_data, notebook, progress
from pages.ui.results import current, sample
from pages.ui.session import cache, state
from pages.ui.verdicts import factors, over_datasets, ranking, side_by_side, verdict_card
from pages.ui.verdicts import standing as shown
from pages.ui.verdicts.family import ranked

frame.ensure()

TABS = ("Ranks", "All pairs", "Tests of all learners", "Two of them")


def empty(why: str) -> None:
    """What the page needs."""
    st.info(why, icon=":material/dataset:")
    st.markdown(
        "Bring a table with **one row per data set and one column per learner**, for example mean accuracies. The page "
        "ranks the learners on every data set and says which of them are told apart, and which luck could explain. "
        "Or run the same experiment on several data sets: their runs can be ranked here together."
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.page_link("pages/data.py", label="Bring a table", icon=":material/upload_file:")
        st.page_link("pages/experiment.py", label="Run an experiment", icon=":material/science:")
    gather()


def gather() -> None:
    """Offer what was run on several data sets, and the runs that differ in their data only, as one study."""
    for job in further_data.done():
        st.button(
            f"Open {plain(job.title)}",
            key=f"study_{job.id}",
            icon=":material/leaderboard:",
            on_click=show,
            args=(partial(further_data.use, job),),
        )
    written, runs = notebook.listed(EXPERIMENT.name)
    for number, jobs in enumerate(studies_among(job for job in runs if not written.of(job.id).deleted)):
        line = run_line(jobs[0])
        names = listing((run_line(job).data for job in jobs), most=8)
        st.button(
            f"Rank {plain(line.learners)} over your runs on {plain(names)}",
            key=f"gather_{number}",
            icon=":material/leaderboard:",
            on_click=show,
            args=(partial(use_runs, jobs),),
        )


def use_runs(jobs: Sequence[Job]) -> None:
    """Take the results of these runs together."""
    study = Study(tuple(cache.experiment(job) for job in jobs))
    cache.keep_results(further_data.study_results(study))


def show(use: Callable[[], None]) -> None:
    """Show results, or say why that cannot be: they are no longer kept, or the workspace has no room for them."""
    try:
        use()
    except InputError as error:
        st.toast(plain(error), icon=":material/error:")


def diagram(comparison: RankComparison, evidence: Evidence, scene: shown.Standing) -> None:
    """Critical-difference diagram; the length that decides is drawn where one does."""

    def yardstick(alpha: float) -> Yardstick | None:
        return rank_yardstick(comparison, alpha, elements.LEAST_ALPHA)

    def drawing(at: shown.At, room: Lanes | None) -> Drawing:
        return standing_diagram(
            at[0],
            rank_scale(comparison),
            yardstick=yardstick(at[1]),
            room=room,
            styles=style_of(evidence.learners),
            dark=elements.is_dark(),
        )

    scene.diagram(drawing, "critical_differences", yardstick)


def rank_table(comparison: RankComparison, alpha: float, scores: FoldScores) -> None:
    """The rank table with its downloads."""
    table = ranks_table(comparison, alpha, scores)
    tables.table(table, "ranks", "mean_ranks", height="content")
    judged_by = comparison.adjustment.title
    caption = f"{comparison.pair_test.mean}s over {comparison.rows} data sets."
    alike = "Learners that share a letter are not told apart" if "groups" in table.frame else ""
    if comparison.control is not None:
        alike = f"Every learner was compared with {comparison.control} only"
    if alike:
        caption += (
            f" {alike} ({PAIR_TESTS[comparison.pair_test.key].title}, {judged_by}, α = {level_text(alpha)})."
        )
    elif told_so := about_letters(comparison.grouping(alpha)):
        caption += f" {told_so}"
    tables.download(
        "Download mean ranks (LaTeX)",
        lambda: to_latex(table, caption),
        "mean_ranks.tex",
        "text/x-tex",
        key="ranks_latex",
    )
    st.caption(plain(caption))
    with st.expander("Ranks and scores on every data set", icon=":material/table_rows:"):
        for name, values, scale in (
            ("ranks", comparison.ranks, None),
            ("scores", comparison.scores, scale_of(scores)),
        ):
            every = on_datasets_table(values, name.capitalize(), scale)
            wraps = len(every.titles) <= MANY_COLUMNS
            tables.table(every, f"all_{name}", name, pinned="dataset", wraps=wraps)


def pairs(comparison: RankComparison, alpha: float) -> None:
    """The matrix and the table of all pairs."""
    shown.matrix(
        list(comparison.learners),
        comparison.matrix("difference").to_numpy(),
        comparison.matrix("p_adjusted").to_numpy(),
        Scale("Difference of mean ranks", signed=True, name="differences of mean ranks"),
        alpha=alpha,
        lower_is_better=True,
    )
    adjustment, family = comparison.adjustment, len(comparison.pairs)
    said = f"{adjustment.sentence(family)} The table has the {SMALLEST_FIRST}."
    st.caption(plain(said), help=plain(adjustment.term(family)) or None)
    table = rank_pairs_table(comparison, alpha)
    tables.table(table, "rank_pairs", "rank_pairs", wraps=True)
    tables.download(
        "Download rank pairs (LaTeX)",
        lambda: to_latex(table),
        "rank_pairs.tex",
        "text/x-tex",
        key="rank_pairs_latex",
    )


def global_tests(comparison: RankComparison, evidence: Evidence, alpha: float) -> None:
    """The tests of all learners at once, with their worth."""
    advice = applicable_tests(evidence)
    tables.table(
        several_table(comparison.tests, advice, alpha),
        "global_tests",
        "tests_of_all_learners",
        height="content",
    )
    st.caption(
        "They ask whether any two learners differ. The pairs are judged with p adjusted for their number, which holds "
        "with or without a rejection here."
    )
    side_by_side.reasons(advice, {}, comparison.tests)


@st.fragment
def judge(results: Results) -> None:
    """All of the page; a fragment, since nothing is trained."""
    left, right = st.columns([6, 5], gap="large")
    try:
        with right:
            evidence = current.complete(results).evidence
            comparison, alpha = ranking.choices(evidence)
    except InputError as error:
        elements.refuse(error)
        return
    scene = standing_of(comparison, evidence, alpha)
    with left:
        other = ranked(evidence, comparison.control, *test_beside(comparison))
        conclusion(comparison, scene, other, factors.judged(evidence))
    diagram(comparison, evidence, scene)
    shaded, title = comparison.is_decided_by_length, comparison.adjustment.title
    scene.line("picture_explained", lambda at: bars(at[0], title, shaded=shaded))
    verdict_card.doubts(comparison.test, alpha)
    ranks, every, tests, two = factors.tabs(evidence, TABS, "ranks_details", alpha, comparison)
    if ranks.open:
        with ranks:
            rank_table(comparison, alpha, evidence.scores)
    if every.open:
        with every:
            pairs(comparison, alpha)
    if tests.open:
        with tests:
            global_tests(comparison, evidence, alpha)
    if two.open:
        with two:
            over_datasets.show(evidence, alpha, comparison)
    if state.results_key() is not None:  # of what is only shown as a sample the report has another
        verdict_card.lead_to_report("all")
    scene.follow()


def standing_of(comparison: RankComparison, evidence: Evidence, alpha: float) -> shown.Standing:
    """What follows α of the comparison."""
    choice = comparison.control, comparison.pair_test.key, comparison.adjustment.key
    return shown.Standing((evidence.fingerprint, *choice), comparison.groupings, alpha)


def conclusion(
    comparison: RankComparison, scene: shown.Standing, other: RankComparison, factors_judged: bool
) -> None:
    """The verdict on the pairs, and below it that on all learners at once and that of another test of the pairs."""
    test, by = comparison.test, comparison.pair_test.title
    scene.words(
        lambda at: standing(
            at[0],
            RANKS,
            at[1],
            comparison.basis,
            test,
            decidable=comparison.decidable(at[1]),
            by=by,
            factors_judged=factors_judged,
        )
    )
    scene.line("over_all", lambda at: f"Over all learners: {test.title}, {test.numbers(at[1])}.")
    beside = other_family(comparison, other)
    scene.line("other_test", lambda at: beside.sentence(at[1]))
    for note in comparison.notes:
        st.caption(f":material/info: {told(note)}")


st.title("Many data sets")
if state.results_key() is None and cache.current_job() is None and (studies := further_data.done()):
    show(partial(further_data.use, studies[0]))
    if state.results_key() is not None:
        st.rerun()  # the sidebar, drawn before, names them too
for study in (under_way := progress.on_several_data_sets()):
    further_data.show(study)
if state.results_key() is None and cache.current_job() is None:
    if under_way:
        st.caption("The learners are ranked here when it is done. Until then a sample is shown.")
    judge(sample.shown_over_datasets())
    gather()
    page.end()
found = current.results("how learners stand over many data sets")
if not found.evidence.over_datasets:
    where = {1: "One learner", 2: "Two learners"}.get(len(found.learners), "Many learners")
    facts = found.evidence.facts
    one_split = facts is not None and facts.pairs == 1
    of_folds = " Its folds are no independent data sets, so ranks over them would reject far too often:"
    empty(
        f"These results are of one data set{'; ranks take several:' if one_split else '.' + of_folds} judge them on "
        f"{where}."
    )
elif len(found.learners) == 2:
    over_datasets.show_both(current.complete(found).evidence)
else:
    judge(found)
