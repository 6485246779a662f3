"""What one visitor's session holds for all pages, and the names of its keys.

The forms of two pages hold theirs (`pages.ui.session.data_forms`, `.experiment_form`), and so does what the address
asks for and cannot get (`.links`).

Heavy records live in the server's cache (`pages.ui.session.cache`); the session and the address hold their keys:
``data`` the data set, ``run`` the experiment, ``results`` imported results. app.py puts them back into the address on
every run, since a page switch clears it, so that a reload finds everything again. Whose workspace it is stands in a
cookie of the server's alone (`pages.ui.session.visitors`): an address that is passed on shows, and opens nothing else.
"""

import re
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from uuid import uuid4

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.records import digest
from pages.ui.session import links, visitors

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")

ALPHA = "alpha"
"""Key of the significance level: one what-if value for the whole app, bound to the address."""

FIRST, SECOND, TEST = "first", "second", "test"
ADJUSTMENT = "adjustment"
CONTROL, PAIR_TEST, RANK_ADJUSTMENT = "control", "pairs_by", "rank_adjustment"
WITHOUT_GAPS = "without_gaps"
ALTERNATIVE, WITHIN, BETWEEN, ASSUMED = "alternative", "rho1", "rho2", "rho_assumed"
"""Keys of the widgets that compare two learners, the same wherever two are compared."""

ONE, ONE_CLAIM = "one_learner", "one_claim"
"""Keys of the widgets that judge one learner."""

CALCULATOR_CLAIM = "calc_claim"
"""Key of the widget for the claim on counts, or on one column of scores, that were typed."""

ABOUT = "about"
"""Key of the widget that says whom a report is about."""

METHOD = "method"
"""Address parameter of the Methods page: kind and key of an entry, for example ``tests.mcnemar``."""

PRESENT = "present"
"""Lecture view: key, and parameter of the address."""

ENTRY, EXPERIMENT = "Entry", "Experiment"
"""What an address may ask for that no widget takes, as pages call it."""

LAB, LAB_TRIALS, LAB_SEED, LAB_RUNS, LAB_SHOWN = "lab", "lab_trials", "lab_seed", "lab_runs", "lab_shown"
"""The experiment of the laboratory that is open (parameter of the address), how many trials are wanted of it, from
which seed, whether more are coming, and how many are shown."""

QUIZ, QUIZ_SEED, QUIZ_REVEALS = "quiz_guesses", "quiz_seed", "quiz_reveals"
"""What was guessed so far of the riddles from which seed, and whether the last is shown: parameters of the address."""

SHUFFLE, SHUFFLES_WANTED, SHUFFLES_TOLD = "shuffle", "shuffles_wanted", "shuffles_told"
"""Which shuffle of the example Start shows, how many are to come, and how many of these an address has asked for."""


@dataclass(frozen=True)
class Example:
    """What Start compares: a sample, two learners of the catalogue, a design and its number of folds."""

    data: str = "breast_cancer"
    learners: tuple[str, str] = ("tree", "linear_svm")
    design: str = "k_fold"
    folds: int | None = 10
    """None where the design says it."""


EXAMPLE = Example()
EXAMPLE_DATA, EXAMPLE_PAIR, EXAMPLE_DESIGN = "example_data", "example_pair", "example_design"
"""Keys of the chips on Start."""

GATHERED = "Gathered from runs on several data sets."
SAMPLE = "A sample that comes with Foldwise."
"""Notes of results that no visitor brought: runs on several data sets gave them, or a sample was taken."""

THETA, CUT_BY, POSITIVE = "theta", "cut_by", "positive"
COST_FP, COST_FN, BENEFIT_TP, BENEFIT_TN = "cost_fp", "cost_fn", "benefit_tp", "benefit_tn"
"""Keys of the widgets that cut scores by a threshold and say what the decisions cost."""

PART = "measures_part"
"""Key of the parts of Measures."""

SIDE_BY_SIDE = "side"
"""Key of the runs that are looked at side by side."""

_KEPT, _CARRIED, _PAGE = "kept_values", "carried_keys", "page"
_PICTURE_FORMAT, _WIDTH, _SAVED_ABOUT = "picture_format", "column_width", "saved_about"
_PAGE_TITLE = "page_title"
_OPEN, _LEFT = "lab_open", "lab_left"
_ANEW = "tables_drawn_anew"
_ON_A_TELEPHONE, _ON_A_COMPUTER = 350, 1000
"""Pixels of the column of a page as long as the browser has not said more."""

_WORKSPACE, _DATA, _RUN = "workspace", "dataset_key", "run_id"
_RESULTS, _RESULTS_ASIDE, _PUT_AWAY, _JOB_TOLD = "results_key", "results_aside", "put_away", "job_told"
_DRAWN = "fits_drawn"
_ADDRESS = {"data": _DATA, "run": _RUN, "results": _RESULTS}
_ADDRESS_TITLES = {"data": "Data", "run": EXPERIMENT, "results": "Imported results"}
_PATTERNS = {
    "data": r"[0-9a-f]{64}",
    "run": r"[0-9a-f]{32}",
    "results": r"[0-9a-f]{64}",
}


def begin() -> None:
    """Take from the address what a fresh session lacks, then put all of it back into the address."""
    st.query_params.pop("w", None)  # addresses of earlier versions name a workspace
    for name, key in _ADDRESS.items():
        given = st.query_params.get(name, "")
        if key not in st.session_state and re.fullmatch(_PATTERNS[name], given):
            st.session_state[key] = given
    publish()


def publish() -> None:
    """Put the keys into the address, so that a reload or a bookmark finds everything again."""
    for name, key in _ADDRESS.items():
        value = st.session_state.get(key)
        if value and st.query_params.get(name) != value:
            st.query_params[name] = value


def draws_tables_anew() -> bool:
    """Whether tables were drawn in letters that are too small for a lecture, and have to be others."""
    return bool(st.session_state.get(_ANEW, False))


def draw_tables_anew() -> None:
    """Make other tables of those that were drawn."""
    st.session_state[_ANEW] = True


def picture_format() -> str:
    """What the pictures' own menus save: "svg" or "png"."""
    return str(st.session_state.get(_PICTURE_FORMAT, "svg"))


def set_picture_format(chosen: str) -> None:
    """Let the pictures' own menus save this."""
    st.session_state[_PICTURE_FORMAT] = chosen


def column_width() -> int:
    """Pixels of the column of the page; a telephone is known before it says so."""
    is_telephone = "Mobi" in str(st.context.headers.get("User-Agent", ""))
    return int(st.session_state.get(_WIDTH, _ON_A_TELEPHONE if is_telephone else _ON_A_COMPUTER))


def set_column_width(pixels: int) -> None:
    """Keep how wide the column of the page is."""
    st.session_state[_WIDTH] = pixels


def saved_about() -> str:
    """How names of saved files begin: with the data and the design of what is shown."""
    return str(st.session_state.get(_SAVED_ABOUT, ""))


def set_saved_about(beginning: str) -> None:
    """Let names of saved files begin so, from here on."""
    st.session_state[_SAVED_ABOUT] = beginning


def page_title() -> str:
    """What the page is called; empty on Start."""
    return str(st.session_state.get(_PAGE_TITLE, ""))


def set_page_title(title: str) -> None:
    """Keep what the page is called."""
    st.session_state[_PAGE_TITLE] = title


def workspace() -> str:
    """The token of this visitor's workspace: of the browser, else, where it keeps no cookies, of the session."""
    if _WORKSPACE not in st.session_state:
        st.session_state[_WORKSPACE] = visitors.token() or uuid4().hex
    return str(st.session_state[_WORKSPACE])


def dataset_key() -> str | None:
    """Fingerprint of the accepted data set."""
    return st.session_state.get(_DATA)


def set_dataset_key(fingerprint: str | None) -> None:
    """Accept a data set, or none; the former one stays in the cache and its results stay open."""
    if fingerprint is None:
        st.session_state.pop(_DATA, None)
        st.query_params.pop("data", None)
    else:
        st.session_state[_DATA] = fingerprint
        publish()


def run_id() -> str | None:
    """Id of the experiment that the analysis pages show."""
    return st.session_state.get(_RUN)


def tell_job(job_id: str, as_it_stands: str) -> None:
    """Remember how a job stood when this page first named it: the job goes on while the rest of the page is made."""
    st.session_state[_JOB_TOLD] = (job_id, as_it_stands)


def job_told(job_id: str) -> str | None:
    """How a job was said to stand; None where nobody said so."""
    told, as_it_stands = st.session_state.get(_JOB_TOLD, ("", None))
    return as_it_stands if told == job_id else None


def tell_drawn(job_id: str, fits: int) -> None:
    """Remember of how many fits the picture of a job is: no fewer are done, whatever the job has written."""
    st.session_state[_DRAWN] = (job_id, fits)


def drawn(job_id: str) -> int:
    """Of how many fits its picture is; 0 where none was drawn."""
    of, fits = st.session_state.get(_DRAWN, ("", 0))
    return int(fits) if of == job_id else 0


def results_key() -> str | None:
    """Fingerprint of the imported results that the analysis pages show; they come before the experiment."""
    return st.session_state.get(_RESULTS)


def set_results_key(fingerprint: str | None) -> None:
    """Show imported results, or the experiment again; neither is lost."""
    if fingerprint is None:
        st.session_state.pop(_RESULTS, None)
        st.query_params.pop("results", None)
    else:
        st.session_state[_RESULTS] = fingerprint
        publish()


def results_aside() -> tuple[str, str] | None:
    """Fingerprint of the imported results that stepped back last, after the id of the run that they did it for."""
    return st.session_state.get(_RESULTS_ASIDE)


def set_results_aside(run: str) -> None:
    """Show this experiment instead of imported results, which can be opened again."""
    if (shown := results_key()) is not None:
        st.session_state[_RESULTS_ASIDE] = run, shown
        set_results_key(None)


def loss_key(classes: Sequence[str]) -> str:
    """Key of the widget for what mistakes cost among these classes."""
    return f"losses_{digest(*classes)[:12]}"


def loss_start(classes: Sequence[str], make: Callable[[], "pd.DataFrame"]) -> "pd.DataFrame":
    """What that widget starts from; stays as it is while the widget is on the page, which keeps its own changes."""
    key = loss_key(classes)
    if key not in st.session_state:
        st.session_state[f"{key}_start"] = make()
    start: pd.DataFrame = st.session_state[f"{key}_start"]
    return start


def set_run_id(job_id: str | None) -> None:
    """Show another experiment, or none; imported results step back for an experiment."""
    if job_id is None:
        st.session_state.pop(_RUN, None)
        st.query_params.pop("run", None)
    else:
        set_results_aside(job_id)
        st.session_state[_RUN] = job_id
        publish()


class Before(NamedTuple):
    """How a run stood when it was deleted.

    Attributes
    ----------
    was_open : bool
    beside : tuple of str
        Ids of the runs that were chosen to be seen side by side.
    """

    was_open: bool
    beside: tuple[str, ...]


def put_away() -> dict[str, Before]:
    """Ids of the runs that were deleted in this session, which can be undone in their place, and how they stood."""
    found: dict[str, Before] = st.session_state.setdefault(_PUT_AWAY, {})
    return found


def open_experiment(key: str | None) -> None:
    """Open an experiment of the laboratory, or its index; call in a callback.

    What the address says of the former one goes with it.
    """
    former = st.query_params.get(LAB, "")
    for name in (
        LAB,
        LAB_TRIALS,
        LAB_SEED,
        *(name for name in st.query_params if name.startswith(f"{former}_")),
    ):
        leave_address(name)
    links.settle(EXPERIMENT)
    if key is not None:
        st.query_params[LAB] = key


def arrive_at_experiment(key: str) -> None:
    """Let trials and seed be those that the address names, or with which this experiment was left; call when shown.

    Parameters
    ----------
    key : str
        Empty where no experiment is open: how the one before was left is kept for its card.
    """
    former = replaced(_OPEN, key)
    if former == key:
        return
    st.session_state.pop(LAB_RUNS, None)
    left: dict[str, dict[str, int]] = st.session_state.setdefault(_LEFT, {})
    left[former] = {
        name: st.session_state.pop(name) for name in (LAB_TRIALS, LAB_SEED) if name in st.session_state
    }
    for name, value in left.get(key, {}).items():
        if name not in st.query_params:
            st.session_state[name] = value


def open_part(part: str) -> None:
    """Open another part of Measures; call in a callback."""
    st.session_state[PART] = part


def open_calculator(name: str) -> None:
    """Open another calculator; call in a callback."""
    st.session_state["calc"] = name
    another_calculator()


def another_calculator() -> None:
    """Leave to the former calculator what was claimed there, and what its link asked for; call in a callback."""
    claim_anew()
    links.settle_all()


def claim_anew() -> None:
    """Claim no side: what was claimed of other numbers is not claimed of these; call in a callback."""
    leave_address(CALCULATOR_CLAIM)
    st.session_state[CALCULATOR_CLAIM] = "two-sided"


def leave_address(name: str) -> None:
    """Take out of the address what no widget of the page takes from it."""
    with suppress(StreamlitAPIException):  # a widget that is bound to its parameter takes it along
        st.query_params.pop(name, None)


def follow_link(key: str, default: str) -> None:
    """Let a link that names a widget's default win over what was left there; call before it is drawn.

    Streamlit takes a default out of the address without looking at what the widget stands on.
    """
    if st.query_params.get(key) == default:
        st.session_state[key] = default


def choose_pair(first: str, second: str) -> None:
    """Compare these two learners; call before the pickers are drawn, or in a callback."""
    for key, learner in ((FIRST, first), (SECOND, second)):
        st.session_state[key] = learner
        keep(key, learner)  # on the next page, too, and not those that were looked at before


def forget(key: str) -> None:
    """Let a widget start anew when it is drawn again."""
    st.session_state.pop(key, None)


def start_with(key: str, value: Any) -> None:
    """Let a widget begin with a value; call before it is drawn."""
    st.session_state.setdefault(key, value)


def keep_valid(key: str, options: Sequence[Any], start: int | None = 0) -> None:
    """Put the option at `start` in place of a value that is no longer among them; call before the widget is drawn.

    Were the value only forgotten, the browser would not be told, and would go on to show the former one.
    """
    if key in st.session_state and st.session_state[key] not in options:
        st.session_state[key] = None if start is None else options[start]


def keep_known(key: str, options: Collection[str]) -> None:
    """The same for a widget of several values: those that are no longer among its options are forgotten."""
    if key in st.session_state:
        st.session_state[key] = [value for value in st.session_state[key] if value in options]


def restart(key: str, subject: Hashable, start: Any) -> None:
    """Let a widget start anew when its subject has changed; call before it is drawn."""
    if replaced(f"{key}_about", subject) != subject:
        st.session_state[key] = start


def replaced(key: str, value: Any) -> Any:
    """Remember a value, and give the one that was remembered before: the same at first."""
    former = st.session_state.get(key, value)
    st.session_state[key] = value
    return former


def _come_back() -> None:
    """Where Back or Forward led here, run once more: then widgets take what the address says.

    In the first run Streamlit leaves out what is bound to widgets of the page that was left, although the address has
    it, and puts the default in place of what is carried over.
    """
    context = get_script_run_ctx()
    if context is not None and context.is_history_navigation:
        st.rerun()


def arrive() -> None:
    """Call first on every page: coming from another page, its widgets get what was chosen before.

    What the address asks for is kept until all widgets of the page are drawn, which may take more than one run.
    """
    links.say_nothing()
    if st.session_state.get(_PAGE) != _page():
        _come_back()
        st.session_state[_PAGE], st.session_state[_CARRIED] = _page(), []
        links.take_down()
        for name, title in _ADDRESS_TITLES.items():
            given = st.query_params.get(name, "")
            if given and not re.fullmatch(_PATTERNS[name], given):
                links.not_found(title, given, "nothing was taken")


def carry(key: str, words: Mapping[Any, str] | None = None) -> bool:
    """Bring a widget's value over from another page; call before it is drawn, and `keep` after.

    Streamlit forgets a widget with its page, and a page switch clears the address that it is bound to, where what is
    shown as other words stands in these.

    Returns
    -------
    bool
        Whether a value was set.
    """
    kept, carried = st.session_state.get(_KEPT, {}), st.session_state.setdefault(_CARRIED, [])
    if key in carried or key not in kept or key in st.query_params:
        return False
    carried.append(key)
    st.session_state[key] = kept[key]
    with suppress(StreamlitAPIException):  # refused as long as the former page's widget is bound to it
        st.query_params[key] = _in_address((words or {}).get(kept[key], kept[key]))
    return True


def pass_on(*keys: str) -> None:
    """Keep in the address what widgets of other pages take from it: a reload here forgot whom they compared."""
    kept = st.session_state.setdefault(_KEPT, {})
    for key in keys:
        given = st.query_params.get(key, "")
        if given and key not in kept:
            kept[key] = given
        elif key in kept and given != kept[key]:
            # refused as long as the former page's widget is bound to it
            with suppress(StreamlitAPIException):
                st.query_params[key] = kept[key]


def _in_address(value: Any) -> str:
    """A value as the browser writes it into the address: 9, not 9.0."""
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def measure_key(task: str) -> str:
    """Key of the widget for the measure by which predictions of a task are looked at."""
    return f"shown_measure_{task}"


def forget_kept(key: str) -> None:
    """Let a widget of other pages start anew: no value is brought over from former ones."""
    st.session_state.get(_KEPT, {}).pop(key, None)


def forget_measure(task: str) -> None:
    """Let what is looked at next be looked at by its own measure first, not by that of what was looked at before."""
    forget(measure_key(task))
    forget_kept(measure_key(task))


def leave_out(*keys: str) -> dict[str, str | None]:
    """Let widgets that are not drawn now be as they were once they are; gives what takes them out of the address."""
    st.session_state[_CARRIED] = [key for key in st.session_state.get(_CARRIED, []) if key not in keys]
    return dict.fromkeys(keys)


def is_drawn(key: str) -> bool:
    """Whether a widget with a value stands on this very page; a former page's is as good as forgotten."""
    return key in st.session_state and key in st.session_state.get(_CARRIED, [])


def seen_last(key: str, thing: T) -> list[T]:
    """This, and what was looked at before it."""
    held: list[T] = st.session_state.setdefault(key, [])
    if thing not in held[:1]:
        held.insert(0, thing)
    del held[2:]
    return list(held)


def keep(key: str, value: Any) -> None:
    """Remember a widget's value for the next page."""
    st.session_state.setdefault(_KEPT, {})[key] = value
    carried = st.session_state.setdefault(_CARRIED, [])
    if key not in carried:
        carried.append(key)


def _page() -> str:
    context = get_script_run_ctx()
    return "" if context is None else context.page_script_hash
