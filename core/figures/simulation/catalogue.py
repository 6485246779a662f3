"""Experiment of the laboratory → its pictures."""

from collections.abc import Callable, Mapping

from core.errors import check_one_of
from core.figures.canvas.drawing import Drawing
from core.figures.simulation.curves import besides, curves
from core.figures.simulation.dots import dots
from core.figures.simulation.histogram import histogram
from core.figures.simulation.latest import dance, stack, strips
from core.simulation import Simulation

PICTURES: Mapping[str, Callable[[Simulation, bool], Drawing]] = {
    "besides": besides,
    "curves": curves,
    "dance": dance,
    "dots": dots,
    "histogram": histogram,
    "stack": stack,
    "strips": strips,
}


def laboratory_figure(simulation: Simulation, picture: str | None = None, *, dark: bool = False) -> Drawing:
    """Draw an experiment of the laboratory.

    Parameters
    ----------
    simulation : Simulation
    picture : str, optional
        One of the experiment's pictures; the first of them when not given.
    dark : bool

    Raises
    ------
    InputError
        If the experiment has no such picture.
    """
    pictures = simulation.entry.pictures
    chosen = pictures[0] if picture is None else picture
    check_one_of(chosen, pictures, "picture")
    return PICTURES[chosen](simulation, dark)
