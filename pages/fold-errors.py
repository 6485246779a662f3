import streamlit as st

from core.designs import units_by, units_of
from core.errors import InputError, NotApplicable
from core.experiment import (
    ON_THE_ORIGINAL_SET,
    TRAINING_TWINS,
    Experiment,
    bootstrap_estimates,
    search_in_times,
    why_they_differ,
)
from core.figures import ForestRow, interval_forest, scale_of, style_of, times_figure
from core.jobs import Job
from core.measures import title_of, told_in_percent
from core.tables.scores import bootstrap_table, chosen_table, folds_table
from core.written import counted, mean_size
from pages.ui import frame
from pages.ui.display import charts, elements, page, tables
from pages.ui.display.text import plain
from pages.ui.experiment import progress, run_card
from pages.ui.results import current, imported_view, sample, scores_view
from pages.ui.session import cache, state
from pages.ui.verdicts import advised_comparison, pair, verdict_card

frame.ensure()

MOST_NOTES = 4
TIMES = "Times"


def header(experiment: Experiment, job: Job) -> None:
    """What was run, on what, and what went wrong."""
    facts = experiment.facts
    differ = len({(len(split.train), len(split.validation)) for split in experiment.splits}) > 1
    named = f"**{plain(job.title)}** · " * (job.state == "done")  # otherwise the card above has its name
    train, validation = (mean_size(size or 0) for size in (facts.n_train, facts.n_validation))
    st.markdown(
        f"{named}{counted(facts.pairs, 'training/validation pairs')} of "
        f"{train} + {validation} instances{' on average' if differ else ''} · "
        f"seed\u00a0{experiment.spec.seed}"
    )
    if state.dataset_key() not in (None, job.fingerprint):
        st.caption(":material/warning: These are results of former data, not of those loaded now.")
    for note in experiment.notes[:MOST_NOTES]:
        st.caption(f":material/info: {plain(note)}")
    elements.more_notes(experiment.notes[MOST_NOTES:])
    run_card.warn_of_failures(experiment)


def by_measure(experiment: Experiment) -> Experiment:
    """Let the user look at the same predictions by any measure that fits, and say what that measure leaves open."""
    measured = current.measured(experiment)
    # what is undefined on single instances need not be of all of them together
    for note in [note for note in measured.evidence.together.notes if note not in experiment.notes][:3]:
        st.caption(f":material/info: {plain(note)}")
    return measured


def pictures(experiment: Experiment) -> None:
    """One picture at a time, with its numbers."""
    training = None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = scores_view.choose_picture(experiment.fold_scores, (TIMES,))
        twin = TRAINING_TWINS.get(experiment.spec.measure)
        if view in (scores_view.BOXES, scores_view.ONE_EACH) and twin is not None:
            beside = st.toggle(
                "Training error beside it",
                key="with_training",
                bind="query-params",
                help="In grey, since training error cannot decide: it only shows how much a learner overfits.",
            )
            training = experiment.scores(twin) if beside else None
    if view != TIMES:
        scores_view.show_picture(experiment, view, training)
        return
    spent = experiment.scores("training_time"), experiment.scores("prediction_time")
    drawing = times_figure(*spent, style_of(experiment.learners), dark=elements.is_dark())
    charts.figure(drawing, f"fold_figure_{view}", "fold_scores")
    if search := search_in_times(experiment.trained):
        st.caption(f":material/info: {plain(search)}")
    job = cache.current_job()
    if job is not None and (reused := cache.store().reused(job)):
        which = "All" if reused >= job.total else "Some"
        st.caption(
            f"{which} folds were trained before on this server, with the same data and settings; times were measured "
            "then."
        )


def chosen_settings(experiment: Experiment) -> None:
    """What tuning chose on every fold."""
    with st.expander("What tuning chose on every fold", icon=":material/tune:"):
        tables.table(chosen_table(experiment), "chosen", "chosen_hyperparameters")


def bootstrap(experiment: Experiment) -> None:
    """The bootstrap estimates that the measure has, and why they differ."""
    title = title_of(experiment.fold_scores)
    st.header("Bootstrap estimates")
    try:
        estimates = bootstrap_estimates(experiment)
    except NotApplicable as error:
        st.caption(plain(str(error)))
        return
    if not estimates:
        st.caption(plain(f"The {title} is undefined out of bag for every learner."))
        return
    styles, rows = style_of(experiment.learners), []
    for name, found in estimates.items():
        interval = found.interval(0.95)
        rows.append(ForestRow(name, interval, found.out_of_bag, styles[name]))
    st.caption(
        f"Of the {plain(title)}. {why_they_differ(experiment.spec.measure)} The picture shows the out-of-bag estimate "
        "with its 95\u00a0% percentile interval over the bootstrap samples."
    )
    verdict_card.beside_guessing(experiment)
    table = bootstrap_table(estimates, rates=told_in_percent(experiment.spec.measure))
    tables.table(table, "bootstrap", "bootstrap_estimates")
    drawing = interval_forest(rows, scale_of(experiment.fold_scores), zero=False, dark=elements.is_dark())
    charts.figure(drawing, "bootstrap_figure", "bootstrap_intervals")


st.title("Fold errors")
imported = current.imported()
if imported is not None:
    st.markdown(f"**{plain(imported.title)}**")
    imported_view.show(imported)
    page.end()
job = cache.current_job()
if job is None:
    imported_view.show(sample.shown("the scores of every fold"))
    page.end()
with st.container():  # keeps its place when the run ends, so that the fragment below keeps its own
    if job.state != "done":
        run_card.show(job)


@st.fragment(run_every=progress.PICTURES if job.is_open else None)
def results(job: Job) -> None:
    """All that is known so far; drawn anew while folds come in."""
    try:
        found = cache.experiment(job)
    except InputError as error:
        elements.refuse(error)
        return
    if not found.finished:
        st.info(f"The first {units_by(found.facts)} are on their way …", icon=":material/hourglass_top:")
        return
    elements.about(found.datasets, found.facts)
    header(found, job)
    by_bootstrap = found.facts.key == "bootstrap"
    several = not by_bootstrap and len(found.learners) > 1
    left, right = st.columns([6, 3]) if several else (st.container(), st.container())
    with right:
        experiment = by_measure(found)
    hero = None
    if several and not found.complete:
        left.caption(f"A verdict on two learners needs every {units_by(found.facts).removesuffix('s')}.")
    elif several:
        with left:
            first, second = pair.pickers(found.evidence)
        hero = advised_comparison.verdict(experiment.evidence, first, second, trained_here=True)
    pictures(experiment)
    if by_bootstrap:
        st.caption(
            ":material/warning: No test is offered: bootstrap samples are not independent. Above and in the summary "
            f"are the scores on the original set. {ON_THE_ORIGINAL_SET}; the estimates that allow for that stand below."
        )
    scores_view.summary(experiment)
    if experiment.spec.tuning is not None:
        chosen_settings(experiment)
    if experiment.complete and by_bootstrap:
        bootstrap(experiment)
    if hero is not None:
        advised_comparison.what_it_rests_on(hero, experiment.evidence, first, second)
    scores_view.take_away(experiment)
    scores = experiment.fold_scores
    if scores_view.is_single(scores):  # the summary says it all
        return
    unit = units_of(scores).removesuffix("s")
    with st.expander(f"Every {unit} in a table", icon=":material/table_rows:"):
        rest = "; all of them in the fold scores (CSV)"
        tables.printed(folds_table(scores), "every_fold", pinned="learner", rest=rest)


results(job)
