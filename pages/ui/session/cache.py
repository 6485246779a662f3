"""What the server keeps between clicks; the only file that uses Streamlit's caches.

Records are kept on a bounded shelf under workspace and key, so that sessions hold only keys and nobody
sees what another workspace loaded. What fell off the shelf is read again from the store where it has it.
"""

import gc
import json
import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import streamlit as st

from core.data.apart import Apart
from core.errors import InputError
from core.records import Dataset, FoldScores, digest
from core.written import spoken
from pages.ui.session import data_forms, links, state
from pages.ui.session.shelf import Shelf

if TYPE_CHECKING:
    from core.experiment import Examination, Experiment, Headline, ImportedResults, Plan, Results
    from core.experiment.run import Outcome
    from core.figures import Drawing
    from core.inference import Verdict
    from core.jobs import Brought, Job, Launcher, Store, Unit

T = TypeVar("T")

MOST_LOADED = 30
"""Data sets of a workspace that are at hand for further runs."""

SHELF_SIZE, LABORATORY_SIZE, FILES_SIZE = 1024, 60, 400
"""Records at most; of what is computed some thirty for each of thirty visitors, whose pictures would else be made anew
with every answer; bytes bound it, too."""
FILES_BYTES = 2**29
"""Of all files that were brought and wait to be accepted or changed."""
DATA, TEST_SET = "data set", "test set"
"""Kinds of data that a workspace brings and keeps."""
_RESUMED = "resumed as"
"""Kind of what says which run goes on with one that was resumed; it opens by the id alone, as a run does."""
_ASIDE = "results aside"
"""Kind of what says which imported results stepped back for a run of a workspace."""
_LOST = (
    "Some outcomes of this run are gone, damaged or of an earlier version: Resume trains for them once more."
)
NO_DATA = "The data of this address are not kept here, or are somebody else's: load them again"
"""Which of both it is, is not told: a fingerprint asks nothing about other workspaces."""
_WARM_AFTER, _TIDY_EVERY = 2.0, 60.0
_ROOMS = (
    "data",
    "measures",
    "designs",
    "learners",
    "inference",
    "jobs",
    "experiment",
    "simulation",
    "tables",
    "figures",
    "report",
)


APART = Apart()
"""The server's processes for reading what visitors bring."""


@st.cache_resource(max_entries=1, show_spinner=False)
def shelf() -> Shelf:
    """The server's one shelf."""
    made = Shelf(SHELF_SIZE, owner=itemgetter(0))
    made.keep_tidy(_TIDY_EVERY)
    return made


@st.cache_resource(max_entries=1, show_spinner=False)
def files_shelf() -> Shelf:
    """A shelf of its own for files that were brought, so that nothing that is computed makes room with them."""
    made = Shelf(FILES_SIZE, FILES_BYTES, owner=itemgetter(0))
    made.keep_tidy(_TIDY_EVERY)
    return made


@st.cache_resource(max_entries=1, show_spinner=False)
def laboratory_shelf() -> Shelf:
    """A shelf of its own for trials, so that a slider that is moved there takes no place from what people brought."""
    made = Shelf(LABORATORY_SIZE)
    made.keep_tidy(_TIDY_EVERY)
    return made


def load() -> None:
    """Import all rooms of the house, one after the other.

    Two threads that begin to import parts of the same room at once give each other modules that are not made yet: the
    server does it before there are visitors, and no page imports more than a file.
    """
    for room in _ROOMS:
        import_module(f"core.{room}")


@st.cache_resource(max_entries=1, show_spinner=False)
def warm() -> threading.Timer:
    """Shortly after the first page was drawn, while nobody waits, start what others will wait for.

    The launcher then looks after what a former server has left: jobs that wait, and those whose process is gone.
    """
    timer = threading.Timer(_WARM_AFTER, _prepare)
    timer.daemon = True
    timer.start()
    return timer


def _prepare() -> None:
    gc.collect()
    gc.freeze()  # what was imported is never garbage, and looking through it holds everybody up
    APART.warm()
    if st.runtime.exists():  # the server may have ended meanwhile
        with suppress(InputError):  # a store that cannot be opened is told by the pages that need it
            launcher()


@st.cache_resource(max_entries=1, show_spinner=False)
def store() -> "Store":
    """The store of this server."""
    from core.jobs import open_store

    opened = open_store()
    opened.check_whole()
    return opened


@st.cache_resource(max_entries=1, show_spinner=False)
def launcher() -> "Launcher":
    """The server's launcher of workers."""
    from core.jobs import Launcher

    started = Launcher(store(), store().folder / "worker.log")
    started.watch()
    return started


def _own(kind: str, key: Hashable) -> tuple[str, str, Hashable]:
    return state.workspace(), kind, key


def keep_dataset(dataset: Dataset) -> None:
    """Keep a data set, in the store too, and make it the current one of this workspace."""
    add_dataset(dataset)
    state.set_dataset_key(dataset.fingerprint)


def add_dataset(dataset: Dataset) -> None:
    """Keep a data set beside the current one, for further runs; its runs bear the name it was first brought with."""
    dataset = replace(dataset, name=dataset_name(dataset.fingerprint) or dataset.name)
    _bring_dataset(dataset, DATA)
    shelf().put(_own("dataset", dataset.fingerprint), dataset)


def _bring_dataset(dataset: Dataset, kind: str) -> None:
    from core.data import dataset_to_parquet

    content = dataset_to_parquet(dataset)
    store().check_room(state.workspace(), len(content))
    store().put_dataset(dataset.fingerprint, content)
    store().hold(state.workspace(), dataset.fingerprint, kind, dataset.name)


def let_go(brought: "Brought") -> None:
    """Delete what this workspace brought; what its runs need stays with them."""
    store().let_go(state.workspace(), brought.address)
    shelf().drop(_own("dataset", brought.address))
    shelf().drop(_own("results", brought.address))
    if address_in_use() == brought.address:
        state.set_results_key(None)
    if brought.kind == DATA and state.dataset_key() == brought.address:
        state.set_dataset_key(None)


def is_in_use(brought: "Brought") -> bool:
    """Whether pages show what this workspace brought."""
    from pages.ui.session import stored_results

    if brought.kind == stored_results.RESULTS:
        return address_in_use() == brought.address
    return brought.kind == DATA and address_in_use(data_forms.DATASET_DOOR) == brought.address


def address_in_use(door: str = "") -> str | None:
    """Where the store keeps what is in use of a door, data or, of all others, results; None where nothing is."""
    return address_of(door, state.dataset_key() if door == data_forms.DATASET_DOOR else state.results_key())


def address_of(door: str, key: str | None) -> str | None:
    """Where the store keeps data or results that came in by a door, by their key in the session; None for none."""
    from pages.ui.session import stored_results

    return key if key is None or door == data_forms.DATASET_DOOR else stored_results.address(key)


def datasets_loaded() -> list[Dataset]:
    """Data sets that were loaded in this workspace, the last first; of one name the last, and none that is gone."""
    loaded = [item.address for item in store().brought(state.workspace()) if item.kind == DATA]
    found = (_dataset_of(key) for key in reversed(loaded[-MOST_LOADED:]))
    by_name: dict[str, Dataset] = {}
    for one in found:
        if one is not None:
            by_name.setdefault(one.name, one)
    return list(by_name.values())


def dataset() -> Dataset | None:
    """The current data set; from the store when the server has forgotten it; None when there is none."""
    key = state.dataset_key()
    return None if key is None else _dataset_of(key)


def dataset_name(fingerprint: str) -> str:
    """Name of a data set that was used here; empty where it is not kept."""
    found = _dataset_of(fingerprint)
    return "" if found is None else found.name


def sign_of(fingerprint: str) -> str:
    """The positive class of data that were used here, in words; empty where there is none."""
    found = _dataset_of(fingerprint)
    return "" if found is None or found.positive is None else f"positive: {found.positive}"


def are_same_instances(first: str, second: str) -> bool:
    """Whether two fingerprints are of the same data, whichever class is positive."""
    one, other = map(_dataset_of, (first, second))
    if first == second or one is None or other is None:
        return first == second
    return one.learnt_from == other.learnt_from


def datasets_of(results: "Results") -> list[Dataset]:
    """The data sets that the learners of these results were trained on, as far as they can be opened here."""
    from core.data import load_sample, sample_names

    found = []
    for name, spec in results.trained.items():
        dataset = _dataset_of(spec.fingerprint)
        if dataset is None and name in sample_names():
            dataset = kept("sample", name, partial(load_sample, name))
        if dataset is not None and dataset.fingerprint == spec.fingerprint:
            found.append(dataset)
    return found


def _dataset_of(key: str) -> Dataset | None:
    found: Dataset | None = shelf().get(_own("dataset", key))
    if found is None and _may_open(key):
        content = store().dataset(key)
        if content is not None:
            from core.data import dataset_from_parquet
            from core.experiment import as_named_by

            with suppress(InputError):  # written by another version: to be loaded again
                named = as_named_by(store(), state.workspace(), dataset_from_parquet(content))
                found = shelf().put(_own("dataset", key), named)
    return found


def _may_open(fingerprint: str) -> bool:
    """Whether a data set was brought into this workspace or used there, or is that of the run that is shown.

    A fingerprint alone opens nothing: it stands in every specification that is passed on.
    """
    if any((item.address, item.kind) == (fingerprint, DATA) for item in store().brought(state.workspace())):
        return True
    shown = current_job()
    if shown is not None and shown.fingerprint == fingerprint:
        return True
    own = (job for job in store().jobs(state.workspace()) if job.fingerprint == fingerprint)
    return not all(map(_is_deleted, own))


def keep_test_set(rest: Dataset, test: Dataset) -> None:
    """Keep the test set that was left out of `rest`."""
    from core.experiment import cut_of

    _bring_dataset(test, TEST_SET)
    store().keep(state.workspace(), "test set", rest.fingerprint, test.fingerprint.encode())
    store().keep(state.workspace(), "cut", rest.fingerprint, cut_of(rest, test).encode())
    shelf().put(_own("test set", rest.fingerprint), test)


def test_set(rest: Dataset) -> Dataset | None:
    """The test set that was left out of these data, if there is one."""
    found: Dataset | None = shelf().get(_own("test set", rest.fingerprint))
    if found is None:
        key = store().kept(state.workspace(), "test set", rest.fingerprint)
        content = None if key is None else store().dataset(key.decode())
        if content is not None:
            from core.data import dataset_from_parquet

            with suppress(InputError):  # written by another version
                found = shelf().put(_own("test set", rest.fingerprint), dataset_from_parquet(content))
    return found


def keep_examination(rest: Dataset, test: Dataset, examination: "Examination") -> None:
    """Keep what the one examination found on these instances, whatever else is told of them; no second one is kept."""
    from core.experiment import cut_of

    cut = cut_of(rest, test)
    store().keep(state.workspace(), "cut", rest.fingerprint, cut.encode())
    store().keep(state.workspace(), "examination", cut, examination.to_json().encode())


def examination(fingerprint: str) -> "Examination | None":
    """What the examination on the test set left out of these data found; None while the set is unopened."""
    cut = store().kept(state.workspace(), "cut", fingerprint)
    # former versions kept it by the rest alone
    keys = [fingerprint, *([] if cut is None else [cut.decode()])]
    found = (store().kept(state.workspace(), "examination", key) for key in keys)
    content = next((one for one in found if one is not None), None)
    if content is None:
        return None
    from core.experiment import Examination

    return Examination.from_json(content)


def seen_of_test_set(rest: Dataset, test: Dataset) -> tuple[int, tuple[str, ...]]:
    """At least how many instances of a test set the data of other runs here held, and the names of those data."""
    run_on = {job.fingerprint for job in store().jobs(state.workspace())} - {"", rest.fingerprint}
    found = [kept("seen", (one, test.fingerprint), partial(_seen_in, one, rest, test)) for one in run_on]
    return max((seen for seen, _ in found), default=0), tuple(sorted({name for seen, name in found if seen}))


def _seen_in(fingerprint: str, rest: Dataset, test: Dataset) -> tuple[int, str]:
    """How many instances of a test set other data hold, and their name; none where they are gone."""
    from core.experiment import seen_in

    data = _dataset_of(fingerprint)
    return (0, "") if data is None else (seen_in(data, rest, test), data.name)


def told_test_sets(results: "Results") -> list[str]:
    """What was found on test sets that were left out of the data of these results, or that they are kept elsewhere."""
    from core.report.examination import examination_words, kept_elsewhere

    here, told = {dataset.fingerprint: dataset for dataset in datasets_of(results)}, []
    for name, spec in results.trained.items():
        whose, rest = [spoken(name)] * (len(results.trained) > 1), here.get(spec.fingerprint)
        if (found := examination(spec.fingerprint)) is not None:
            told.append(examination_words(found, *whose))
        elif rest is not None and rest.is_rest and test_set(rest) is None:
            told.append(kept_elsewhere(*whose))
    return told


def keep_losses(classes: Sequence[str], losses: Sequence[Sequence[float]]) -> None:
    """Keep what mistakes cost among these classes, for every page and every run of this workspace."""
    store().change(state.workspace(), "losses", digest(*classes), json.dumps(losses).encode())


def losses(classes: Sequence[str]) -> list[list[float]] | None:
    """What mistakes cost among these classes; None as long as every mistake costs 1."""
    content = store().kept(state.workspace(), "losses", digest(*classes))
    if content is None:
        return None
    kept_losses: list[list[float]] = json.loads(content)
    return kept_losses


def tests_tried(comparison: str, chosen: str | None) -> list[str]:
    """Keys of the tests that were looked at against the advice, in their order; `chosen`, if any, among them.

    They are kept with the results, for every tab, reload and report.
    """
    content = store().kept(state.workspace(), "tests tried", comparison)
    tried: list[str] = [] if content is None else json.loads(content)
    if chosen is not None and chosen not in tried:
        tried.append(chosen)
        store().change(state.workspace(), "tests tried", comparison, json.dumps(tried).encode())
    return tried


def kept(kind: str, key: Hashable, make: Callable[[], T]) -> T:
    """A record derived from what this workspace loaded, made once; `key` names everything that decides it."""
    return shelf().made(_own(kind, key), make)


def held(kind: str, key: Hashable) -> Any:
    """The same where it was made before and is at hand; else None."""
    return shelf().get(_own(kind, key))


def kept_files(key: str, make: Callable[[], T]) -> T:
    """Files that this workspace brought, under the key of their upload."""
    return files_shelf().made(_own("files", key), make)


def files(key: str | None) -> Any:
    """The same where they are at hand; else None."""
    return files_shelf().get(_own("files", key))


def steady(chart: str, key: Hashable, wanted: "Drawing") -> "tuple[Drawing, list[dict[str, Any]]]":
    """The drawing that stands on the page, and what has to be moved in it to make it the wanted one.

    Parameters
    ----------
    chart : str
        Key of the chart.
    key : hashable
        Names all that decides what is drawn, save what moves in it.
    wanted : Drawing
        Takes the place of the one that stands there where more than marks differs.
    """
    from core.figures import moves

    name = _own("steady", (chart, key))
    drawn: Drawing = shelf().made(name, lambda: wanted)
    found = moves(drawn, wanted)
    return (shelf().put(name, wanted), moves(wanted, wanted) or []) if found is None else (drawn, found)


def keep_results(results: "ImportedResults") -> None:
    """Keep imported results and show them on the analysis pages; like a run, they open by their id elsewhere too."""
    from pages.ui.session import stored_results

    stored_results.keep(store(), APART, state.workspace(), results)
    shelf().put(_own("results", stored_results.address(results.id)), results)
    state.set_results_key(results.id)


def results() -> "ImportedResults | None":
    """The imported results that the analysis pages show; None when there are none, or they are gone."""
    key = state.results_key()
    return None if key is None else _results_of(key)


def results_aside() -> "ImportedResults | None":
    """The imported results that stepped back for the experiment that is shown, on another day, too."""
    run = state.run_id()
    if run is None or state.results_key() is not None:
        return None
    content, last = store().kept(state.workspace(), _ASIDE, run), state.results_aside()
    own = None if content is None else content.decode()
    key = last[1] if last is not None and (own is None or last[0] == run) else own
    found = None if key is None else _results_of(key)
    if found is not None and found.id != own:
        store().change(state.workspace(), _ASIDE, run, found.id.encode())
    return found


def _results_of(key: str) -> "ImportedResults | None":
    from pages.ui.session import stored_results

    address = stored_results.address(key)
    found: ImportedResults | None = shelf().get(_own("results", address))
    return results_at(address) if found is None else found


def results_at(address: str) -> "ImportedResults | None":
    """Imported results that this workspace brought, by their address in the store; None where they cannot be read."""
    from pages.ui.session import stored_results

    found = stored_results.kept(store(), APART, address)
    return None if found is None else shelf().put(_own("results", address), found)


def plan(job: "Job") -> "Plan":
    """The plan of a job, laid out once."""
    from core.experiment import plan_of_job

    return kept("plan", job.id, lambda: plan_of_job(store(), job))


def experiment(job: "Job") -> "Experiment":
    """The experiment of a job, as far as it has come; complete ones are kept."""
    from core.experiment import stored_experiment

    found: Experiment | None = shelf().get(_own("experiment", job.id))
    if found is None:
        known: dict[Unit, Outcome] = kept("outcomes", job.id, dict)
        found = stored_experiment(plan(job), store(), known)
        if found.complete:
            shelf().put(_own("experiment", job.id), found)
        elif job.state == "done":  # what is lost or damaged is computed again when the run is resumed
            store().update_job(job.id, state="stopped", done=found.finished, error=_LOST)
    return found


def headline(job: "Job") -> "Headline":
    """What came of a job that is done, in a line; kept in the store, and worked out once by each version."""
    from core.experiment import Headline
    from core.experiment import headline as make

    def read() -> Headline:
        content = store().kept(job.workspace, "headline", job.id)
        found = None if content is None else Headline.from_json(content)
        if found is None:
            found = make(experiment(job))
            store().change(job.workspace, "headline", job.id, found.to_json())
        return found

    return kept("headline", job.id, read)


def resumed_as(job: "Job", renewed: "Job") -> None:
    """Let links to a run lead to the one that goes on with it, in every browser that has one."""
    from pages.ui.session import stored_results

    store().change(stored_results.SHARED, _RESUMED, job.id, renewed.id.encode())


def _followed(job_id: str) -> "Job | None":
    """The run with this id, or the one that goes on with it since; None where neither is kept."""
    with suppress(InputError):
        if (job := store().job(job_id)) is not None:
            return job
        from pages.ui.session import stored_results

        if (renewed := store().kept(stored_results.SHARED, _RESUMED, job_id)) is not None:
            return _followed(renewed.decode())
    return None


def current_job() -> "Job | None":
    """The job that the session shows, or None; jobs of other workspaces open by their id alone."""
    job_id = state.run_id()
    if job_id is None:
        return None
    job = _followed(job_id)
    if job is not None and job.id != job_id and state.results_key() is None:
        state.set_run_id(job.id)
    if job is not None and not _is_deleted(job):
        return job
    if job_id not in state.put_away():
        why = "nothing of it is kept on this server" if job is None else "it was deleted"
        links.not_found(state.EXPERIMENT, job_id, why)
    state.set_run_id(None)
    return None


def _is_deleted(job: "Job") -> bool:
    from core.experiment import is_deleted

    return is_deleted(store(), job)


def example(shuffle: int, choice: state.Example = state.EXAMPLE) -> FoldScores:
    """Fold scores of the example of the start page: as committed for 0, else run with this seed."""
    return _committed_example() if (shuffle, choice) == (0, state.EXAMPLE) else _run_example(shuffle, choice)


@st.cache_resource(max_entries=512, show_spinner=False)
def example_verdict(shuffle: int, forgets: bool = False, choice: state.Example = state.EXAMPLE) -> "Verdict":
    """The advised test on the two learners of the example, or the plain t test, which forgets the overlap."""
    from core.inference import compare

    scores = example(shuffle, choice)
    first, second = scores.learners[:2]
    return compare(scores, first, second, "paired_t" if forgets else None)


@st.cache_resource(max_entries=1, show_spinner=False)
def _committed_example() -> FoldScores:
    from core.data import read_fold_scores

    return read_fold_scores(Path(__file__).parents[3] / "sample_data" / "example_fold_scores.csv")


@st.cache_resource(max_entries=512, show_spinner=False)
def _run_example(seed: int, choice: state.Example) -> FoldScores:
    """This seed for the cuts and for the learners."""
    from core.data import load_sample
    from core.designs import make_design
    from core.experiment import run_experiment

    dataset = kept("sample", choice.data, lambda: load_sample(choice.data))
    folds = {} if choice.folds is None else {"k": choice.folds}
    design = make_design(choice.design, stratified=True, seed=seed, **folds)
    return run_experiment(dataset, choice.learners, design, "error", seed=seed).fold_scores
