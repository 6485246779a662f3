"""Tables that visitors of the browser tests bring along."""

import io

import numpy as np
import pandas as pd


def csv(frame: pd.DataFrame) -> bytes:
    """The table as a CSV file."""
    return frame.to_csv(index=False).encode()


def patients(n: int = 150, rare: int | None = None) -> pd.DataFrame:
    """Two overlapping classes, four measurements with gaps, one column of categories.

    Parameters
    ----------
    n : int
        Number of rows.
    rare : int, optional
        Number of sick ones; about two fifths without it.
    """
    rng = np.random.default_rng(19)
    sick = rng.permutation(np.arange(n) < (rare if rare is not None else round(0.4 * n)))
    measured = rng.normal(size=(n, 4)) + sick[:, None] * [1.2, 0.8, 0.4, 0.0]
    frame = pd.DataFrame(measured, columns=["pressure", "pulse", "sugar", "age"]).round(3)
    frame["ward"] = rng.choice(["north", "south", "west"], n)
    if rare is None:
        frame = frame.mask(rng.random(frame.shape) < 0.04)
    frame["state"] = np.where(sick, "sick", "healthy")
    return frame


def named(frame: pd.DataFrame, name: str) -> io.BytesIO:
    """The table as an open file of this name."""
    file = io.BytesIO(csv(frame))
    file.name = name
    return file
