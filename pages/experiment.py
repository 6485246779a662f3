import streamlit as st

from core.designs import (
    Design,
    class_shares,
    order_by_fold,
    overlap_matrix,
    pair_names,
    role_matrix,
    shared_shares,
    units_by,
)
from core.errors import InputError, listing
from core.experiment import (
    LARGEST_SEED,
    MOST_INNER_FOLDS,
    MOST_SETTINGS,
    Plan,
    make_plan,
    not_taken_over,
    open_experiment,
    read_specification,
)
from core.figures import Drawing, class_share_bars, design_picture, overlap_heatmap
from core.jobs import Job
from core.measures import MEASURES, doubt_of_rare_classes, title_over_classes
from core.records import Dataset, LearnerSpec, Tuning, digest
from core.written import spoken
from pages.ui import frame
from pages.ui.display import charts, elements, tables, typed_numbers
from pages.ui.display.text import plain
from pages.ui.experiment import (
    further_data,
    notebook,
    pickers,
    progress,
    reach,
    run_card,
    setups,
    starting,
    trial,
)
from pages.ui.results import sample
from pages.ui.session import cache, experiment_form, state

frame.ensure()

MOST_WARNINGS = 3
MANY = 8
"""Learners from which on a run is longer than all that a column beside it holds."""
POWER = "Power"
CLASSES = "Classes per"
"""Before the unit of the design: fold, hold-out, cut, sample."""
OF_LEARNERS = ("learners", "tuning")
"""What refusals concern that are told below the learners."""
NO_FIELDS = (*OF_LEARNERS, "experiment", "")
"""What refusals concern that is no field with a name."""
SORTINGS = ("sorted by fold", "file order")


def measure_picker(dataset: Dataset) -> str:
    keys = [key for key, entry in MEASURES.items() if dataset.task in entry.tasks]
    measure = st.selectbox(
        "Measure",
        keys,
        format_func=lambda key: title_over_classes(key, len(dataset.classes)),
        key=experiment_form.MEASURE,
        persist_state="session",
        help="Can be changed afterwards: predictions are kept, nothing is trained again.",
    )
    if told := doubt_of_rare_classes(dataset, measure):
        st.caption(f":material/info: {plain(told)}")
    return measure


def tuning_picker() -> Tuning | None:
    wanted = st.toggle(
        "Tune the learners",
        key=experiment_form.TUNING,
        persist_state="session",
        help="The same randomised search for every learner, inside each training set: equal care for all. In the box "
        "of a learner it can be left as set; added once more, both forms stand side by side.",
    )
    if not wanted:
        return None
    left, right = st.columns(2)
    with left:
        budget = typed_numbers.number_input(
            "Settings tried", 20, 1, MOST_SETTINGS, key=experiment_form.TUNING_BUDGET, persist_state="session"
        )
    with right:
        folds = typed_numbers.number_input(
            "Inner folds", 5, 2, MOST_INNER_FOLDS, key=experiment_form.TUNING_FOLDS, persist_state="session"
        )
    return Tuning(int(budget), int(folds))


def draft(
    dataset: Dataset,
    specs: list[LearnerSpec],
    design: Design,
    measure: str,
    *,
    seed: int,
    tuning: Tuning | None,
) -> Plan:
    """What is chosen, laid out once."""
    key = digest(dataset.fingerprint, repr((specs, design.spec, measure, seed, tuning)))
    return cache.kept(
        "draft", key, lambda: make_plan(dataset, specs, design, measure, seed=seed, tuning=tuning)
    )


def named_pairs(plan: Plan) -> list[str]:
    """The pairs, called as the design calls them: folds, cuts or samples."""
    return pair_names(plan.splits, units_by(plan.facts).removesuffix("s"))


def picture_of_roles(plan: Plan, sorting: str) -> Drawing:
    """Who trains and who validates, pair by pair."""
    roles = role_matrix(plan.splits, len(plan.dataset))
    order = order_by_fold(roles) if sorting == SORTINGS[0] else None
    replicates = [split.replicate for split in plan.splits]
    return design_picture(roles, named_pairs(plan), order, replicates=replicates, dark=elements.is_dark())


def picture_of_overlaps(plan: Plan) -> Drawing:
    """What the training sets share."""
    overlap = overlap_matrix(plan.splits)
    shares = shared_shares(overlap)
    return overlap_heatmap(overlap, named_pairs(plan), shares=shares, dark=elements.is_dark())


def show_design(plan: Plan) -> None:
    """The design as a picture, its overlaps, the classes in its folds."""
    st.header("Design in pictures")
    dataset = plan.dataset
    elements.about([dataset.name], plan.facts)
    views = ["Picture"] + ["Overlap"] * (len(plan.splits) > 1) + ([CLASSES] if dataset.classes else [])
    views += [POWER] if reach.is_known(plan) else []
    reach.looked_at(plan)
    state.keep_valid("design_view", views)
    unit = units_by(plan.facts).removesuffix("s")
    view = st.segmented_control(
        "Show the design",
        views,
        default=views[0],
        required=True,
        format_func=lambda view: f"{view} {unit}" if view == CLASSES else view,
        key="design_view",
        label_visibility="collapsed",
    )
    sorting = SORTINGS[0]
    if view == "Picture":
        sorting = st.segmented_control("Instances", SORTINGS, default=sorting, required=True, key="sorting")
    with st.container(key="pictured"):
        show_view(plan, view, sorting)


def show_view(plan: Plan, view: str, sorting: str) -> None:
    """One view of the design: a sentence, the picture, its numbers."""
    dataset, splits = plan.dataset, plan.splits
    key = (dataset.fingerprint, plan.design.spec, elements.is_dark())
    if view == "Picture":
        drawing = cache.kept("design", (key, sorting), lambda: picture_of_roles(plan, sorting))
        divided = (
            " Lines divide the replicates; each cuts all instances anew." if plan.facts.replicates > 1 else ""
        )
        st.caption(f"Each row is one training/validation pair, each column an instance.{divided}")
    elif view == CLASSES:
        shares = class_shares(splits, dataset.truth, len(dataset.classes))
        drawing = class_share_bars(
            shares.validation, dataset.classes, named_pairs(plan), dark=elements.is_dark()
        )
        st.caption("Shares of the classes in each validation set.")
    elif view == POWER:
        drawing = reach.picture(plan)
    else:
        drawing = cache.kept("overlap", key, lambda: picture_of_overlaps(plan))
        st.caption(
            "Training instances that two pairs share. The more they share, the less independent the folds are, "
            "and the more a plain t test underestimates the variance."
        )
    show = charts.design if view == "Picture" else charts.figure
    show(drawing, "design_figure", "design" if view == "Picture" else view.lower().replace(" ", "_"))


def warn_of(plan: Plan) -> None:
    """What its validation sets lack, beside the options of the design, which are changed for it."""
    notes = plan.design.notes(plan.dataset)
    if notes:
        st.warning("\n\n".join(map(plain, notes[:MOST_WARNINGS])), icon=":material/warning:")
    elements.more_notes(notes[MOST_WARNINGS:])


def load_specification(dataset: Dataset) -> None:
    """A specification from a file, put into the widgets above."""
    file = st.session_state.get("spec_file")
    st.session_state.pop("spec_data", None)
    if file is None:
        return
    try:
        spec = read_specification(file.getvalue(), dataset)
        experiment_form.preset(spec)
        st.session_state["spec_message"] = not_taken_over(spec)
        st.session_state["spec_data"] = spec.fingerprint
    except InputError as error:
        st.session_state["spec_message"] = str(error)


def say_data(dataset: Dataset) -> None:
    """What learners are trained on, and where it is changed."""
    whole = "" if dataset.groups is None else " · groups are kept whole"
    sign = f" · positive: {plain(dataset.positive)}" if dataset.is_turned else ""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="trained_on"):
        st.markdown(f":material/table: {elements.data_words(dataset)}{sign}{whole}", width="content")
        st.page_link("pages/data.py", label="Other data", icon=":material/arrow_forward:")


def say_other_data(dataset: Dataset) -> None:
    """Say so where the specification that was loaded is one of other data."""
    made_for = st.session_state.get("spec_data", dataset.fingerprint)
    if made_for != dataset.fingerprint:
        name = spoken(cache.dataset_name(made_for)) or "data that are not kept here"
        words = f"This specification was made for {name}; it is used on {spoken(dataset.name)}."
        st.warning(plain(words), icon=":material/warning:")


def say_off(refused: list[InputError]) -> None:
    """In the place of Run, what brings it and the picture back; what is refused may stand in another column."""
    fields = list(dict.fromkeys(one.where for one in refused if one.where not in NO_FIELDS))
    if not experiment_form.entrants(tuple):
        way = "once a learner is added"
    elif fields:
        are, boxes = ("are", "boxes say") if len(fields) > 1 else ("is", "box says")
        way = f"once {listing(fields)} {are} corrected; the red {boxes} how"
    else:
        way = "once what is refused is changed; the red box says how"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Run", icon=":material/play_arrow:", disabled=True, key="run_off")
        st.caption(plain(f"Run and the picture of the design come back {way}."), width="content")


def run_of(plan: Plan, shown: Job | None) -> Job | None:
    """The run of this very plan, under way or the one that is shown; None where it has not been run."""
    under_way = open_experiment(cache.store(), plan, state.workspace())
    mine = under_way or (shown if shown is not None and shown.spec == plan.spec.to_json() else None)
    if mine is not None and (shown is None or mine.id != shown.id):  # begun in another tab
        state.set_run_id(mine.id)
    return mine


def run_or_see(plan: Plan, seconds: float, mine: Job | None, shown: Job | None) -> None:
    """The button that runs the plan, or in its place the run of this very plan, under way or done."""
    if mine is not None:
        run_card.show(mine, pictured=True)
        if mine.state == "done":
            st.caption(
                "With these settings every run gives the same numbers. Change any of them, such as the seed, to run "
                "again."
            )
    elif seconds >= starting.IN_PAGE_SECONDS:
        progress.say_before()
    with st.container(horizontal=True):
        if mine is None:
            with st.container(horizontal=True, width="content", key="run_bar"):
                if st.button("Run", type="primary", icon=":material/play_arrow:", key="run"):
                    starting.start(plan, seconds)
                trial.offer(plan, seconds, shown)
        tables.download(
            "Specification (JSON)",
            plan.spec.to_json,
            "experiment.json",
            "application/json",
            "spec_json",
        )
    if mine is None and shown is not None:
        trial.report(plan, shown)


st.title("Experiment")
dataset = cache.dataset()
job = cache.current_job()
cache.launcher().warm()
several: list[Job] = []
if dataset is None and job is not None:
    run_card.show(job, pictured=True)
    notebook.offer_again(job)
    st.page_link("pages/data.py", label="Go to Data", icon=":material/arrow_forward:")
else:
    if dataset is None and state.dataset_key() is not None:
        st.warning(f"{cache.NO_DATA} on Data. Until then, a sample is shown.", icon=":material/warning:")
    if dataset is None:
        dataset = sample.shown_data()
    else:
        say_data(dataset)
    of_these = None if job is None or job.fingerprint != dataset.fingerprint else job
    begins = experiment_form.is_untouched() and not setups.take_back(dataset)
    if begins and of_these is not None:
        notebook.put_back(of_these)  # the address of a run brings its settings, too
    setups.say_missing()
    many = not experiment_form.is_untouched() and len(experiment_form.entrants(tuple)) >= MANY
    room = st.container(key="setup_room").container(key="many_learners" if many else "few_learners")
    with room.container(key="setup"):
        left, beside, below = (
            st.container(key=f"setup_{part}") for part in ("learners", "beside", "picture")
        )
        design_part, run_part = (beside.container(key=f"setup_{part}") for part in ("design", "run"))
        picture_part = below.container()
        # A run pushes it down; below the picture it fills the shorter column.
        reach_part = (beside if job is None or many else below).container(key="setup_reach")
        learners_part, measure_part = left.container(), left.container()
        fields_part, refused_part, proposed_part = (design_part.container() for _ in range(3))
    try:
        with typed_numbers.refused() as impossible:
            with learners_part:
                st.header("Learners")
                specs = pickers.learners(dataset)
                tuning = tuning_picker()
            with measure_part:
                st.header("What is measured")
                measure = measure_picker(dataset)
                seed = typed_numbers.number_input(
                    "Seed of the learners",
                    0,
                    0,
                    LARGEST_SEED,
                    key=experiment_form.SEED,
                    persist_state="session",
                    help="Everything random inside the learners comes from it.",
                )
        with fields_part, typed_numbers.refused(refused_part) as of_design:
            st.header("Design")
            design = pickers.design(dataset)
        with proposed_part:
            pickers.say_proposed(dataset)
        impossible += of_design
        if impossible:
            raise impossible[0]
        pickers.check_twins(specs)
        plan = draft(dataset, specs, design, measure, seed=int(seed), tuning=tuning)
        if begins and of_these is None:
            experiment_form.set_first(plan.spec)
        setups.keep(plan.spec, experiment_form.first() if of_these is None else of_these.spec)
        with refused_part:
            warn_of(plan)
        with reach_part:
            reach.say(plan)
        with picture_part:
            show_design(plan)
        mine = run_of(plan, job)
        # Where a run stands below all columns, Run would be out of sight there.
        place = (design_part if mine is None else run_part).container(key="setup_place")
        with place:
            if mine is not None and mine.state == "done":
                seconds = starting.show_taken(mine)
            else:
                seconds = starting.show_cost(plan)
    except InputError as error:
        # Without any learner it is said where they are added.
        if experiment_form.entrants(tuple) and error not in impossible:
            with learners_part if error.where in OF_LEARNERS else refused_part:
                elements.refuse(pickers.by_field(error))
        with design_part:
            say_off(impossible or [pickers.by_field(error)])
        with run_part:
            if job is not None:
                run_card.show(job, pictured=True)
    else:
        with place:
            run_or_see(plan, seconds, mine, job)
        with run_part:
            if mine is None and job is not None:
                run_card.show(job, pictured=True)
            several = further_data.under_way(plan)
            for one in several:
                further_data.show(one)
            further_data.offer(plan)
    say_other_data(dataset)
    with st.expander("Load a specification", icon=":material/upload_file:"):
        st.file_uploader(
            "The specification of an earlier experiment (JSON)",
            key="spec_file",
            on_change=load_specification,
            args=(dataset,),
        )
        if st.session_state.get("spec_message"):
            st.error(plain(st.session_state["spec_message"]))
further_data.runs(several)
notebook.show()
