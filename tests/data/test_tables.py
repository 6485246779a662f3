"""Bytes → raw table: every format, every delimiter, and a sentence for everything that is no table."""

import io
import re
import zipfile

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from core.data import (
    RawTable,
    encodings_of,
    inspect,
    numeric_column,
    read_dataset,
    read_fold_scores,
    read_predictions,
    read_table,
)
from core.data.tables import excel
from core.data.tables.header import name_columns
from core.data.tables.source import MEGABYTE, MOST_COLUMNS, check_shape
from core.errors import InputError


def xlsx(*sheets: pd.DataFrame, names: tuple[str, ...] = (), header: bool = True) -> bytes:
    out = io.BytesIO()
    with pd.ExcelWriter(out) as writer:
        for number, sheet in enumerate(sheets):
            name = names[number] if names else f"S{number + 1}"
            sheet.to_excel(writer, sheet_name=name, index=False, header=header)
    return out.getvalue()


def parquet(frame: pd.DataFrame) -> bytes:
    out = io.BytesIO()
    frame.to_parquet(out, index=False)
    return out.getvalue()


def archive(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files.items():
            packed.writestr(name.replace("__", "/").replace("_DOT_", "."), data)
    return out.getvalue()


def named(data: bytes, name: str) -> io.BytesIO:
    file = io.BytesIO(data)
    file.name = name
    return file


def cells(table: RawTable) -> list[list[object]]:
    frame = table.frame.astype(object)
    return frame.where(frame.notna(), None).to_numpy().tolist()


ABC = [["1", "x", None], ["2.5", "y z", "3"]]

READ = {
    "comma": (b"a,b,c\n1,x,\n2.5,y z,3\n", ABC),
    "semicolon": (b"a;b;c\n1;x;\n2.5;y z;3\n", ABC),
    "tab": (b"a\tb\tc\n1\tx\t\n2.5\ty z\t3\n", ABC),
    "bar": (b"a|b|c\n1|x|\n2.5|y z|3\n", ABC),
    "blank": (b'a b c\n1 x ""\n2.5 "y z" 3\n', ABC),
    "aligned by blanks": (b'  a     b  c\n  1     x  ?\n2.5 "y z"  3\n', ABC),
    "windows line ends": (b"a,b,c\r\n1,x,\r\n2.5,y z,3\r\n", ABC),
    "old mac line ends": (b"a,b,c\r1,x,\r2.5,y z,3\r", ABC),
    "no last line end": (b"a,b,c\n1,x,\n2.5,y z,3", ABC),
    "end-of-file mark": (b"a,b,c\n1,x,\n2.5,y z,3\n\x1a", ABC),
    "blank lines around": (b"\n  \na,b,c\n1,x,\n\n2.5,y z,3\n\n   \n", ABC),
    "line of blanks inside": (b"a,b,c\n1,x,\n   \n2.5,y z,3\n", ABC),
    "quotation marks": (b'"a","b","c"\n"1","x",""\n"2.5","y z","3"\n', ABC),
    "blanks before quotation marks": (b'a, b, c\n1, "x", \n2.5, "y z", 3\n', ABC),
    "sep= of Excel": (b"sep=;\na;b;c\n1;x;\n2.5;y z;3\n", ABC),
    "byte order mark": (b"\xef\xbb\xbfa,b,c\n1,x,\n2.5,y z,3\n", ABC),
    "utf-16": ("a,b,c\n1,x,\n2.5,y z,3\n".encode("utf-16"), ABC),
    "utf-16 without mark": ("a,b,c\n1,x,\n2.5,y z,3\n".encode("utf-16-le"), ABC),
    "utf-16 big end first": ("a,b,c\n1,x,\n2.5,y z,3\n".encode("utf-16-be"), ABC),
    "utf-32": ("a,b,c\n1,x,\n2.5,y z,3\n".encode("utf-32"), ABC),
    "missing values": (b"a,b,c\n1,x,NA\n2.5,y z,3\n?,N/A,None\nnull,NaN,.\n", [*ABC, [None] * 3, [None] * 3]),
    "cells over lines": (b'a,b\n1,"x\ny"\n', [["1", "x\ny"]]),
    "doubled quotation marks": (b'a,b\n1,"say ""x"""\n', [["1", 'say "x"']]),
    "quotation mark inside": (b'a,b\n1,5" pipe\n2,7" pipe\n', [["1", '5" pipe'], ["2", '7" pipe']]),
    "one quotation mark inside": (b'a,b\n1,5" pipe\n', [["1", '5" pipe']]),
}


@pytest.mark.parametrize(("data", "expected"), READ.values(), ids=READ)
def test_delimited_text_is_read(data, expected):
    table = read_table(data)
    assert [[c.strip() if isinstance(c, str) else c for c in row] for row in cells(table)] == expected
    assert table.columns == tuple("abc"[: len(table.columns)])
    assert table.format == "text"


_ROWS = "".join(f"{i * 7 % 13},{i % 5},{'xy'[i % 2]}\n" for i in range(40))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (f"a,b,class\na,b,class\n{_ROWS}", "data row 1"),
        (f"a,b,class\n{_ROWS}a,b,class\n{_ROWS}a,b,class\n", "data rows 41 and 82"),
    ],
)
def test_a_header_that_stands_there_again_is_left_out_and_told(data, told):
    table = read_table(data.encode())
    assert f"The header stands there again and was left out: {told}." in table.notes
    assert "class" not in set(table.frame["class"])
    whole = read_dataset(data.encode())
    assert len(whole) == len(table.frame) == data.count("\n") - data.count("class")
    assert [str(kind) for kind in whole.X.dtypes] == ["float64", "float64"]


def test_a_row_that_is_the_header_in_some_cells_only_and_a_column_alone_stay():
    assert len(read_table(f"a,b,class\na,b,x\n{_ROWS}".encode()).frame) == 41
    assert len(read_table(b"a\na\na\nb\n").frame) == 3


def test_what_was_understood_is_told():
    table = read_table(named("größe;art\n1,5;ä\n2;NA\n".encode("cp1252"), "dir/maße.csv"))
    assert (table.name, table.delimiter, table.decimal, table.encoding) == ("maße", ";", ",", "cp1252")
    assert table.columns == ("größe", "art")
    assert table.spellings == {"art": {"NA": 1}}
    assert "Windows-1252" in table.notes[0]
    assert table.layout == "delimited text, delimiter semicolon, decimal comma, cp1252"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252", "latin-1"])
def test_encodings_give_the_same_table(encoding):
    text = "naïve,façade\n1,ä\n2,é\n"
    assert read_table(text.encode(encoding)).frame.equals(read_table(text.encode()).frame)


NAMES_IN = {
    "cp1250": "imię,miasto\nŁukasz,Łódź\nŻaneta,Gdańsk\nŚwiętosław,Kraków\n",
    "cp1251": "имя,город\nИван,Москва\nОльга,Нижний Новгород\n",
    "koi8_r": "имя,город\nИван,Москва\nОльга,Нижний Новгород\n",
    "cp1252": "nom,âge,ville\nÉmilie,12,Orléans\nZoé,13,Besançon\n",
    "cp1253": "όνομα,πόλη\nΓιώργος,Αθήνα\nΕλένη,Θεσσαλονίκη\n",
    "mac_roman": "nom,ville\nÉmilie,Orléans\nZoé,Besançon\n",
    "cp932": "名前,都市\n太郎,東京\n花子,大阪\nカタカナ,ひらがな\n",
    "gb18030": "姓名,城市\n张伟,北京\n王芳,上海\n李娜,广州\n",
    "big5": "姓名,城市\n陳偉,台北\n王芳,高雄\n",
    "cp949": "이름,도시\n김철수,서울\n이영희,부산\n",
}


@pytest.mark.parametrize("encoding", NAMES_IN)
def test_other_encodings_are_guessed_by_the_words(encoding):
    table = read_table(NAMES_IN[encoding].encode(encoding))
    assert table.frame.equals(read_table(NAMES_IN[encoding].encode()).frame)
    assert table.encodings[0] == table.encoding
    assert "is not UTF-8; it was read as" in table.notes[0]


@pytest.mark.parametrize("text", ["a,café\n1,2\n", "item,price\nx,5 €\ny,“7”\n", "°C,µg/m³\n1,2\n"])
def test_a_few_letters_are_western(text):
    table = read_table(text.encode("cp1252"))
    assert table.encoding == "cp1252"
    assert table.frame.equals(read_table(text.encode()).frame)


def test_an_encoding_that_cannot_be_guessed_is_said():
    text = "isim,şehir\n" + "Işık,İstanbul\nÇağrı,Diyarbakır\n" * 4
    content = text.encode("cp1254")
    guessed = read_table(content)
    assert guessed.encoding == "cp1252"
    assert "cp1254" in guessed.encodings
    asked = inspect(content, door="dataset").questions[0]
    assert (asked.key, asked.assumed, asked.options) == ("encoding", "cp1252", guessed.encodings)
    table = read_table(content, encoding="cp1254")
    assert table.frame.equals(read_table(text.encode()).frame)
    assert (table.encoding, table.encodings, table.notes) == ("cp1254", guessed.encodings, ())
    assert encodings_of(content) == guessed.encodings
    assert encodings_of(text.encode()) == encodings_of(text.encode("utf-16")) == ()
    binary = np.random.default_rng(0).integers(0, 256, 3000, dtype=np.uint8).tobytes()
    assert encodings_of(binary) == encodings_of(content + b"\0") == (), "no encoding makes a table of it"
    assert inspect(text.encode(), door="dataset").questions[0].key == "target"


def test_every_reader_takes_an_encoding():
    scores = "learner,fold,error\nşahin,1,0.1\nşahin,2,0.2\nb,1,0.2\nb,2,0.3\n".encode("cp1254")
    assert read_fold_scores(scores, encoding="cp1254").learners[0] == "şahin"
    assert inspect(scores, door="fold_scores", encoding="cp1254").questions[0].assumed == "cp1254"
    predictions = "truth,tree\nış,ış\nb,b\nb,ış\nış,b\n".encode("cp1254")
    assert "ış" in read_predictions(predictions, encoding="cp1254").classes
    assert inspect(predictions, door="predictions").questions[0].key == "encoding"
    rows = "".join(f"{i},{'çğ'[i % 2]}\n" for i in range(12)).encode("cp1254")
    assert set(read_dataset(b"x,y\n" + rows, encoding="cp1254").y) == {"ç", "ğ"}


@pytest.mark.parametrize(
    ("encoding", "what"),
    [
        ("nonsense", "there is no encoding 'nonsense'"),
        ("hex", "no encoding 'hex'"),
        ("ascii", "cannot be decoded at"),
    ],
)
def test_an_encoding_that_is_none_or_does_not_fit_is_refused(encoding, what):
    with pytest.raises(InputError, match=what):
        read_table("é,b\n1,2\n".encode("cp1252"), encoding=encoding)


def test_a_source_may_be_a_path_bytes_a_file_or_a_table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_bytes(b"a,b\n1,2\n")
    expected = read_table(b"a,b\n1,2\n").frame
    with path.open("rb") as file:
        sources = [path, str(path), file, bytearray(b"a,b\n1,2\n"), io.StringIO("a,b\n1,2\n")]
        for source in sources:
            assert read_table(source).frame.equals(expected)
        assert read_table(file).frame.equals(expected), "a file is read from its start again"
    table = read_table(path)
    assert read_table(table) is table
    assert table.name == "t"


HEADERS = {
    "no header": (b"5.1,3.5,setosa\n4.9,3.0,setosa\n", ("column 1", "column 2", "column 3"), 2, "no header"),
    "no header, numbers only": (
        b"6,148,33.6\n1,85,26.6\n",
        ("column 1", "column 2", "column 3"),
        2,
        "no header",
    ),
    "years as names": (b"1960,1961\n1,2\n", ("1960", "1961"), 1, ""),
    "years and a country": (b"country,1960,1961\nAruba,1,2\n", ("country", "1960", "1961"), 1, ""),
    "row names of R": (b'"a","b"\n"r1",1,2\n"r2",3,4\n', ("row names", "a", "b"), 2, "as R does"),
    "row names of R with blanks": (b'"a" "b"\n"r1" 1 2\n"r2" 3 4\n', ("row names", "a", "b"), 2, "as R does"),
    "delimiter at the end of rows": (b"a,b\n1,2,\n3,4,\n", ("a", "b"), 2, ""),
    "delimiters at the end of all lines": (b"a,b,,\n1,2,,\n3,4,,\n", ("a", "b"), 2, ""),
    "cells without a name at the end": (
        b"a,b\n1,2,\n3,4,x\n",
        ("row names", "a", "b"),
        2,
        "as R does",
    ),
    "the same name": (b"a,a,a.2,a\n1,2,3,4\n", ("a", "a.3", "a.2", "a.4"), 1, "renamed 'a.3'"),
    "no name": (b"a,,\n1,2,3\n", ("a", "column 2", "column 3"), 1, "'column 2' and 'column 3'"),
    "markup": (b"<b>x</b>,a\n1,2\n", ("<b>x</b>", "a"), 1, ""),
    "markup further right": (
        b"a,<script>alert(1)</script>\n1,2\n",
        ("a", "<script>alert(1)</script>"),
        1,
        "",
    ),
    "blanks around": (b" a , b\n1,2\n", ("a", "b"), 1, ""),
}


@pytest.mark.parametrize(("data", "names", "rows", "note"), HEADERS.values(), ids=HEADERS)
def test_names_of_columns(data, names, rows, note):
    if names is None:
        with pytest.raises(InputError, match="web page"):
            read_table(data)
        return
    table = read_table(data)
    assert table.columns == names
    assert len(table.frame) == rows
    assert note in " ".join(table.notes)
    assert bool(note) == bool(table.notes)


RANDOM = np.random.default_rng(0).integers(0, 256, 3000, dtype=np.uint8).tobytes()

REFUSED = {
    "nothing": (b"", "is empty", "file", "Save"),
    "blanks": (b"\n \n\r\n", "nothing but blanks", "file", "one row per instance"),
    "a header": (b"a,b\n", "no rows below", "file", "one per instance, or one per fold"),
    "a header without line end": (b"a,b", "no rows below", "file", "one per instance, or one per fold"),
    "a short row": (b"a,b\n1,2\n3\n4,5\n", "1 cell where the table has 2", "line 3", "Complete"),
    "a long row": (b"a,b\n1,2\n3,4,5\n", "3 cells where the table has 2", "line 3", "quotation marks"),
    "a short row after blank lines": (b"\n\na,b\n1,2\n\n\n3\n", "1 cell", "line 7", "Complete"),
    "a short row after a cell over lines": (b'a,b\n1,"x\ny\nz"\n3\n', "1 cell", "line 5", "Complete"),
    "a short row below sep=": (b"sep=,\na,b\n1,2\n3\n", "1 cell", "line 4", "Complete"),
    "a header that is too short": (
        b"a,b,c\n1,2,3,4,5\n",
        "5 cells where the table has 3",
        "line 2",
        "Complete",
    ),
    "an open quotation mark": (b'a,b\n1,x\n2,"y\n3,z\n', "never closed", "line 3", "twice"),
    "an open quotation mark at the end": (b'a,b\n1,x\n2,"y', "never closed", "line 3", "twice"),
    "a NUL byte": (b"a,b\n1,2\n3,\x004\n", "NUL byte", "line 3", "damaged"),
    "random bytes": (RANDOM, "binary data", "file", "table"),
    "bytes with a NUL at every second place": (b"\x00\xff\xfe\x01" * 50, "binary data", "file", "CSV"),
    "NUL and 0xFF in turn": (b"\x00\xff" * 50, "binary data", "file", "CSV"),
    "half of UTF-16": (b"\xff\xfea\x00,", "decoded", "file", "UTF-8"),
    "JSON": (b'{"a": [1, 2]}', "JSON", "file", "CSV"),
    "a list": (b"[[1, 2], [3, 4]]", "JSON", "file", "CSV"),
    "a web page": (b"<!doctype html><html></html>", "web page", "file", "data themselves"),
    "PNG": (b"\x89PNG\r\n\x1a\n0000", "PNG picture", "file", "CSV"),
    "JPEG": (b"\xff\xd8\xff\xe0", "JPEG picture", "file", "CSV"),
    "PDF": (b"%PDF-1.7", "PDF", "file", "spreadsheet"),
    "gzip": (b"\x1f\x8b\x08\x00", "gzip", "file", "Unpack"),
    "a pickle": (b"\x80\x04\x95\x00", "pickle", "file", "CSV"),
    "NumPy": (b"\x93NUMPY\x01", "NumPy", "file", "header"),
    "HDF5": (b"\x89HDF\r\n", "HDF5", "file", "Parquet"),
    "SQLite": (b"SQLite format 3\x00", "SQLite", "file", "Export"),
    "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), ".xls", "file", ".xlsx"),
    "a locked workbook": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
        "password",
        "file",
        "Remove the password",
    ),
    "a broken archive": (b"PK\x03\x04 and so on", "damaged", "file", "save it again"),
    "an archive without workbook": (archive(a_DOT_csv=b"a,b\n1,2"), "without a workbook", "file", "Unpack"),
    "a text document": (archive(word__document_DOT_xml=b"<w/>"), "without a workbook", "file", "CSV"),
    "OpenDocument": (archive(mimetype=b"x", content_DOT_xml=b"<x/>"), "OpenDocument", "file", ".xlsx"),
    "a binary workbook": (archive(xl__workbook_DOT_bin=b"x"), ".xlsb", "file", ".xlsx"),
    "a workbook with broken XML": (archive(xl__workbook_DOT_xml=b"<x"), "cannot be read", "file", "damaged"),
    "an empty sheet": (xlsx(pd.DataFrame()), "is empty", "sheet 'S1'", "another sheet"),
    "a sheet with a header": (
        xlsx(pd.DataFrame({"a": [], "b": []})),
        "no rows below",
        "'S1'",
        "per instance",
    ),
    "broken Parquet": (b"PAR1 and so on", "cannot be read", "file", "damaged"),
    "encrypted Parquet": (b"PARE", "encrypted", "file", "without encryption"),
    "Parquet without rows": (parquet(pd.DataFrame({"a": [], "b": []})), "no rows", "file", "per instance"),
    "Parquet of lists": (
        parquet(pd.DataFrame({"a": [[1], [2]]})),
        "list",
        "column 'a'",
        "Leave the column out",
    ),
    "Parquet of bytes": (parquet(pd.DataFrame({"a": [b"x"]})), "binary", "column 'a'", "text"),
    "ARFF without data": (b"@relation x\n@attribute a numeric\n", "no @data", "file", "cut off"),
    "ARFF without rows": (b"@relation x\n@attribute a numeric\n@data\n", "no rows", "file", "per instance"),
    "ARFF without attributes": (b"@relation x\n@data\n1\n", "no attribute", "file", "@attribute"),
    "ARFF with a strange type": (b"@relation x\n@attribute a blob\n@data\n1", "'blob'", "line 2", "numeric"),
    "ARFF with a strange line": (b"@relation x\nhello\n@data\n1", "'hello'", "line 2", "@attribute"),
    "ARFF without a type": (
        b"@relation x\n@attribute\n@data\n1",
        "declares no attribute",
        "line 2",
        "numeric",
    ),
    "sparse ARFF": (
        b"@relation x\n@attribute a numeric\n@data\n{5 1}\n",
        "none of the 1 attribute",
        "line 4",
        "index value",
    ),
    "ARFF with a short row": (
        b"@relation x\n@attribute a numeric\n@attribute b numeric\n@data\n1,2\n% c\n3\n",
        "1 cell for 2",
        "line 7",
        "Complete",
    ),
    "ARFF with a strange number": (
        b"@relation x\n@attribute a numeric\n@data\n1\nx\n",
        "'x' stands in a numeric",
        "row 2",
        "?",
    ),
    "ARFF with a strange value": (
        b"@relation x\n@attribute a {u,v}\n@data\nu\nw\n",
        "'w' is not among the declared values 'u' or 'v'",
        "row 2",
        "Declare",
    ),
}


@pytest.mark.parametrize(("data", "what", "where", "hint"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_table_is_refused_in_a_sentence(data, what, where, hint):
    with pytest.raises(InputError) as caught:
        read_table(data)
    assert what in caught.value.what
    assert where in caught.value.where
    assert hint in caught.value.hint
    assert caught.value.what.endswith(".")
    assert caught.value.hint.endswith(".") or caught.value.hint.endswith(").")


def test_other_sources_are_refused(tmp_path):
    for source, word in [
        (tmp_path / "none.csv", "no file"),
        ("a,b\n1,2\n", "passed as bytes"),
        (tmp_path, "folder"),
        ("https://example.org/a.csv", "nothing is fetched"),
        ("x\0y", "no file"),
        (3, "not int"),
        (pd.DataFrame({"a": [1, "x"]}), "mixes types"),
        (pd.DataFrame({"a": [{}, {}]}), "neither a number"),
    ]:
        with pytest.raises(InputError, match=word):
            read_table(source)


def test_the_limit_is_checked_before_parsing(tmp_path):
    path = tmp_path / "large.csv"
    with path.open("wb") as file:
        file.truncate(2 * MEGABYTE)
    for source in (path, path.read_bytes(), named(path.read_bytes(), "large.csv")):
        with pytest.raises(InputError, match="more than 1\u00a0MB"):
            read_table(source, limit=MEGABYTE)


def test_limits_of_the_shape():
    wide = ",".join(["a"] * (MOST_COLUMNS + 1)).encode()
    with pytest.raises(InputError, match="10,001 columns"):
        read_table(wide + b"\n" + wide)
    with pytest.raises(InputError, match="20,000,000 cells"):
        check_shape(2_000_001, 10, "x")
    check_shape(2_000_000, 10, "x")


def test_a_workbook_may_not_unpack_to_anything_or_have_endless_rows(monkeypatch):
    monkeypatch.setattr(excel, "MOST_UNPACKED", 2 * MEGABYTE)
    monkeypatch.setattr(excel, "MOST_WORKBOOK_CELLS", 20_000)
    bomb = archive(xl__workbook_DOT_xml=b"<x/>", xl__a_DOT_xml=bytes(3 * MEGABYTE))
    assert len(bomb) < MEGABYTE / 100
    with pytest.raises(InputError, match="unpacks to more than"):
        read_table(bomb)
    book = xlsx(pd.DataFrame({"a": [1], "b": [2]}))
    far = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(far, "w") as new:
        for item in old.infolist():
            data = old.read(item).replace(b'<row r="2"', b'<row r="1000000000"')
            new.writestr(item, data)
    with pytest.raises(InputError, match="more than 20,000 cells"):
        read_table(far.getvalue())


def test_a_workbook_with_too_many_cells_is_refused_before_they_are_read(monkeypatch):
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

    book = xlsx(pd.DataFrame({"a": range(20), "b": 1.0}))
    monkeypatch.setattr(excel, "MOST_WORKBOOK_CELLS", 42)
    assert len(read_table(book).frame) == 20
    monkeypatch.setattr(excel, "MOST_WORKBOOK_CELLS", 41)
    monkeypatch.delattr(ReadOnlyWorksheet, "iter_rows")
    with pytest.raises(InputError, match="sheet 'S1': has more than 41 cells"):
        read_table(book)


@pytest.mark.parametrize("kept", [True, False])
def test_parquet_may_not_unpack_to_anything(kept):
    import pyarrow as pa
    import pyarrow.parquet as pq

    codes = pa.array(np.zeros(20_000, dtype=np.int32))
    column = pa.DictionaryArray.from_arrays(codes, pa.array(["x" * 100_000]))
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"a": column, "b": codes}), sink, write_statistics=False, store_schema=kept)
    data = sink.getvalue().to_pybytes()
    assert len(data) < MEGABYTE
    with pytest.raises(InputError, match="unpacks to more than 400\u00a0MB"):
        read_table(data)


def test_the_content_decides_not_the_extension():
    frame = pd.DataFrame({"a": [1.5, 2.5], "b": ["x", "y"]})
    table = read_table(named(xlsx(frame), "data.csv"))
    assert table.format == "xlsx"
    assert table.notes == ("data.csv ends in .csv but holds an Excel workbook; it was read as that.",)
    with pytest.raises(InputError, match=r"photo\.csv: this is a PNG picture"):
        read_table(named(b"\x89PNG\r\n\x1a\n", "photo.csv"))
    assert "holds delimited text" in read_table(named(b"a,b\n1,2\n", "x.xlsx")).notes[0]
    assert read_table(named(b"a,b\n1,2\n", "x.tsv")).notes == ()


def test_workbook():
    first = pd.DataFrame(
        {
            "number": [1, 2.5, None],
            "text": ["a", None, "NA"],
            "mixed": [1, "x", 2.5],
            "when": pd.to_datetime(["2020-01-01", None, "2020-01-03"]),
            "truth": [True, False, True],
            7: ["1", "2", "3"],
        }
    )
    data = xlsx(first, pd.DataFrame({"z": [1]}), names=("data", "rest"))
    table = read_table(data)
    assert table.columns == ("number", "text", "mixed", "when", "truth", "7")
    assert table.frame["number"].tolist()[:2] == [1.0, 2.5]
    assert table.frame["text"].isna().tolist() == [False, True, True]
    assert table.spellings == {"text": {"NA": 1}}
    assert table.frame["mixed"].tolist() == ["1", "x", "2.5"]
    assert table.frame["when"].dtype.kind == "M"
    assert table.frame["truth"].tolist() == ["True", "False", "True"]
    assert table.frame["7"].dtype == "str"
    assert table.sheets == ("data", "rest")
    assert "first of 2" in table.notes[0]
    assert read_table(data, sheet="rest").columns == ("z",)
    assert read_table(data, sheet="rest").notes == ()
    with pytest.raises(InputError, match="Did you mean 'rest'"):
        read_table(data, sheet="resst")
    with pytest.raises(InputError, match="has no sheets"):
        read_table(b"a,b\n1,2", sheet="rest")


def test_workbook_with_the_table_somewhere_on_the_sheet():
    sheet = pd.DataFrame(
        [[None] * 4, [None, "a", None, "b"], [None, 1, None, 2], [None] * 4, [None, 3, None, 4]]
    )
    table = read_table(xlsx(sheet, header=False))
    assert table.columns == ("a", "b")
    assert table.frame.to_numpy().tolist() == [[1, 2], [3, 4]]


def test_parquet_and_frames_keep_their_types():
    frame = pd.DataFrame(
        {
            "i": np.array([1, 2], dtype="int8"),
            "f": np.array([0.1, np.nan], dtype="float32"),
            "n": pd.array([1, None], dtype="Int64"),
            "b": [True, False],
            "s": ["x", "?"],
            "c": pd.Categorical(["v", "u"]),
            "k": pd.Categorical([2, 1]),
            "d": pd.to_datetime(["2020-01-01", "2020-01-02"]),
        }
    )
    for source in (parquet(frame), frame):
        got = read_table(source).frame
        assert got.dtypes.astype(str).tolist()[:3] == ["float64"] * 3
        assert got["f"].iloc[0] == np.float32(0.1)
        assert got["b"].tolist() == ["True", "False"]
        assert got["s"].isna().tolist() == [False, True]
        assert got["c"].tolist() == ["v", "u"]
        assert got["k"].tolist() == (["2", "1"] if source is frame else [2.0, 1.0])
        assert got["c"].dtype == "category"
        assert got["d"].dtype.kind == "M"


def test_arff():
    text = b"""% a comment
@RELATION 'some thing'

@attribute a REAL
@attribute 'b c' {x, 'y z', "q"}
@attribute s string
@attribute 'it\\'s' integer
@DATA
1.5, 'y z', 'a, b', 1
% another
?, x, "it's", 2
3,?,plain,?
"""
    table = read_table(text)
    assert table.columns == ("a", "b c", "s", "it's")
    assert cells(table) == [[1.5, "y z", "a, b", 1], [None, "x", "it's", 2], [3, None, "plain", None]]
    assert table.frame["b c"].dtype == "category"
    assert table.format == "arff"
    assert read_table(text.replace(b"\n", b"\r\n")).frame.equals(table.frame)


def test_arff_agrees_with_scipy(tmp_path):
    from scipy.io import arff

    lines = ["@relation r", "@attribute x numeric", "@attribute k {a,b}", "@data"]
    lines += [f"{value!r},{label}" for value, label in zip([0.1, -2.5e-7, 3e10], "aba", strict=True)]
    path = tmp_path / "r.arff"
    path.write_text("\n".join(lines))
    records, _ = arff.loadarff(path)
    frame = read_table(path).frame
    assert frame["x"].tolist() == records["x"].tolist()
    assert frame["k"].tolist() == [label.decode() for label in records["k"]]


NUMBERS = [
    (["1", " 2.5 ", "-3e2", "+4", ".5", "6."], ".", [1, 2.5, -300, 4, 0.5, 6], []),
    (["1,5", "-2", "3,25e-1"], ",", [1.5, -2, 0.325], []),
    (["1", "x", None, "2"], ".", [1, None, None, 2], [2]),
    (["1,234", "12", "1,234,567.8"], ".", [1234, 12, 1234567.8], []),
    (["1.234,5", "7"], ",", [1234.5, 7], []),
    (["12 345", "1"], ".", [12345, 1], []),
    (["−1.5", "2"], ".", [-1.5, 2], []),
    (["inf", "-Infinity"], ".", [np.inf, -np.inf], []),
    (["1_0", "0x1", "1e", "--1", "1.2.3", "٣", "5%", "nan5"], ".", [None] * 8, [*range(1, 9)]),
    (["1e400", "4.9e-324"], ".", [np.inf, 5e-324], []),
]


@pytest.mark.parametrize(("texts", "decimal", "values", "rows"), NUMBERS)
def test_numeric_column(texts, decimal, values, rows):
    numbers, strays = numeric_column(pd.Series(texts, dtype="str", name="x"), decimal)
    assert strays == rows
    assert numbers.name == "x"
    np.testing.assert_array_equal(numbers, np.array(values, dtype=float))


@given(st.lists(st.floats(allow_nan=False), min_size=1))
def test_numbers_are_read_as_python_reads_them(values):
    texts = pd.Series([repr(value) for value in values], dtype="str")
    numbers, strays = numeric_column(texts)
    assert not strays
    assert numbers.tolist() == values


LETTERS = "abcXYZäöüß"
TEXTS = st.text(alphabet=LETTERS + "0123456789 ,;|\t'\"=+-.\n", min_size=1, max_size=8).filter(
    lambda text: any(letter in LETTERS for letter in text)
)
LAYOUTS = [(d, c) for d in (",", ";", "\t", "|", " ") for c in (".", ",") if d != c]


@st.composite
def tables(draw):
    rows = draw(st.integers(1, 6))
    floats = st.lists(st.floats(allow_infinity=False), min_size=rows, max_size=rows)
    words = st.lists(TEXTS, min_size=rows, max_size=rows)
    return {
        **{f"x{i}": draw(floats) for i in range(draw(st.integers(1, 3)))},
        **{f"t{i}": draw(words) for i in range(draw(st.integers(1, 2)))},
    }


@given(
    tables(),
    st.sampled_from(LAYOUTS),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"]),
    st.sampled_from(["\n", "\r\n"]),
)
@example({"x0": [1.125], "t0": ["a"]}, (";", ","), "utf-8", "\n")
@example({"x0": [0.0, 1e16], "t0": ["ßä", "ßä"]}, (",", "."), "cp1252", "\n")  # two letters are also Chinese
@example(
    {"x0": [0.0], "t0": ["X; "]}, (";", "."), "utf-8", "\n"
)  # its only blank stands inside quotation marks
def test_whatever_pandas_writes_is_read_back(columns, layout, encoding, line_end):
    delimiter, decimal = layout
    frame = pd.DataFrame(columns)
    text = frame.to_csv(sep=delimiter, decimal=decimal, index=False, lineterminator=line_end)
    table = read_table(text.encode(encoding))
    assert table.columns == tuple(frame.columns)
    for name in frame:
        if name.startswith("x"):
            numbers, strays = numeric_column(table.frame[name], table.decimal)
            assert not strays
            np.testing.assert_array_equal(numbers, frame[name].to_numpy(dtype=float))
        else:
            assert table.frame[name].tolist() == frame[name].tolist()


GOOD = {
    "text": b"a,b,c\n" + b"".join(b"%d,x%d,%.2f\n" % (i, i % 3, i / 7) for i in range(20)),
    "xlsx": xlsx(pd.DataFrame({"a": range(5), "b": list("xyzxy")})),
    "parquet": parquet(pd.DataFrame({"a": range(5), "b": list("xyzxy")})),
    "arff": b"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n" + b"1,x\n?,'y'\n" * 5,
}
EDITS = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.integers(0, 40),
        st.one_of(
            st.binary(max_size=6),
            st.sampled_from(
                [b'"', b"'", b",", b"\n", b"\r", b"\0", b"inf", b"@data\n", b"\\", b"{", b"%", b"\xff\xfe"]
            ),
        ),
    ),
    min_size=1,
    max_size=4,
)


@given(st.sampled_from(sorted(GOOD)), EDITS)
def test_damaged_files_are_read_or_refused(kind, edits):
    data = GOOD[kind]
    for place, removed, added in edits:
        at = place % (len(data) + 1)
        data = data[:at] + added + data[at + removed :]
    try:
        table = read_table(data)
    except InputError as refusal:
        assert re.search(r"\w", refusal.what)
        return
    assume(len(table.frame.columns))
    assert len(set(table.columns)) == len(table.columns)
    assert len(table.frame)


@pytest.mark.parametrize("name", ["<script>", "<b>size</b>", "<script>alert(1)</script>"])
def test_a_header_that_begins_as_markup_is_no_web_page(name):
    table = read_table(f"{name},b,c\n1,2,x\n3,4,y\n".encode())
    assert table.columns == (name, "b", "c")


@pytest.mark.parametrize(
    "page",
    [
        "<!DOCTYPE html><p>a, b</p>",
        "<html><head><title>a;b</title>\n</head>",
        '<?xml version="1.0"?><a b="1,2"/>',
        '<root names="a,b,c">\n<row>1</row></root>',
        "<table><tr><td>1,2</td></tr>",
    ],
)
def test_web_pages_and_documents_stay_refused(page):
    with pytest.raises(InputError, match="web page or XML"):
        read_table(page.encode())


def test_columns_of_one_name_are_counted_among_themselves():
    names, notes = name_columns(["fold", "a", "a.2", "a", "a"])
    assert names == ["fold", "a", "a.2", "a.3", "a.4"]
    assert notes == [
        "There are several columns 'a'; the second was renamed 'a.3'.",
        "There are several columns 'a'; the third was renamed 'a.4'.",
    ]


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_titles_that_a_spreadsheet_pads_with_empty_cells_stand_above_the_table(delimiter, end):
    lines = [
        '"Results, 3 learners",,',
        "March 2024,,",
        ",,",
        "fold,A,B",
        *(f"{k},0.{k}1,0.{k}2" for k in range(1, 6)),
    ]
    table = read_table(end.join(line.replace(",", delimiter) for line in lines).encode())
    assert (table.columns, len(table.frame)) == (("fold", "A", "B"), 5)
    assert any(note.startswith("The header is row 4; above it stood") for note in table.notes)


def test_one_row_that_is_longer_is_named_although_blanks_would_divide_all_rows_alike():
    rows = [f"{k};{k % 7} %" for k in range(40)]
    rows[29] += ";oops"
    with pytest.raises(InputError, match=r"line 31.*3 cells"):
        read_table("\n".join(["id;share", *rows]).encode())
