import pandas as pd
import streamlit as st

from core.errors import InputError, NotApplicable
from core.experiment import TRAINING_TWINS, Experiment, bootstrap_estimates, summary_table
from core.figures import (
    Drawing,
    ForestRow,
    box_plot,
    heat_table,
    histograms,
    interval_forest,
    paired_lines,
    range_plot,
    scale_of,
    style_of,
    times_figure,
)
from core.inference.interpretation.summary import summarise
from core.jobs import Job
from core.measures import MEASURES
from pages.ui import frame
from pages.ui.display import elements
from pages.ui.display.text import brief, plain
from pages.ui.experiment import progress
from pages.ui.results import current, imported_view
from pages.ui.session import cache, state
from pages.ui.verdicts import advised_comparison

frame.ensure()

MOST_NOTES = 4
PICTURES = ("Box plot", "Paired lines", "Range and intervals", "Histograms", "Folds × learners", "Times")


def header(experiment: Experiment, job: Job) -> None:
    """What was run, on what, and what went wrong."""
    facts = experiment.facts
    st.markdown(
        f"**{plain(job.title)}** · {facts.pairs} training/validation pairs of on average "
        f"{facts.n_train:.4g} + {facts.n_validation:.4g} instances · seed {experiment.spec.seed}"
    )
    if state.dataset_key() not in (None, job.fingerprint):
        st.caption(":material/warning: These are results of former data, not of those loaded now.")
    for note in experiment.notes[:MOST_NOTES]:
        st.caption(f":material/info: {plain(note)}")
    elements.more_notes(experiment.notes[MOST_NOTES:])
    for name in dict.fromkeys(failure.learner for failure in experiment.failures):
        mine = [failure for failure in experiment.failures if failure.learner == name]
        everywhere = len(mine) == len(experiment.splits)
        where = "every fold" if everywhere else f"{len(mine)} of {len(experiment.splits)} folds"
        kept = "" if everywhere else "Its other scores are shown. "
        st.warning(
            plain(
                f"{name} failed on {where}. {mine[0].reason} {kept}"
                "Tests with it are refused: no fold is dropped, nothing is imputed."
            ),
            icon=":material/warning:",
        )


def by_measure(experiment: Experiment) -> Experiment:
    """Let the user look at the same predictions by any measure that fits, and say what that measure leaves open."""
    measured = current.measured(experiment)
    for note in [note for note in measured.fold_scores.notes if note not in experiment.notes][:3]:
        st.caption(f":material/info: {plain(note)}")
    return measured


def picture(experiment: Experiment, view: str) -> Drawing:
    """One picture of the fold scores."""
    scores, styles, dark = experiment.fold_scores, style_of(experiment.learners), elements.is_dark()
    if view == "Paired lines":
        return paired_lines(scores, styles=styles, dark=dark)
    if view == "Range and intervals":
        found = {item.learner: item.best_interval for item in summarise(scores) if item.best_interval}
        return range_plot(scores, styles, intervals=found, dark=dark)
    if view == "Histograms":
        return histograms(scores, styles, dark=dark)
    if view == "Folds × learners":
        return heat_table(scores, dark=dark)
    if view == "Times":
        training, prediction = experiment.scores("training_time"), experiment.scores("prediction_time")
        return times_figure(training, prediction, styles, dark=dark)
    twin = TRAINING_TWINS.get(scores.measure) if st.session_state.get("with_training") else None
    return box_plot(scores, styles, training=experiment.scores(twin) if twin else None, dark=dark)


def pictures(experiment: Experiment) -> None:
    """One picture at a time, with its numbers."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        view = st.segmented_control("Picture", PICTURES, default=PICTURES[0], required=True, key="picture")
        if view == "Box plot" and experiment.spec.measure in TRAINING_TWINS:
            st.toggle(
                "Training error beside it",
                True,
                key="with_training",
                help="In grey, since training error cannot decide: it only shows how much a learner overfits.",
            )
    try:
        elements.figure(picture(experiment, view), f"fold_figure_{view}", "fold_scores")
    except NotApplicable as error:
        st.info(plain(error))
    if view == "Times" and any(outcome.reused for outcome in experiment.predictions.outcomes):
        st.caption("Some folds were taken from an earlier run; their times were measured then.")


def summary(experiment: Experiment) -> None:
    """Mean, spread, interval, times and sizes of every learner."""
    st.subheader("Summary")
    number = "{:.2%}" if MEASURES[experiment.spec.measure].rate else "{:.4g}"
    score = {
        "mean": "Mean",
        "sd": "sd over folds",
        "interval_low": "95 % from",
        "interval_high": "to",
        "lowest": "Lowest",
        "highest": "Highest",
        "pooled": "Pooled",
        "training": "Training",
    }
    other = {
        "learner": st.column_config.TextColumn("Learner", pinned=True),
        "folds": "Folds",
        "interval": "Interval",
        "training_seconds": "Fit",
        "prediction_seconds": "Predict",
        "model_bytes": st.column_config.NumberColumn("Model", format="bytes"),
    }
    formats = dict.fromkeys(score, number) | dict.fromkeys(("training_seconds", "prediction_seconds"), brief)
    config = {**score, **other}
    elements.table(summary_table(experiment), "summary", "summary", formats, column_config=config)
    st.caption(
        "sd is the spread over folds, not an interval. The interval is that of the mean: corrected t where training "
        "sets overlap (Nadeau & Bengio 2003), else the t interval. Times and sizes are medians over folds."
    )


def chosen_settings(experiment: Experiment) -> None:
    """What tuning chose on every fold."""
    rows = [
        {
            "learner": item.learner,
            "replicate": item.replicate,
            "fold": item.fold,
            "setting": name,
            "value": str(value),
        }
        for item in experiment.predictions.outcomes
        for name, value in item.chosen
    ]
    with st.expander("What tuning chose on every fold", icon=":material/tune:"):
        elements.table(pd.DataFrame(rows), "chosen", "chosen_hyperparameters")


def bootstrap(experiment: Experiment) -> None:
    """The four bootstrap estimates, and why they differ."""
    estimates = bootstrap_estimates(experiment)
    st.subheader("Bootstrap estimates")
    rows, frame = [], []
    styles = style_of(experiment.learners)
    for name, found in estimates.items():
        interval = found.interval(0.95, of="out_of_bag")
        rows.append(ForestRow(name, interval, found.out_of_bag, styles[name]))
        frame.append(
            {
                "learner": name,
                "apparent": found.apparent,
                "original set": found.original,
                "out of bag": found.out_of_bag,
                ".632": found.point_632,
                ".632+": found.point_632_plus,
                "no-information rate": found.gamma,
            }
        )
    st.caption(
        "Validated on the original set, which holds the training instances, a learner looks too good; out of bag it "
        "has seen only 63.2 % of the instances and looks a little too bad; .632 and .632+ weigh the two. "
        "No test is offered: bootstrap samples are not independent. The picture shows the out-of-bag estimate "
        "with its percentile interval over the bootstrap samples."
    )
    table, number = pd.DataFrame(frame), "{:.2%}" if MEASURES[experiment.spec.measure].rate else "{:.4g}"
    elements.table(table, "bootstrap", "bootstrap_estimates", dict.fromkeys(table.columns[1:], number))
    drawing = interval_forest(rows, scale_of(experiment.fold_scores), zero=False, dark=elements.is_dark())
    elements.figure(drawing, "bootstrap_figure", "bootstrap_intervals")


def take_away(experiment: Experiment) -> None:
    """Everything in forms that can be read back."""
    from core.data import fold_scores_to_csv, predictions_to_csv

    st.subheader("Take away")
    with st.container(horizontal=True):
        elements.download(
            "Fold scores (CSV)",
            lambda: fold_scores_to_csv(experiment.fold_scores),
            "fold_scores.csv",
            "text/csv",
            "take_scores",
        )
        elements.download(
            "Predictions (CSV)",
            lambda: predictions_to_csv(experiment.predictions),
            "predictions.csv",
            "text/csv",
            "take_predictions",
        )
        elements.download(
            "Specification (JSON)",
            experiment.spec.to_json,
            "experiment.json",
            "application/json",
            "take_spec",
        )
    with st.expander("Every fold in a table", icon=":material/table_rows:"):
        st.dataframe(experiment.fold_scores.frame, hide_index=True, key="every_fold")


st.title("Fold errors")
imported = current.imported()
if imported is not None:
    st.markdown(f"**{plain(imported.title)}**")
    imported_view.show(imported)
    st.stop()
job = cache.current_job()
if job is None:
    st.info("There is nothing to see yet: run an experiment, or open a recent one.", icon=":material/box:")
    st.page_link("pages/experiment.py", label="Go to Experiment", icon=":material/arrow_forward:")
    st.stop()
with st.container():  # keeps its place when the run ends, so that the fragment below keeps its own
    progress.watch(job)


@st.fragment(run_every=2 * progress.TICK if job.is_open else None)
def results(job: Job) -> None:
    """All that is known so far; drawn anew while folds come in."""
    try:
        found = cache.experiment(job)
    except InputError as error:
        elements.refuse(error)
        return
    if not found.finished:
        st.info("The first folds are on their way …", icon=":material/hourglass_top:")
        return
    header(found, job)
    experiment = by_measure(found)
    pictures(experiment)
    summary(experiment)
    if experiment.spec.tuning is not None:
        chosen_settings(experiment)
    if experiment.complete and experiment.facts.key == "bootstrap":
        bootstrap(experiment)
    elif experiment.complete and len(experiment.learners) > 1:
        advised_comparison.show(experiment.evidence)
    take_away(experiment)


results(job)
