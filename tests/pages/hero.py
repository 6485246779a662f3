"""The verdict that stands first on a page, as a visitor reads it."""

import re
from html import unescape
from typing import NamedTuple

from streamlit.testing.v1 import AppTest

LIVE = re.compile(r"<(\w+)\b[^>]* data-live\b[^>]*>([^<]*)</\1>")
FOOT = re.compile(r"</span> · ([^<]*)<span class='fw-on-screen'>")


class Said(NamedTuple):
    """What the verdict says, most important first; `foot` is what stands small behind its numbers."""

    mark: str
    answer: str
    effect: str
    interval: str
    numbers: str
    foot: str

    @property
    def texts(self) -> tuple[str, ...]:
        """What follows α, as `Brief.texts` has it."""
        return self[:5]

    @property
    def words(self) -> str:
        """All of it in one line."""
        return " ".join(self)


def heroes(app: AppTest) -> list[Said]:
    """Every verdict that stands first; one at most."""
    return [
        Said(*_live(body), *([unescape(foot[1])] if (foot := FOOT.search(body)) else [""]))
        for body in _bodies(app)
        if "class='fw-hero'" in body
    ]


def hero(app: AppTest) -> Said:
    """The one verdict that stands first."""
    (found,) = heroes(app)
    return found


def numbers_line(app: AppTest) -> str:
    """Statistic, p-value and critical values below the null distribution."""
    (found,) = (body for body in _bodies(app) if "class='fw-small'" in body)
    return _live(found)[0]


def small_lines(app: AppTest) -> list[str]:
    """Sentences in small print that follow α."""
    return [_live(body)[0] for body in _bodies(app) if "class='fw-small' data-live" in body]


def critical(app: AppTest) -> str:
    """The critical values, as they are written below the null distribution."""
    return numbers_line(app).split("; critical ")[1]


def printed(app: AppTest) -> list[str]:
    """Sentences that follow nothing, such as those of a report."""
    texts = (unescape(re.sub("<[^>]+>", "", body)) for body in _bodies(app) if "data-live" not in body)
    return list(as_read(*texts))


def as_read(*texts: str) -> tuple[str, ...]:
    """What is read of texts, without what only keeps a line from ending in "k-" or "p ="."""
    return tuple(text.replace("\u2060", "").replace("\u200b", "").replace("\u00a0", " ") for text in texts)


def _bodies(app: AppTest) -> list[str]:
    return [item.proto.body for item in app.get("html") if not item.proto.body.startswith("<style>")]


def _live(body: str) -> list[str]:
    return list(as_read(*(unescape(text) for _, text in LIVE.findall(body))))
