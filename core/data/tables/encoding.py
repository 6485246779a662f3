"""Bytes → text: which encoding, and whether it is text at all."""

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.data.tables.source import USE_A_TABLE, Content
from core.errors import InputError, quoted

if TYPE_CHECKING:
    from charset_normalizer import CharsetMatches

_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CODE_PAGES = (
    *("cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "koi8_r"),
    *("cp932", "euc_jp", "gb18030", "big5", "cp949", "mac_roman", "cp850", "cp437"),
)
"""What tables that are not UTF-8 come in, as Python calls it."""
_WESTERN = "cp1252"
_FEWEST = 6
"""Distinct bytes beyond ASCII from which a guess is worth more than the commonest encoding."""
_SAMPLE = 65_536
_AROUND = 4096
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_PIECE = 2**20
_CONTROL = bytes(code for code in range(1, 32) if code not in b"\t\n\r\x0b\x0c\x1a")
_MOST_CONTROL = 0.01
_MARKUP = {
    b"<": ("a web page or XML document.", "Save the data themselves, not the page that shows them."),
    b"{": ("JSON.", "Write the table as CSV, one row per instance."),
    b"[": ("JSON.", "Write the table as CSV, one row per instance."),
}

_DOCUMENT = re.compile(rb"<(?:!|\?|(?:html|head|body|table|svg|rss|feed)\b)", re.IGNORECASE)
_TAG = re.compile(rb"<[^<>]*>")


@dataclass(frozen=True, eq=False)
class Text:
    """Decoded text, kept as UTF-8 because that is what the parser reads.

    Attributes
    ----------
    utf8 : bytes
        Without byte order mark.
    encoding : str
        The encoding that the file had.
    where : str
        The name of the file in messages.
    notes : tuple of str
    encodings : tuple of str
        Those that it may have had, the likeliest first, where nothing tells; else empty.
    """

    utf8: bytes
    encoding: str
    where: str
    notes: tuple[str, ...] = ()
    encodings: tuple[str, ...] = ()


def decode(content: Content, encoding: str | None = None) -> Text:
    """Decode the bytes of a text file.

    Parameters
    ----------
    content : Content
    encoding : str, optional
        As Python calls it. By default UTF-8 with or without byte order mark, UTF-16 and UTF-32 are recognised; of what
        is none of these the encoding is guessed, Windows-1252 where nothing speaks for another.

    Raises
    ------
    InputError
        If the bytes are no text of that encoding, or are text but JSON or a web page.
    """
    seen = encoding or _encoding(content.data)
    try:
        text = _decoded(content, seen) if encoding is None else _as_told(content, encoding)
    except UnicodeError as error:
        place = f" at byte {error.start:,}" if isinstance(error, UnicodeDecodeError) else ""
        raise InputError(
            f"{'begins as' if encoding is None else 'was to be read as'} {seen} text but cannot be decoded{place}.",
            content.where,
            "Save it again as UTF-8." if encoding is None else "Choose another encoding.",
        ) from error
    _check_is_text(text)
    return text


def plausible_encodings(data: bytes) -> tuple[str, ...]:
    """Those a text may be in, the likeliest first; none where it is no text, or a byte order mark or UTF-8 tells."""
    return () if _encoding(data) != "utf-8" or _is_utf8(data) or not _may_be_text(data) else _guesses(data)


def _encoding(data: bytes) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding
    head = data[:4096]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) > 0.3 * len(head) / 2 and min(even, odd) == 0:
        found = "utf-16-le" if odd > even else "utf-16-be"
        return found if "\n".encode(found) in data or "\r".encode(found) in data else "utf-8"
    return "utf-8"


def _decoded(content: Content, encoding: str) -> Text:
    data = content.data
    if encoding == "utf-8-sig":
        data.decode("utf-8")  # only to find out whether it is valid
        return Text(data[len(codecs.BOM_UTF8) :], encoding, content.where)
    if encoding != "utf-8":
        return Text(data.decode(encoding).encode(), encoding, content.where)
    return Text(data, "utf-8", content.where) if _is_utf8(data) else _guessed(content)


def _is_utf8(data: bytes) -> bool:
    return data.isascii() or _decodes(data, "utf-8")


def _decodes(data: bytes, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        for start in range(0, len(data), _PIECE):  # in pieces, so that no second copy of the text is held
            decoder.decode(data[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _guessed(content: Content) -> Text:
    encodings = _guesses(content.data)
    found = encodings[0]
    name = "Latin-1" if found == "latin-1" else found.replace("cp125", "Windows-125")
    note = f"The file is not UTF-8; it was read as {name}. Check letters with accents (encoding=… reads it as another)."
    return Text(content.data.decode(found).encode(), found, content.where, (note,), encodings)


def _as_told(content: Content, encoding: str) -> Text:
    try:
        text = content.data.decode(encoding)
    except LookupError as error:
        raise InputError(
            f"there is no encoding {quoted(encoding)}.",
            "encoding",
            "Name one as Python does: 'cp1252', 'utf-8' …",
        ) from error
    others = plausible_encodings(content.data)
    return Text(text.removeprefix("\ufeff").encode(), encoding, content.where, (), others)


def _guesses(data: bytes) -> tuple[str, ...]:
    """Encodings that may be meant, the likeliest first: Western, unless only another reads smoothly."""
    from charset_normalizer import from_bytes

    sample = _telling_lines(data)
    matches = from_bytes(sample, cp_isolation=list(_CODE_PAGES))
    best = matches.best()
    found = [name for match in matches for name in match.could_be_from_charset]
    few = len(set(sample) - set(range(128))) < _FEWEST
    if best is None or few or _is_western(matches) or not (best.coherence or best.multi_byte_usage):
        # few letters without the words of a language fit many code pages: no reason to leave the commonest
        found = [_WESTERN, *found] if _decodes(sample, _WESTERN) else found
    fitting = [name for name in dict.fromkeys((*found, *_CODE_PAGES)) if _decodes(sample, name)]
    taken = next((name for name in fitting if _decodes(data, name)), "latin-1")
    return tuple(dict.fromkeys((taken, *fitting)))


def _is_western(matches: "CharsetMatches") -> bool:
    """Whether Western is among the code pages under which the text reads most smoothly."""
    least = min(match.chaos for match in matches)
    return any(_WESTERN in match.could_be_from_charset for match in matches if match.chaos == least)


def _telling_lines(data: bytes) -> bytes:
    """The first lines that hold more than ASCII; of long lines what stands around it."""
    lines, length, end = [], 0, 0
    for match in _BEYOND_ASCII.finditer(data):
        if match.start() < end:
            continue
        start = max(data.rfind(b"\n", end, match.start()) + 1, match.start() - _AROUND)
        end = data.find(b"\n", match.end(), match.end() + _AROUND)
        end = min(match.end() + _AROUND, len(data)) if end < 0 else end
        lines.append(data[start:end])
        length += end - start
        if length > _SAMPLE:
            break
    return b"\n".join(lines)


def _is_header(head: bytes) -> bool:
    """Whether a first line that begins as markup names columns nevertheless: ``<script>,size,class``."""
    line = head.partition(b"\n")[0]
    if not line.startswith(b"<") or _DOCUMENT.match(line):
        return False
    return any(delimiter in _TAG.sub(b"", line) for delimiter in (b",", b";", b"\t", b"|"))


def _may_be_text(data: bytes) -> bool:
    """Whether bytes that all code pages have in common do not rule it out."""
    return b"\0" not in data and not _is_binary(data[:_SAMPLE])


def _is_binary(data: bytes) -> bool:
    return len(data) - len(data.translate(None, _CONTROL + b"\0")) > 4 + _MOST_CONTROL * len(data)


def _check_is_text(text: Text) -> None:
    data = text.utf8[:_SAMPLE]
    null = text.utf8.find(b"\0")
    if _is_binary(data):
        raise InputError("this is not a table but binary data.", text.where, USE_A_TABLE)
    if null >= 0:
        line = text.utf8.count(b"\n", 0, null) + 1
        raise InputError(
            f"holds a NUL byte at byte {null + 1:,}, which no text has.",
            f"{text.where}, line {line}",
            "The file is damaged or was cut off; save it again.",
        )
    head = data.lstrip()
    start = head[:1]
    if start in _MARKUP and not _is_header(head):
        what, hint = _MARKUP[start]
        raise InputError(f"this is {what}", text.where, hint)
