"""Methods: every declared entry has its page, worked examples run live and agree with print."""

import re
import unicodedata
from urllib.parse import parse_qsl

import pytest
import streamlit as st

from core.bibliography import works
from core.designs import DESIGNS, usual_facts
from core.inference import INTERVALS, TESTS
from core.inference.advice.applicable import advice_on_design
from core.inference.verdicts.worked_examples import work_through
from pages.ui import method_search
from pages.ui.display.text import lined, plain
from pages.ui.method_entry import INTERVAL_EXAMPLES, KINDS
from pages.ui.session import state
from tests.pages.opening import opened

ENTRIES = [(kind, key) for kind, (_, entries) in KINDS.items() for key in entries]


@pytest.fixture(scope="module")
def app():
    st.cache_resource.clear()
    found = opened("methods")
    assert not found.exception
    yield found
    st.cache_resource.clear()


def open_entry(app, kind, key):
    app.query_params[state.METHOD] = f"{kind}.{key}"
    app.run()
    assert not app.exception, [item.message for item in app.exception]
    return app


@pytest.mark.parametrize(("kind", "key"), ENTRIES)
def test_every_entry_has_its_page(app, kind, key):
    open_entry(app, kind, key)
    entry = KINDS[kind][1][key]
    assert app.header[0].value == plain(entry.title)
    written = " ".join(item.value for item in [*app.markdown, *app.caption])
    assert plain(entry.summary) in written
    if entry.reference:
        assert plain(entry.citation) in written
        assert all(plain(work.fields["title"]) in written for work in works(entry.reference))
    assert "✗" not in written
    assert not re.search(r"\b[a-z]\\?_[a-z]\b", written)  # letters with an index stand in formulas only
    if kind in ("tests", "intervals"):
        assert any(lined(entry.formula) in item.value for item in app.latex)
        gaps = r"(\$|\s|\\allowbreak)*"
        assert all(re.fullmatch(gaps, outside_of_braces(item.value)) for item in app.latex)
    if kind == "tests":
        has_null = entry.question != "bayesian"
        assert all((words in written) is has_null for words in ("**Hypotheses**", "H0 holds"))


def outside_of_braces(formula):
    """A formula without what stands in braces, where lines break by the style of the page only."""
    text, count = re.sub(r"\\[{}]", "", formula), 1
    while count:
        text, count = re.subn(r"\{[^{}]*\}", "", text)
    return text


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (
            r"t = \frac{a - b}{c}, \qquad s = 1",
            r"{t \allowbreak = \frac{a - b}{c}, }\allowbreak {\qquad}\allowbreak {s \allowbreak = 1}",
        ),
        (r"\sum_{i=1}^N (d_i - d)^2", r"{\sum_{i=1}^N (d_i - d)^2}"),
        (r"\left(x \le 3\right)", r"{\left(x \le 3\right)}"),
        (r"\#\{b : d \ge e\}", r"{\#\{b : d \ge e\}}"),
    ],
)
def test_lines_of_formulas_break_between_statements_and_within_one_before_relations_only(formula, expected):
    assert lined(formula) == expected


def test_an_entry_of_tests_over_data_sets_agrees_with_its_examples(app):
    for key in ("friedman", "iman_davenport"):
        open_entry(app, "tests", key)
        assert plain("A verdict is about the learners on data sets like these.") in [
            c.value for c in app.caption
        ]
        assert len(app.warning) == 1  # in the second example of Iman and Davenport's p is exact
        assert all("5 rows or more" in item.value and plain("Here: 4;") in item.value for item in app.warning)


@pytest.mark.parametrize("key", ["binomial", "corrected_t", "mcnemar_midp"])
def test_interval_and_test_agree_as_the_entry_declares(app, key):
    open_entry(app, "tests", key)
    (said,) = [item.value for item in app.markdown if item.value.startswith("**Interval:**")]
    duality = TESTS[key].duality
    assert ("exactly when the test rejects" in said) is bool(duality)
    assert ("may disagree" in said) is ("two-sided" not in duality)


@pytest.mark.parametrize("key", TESTS)
def test_every_printed_number_of_every_worked_example_agrees(key):
    assert TESTS[key].examples
    for example in TESTS[key].examples:
        for item in work_through(TESTS[key], example)[1]:
            assert item.agrees, (example.source, item)


def test_a_worked_example_of_one_learner_knows_no_first(app):
    open_entry(app, "tests", "normal_approximation")
    said = " ".join(item.value for item in app.markdown)
    assert "he learner is" in said
    assert "first learner is" not in said


def test_a_worked_example_has_one_minus_sign():
    app = opened("methods", method="tests.welch_t")
    printed = " ".join(item.value for item in app.markdown if "Printed" in item.value)
    assert "−2" in printed
    assert not re.search(r"\| \\?-\d", printed)


def test_every_interval_that_takes_numbers_has_an_example():
    assert set(INTERVALS) - set(INTERVAL_EXAMPLES) == {"auc_delong", "auc_hanley_mcneil", "auc_bootstrap"}


@pytest.mark.parametrize("address", ["", "tests", "tests.nothing", "<script>", "learners.corrected_t"])
def test_addresses_that_lead_nowhere_show_the_first_entry(app, address):
    app.query_params[state.METHOD] = address
    app.run()
    assert not app.exception
    assert app.header[0].value == "Corrected resampled t test"


def test_the_search_finds_words_in_every_kind(app):
    open_entry(app, "tests", "mcnemar")
    app.text_input(key="search").set_value("dietterich").run()
    labels = [button.label for button in app.button]
    assert any("5×2 cv paired t test" in label for label in labels)
    assert any("5×2 cross" in label for label in labels)
    assert not any("Naive Bayes" in label for label in labels)
    found = {}
    for words in ("t-test", "t test"):
        app.text_input(key="search").set_value(words).run()
        found[words] = [button.label for button in app.button if button.label.endswith("test")]
    assert found["t-test"] == found["t test"]
    assert {"Corrected resampled t test", "5×2 cv paired t test"} <= set(found["t test"])
    assert "McNemar's test, exact" not in found["t test"]
    app.text_input(key="search").set_value("quadratic").run()
    assert {f"method_{name}" for name in ("learners_qda", "measures_brier", "measures_mse")} <= {
        item.key for item in app.button
    }
    app.text_input(key="search").set_value("cross entropy").run()  # as other tools call it
    assert "method_measures_log_loss" in [item.key for item in app.button]
    app.text_input(key="search").set_value("no such words").run()
    assert any("Nothing is found by all these words" in item.value for item in app.caption)
    app.text_input(key="search").set_value("").run()


@pytest.mark.parametrize(
    ("kind", "key", "said"),
    [
        ("designs", "hold_out", ("| validation | 0.3333 |", "| stratified | no |")),
        (
            "learners",
            "logistic_regression",
            (
                "| C | 1 |",
                "| class weight (class_weight) | not given | balanced | Balanced lets",
                "to 1,000,000 |",
            ),
        ),
        (
            "learners",
            "tree",
            ("| criterion | gini | gini or entropy |", "to 100 | Most", "; by default no limit."),
        ),
        (
            "learners",
            "ls",
            ("core.learners.class_indicator_regression.LeastSquaresCutAtHalf`, built on scikit-learn;",),
        ),
        ("learners", "naive_bayes", ("| smoothing (var_smoothing) | 1\u00a0×\u00a010⁻⁹ |",)),
    ],
)
def test_defaults_are_said_in_words(app, kind, key, said):
    open_entry(app, kind, key)
    written = " ".join(item.value for item in app.markdown).replace("\\", "")
    assert all(words in written for words in said), written
    assert not any(word in written for word in ("None", "False", "unset"))


def test_one_pair_is_not_told_as_several(app):
    open_entry(app, "designs", "hold_out")
    assert any(item.value.startswith("1 pair of 24 instances") for item in app.caption)


def test_tests_of_one_status_and_reason_share_a_row_of_a_design(app):
    open_entry(app, "designs", "hold_out")
    (table,) = [item.value for item in app.markdown if item.value.startswith("| Tests | Status | Reason |")]
    rows = [line.split(" | ", 1) for line in re.sub(r"\\|\u2060", "", table).splitlines()[2:]]
    assert len({worth for _, worth in rows}) == len(rows)
    listed = "; ".join(tests.removeprefix("| ") for tests, _ in rows).split("; ")
    advice = advice_on_design(usual_facts("hold_out"))
    assert sorted(listed) == sorted(TESTS[key].title for key, *_ in advice.listed)


def test_of_a_test_of_equivalence_it_is_said_what_has_to_reject(app):
    open_entry(app, "tests", "equivalence")
    assert any("have to reject" in item.value for item in app.caption)


def test_no_error_in_the_unit_of_the_response_is_called_a_pure_number(app):
    open_entry(app, "measures", "mcc")
    assert any("a pure number" in item.value for item in app.markdown)
    open_entry(app, "measures", "rmse")
    assert not any("a pure number" in item.value for item in app.markdown)


def test_the_kind_stands_in_the_address():
    app = opened("methods", kind="Designs")
    assert any("5×2 cross" in button.label for button in app.button)
    assert app.header[0].value == plain(next(iter(DESIGNS.values())).title)
    app.get("button_group")[0].set_value("intervals").run()
    assert app.header[0].value == plain(next(iter(INTERVALS.values())).title)
    app = opened("methods", method="designs.hold_out")
    assert app.header[0].value == plain(DESIGNS["hold_out"].title)


def test_a_search_for_a_kind_finds_all_of_it_and_what_is_called_so_elsewhere_behind():
    app = opened("methods", search="confidence interval")
    found = [button.key.removeprefix("method_") for button in app.button if button.key.startswith("method_")]
    assert {f"intervals_{key}" for key in INTERVALS} == set(found[: len(INTERVALS)])
    assert "tests_rates_equivalence" in found[len(INTERVALS) :]
    app = opened("methods", search="exact interval")
    assert app.header[0].value == plain(INTERVALS["exact"].title)


def test_a_click_shows_another_entry(app):
    open_entry(app, "tests", "mcnemar")
    next(button for button in app.button if button.key == "method_tests_5x2_f").click().run()
    assert not app.exception
    assert app.header[0].value == plain(TESTS["5x2_f"].title)


def test_groups_that_are_called_alike_say_of_which_kind_they_are(app):
    app.text_input(key="search").set_value("k").run()
    headings = [item.value.strip("*") for item in app.caption if item.value.startswith("**")]
    assert {"Learners\\: Classification", "Measures\\: Classification"} <= set(headings)
    assert len(headings) == len(set(headings))
    app.text_input(key="search").set_value("").run()
    assert "One learner against p0" in [item.value.strip("*") for item in app.caption]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("chi square", "McNemar's test"),
        ("χ²", "McNemar's test"),
        ("roc", "AUC"),
        ("mann-whitney", "AUC"),
        ("holm", "Holm"),
        ("bonferroni", "Bonferroni"),
        ("multiple testing", "Holm"),
        ("tukey", "Nemenyi"),
        ("rope", "Equivalence: two corrected t tests"),
        ("friedm", "Friedman"),
        ("overfitting", "training error"),
        ("student t test", "Paired t test"),
        ("student's t-test", "Paired t test"),
        ("F1 score", "F1"),
        ("phi coefficient", "Matthews correlation"),
        ("train test split", "Hold-out"),
        ("rank sum", "AUC"),
    ],
)
def test_a_search_opens_what_is_called_so(typed, first):
    app = opened("methods", search=typed)
    found = listed(app)
    assert found[0].startswith(plain(first)), found


def names_in(entry):
    """What an entry is called, and the methods, intervals and people that it names."""
    called = [entry.title, *entry.other_names, entry.citation, getattr(entry, "interval_title", "")]
    called += [example.source for example in getattr(entry, "examples", ())]
    surnames = [
        name.partition(",")[0]
        for work in works(entry.reference)
        for name in work.fields.get("author", "").split(" and ")
        if name != "others"
    ]
    return {*filter(None, [*called, *surnames])}


def without_other_keys(text):
    """A name as it is typed on any keyboard."""
    letters = unicodedata.normalize("NFKD", text.replace("ı", "i").replace("×", "x"))
    return re.sub("[\u0300-\u036f'’]", "", letters).replace("–", "-")


@pytest.mark.parametrize(("kind", "key"), ENTRIES)
def test_an_entry_is_found_by_every_name_in_it(kind, key):
    for typed in {*map(without_other_keys, names_in(KINDS[kind][1][key]))}:
        found = method_search.matches(method_search.spaced(typed).split())
        assert key in [entry.key for entry in found[kind]], typed


@pytest.mark.parametrize("typed", ["", "dietterich", "curve", "k", "interval"])
def test_the_page_lists_what_the_search_finds(app, typed):
    app.text_input(key="search").set_value(typed).run()
    found = method_search.matches(typed.split())
    shown = found if typed else {"tests": found["tests"]}
    assert {button.key for button in app.button if (button.key or "").startswith("method_")} == {
        f"method_{kind}_{entry.key}" for kind, entries in shown.items() for entry in entries
    }
    app.text_input(key="search").set_value("").run()


def test_the_words_of_the_entries_are_put_together_once_for_all_visits(app, monkeypatch):
    app.text_input(key="search").set_value("holm").run()

    def again(reference):
        raise AssertionError(reference)

    monkeypatch.setattr(method_search, "works", again)
    app.text_input(key="search").set_value("demsar").run()
    assert not app.exception
    assert listed(app)
    app.text_input(key="search").set_value("").run()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("wald", "intervals_difference"),
        ("wald", "tests_two_proportions"),
        ("newcombe", "tests_boschloo"),
        ("walsh", "tests_wilcoxon"),
        ("loocv", "designs_leave_one_out"),
        ("n_neighbors", "learners_knn"),
    ],
)
def test_what_is_named_within_an_entry_leads_to_it(typed, found):
    assert f"method_{found}" in [button.key for button in opened("methods", search=typed).button]


def test_letters_inside_of_words_are_not_found():
    app = opened("methods", search="roc")
    found = {button.key for button in app.button if (button.key or "").startswith("method_")}
    assert {"method_measures_auc", "method_tests_delong"} <= found
    assert "method_tests_normal_approximation" not in found


@pytest.mark.parametrize(
    ("typed", "leads"),
    [
        ("power", ["Calculators: Sample size and power", "Laboratory: False alarms and power of the tests"]),
        ("effect size", ["Calculators: Sample size and power", "Two learners: does it matter?"]),
        ("nested cross-validation", ["Experiment: tuning inside each training set, stratified designs"]),
        ("type 1 error", ["Laboratory: False alarms and power of the tests"]),
        ("boschloo", []),
        ("roc", ["Measures: Thresholds and curves"]),
        ("learning curves", ["Two learners: learning curves of an experiment"]),
        ("learning curve", ["Two learners: learning curves of an experiment"]),
        ("normality", ["Two learners: Q–Q plot of the differences"]),
        ("leakage", ["Data: which column holds groups"]),
        ("luck", ["Laboratory: The dance of the p-values"]),
        ("kappa", ["Data: Fold results"]),
        ("training time", []),
        ("β", ["Calculators: Sample size and power"]),
        ("η", ["Many learners: factors of a factorial experiment"]),
        ("partial eta squared", ["Many learners: factors of a factorial experiment"]),
    ],
)
def test_a_search_leads_to_what_other_pages_have(typed, leads):
    app = opened("methods", search=typed)
    assert [link.proto.label for link in app.get("page_link") if ": " in link.proto.label] == list(
        map(plain, leads)
    )


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("leakage", "Leakage is not looked for."),
        ("luck", "“Luck could explain it” says that the test does not reject H0"),
        ("kappa", "Kappa is not computed here;"),
        ("κ", "Kappa is not computed here;"),
        ("cohen's kappa", "Kappa is not computed here;"),
        ("normality", "No test of normality is offered:"),
    ],
)
def test_of_what_is_not_here_a_search_says_so(typed, said):
    assert any(item.value.startswith(plain(said)) for item in opened("methods", search=typed).caption)


@pytest.mark.parametrize(
    ("greek", "name"),
    [
        ("α", "alpha"),
        ("ρ", "rho"),
        ("Λ", "lambda"),
        ("χ²", "chi2"),
        ("χ²", "chi square"),
        ("χ²", "chi-squared"),
        ("η²", "eta squared"),
    ],
)
def test_a_greek_letter_finds_what_its_name_finds(greek, name):
    assert listed(opened("methods", search=greek)) == listed(opened("methods", search=name))


@pytest.mark.parametrize(
    ("typed", "instead"),
    [("wilcoxen", "wilcoxon"), ("bonferoni holm", "bonferroni holm"), ("kapa", "kappa"), ("zzzz", None)],
)
def test_where_nothing_is_found_the_nearest_name_is_offered(typed, instead):
    app = opened("methods", search=typed)
    offered = [item for item in app.button if item.key == "meant"]
    assert [item.label for item in offered] == ([f"Did you mean “{instead}”?"] if instead else [])
    for item in offered:
        item.click().run()
        assert app.text_input(key="search").value == instead
        assert not any("spelling" in one.value for one in app.caption)


def listed(app):
    return [button.label for button in app.button if (button.key or "").startswith("method_")]


@pytest.mark.parametrize("typed", ["kappa", "leakage", "zzzqq"])
def test_where_nothing_is_listed_no_references_are_offered(typed):
    app = opened("methods", search=typed)
    assert not listed(app) and not app.get("download_button")
    assert opened("methods", search="auc").get("download_button")


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("learning curve", []),
        ("learning curves", []),
        ("curve learning", ["RBF SVM"]),
        ("roc curve", ["AUC"]),
        ("size of the training set", []),
    ],
)
def test_what_another_page_is_called_by_is_not_searched_for_word_by_word(typed, found):
    assert listed(opened("methods", search=typed))[:1] == list(map(plain, found))


@pytest.mark.parametrize("typed", ["μ", "mu", "τ", "ν"])
def test_a_greek_letter_is_no_beginning_of_a_word(typed):
    app = opened("methods", search=typed)
    assert not listed(app) and any(
        item.value.startswith("Nothing is found by this word.") for item in app.caption
    )


def test_a_search_finds_tests_by_what_they_take_for_granted():
    assert "method_tests_paired_t" in [button.key for button in opened("methods", search="normality").button]


@pytest.mark.parametrize("typed", ["power", "roc", "learning curve", "normality", "leakage", "kappa", "η"])
def test_where_a_search_leads_there_is_what_the_link_names(typed):
    app = opened("methods", search=typed)
    link = next(one.proto for one in app.get("page_link") if ": " in one.proto.label)
    there = opened(link.page, **dict(parse_qsl(link.query_string)))
    assert not there.exception
    assert not any(item.value.startswith("Not all of this link") for item in there.warning)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("boschloo exact", "1 entry matches."),
        ("dietterich", "entries match."),
        ("zzzz", "Nothing is found by this word. Try another one, or another spelling."),
        ("zzzz yyyy", "Nothing is found by all these words. Try fewer, or another spelling."),
    ],
)
def test_a_search_says_how_many_match_and_opens_none_that_does_not(typed, said):
    app = opened("methods", search=typed)
    assert not app.exception
    (told,) = [item.value for item in app.caption if "match" in item.value or "spelling" in item.value]
    assert told.endswith(said)
    listed = [item for item in app.button if (item.key or "").startswith("method_")]
    assert told.startswith((f"{len(listed)} ", "No"))
    assert [item.value for item in app.header] == [item.label for item in listed[:1]]
