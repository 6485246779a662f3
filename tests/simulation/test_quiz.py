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
        if one.intervals:
            e, n = np.array(one.evidence.errors), np.array(one.evidence.n)
            difference = e[0] / n[0] - e[1] / n[1]
            rejects = abs(difference) >= stats.norm.isf(ALPHA / 2) * np.sqrt((e * (n - e) / n**3).sum())
        elif isinstance(one.evidence, Counts):
            lone = one.evidence.e01 + one.evidence.e10
            rejects = stats.binomtest(one.evidence.e01, lone).pvalue <= ALPHA if lone else False
            difference = one.evidence.e01 - one.evidence.e10
        else:
            d = (one.evidence.wide["A"] - one.evidence.wide["B"]).to_numpy()
            t = d.mean() / np.sqrt((1 / 10 + 1 / 9) * d.var(ddof=1))
            rejects, difference = 2 * stats.t.sf(abs(t), 9) <= ALPHA, d.mean()
        assert one.answer == ("l" if not rejects else "b" if difference > 0 else "a")


def test_a_table_is_told_with_the_size_of_its_difference():
    table = riddle(0, 6)
    assert (table.evidence.e01, table.evidence.e10) == (2, 15)
    assert table.size == "On these 120 instances it is −10.83 points."  # 13 of 120
    assert [riddle(0, number).size for number in (1, 4)] == ["", ""]


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
    words = {"in 5": 0, "in at most 5": 0, "in about 5": 0}
    for one in told:
        how = "about " if one.intervals else "at most " * isinstance(one.evidence, Counts)
        words[f"in {how}5"] += f"in {how}5" in one.truth
    assert sum(words.values()) == len(told)
    assert all(words.values())


def test_a_table_holds_the_counts_of_its_riddle():
    counts = riddle(0, 2).evidence
    frame = two_by_two_table(counts).frame
    assert frame["B right"].tolist() == [counts.e00, counts.e01]
    assert frame["B wrong"].tolist() == [counts.e10, counts.e11]
    assert frame.drop(columns="").to_numpy().sum() == 120


def test_every_other_riddle_on_counts_has_two_rates_with_their_intervals():
    assert [bool(riddle(0, number).intervals) for number in range(1, 9)] == [False, False, False, True] * 2
    for one in MANY[3::4]:
        for errors, n, found in zip(one.evidence.errors, one.evidence.n, one.intervals, strict=True):
            expected = stats.binomtest(errors, n).proportion_ci(method="wilson")
            assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_intervals_that_overlap_are_said_to_settle_nothing():
    told = []
    for one in MANY[3::4]:
        overlap = max(found.low for found in one.intervals) <= min(found.high for found in one.intervals)
        rejects = one.answer != "l"
        told.append((overlap, rejects))
        assert ("rejects all the same" in one.lesson) is (overlap and rejects)
        assert ("does not settle it" in one.lesson) is (overlap and not rejects)
        assert ("do not overlap" in one.lesson) is not overlap
    assert set(told) == {(True, True), (True, False), (False, True)}
    assert not any(one.lesson for one in MANY if not one.intervals)
