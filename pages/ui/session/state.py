"""Everything that one visitor's session holds; the only file that names its keys.

Heavy records live in the server's cache (`pages.ui.session.cache`); the session and the address hold their keys:
``data`` the data set, ``run`` the experiment, ``results`` imported results. app.py puts them back into the address on
every run, since a page switch clears it, so that a reload finds everything again. Whose workspace it is stands in a
cookie of the server's alone (`pages.ui.session.visitors`): an address that is passed on shows, and opens nothing else.
"""

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from uuid import uuid4

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core.errors import listing
from core.records import ExperimentSpec, LearnerSpec, digest
from core.written import number
from pages.ui.session import visitors

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")

ALPHA = "alpha"
"""Key of the significance level: one what-if value for the whole app, bound to the address."""

DESIGN, MEASURE, SEED = "design", "measure", "seed"
DESIGNS_SEEN = "designs_seen"
TUNING, TUNING_BUDGET, TUNING_FOLDS = "tuning", "tuning_budget", "tuning_folds"
"""Keys of the Experiment page: its widgets, and the two designs that were looked at last."""

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

SHUFFLE, SHUFFLES_WANTED = "shuffle", "shuffles_wanted"
"""Which shuffle of the example Start shows, and how many are to come."""


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

DOOR, CHANGE, DATASET_DOOR, COUNTS = "door", "change", "dataset", "counts_text"
"""Key of the tabs on the Data page."""

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

_WORKSPACE, _DATA, _RUN, _ENTRANTS = "workspace", "dataset_key", "run_id", "entrants"
_RESULTS, _RESULTS_ASIDE, _PUT_AWAY, _JOB_TOLD = "results_key", "results_aside", "put_away", "job_told"
_ENDLESS, _TITLES = "endless_numbers", "titles_of_widgets"
_MOST_GIVEN, MOST_POSSIBLE = 40, 5
"""Characters of what an address asks for that are shown."""
_ASKED, _NOT_TAKEN, _NOT_FOUND = "asked_by_the_address", "not_taken", "not_found"
_SAID = "said_of_the_link"
_REASONS = "why_not_taken"
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


def leave_out_endless() -> None:
    """Take infinite numbers out of the address and begin anew: a widget for whole numbers fails on one.

    Call once it is known which page it is: one that begins anew before leads to the first page.
    """
    endless = {name: [given] for name, given in st.query_params.items() if math.isinf(_number(given))}
    with suppress(StreamlitAPIException):  # a widget that is drawn already does not look there again
        for name in endless:
            del st.query_params[name]
    if endless and not any(name in st.query_params for name in endless):
        st.session_state[_ENDLESS] = endless
        st.rerun()


def _number(given: str) -> float:
    """A number of the address; NaN for what is none."""
    try:
        return float(given)
    except ValueError:
        return math.nan


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


def set_dataset_key(fingerprint: str) -> None:
    """Accept a data set; the former one stays in the cache and its results stay open."""
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


def is_changing(door: str) -> bool:
    """Whether the visitor looks for something else than what this door brought in."""
    return bool(st.session_state.get(f"changing_{door}"))


def change(door: str) -> None:
    """Open the form of a door; the files that what is in use was read from stand there as they were brought."""
    st.session_state[f"changing_{door}"] = True
    files, read = st.session_state.get(f"{_ACCEPTED}{door}", (None, None))
    if upload(door) is None and read == _in_use(door):
        set_upload(door, files)


def was_accepted_here(door: str) -> bool:
    """Whether this session brought what is in use by this door, so that its form can be opened as it was."""
    in_use = _in_use(door)
    return in_use is not None and bool(st.session_state.get(f"{_ACCEPTED}{door}", (None, None))[1] == in_use)


def is_reopened(door: str) -> bool:
    """Whether the form of a door stands open with the files that what is in use was read from."""
    files = st.session_state.get(f"{_ACCEPTED}{door}", (None, None))[0]
    return files is not None and upload(door) == files


def keep_in_use(door: str) -> None:
    """Close the form of a door and stay with what is in use; other files that were brought stay at hand."""
    st.session_state[f"changing_{door}"] = False
    if is_reopened(door):
        set_upload(door, None)


def accept_upload(door: str) -> None:
    """Close the form of a door, since what was read from its files has come into use."""
    st.session_state[f"{_ACCEPTED}{door}"] = (upload(door), _in_use(door))
    st.session_state[f"changing_{door}"] = False
    set_upload(door, None)


def reopen(door: str, files: str | None) -> None:
    """Let the form of a door stand open with these files, as those that what is in use was read from.

    None where its text was pasted.
    """
    st.session_state[f"{_ACCEPTED}{door}"] = (files, _in_use(door))
    set_upload(door, files)


def text_key(door: str) -> str:
    """Key of the widget that a table is pasted into at a door."""
    return f"{door}_text"


def entered(door: str) -> dict[str, Any]:
    """What stands in the widgets of a door by their keys, and what was answered about files of any."""
    own = (f"{door}_way", text_key(door))
    return {
        name: value
        for name in map(str, st.session_state)
        if (name in own or _OF_FILES.fullmatch(name)) and _is_plain(value := st.session_state[name])
    }


def _is_plain(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or type(value) in (str, bool, int, float)


def enter(values: Mapping[str, Any]) -> None:
    """Put back what `entered` gave; call before the widgets are drawn."""
    for name, value in values.items():
        st.session_state[name] = value


def looked_for_draft(door: str) -> bool:
    """Whether this session knows already what waits at a door, or brought something else there."""
    own = (f"{_DRAFT}{door}", text_key(door))
    return any(name in st.session_state for name in own) or upload(door) is not None


def replaced_draft(door: str, content: str) -> str:
    """Remember the digest of what waits at a door, and give that of what was remembered; empty at first."""
    former = st.session_state.get(f"{_DRAFT}{door}", "")
    st.session_state[f"{_DRAFT}{door}"] = content
    return str(former)


def carry_answers(former: str, now: str) -> None:
    """Let what was answered last for some files hold for others; both by the beginning of their keys.

    What nobody answered is not carried: it was read of files that may be gone, and is read anew of those there are.
    """
    for name in [
        name for name in map(str, st.session_state) if name.startswith("import_") and former in name
    ]:
        carried = name.replace(former, now)
        for kept in (carried, f"{_PROPOSED}{carried}"):
            st.session_state.pop(kept, None)
        if st.session_state[name] != st.session_state.get(f"{_PROPOSED}{name}"):
            st.session_state[carried] = st.session_state[name]
            propose(carried, None)


def change_if_asked() -> None:
    """Open the form of a door where a link says so, once."""
    door = st.query_params.pop(CHANGE, None)
    if door is not None:
        change(door)


def _in_use(door: str) -> str | None:
    return dataset_key() if door == DATASET_DOOR else results_key()


_BROUGHT, _ACCEPTED, _COUNTED, _PROPOSED = "upload_", "accepted_", "files_of_counts", "proposed_"
_DRAFT = "draft_"
_OF_FILES = re.compile(
    r"(import|target|task|positive|left_out|groups|categorical|folds|missing)_(.*_)?[0-9a-f]{12}(_.*)?"
)
"""Keys of widgets that settle how files are read: the digest of the files stands in them."""


def upload(door: str) -> str | None:
    """Key of the files that were brought to a door and are neither accepted nor removed."""
    return st.session_state.get(f"{_BROUGHT}{door}")


def uploads() -> list[str]:
    """Keys of the files of all doors that are neither used nor removed."""
    doors = [name.removeprefix(_BROUGHT) for name in map(str, st.session_state) if name.startswith(_BROUGHT)]
    waiting = [key for door in doors if (key := upload(door)) is not None and not is_reopened(door)]
    return [key for key in waiting if key not in st.session_state.get(_COUNTED, [])]


def set_upload(door: str, key: str | None) -> None:
    """Remember the files of a door, or forget them."""
    st.session_state[f"{_BROUGHT}{door}"] = key


def import_key(name: str, prefix: str) -> str:
    """Key of a widget that settles how a file is read; `prefix` is the file's digest."""
    return f"import_{name}_{prefix}"


def answer(name: str, prefix: str) -> Any:
    """What was chosen in such a widget; None before it is drawn."""
    return st.session_state.get(import_key(name, prefix))


def propose(key: str, value: Any) -> None:
    """Remember what stands in such a widget before anybody answers; the first time counts."""
    st.session_state.setdefault(f"{_PROPOSED}{key}", value)


def changed_answer(name: str, prefix: str) -> Any:
    """What was chosen in such a widget instead of what was proposed; None where nothing was."""
    key = import_key(name, prefix)
    given = st.session_state.get(key)
    return None if given == st.session_state.get(f"{_PROPOSED}{key}") else given


def propose_anew(key: str, value: Any) -> None:
    """Let such a widget follow what is proposed now, unless somebody answered; call before its answer is read."""
    proposed = f"{_PROPOSED}{key}"
    if key in st.session_state and st.session_state[key] == st.session_state.get(proposed):
        st.session_state[key] = st.session_state[proposed] = value


def set_answer(name: str, prefix: str, value: Any) -> None:
    """Choose for the visitor in such a widget."""
    st.session_state[import_key(name, prefix)] = value


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


@dataclass(frozen=True)
class Entrant:
    """A learner on the Experiment page; `uid` names its widgets for as long as it stays.

    A cell that took the place of the same learner knows `former`, which comes back to its `place` when the cell goes.
    """

    uid: int
    spec: LearnerSpec
    former: LearnerSpec | None = None
    place: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Plain values for the session."""
        values: dict[str, Any] = {"uid": self.uid, "spec": self.spec.to_dict()}
        return values | ({"former": self.former.to_dict(), "place": self.place} if self.former else {})

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Entrant":
        """Read back what `to_dict` wrote."""
        former = LearnerSpec.from_dict(values["former"]) if "former" in values else None
        return cls(values["uid"], LearnerSpec.from_dict(values["spec"]), former, values.get("place", 0))


def entrants(default: Callable[[], tuple[LearnerSpec, ...]]) -> list[Entrant]:
    """Learners chosen on the Experiment page, in their order."""
    if _ENTRANTS not in st.session_state:
        set_entrants([Entrant(uid, spec) for uid, spec in enumerate(default())])
    kept = st.session_state[_ENTRANTS]
    return [Entrant.from_dict(values) for values in kept]


def is_tuning() -> bool:
    """Whether the learners of the Experiment page are to be tuned."""
    return bool(st.session_state.get(TUNING, False))


def is_untouched() -> bool:
    """Whether no learners were chosen yet in this session."""
    return _ENTRANTS not in st.session_state


def set_entrants(chosen: list[Entrant]) -> None:
    """Choose learners."""
    st.session_state[_ENTRANTS] = [entrant.to_dict() for entrant in chosen]


def remove_entrants(uids: Collection[int]) -> None:
    """Take learners out; those in whose place they stood come back, unless something else is the same by now."""
    chosen = entrants(tuple)
    kept = [entrant for entrant in chosen if entrant.uid not in uids]
    unused = 1 + max((entrant.uid for entrant in chosen), default=-1)
    for cell in sorted(chosen, key=lambda entrant: entrant.place):
        if cell.former is None or cell.uid not in uids:
            continue
        if all(cell.former.digest() != entrant.spec.digest() for entrant in kept):
            kept.insert(cell.place, Entrant(unused, cell.former))
            unused += 1
    set_entrants(kept)


def clear_entrants() -> None:
    """Forget the chosen learners: those of one task do not fit another."""
    st.session_state.pop(_ENTRANTS, None)


def option_key(design: str, option: str) -> str:
    """Key of the widget for one option of a design."""
    return f"design_{design}_{option}"


def _nameless(learner: LearnerSpec) -> LearnerSpec:
    """Without “(as set)” or “(tuned)”, which another choice would make a lie: where it is right it is added anew."""
    return replace(learner, name=re.sub(r" \((as set|tuned)\)$", "", learner.name))


def preset(spec: ExperimentSpec) -> None:
    """Put a specification into the widgets of the Experiment page; call before they are drawn."""
    # Widgets of former learners would send their values once more, so the new ones get names of their own.
    unused = 1 + max((values["uid"] for values in st.session_state.get(_ENTRANTS, [])), default=-1)
    set_entrants([Entrant(uid, _nameless(learner)) for uid, learner in enumerate(spec.learners, unused)])
    st.session_state[DESIGN] = spec.design.key
    for name, value in spec.design.options:
        st.session_state[option_key(spec.design.key, name)] = value
    st.session_state[MEASURE] = spec.measure
    st.session_state[SEED] = spec.seed
    st.session_state[TUNING] = spec.tuning is not None
    if spec.tuning is not None:
        st.session_state[TUNING_BUDGET] = spec.tuning.budget
        st.session_state[TUNING_FOLDS] = spec.tuning.folds


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
    settle(EXPERIMENT)
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


def open_door(tab: str, counts: str = "", door: str = "") -> None:
    """Open a tab of the Data page, that for counts with these, which the files of a door hold; call in a callback."""
    st.session_state[DOOR] = tab
    if counts:
        st.session_state[COUNTS] = counts
        st.session_state.setdefault(_COUNTED, []).append(upload(door))


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
    st.session_state[_NOT_TAKEN] = []


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
    st.session_state[_SAID] = None
    if st.session_state.get(_PAGE) != _page():
        _come_back()
        st.session_state[_PAGE] = _page()
        st.session_state[_CARRIED], st.session_state[_TITLES], st.session_state[_NOT_FOUND] = [], {}, {}
        st.session_state[_REASONS] = {}
        for name, title in _ADDRESS_TITLES.items():
            given = st.query_params.get(name, "")
            if given and not re.fullmatch(_PATTERNS[name], given):
                not_found(title, given, "nothing was taken")
        named = {name: st.query_params.get_all(name) for name in st.query_params}
        st.session_state[_ASKED] = {**st.session_state.pop(_ENDLESS, {}), **named}


def titled(
    key: str,
    title: str,
    stem: str = "",
    words: Mapping[Any, str] | Iterable[str] | None = None,
    limits: tuple[float, float | None] = (0.0, None),
) -> str:
    """The title of a widget that takes its value from the address; under it an impossible one is told.

    Parameters
    ----------
    key : str
        Of the widget, and its name in the address.
    title : str
    stem : str
        Its name in the address without a unit or measure: names of it with another one mean the same.
    words : mapping of option to text, or texts, optional
        What can be chosen, as page and address call it; without them it is a widget for numbers.
    limits : (low, high), optional
        Of a number that is typed, which nobody sees: both are told where what the address asks for lies outside.
    """
    known = (
        None
        if words is None
        else dict(words if isinstance(words, Mapping) else zip(words, words, strict=True))
    )
    st.session_state.setdefault(_TITLES, {})[key] = title, stem, known, limits
    if known and key not in st.session_state:
        _take_letters_for_crosses(key, known.values())
    return title


def settings() -> Iterator[tuple[str, str, Any]]:
    """Key, title and value of what stands in the widgets of this page whose titles are known; choices in words."""
    titles: dict[str, Any] = st.session_state.get(_TITLES, {})
    for key, (title, _, words, _) in titles.items():
        value = st.session_state.get(key)
        if value is not None:
            yield key, title, words.get(value, value) if words else value


def _take_letters_for_crosses(key: str, labels: Collection[str]) -> None:
    """Take "2x2" of a typed address for "2×2", where a choice is called so and none is called what was typed."""
    given = st.query_params.get_all(key)
    by_letters = {label.replace("×", "x"): label for label in labels if "×" in label}
    meant = [one if one in labels else by_letters.get(one, one) for one in given]
    if meant != given:
        means(key, *meant)
        st.rerun()  # a widget is bound to the address as the page was asked for


def means(key: str, *labels: str) -> None:
    """Say that what the address asks a widget of choices for is called so now; call before it is drawn."""
    st.query_params[key] = labels
    if key in (asked := st.session_state.get(_ASKED, {})):
        asked[key] = list(labels)


@dataclass(frozen=True)
class NotTaken:
    """What the address asks for and could not get, and what stands there instead; words are in quotation marks."""

    title: str
    given: str
    instead: str


def not_found(title: str, given: str, instead: str) -> None:
    """Say on this page, until it is settled, that the address asks for something that is not here.

    Parameters
    ----------
    title : str
        Of what is asked for.
    given : str
    instead : str
        What happened instead: "all experiments are shown".
    """
    st.session_state.setdefault(_NOT_FOUND, {})[title] = given, instead


def settle(title: str) -> None:
    """Say no more that what the address asked for under this title is not here: something else was chosen."""
    st.session_state.get(_NOT_FOUND, {}).pop(title, None)


def explain(key: str, reason: str) -> None:
    """Say why what the address asks this widget for is impossible; call before it is drawn."""
    st.session_state.setdefault(_REASONS, {})[key] = reason


def not_taken() -> list[NotTaken]:
    """What of the address could not be taken and was not settled since; call after all widgets are drawn."""
    asked: dict[str, list[str]] | None = st.session_state.pop(_ASKED, None)
    known: dict[str, Any] = st.session_state.get(_TITLES, {})
    if asked is not None:
        st.session_state[_NOT_TAKEN] = [
            (key, st.session_state.get(key), ", ".join(given))
            for key, (_, stem, words, _) in known.items()
            for name, given in asked.items()
            if (name == key and not _is_taken(given, st.session_state.get(key), words))
            or (name != key and stem and f"{name}_".startswith(f"{stem}_"))
        ]
    refused = [
        NotTaken(title, f"“{_short(given)}”", instead)
        for title, (given, instead) in st.session_state.get(_NOT_FOUND, {}).items()
    ]
    reasons: dict[str, str] = st.session_state.get(_REASONS, {})
    for key, value, given in _open():
        told = _told(known[key], _short(given), _several(value, known[key][2]))
        why = f": {reasons[key]}" if key in reasons else ""
        refused.append(replace(told, instead=f"{told.instead}{why}"))
    st.session_state[_SAID] = len(refused)
    return refused


def _open() -> list[tuple[str, Any, str]]:
    """What of the address widgets could not take that stand as they then did: key, value, and what was asked for."""
    return [one for one in st.session_state.get(_NOT_TAKEN, []) if st.session_state.get(one[0]) == one[1]]


def say_anew() -> None:
    """Run the page once more where it says of a link what was settled since; call at the end of a fragment."""
    said = st.session_state.get(_SAID)
    if said is not None and len(_open()) + len(st.session_state.get(_NOT_FOUND, {})) < said:
        st.rerun()


def _is_taken(given: Sequence[str], value: Any, words: Mapping[Any, str] | None) -> bool:
    """Whether a widget stands on what the address asks it for."""
    values = _several(value, words)
    if words is None:
        return tuple(map(_number, given)) == values
    return set(given) == {words.get(one) for one in values}


def _told(known: tuple[Any, ...], given: str, values: Sequence[Any]) -> NotTaken:
    """What a widget could not take, and what it stands on, as the page calls it."""
    title, _, words, limits = known
    if words is None:
        taken = f"{' to '.join(map(number, values)) or 'nothing'} was taken{_within(limits, given)}"
        return NotTaken(title, given.replace("-", "−"), taken.replace("-", "−"))
    chosen = ", ".join(words[one] for one in values if one in words)
    taken = f"{f'“{chosen}”' if chosen else 'nothing'} was taken"
    return NotTaken(title, f"“{given}”", f"{taken}{possible(words.values())}")


def _within(limits: tuple[float, float | None], given: str) -> str:
    """Between which numbers one has to lie that does not, in brackets behind what was taken."""
    low, high = limits
    if high is None or low <= _number(given) <= high:
        return ""
    return f" (possible: {number(low, 10)} to {number(high, 10)})"


def possible(labels: Collection[str]) -> str:
    """What an address may ask a choice for, in brackets behind what was taken; empty where there is nothing."""
    return (
        f" (possible: {listing((f'“{_short(one)}”' for one in labels), 'or', MOST_POSSIBLE)})"
        if labels
        else ""
    )


def _short(given: str) -> str:
    return given if len(given) <= _MOST_GIVEN else f"{given[:_MOST_GIVEN]}…"


def _several(value: Any, words: Mapping[Any, str] | None) -> tuple[Any, ...]:
    """What a widget stands on, be it one thing, several or none; one choice may be a pair."""
    several = isinstance(value, list) or (isinstance(value, tuple) and words is None)
    return tuple(value) if several else () if value is None else (value,)


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


def _in_address(value: Any) -> str:
    """A value as the browser writes it into the address: 9, not 9.0."""
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def measure_key(task: str) -> str:
    """Key of the widget for the measure by which predictions of a task are looked at."""
    return f"shown_measure_{task}"


def forget_kept(key: str) -> None:
    """Let a widget of other pages start anew: no value is brought over from former ones."""
    st.session_state.get(_KEPT, {}).pop(key, None)


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
