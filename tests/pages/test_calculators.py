"""Calculators: counts and pasted scores give every test and interval, with these numbers in the formulas."""

import html
import json
import re
from base64 import b64decode

import numpy as np
import pytest
import streamlit as st

import core
from core.errors import InputError
from core.inference.interpretation.effect_sizes import BY_FEW
from core.inference.intervals.estimate import Estimate
from core.inference.planning.power import power, sample_size
from core.inference.planning.same_rate import SameRate
from core.inference.planning.simulation import FOLDS, Simulation, simulated_effect, size_limits
from core.written import likely
from pages.ui.calculators import pasted, planning, same_rate, simulated_planning
from pages.ui.display.text import lined, plain, told, unbroken
from pages.ui.session import cache, state
from tests.pages.hero import hero, heroes
from tests.pages.opening import opened

NAMES = {
    "errors": "Errors of n",
    "table": "2×2 table",
    "samples": "Two samples",
    "folds": "Fold scores",
    "planning": "Sample size and power",
}


@pytest.fixture(autouse=True)
def fresh_server():
    st.cache_resource.clear()
    yield
    st.cache_resource.clear()


def visit(calculator, tab=None, refused=False, **address):
    known = {} if tab is None else {tab[0]: tab[1]}
    app = opened("calculators", known, calc=NAMES[calculator], **address)
    assert not app.exception, [item.message for item in app.exception]
    assert bool(app.error) is refused, [item.value for item in app.error]
    return app


def test_two_samples_lead_to_the_table_where_both_were_judged_on_the_same_instances():
    app = visit("samples", calc_a="tree", calc_b="svm")
    order = [item.key if item.type == "button" else item.type for item in app.main]
    assert order.index("to_table") < order.index("slider")
    app.button(key="to_table").click().run()
    assert not app.exception
    assert app.segmented_control(key="calc").value == "table"
    assert [item.value for item in app.text_input] == ["tree", "svm"]


def simulated(key):
    return f"{simulated_planning.KINDS[key]} (simulated)"


def table(app, column):
    return next(item.value for item in app.dataframe if column in item.value.columns)


@pytest.mark.parametrize(
    ("kind", "effect", "answer"),
    [
        (
            "error rates",
            "The error rate of A is 11.50 %, below p0 = 50 %.",
            "Better than p0: more than luck",
        ),
        (
            "accuracies",
            "The accuracy of A is 11.50 %, below p0 = 50 %.",
            "Worse than p0: more than luck",
        ),
        (
            "other, lower is better",
            "The score of A is 0.115, below p0 = 0.5.",
            "Better than p0: more than luck",
        ),
    ],
)
def test_one_column_of_fold_scores_is_told_as_the_measure_that_it_is(kind, effect, answer):
    app = visit("folds", f_scores="0.12\n0.10\n0.15\n0.09", f_p0=0.5, f_p0_percent=50, f_kind=kind)
    assert (hero(app).effect, hero(app).answer) == (effect, answer)
    assert ("%" in hero(app).interval.partition(":")[2]) is ("other" not in kind)


def test_a_score_that_is_the_same_on_every_fold_has_its_unit():
    app = visit("folds", f_scores="12%\n12%\n12%\n12%", f_p0=0.1)
    assert hero(app).answer == "No verdict"
    assert hero(app).effect.startswith("Every fold has the score 12 %;")


@pytest.mark.parametrize(
    ("text", "how"),
    [
        ("0.1 0.2 0.3\n0.2 0.1 0.4", ("The 2 lines were read as 2 learners with 3 folds each.",)),
        ("A 0.1 0.2 0.3\nB 0.2 0.1 0.4", ()),
        ("0.1 0.2 0.3", ()),
        ("0.1 0.2\n0.2 0.1", ()),
    ],
)
def test_two_long_lines_without_names_are_told_to_be_learners(text, how):
    assert pasted.read_columns(text).told == how


def test_scores_that_all_equal_p0_are_judged_as_differences_that_are_all_zero():
    app = visit("folds", f_scores="\n".join(["0.1"] * 10), f_p0_percent=10)
    assert hero(app).answer == "No fold differs from p0"
    assert not app.warning  # there is nothing to be normal
    said = " ".join(item.value for kind in (app.markdown, app.caption) for item in kind)
    assert "assumes is met" not in said
    assert table(app, "verdict")["status"].iloc[0] == "★ advised"
    assert "★ marks the interval of the advised test; grey intervals" in said


def test_error_rates_that_look_like_accuracies_are_asked_about():
    asked = [
        any(
            "Are they accuracies?" in item.value
            for item in visit("folds", f_scores=scores, f_kind=kind).caption
        )
        for scores, kind in (
            ("93\n92\n94", "error rates"),
            ("93\n92\n94", "accuracies"),
            ("7\n8\n6", "error rates"),
        )
    ]
    assert asked == [True, False, False]


@pytest.mark.parametrize("calculator", ["errors", "table", "samples"])
def test_what_a_claim_is_stands_behind_a_mark(calculator):
    (asked,) = (item for item in visit(calculator).segmented_control if item.key == "calc_claim")
    assert "H0 says the opposite" in asked.help


def test_a_claim_is_that_of_one_calculator():
    app = visit("samples", calc_claim="A > B")
    assert app.segmented_control(key="calc_claim").value == "greater"
    for calculator in ("table", "errors"):
        app.segmented_control(key="calc").set_value(calculator).run()
        claim = app.segmented_control(key="calc_claim")
        assert claim.value == "two-sided"
        claim.set_value("less").run()
    app.segmented_control(key="calc").set_value("samples").run()
    app.segmented_control(key="calc_claim").set_value("less").run()
    app.button(key="to_table").click().run()
    assert app.segmented_control(key="calc_claim").value == "two-sided"


def test_mitchells_twelve_errors_of_forty():
    app = visit("errors", tab=("errors_tab", "All intervals"))
    shown = table(app, "condition").set_index("interval")
    row = shown.loc["Normal interval (Wald)"]
    assert (row["low"] + row["high"]) / 2 == pytest.approx(0.3)
    assert row["width"] / 2 == pytest.approx(0.142, abs=5e-4)
    assert len(shown) == 5
    assert any("12" in item.value and "40" in item.value for item in app.latex)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"e_errors": "3.7"}, None),  # which is refused where it stands
        (
            {"e_errors": "three"},
            "Errors: three is not possible here, 12 was taken (possible: 0 to 1,000,000,000)",
        ),
        (
            {"alpha": "7"},
            "Significance level α: 7 is not possible here, 0.05 was taken (possible: 0.001 to 0.2)",
        ),
        (
            {"alpha": "a tenth"},
            "Significance level α: a tenth is not possible here, 0.05 was taken (possible: 0.001 to 0.2)",
        ),
        (
            {"e_n": "1e400"},
            "Instances: 1e400 is not possible here, 40 was taken (possible: 1 to 1,000,000,000)",
        ),
        ({"e_n": "1000000", "e_errors": "0", "e_p0_percent": "0.0003"}, None),
        ({"e_p0_percent": "30", "alpha": "0.1", "e_errors": "12"}, None),
        (
            {"calc": "Sample size and power", "p_kind": planning.KINDS["two_proportions"], "p_a": "0.3"},
            "True error rate of A (%): 0.3 is not possible here, 30 was taken",
        ),
        (
            {"calc": "Sample size and power", "p_kind": planning.KINDS["two_proportions"], "p_auc_a": "0.9"},
            None,
        ),
    ],
)
def test_impossible_numbers_of_a_link_are_named(address, said):
    app = opened("calculators", **address)
    expected = [] if said is None else [f"Not all of this link could be used. {said}."]
    assert [item.value.replace("\\", "") for item in app.warning] == expected


PLANS = {**planning.KINDS, **{key: f"{words} (simulated)" for key, words in simulated_planning.KINDS.items()}}


@pytest.mark.parametrize(
    ("calculator", "known", "key", "typed", "said"),
    [
        ("errors", {}, "e_errors", -4, "Errors: must be a whole number from 0 to 1,000,000,000, not −4."),
        ("errors", {}, "e_errors", 3.7, "Errors: must be a whole number from 0 to 1,000,000,000, not 3.7."),
        ("errors", {}, "e_n", 0, "Instances: must be a whole number from 1 to 1,000,000,000, not 0."),
        (
            "errors",
            {},
            "e_p0_percent",
            100.0,
            "Rate p0 to compare it with (%): must be a number from 0.0001 to 99.9999, not 100.",
        ),
        ("table", {}, "m_10", -1, "Only B wrong: must be a whole number from 0 to 1,000,000,000, not −1."),
        (
            "samples",
            {},
            "s_n2",
            -5,
            "Instances of B: must be a whole number from 1 to 1,000,000,000, not −5.",
        ),
        (
            "folds",
            {"f_design": "random cuts, or repeated K-fold"},
            "f_val",
            0,
            "Validation instances: must be a whole number from 1 to 1,000,000,000, not 0.",
        ),
        (
            "planning",
            {"p_kind": PLANS["interval"]},
            "p_level_percent",
            -95.0,
            "Level (%): must be a number from 50 to 99.9, not −95.",
        ),
        (
            "planning",
            {"p_kind": PLANS["paired_t"]},
            "p_n",
            1,
            "Number of pairs of training and validation set: must be a whole number from 2 to "
            "100,000, not 1.",
        ),
        (
            "planning",
            {"p_kind": PLANS["corrected_anova"]},
            "p_learners",
            -3,
            "Learners: must be a whole number from 3 to 20, not −3.",
        ),
    ],
)
def test_a_number_that_cannot_be_is_refused_in_words_and_answered_by_nothing(
    calculator, known, key, typed, said
):
    app = visit(calculator, **known)
    field = app.number_input(key=key)
    assert (field.min, field.max) == (None, None), "a browser would keep it to itself"
    fields, former = len(app.number_input), field.value
    field.set_value(typed).run()
    assert [item.value.replace("\\", "").replace("\u00a0", " ") for item in app.error] == [said]
    assert len(app.number_input) == fields  # what else was typed stays
    assert not app.get("plotly_chart") and not app.metric
    app.number_input(key=key).set_value(former).run()
    assert not app.error and (app.get("plotly_chart") or app.metric)
    assert visit(calculator, refused=True, **known, **{key: typed}).number_input(key=key).value == typed


def test_what_a_link_could_not_have_is_said_of_its_calculator_until_it_is_typed():
    app = opened("calculators", e_n="1e400", e_errors="three")
    assert "Errors: three" in app.warning[0].value and "Instances: 1e400" in app.warning[0].value
    app.number_input(key="e_errors").set_value(4).run()
    (told,) = [item.value for item in app.warning]
    assert "Errors" not in told and "Instances: 1e400" in told
    app.segmented_control(key="calc").set_value("table").run()
    assert not app.warning
    app.segmented_control(key="calc").set_value("errors").run()
    assert not app.warning


def test_the_address_holds_what_was_typed():
    app = visit("errors", e_errors=3, e_n=50, e_p0_percent=20)
    assert app.number_input(key="e_errors").value == 3
    shown = table(app, "verdict").set_index("test")["p_value"]
    expected = core.run_test("binomial", errors=3, n=50, p0=0.2).p_value
    assert shown["Binomial test"] == pytest.approx(expected)


@pytest.mark.parametrize(("errors", "n"), [(0, 10), (10, 10), (0, 1), (1_000_000, 1_000_000_000)])
def test_extreme_counts_are_answered(errors, n):
    app = visit("errors", e_errors=errors, e_n=n)
    low, high = table(app, "verdict")[["low", "high"]].iloc[0]
    assert 0 <= low <= errors / n <= high <= 1


def test_errors_of_n_are_better_or_worse_than_p0():
    app = visit("errors", e_errors=3, e_n=50, e_p0_percent=20)
    assert hero(app).answer == "Better than p0: more than luck"
    app.number_input(key="e_p0_percent").set_value(1.0).run()
    assert hero(app).answer == "Worse than p0: more than luck"
    app.number_input(key="e_p0_percent").set_value(6.0).run()
    assert hero(app).answer == "Luck could explain it"


def test_a_rate_with_many_digits_is_told_alike_wherever_it_stands():
    app = visit("errors", e_errors=12, e_n=40, e_p0_percent=1.2345)
    assert "p0\u00a0=\u00a01.23\u00a0% lies outside" in said_of_the_same_rate(app)
    assert "above p0 = 1.23 %" in hero(app).effect


def said_of_the_same_rate(app):
    (words,) = [item.value for item in app.get("html") if "would be the same rate" in item.value]
    return words


def test_the_same_rate_on_more_instances_has_a_narrower_interval():
    app = visit("errors", e_errors=12, e_n=40, e_times=4)
    found = core.interval("exact", errors=48, n=160)
    assert "48 errors on 160 instances" in said_of_the_same_rate(app)
    assert "% of the width of the two-sided one on 40 instances." in said_of_the_same_rate(app)
    assert f"{100 * found.low:.2f} to {100 * found.high:.2f}\u00a0%" in said_of_the_same_rate(app)
    assert "p0\u00a0=\u00a025\u00a0% lies in it" in said_of_the_same_rate(app)
    inside = [n for n in range(40, 4001, 40) if core.interval("exact", errors=0.3 * n, n=n).low <= 0.25]
    (turn,) = [item.value for item in app.caption if "no longer hold p0" in item.value]
    assert f"from {inside[-1] + 40} instances on, {inside[-1] // 40 + 1} times as many." in turn
    app.slider(key="e_times").set_value(10).run()
    assert "p0\u00a0=\u00a025\u00a0% lies outside" in said_of_the_same_rate(app)


def test_what_is_rare_is_compared_with_a_rate_as_rare():
    app = visit("errors", e_errors=0, e_n=1_000_000, e_p0_percent=0.0003)
    exact = (1 - 3e-6) ** 1_000_000  # of no error at all, below e⁻³
    assert core.run_test("binomial", "less", errors=0, n=1_000_000, p0=3e-6).p_value == pytest.approx(exact)
    assert "p0\u00a0=\u00a00.0003\u00a0%" in said_of_the_same_rate(app)


@pytest.mark.parametrize(("errors", "n"), [(0, 1), (1, 1), (1, 10**9)])
def test_the_same_rate_is_told_of_extreme_counts(errors, n):
    app = visit("errors", e_errors=errors, e_n=n, e_times=100)
    assert f"{100 * n:,} instances" in said_of_the_same_rate(app)


def test_what_the_same_rate_becomes_is_known_at_every_position():
    asked = SameRate(12, 40, 0.25, 0.95)
    found = same_rate.ahead(asked, "scene")
    assert found.positions == list(range(1, 101))
    for times in (1, 4, 100):
        (move,) = found.moved[same_rate.PICTURE][times - 1]
        wanted = core.interval("exact", errors=12 * times, n=40 * times)
        assert (move["x"], move["y"]) == ([40 * times] * 2, [wanted.low, wanted.high])
        assert found.cells[same_rate.WORDS][times - 1] == [unbroken(asked.sentence(times))]


def test_more_errors_than_instances_is_a_sentence():
    app = opened("calculators", e_errors=50, e_n=40)
    assert not app.exception
    assert any("more errors" in item.value for item in app.error)


def test_the_claim_says_whose_error_rates_a_and_b_are():
    for calculator in ("table", "samples"):
        app = visit(calculator, calc_a="Tree", calc_b="SVM")
        assert plain("A: error rate of Tree; B: of SVM; lower is better.") in [
            item.value for item in app.caption
        ], calculator


def test_the_two_by_two_table_names_its_cells_and_gives_the_family():
    app = visit("table", m_01=12, m_10=4, m_00=80, m_11=4)
    labels = {item.label for item in app.number_input}
    assert {"Both right", "Only A wrong", "Only B wrong", "Both wrong"} <= labels
    shown = table(app, "verdict").set_index("test")
    for key in ("mcnemar", "mcnemar_exact", "mcnemar_midp", "sign"):
        expected = core.run_test(key, e01=12, e10=4, n=100).p_value
        assert shown.loc[core.TESTS[key].title, "p_value"] == pytest.approx(expected)
    assert shown.loc[core.TESTS["two_proportions"].title, "status"] == "⚠ caution"
    tango = core.interval("tango", e01=12, e10=4, n=100)
    assert shown.loc[core.TESTS["mcnemar_exact"].title, "low"] == pytest.approx(tango.low)


def test_the_counts_of_a_two_by_two_table_stand_below_and_beside_what_they_count():
    app = visit("table", calc_a="Tree", calc_b="SVM")
    (table,) = (part for part in app.main.columns[0].children.values() if part.type == "flex_container")
    heads, *rows = (
        [column.children[0] for column in row.children.values() if column.children]
        for row in table.children.values()
    )
    assert [head.value for head in heads] == ["SVM right", "SVM wrong"]
    assert [[row[0].value, *(cell.label for cell in row[1:])] for row in rows] == [
        ["Tree right", "Both right", "Only SVM wrong"],
        ["Tree wrong", "Only Tree wrong", "Both wrong"],
    ]


def test_small_rates_above_a_table_are_told_apart():
    app = visit("table", m_00=999_700, m_10=100, m_01=150, m_11=50)
    said = " ".join(item.value for item in app.caption)
    assert "A errs on 200 (0.02\u00a0%), B on 150 (0.015\u00a0%)" in said


def test_the_continuity_correction_can_be_left_out():
    app = visit("table", m_01=30, m_10=14, m_00=50, m_11=6, m_correction="false")
    shown = table(app, "verdict").set_index("test")["p_value"]
    expected = core.run_test("mcnemar", e01=30, e10=14, n=100, correction=False).p_value
    assert shown[core.TESTS["mcnemar"].title] == pytest.approx(expected)


@pytest.mark.parametrize("cells", [(0, 0, 0, 0), (10, 0, 0, 0), (0, 5, 0, 0), (0, 0, 0, 7)])
def test_degenerate_tables_are_answered(cells):
    address = dict(zip(("m_00", "m_01", "m_10", "m_11"), cells, strict=True))
    app = visit("table", **address)
    assert [bool(found.answer) for found in heroes(app)] == [True] * any(cells)
    assert any(cells) or app.info


def test_what_a_table_without_disagreements_cannot_show_is_read_right_behind_the_verdict_and_nothing_withdraws_it():
    app = visit("table", m_00=78, m_01=0, m_10=0, m_11=4)
    kinds = [one.type for one in app.main]
    assert kinds.index("warning") < kinds.index("selectbox")  # the test stands there, right below the verdict
    (doubt,) = [item.value.replace("\\", "").replace("\u00a0", " ") for item in app.warning]
    assert doubt == (
        "**Not met: 6 disagreements or more, 5 for a one-sided claim.** Here: 0; fewer than 6 cannot reach p ≤ .05 "
        "two-sided."
    )
    (count,) = [item.value.replace("\\", "") for item in app.markdown if "applicable tests" in item.value]
    exact, midp, sign = (core.TESTS[key].title for key in ("mcnemar_exact", "mcnemar_midp", "sign"))
    assert count.endswith(
        "3 are suited to this design, 4 are to be taken with caution. On so few disagreements "
        f"{exact}; {midp}; and {sign} can find nothing.**"
    )


@pytest.mark.parametrize(("ahead", "alpha", "doubts"), [(4, 0.2, 0), (8, 0.05, 0), (8, 0.001, 1)])
def test_whether_disagreements_are_enough_is_held_against_the_level_that_is_set(ahead, alpha, doubts):
    app = visit("table", m_00=50, m_01=ahead, m_10=0, m_11=5, alpha=alpha)
    (found,) = heroes(app)
    assert ("more than luck" in found.answer) == (not doubts)
    assert len([one for one in app.warning if "disagreements or more" in one.value]) == doubts


@pytest.mark.parametrize(("only_a", "is_own"), [(5, False), (6, True)])
def test_an_interval_that_goes_beyond_what_its_test_could_show_is_not_called_its_own(only_a, is_own):
    app = visit("table", ("table_tab", "All intervals"), m_00=90, m_01=only_a, m_10=0, m_11=5)
    words = " ".join(item.value for item in app.caption).replace("\\", "")
    assert ("the interval of the advised test" in words) == is_own
    assert (f"It {BY_FEW}" in words) != is_own
    assert any("Not met: 6 disagreements or more" in item.value for item in app.warning) != is_own


def test_mitchells_two_samples():
    app = visit("samples", s_e1=30, s_n1=100, s_e2=20, s_n2=100)
    shown = table(app, "verdict")
    assert shown["value"].iloc[0] == pytest.approx(1.644, abs=5e-4)


def test_few_errors_of_two_samples_are_judged_exactly():
    given = {"errors_1": 2, "n_1": 20, "errors_2": 7, "n_2": 22}
    app = visit("samples", s_e1=2, s_n1=20, s_e2=7, s_n2=22)
    shown = table(app, "verdict").set_index("test")
    for key, status in (
        ("boschloo", "★ advised"),
        ("fisher_exact", "✓ suited"),
        ("two_proportions", "⚠ caution"),
    ):
        row = shown.loc[core.TESTS[key].title]
        assert row["p_value"] == pytest.approx(core.run_test(key, **given).p_value)
        assert row["status"] == status
    assert "Newcombe" in shown.loc["Fisher's exact test", "interval_method"]
    said = next(item.value for item in app.caption if "another method than their test" in item.value)
    assert "Newcombe: beside Boschloo's exact test and Fisher's exact test." in said.replace("\\", "")
    assert "two proportions" not in said


@pytest.mark.parametrize(
    ("calculator", "address", "starred"),
    [
        ("errors", {}, "Clopper–Pearson"),
        ("table", {}, "Paired: Tango"),
        ("samples", {"s_e1": 48, "s_n1": 200, "s_e2": 37, "s_n2": 200}, "Independent: Wald"),
        ("samples", {"s_e1": 2, "s_n1": 20, "s_e2": 7, "s_n2": 22}, "Independent: Newcombe"),
        ("samples", {"s_e1": 3, "s_n1": 40, "s_e2": 12, "s_n2": 35}, "Independent: Newcombe"),
        ("samples", {"s_e1": 2, "s_n1": 300, "s_e2": 7, "s_n2": 500}, "Independent: Newcombe"),
    ],
)
def test_the_interval_of_the_advised_test_bears_its_star(calculator, address, starred):
    app = visit(calculator, **address)
    (chart,) = (item for item in app.get("plotly_chart") if "forest" in item.proto.id)
    written = [note["text"] for note in json.loads(chart.proto.spec)["layout"]["annotations"]]
    marked = [text.replace("<br>", " ") for text in written if "★" in text]
    assert marked == [f"★ {starred}"]


@pytest.mark.parametrize(("errors", "n", "test"), [(100, 100, "Boschloo"), (300, 300, "Fisher")])
def test_the_strongest_evidence_of_two_samples_is_judged(errors, n, test):
    app = visit("samples", s_e1=errors, s_n1=n, s_e2=0, s_n2=n)
    assert hero(app).answer.startswith("B is better") and test in hero(app).foot


def test_more_errors_than_instances_in_a_sample_is_a_sentence():
    app = visit("samples", refused=True, s_e1=150, s_n1=100)
    assert "There cannot be more errors of A (150) than instances of A (100)." in [
        item.value for item in app.error
    ]


def test_equivalence_on_the_two_by_two_table_follows_its_region():
    given = {"e01": 12, "e10": 8, "n": 200}
    app = visit("table", m_01=12, m_10=8, m_00=176, m_11=4, m_rope_points=10)
    row = table(app, "verdict").set_index("test").loc[core.TESTS["rates_equivalence"].title]
    expected = core.run_test("rates_equivalence", **given, rope=0.1)
    assert row["p_value"] == pytest.approx(expected.p_value)
    assert row["verdict"] == "equivalent"
    (spec,) = [json.loads(item.proto.spec) for item in app.get("plotly_chart") if "_forest" in item.proto.id]
    (band,) = [shape for shape in spec["layout"]["shapes"] if shape["type"] == "rect"]
    assert sorted((band["x0"], band["x1"])) == pytest.approx([-10, 10])  # points
    assert any("grey band" in item.value for item in app.caption)


def test_two_pasted_columns_are_compared_by_the_test_of_their_design():
    text = "A;B\n" + "\n".join(
        f"{a};{b}" for a, b in [("0,12", "0,16"), ("0,10", "0,12"), ("0,15", "0,14")] * 3
    )
    app = visit("folds", f_scores=text)
    shown = table(app, "verdict").set_index("test")
    a, b = [0.12, 0.10, 0.15] * 3, [0.16, 0.12, 0.14] * 3
    expected = core.run_test("corrected_t", a=a, b=b, n_train=8 / 9, n_validation=1 / 9).p_value
    assert shown.loc["Corrected resampled t test", "p_value"] == pytest.approx(expected)
    assert shown.loc["Corrected resampled t test", "status"] == "★ advised"
    assert "percentage points fewer errors" in hero(app).effect


def test_where_all_differences_are_equal_no_verdict_is_called_the_one_that_counts():
    app = visit("folds", f_scores="A;B\n" + "\n".join(f"0,1{k};0,1{k + 2}" for k in range(8)))
    assert hero(app).answer == "No verdict"
    assert hero(app).effect.endswith("See the tests on instances, such as McNemar's, which need predictions.")
    said = " ".join(item.value for item in app.markdown).replace("\\", "")
    assert "The one that would be advised, Corrected resampled t test, gives no verdict." in said
    assert "The verdict is that of" not in said


@pytest.mark.parametrize(
    ("design", "advised"),
    [
        ("disjoint sets: no two folds share instances", "paired_t"),
        ("5×2 cross-validation, rows in the order 1.1, 1.2, 2.1 …", "5x2_f"),
        ("balanced 5×2 cross-validation, in that order", "balanced_5x2_f"),
        ("random cuts, or repeated K-fold", "corrected_t"),
    ],
)
def test_the_design_decides_what_is_advised(design, advised):
    app = visit("folds", f_design=design)
    assert app.selectbox(key="f_test").value == advised


def test_whoever_looks_at_the_advised_test_sees_the_one_that_is_advised_next():
    app = visit("table", m_01=12, m_10=4, m_00=80, m_11=4)
    assert app.selectbox(key="table_test").value == "mcnemar_exact"
    app.number_input(key="m_01").set_value(60).run()
    assert app.selectbox(key="table_test").value == "mcnemar"
    assert "table_test" not in app.query_params
    app.selectbox(key="table_test").set_value("sign").run()
    app.number_input(key="m_01").set_value(5).run()
    assert app.selectbox(key="table_test").value == "sign"  # chosen, so that it stays


def test_one_pasted_column_is_held_against_p0():
    app = visit("folds", f_scores="12%\n10%\n15%\n9%", f_p0_percent=10)
    shown = table(app, "verdict")
    given = {"scores": [0.12, 0.10, 0.15, 0.09], "p0": 0.1}
    corrected = core.run_test("corrected_one_sample_t", **given, n_train=0.75, n_validation=0.25).p_value
    assert shown["p_value"].tolist() == pytest.approx(
        [corrected, core.run_test("one_sample_t", **given).p_value]
    )
    assert shown["status"].iloc[0] == "★ advised"


@pytest.mark.parametrize(
    ("design", "overlap"),
    [
        ("disjoint sets: no two folds share instances", False),
        ("one K-fold cross-validation", True),
        ("random cuts, or repeated K-fold", True),
        ("5×2 cross-validation, rows in the order 1.1, 1.2, 2.1 …", True),
        ("balanced 5×2 cross-validation, in that order", True),
    ],
)
def test_one_column_is_judged_by_the_design_that_was_named(design, overlap):
    """In the assumptions, and in the ends of the interval that takes no account of overlapping training sets."""
    column = "\n".join(f"{score:.2f}" for score in np.linspace(0.02, 0.2, 10))
    app = visit("folds", f_scores=column, f_design=design, folds_tab="Assumptions")
    said = " ".join(item.value for kind in (app.markdown, app.caption) for item in kind)
    assert "is not known, so this cannot be checked" not in said
    assert ("No two training sets share instances" in said) is not overlap
    assert ("Dotted ends show how much wider an interval around the mean would be" in said) is overlap


@pytest.mark.parametrize("text", ["", "0.1", "a b\nc d", "0.1 0.2\n0.3", "1 2 3\n1 2 3\n1 2 3"])
def test_what_cannot_be_read_is_said(text):
    app = opened("calculators", calc=NAMES["folds"], f_scores=text)
    assert not app.exception
    assert app.error or app.info


@pytest.mark.parametrize("tab", ["Formula", "Assumptions", "Does it matter?", "Text for a report"])
def test_every_tab_of_the_fold_scores_opens(tab):
    visit("folds", tab=("f_tab", tab))


@pytest.mark.parametrize(
    ("claim", "ends"),
    [("A ≠ B", "two-sided"), ("A < B", "upper bound"), ("A > B", "lower bound")],
)
def test_which_ends_intervals_have_is_known_to_a_browser_that_missed_a_run(claim, ends):
    app = visit("table", calc_claim=claim)
    control = next(one for one in app.segmented_control if one.label == "Ends of the intervals")
    assert [control.options[place] for place in control.proto.default] == [ends]


@pytest.mark.parametrize(
    ("calculator", "given", "told"),
    [
        ("samples", {"s_e1": 1, "s_n1": 10, "s_e2": 0, "s_n2": 7}, "is below 5 in a sample"),
        ("samples", {}, "two independent samples"),
        ("table", {}, "measured on one sample"),
    ],
)
def test_the_interval_for_independent_samples_is_doubted_where_it_is_shown(calculator, given, told):
    app = visit(calculator, tab=(f"{calculator}_tab", "All intervals"), **given)
    shown = table(app, "condition").set_index("interval")
    assert told in shown.loc["Difference of two error rates, independent samples (Wald)", "condition"]
    assert any(told in item.value for item in app.caption)
    assert not any("N·p̂" in item.value for item in app.caption)  # n is no word that a sentence begins with


def test_the_address_holds_the_ends_of_the_intervals():
    app = visit("errors", tab=("errors_tab", "All intervals"))
    app.segmented_control(key="errors_sides_two-sided").set_value("upper").run()
    linked = visit("errors", tab=("errors_tab", "All intervals"), **{"errors_sides_two-sided": "upper bound"})
    assert "**Intervals of the rate, upper bound**" in [item.value for item in linked.markdown]
    assert any(
        item.value.endswith("The interval beside the verdict is two-sided.") for item in linked.caption
    )
    assert table(linked, "condition").equals(table(app, "condition"))
    claimed = visit("errors", calc_claim="rate < p0", errors_sides_less="lower bound")
    assert any("beside the verdict is the upper bound." in item.value for item in claimed.caption)
    claimed.segmented_control(key="errors_sides_less").set_value("upper").run()
    assert not any("beside the verdict" in item.value for item in claimed.caption)


@pytest.mark.parametrize(
    ("rates", "told"),
    [
        ((0, 100), "On 100 instances of each classifier it can never judge, which counts as not rejected."),
        ((1, 99), "On 81 "),
        ((30, 20), ""),
    ],
)
def test_planning_says_where_two_proportions_cannot_judge(rates, told):
    given = dict(zip(("p_a_percent", "p_b_percent"), rates, strict=True))
    app = visit("planning", p_kind=planning.KINDS["two_proportions"], **given)
    said = [item.value for item in [*app.warning, *app.caption]]
    assert sum("z has no variance" in each for each in said) == bool(told)
    assert any(told in each for each in said)
    assert not any("too small" in item.value for item in app.warning)


@pytest.mark.parametrize(("sides", "end"), [("upper", "low"), ("lower", "high")])
@pytest.mark.parametrize(
    ("key", "inputs"), [("tango", {"e01": 10, "e10": 40, "n": 1000}), ("wilson", {"errors": 12, "n": 40})]
)
def test_a_bound_is_open_and_not_as_wide_as_differences_and_rates_can_be(key, inputs, sides, end):
    (found, _) = Estimate(key, inputs).intervals([0.95, 0.99], sides)
    assert abs(getattr(found, end)) == np.inf
    assert np.isfinite([*found]).sum() == 1
    assert Estimate(key, inputs).interval(0.95, "two").width < 1


@pytest.mark.parametrize(("calculator", "key"), [("folds", "f_tab"), ("table", "table_tab")])
def test_the_address_names_the_tab_that_is_open(calculator, key):
    assert not visit(calculator).latex
    assert visit(calculator, **{key: "Formula"}).latex


@pytest.mark.parametrize("tab", ["All intervals", "Formula", "Assumptions", "Text for a report"])
def test_every_tab_of_the_table_opens(tab):
    visit("table", tab=("table_tab", tab))


def test_mitchells_exercise_is_the_preset_of_planning():
    app = visit("planning")
    assert app.metric[0].value == "385"
    assert any("384.15" in item.value for item in app.latex)


@pytest.mark.parametrize("key", [key for key in planning.KINDS if key != "interval"])
def test_sample_size_and_power_are_those_of_core(key):
    app = visit("planning", p_kind=planning.KINDS[key])
    effect = {
        "binomial": 0.2,
        "two_proportions": (0.3, 0.2),
        "mcnemar_exact": (0.1, 0.05),
        "sign": (0.1, 0.05),
    }
    options = {"p0": 0.3} if key == "binomial" else {"ratio": 1 / 9} if key == "corrected_t" else {}
    side = "greater" if key == "sign" else "two-sided"
    given = effect.get(key, 0.8)
    reached = power(key, 100, given, alternative=side, **options)
    assert app.metric[-1].value == likely(reached)
    assert all(("of each" in item.label) is (key == "two_proportions") for item in app.metric)
    try:
        needed = sample_size(key, effect=given, alternative=side, **options)
    except InputError:
        assert app.warning
    else:
        assert app.metric[0].value == f"{needed:,}"


@pytest.mark.parametrize("key", ["binomial", "mcnemar_exact", "two_proportions"])
def test_alpha_of_a_plan_stands_below_its_claim(key):
    app = visit("planning", p_kind=planning.KINDS[key])
    (column,) = [one for one in app.columns if any(slider.key == state.ALPHA for slider in one.slider)]
    assert any(
        (box.key or "").startswith("p_claim_") for box in (*column.selectbox, *column.get("button_group"))
    )


def test_a_power_that_only_rounds_to_certainty_is_not_told_as_certain():
    app = visit("planning", p_kind=planning.KINDS["binomial"], p_n=500)
    assert 0.999 < power("binomial", 500, 0.2, p0=0.3) < 1
    assert app.metric[-1].value == "> 99.9\u00a0%"


@pytest.mark.parametrize(
    "kind", [planning.KINDS["binomial"], f"{simulated_planning.KINDS['delong']} (simulated)"]
)
def test_the_address_of_a_plan_holds_its_claim(kind):
    key, claim = ("p_claim_binomial", "rate > p0") if "binomial" in kind else ("p_claim_delong", "A > B")
    app = visit("planning", p_kind=kind, **{key: claim})
    assert app.segmented_control(key=key).value == "greater"
    split = any("one more negative where their number is odd" in item.value for item in app.caption)
    assert split == ("delong" in key)


def test_the_curve_of_counts_shows_every_size_and_the_words_say_which_is_given():
    app = visit("planning", p_kind=planning.KINDS["binomial"])
    (chart,) = app.get("plotly_chart")
    *others, asked = json.loads(chart.proto.spec)["data"]
    assert [line["name"] for line in others] == ["0.5×: 25\u00a0%", "1.5×: 15\u00a0%"]
    drawn = [np.frombuffer(b64decode(line["x"]["bdata"]), line["x"]["dtype"]) for line in (*others, asked)]
    assert all(np.array_equal(sizes, np.arange(2, 335)) for sizes in drawn)
    (words,) = [item.value for item in app.caption if "saw-toothed" in item.value]
    assert "147 instances reach 80\u00a0% already" in words
    assert "up to 166" in words
    assert "from 167 on" in words
    half, more = (sample_size("binomial", effect=rate, p0=0.3) for rate in (0.25, 0.15))
    wanted = f"half as large (25\u00a0%): {half} instances; 1.5 times as large (15\u00a0%): {more} instances."
    assert any(wanted in item.value for item in app.caption)


@pytest.mark.parametrize(
    ("key", "shares", "still"), [("mcnemar_exact", (10, 5), 15), ("sign", (12.5, 6), 18.5)]
)
def test_another_difference_is_told_with_the_share_of_disagreement_that_it_keeps(key, shares, still):
    app = visit("planning", p_kind=planning.KINDS[key], p_01_percent=shares[0], p_10_percent=shares[1])
    (words,) = [item.value for item in app.caption if "another one" in item.value]
    half = (shares[0] - shares[1]) / 400  # of the difference, on either side of the middle
    effect = (still / 200 + half, still / 200 - half)
    side = "greater" if key == "sign" else "two-sided"
    assert f"another one, with disagreement still on {still}\u00a0% of the instances? For" in words
    assert f"points): {sample_size(key, effect=effect, alternative=side):,} instances;" in words


def test_a_long_curve_says_that_it_leaves_sizes_out():
    app = visit("planning", p_kind=planning.KINDS["mcnemar_exact"], p_10_percent=8)
    (words,) = [item.value for item in app.caption if "saw-toothed" in item.value]
    assert words.endswith("some of the sizes only.")
    assert not any("another one" in item.value for item in app.caption)  # would take too long


def test_shares_that_cannot_be_are_refused_once():
    given = {"p_kind": planning.KINDS["sign"], "p_01_percent": "70", "p_10_percent": "60"}
    app = opened("calculators", calc=NAMES["planning"], **given)
    (refusal,) = (*app.error, *app.warning)
    assert "The two shares sum to 130" in refusal.value
    assert "Lower one of them" in refusal.value


def test_an_effect_that_cannot_be_larger_is_left_out():
    app = visit("planning", p_kind=planning.KINDS["binomial"], p_rate_percent=1)
    (words,) = [item.value for item in app.caption if "another one" in item.value]
    assert "half as large" in words
    assert "1.5 times" not in words
    app.number_input(key="p_rate_percent").set_value(30.0).run()  # no difference at all
    assert not app.exception
    assert not any("another one" in item.value for item in app.caption)
    (warning,) = app.warning
    words = warning.value.replace("\\", "")
    assert words.startswith("Binomial test: no n up to 1,000,000")
    assert app.metric[0].value == "none up to 1,000,000"
    assert words.endswith("There is no difference to be found.")


@pytest.mark.parametrize(
    ("claim", "why", "half"),
    [
        ("A ≠ B", "is too small", "more than 1,000,000 instances of each classifier"),
        ("A < B", "points the other way", "no number of instances of each classifier is enough"),
    ],
)
def test_a_size_beyond_the_largest_looked_at_is_not_called_impossible(claim, why, half):
    given = {"p_a_percent": 20, "p_b_percent": 19.95, "p_claim_two_proportions": claim}
    app = visit("planning", p_kind=planning.KINDS["two_proportions"], **given)
    (warning,) = app.warning
    assert warning.value.replace("\\", "").endswith(f"The effect {why}.")
    (words,) = [item.value for item in app.caption if "another one" in item.value]
    assert f"half as large (0.025 points: 19.9875\u00a0% against 19.9625\u00a0%): {half}" in words


def test_rates_of_a_plan_that_differ_are_written_apart():
    app = visit("planning", p_kind=planning.KINDS["binomial"], p_rate_percent=29.9)
    words = app.get("plotly_chart")[0].proto.spec
    assert all(rate in words for rate in ("29.9\\u00a0%", "29.95\\u00a0%", "29.85\\u00a0%"))


def test_where_no_number_is_enough_it_is_said_in_the_place_of_the_number():
    app = visit("planning", p_kind=planning.KINDS["corrected_t"])
    told = [(item.label, item.value) for item in app.metric]
    expected = likely(power("corrected_t", 100, 0.8, ratio=1 / 9))
    assert told == [("Pairs for power 80\u00a0%", "no number"), ("Power of 100 pairs", expected)]
    (words,) = [item.value for item in app.caption if "another one" in item.value]
    assert "no number of pairs is enough" in words and words.endswith("19 pairs.")


def test_a_power_that_is_reached_warns_of_no_ceiling():
    app = visit("planning", p_kind=planning.KINDS["corrected_t"], p_d=5)
    assert app.metric[0].value == "3"
    assert not any("However many" in item.value for item in [*app.warning, *app.caption])
    assert any(lined(r"1 - \beta > 0.9999") in item.value for item in app.latex)


def test_a_power_of_which_no_trial_falls_short_has_no_error_of_nothing():
    kind = f"{simulated_planning.KINDS['blocked_3x2_t']} (simulated)"
    found = visit("planning", p_kind=kind, p_delta_blocked_3x2_t=50)
    assert found.metric[-1].value == "100\u00a0% (4,000 of 4,000)"


@pytest.mark.parametrize(
    ("key", "n", "effect", "options"),
    [
        ("5x2_f", 10, 1.0, {"correlations": (0.2, 0.2)}),
        ("balanced_5x2_f", 10, 1.0, {"correlations": (0.2, 0.2)}),
        ("blocked_3x2_t", 6, 1.0, {"correlations": (0.2, 0.2)}),
        ("corrected_anova", 10, (1.5, 0.0, 0.0), {"ratio": 1 / 9, "trials": 2000}),
        ("delong", 200, (0.9, 0.8), {"correlations": 0.5, "trials": 400}),
        ("equivalence", 10, 0.0, {"ratio": 1 / 9, "rope": 1.0}),
        ("paired_equivalence", 10, 0.0, {"rope": 1.0}),
    ],
)
def test_simulated_sizes_and_power_are_those_of_core(key, n, effect, options):
    app = visit("planning", p_kind=f"{simulated_planning.KINDS[key]} (simulated)")
    options = {"trials": 4000} | options
    reached = power(key, n, effect, **options)
    assert app.metric[-1].value == f"{100 * reached:.1f} ± {100 * reached.standard_error:.1f}\u00a0%"
    if key in FOLDS:
        needed = simulated_effect(key, "two-sided", 0.05, Simulation(n, effect, **options), 0.8)
        assert app.metric[0].value == f"{needed:.3g} sd"
    else:
        size = sample_size(key, effect=effect, **options)
        low, high = size_limits(key, "two-sided", 0.05, Simulation(size, effect, **options), 0.8)
        assert app.metric[0].value == f"about {size:,}"
        sure = f"Within 2 standard errors: {low:,} to {high:,} {'instances' if key == 'delong' else 'pairs'}."
        assert any(item.value.endswith(sure) for item in app.caption)


def test_where_no_simulated_size_is_enough_it_is_said_in_the_place_of_the_number():
    kind = f"{simulated_planning.KINDS['equivalence']} (simulated)"
    app = visit("planning", p_kind=kind, p_rope=0.05)
    assert app.warning
    assert app.metric[0].label == "Pairs for power 80\u00a0%" and app.metric[0].value.startswith("none up to")


def test_a_simulated_curve_is_seen_to_be_one_and_has_its_points_where_power_rises():
    app = visit("planning", p_kind=f"{simulated_planning.KINDS['delong']} (simulated)")
    (curve,) = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    assert curve["mode"] == "lines+markers"
    assert curve["marker"]["size"] > 6 * curve["line"]["width"]
    drawn = np.frombuffer(b64decode(curve["y"]["bdata"]), curve["y"]["dtype"])
    assert np.diff(drawn).max() < 0.35


def test_points_of_a_simulated_curve_are_drawn_as_they_come(monkeypatch):
    monkeypatch.setattr(simulated_planning, "SOON", -1)
    seen = []
    monkeypatch.setattr(
        simulated_planning.charts, "still", lambda drawing, key: seen.append(len(drawing.frame))
    )
    app = visit("planning", p_kind=simulated("blocked_3x2_t"))
    assert len(app.get("plotly_chart")) == 1
    assert seen == list(range(1, simulated_planning.MOST_POINTS))


def test_where_no_number_of_repeats_is_enough_the_ceiling_is_said_first():
    app = visit("planning", p_kind=planning.KINDS["corrected_t"])
    (warning,) = app.warning
    assert warning.value.startswith("However many repeats, power stays below ")
    assert "where a validation set is 0.111 times as large as a training set. Repeats" in warning.value
    assert not any("corrected_t" in item.value for item in [*app.warning, *app.caption])


def test_planning_says_what_no_correlation_allows():
    app = visit(
        "planning",
        p_kind=f"{simulated_planning.KINDS['5x2_f']} (simulated)",
        refused=True,
        p_within=0.0,
        p_between=0.9,
    )
    assert "cannot correlate by 0 within" in app.error[0].value


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("0,12\t0,10\n0,2\t0,15", ([0.12, 0.2], [0.10, 0.15])),
        ("0.12, 0.10\n0.2, 0.15", ([0.12, 0.2], [0.10, 0.15])),
        ("0.12,0.10\n0.2,0.15", ([0.12, 0.2], [0.10, 0.15])),
        ("0,12\n0,2\n,3", ([0.12, 0.2, 0.3],)),
        ("0.1 0.2 0.3\n0.4 0.5 0.6", ([0.1, 0.2, 0.3], [0.4, 0.5, 0.6])),
        ("0.1 0.2 0.3", ([0.1, 0.2, 0.3],)),
        ("tree; knn\n12%; 10%", ([0.12], [0.10])),
        ("−0.1\n+2e-3\n", ([-0.1, 0.002],)),
        ("\n\n", ()),
    ],
)
def test_pasted_numbers_are_read_as_people_write_them(text, columns):
    assert pasted.read_columns(text)[0] == columns


def test_the_first_line_may_name_the_columns():
    lines = "A 0.12 0.10 0.15\nB 0.16 0.12 0.1"
    assert pasted.read_columns(lines)[:2] == (([0.12, 0.10, 0.15], [0.16, 0.12, 0.1]), ("A", "B"))
    assert pasted.read_columns("tree; knn\n1; 2\n3; 4")[1] == ("tree", "knn")


@pytest.mark.parametrize(
    ("text", "numbers", "names"),
    [
        ("fold,svm,knn\n1,0.12,0.1\n2,0.2,0.3", ([0.12, 0.2], [0.1, 0.3]), ("svm", "knn")),
        ("#\tsvm\n0\t12%\n1\t20%", ([0.12, 0.2],), ("svm",)),
        ("Split;svm\n1;0,12\n2;0,2\n3;0,1", ([0.12, 0.2, 0.1],), ("svm",)),
    ],
)
def test_a_column_that_counts_the_folds_is_left_out_and_it_is_said(text, numbers, names):
    found = pasted.read_rates(text, percent=False)
    assert found[:2] == (numbers, names)
    assert [said.endswith("only counts, and was left out.") for said in found.told] == [True]


def test_a_column_called_fold_that_does_not_count_is_one_of_scores():
    assert pasted.read_columns("fold;svm\n3;1\n1;2")[:2] == (([3, 1], [1, 2]), ("fold", "svm"))


@pytest.mark.parametrize(
    ("head", "rows", "names"),
    [
        ("Error of SVM in %", "12\n10", ("Error of SVM",)),
        ("Error of SVM [%]", "12\n10", ("Error of SVM",)),
        ("a,b", "0.1,0.2\n0.3,0.1", ("a", "b")),
        ("SVM linear  nearest neighbours", "0.1  0.2\n0.1  0.1", ("SVM linear", "nearest neighbours")),
        ("one two three", "0.1 0.2\n0.1 0.1", ()),
    ],
)
def test_names_of_several_words_are_kept_or_it_is_said_that_they_are_not(head, rows, names):
    found = pasted.read_columns(f"{head}\n{rows}")
    assert found.names == names
    assert bool(found.told) is not bool(names)


def test_more_learners_than_two_have_a_way_to_fold_results():
    app = opened("calculators", calc=NAMES["folds"], f_scores="fold,a,b,c\n1,.1,.2,.3\n2,.2,.1,.3")
    assert "there are 3 columns" in app.error[0].value and "Data › Fold results" in app.error[0].value
    (link,) = app.get("page_link")
    assert "door=Fold" in link.proto.query_string


@pytest.mark.parametrize(
    "text",
    [
        "a b c\n1 2 3\n1 2 3",
        "0.1 x\n0.2 0.3",
        "1 2\n3",
        "1 2 3\n1 2 3\n1 2 3",
        "1 2 3\n1 2",
        "0x10\n1",
        "nan\n1",
    ],
)
def test_unreadable_numbers_are_refused_by_line(text):
    with pytest.raises(InputError):
        pasted.read_columns(text)


def test_nothing_is_kept_in_the_store():
    visit("errors")
    assert cache.current_job() is None


@pytest.mark.parametrize("given", ["1e400", "-1e400", "inf"])
def test_an_endless_number_in_the_address_is_left_out(given):
    app = visit("errors", e_n=given)
    assert app.number_input(key="e_n").value == 40
    app.query_params["e_n"] = given  # typed while the page stands there
    app.run()
    assert not app.exception
    assert app.number_input(key="e_n").value == 40


@pytest.mark.parametrize("mixed", ["12% 0.16\n0.10 0.12\n15 0.14", "2.1 1.5\n0.8 1.1"])
def test_rates_of_which_some_are_above_one_are_asked_about(mixed):
    app = opened("calculators", calc=NAMES["folds"], f_scores=mixed)
    assert "is above 1" in app.error[0].value
    app.selectbox(key="f_kind").select("error rates in per cent").run()
    assert not app.error
    marked = mixed.replace("12%", "12").replace("0.16", "0.16%")
    a, b = [
        [float(cell.rstrip("%")) / 100 for cell in row]
        for row in zip(*map(str.split, marked.splitlines()), strict=True)
    ]
    expected = core.run_test("paired_t", a=a, b=b).p_value
    columns, _, told = pasted.read_rates(marked, percent=True)
    assert columns == (a, b)
    assert all(any(plain(how) in item.value for item in app.caption) for how in told)
    assert table(app, "verdict").set_index("test").loc["Paired t test", "p_value"] == pytest.approx(expected)


def test_rates_all_above_one_are_taken_for_per_cent():
    columns, *_ = pasted.read_rates("12 0\n10% 15", percent=False)
    assert columns == ([0.12, 0.10], [0.0, 0.15])
    for text in ("120%\n50%", "120% 0\n50% 0", "120\n50%"):
        with pytest.raises(InputError, match="no rate is above 100"):
            pasted.read_rates(text, percent=False)


@pytest.mark.parametrize(
    ("text", "percent", "how"),
    [
        ("12% 0.1\n15% 0.16", True, "per cent: 0.16 is 0.16\u00a0%"),
        ("12% 0.1\n15% 0.16", False, "shares of one: 0.16 is 16\u00a0%"),
        ("0.12\n0.1", True, "per cent: 0.12 is 0.12\u00a0%"),
        ("12 0\n10% 15", False, "per cent: 15 is 15\u00a0%"),
        ("12 0\n10 15", True, ""),
        ("0.2 1\n0 0.5", False, ""),
        ("12% 0\n10% 15%", False, ""),
        ("0% 0\n0 0", True, ""),
    ],
)
def test_how_numbers_without_a_percent_sign_were_read_is_told_where_it_could_be_doubted(text, percent, how):
    found = pasted.read_rates(text, percent=percent).told
    assert found == ((f"Numbers without a percent sign were read as {how}.",) if how else ())


def test_a_rate_below_zero_is_named():
    with pytest.raises(InputError, match=r"−0\.1 is below 0"):
        pasted.read_rates("-0.1\n0.1\n0.2", percent=False)


def test_numbers_above_a_hundred_are_no_rates():
    app = opened("calculators", calc="Fold scores", f_scores="14000 11000\n15000 12000\n16000 12500")
    assert [item.value for item in app.error] == [
        told(
            InputError(
                "no rate is above 100\u00a0%.", "numbers", "Correct it, or choose another kind of numbers."
            )
        )
    ]
    app = opened(
        "calculators",
        calc="Fold scores",
        f_kind="other, lower is better",
        f_scores="14000 11000\n15000 12500",
    )
    assert not app.error
    assert "its score is" in hero(app).effect


def on_paper(app):
    bodies = [item.proto.body for item in app.get("html")]
    (said,) = [body for body in bodies if body.startswith("<div class='fw-paper'><p>")]
    return said.replace("\u00a0", " ")


@pytest.mark.parametrize(("only_b", "both", "long"), [(1_000_000, 0, True), (12, 300, False)])
def test_tests_beside_each_other_are_text_on_every_screen_however_long_their_intervals(only_b, both, long):
    app = visit("table", m_00=0, m_01=0, m_10=only_b, m_11=both)
    assert ("−100.00000 … −99.99923" in " ".join(table(app, "verdict")["interval"])) is long
    keys = [box.proto.id for box in app.get("flex_container")]
    (held,) = (key for key in keys if key.endswith("_tests") and "paper_" in key)
    assert "_whole_" in held


def test_a_long_statistic_is_told_as_text_on_every_screen():
    app = visit("samples", s_e1=2, s_n1=20, s_e2=9, s_n2=20)
    assert any(said.startswith("one-sided Fisher's p") for said in table(app, "verdict")["statistic"])
    keys = [box.proto.id for box in app.get("flex_container")]
    (held,) = (key for key in keys if key.endswith("_tests") and "paper_" in key)
    assert "_whole_" in held


def test_what_is_planned_stands_on_paper_too():
    app = visit("planning")
    app.selectbox(key="p_kind").set_value("mcnemar_exact").run()
    said = on_paper(app)
    assert "two classifiers on the same instances: exact McNemar; " in said
    assert "Share where only A errs (%): 10; Share where only B errs (%): 5; " in said
    assert "Significance level α: 0.05; Power wanted: 80 %." in said
    app.selectbox(key="p_kind").set_value("interval").run()
    assert "The error rate lies between: 20 % to 60 %; " in on_paper(app)
    assert "McNemar" not in on_paper(app)


def test_pasted_numbers_and_where_they_come_from_stand_on_paper_too():
    app = visit("folds", f_scores="A B\n0.1 0.2\n0.2 0.2\n0.1 0.3")
    assert "The folds come from: one K-fold cross-validation; " in re.sub("</?span[^>]*>", "", on_paper(app))
    assert on_paper(app).endswith("Scores: A / B, 0.1 / 0.2, 0.2 / 0.2, 0.1 / 0.3.</p></div>")


@pytest.mark.parametrize(("n", "said"), [(100, ""), (9000, "Up to 4,761 instances of each")])
def test_power_of_two_proportions_is_summed_and_says_from_where_on_it_is_not(n, said):
    kind = planning.KINDS["two_proportions"]
    app = visit("planning", p_kind=kind, p_a_percent=30, p_b_percent=1, p_n=n)
    (told,) = [item.value for item in app.caption if "sum over all outcomes of both samples" in item.value]
    assert told.startswith(said or "Power is the sum")
    assert ("normal approximation" in told) is bool(said)
    assert any("R:" in item.value for item in app.latex) is not bool(said)


def test_a_claim_on_the_other_side_has_no_ceiling():
    kind = "two learners on overlapping folds: corrected t"
    app = visit("planning", p_kind=kind, p_claim_corrected_t="A < B")
    (said,) = [item.value for item in app.warning]
    assert "stays below" not in said


def test_the_correlation_that_is_planned_with_stands_in_the_address():
    app = visit("planning")
    (title,) = [
        option for option in app.selectbox(key="p_kind").options if "equivalent: overlapping" in option
    ]
    app = visit("planning", p_kind=title, p_rho=0.5)
    assert app.number_input(key="p_rho").value == 0.5


def test_folds_that_cannot_correlate_so_are_refused_in_words():
    app = visit("planning", refused=True, p_kind=simulated("5x2_f"), p_within=0.2, p_between=0.9)
    (said,) = [item.value for item in app.error]
    assert said.replace("\u00a0", " ").startswith("5 × 2 scores cannot correlate by")


def test_what_the_test_supposes_is_said_beside_a_correlation_that_is_typed_too():
    app = visit("planning", p_kind=simulated("corrected_anova"), p_rho=0.5)
    assert "empty: as the test supposes" in app.number_input(key="p_rho").label


def test_the_curve_of_delong_marks_the_size_given_however_large():
    app = visit("planning", p_kind=simulated("delong"), p_auc_a=0.9, p_auc_b=0.87)
    needed = app.metric[0].value.removeprefix("about ")
    assert int(needed.replace(",", "")) > 1000
    (curve,) = [item for item in app.get("plotly_chart") if "Power against" in item.proto.alt]
    assert f"<b>{needed}</b>" in json.loads(curve.proto.spec)["layout"]["annotations"][0]["text"]


def test_the_size_for_an_interval_is_said_as_the_answer_alone():
    app = visit("planning")
    (answer,) = app.metric
    assert answer.value == "385"
    assert "385" not in " ".join(item.value for item in (*app.caption, *app.latex, *app.markdown))


@pytest.mark.parametrize("kind", [*planning.KINDS.values(), simulated("5x2_f"), simulated("equivalence")])
def test_what_is_planned_stands_once_more_for_a_phone(kind):
    app = visit("planning", p_kind=kind)
    (said,) = [item.proto.body for item in app.get("html") if "aria-hidden" in item.proto.body]
    assert said.count("<strong>") == len(app.metric)
    for item in app.metric:
        assert f"{html.escape(item.label)}: <strong>{html.escape(item.value)}</strong>" in said
