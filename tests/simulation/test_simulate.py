"""Trials of the laboratory: blocks of one stream, grids of settings, estimates with their errors."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import core
from core.jobs import opened, schedulers
from core.simulation import more

NEAR = {"n": [300], "r": [0.03]}


def raw(found):
    return [row.outcomes.measured["rejects"] for row in found.rows]


@given(parts=st.lists(st.integers(1, 1300), min_size=2, max_size=4), seed=st.integers(0, 2**32))
def test_trials_asked_for_later_continue_the_same_stream(parts, seed):
    whole = core.simulate("salzberg", trials=sum(parts), seed=seed, **NEAR)
    grown = core.simulate("salzberg", trials=parts[0], seed=seed, **NEAR)
    for part in parts[1:]:
        grown = more(grown, part)
    assert all(np.array_equal(*pair) for pair in zip(raw(whole), raw(grown), strict=True))
    assert grown.frame.equals(whole.frame)


def test_a_row_depends_on_its_own_settings_alone():
    alone = core.simulate("salzberg", trials=150, n=[500], r=[0.05]).frame
    grid = core.simulate("salzberg", trials=150, n=[300, 500], r=[0.1, 0.05]).frame
    turned = core.simulate("salzberg", trials=150, n=[500, 300], r=[0.05, 0.1]).frame
    for frame in (grid, turned):
        row = frame[(frame["n"] == 500) & (frame["r"] == 0.05)].reset_index(drop=True)
        assert row.equals(alone)


def test_processes_change_nothing(monkeypatch):
    monkeypatch.setattr(schedulers, "START_SECONDS", 0.0)
    here = core.simulate("salzberg", trials=2300, seed=5, **NEAR)
    seen = []
    there = core.simulate(
        "salzberg", trials=2300, seed=5, n_jobs=2, progress=lambda *at: seen.append(at), **NEAR
    )
    assert here.frame.equals(there.frame)
    assert seen[-1] == (3, 3)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("salzberg", "the bars of the counted shares hold the truth in 95 % of all runs"),
        (
            "coverage",
            "the bars in the second picture, of the counted shares, hold the truth in 95 % of all runs",
        ),
        ("bootstrap_bias", "the error bars of the means hold the truth in 95 % of all runs"),
        ("p_values", ""),
        ("sampling", ""),
    ],
)
def test_error_bars_are_spoken_of_where_there_are_any(key, said):
    assert core.simulate(key, trials=2).about_bars().replace("\u00a0", " ") == said


def test_error_bars_are_not_spoken_of_where_their_picture_is_not_shown():
    assert core.simulate("coverage", trials=2).about_bars(["stack"]) == ""


def test_estimates_have_their_errors():
    found = core.simulate("salzberg", trials=400, n=[100, 300], r=[0.0, 0.1])
    frame = found.frame
    rejected = np.array([values.sum() for values in raw(found)])
    assert frame["estimate"].to_numpy() == pytest.approx(rejected / 400)
    assert frame["se"].to_numpy() == pytest.approx(np.sqrt(rejected / 400 * (1 - rejected / 400) / 400))
    for count, low, high in zip(rejected, frame["low"], frame["high"], strict=True):
        assert (low, high) == pytest.approx(
            tuple(stats.binomtest(int(count), 400).proportion_ci(method="wilson"))
        )
    assert list(frame["trials"]) == [400] * 4


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"N": 300}, "N: Salzberg's two systems has no such setting."),
        ({"n": 0}, "n: must be a whole number from 1 to 2,000, not 0."),
        ({"n": 20.5}, "n: must be a whole number"),
        ({"n": "many"}, "n: must be a whole number"),
        ({"n": []}, "n: needs at least one value."),
        ({"how": "never"}, "how: must be 'each' or 'share', not 'never'."),
        ({"trials": 0}, "trials: must be from 1 to 100000, not 0."),
    ],
)
def test_what_an_experiment_does_not_take_is_refused(given, words):
    with pytest.raises(core.InputError, match=words):
        core.simulate("salzberg", **given)


def test_an_unknown_experiment_is_refused():
    with pytest.raises(core.InputError, match="there is no experiment of the laboratory 'salzburg'"):
        core.simulate("salzburg")


def test_a_record_in_a_notebook():
    found = core.simulate("salzberg", trials=2, n=[100, 200], r=0.0)
    assert repr(found) == "Simulation(Salzberg's two systems: 2 settings, 2 trials at each)"
    assert "equally good" in found._repr_html_()
    assert found.first(1).frame.equals(core.simulate("salzberg", trials=1, n=[100, 200], r=0.0).frame)


def test_kept_trials_are_not_drawn_again(tmp_path, monkeypatch):
    asked = {"case": [1, 2], "learners": ("rt", "ls"), "seed": 3}
    with opened(str(tmp_path / "store")) as store:
        first = core.simulate("gaussian_classes", trials=2, store=store, **asked)
        grown = more(first, 1, store=store)

        def refuse(*_):
            raise AssertionError("drawn again")

        monkeypatch.setattr("core.simulation.experiments.gaussian_classes.fold_errors", refuse)
        again = core.simulate("gaussian_classes", trials=3, store=store, **asked)
        with pytest.raises(AssertionError, match="drawn again"):
            core.simulate("gaussian_classes", trials=1, store=store, **{**asked, "seed": 4})
    assert again.frame.equals(grown.frame)


def test_data_sets_of_equal_names_do_not_share_their_trials(tmp_path):
    wine = core.load_sample("wine")
    half = wine.take(np.arange(0, len(wine), 2))
    asked = {"n": 40, "learners": ("naive_bayes", "lda"), "design": "5x2", "trials": 1}
    with opened(str(tmp_path / "store")) as store:
        kept = [core.simulate("your_data", dataset=data, store=store, **asked).frame for data in (wine, half)]
    fresh = [core.simulate("your_data", dataset=data, **asked).frame for data in (wine, half)]
    assert all(one.equals(other) for one, other in zip(kept, fresh, strict=True))
