"""Everything that one visitor's session holds; the only file that names its keys.

Heavy records live in the server's cache (`pages.ui.cache`); the session and the address hold their keys:
``w`` the workspace, ``data`` the data set, ``run`` the experiment. app.py puts them back into the address
on every run, since a page switch clears it, so that a reload finds everything again.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from core.records import ExperimentSpec, LearnerSpec

ALPHA = "alpha"
"""Key of the significance level: one what-if value for the whole app, bound to the address."""

DESIGN, MEASURE, SEED = "design", "measure", "seed"
TUNING, TUNING_BUDGET, TUNING_FOLDS = "tuning", "tuning_budget", "tuning_folds"
"""Keys of the widgets on the Experiment page."""

_WORKSPACE, _DATA, _RUN, _ENTRANTS = "workspace", "dataset_key", "run_id", "entrants"
_ADDRESS = {"w": _WORKSPACE, "data": _DATA, "run": _RUN}
_PATTERNS = {"w": r"[0-9a-f]{32}", "data": r"[0-9a-f]{64}", "run": r"[0-9a-f]{32}"}


def begin() -> None:
    """Take from the address what a fresh session lacks, then put all of it back into the address."""
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


def workspace() -> str:
    """The token of this visitor's workspace; made when first needed, since it is their only key."""
    if _WORKSPACE not in st.session_state:
        st.session_state[_WORKSPACE] = uuid4().hex
        publish()
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


def set_run_id(job_id: str | None) -> None:
    """Show another experiment, or none."""
    if job_id is None:
        st.session_state.pop(_RUN, None)
        st.query_params.pop("run", None)
    else:
        st.session_state[_RUN] = job_id
        publish()


@dataclass(frozen=True)
class Entrant:
    """A learner on the Experiment page; `uid` names its widgets for as long as it stays."""

    uid: int
    spec: LearnerSpec


def entrants(default: Callable[[], tuple[LearnerSpec, ...]]) -> list[Entrant]:
    """Learners chosen on the Experiment page, in their order."""
    if _ENTRANTS not in st.session_state:
        set_entrants([Entrant(uid, spec) for uid, spec in enumerate(default())])
    kept = st.session_state[_ENTRANTS]
    return [Entrant(values["uid"], LearnerSpec.from_dict(values["spec"])) for values in kept]


def set_entrants(chosen: list[Entrant]) -> None:
    """Choose learners."""
    st.session_state[_ENTRANTS] = [{"uid": entrant.uid, "spec": entrant.spec.to_dict()} for entrant in chosen]


def clear_entrants() -> None:
    """Forget the chosen learners: those of one task do not fit another."""
    st.session_state.pop(_ENTRANTS, None)


def option_key(design: str, option: str) -> str:
    """Key of the widget for one option of a design."""
    return f"design_{design}_{option}"


def preset(spec: ExperimentSpec) -> None:
    """Put a specification into the widgets of the Experiment page; call before they are drawn."""
    set_entrants([Entrant(uid, learner) for uid, learner in enumerate(spec.learners)])
    for key in [key for key in st.session_state if str(key).startswith("entrant_")]:
        del st.session_state[key]
    st.session_state[DESIGN] = spec.design.key
    for name, value in spec.design.options:
        st.session_state[option_key(spec.design.key, name)] = value
    st.session_state[MEASURE] = spec.measure
    st.session_state[SEED] = spec.seed
    st.session_state[TUNING] = spec.tuning is not None
    if spec.tuning is not None:
        st.session_state[TUNING_BUDGET] = spec.tuning.budget
        st.session_state[TUNING_FOLDS] = spec.tuning.folds
