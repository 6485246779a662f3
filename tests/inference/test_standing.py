"""Many learners in brief: nobody is called better who is not told apart, and every case has its sentence."""

import re
from dataclasses import replace
from itertools import combinations

import numpy as np
import pandas as pd
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

import core
from core.inference import Grouping, run_test
from core.inference.interpretation.brief import TOO_LITTLE, brief
from core.inference.interpretation.standing import MEANS, RANKS, bars, standing
from core.names import in_a_headline


def grouping(apart, names="ABCD", places=None, control=None):
    k = len(names)
    better = np.zeros((k, k), dtype=int)
    for i, j in apart:
        better[i, j], better[j, i] = 1, -1
    order = np.arange(1.0, k + 1) if places is None else np.array(places, dtype=float)
    return Grouping(tuple(names), order, better, control)


def said(found, words=RANKS, overall=None, by=""):
    return standing(found, words, 0.05, "basis", overall, by=by)


def test_a_name_of_one_long_word_is_cut_in_the_headline_rather_than_broken_and_whole_below():
    names = ("gradientboostingclassifierwithearlystopA", "histogrambasedgradientboostedtreesversnB", "LDA")
    brief = said(grouping([(0, 1)], names))
    assert max(map(len, re.split(r"[ ,:]+", brief.answer))) <= 20 and "…ystopA ranks" in brief.answer
    assert names[1] in brief.effect
    words = [f"Gradient boosting with early stopping {letter}" for letter in "AB"]
    assert in_a_headline(words) == words


def test_what_bars_join_is_said_with_what_they_leave_out():
    assert bars(grouping([(0, 1)], "ABC"), "Holm") == (
        "A bar joins neighbours no two of whom are told apart, p adjusted by Holm. 1 pair further apart is not told "
        "apart either: see all pairs."
    )
    assert bars(grouping([(0, 1)], "ABC", control="A"), "Bonferroni–Dunn", shaded=True) == (
        "The bar joins A with those that Bonferroni–Dunn's p does not tell apart from it; the shade reaches as far as "
        "the critical difference of Bonferroni–Dunn."
    )
    unjudged = replace(grouping([], "AB"), unjudged=~np.eye(2, dtype=bool))
    assert bars(unjudged, "Holm").startswith("No pair is judged")


def test_equal_places_share_a_rank():
    assert grouping([], places=[0.1, 0.2, 0.2, 0.3]).ranks.tolist() == [1, 2, 2, 4]


def test_nothing_told_apart():
    brief = said(grouping([]))
    assert (brief.answer, brief.rejects) == ("Luck could explain the difference of any two", False)
    assert brief.effect == "None of the 6 pairs is told apart."
    rejecting = run_test("friedman", scores=np.tile([0.1, 0.2, 0.3], (20, 1)))
    brief = said(grouping([]), overall=rejecting)
    assert brief.answer == "Not all 4 are alike, but no pair can be named"
    brief = said(grouping([]), overall=rejecting, by="mean ranks")
    assert brief.answer == "Not all 4 are alike, but no pair can be named by mean ranks"
    assert "could explain that of any two by mean ranks, seeing that 6 pairs were looked at" in brief.effect
    assert said(grouping([]), by="mean ranks").effect == "None of the 6 pairs is told apart by mean ranks."
    level = run_test("friedman", scores=[[0.1, 0.2, 0.3], [0.3, 0.2, 0.1]])
    assert said(grouping([]), overall=level).answer == "Luck could explain all differences"


def test_where_no_cell_is_told_apart_nothing_is_said_of_the_levels_all_together():
    level = run_test("friedman", scores=[[0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]])
    cells = [f"S (a = {a}, b = {b})" for a in (0, 1) for b in (0, 1)]
    brief = said(grouping([], cells), overall=level)
    assert brief.answer == "Luck could explain the difference of any two"
    assert brief.effect == (
        "None of the 6 pairs is told apart. Whether levels differ all together is another question: see Factors."
    )
    refused = standing(grouping([], cells), RANKS, 0.05, "basis", level, factors_judged=False)
    assert refused.effect == "None of the 6 pairs is told apart."
    lacks_one = said(grouping([], cells[:3]))
    assert "levels" not in lacks_one.effect


def test_where_no_outcome_could_tell_a_pair_apart_it_says_what_is_said_of_each_pair():
    truth = np.tile(["a", "b"], 10)
    learners = {"A": truth}
    for name, wrong in (("B", [0, 3]), ("C", [5, 8, 11])):
        learners[name] = truth.copy()
        learners[name][wrong] = [{"a": "b", "b": "a"}[label] for label in truth[wrong]]
    read = core.read_predictions(
        pd.DataFrame({"id": range(20), "truth": truth, **learners}), design="hold_out"
    )
    pairs = core.all_pairs(read)
    order = pairs.grouping(core.score(read, "error"))
    least = binomtest(0, 5).pvalue  # of five disagreements, the most of any pair; by Holm three times that
    for alpha, decidable in ((0.05, False), (3 * least - 1e-9, False), (3 * least, True)):
        assert pairs.decidable(alpha) == decidable
        found = standing(order, MEANS, alpha, "", decidable=pairs.decidable(alpha))
        alone = {brief(pair.verdict, alpha).answer for pair in pairs.pairs}
        assert (
            found.answer in alone and found.answer == TOO_LITTLE
            if not decidable
            else found.answer.startswith("Luck could explain")
        )
    assert standing(order, MEANS, 0.05, "", decidable=False).effect == (
        "None of the 3 pairs is told apart; with so little evidence no outcome could do that."
    )


def test_the_first_ahead_of_all_of_some_and_of_nobody():
    brief = said(grouping([(0, 1), (0, 2), (0, 3)]))
    assert brief.answer == "A ranks ahead of all others: more than luck"
    assert brief.interval == "Not told apart: B, C and D."
    brief = said(grouping([(0, 2), (0, 3), (1, 3)]), MEANS)
    assert brief.answer == "A is better than 2 of 3 others: more than luck"
    assert brief.effect == "Told apart from C and D. Luck could explain its difference to B."
    assert brief.interval == "Not told apart: A and B; B and C; C and D."
    brief = said(grouping([(1, 3)]))
    assert brief.answer == "B ranks ahead of D: more than luck"
    assert brief.effect == (
        "Of 6 pairs only these two are told apart. A has the best mean rank; luck could explain its difference to all "
        "others."
    )
    assert brief.interval == "Not told apart: A, B and C; A, C and D."


def test_of_others_only_those_are_counted_that_could_be_judged_against_the_first():
    known = grouping([(0, 1), (0, 2)])
    unjudged = np.zeros((4, 4), dtype=bool)
    unjudged[3, :3] = unjudged[:3, 3] = True
    brief = said(replace(known, unjudged=unjudged), MEANS)
    assert brief.answer == "A is better than both others that could be judged against it: more than luck"
    brief = said(replace(grouping([(0, 2)]), unjudged=unjudged))
    assert brief.answer == "A ranks ahead of 1 of 2 others that could be judged against it: more than luck"
    unjudged[2, 0] = unjudged[0, 2] = True
    brief = said(replace(grouping([(0, 1), (2, 1)]), unjudged=unjudged), MEANS)
    assert brief.answer == "A is better than B, the only one that could be judged against it: more than luck"


def test_two_lists_of_long_names_share_the_room_of_one():
    names = [f"gradient_boosting_with_{letter}_hundred_trees" for letter in "abcdefgh"]
    (first, *level), beaten = names[:5], names[5:]
    brief = said(grouping([(0, 5), (0, 6), (0, 7)], names))
    assert brief.effect == (
        f"{first} is told apart from {beaten[0]} and 2 more. "
        f"Luck could explain its difference to {level[0]} and 3 more."
    )
    assert first not in brief.answer


def test_where_those_level_with_the_first_are_ahead_of_the_same_the_answer_is_theirs():
    brief = said(grouping([(0, 3), (1, 3), (2, 3)]), MEANS)
    assert brief.answer == "All 3 others are better than D: more than luck"
    assert brief.effect == "A has the best mean score; luck could explain every difference among these 3."
    brief = said(grouping([(0, 3), (1, 3), (2, 3), (1, 2)]))
    assert brief.answer == "All 3 others rank ahead of D: more than luck"
    assert brief.effect == "A has the best mean rank; luck could explain its difference to B and C."
    brief = said(grouping([(0, 2), (0, 3), (1, 2), (1, 3)]), MEANS)
    assert brief.answer == "A and B are better than both others: more than luck"
    assert brief.interval == "Not told apart: A and B; C and D."
    brief = said(grouping([(0, 3), (1, 3)]), MEANS)
    assert brief.answer == "A is better than 1 of 3 others: more than luck"
    assert brief.effect == "Told apart from D, as is B. Luck could explain the difference of A to B and C."


def test_who_shares_the_first_place_is_not_called_ahead():
    brief = said(grouping([(0, 3), (1, 3)], places=[1.5, 1.5, 3, 4]))
    assert brief.answer == "2 of 6 pairs are told apart: more than luck"
    assert brief.effect == "A and B share the best mean rank."


def test_against_a_control():
    brief = said(grouping([(0, 1), (1, 3)], control="B"))
    assert brief.answer == "2 of 3 learners differ from B: more than luck"
    assert brief.effect == "B ranks ahead of D. A ranks ahead of B."
    assert said(grouping([], control="B")).answer == "Luck could explain every difference to B"


@given(st.integers(3, 6), st.data())
def test_no_winner_without_a_pair_told_apart(k, data):
    names = "ABCDEF"[:k]
    pairs = list(combinations(range(k), 2))
    apart = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    control = data.draw(st.sampled_from([None, *names]))
    if control is not None:
        apart = [pair for pair in apart if names.index(control) in pair]
    found = grouping(apart, names, control=control)
    brief = said(found)
    assert brief.rejects is bool(apart)
    assert ("more than luck" in brief.answer) is bool(apart)
    assert not brief.answer.endswith(".")
    for name in names:
        if f"{name} ranks ahead of" in brief.answer:
            assert found.of(name, 1)


def test_of_long_names_only_so_many_are_said_as_stay_readable():
    names = [letter * 80 for letter in "ABCDEFGH"]
    brief = said(grouping([(0, other) for other in range(3, 8)], names))
    assert len(brief.effect) < 300
    assert f"{names[0]} is told apart from {names[3]} and 4 more" in brief.effect
    assert not brief.interval
    short = said(grouping([(0, other) for other in range(3, 8)], "ABCDEFGH"))
    assert "Told apart from D, E, F, G and 1 more" in short.effect


def test_of_pairs_that_were_not_judged_nothing_is_said():
    unjudged = np.zeros((4, 4), dtype=bool)
    unjudged[2] = unjudged[:, 2] = True
    unjudged[2, 2] = False
    found = replace(grouping([(0, 1), (0, 3), (1, 3)]), unjudged=unjudged)
    assert (found.pairs_compared, found.pairs_unjudged, found.outside) == (3, 3, 0)
    assert found.groups == ()
    assert found.of("A", 0) == ()
    brief = said(found)
    assert brief.effect == "Told apart from B and D. 3 pairs are not judged: see all pairs for the reasons."
    assert "Luck" not in " ".join(brief.texts)
    none = replace(grouping([]), unjudged=~np.eye(4, dtype=bool))
    brief = said(none)
    assert (brief.answer, brief.rejects) == ("No verdict", None)
    assert brief.effect == "None of the 6 pairs could be judged: see all pairs for the reasons."


def test_of_a_single_pair_it_is_said_that_it_is_not_told_apart():
    assert said(grouping([], ("A", "B"))).effect == "The one pair is not told apart."
    unjudged = ~np.eye(2, dtype=bool)
    none = said(replace(grouping([], ("A", "B")), unjudged=unjudged))
    some = ~np.eye(3, dtype=bool)
    some[0, 1] = some[1, 0] = False
    found = said(replace(grouping([], ("A", "B", "C")), unjudged=some))
    assert found.effect.startswith(
        "The one pair that could be judged is not told apart. 2 pairs are not judged"
    )
    assert none.effect == "The one pair could not be judged: see all pairs for the reasons."
    assert said(grouping([], ("A", "B"), control="A")).effect == "The one other is not told apart from A."


def test_long_names_are_short_in_the_answer_and_whole_in_the_effect():
    names = [
        f"gradient boosting with a learning rate of {rate} and 31 leaves at most" for rate in (0.05, 0.1, 0.2)
    ]
    for found in (grouping([(0, 1), (0, 2)], names), grouping([(0, 1)], names, control=names[0])):
        brief = said(found)
        assert "of 0.05…" in brief.answer
        assert names[0] not in brief.answer
        assert names[0] in brief.effect and names[1] in brief.effect


def test_who_is_called_by_a_shorter_name_in_the_answer_has_the_whole_one_in_the_effect():
    names = [
        f"gradient boosting of {trees} trees with early stopping and 31 leaves at most" for trees in "1234"
    ]
    everybody = [(one, other) for one in range(4) for other in range(one + 1, 4)]
    assert said(grouping(everybody, names)).effect.startswith(f"{names[0]} is told apart from ")
    only = said(grouping([(1, 3)], names)).effect
    assert only.startswith(f"Of 6 pairs only {names[1]} and {names[3]} are told apart.")
    assert names[2] in said(grouping([(0, 2), (1, 2)], names[:3])).effect
    assert said(grouping(everybody, "ABCD")).effect.startswith("Told apart from")
