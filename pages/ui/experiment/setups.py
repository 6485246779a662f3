"""What is set up on Experiment and was not run yet: a workspace keeps it under a name in the address, for a reload."""

from contextlib import suppress

import streamlit as st

from core.errors import InputError
from core.records import Dataset, ExperimentSpec, digest
from pages.ui.session import cache, experiment_form, state

SETUP = "setup"
"""Parameter of the address."""
MOST = 20
"""Set-ups that a workspace keeps, the last ones: of tabs beside one another, and of pages to come back to."""
_OWNER = "setups"


def take_back(dataset: Dataset) -> bool:
    """Put what the address names into the pickers, where it was set up for these data; call before they are drawn."""
    content = _kept().get(st.query_params.get(SETUP, ""))
    with suppress(InputError):  # of another version
        spec = None if content is None else ExperimentSpec.from_json(content)
        if spec is not None and spec.fingerprint == dataset.fingerprint:
            experiment_form.preset(spec)
            return True
    return False


def say_missing() -> None:
    """Say so where the address names what was set up in another browser, or too long ago."""
    named = st.query_params.get(SETUP)
    if named is not None and named not in _kept():
        st.caption(
            ":material/info: What was set up at this address is kept in the browser where it was, and not for ever. "
            "Here stands what it was begun from."
        )


def keep(spec: ExperimentSpec, usual: str) -> None:
    """Keep what is set up and name it in the address; `usual`, which as JSON a reload finds without, needs no name."""
    text = spec.to_json()
    name, named = digest(text)[:16], st.query_params.get(SETUP)
    if text == usual:
        if named in _kept():
            state.leave_address(SETUP)
    elif named != name and _put(name, text.encode()):
        st.query_params[SETUP] = name


def _kept() -> dict[str, bytes]:
    return dict(cache.store().beside(state.workspace(), _OWNER))


def _put(name: str, content: bytes) -> bool:
    others = [(other, kept) for other, kept in _kept().items() if other != name]
    with suppress(InputError):  # no room, or nothing can be written
        cache.store().keep_beside(state.workspace(), _OWNER, [(name, content), *others][:MOST])
        return True
    return False
