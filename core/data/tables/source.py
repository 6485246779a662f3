"""The bytes of a source, its size against the limit, and what the bytes are.

The content decides; the extension is only a hint that is mentioned when it disagrees. Nothing is executed
and nothing is unpickled.
"""

import re
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Literal, cast

from core.errors import InputError, quoted
from core.written import size_text

MEGABYTE = 10**6
DATASET_BYTES = 50 * MEGABYTE
FOLD_SCORES_BYTES = 20 * MEGABYTE
PREDICTIONS_BYTES = 100 * MEGABYTE
MOST_COLUMNS = 10_000
MOST_CELLS = 20_000_000
LONGEST_LINE = 4 * MEGABYTE

Format = Literal["text", "arff", "xlsx", "parquet", "json", "frame"]

USE_A_TABLE = "Bring a table: CSV, TSV, XLSX, Parquet or ARFF."

# What a file begins with: the format to read, or the sentence that refuses it and what to do instead.
_READABLE: dict[bytes, Format] = {b"PK\x03\x04": "xlsx", b"PAR1": "parquet"}
_PICKLE = "a Python pickle, which is never opened because opening it can run any program."
_PANDAS = 'Save the table as CSV or Parquet, in Python: table.to_csv("x.csv", index=False).'
_NUMPY = (
    "Save it as CSV with a header row, in Python: "
    'numpy.savetxt("x.csv", x, delimiter=",", header="tree,svm", comments="").'
)
_GZIP = b"\x1f\x8b"
_R = 'In R: write.csv(x, "x.csv", row.names = FALSE), where x is the data frame.'
_R_STARTS = (b"RDX", b"RDA", b"X\n\x00\x00\x00", b"A\n2\n", b"A\n3\n")
_STATA = 'In Stata: export delimited using "x.csv".'
_REFUSED: tuple[tuple[bytes, str, str], ...] = (
    (b"\x89PNG", "a PNG picture.", USE_A_TABLE),
    (b"\xff\xd8\xff", "a JPEG picture.", USE_A_TABLE),
    (b"GIF8", "a GIF picture.", USE_A_TABLE),
    (b"%PDF", "a PDF document.", "Copy its table into a spreadsheet and save that as CSV."),
    (b"PARE", "an encrypted Parquet file.", "Save it again without encryption."),
    (b"PK\x05\x06", "an empty ZIP archive.", USE_A_TABLE),
    (_GZIP, "compressed with gzip.", "Unpack it and bring the file inside."),
    (b"BZh9", "compressed with bzip2.", "Unpack it and bring the file inside."),
    (b"\xfd7zXZ", "compressed with xz.", "Unpack it and bring the file inside."),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd.", "Unpack it and bring the file inside."),
    (b"7z\xbc\xaf", "a 7-Zip archive.", "Unpack it and bring the file inside."),
    (b"Rar!", "a RAR archive.", "Unpack it and bring the file inside."),
    (b"\x93NUMPY", "a NumPy array without column names.", _NUMPY),
    (b"\x89HDF", "an HDF5 file.", "Save its table as Parquet or CSV."),
    (b"SQLite format 3", "an SQLite database.", "Export one table of it as CSV."),
    (b"ARROW1", "an Arrow (Feather) file.", "Save it as Parquet."),
    (b"FEA1", "a Feather file.", "Save it as Parquet."),
    *((start, "an R data file (.rds, .RData).", _R) for start in _R_STARTS),
    (
        b"<stata_dta>",
        "a Stata file (.dta).",
        'In Stata: export delimited using "x.csv". Or save it as CSV from R.',
    ),
    *(
        (bytes((version, order, 1)), "a Stata file (.dta).", _STATA)
        for version in range(104, 116)
        for order in (1, 2)
    ),
    (b"$FL", "an SPSS file (.sav).", "In SPSS: File → Save as → CSV."),
    (b"HEADER RECORD", "a SAS transport file (.xpt).", "In SAS: proc export to CSV."),
    (b"structure(list(", "R's code of a data frame, as dput prints it.", _R),
    (b"\\begin{tab", "a table in LaTeX.", "Save the table as CSV, for example with to_csv or write.csv."),
    (b"\x80\x02", _PICKLE, _PANDAS),
    (b"\x80\x03", _PICKLE, _PANDAS),
    (b"\x80\x04", _PICKLE, _PANDAS),
    (b"\x80\x05", _PICKLE, _PANDAS),
)
_MARKDOWN = re.compile(rb"\s*\|[^\n]*\n\s*\|[ :|-]+\|\s*\n")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_EXTENSIONS: dict[str, tuple[Format, ...]] = {
    ".csv": ("text",),
    ".tsv": ("text",),
    ".txt": ("text",),
    ".xlsx": ("xlsx",),
    ".xlsm": ("xlsx",),
    ".xls": ("xlsx",),
    ".parquet": ("parquet",),
    ".pq": ("parquet",),
    ".arff": ("arff",),
}
TITLES: dict[Format, str] = {
    "text": "delimited text",
    "arff": "ARFF",
    "xlsx": "an Excel workbook",
    "parquet": "Parquet",
    "json": "JSON",
    "frame": "a data frame",
}


NAMELESS = "the file"
"""How messages call what came without a name."""


@dataclass(frozen=True, eq=False)
class Content:
    """Bytes with the name of the file they came from (empty when there is none)."""

    data: bytes
    name: str = ""

    @property
    def where(self) -> str:
        """How messages call it."""
        return self.name or NAMELESS

    @property
    def stem(self) -> str:
        """The name without folder and extension."""
        return Path(self.name).stem


def content_of(source: object, limit: int) -> Content:
    """Read all bytes of a path, of bytes or of a file object, if they are not more than `limit`.

    Raises
    ------
    InputError
        If it is anything else, there is no such file, it cannot be read, or it is larger than `limit` bytes.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        content = Content(bytes(source))
    elif isinstance(source, str | Path):
        content = _from_path(source, limit)
    elif hasattr(source, "read"):
        content = _from_file(cast(IO[Any], source), limit)
    else:
        raise InputError(
            "must be a path, bytes, an open file, a data frame or a dictionary of columns, not "
            f"{type(source).__name__}.",
            "source",
            'Name the columns: {"tree": scores, "svm": scores}.',
        )
    check_size(len(content.data), limit, content.where)
    if not content.data:
        raise InputError("is empty (0 bytes).", content.where, "Save the table again and bring the new file.")
    return content


def check_size(size: int, limit: int, where: str) -> None:
    """Check the size of a file.

    Raises
    ------
    InputError
        If `size` bytes are more than `limit`.
    """
    if size > limit:
        raise InputError(
            f"has more than {size_text(limit)}, the most that is read here.",
            where,
            "Leave out columns or rows that are not needed.",
        )


def check_shape(rows: int, columns: int, where: str) -> None:
    """Check the number of rows and columns.

    Raises
    ------
    InputError
        If a table is wider or has more cells than is read.
    """
    if columns > MOST_COLUMNS:
        raise InputError(
            f"has {columns:,} columns; at most {MOST_COLUMNS:,} are read.",
            where,
            "Leave out columns; a table of features in rows has to be transposed.",
        )
    if rows * columns > MOST_CELLS:
        raise InputError(
            f"has {rows:,} rows × {columns:,} columns; at most {MOST_CELLS:,} cells are read.",
            where,
            "Leave out columns, or draw a random sample of the rows.",
        )


def too_long(where: str) -> InputError:
    """Say that a line cannot be the row of a table."""
    return InputError(
        f"this line is longer than {size_text(LONGEST_LINE)}, too long for a row.",
        where,
        "Check the line ends; a table has one row per instance.",
    )


def _from_path(source: str | Path, limit: int) -> Content:
    text = str(source)
    if "://" in text[:12]:
        raise InputError(
            f"{quoted(text)} is a web address; nothing is fetched from the network.",
            "source",
            "Download the file and bring it.",
        )
    try:
        path = Path(text)
        if path.is_dir():
            raise InputError("is a folder.", text, USE_A_TABLE)
        check_size(path.stat().st_size, limit, path.name)
        return Content(path.read_bytes(), path.name)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        shown = text if len(text) <= 200 else f"{text[:200]}…"
        raise InputError(
            f"there is no file that can be read at {quoted(shown)} ({reason}).",
            "source",
            "Check the path; the text of a table is passed as bytes.",
        ) from error


def _from_file(source: IO[Any], limit: int) -> Content:
    name = Path(str(getattr(source, "name", "") or "")).name
    if source.seekable():
        source.seek(0)  # the same upload is inspected first and read afterwards
    data = source.read(limit + 1)
    return Content(data.encode() if isinstance(data, str) else bytes(data), name)


def recognise(content: Content) -> Format:
    """Tell from the first bytes whether this is a workbook, Parquet or text.

    ARFF is text too; it is told apart once the text is decoded.

    Raises
    ------
    InputError
        If the bytes are a picture, an archive, a pickle or anything else that is no table.
    """
    data = content.data
    for signature, format_ in _READABLE.items():
        if data.startswith(signature):
            return format_
    if data.startswith(_OLE):
        raise _old_or_locked_workbook(content)
    if data.startswith(_GZIP) and _unpacked(data).startswith(_R_STARTS):
        raise InputError("this is an R data file (.rds, .RData).", content.where, _R)
    if _MARKDOWN.match(data):
        raise InputError(
            "this is a table in Markdown.", content.where, "Save it as CSV, for example with to_csv."
        )
    for signature, what, hint in _REFUSED:
        if data.startswith(signature):
            raise InputError(f"this is {what}", content.where, hint)
    return "text"


def _unpacked(data: bytes) -> bytes:
    """The first bytes of what gzip holds."""
    try:
        return zlib.decompressobj(31).decompress(data, 16)
    except zlib.error:
        return b""


def _old_or_locked_workbook(content: Content) -> InputError:
    if "EncryptedPackage".encode("utf-16-le") in content.data:
        return InputError(
            "this workbook is protected by a password.",
            content.where,
            "Remove the password in the spreadsheet program and save it again.",
        )
    return InputError(
        "this is a document of old Office programs (.xls, .doc), which is not read.",
        content.where,
        "Save the sheet as .xlsx or CSV.",
    )


def extension_note(content: Content, format_: Format) -> tuple[str, ...]:
    """Say so when the extension promised something else."""
    suffix = Path(content.name).suffix.lower()
    if suffix in _EXTENSIONS and format_ not in _EXTENSIONS[suffix]:
        return (f"{content.name} ends in {suffix} but holds {TITLES[format_]}; it was read as that.",)
    return ()
