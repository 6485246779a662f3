"""What somebody adds to the laboratory, as CONTRIBUTING shows it, runs, is drawn and stands on the page."""

import numpy as np
import pytest

import core
from core.inference import TESTS
from core.simulation import Control, LaboratoryEntry, Outcomes
from core.simulation.experiments.shared import ALPHA, at_alpha, share_with_error
from tests.registries import declared


def trials(settings, rng, count):
    scores = rng.normal(settings["effect"], 1.0, size=(count, 1, 10))
    found = TESTS["paired_t"].evaluate(a=scores, b=np.zeros_like(scores))
    return Outcomes({"paired_t": found.p_value <= settings["alpha"]}, seen={"p_value": found.p_value})


COINS = LaboratoryEntry(
    key="coins",
    title="Coins",
    summary="Folds of two learners, drawn anew.",
    question="How often does the paired t test see a difference of this size?",
    reference="@dietterich1998",
    measured={"paired_t": "Paired t test"},
    estimate="Share of trials that reject",
    controls=(Control(name="effect", title="Difference", default=0.0, low=0, high=3, step=0.1), ALPHA),
    trials=trials,
    exact=lambda settings: {"paired_t": core.power("paired_t", 10, settings["effect"], settings["alpha"])},
    levels=at_alpha,
    what_you_see=lambda rows: f"{share_with_error(rows[0]['paired_t'])} of the trials reject.",
    pictures=("dots",),
)


@pytest.fixture(autouse=True)
def added():
    with declared(core.LABORATORY, COINS):
        yield


def test_it_runs_and_is_drawn():
    found = core.simulate("coins", trials=2000, effect=[0.5, 1.0])
    assert list(found.frame["effect"]) == [0.5, 1.0]
    assert np.abs(found.frame["estimate"] - found.frame["exact"]).max() < 0.04
    assert found.words.endswith("of the trials reject.")
    assert "Paired t test" in found.drawing().alt
