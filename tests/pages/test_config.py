"""The app's configuration, its example, and the escape for names that come from files."""

import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from streamlit import config

import core
from core.figures import chart_colors
from core.figures.canvas.palette import DARK_ENDS
from core.written import duration, number
from pages.ui.display.text import plain, unbroken, without_arguments
from pages.ui.session.shelf import Shelf
from sample_data import make_example

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())
HOSTILE = [
    "[a](http://evil.example)",
    "![](http://evil.example/x.png)",
    "http://evil.example",
    "www.evil.example",
    "someone@evil.example",
    "**bold** _it_ `code` ~~gone~~",
    "$x^2$ :red[x] :material/home: :smile:",
    "a -> b, a -- b, a >= b",
    "<img src=x onerror=alert(1)>",
    "# heading",
    "1. item",
    "| a | b |",
]


def test_every_configured_option_still_exists():
    known = set(config.get_config_options())
    for section, options in CONFIG.items():
        for name in options:
            full = f"{section}.{name}"
            nested = isinstance(options[name], dict)
            assert nested or full in known or section == "theme", f"Streamlit knows no {full}"


def test_the_forced_garbage_collection_is_off_and_the_switch_exists():
    assert CONFIG["runner"]["postScriptGC"] is False
    assert config.get_option("runner.postScriptGC") is False


def test_nothing_is_told_to_strangers():
    assert CONFIG["browser"]["gatherUsageStats"] is False
    assert CONFIG["client"]["showErrorDetails"] == "none"
    assert CONFIG["server"]["address"] == "127.0.0.1"


def test_the_theme_has_the_colours_of_the_figures():
    assert CONFIG["theme"]["chartCategoricalColors"] == chart_colors()


def test_the_committed_example_is_what_a_run_gives():
    folder = ROOT / "sample_data"
    run = make_example.run()
    assert core.read_fold_scores(folder / "example_fold_scores.csv") == run.fold_scores
    assert (folder / "example_experiment.json").read_text() == run.spec.to_json() + "\n"


@pytest.mark.parametrize("text", HOSTILE)
def test_plain_text_has_no_active_mark_and_reads_the_same(text):
    escaped = plain(text)
    shown = re.sub(r"\\(.)", r"\1", escaped).replace("\u2060", "")
    assert shown == text
    bare = re.sub(r"\\.", "", escaped)
    assert not re.search(r"[\[\]()*_`$#<>|~!]", bare)
    for address in ("http://", "www.", "someone@"):
        assert address not in re.sub(r"\\(.)", r"\1", escaped)


def test_no_line_of_a_sentence_ends_in_a_letter_and_its_hyphen():
    assert unbroken("k-NN makes fewer errors.") == "k-\u2060NN makes fewer errors."
    assert unbroken("gradient…stopA … and") == "gradient…\u2060stopA … and"
    assert unbroken("100-fold, −0.5 and <b>") == "100-fold, −0.5 and <b>"


def test_no_line_ends_within_an_interval():
    assert unbroken("−5.77 to +1.05 points") == "−5.77\u00a0to\u00a0+1.05\u00a0points"
    assert unbroken("from 2 to 5, led to + or") == "from 2 to 5, led to + or"


def test_no_line_ends_beside_a_sign_between_numbers():
    joined = "2\u00a0×\u00a05-\u2060fold, 86.7\u00a0±\u00a04.4, Folds\u00a0×\u00a0learners"
    assert unbroken("2 × 5-fold, 86.7 ± 4.4, Folds × learners") == joined
    assert plain("2 × 5") == "2\u00a0×\u00a05"
    assert plain("A p < .05 and 20 s, C < D").replace("\u00a0", "_") == r"A p_\<_\.05 and 20_s\, C \< D"
    assert unbroken("⚠ caution, smaller count = 10").replace("\u00a0", "_") == "⚠_caution, smaller count_=_10"
    assert unbroken("by 10-fold cross-validation") == "by 10-\u2060fold cross-validation"
    assert unbroken("F(2, 18) = 0.4, p = .7").replace("\u00a0", "_") == "F(2,_18)_=_0.4, p_=_.7"
    assert unbroken("5×2 halves; behind ± stands one") == "5×2 halves; behind\u00a0±\u00a0stands one"


def test_plain_text_keeps_the_space_that_no_line_breaks_at():
    assert plain("up to 3\u00a0%\tof\n all") == r"up to 3" + "\u00a0" + r"\% of all"


def test_plain_text_is_one_line():
    assert plain("a\n\n# b\tc") == "a \\# b c"


def test_numbers_and_durations_as_people_read_them():
    assert number(-0.52614) == "−0.5261"
    assert number(None) == number(float("nan")) == "–"
    assert [duration(seconds) for seconds in (0.2, 59, 200, 7500, 86_400)] == [
        "1 s",
        "59 s",
        "3 min 20 s",
        "2 h 5 min",
        "24 h",
    ]


def test_the_shelf_is_bounded_and_keeps_what_is_used():
    shelf = Shelf(size=2)
    shelf.put("a", 1)
    shelf.put("b", 2)
    assert shelf.get("a") == 1
    shelf.put("c", 3)
    assert shelf.get("b") is None
    assert shelf.made("a", lambda: 9) == 1
    assert shelf.made("d", lambda: 4) == 4


def test_on_a_dark_page_only_buttons_that_can_be_pressed_have_the_dark_words_of_the_accent():
    style = (ROOT / "pages" / "ui" / "display" / "style.css").read_text()
    dark = [
        line for line in style.splitlines() if line.startswith(".fw-dark") and "BaseButton-primary" in line
    ]
    assert dark
    assert not any(re.search(r'BaseButton-primary"\](?!:not\(:disabled\))', line) for line in dark)


def test_small_confusion_matrices_have_the_colours_of_the_large_one():
    style = (ROOT / "pages" / "ui" / "display" / "style.css").read_text()
    cells = re.findall(r"\.fw-matrices \.fw-(?:right|wrong) .*?(#\w{6})", style)
    assert tuple(cells) == DARK_ENDS  # faded, they look alike on both themes


def test_the_design_that_works_instead_is_told_without_the_call_that_makes_it():
    few = core.read_dataset((np.arange(52.0)[:, None], ["a"] * 50 + ["b"] * 2))
    with pytest.raises(core.DesignError, match="make_design") as refusal:
        core.make_design("balanced_5x2").splits(few)
    assert without_arguments(refusal.value).endswith(
        "What works here is 2-fold cross-validation, stratified."
    )
