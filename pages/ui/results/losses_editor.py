"""What each mistake costs, filled in once for every page."""

from collections.abc import Hashable, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from core.records import Array, Losses
from core.written import MISSING
from pages.ui.display import tables
from pages.ui.session import cache, state


def asked(labels: Sequence[Hashable], first_known: Losses | None) -> Array | None:
    """The matrix of losses as the visitor filled it in, the same on every page; None while a cell is empty.

    Parameters
    ----------
    labels : sequence of K class labels
    first_known : Losses or None
        What the specification says, as long as nobody filled in anything.
    """
    classes = [str(label) for label in labels]

    def start() -> pd.DataFrame:
        known = cache.losses(classes) or first_known
        values = 1.0 - np.eye(len(classes)) if known is None else np.array(known, dtype=float)
        return pd.DataFrame(values, index=pd.Index(classes, name="true class"), columns=classes)

    st.caption(
        "What it costs to assign an instance of the class on the left to the class above; benefits are negative."
    )
    first = state.loss_start(classes, start)
    with tables.drawn_anew():
        edited = st.data_editor(
            first,
            key=state.loss_key(classes),
            width="content",
            disabled=["true class"],
            placeholder=MISSING,
        )
    losses: Array = edited.to_numpy(dtype=float)
    if np.isnan(losses).any():
        st.warning("Fill in every cell.", icon=":material/warning:")
        return None
    if not edited.equals(first):
        cache.keep_losses(classes, losses.tolist())
    return losses
