"""The form of the Experiment page: learners that are chosen, and the keys of what is set around them."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from core.records import ExperimentSpec, LearnerSpec

DESIGN, MEASURE, SEED = "design", "measure", "seed"
DESIGNS_SEEN = "designs_seen"
TUNING, TUNING_BUDGET, TUNING_FOLDS = "tuning", "tuning_budget", "tuning_folds"
"""Keys of the Experiment page: its widgets, and the two designs that were looked at last."""
_ENTRANTS, _FIRST = "entrants", "first_set_up"


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


def first() -> str:
    """What stood there at first, as JSON, as in a new session; empty where an address brought something else."""
    return str(st.session_state.get(_FIRST, ""))


def set_first(spec: ExperimentSpec) -> None:
    """Remember it."""
    st.session_state[_FIRST] = spec.to_json()


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
