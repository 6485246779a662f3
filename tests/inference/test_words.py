"""The words of a verdict: who is better, how p is printed, what is never said."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.figures import Scale
from core.inference import TESTS, Naming, run_test
from core.inference.declaration.number_words import plain, short, tex
from core.inference.interpretation.brief import brief
from core.inference.verdicts.verdict import judge
from core.inference.verdicts.wording import by_name, design_words
from core.records import DesignFacts
from core.written import (
    PERCENT,
    counted,
    decimals_of,
    ends,
    hundredfold,
    hundredths,
    in_percent,
    in_points,
    measured,
    number,
    p_text,
    percent,
    places_alike,
    probability,
    share_to_places,
    to_places,
)

SIZES = {"n_train": 90, "n_validation": 10}
BETTER = [0.11, 0.13, 0.10, 0.15, 0.12, 0.13, 0.11, 0.14, 0.12, 0.13]
WORSE = [0.16, 0.19, 0.14, 0.19, 0.17, 0.18, 0.15, 0.2, 0.16, 0.17]


def verdict(measure="error", lower=True, unit="", alternative="two-sided", **options):
    rate = measure in {"error", "accuracy"}
    facts = DesignFacts("k_fold", 1, 10, 90, 10)
    naming = Naming("tree", "forest", measure, measure, lower, unit, rate, facts)
    return judge("corrected_t", {"a": WORSE, "b": BETTER, **SIZES, **options}, alternative, naming)


def test_the_sentence_says_who_is_better():
    assert (
        verdict()
        .sentence()
        .startswith("forest makes 4.70 percentage points fewer errors than tree; with 10-fold")
    )
    better = verdict("accuracy", lower=False).sentence()
    assert better.startswith("tree did better than forest: its accuracy is 4.70 percentage points higher")
    timed = verdict("training_time", unit="s").sentence()
    assert timed.startswith("forest did better than tree: its training_time is 0.0470 s lower")
    unknown = run_test("corrected_t", a=WORSE, b=BETTER, **SIZES)
    assert "higher than that of the second learner" in unknown.sentence()
    assert "tree" in unknown.named("tree", "forest", "error rate").sentence()
    assert "more than luck would explain (p < .001 ≤ α = .05)" in verdict().sentence()


def test_a_verdict_that_does_not_reject_never_accepts():
    for alternative in ("two-sided", "less"):
        weak = verdict(alternative=alternative, a=[0.1, 0.2] * 5, b=[0.2, 0.11] * 5)
        for text in (weak.sentence(), weak.paragraph()):
            assert "accept" not in text
            assert "does not" in text
    assert "one-sided p" in verdict(alternative="less").sentence()


@pytest.mark.parametrize("key", [key for key, entry in TESTS.items() if entry.question != "bayesian"])
def test_no_text_says_that_h0_is_accepted_or_p_is_zero(key):
    for example in TESTS[key].examples:
        result = run_test(key, example.alternative, **example.inputs)
        for alpha in (0.001, 0.05, 0.5):
            text = f"{result.sentence(alpha)} {result.paragraph(alpha)}"
            assert "accept" not in text
            assert "= .000" not in text
            assert "= 0.000" not in text
            assert "nan" not in text
            assert "None" not in text
            assert "  " not in text
            assert text.endswith(".")
            assert "This is about" in text


def test_equivalence_is_said_in_its_own_words():
    close = run_test("equivalence", a=BETTER, b=BETTER[::-1], rope=0.05, **SIZES)
    assert "equivalent in practice" in close.sentence()
    far = run_test("equivalence", a=WORSE, b=BETTER, rope=0.01, **SIZES)
    assert "equivalence is not shown" in far.sentence()


def test_p_values_in_print():
    assert probability(0.012) == "= .012"
    assert probability(0.0000001) == "< .001"
    assert probability(1.0) == "= 1"
    assert probability(0.99999) == "> .999"
    assert probability(0.0501, 0.05) == "= .0501"
    assert probability(0.0499999, 0.05) == "= .0499999"
    assert probability(0.05, 0.05) == "= .050"


@given(st.floats(1e-6, 1), st.sampled_from([0.01, 0.05, 0.1]))
def test_a_printed_p_is_on_the_right_side_of_alpha(p, alpha):
    text = probability(p, alpha)
    if text.startswith("= ") and abs(p - alpha) > 1e-9:
        assert (float(text[2:]) <= alpha) == (p <= alpha)


def test_numbers_in_print():
    assert short(0.123456) == "0.123"
    assert short(-2.0) == "−2"
    assert short(float("inf")) == "∞"
    assert short(float("nan")) == "undefined"
    assert short(1.5e-9) == "1.50 × 10⁻⁹"
    assert short(1234567.0) == "1,234,567"
    assert tex(1.5e-9) == r"1.500 \cdot 10^{-9}"
    assert tex(float("-inf")) == r"-\infty"
    assert counted(1, "folds") == "1 fold"
    assert counted(3, "folds") == "3 folds"
    assert counted(1, "classes") == "1 class"
    assert counted(1200, "instances") == "1,200 instances"
    assert run_test("mcnemar_exact", e01=1, e10=1).sentence().count("1 instance;") == 1
    assert plain({"a": (float("inf"), float("nan"))}) == {"a": ["infinity", "undefined"]}


def test_formulas_are_filled_with_the_numbers():
    steps = verdict().formula_steps()
    assert any("0.1111" in step for step in steps)
    assert any(r"\frac{1}{10}" in step for step in steps)


def test_a_p_value_below_all_numbers_is_not_zero_in_a_formula():
    for alternative in ("two-sided", "greater"):
        steps = run_test("binomial", alternative, errors=10**9, n=10**9, p0=0.25).formula_steps()
        assert steps[-1].endswith("< 10^{-300}")


def test_what_is_taken_from_each_other_in_a_formula_is_written_as_finely_as_the_difference():
    (step,) = run_test(
        "normal_approximation", "two-sided", errors=1234, n=98_765, p0=0.012345
    ).formula_steps()[1:]
    assert r"\frac{0.0124943 - 0.0123450}{" in step
    assert step.endswith("= 0.4249")
    usual, *_ = run_test("two_proportions", errors_1=30, n_1=100, errors_2=20, n_2=100).formula_steps()[1:]
    assert "0.3000 - 0.2000 = 0.1000" in usual


def test_hypotheses_in_words_and_symbols():
    entry = TESTS["binomial"]
    assert entry.h0("greater") == "The error rate is at most p0."
    assert entry.h1("greater") == "The error rate is greater than p0."
    assert entry.hypotheses("greater") == (r"H_0: \pi \le p_0", r"H_1: \pi > p_0")


@pytest.mark.parametrize("key", [key for key, entry in TESTS.items() if entry.takes == "several"])
def test_of_several_learners_h1_says_that_they_are_not_all_alike_which_has_one_side(key):
    entry = TESTS[key]
    assert entry.h0().endswith(" equals 0.") and entry.h1().endswith(" is greater than 0.")
    assert [one[-3:] for one in entry.hypotheses()] == ["= 0", "> 0"]


def test_one_sided_claims_name_the_learners():
    weak = verdict(alternative="less").sentence()
    assert (
        "the claim that the expected difference of the scores (tree minus forest) is less than 0 is not supported"
        in weak
    )
    counts = run_test("sign", "greater", e01=6, e10=4).named("tree", "forest").sentence()
    assert "the share of disagreements on which tree is wrong is greater than ½" in counts


def test_an_interval_of_a_rate_ends_where_no_rate_is_smaller():
    scores = [0.1, 0.2, 0.15, 0.1, 0.2]
    given = {"scores": scores, "p0": 0.3, "n_train": 90, "n_validation": 10}
    of_a_rate = run_test("corrected_one_sample_t", "less", **given).named("tree", "", "error rate", rate=True)
    assert ") is up to " in of_a_rate.paragraph()
    both = run_test("corrected_one_sample_t", **given | {"scores": [0.0, 0.3, 0.1, 0.0, 0.2]})
    assert ") is [0.00, " in both.named("tree", "", "error rate", rate=True).paragraph()


@pytest.mark.parametrize("alternative", ["less", "greater"])
@pytest.mark.parametrize(
    ("key", "inputs"),
    [
        ("binomial", {"errors": 12, "n": 90, "p0": 0.2}),
        ("two_proportions", {"errors_1": 12, "n_1": 90, "errors_2": 20, "n_2": 90}),
        ("mcnemar_exact", {"e01": 25, "e10": 10}),
        ("paired_t", {"a": [3.0, 1.0, 2.0], "b": [1.0, 2.0, 2.5]}),
    ],
)
def test_a_bound_has_one_end_in_a_report_as_in_the_brief(key, inputs, alternative):
    found = run_test(key, alternative, **inputs)
    said = brief(found).interval.partition(": ")[2].replace("percentage points", "points").rstrip(".")
    assert said.startswith("up to ") if alternative == "less" else said.endswith(" or more")
    assert f" is {said}." in found.paragraph().replace("percentage points", "points")


def test_a_side_of_mcnemar_has_no_chi_squared():
    assert "χ²" not in run_test("mcnemar", "greater", e01=25, e10=10).numbers()


@pytest.mark.parametrize(
    "module",
    [
        "planning.power",
        "planning.halves",
        "comparing.adjust",
        "intervals.catalogue",
        "verdicts.verdict",
        "hypothesis_tests.five_by_two_statistics",
        "comparing.adjust_all_pairs",
    ],
)
def test_examples_in_docstrings(module):
    import doctest
    from importlib import import_module

    outcome = doctest.testmod(import_module(f"core.inference.{module}"))
    assert outcome.attempted
    assert not outcome.failed


@pytest.mark.parametrize(
    ("key", "measured"),
    [("5x2_f", ".151"), ("balanced_5x2_f", ".128"), ("corrected_t", ".111"), ("blocked_3x2_t", ".054")],
)
def test_tests_that_are_advised_on_folds_say_what_they_do_for_stable_and_unstable_learners(key, measured):
    said = " ".join(TESTS[key].cautions)
    assert "1-NN" in said
    assert measured in said
    assert "nearest mean" in said
    assert ".01–.07" in said


def test_rates_are_told_in_per_cent_and_other_scores_as_they_are():
    counted_errors = run_test("binomial", errors=12, n=40, p0=0.25)
    assert "is 30.00\u00a0% (12 of 40), above p0 = 25\u00a0%" in counted_errors.sentence(0.05)
    scores = run_test("one_sample_t", scores=[0.2, 0.3, 0.4], p0=0.25)
    assert "is 30.00\u00a0%, above p0 = 25\u00a0%" in scores.named("A", "", "accuracy", rate=True).sentence(
        0.05
    )
    assert "is 0.300, above the reference 0.25;" in scores.named("A", "", "AUC").sentence(0.05)
    typed = run_test("one_sample_t", scores=[50.0, 54.0, 58.0], p0=77.01).named("A", "", "rmse")
    assert "below the reference 77.01;" in typed.sentence(0.05)
    guessed = run_test("one_sample_t", scores=[8.5, 8.9, 9.4], p0=18.234118).named("A", "", "mae")
    assert "below the reference 18.23;" in guessed.sentence(0.05)


def test_an_end_close_to_zero_is_not_told_as_zero():
    d = [0.00003, 0.05, 0.03, 0.06, 0.04, 0.02]
    found = run_test("wilcoxon", a=d, b=[0.0] * 6).named("A", "B", "error rate", rate=True)
    low = found.confidence_interval().low
    assert low == pytest.approx(0.00003)
    assert "is [0.003, 6.00] points." in found.paragraph()
    assert ": +0.003 to +6.00 points." in brief(found).interval
    assert to_places(math.nan, 2) == "–" == to_places(math.nan, 2, alike=True)
    assert to_places(-math.inf, 2, signed=True) == "−∞"


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (0.014, "1.40"),
        (0.047, "4.70"),
        (0.02824, "2.82"),
        (0.0, "0.00"),
        (1.0, "100.00"),
        (0.0000624, "0.0062"),
        (0.9998, "99.98"),
        (0.999998, "99.99980"),
        (1e-17, "0.00"),
    ],
)
def test_rates_that_were_found_have_the_decimals_of_tables(rate, text):
    assert measured(rate) == f"{text}\u00a0%"


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (141 / 142, "99.3"),
        (0.123, "12.3"),
        (0.995, "99.5"),
        (0.9995, "99.95"),
        (0.99995, "99.995"),
        (0.99999, "99.999"),
        (0.999998, "99.9998"),
        (1 / 3, "33.33"),
        (0.99, "99"),
        (1.0, "100"),
    ],
)
def test_rates_have_as_many_decimals_as_make_sense_however_near_to_all(rate, text):
    assert percent(rate) == f"{text}\u00a0%"


def test_sentences_keep_the_zero_that_tables_have():
    taken = run_test("binomial", errors=2, n=143, p0=0.05).sentence(0.05)
    assert "is 1.40\u00a0% (2 of 143), below p0 = 5\u00a0%" in taken
    close = run_test("binomial", errors=20_003, n=100_000, p0=0.2).sentence(0.05)
    assert "is 20.0030\u00a0% (20,003 of 100,000), above p0 = 20.0000\u00a0%" in close
    rows = "1,.004,.08,.09\n2,.014,.05,.1\n3,.024,.08,.11"
    errors = core.read_fold_scores(f"fold,A,B,C\n{rows}".encode(), measure="error")
    several = core.compare_all(errors, test="repeated_anova").sentence(0.05)
    assert "range from 1.40\u00a0% to 10.00\u00a0%" in several


def test_percentages_stay_with_their_sign_and_one_point_is_a_point():
    assert [in_percent(share) for share in (0.8, 0.951, -0.05)] == ["80\u00a0%", "95.1\u00a0%", "−5\u00a0%"]
    assert (in_percent(1 / 3, ".0f"), hundredths(0.0123)) == ("33\u00a0%", "1.23\u00a0%")
    assert [in_points(value) for value in (0.01, -0.01, 0.001, 0.11, 0.0225, -0.02255, 0.1, 0.00012345)] == [
        "1 point",
        "−1 point",
        "0.1 points",
        "11 points",
        "2.25 points",
        "−2.26 points",
        "10 points",
        "0.012 points",
    ]
    assert in_points(0.3 - 0.1 - 0.2, signed=True) == "0 points"
    assert in_points(0.01, 2, signed=True) == "+1.00 points"
    assert in_points(0.01, full=True) == "1 percentage point"
    assert in_points(float("inf")) == "∞ points"


@pytest.mark.parametrize(
    ("low", "high", "at", "written"),
    [
        (-9.18679e20, -3.54795e19, -4.77079e20, ("−9.19 × 10²⁰", "−3.5 × 10¹⁹", "−4.77 × 10²⁰")),
        (-5.3e-10, 5e-10, -1.4e-11, ("−5.3 × 10⁻¹⁰", "+5.0 × 10⁻¹⁰", "−1.4 × 10⁻¹¹")),
        (-3e15, 4e14, -1e15, ("−3.00 × 10¹⁵", "+400,000,000,000,000", "−1.00 × 10¹⁵")),
    ],
)
def test_powers_of_ten_have_digits_as_other_numbers_in_an_interval(low, high, at, written):
    places = decimals_of(low, high, rates=False, at=at)
    assert (*ends(low, high, rates=False, signed=True), to_places(at, places)) == written


def test_both_ends_of_an_interval_have_as_many_decimals_as_tell_them_apart():
    assert ends(-0.0528, 0.0077, rates=True, signed=True) == ("−5.28", "+0.77")
    assert ends(0.123111, 0.123118, rates=True) == ("12.31110", "12.31180")
    assert ends(0.99999999443, 0.99999999997468, rates=True) == ("99.99999944", "99.9999999975")
    assert ends(0.62, 0.999975, rates=True) == ("62.00", "99.9975")
    assert ends(-1.0, 1.0, rates=True, signed=True) == ("−100.00", "+100.00")
    assert Scale("", percent=True).text(0.99999999997468) == "99.9999999975\u00a0%"
    assert Scale("", percent=True).text(1.0) == "100.00\u00a0%"
    assert ends(-0.0275, -0.003, rates=False) == ("−0.0275", "−0.0030")
    assert ends(-1e-9, 12.3, rates=False, signed=True) == ("−1 × 10⁻⁹", "+12.3")
    assert ends(6.4e-8, 6.86e-8, rates=False) == ("6.400 × 10⁻⁸", "6.860 × 10⁻⁸")
    assert ends(float("-inf"), 0.04, rates=True) == ("−∞", "4.00")
    assert ends(float("-inf"), 0.04, rates=False, signed=True) == ("−∞", "+0.04")
    assert ends(2.0, 2.0, rates=False) == ("2", "2")


def test_an_open_end_takes_no_decimals_from_the_end_that_there_is():
    assert ends(0.0000192, 1.0, rates=True, signed=True, at=0.00004) == ("+0.0019", "+100.0000")
    assert ends(-1.0, 0.0000608, rates=True, at=0.00004) == ("−100.0000", "0.0061")
    assert ends(0.0, 0.300024, rates=True, at=0.3) == ("0.0000", "30.0024")
    assert ends(0.0, 0.0006, rates=True, at=0.0) == ends(0.0, 0.0006, rates=True)
    samples = {"errors_1": 100, "n_1": 10**6, "errors_2": 60, "n_2": 10**6}
    for claim, interval in {"two-sided": "+0.0015 to +0.0065", "greater": "+0.0019 points or more"}.items():
        told = brief(run_test("two_proportions", claim, **samples).named("A", "B", "error"), 0.05)
        assert told.effect == "B makes 0.0040 percentage points fewer errors than A."
        assert interval in told.interval  # by hand: 0.004 − 1.6449 · 0.001265 = 0.0019


def test_one_number_is_written_one_way_in_a_sentence_and_in_a_table():
    for value in (65_857_623.0, -2_275_099.0, 4_512_345_678.4, -3e16, 6.65e-8):
        assert number(value) == to_places(value, 10 if abs(value) < 1 else 0)
    assert short(65_857_623.4) == "65,857,623"


@pytest.mark.parametrize(
    ("share", "text"), [(0.77775, "77.78"), (0.78675, "78.68"), (0.12365, "12.36"), (0.00125, "0.12")]
)
def test_a_half_is_rounded_by_its_decimals_however_it_was_summed_up(share, text):
    for value in (
        math.nextafter(share, 0),
        share,
        math.nextafter(share, 1),
    ):  # by hand, halves to the even digit
        assert {f"{text}{PERCENT}"} == {
            hundredths(value),
            percent(value),
            measured(value),
            in_percent(value, ".2f"),
        }
        assert hundredfold(value, 2) == share_to_places(value, 2) == to_places(100 * value, 2) == text
    assert {number(1000 * math.nextafter(share, side)) for side in (0, 1)} == {number(1000 * share)}
    assert p_text(math.nextafter(0.0125, 1)) == p_text(math.nextafter(0.0125, 0)) == ".012"


def test_one_mean_is_one_number_in_a_sentence_and_in_a_table():
    scores = [0.897, 0.937, 0.813, 0.704, 0.648, 0.747, 0.764, 0.639, 0.636, 0.988, 0.857, 0.703]
    summed = {sum(scores) / 12, sum(sorted(scores)) / 12, math.fsum(scores) / 12}  # by hand 0.77775
    assert {percent(mean) for mean in summed} == {hundredths(mean) for mean in summed} == {f"77.78{PERCENT}"}


def test_a_single_difference_has_a_single_rank():
    one = run_test("wilcoxon", a=[0.3, 0.1, 0.1], b=[0.1, 0.1, 0.1])
    assert one.null.words == "exact sum of 1 signed rank"


@pytest.mark.parametrize(
    "key",
    ["k_fold", "repeated_k_fold", "5x2", "blocked_3x2", "balanced_5x2", "balanced_mx2", "disjoint_halves"],
)
def test_a_design_is_called_in_a_sentence_as_by_its_title(key):
    design = core.make_design(key)
    facts = core.DESIGNS[key].facts(design.replicates, design.folds)
    assert design_words(facts) == design.title


@pytest.mark.parametrize(("key", "count"), [("leave_one_out", 178), ("bootstrap", 100)])
def test_a_design_whose_number_is_that_of_its_data_or_samples_has_one_name_too(key, count):
    design = core.make_design(key)
    assert design_words(core.DESIGNS[key].facts(1, count)) == design.title


def test_groups_that_are_left_out_have_one_name_in_titles_and_sentences():
    entry = core.DESIGNS["leave_one_out"]
    assert design_words(replace(entry.facts(1, 7), grouped=True)) == entry.group_wording


def test_titles_keep_their_capital_in_the_middle_of_a_sentence_only_where_they_begin_with_a_name():
    known = [by_name(entry.title) for entry in TESTS.values()]
    assert by_name("Corrected resampled t test") == "the corrected resampled t test"
    assert by_name("Wilcoxon signed-rank test") == "the Wilcoxon signed-rank test"
    assert by_name("McNemar's test, mid-p") == "McNemar's test, mid-p"
    begin = {name.removeprefix("the ").split()[0] for name in known}
    assert {word for word in begin if word[0].isupper()} == {
        *("Bayesian", "Boschloo's", "Cochran's", "DeLong's", "Fisher's", "Friedman's", "Iman–Davenport"),
        *("Kruskal–Wallis", "McNemar's", "Quade's", "Salzberg's", "Welch's", "Wilcoxon"),
    }


def test_differences_that_are_compared_are_written_alike_when_they_round_to_nothing():
    differences = [0.05, 0.004, -0.00001, 0.00001, 0.0]
    places = places_alike(differences)
    written = [to_places(one, places, signed=True, alike=True) for one in differences]
    assert written == ["+0.050", "+0.004", "−0.000", "+0.000", "0"]
    assert to_places(-0.00001, places, signed=True) == "−1 × 10⁻⁵"
