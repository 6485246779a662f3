"""A picture made small for an index: no words, no axes."""

from core.figures.canvas.drawing import Drawing, draw

HEIGHT = 130
SHRUNK = 0.45
"""Of marks and lines."""


def thumbnail(drawing: Drawing, *, dark: bool) -> Drawing:
    """The same marks without words."""
    axes = {
        name: {**axis, "visible": False}
        for name, axis in drawing.layout.items()
        if name.startswith(("xaxis", "yaxis"))
    }
    layout = {
        **drawing.layout,
        **axes,
        "height": HEIGHT,
        "showlegend": False,
        "annotations": [],
        "margin": {"l": 4, "r": 4, "t": 4, "b": 4},
    }
    return draw([_shrunk(trace) for trace in drawing.traces], layout, drawing.frame, drawing.alt, dark)


def _shrunk(trace: dict[str, object]) -> dict[str, object]:
    found = {name: value for name, value in trace.items() if name not in ("error_y", "hovertemplate")}
    found["hoverinfo"] = "skip"
    for part, width in (("marker", "size"), ("line", "width")):
        style = trace.get(part)
        if isinstance(style, dict) and isinstance(style.get(width), int | float):
            found[part] = {**style, width: max(SHRUNK * style[width], 1)}
    return found
