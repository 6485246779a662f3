"""Bytes → text: which encoding, and whether it is text at all."""

import codecs
from dataclasses import dataclass

from core.data.tables.source import USE_A_TABLE, Content
from core.errors import InputError

_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 65_536
_PIECE = 2**20
_CONTROL = bytes(code for code in range(1, 32) if code not in b"\t\n\r\x0b\x0c\x1a")
_MOST_CONTROL = 0.01
_MARKUP = {
    b"<": ("a web page or XML document.", "Save the data themselves, not the page that shows them."),
    b"{": ("JSON.", "Write the table as CSV, one row per instance."),
    b"[": ("JSON.", "Write the table as CSV, one row per instance."),
}


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
    """

    utf8: bytes
    encoding: str
    where: str
    notes: tuple[str, ...] = ()


def decode(content: Content) -> Text:
    """Decode the bytes of a text file.

    UTF-8 with or without byte order mark, UTF-16 and UTF-32; what is none of these is read as Windows-1252.

    Raises
    ------
    InputError
        If the bytes are no text, or are text but JSON or a web page.
    """
    encoding = _encoding(content.data)
    try:
        text = _decoded(content, encoding)
    except UnicodeDecodeError as error:
        raise InputError(
            f"begins as {encoding} text but cannot be decoded at byte {error.start:,}.",
            content.where,
            "Save it again as UTF-8.",
        ) from error
    _check_is_text(text)
    return text


def _encoding(data: bytes) -> str:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding
    head = data[:4096]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) > 0.3 * len(head) / 2 and min(even, odd) == 0:
        return "utf-16-le" if odd > even else "utf-16-be"
    return "utf-8"


def _decoded(content: Content, encoding: str) -> Text:
    data = content.data
    if encoding == "utf-8-sig":
        data.decode("utf-8")  # only to find out whether it is valid
        return Text(data[len(codecs.BOM_UTF8) :], encoding, content.where)
    if encoding != "utf-8":
        return Text(data.decode(encoding).encode(), encoding, content.where)
    return Text(data, "utf-8", content.where) if _is_utf8(data) else _western(content)


def _is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(data), _PIECE):  # in pieces, so that no second copy of the text is held
            decoder.decode(data[start : start + _PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _western(content: Content) -> Text:
    try:
        text, encoding, name = content.data.decode("cp1252"), "cp1252", "Windows-1252"
    except UnicodeDecodeError:
        text, encoding, name = content.data.decode("latin-1"), "latin-1", "Latin-1"
    note = f"The file is not UTF-8; it was read as {name}. Check letters with accents."
    return Text(text.encode(), encoding, content.where, (note,))


def _check_is_text(text: Text) -> None:
    data = text.utf8[:_SAMPLE]
    null = text.utf8.find(b"\0")
    if len(data) - len(data.translate(None, _CONTROL + b"\0")) > 4 + _MOST_CONTROL * len(data):
        raise InputError("this is not a table but binary data.", text.where, USE_A_TABLE)
    if null >= 0:
        line = text.utf8.count(b"\n", 0, null) + 1
        raise InputError(
            f"holds a NUL byte at byte {null + 1:,}, which no text has.",
            f"{text.where}, line {line}",
            "The file is damaged or was cut off; save it again.",
        )
    start = data.lstrip()[:1]
    if start in _MARKUP:
        what, hint = _MARKUP[start]
        raise InputError(f"this is {what}", text.where, hint)
