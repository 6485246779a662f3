"""Riddles: the same for the same numbers, with verdicts by the declared tests, and a truth that is told rightly."""

import numpy as np
import pytest
from scipy import stats

from core.records import Counts
from core.simulation.quiz import ALPHA, GUESSES, riddle
from core.tables.two_by_two import two_by_two_table

MANY = [riddle(0, number) for number in range(1, 201)]


def test_the_same_numbers_give_the_same_riddle():
    again = riddle(3, 7)
    assert again.evidence.frame.equals(riddle(3, 7).evidence.frame)
    assert not again.evidence.frame.equals(riddle(4, 7).evidence.frame)


def test_answers_are_those_of_independent_tests():
    for one in MANY[:60]:
        if isinstance(one.evidence, Counts):
            lone = one.evidence.e01 + one.evidence.e10
            rejects = stats.binomtest(one.evidence.e01, lone).pvalue <= ALPHA if lone else False
            difference = one.evidence.e01 - one.evidence.e10
        else:
            d = (one.evidence.wide["A"] - one.evidence.wide["B"]).to_numpy()
            t = d.mean() / np.sqrt((1 / 10 + 1 / 9) * d.var(ddof=1))
            rejects, difference = 2 * stats.t.sf(abs(t), 9) <= ALPHA, d.mean()
        assert one.answer == ("l" if not rejects else "b" if difference > 0 else "a")


def test_no_guess_is_always_right():
    answers = [one.answer for one in MANY]
    assert set(answers) == set(GUESSES)
    assert 0.35 < answers.count("l") / len(answers) < 0.75


@pytest.mark.parametrize("equal", [True, False])
def test_the_truth_is_told_with_what_the_test_made_of_it(equal):
    told = {(one.answer == "l", one.truth) for one in MANY if (one.effect == 0) is equal}
    if equal:
        assert {words for quiet, words in told if quiet} == {
            "In truth the two are equally good: the test was right to keep quiet."
        }
    else:
        assert all("does not show" in words or "do not show" in words for quiet, words in told if quiet)
        assert all("the test" in words for quiet, words in told if not quiet)


def test_false_alarms_are_as_rare_as_is_told():
    told = [one for one in MANY if one.effect == 0 and one.answer != "l"]
    assert {isinstance(one.evidence, Counts) for one in told} == {True, False}
    for one in told:
        assert ("in at most 5" in one.truth) is isinstance(one.evidence, Counts)


def test_a_table_holds_the_counts_of_its_riddle():
    counts = riddle(0, 2).evidence
    frame = two_by_two_table(counts).frame
    assert frame["B right"].tolist() == [counts.e00, counts.e01]
    assert frame["B wrong"].tolist() == [counts.e10, counts.e11]
    assert frame.drop(columns="").to_numpy().sum() == 120
