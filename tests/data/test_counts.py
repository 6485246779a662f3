"""Counts as people write them, and refusals that name the line and the cell."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.data import read_counts
from core.errors import InputError

SHARES = {
    "12 of 40": ((12,), (40,), ("learner A",)),
    "12/40": ((12,), (40,), ("learner A",)),
    "12 out of 40": ((12,), (40,), ("learner A",)),
    "12 errors of 40 instances": ((12,), (40,), ("learner A",)),
    "12 von 40": ((12,), (40,), ("learner A",)),
    "1,200 of 4,000": ((1200,), (4000,), ("learner A",)),
    "1.200 of 4.000": ((1200,), (4000,), ("learner A",)),
    "12,0 of 40,0": ((12,), (40,), ("learner A",)),
    "tree: 12 of 40\n\nsvm: 7 of 40\n": ((12, 7), (40, 40), ("tree", "svm")),
    "tree\t12/40\nsvm\t7/50": ((12, 7), (40, 50), ("tree", "svm")),
    "C4.5: 3 of 4": ((3,), (4,), ("C4.5",)),
    "<script>: 1 of 2": ((1,), (2,), ("<script>",)),
    "12/40 vs 20/40": ((12, 20), (40, 40), ("learner A", "learner B")),
    "12/40 vs. 20/40": ((12, 20), (40, 40), ("learner A", "learner B")),
    "12/40 20/40": ((12, 20), (40, 40), ("learner A", "learner B")),
    "12/40,200/400": ((12, 200), (40, 400), ("learner A", "learner B")),
    "12/40 200/400": ((12, 200), (40, 400), ("learner A", "learner B")),
    "1,200 of 4,000, and 7 of 40.": ((1200, 7), (4000, 40), ("learner A", "learner B")),
    "12 errors of 40 cases and 7 wrong of 50 cases": ((12, 7), (40, 50), ("learner A", "learner B")),
    "tree 12/40, svm 7/40": ((12, 7), (40, 40), ("tree", "svm")),
    "tree: 12 of 40; svm: 7 of 50": ((12, 7), (40, 50), ("tree", "svm")),
    "tree\t12/40\tsvm\t7/40": ((12, 7), (40, 40), ("tree", "svm")),
    "tree 12/40 versus C4.5 7/40": ((12, 7), (40, 40), ("tree", "C4.5")),
    "A 12/40 B 7/40": ((12, 7), (40, 40), ("A", "B")),
    "svm1, 12 of 40": ((12,), (40,), ("svm1",)),
    "1. tree: 12 of 40": ((12,), (40,), ("1. tree",)),
    "knn (k=5, p=2): 12 of 40": ((12,), (40,), ("knn (k=5, p=2)",)),
    "12 of 40 (30 %)": ((12,), (40,), ("learner A",)),
    "tree: 5 of 40 cases (12.5%)\nsvm: 1 of 3 (33,33 %)": ((5, 1), (40, 3), ("tree", "svm")),
    "tree 12/40 (30%), svm 7/40 (18%)": ((12, 7), (40, 40), ("tree", "svm")),
    "knn (k=5): 12 of 40 (30%)": ((12,), (40,), ("knn (k=5)",)),
    "a: 1 of 2\na: 1 of 3": ((1, 1), (2, 3), ("learner A", "learner B")),
}


@pytest.mark.parametrize("text", SHARES)
def test_errors_of_n(text):
    counts = read_counts(text).counts
    assert (counts.errors, counts.n, counts.learners) == SHARES[text]
    assert counts.e01 is None


TABLES = {
    "30 5\n3 2": "",
    "30;5\n3;2": "",
    "30\t5\n3\t2": "",
    "30, 5\n3, 2": "",
    "30,0 5,0\n3,0 2,0": "",
    "30 5 3 2": "both right, only B wrong, only A wrong, both wrong",
    "30, 5, 3, 2": "both right, only B wrong, only A wrong, both wrong",
    "30,5,3,2": "both right, only B wrong, only A wrong, both wrong",
    "2x2: 30 5 3 2": "both right, only B wrong, only A wrong, both wrong",
    "2 × 2 table 30;5;3;2.": "both right, only B wrong, only A wrong, both wrong",
    "\tB right\tB wrong\nA right\t30\t5\nA wrong\t3\t2": "as the words say",
    "A right\t30\t5\nA wrong\t3\t2": "right before wrong",
    "\tB wrong\tB right\nA wrong\t2\t3\nA right\t5\t30": "as the words say",
}


@pytest.mark.parametrize("text", TABLES)
def test_two_by_two_tables(text):
    found = read_counts(text)
    counts = found.counts
    assert (counts.e00, counts.e01, counts.e10, counts.e11) == (30, 3, 5, 2)
    assert (counts.errors, counts.n) == ((5, 7), (40, 40))
    assert (TABLES[text] or "right before wrong") in found.notes[0]
    assert "A alone errs on 3" in found.notes[0] or "\n" not in text
    assert core.applicable_tests(counts).advised == "mcnemar_exact"
    assert (
        core.compare(counts, "learner A", "learner B").p_value
        == core.run_test("mcnemar_exact", e01=3, e10=5).p_value
    )


OF_LEARNERS = {
    "learner,errors,n\nA,12,40\nB,20,60": "'errors' and 'n'",
    "n\terrors\n40\t12\n60\t20": "'n' and 'errors'",
    "learner\tcorrect\twrong\nA\t28\t12\nB\t40\t20": "'correct' and 'wrong'",
    "learner;n correct;n\nA;28;40\nB;40;60": "'n correct' and 'n'",
    "learner;errors;n;rate\nA;12;40;0.3\nB;20;60;0.333": "'errors' and 'n'",
    "\tright\twrong\nA\t28\t12\nB\t40\t20": "'right' and 'wrong'",
    "x,A,B\nright,28,40\nwrong,12,20": "'right' and 'wrong'",
    "\tA\tB\nn\t40\t60\nerrors\t12\t20": "'n' and 'errors'",
    "A\t12\t40\nB\t20\t60": "first number of each row for errors",
}


@pytest.mark.parametrize(
    "text",
    [
        "x,errors,n\nknn5,1,4\nC4.5,2,4",
        ",errors,n\nknn5,1,4\nC4.5,2,4",
        "x,knn5,C4.5\nn,4,4\nerrors,1,2",
        "knn5\t1\t4\nC4.5\t2\t4",
    ],
)
def test_learners_may_be_called_by_numbers(text):
    assert read_counts(text).counts == core.Counts((1, 2), (4, 4), learners=("knn5", "C4.5"))


@pytest.mark.parametrize("text", OF_LEARNERS)
def test_a_row_or_column_of_counts_per_learner_is_a_sample_of_its_own(text):
    found = read_counts(text)
    counts = found.counts
    assert (counts.errors, counts.n, counts.e01) == ((12, 20), (40, 60), None)
    assert counts.learners == (("A", "B") if "A" in text else ("learner A", "learner B"))
    assert OF_LEARNERS[text] in found.notes[0]
    assert "sample of its own" in found.notes[0]


def test_columns_called_right_hold_1_for_right():
    found = read_counts("correct A,correct B\n1,0\n1,1\n0,1\n1,1\n1,0\n")
    counts = found.counts
    assert (counts.errors, counts.e01, counts.e10, counts.e00) == ((1, 2), 1, 2, 2)
    assert "1 taken for a right answer" in found.notes[0]
    assert read_counts("correct\n1\n1\n0\n").counts.errors == (1,)


def test_columns_of_right_and_wrong():
    counts = read_counts("tree\tsvm\n0\t1\n1\t1\n0\t0\n1\t0\n1\t0\n").counts
    assert (counts.e00, counts.e01, counts.e10, counts.e11) == (1, 2, 1, 1)
    assert counts.learners == ("tree", "svm")
    one = read_counts("0\n1\n1\n0\n").counts
    assert (one.errors, one.n) == ((2,), (4,))


@pytest.mark.parametrize("head", ["", "tree,svm\n"])
def test_columns_divided_by_commas(head):
    found = read_counts(head + "1,0\n0,0\n1,1\n0,1\n0,0\n")
    counts = found.counts
    assert (counts.e00, counts.e01, counts.e10, counts.e11) == (2, 1, 1, 1)
    assert counts.learners == (("tree", "svm") if head else ("learner A", "learner B"))
    assert f"columns of {counts.learners[0]} and {counts.learners[1]}" in found.notes[0]


def test_names_above_tell_columns_from_decimals():
    counts = read_counts("tree,svm\n0,1\n0,0\n0,1\n").counts
    assert (counts.errors, counts.n) == ((0, 2), (3, 3))


BETWEEN = st.sampled_from([" ", "  ", "\t", ",", ", ", " , ", " ,", ";", "; ", " ; ", "|", " | ", ",\t"])


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=3, max_size=30), BETWEEN)
def test_every_pair_of_columns_is_read(pairs, between):
    text = "\n".join(f"{a:d}{between}{b:d}" for a, b in pairs)
    try:
        counts = read_counts(text).counts
    except InputError as error:
        assert between == ","
        assert "decimal" in error.what
        assert not all(map(any, zip(*pairs, strict=True)))
    else:
        assert (counts.e00, counts.e01) == (pairs.count((False, False)), pairs.count((True, False)))
        assert (counts.e10, counts.e11) == (pairs.count((False, True)), pairs.count((True, True)))


@given(
    st.lists(st.integers(0, 10**9), min_size=4, max_size=4).filter(lambda cells: max(cells) > 1),
    BETWEEN,
    st.sampled_from(["", "2x2: ", "2×2 table ", "counts = "]),
)
def test_every_four_numbers_of_a_table_are_read(cells, between, label):
    text = label + between.join(map(str, cells))
    try:
        counts = read_counts(text).counts
    except InputError as error:
        assert between == ","
        assert "part thousands" in error.what
        assert any(100 <= cell < 1000 for cell in cells[1:])
    else:
        assert [counts.e00, counts.e10, counts.e01, counts.e11] == cells


# text, what, where, a key word of the hint
REFUSED = {
    "nothing": ("", "nothing to read", "counts", "12 of 40"),
    "blanks": (" \n ", "nothing to read", "counts", "12 of 40"),
    "turned round": ("40 of 12", "40 errors are more than 12", "line 1", "errors first"),
    "none": ("12 of 0", "0 instances", "line 1", "how many instances"),
    "negative": ("-3 of 40", "-3 is negative", "line 1", "0 or more"),
    "half": ("1.5 of 40", "'1.5' is no whole number", "line 1", "whole numbers"),
    "word": ("x of 40", "neither errors of n", "line 1", "2×2"),
    "one number": ("12", "neither errors of n", "line 1", "2×2"),
    "two numbers": ("40 12", "two numbers, and nothing says which one", "line 1", "12 of 40"),
    "two numbers, name": (
        "tree: 40, 12",
        "two numbers, and nothing says which one",
        "line 1",
        "“of” between",
    ),
    "three numbers": ("12 40 3", "neither errors of n", "line 1", "2×2"),
    "five numbers": ("12 40 3 4 5", "neither errors of n", "line 1", "2×2"),
    "thousands on a line": ("1,200,30,4", "may divide two numbers or part thousands", "line 1", "a blank"),
    "half on a line": ("1.5 4 3 2", "'1.5' is no whole number", "line 1, cell 1", "whole numbers"),
    "errors of folds": ("errors: 3 5 2 4", "neither errors of n", "line 1", "2×2"),
    "four instances": ("1 0 0 1", "may be a 2×2 table or four instances", "counts", "three rows"),
    "two instances": ("1,0\n0,1", "may be a 2×2 table or two instances", "counts", "right and wrong"),
    "decimals or columns": ("0,1\n0,0\n0,1", "or a decimal number", "line 1", "a blank behind"),
    "decimal ones": ("1,0\n0,0\n1,0", "or a decimal number", "line 1", "a blank behind"),
    "words": ("a b\nc d", "neither errors of n", "line 1", "2×2"),
    "exponent": ("1e5 of 40", "neither errors of n", "line 1", "2×2"),
    "twice of": ("12 of 40 of 80", "of how many twice", "line 1", "12 of 40"),
    "counts in two rows": ("a 1/4 2/4\nb 2/4 3/4", "holds two counts", "line 1", "a line of its own"),
    "names behind": ("12/40 tree, 7/40 svm", "holds two counts", "line 1", "a line of its own"),
    "which fold": ("fold 1/10: 12 of 40", "holds two counts", "line 1", "a line of its own"),
    "share of another": (
        "a: 1 of 2\ntree: 12 of 40 (31 %)",
        "12 of 40 is 30\u00a0%, not 31\u00a0%",
        "line 2",
        "Correct",
    ),
    "turned round, share": ("40 of 12 (30 %)", "40 errors are more than 12", "line 1", "errors first"),
    "stuck together": ("tree_12/40, svm 7/40", "holds two counts", "line 1", "a line of its own"),
    "three on a line": ("1/4, 2/4, 3/4", "holds 3 counts", "line 1", "a line of its own"),
    "one total": ("12 vs 20 of 40", "two counts and one total", "line 1", "12 of 40"),
    "one total, names": ("tree 12, svm 7 of 40", "two counts and one total", "line 1", "12 of 40"),
    "zeros": ("0 0\n0 0", "all four counts are 0", "counts", "of each kind"),
    "2×3": ("1 2 3\n4 5 6", "neither errors of n", "line 1", "2×2"),
    "a two": ("0\n1\n2", "'2' is neither 0 (right) nor 1 (wrong)", "line 3, cell 1", "fold results"),
    "scores": ("0,5\n0,25\n0,1", "'0,5' is neither 0", "line 1, cell 1", "fold results"),
    "too many": ("99999999999 of 999999999999", "more than 1,000,000,000", "line 1", "Check"),
    "three learners": ("1 of 4\n2 of 4\n3 of 4", "there are 3 lines", "counts", "12 of 40"),
    "one head": (":\n0,0", "neither errors of n", "line 1", "2×2"),
    "formula": ("=1+1", "neither errors of n", "line 1", "2×2"),
    "negative cell": ("1 -2\n3 4", "-2 is negative", "line 1, cell 2", "0 or more"),
    "half cell": ("1 2\n3 4,5", "'4,5' is no whole number", "line 2, cell 2", "whole numbers"),
    "counted right": (
        "accuracy 28/40",
        "seems to count what was right",
        "line 1",
        "Write errors first: 12 of 40.",
    ),
    "three rows": ("learner,errors,n\na,1,4\nb,2,4\nc,3,4", "there are 3 learners", "counts", "two"),
    "turned round, table": ("learner,errors,n\na,40,12", "does not hold errors", "line 2", "errors and n"),
    "names, turned round": ("tree\t30\t5\nsvm\t3\t2", "does not hold errors", "line 1", "errors and n"),
    "sum": ("learner,right,wrong,n\na,28,12,41", "does not hold errors", "line 2", "errors and n"),
    "right above": ("right wrong\n30 5\n3 2", "may be a 2×2 table", "line 1", "A right"),
    "right before": ("right 30 5\nwrong 3 2", "may be a 2×2 table", "line 1", "A right"),
    "right beside wrong": ("A right,B wrong\n1,0\n1,1\n0,0", "count right and wrong", "counts", "the same"),
    "long": ("x" * 300_000, "longer than 200,000", "counts", "file of predictions"),
    "long line": ("1 " * 400, "longer than 500", "line 1", "12 of 40"),
}


@pytest.mark.parametrize(("text", "what", "where", "hint"), REFUSED.values(), ids=REFUSED)
def test_what_are_no_counts_is_refused(text, what, where, hint):
    with pytest.raises(InputError) as caught:
        read_counts(text)
    assert what in caught.value.what
    assert where == caught.value.where
    assert hint in caught.value.hint


@pytest.mark.parametrize("blank", [";", ";;", "\t", ",,", " | "])
def test_lines_of_delimiters_alone_are_blank(blank):
    assert read_counts(f"\n{blank}\n3 of 40\n{blank}\n5 of 50\n{blank}") == read_counts("3 of 40\n5 of 50")
    with pytest.raises(InputError):
        read_counts(f"0\n{blank}")


@given(st.text(st.sampled_from("0123456789 ,.;/\t\nofab-−%:=x"), max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        counts = read_counts(text).counts
    except InputError as error:
        assert error.what
    else:
        assert all(0 <= errors <= n for errors, n in zip(counts.errors, counts.n, strict=True))


@given(
    st.text(st.sampled_from("123 ,.;:|\t/ofvsandAB&-"), max_size=30),
    st.sampled_from(["4/9", "4 of 9", "4 in 9"]),
)
def test_no_count_becomes_part_of_a_name(between, count):
    """Whatever stands between two counts: both are taken, or neither."""
    try:
        found = read_counts(f"{count}{between} 2/7").counts
    except InputError as error:
        assert error.what
    else:
        assert len(found.errors) == 2


@given(st.integers(0, 10**9), st.integers(1, 10**9))
def test_every_share_is_read(errors, n):
    errors = min(errors, n)
    assert read_counts(f"{errors} of {n}").counts.errors == (errors,)
    assert read_counts(f"{errors:,} / {n:,}").counts.n == (n,)


TOTALS = {
    "a row": ("learner,errors,n\ntree,12,40\nsvm,8,40\ntotal,20,80\n", "the row 'total'"),
    "a row in German": ("Verfahren;Fehler;Anzahl\ntree;12;40\nsvm;8;40\nSumme;20;80\n", "the row 'Summe'"),
}


@pytest.mark.parametrize("name", TOTALS)
def test_a_row_that_sums_up_the_others_is_left_out_and_said(name):
    text, what = TOTALS[name]
    found = read_counts(text)
    assert (found.counts.errors, found.counts.n, found.counts.learners) == (
        (12, 8),
        (40, 40),
        ("tree", "svm"),
    )
    assert found.notes[0] == f"Left out, because they sum up the others: {what}."


def test_margins_of_a_table_are_left_out_and_its_learners_are_called_as_they_are():
    text = ",svm right,svm wrong,total\ntree right,30,5,35\ntree wrong,2,3,5\ntotal,32,8,40\n"
    found = read_counts(text)
    counts = found.counts
    assert (counts.e00, counts.e01, counts.e10, counts.e11) == (30, 2, 5, 3)
    assert counts.learners == ("tree", "svm") and counts.errors == (5, 8)
    assert "the row 'total' and the column 'total'" in found.notes[0]
    assert "Rows were taken for tree, columns for svm" in found.notes[1]


def test_a_total_that_sums_nothing_up_is_refused():
    with pytest.raises(InputError, match="the row 'total' does not sum up the other rows"):
        read_counts("learner,errors,n\ntree,12,40\nsvm,8,40\ntotal,21,80\n")
    with pytest.raises(InputError, match="the column 'total' does not sum up the other columns"):
        read_counts(",svm right,svm wrong,total\ntree right,30,5,36\ntree wrong,2,3,5\n")


@pytest.mark.parametrize("text", ["e00,e01,e10,e11\n30,2,5,3", "e11 e10 e01 e00\n3 5 2 30"])
def test_four_counts_may_stand_below_their_names(text):
    counts = read_counts(text).counts
    assert (counts.e00, counts.e01, counts.e10, counts.e11) == (30, 2, 5, 3)


@pytest.mark.parametrize(
    "text",
    [
        "e00=30 e01=12 e10=5 e11=53",
        "E00 = 30, E01 = 12, E10 = 5, E11 = 53",
        "e11: 53\ne10: 5\ne01: 12\ne00: 30",
        "n00: 53; n01: 12; n10: 5; n11: 30",
        "n00,n01,n10,n11\n53,12,5,30",
        "a=30 b=5\nc=12 d=53",
        "a: 30, b: 5, c: 12, d: 53.",
        "a,b,c,d\n30,5,12,53",
        "d\tc\tb\ta\n53\t12\t5\t30",
    ],
)
def test_four_counts_may_stand_behind_their_names(text):
    found = read_counts(text)
    counts = found.counts
    assert (counts.e00, counts.e01, counts.e10, counts.e11) == (30, 12, 5, 53)
    assert (counts.errors, counts.n) == ((65, 58), (100, 100))
    assert "12" in found.notes[0]
    thousand = read_counts("e00=1,000 e01=12, e10=5, e11=0").counts
    assert thousand.n == (1017, 1017)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("b=5 c=12", "b and c alone do not say on how many instances both are right"),
        ("c=12 b=5", "c and b alone do not say on how many instances both are right"),
        ("e10=12 e01=5", "e10 and e01 alone do not say on how many instances both are right"),
        ("n01: 5\nn10: 12", "n01 and n10 alone"),
        ("n01: 5\nn10: 12", "for it alone write n00=0 and n11=0"),
        ("b=5 c=12", "for it alone write a=0 and d=0"),
        ("a=30 b=5 c=12 d=5,3", "'5,3' is no whole number"),
        ("a=30 b=5 b=12 d=53", "a name stands there twice"),
        ("a=30 b=5 c=12", "neither"),
    ],
)
def test_named_counts_that_say_too_little_are_refused(text, what):
    with pytest.raises(InputError, match=what):
        read_counts(text)


@pytest.mark.parametrize(
    "text",
    [
        "12 Fehler von 40; 8 Fehler von 40",
        "12 Fehler von 40\n8 Fehler von 40",
        "Verfahren;Fehler;Anzahl\nlearner A;12;40\nlearner B;8;40",
    ],
)
def test_errors_in_german_are_no_table_of_two_by_two(text):
    counts = read_counts(text).counts
    assert (counts.errors, counts.n, counts.e01) == ((12, 8), (40, 40), None)


def test_heads_that_say_neither_right_nor_wrong_are_not_taken_for_a_table_of_two_by_two():
    with pytest.raises(InputError, match="nothing says what 'foo' and 'bar' count"):
        read_counts("model;foo;bar\ntree;12;40\nsvm;8;40")
    with pytest.raises(InputError, match="is a single number"):
        read_counts("1,200")
