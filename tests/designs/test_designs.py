"""Resampling designs: same pairs from every side, scikit-learn's indices, true facts, refusals."""

import pickle
import subprocess
import sys
import warnings
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import model_selection as ms
from sklearn.tree import DecisionTreeClassifier

import core
from core.designs import (
    DESIGNS,
    VALIDATION,
    Design,
    class_shares,
    design_for,
    from_splitter,
    make_design,
    order_by_fold,
    overlap_matrix,
    pair_names,
    role_matrix,
    shared_shares,
    suggest_design,
    where_failed,
)
from core.records import Dataset, DesignSpec, Failure

GROUPED = ["hold_out", "k_fold", "leave_one_out", "repeated_k_fold", "random_resampling", "predefined"]
UNGROUPED = ["disjoint_halves", "5x2", "blocked_3x2", "balanced_5x2", "balanced_mx2", "bootstrap"]
STRATIFIABLE = [key for key, entry in DESIGNS.items() if "stratified" in {o.name for o in entry.options}]


def dataset_of(labels, groups=None, folds=None, task="classification"):
    n = len(labels)
    columns = {
        name: None if values is None else pd.Series(values, name=name)
        for name, values in (("groups", groups), ("folds", folds))
    }
    X = pd.DataFrame({"a": np.random.default_rng(0).normal(size=n), "b": range(n)})
    return Dataset("some", X, pd.Series(labels, name="class"), task, **columns)


def three_classes(n=120, **roles):
    return dataset_of((["red", "green", "red", "blue"] * n)[:n], **roles)


def regression(n=60, **roles):
    return dataset_of(np.linspace(0, 1, n), task="regression", **roles)


def same(pairs, others):
    pairs, others = list(pairs), list(others)
    return len(pairs) == len(others) and all(
        np.array_equal(one, other)
        for pair, twin in zip(pairs, others, strict=True)
        for one, other in zip(pair, twin, strict=True)
    )


def plain(splits):
    return [(split.train, split.validation) for split in splits]


def defaults(key):
    """The design with its defaults, small enough for 120 instances."""
    return make_design(key, **({"k": 5} if key == "disjoint_halves" else {}))


def data_for(key):
    return three_classes(folds=np.arange(120) // 30) if key == "predefined" else three_classes()


@pytest.mark.parametrize("key", DESIGNS)
def test_every_design_serves_as_cv_in_scikit_learn(key):
    design = make_design(key, **({"r": 2} if key == "repeated_k_fold" else {}))
    if key == "disjoint_halves":
        design = make_design(key, k=5)
    dataset = three_classes(40)
    groups = np.arange(40) % 4 if key == "predefined" else None
    outcome = ms.cross_validate(
        DecisionTreeClassifier(max_depth=2), dataset.X, dataset.y, groups=groups, cv=design
    )
    assert len(outcome["test_score"]) == design.get_n_splits(dataset.X, dataset.y, groups)
    assert np.isfinite(outcome["test_score"]).all()


@pytest.mark.parametrize("key", DESIGNS)
def test_same_call_same_pairs_from_a_data_set_and_from_arrays(key):
    design, dataset = defaults(key), data_for(key)
    splits = design.splits(dataset)
    assert same(plain(splits), plain(defaults(key).splits(dataset)))
    assert same(plain(splits), design.split(dataset.X, dataset.y, dataset.folds))
    assert same(plain(splits), design.split(dataset.X.to_numpy(), dataset.y.tolist(), dataset.folds))


@pytest.mark.parametrize("key", STRATIFIABLE)
def test_stratified_pairs_are_the_same_from_a_data_set_and_from_arrays(key):
    dataset = three_classes()
    options = {"k": 5} if key == "disjoint_halves" else {}
    design = make_design(key, stratified=True, **options)
    assert design.title.endswith(", stratified")
    assert same(plain(design.splits(dataset)), design.split(dataset.X, dataset.y))
    assert not same(plain(design.splits(dataset)), make_design(key, **options).split(dataset.X))


@pytest.mark.parametrize("key", STRATIFIABLE)
def test_the_seed_decides_and_global_randomness_is_untouched(key):
    dataset = three_classes()
    options = {"k": 5} if key == "disjoint_halves" else {}
    state = np.random.get_state()[1].copy()
    first, second = (make_design(key, seed=seed, **options).split(dataset.X) for seed in (0, 1))
    assert not same(first, second)
    assert np.array_equal(state, np.random.get_state()[1])


@pytest.mark.parametrize("key", DESIGNS)
def test_replicates_and_folds_count_from_1_replicate_by_replicate(key):
    design, dataset = defaults(key), data_for(key)
    facts = design.facts(dataset)
    numbers = [(split.replicate, split.fold) for split in design.splits(dataset)]
    assert numbers == [(i + 1, j + 1) for i in range(facts.replicates) for j in range(facts.folds)]
    assert facts.pairs == design.get_n_splits(dataset.X, dataset.y, dataset.folds)


EXPECTED = {  # key: replicates, folds, overlap, once, on 120 instances
    "hold_out": (1, 1, False, False),
    "disjoint_halves": (1, 5, False, False),
    "k_fold": (1, 10, True, True),
    "leave_one_out": (1, 120, True, True),
    "repeated_k_fold": (10, 10, True, False),
    "5x2": (5, 2, True, False),
    "blocked_3x2": (3, 2, True, False),
    "balanced_5x2": (5, 2, True, False),
    "balanced_mx2": (7, 2, True, False),
    "random_resampling": (1, 30, True, False),
    "bootstrap": (1, 100, True, False),
    "predefined": (1, 4, True, True),
}


@pytest.mark.parametrize("key", DESIGNS)
def test_facts_are_those_of_the_splits(key):
    design, dataset = defaults(key), data_for(key)
    facts, splits = design.facts(dataset), design.splits(dataset)
    overlaps = any(set(one.train) & set(other.train) for one, other in combinations(splits, 2))
    validated = np.bincount(np.concatenate([split.validation for split in splits]), minlength=120)
    assert facts.key == key
    measured = (facts.replicates, facts.folds, facts.training_sets_overlap, facts.every_instance_once)
    assert measured == EXPECTED[key]
    assert facts.training_sets_overlap == overlaps
    assert facts.every_instance_once == (validated == 1).all()
    assert facts.n_train == pytest.approx(np.mean([len(split.train) for split in splits]))
    assert facts.n_validation == pytest.approx(np.mean([len(split.validation) for split in splits]))
    assert not facts.grouped


@pytest.mark.parametrize(
    "key, options, splitter, stratified",
    [
        ("k_fold", {"k": 7}, ms.KFold(7, shuffle=True, random_state=3), False),
        ("k_fold", {"k": 7}, ms.StratifiedKFold(7, shuffle=True, random_state=3), True),
        (
            "repeated_k_fold",
            {"k": 4, "r": 3},
            ms.RepeatedKFold(n_splits=4, n_repeats=3, random_state=3),
            False,
        ),
        (
            "repeated_k_fold",
            {"k": 4, "r": 3},
            ms.RepeatedStratifiedKFold(n_splits=4, n_repeats=3, random_state=3),
            True,
        ),
        ("5x2", {}, ms.RepeatedKFold(n_splits=2, n_repeats=5, random_state=3), False),
        ("5x2", {"r": 8}, ms.RepeatedStratifiedKFold(n_splits=2, n_repeats=8, random_state=3), True),
        ("hold_out", {}, ms.ShuffleSplit(1, test_size=1 / 3, random_state=3), False),
        ("hold_out", {}, ms.StratifiedShuffleSplit(1, test_size=1 / 3, random_state=3), True),
        (
            "random_resampling",
            {"r": 4, "validation": 0.2},
            ms.ShuffleSplit(4, test_size=0.2, random_state=3),
            False,
        ),
        (
            "random_resampling",
            {"r": 4, "validation": 0.2},
            ms.StratifiedShuffleSplit(4, test_size=0.2, random_state=3),
            True,
        ),
    ],
)
def test_indices_are_scikit_learns(key, options, splitter, stratified):
    dataset = three_classes(131)
    design = make_design(key, seed=3, stratified=stratified, **options)
    assert same(plain(design.splits(dataset)), splitter.split(dataset.X, dataset.y))


def test_leave_one_out_is_scikit_learns():
    dataset = three_classes(25)
    assert same(make_design("leave_one_out").split(dataset.X), ms.LeaveOneOut().split(dataset.X))


@pytest.mark.parametrize(
    "key, options, splitter",
    [
        ("k_fold", {"k": 4, "seed": 5}, ms.GroupKFold(4, shuffle=True, random_state=5)),
        (
            "k_fold",
            {"k": 4, "seed": 5, "stratified": True},
            ms.StratifiedGroupKFold(4, shuffle=True, random_state=5),
        ),
        ("leave_one_out", {}, ms.LeaveOneGroupOut()),
        ("predefined", {"kind": "group"}, ms.LeaveOneGroupOut()),
        ("hold_out", {"seed": 5}, ms.GroupShuffleSplit(1, test_size=1 / 3, random_state=5)),
        ("random_resampling", {"r": 6, "seed": 5}, ms.GroupShuffleSplit(6, test_size=1 / 3, random_state=5)),
    ],
)
def test_grouped_indices_are_scikit_learns(key, options, splitter):
    groups = np.array([f"patient {number // 5}" for number in range(120)])
    dataset = three_classes(groups=groups)
    design = make_design(key, **options)
    assert same(plain(design.splits(dataset)), splitter.split(dataset.X, dataset.y, groups))
    assert same(design.split(dataset.X, dataset.y, groups), splitter.split(dataset.X, dataset.y, groups))
    assert design.facts(dataset).grouped


@given(
    key=st.sampled_from([key for key in GROUPED if key != "predefined"]),
    sizes=st.lists(st.integers(1, 9), min_size=6, max_size=14),
    seed=st.integers(0, 1000),
)
def test_groups_are_never_on_both_sides(key, sizes, seed):
    groups = np.repeat(np.arange(len(sizes)), sizes)
    options = {} if key == "leave_one_out" else {"seed": seed}
    options |= {"k": 4} if "k_fold" in key else {}
    for train, validation in make_design(key, **options).split(np.zeros(len(groups)), groups=groups):
        assert not set(groups[train]) & set(groups[validation])
        assert set(train) | set(validation) == set(range(len(groups)))


@pytest.mark.parametrize("key", UNGROUPED)
def test_designs_without_a_form_for_groups_say_so(key):
    with pytest.raises(core.NotApplicable, match="no form that keeps groups together") as refusal:
        make_design(key).splits(three_classes(groups=np.arange(120) // 5))
    assert ", K-fold cross-validation, " in refusal.value.hint


def test_every_design_is_known_to_take_groups_or_not():
    assert {key for key, entry in DESIGNS.items() if entry.takes_groups} == set(GROUPED)
    assert set(GROUPED) | set(UNGROUPED) == set(DESIGNS)


COVERING = [
    "k_fold",
    "leave_one_out",
    "repeated_k_fold",
    "5x2",
    "blocked_3x2",
    "balanced_5x2",
    "balanced_mx2",
]


@given(
    key=st.sampled_from([*COVERING, "hold_out", "random_resampling"]),
    n=st.integers(10, 90),
    seed=st.integers(0, 10_000),
)
def test_validation_is_the_complement_of_training(key, n, seed):
    options = {} if key == "leave_one_out" else {"seed": seed}
    design = make_design(key, **options)
    validated = np.zeros(n, dtype=int)
    for train, validation in design.split(np.zeros((n, 2))):
        assert sorted([*train, *validation]) == list(range(n))
        validated[validation] += 1
    if key in COVERING:
        assert (validated == design.replicates).all()


@given(n=st.integers(4, 150), k=st.integers(2, 12), stratified=st.booleans(), seed=st.integers(0, 1000))
def test_disjoint_halves_share_nothing_and_use_everything(n, k, stratified, seed):
    design = make_design("disjoint_halves", k=k, stratified=stratified, seed=seed)
    y = np.zeros(n, dtype=int)
    if n < 2 * k:
        with pytest.raises(core.DesignError, match=f"at least {2 * k} instances; there are {n}"):
            list(design.split(np.zeros(n), y))
        return
    parts = [part for pair in design.split(np.zeros(n), y) for part in pair]
    assert sorted(np.concatenate(parts)) == list(range(n))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("key", [key for key in STRATIFIABLE if key != "bootstrap"])
def test_stratified_parts_keep_the_shares_of_the_classes(key):
    dataset = three_classes(200)
    options = {"k": 5} if key == "disjoint_halves" else {}
    splits = make_design(key, stratified=True, **options).splits(dataset)
    overall = dataset.class_counts.to_numpy() / 200
    for shares, size in zip(class_shares(splits, dataset.truth, 3), (20, 20), strict=True):
        np.testing.assert_allclose(shares.sum(axis=1), 1)
        assert np.abs(shares - overall).max() <= 1 / size


def test_bootstrap_trains_on_draws_and_validates_on_the_original_set():
    dataset = three_classes(300)
    splits = make_design("bootstrap").splits(dataset)
    in_bag = np.array([len(np.unique(split.train)) / 300 for split in splits])
    expected = 1 - (1 - 1 / 300) ** 300
    assert abs(in_bag.mean() - expected) < 4 * in_bag.std() / 10
    assert expected == pytest.approx(0.6327, abs=5e-4)
    assert all(len(split.train) == 300 for split in splits)
    assert all(np.array_equal(split.validation, np.arange(300)) for split in splits)


def test_stratified_bootstrap_draws_as_many_of_each_class_as_there_are():
    dataset = three_classes(121)
    for split in make_design("bootstrap", b=20, stratified=True).splits(dataset):
        assert np.array_equal(np.bincount(dataset.truth[split.train]), dataset.class_counts)


# Options


def test_options_are_filled_in_checked_and_hashable():
    design = make_design("repeated_k_fold", r=np.int64(3))
    assert design.options == {"k": 10, "r": 3, "seed": 0, "stratified": False}
    assert type(design.options["r"]) is int
    assert design == make_design("repeated_k_fold", k=10, r=3)
    assert len({design, make_design("repeated_k_fold", r=3), make_design("repeated_k_fold")}) == 2
    assert isinstance(design, Design)
    with pytest.raises(AttributeError):
        design.spec = None


@pytest.mark.parametrize("key", DESIGNS)
def test_designs_pickle_and_their_specs_go_through_json(key):
    design = make_design(key)
    assert pickle.loads(pickle.dumps(design)) == design
    spec = DesignSpec.from_dict(design.spec.to_dict())
    assert make_design(spec.key, **dict(spec.options)) == design
    assert eval(repr(design)) == design
    assert DESIGNS[key].summary.endswith(".")
    assert DESIGNS[key].reference


def test_default_options_are_the_published_ones():
    published = {
        "hold_out": {"validation": 1 / 3},
        "disjoint_halves": {"k": 10},
        "k_fold": {"k": 10},
        "leave_one_out": {},
        "repeated_k_fold": {"k": 10, "r": 10},
        "5x2": {"r": 5},
        "blocked_3x2": {},
        "balanced_5x2": {},
        "balanced_mx2": {"m": 7},
        "random_resampling": {"r": 30, "validation": 1 / 3},
        "bootstrap": {"b": 100},
        "predefined": {"kind": "fold"},
    }
    random = {"seed": 0, "stratified": False}
    for key, options in published.items():
        expected = options if key in {"leave_one_out", "predefined"} else options | random
        assert make_design(key).options == expected
    assert list(published) == sorted(published, key=list(DESIGNS).index) and set(published) == set(DESIGNS)


@pytest.mark.parametrize("key", DESIGNS)
def test_every_bound_of_every_option_is_refused_in_a_sentence(key):
    wrong = {
        "integer": [-1, 2**40, 1.5, "3", None, True],
        "share": [0, 1, -0.1, 1.1, "1/3", None, float("nan"), True],
        "flag": ["yes", 2, None],
        "choice": ["row", None, 1],
    }
    for option in DESIGNS[key].options:
        values = wrong[option.kind]
        if option.kind == "integer":
            values = [*values, option.low - 1] + ([] if option.high is None else [option.high + 1])
            values = [value for value in values if value != 2**40 or option.high is not None]
            assert option.check(option.low) == option.low
            assert option.high is None or option.check(option.high) == option.high
        for value in values:
            with pytest.raises(core.InputError, match=rf"^{option.name}: must .*not {value!r}\.$"):
                make_design(key, **{option.name: value})
        assert option.check(option.default) == option.default
        assert option.help.endswith(".")
    with pytest.raises(core.InputError, match=f"^depth: {key} has no option 'depth'"):
        make_design(key, depth=3)


def test_unknown_design_names_the_near_one():
    with pytest.raises(core.UnknownName, match=r"there is no design 'kfold'\. Did you mean 'k_fold'"):
        make_design("kfold")


@pytest.mark.parametrize(
    "key, options, title",
    [
        ("k_fold", {}, "10-fold cross-validation"),
        ("repeated_k_fold", {}, "10 × 10-fold cross-validation"),
        ("5x2", {}, "5×2 cross-validation"),
        ("5x2", {"r": 7}, "7×2 cross-validation"),
        ("balanced_mx2", {"m": 11, "stratified": True}, "balanced 11×2 cross-validation, stratified"),
        ("hold_out", {"validation": 0.25}, "hold-out, 25\u00a0% for validation"),
        ("predefined", {"kind": "group"}, "predefined groups"),
    ],
)
def test_titles(key, options, title):
    assert make_design(key, **options).title == title


# Refusals and notes


@pytest.mark.parametrize(
    "key, n, message, remedy",
    [
        ("k_fold", 6, "10 folds need at least 10 instances; there are 6", "'k_fold', k=6)"),
        ("repeated_k_fold", 9, "10 folds need at least 10", "'repeated_k_fold', k=9)"),
        ("disjoint_halves", 15, "10 parts of two halves need at least 20", "'disjoint_halves', k=7)"),
        (
            "leave_one_out",
            1,
            "leave-one-out pairs need at least 2 instances; there are 1",
            "Bring more instances",
        ),
        ("5x2", 1, "2 folds need at least 2", "Bring more instances"),
        ("blocked_3x2", 3, "need at least 4 instances", "'k_fold', k=2)"),
        ("hold_out", 1, "none would be left for the training set", "Bring more instances"),
    ],
)
def test_too_few_instances_are_refused_with_what_works(key, n, message, remedy):
    with pytest.raises(core.DesignError, match=message) as refusal:
        make_design(key).splits(regression(n))
    assert remedy in str(refusal.value)


def test_too_few_groups_are_refused():
    dataset = three_classes(groups=np.arange(120) // 30)
    with pytest.raises(core.DesignError, match="10 folds need at least 10 groups; there are 4") as refusal:
        make_design("k_fold").splits(dataset)
    assert "make_design('k_fold', k=4" in str(refusal.value)


def test_a_class_rarer_than_the_folds_is_noted_not_refused():
    dataset = dataset_of(["common"] * 91 + ["tableware"] * 9)
    design = make_design("k_fold", stratified=True)
    lacking = [split.fold for split in design.splits(dataset) if not dataset.truth[split.validation].any()]
    assert len(lacking) == 1
    (note,) = design.notes(dataset)
    assert note.startswith("Class 'tableware' has 9 instances, fewer than the 10 folds: ")
    assert note.endswith(f": fold {lacking[0]} lacks it in validation.")
    assert make_design("k_fold", k=9, stratified=True).notes(dataset) == ()


def test_classes_that_are_alike_rarer_than_the_folds_are_noted_together():
    (note,) = make_design("k_fold", k=150, stratified=True).notes(core.load_sample("iris"))
    assert note == (
        "Classes 'setosa', 'versicolor' and 'virginica' have 50 instances each, fewer than the 150 folds."
    )


def test_notes_of_repeated_folds_name_replicates():
    dataset = dataset_of(["a"] * 40 + ["b"] * 4)
    notes = make_design("repeated_k_fold", k=5, r=2, stratified=True).notes(dataset)
    assert len(notes) == 1
    assert notes[0].startswith("Class 'b' has 4 instances, fewer than the 5 folds: fold ")
    assert " of replicate 1 and fold " in notes[0]
    assert notes[0].endswith(" of replicate 2 lack it in validation.")


def test_every_class_rarer_than_the_folds_is_allowed():
    dataset = dataset_of(list("abcdefgh") * 5)
    splits = make_design("k_fold", stratified=True).splits(dataset)
    validated = np.concatenate([split.validation for split in splits])
    assert sorted(validated) == list(range(40))
    for split in splits:
        assert len(split.validation) == 4
        assert len(set(dataset.truth[split.validation])) == 4
    (note,) = make_design("k_fold", stratified=True).notes(dataset)
    named = "'a', 'b', 'c', 'd', 'e', 'f', 'g' and 'h'"
    assert note == f"Classes {named} have 5 instances each, fewer than the 10 folds."
    twice = make_design("repeated_k_fold", r=2, stratified=True).splits(dataset)
    assert not same(plain(twice)[:10], plain(twice)[10:])


def test_more_folds_than_instances_are_answered_with_a_design_that_warns_of_nothing():
    dataset = dataset_of(["a"] * 30 + ["b"] * 20)
    with pytest.raises(core.DesignError) as refusal:
        make_design("k_fold", k=51, stratified=True).splits(dataset)
    assert refusal.value.hint.startswith("What works here is leave-one-out: ")
    assert not make_design("leave_one_out").notes(dataset)


def test_a_training_set_without_a_class_is_refused_with_what_works():
    dataset = dataset_of(["a"] * 50 + ["b"] * 2)
    design = make_design("k_fold", k=2, seed=next(_seeds_that_lack_b(dataset)))
    with pytest.raises(
        core.DesignError, match="class 'b' has 2 instances, and the training set of"
    ) as refusal:
        design.splits(dataset)
    assert "What works here is 2-fold cross-validation, stratified" in str(refusal.value)
    named = eval(repr(design).replace(")", ", stratified=True)"))
    assert repr(named) in str(refusal.value)
    assert len(named.splits(dataset)) == 2
    assert not named.notes(dataset)


def _seeds_that_lack_b(dataset):
    for seed in range(100):
        pairs = make_design("k_fold", k=2, seed=seed).split(dataset.X)
        if any(not dataset.truth[train].any() for train, _ in pairs):
            yield seed


@pytest.mark.parametrize("key", ["k_fold", "leave_one_out", "hold_out", "balanced_5x2"])
def test_a_class_of_one_is_for_nobody_to_learn_and_to_be_judged_on(key):
    stratified = {} if key == "leave_one_out" else {"stratified": True}
    with pytest.raises(core.DesignError, match="class 'b' has 1 instance, ") as refusal:
        make_design(key, **stratified).splits(dataset_of(["a"] * 50 + ["b"]))
    assert "Merge classes that have very few instances" in str(refusal.value) or key == "hold_out"


def test_disjoint_halves_propose_the_most_parts_that_the_rarest_class_allows():
    dataset = dataset_of(["a"] * 200 + ["b"] * 9)
    with pytest.raises(core.DesignError, match="class 'b' has 9 instances") as refusal:
        make_design("disjoint_halves", stratified=True).splits(dataset)
    assert "make_design('disjoint_halves', k=4, stratified=True)" in str(refusal.value)
    assert len(make_design("disjoint_halves", k=4, stratified=True).splits(dataset)) == 4


def test_a_stratified_cut_too_small_for_all_classes_is_refused():
    dataset = dataset_of(list("abcdefgh") * 3)
    with pytest.raises(core.DesignError, match="a validation set of 3 of the 24 instances cannot hold all 8"):
        make_design("hold_out", validation=0.1, stratified=True).splits(dataset)
    with pytest.raises(core.DesignError, match="a training set of 2 of the 24 instances cannot hold all 8"):
        make_design("hold_out", validation=0.9, stratified=True).splits(dataset)


def test_stratified_cuts_of_whole_groups_are_refused():
    dataset = three_classes(groups=np.arange(120) // 4)
    with pytest.raises(core.DesignError, match="groups stay whole") as refusal:
        make_design("random_resampling", stratified=True).splits(dataset)
    assert "make_design('random_resampling')" in str(refusal.value)


def test_stratified_folds_of_whole_groups_need_one_large_class():
    dataset = dataset_of(list("abcdefgh") * 5, groups=np.arange(40) // 2)
    with pytest.raises(core.DesignError, match="a class with at least 10 instances; the largest has 5"):
        make_design("k_fold", stratified=True).splits(dataset)


def test_stratification_needs_classes():
    dataset = regression()
    with pytest.raises(core.DesignError, match="needs classes, and y holds numbers") as refusal:
        make_design("k_fold", stratified=True).splits(dataset)
    assert "make_design('k_fold')" in str(refusal.value)
    with pytest.raises(core.InputError, match="y holds numbers with fractions"):
        list(make_design("k_fold", stratified=True).split(dataset.X, dataset.y))
    with pytest.raises(core.InputError, match="there is no y"):
        list(make_design("k_fold", stratified=True).split(dataset.X))
    with pytest.raises(core.InputError, match="has 3 values for 60 instances"):
        list(make_design("k_fold", stratified=True).split(dataset.X, [0, 1, 0]))


def test_a_regression_takes_every_design():
    for key in DESIGNS:
        dataset = regression(folds=np.arange(60) % 5) if key == "predefined" else regression()
        design = make_design(key, **({"k": 5} if key == "disjoint_halves" else {}))
        assert design.facts(dataset).pairs == len(design.splits(dataset))
        assert design.notes(dataset) == ()


def test_no_warning_leaves_a_design():
    dataset = dataset_of([*"aabbccddeeffgghhii", *"jjkk"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for key in ("k_fold", "5x2"):
            make_design(key, stratified=True).notes(dataset)
        from_splitter(ms.StratifiedKFold(2)).notes(dataset)
    assert not caught


def test_counting_pairs_without_data():
    assert make_design("repeated_k_fold").get_n_splits() == 100
    assert make_design("bootstrap", b=7).get_n_splits() == 7
    assert make_design("leave_one_out").get_n_splits(np.zeros(9)) == 9
    assert make_design("leave_one_out").get_n_splits(groups=[1, 1, 2, 3]) == 3
    with pytest.raises(core.InputError, match="the number of instances is unknown"):
        make_design("leave_one_out").get_n_splits()


# Predefined


def test_predefined_folds_come_from_the_column():
    folds = np.array(["spring", "summer", "autumn"] * 40)
    dataset = three_classes(folds=folds)
    splits = make_design("predefined").splits(dataset)
    for split, season in zip(splits, ["autumn", "spring", "summer"], strict=True):
        assert np.array_equal(split.validation, np.flatnonzero(folds == season))
        assert np.array_equal(split.train, np.flatnonzero(folds != season))


@pytest.mark.parametrize("absent", [-1, None, np.nan])
def test_instances_without_a_fold_are_always_trained_on(absent):
    folds = [absent if number < 10 else number % 3 for number in range(120)]
    dataset = three_classes(folds=folds)
    design = make_design("predefined")
    splits = design.splits(dataset)
    assert [split.fold for split in splits] == [1, 2, 3]
    assert all(set(range(10)) <= set(split.train) for split in splits)
    assert design.notes(dataset)[0] == "10 of 120 instances are never validated, only trained on."
    assert not design.facts(dataset).every_instance_once


def test_predefined_folds_that_tear_a_group_apart_are_refused():
    dataset = three_classes(groups=[f"p{number // 4}" for number in range(120)], folds=np.arange(120) % 5)
    with pytest.raises(core.DesignError, match="group 'p0' would be on both sides of fold 1"):
        make_design("predefined").splits(dataset)
    whole = three_classes(groups=np.arange(120) // 4, folds=np.arange(120) // 4 % 5)
    assert len(make_design("predefined").splits(whole)) == 5


def test_predefined_without_its_column_says_what_to_do():
    for kind in ("fold", "group"):
        with pytest.raises(core.DesignError, match=f"no column of these data says the {kind}") as refusal:
            make_design("predefined", kind=kind).splits(three_classes())
        assert str(refusal.value).startswith(f"predefined {kind}s: no column")
        assert f"{kind}s=" in refusal.value.hint
    with pytest.raises(core.DesignError, match="the training set of fold 1 would be empty"):
        make_design("predefined").splits(three_classes(folds=[1] * 120))
    with pytest.raises(core.DesignError, match="every instance is marked as never validated"):
        make_design("predefined").splits(three_classes(folds=[-1] * 120))


def test_missing_groups_are_refused():
    with pytest.raises(core.InputError, match="2 of 120 instances have no group"):
        make_design("k_fold").splits(three_classes(groups=[None, None, *range(118)]))


# Splitters of others


@pytest.mark.parametrize(
    "splitter, key, replicates, folds, once",
    [
        (ms.KFold(10), "k_fold", 1, 10, True),
        (ms.StratifiedKFold(5, shuffle=True, random_state=1), "k_fold", 1, 5, True),
        (ms.RepeatedKFold(n_splits=4, n_repeats=3, random_state=1), "repeated_k_fold", 3, 4, False),
        (ms.RepeatedStratifiedKFold(n_splits=2, n_repeats=5, random_state=1), "5x2", 5, 2, False),
        (ms.LeaveOneOut(), "leave_one_out", 1, 120, True),
        (ms.ShuffleSplit(1, test_size=0.3), "hold_out", 1, 1, False),
        (ms.ShuffleSplit(8, test_size=0.3), "random_resampling", 1, 8, False),
        (ms.PredefinedSplit(np.arange(120) % 6), "predefined", 1, 6, True),
        (ms.TimeSeriesSplit(4), None, 1, 4, False),
    ],
)
def test_splitters_of_scikit_learn_are_recognised(splitter, key, replicates, folds, once):
    design, dataset = from_splitter(splitter), three_classes()
    facts = design.facts(dataset)
    assert (design.key, facts.key) == (key, key)
    assert (facts.replicates, facts.folds, facts.every_instance_once) == (replicates, folds, once)
    assert design.title == " ".join(repr(splitter).split())
    assert design.spec == DesignSpec("splitter", (("splitter", repr(splitter)),))
    hash(design.spec)
    assert design.get_n_splits(dataset.X) == facts.pairs
    outcome = ms.cross_val_score(DecisionTreeClassifier(max_depth=1), dataset.X, dataset.y, cv=design)
    assert len(outcome) == facts.pairs


def test_a_splitters_pairs_are_made_once_per_data_set():
    design, dataset = from_splitter(ms.ShuffleSplit(5, test_size=0.3)), three_classes()
    first = plain(design.splits(dataset))
    assert same(first, plain(design.splits(dataset)))
    assert same(first, plain(pickle.loads(pickle.dumps(design)).splits(dataset)))
    assert from_splitter(design) is design
    assert design != from_splitter(ms.ShuffleSplit(5, test_size=0.3))


def test_a_splitter_meets_the_same_checks():
    grouped = three_classes(groups=np.arange(120) // 4)
    with pytest.raises(core.DesignError, match="group 4 would be on both sides of fold 1"):
        from_splitter(ms.KFold(7)).splits(grouped)
    assert from_splitter(ms.GroupKFold(6)).facts(grouped).grouped
    assert from_splitter(ms.LeaveOneGroupOut()).facts(grouped).key == "predefined"
    with pytest.raises(core.DesignError, match="class 'b' has 40 instances, and the training set of fold 3"):
        from_splitter(ms.KFold(3)).splits(dataset_of(["a"] * 80 + ["b"] * 40))
    with pytest.raises(
        core.DesignError, match="the splitter refuses these data: Cannot have number of splits"
    ):
        from_splitter(ms.KFold(121)).splits(three_classes())
    notes = from_splitter(ms.TimeSeriesSplit(4)).notes(three_classes())
    assert notes == ("24 of 120 instances are never validated, only trained on.",)


class Given:
    """A splitter that somebody wrote."""

    def __init__(self, *pairs):
        self.pairs = pairs

    def split(self, X, y=None, groups=None):
        return iter(self.pairs)


def test_home_made_splitters():
    dataset = three_classes(8)
    mask = np.arange(8) < 5
    split = from_splitter(Given((mask, ~mask))).splits(dataset)[0]
    assert split.train.tolist() == [0, 1, 2, 3, 4]
    assert split.validation.tolist() == [5, 6, 7]
    with pytest.raises(core.DesignError, match="positions from 0 to 7"):
        from_splitter(Given(([0, 1, 2], [8]))).splits(dataset)
    with pytest.raises(core.DesignError, match="validation set of fold 1 would be empty"):
        from_splitter(Given(([0, 1, 2, 3], []))).splits(dataset)
    with pytest.raises(core.DesignError, match="no pair at all"):
        from_splitter(Given()).splits(dataset)
    for wrong in ("k_fold", 10, None, ms.KFold):
        with pytest.raises(
            core.InputError,
            match="must be a design, a number of folds, a scikit-learn splitter or a list of pairs",
        ):
            from_splitter(wrong)


def test_where_a_learner_failed_is_told_in_the_units_of_its_design():
    folds, cuts, once = (
        make_design(key, **options).facts(regression(40))
        for key, options in (
            ("repeated_k_fold", {"k": 2, "r": 2}),
            ("random_resampling", {"r": 3}),
            ("hold_out", {}),
        )
    )
    failed = [Failure("A", 1, fold, "it cannot") for fold in (1, 2, 3)]
    assert [where_failed(failed[:count], cuts) for count in (1, 2, 3)] == [
        " on cut 1",
        " on 2 of 3 cuts",
        " on every cut",
    ]
    assert where_failed(failed[1:2], folds) == " on replicate 1, fold 2"
    assert where_failed(failed[:1], once) == ""
    assert where_failed(failed[:2], None) == " on 2 folds"


# Pictures


def test_pairs_are_named_by_replicate_only_where_there_are_several():
    dataset = regression(12)
    assert pair_names(make_design("k_fold", k=3).splits(dataset)) == ["fold 1", "fold 2", "fold 3"]
    repeated = make_design("repeated_k_fold", k=2, r=2).splits(dataset)
    cuts = make_design("random_resampling", r=2).splits(dataset)
    assert pair_names(cuts, "cut") == ["cut 1", "cut 2"]
    assert pair_names(repeated)[1:3] == ["replicate 1, fold 2", "replicate 2, fold 1"]


def test_instances_sorted_by_fold_make_a_staircase_and_blocks_stand_together():
    dataset = regression(12)
    roles = role_matrix(make_design("k_fold", k=3).splits(dataset), 12)
    validated = roles[:, order_by_fold(roles)] == VALIDATION
    assert validated.tolist() == np.repeat(np.eye(3, dtype=bool), 4, axis=1).tolist()
    halves = role_matrix(make_design("balanced_5x2").splits(dataset), 12)
    order = order_by_fold(halves)
    assert sorted(order) == list(range(12))
    columns = [tuple(column) for column in halves[:, order].T]
    assert sum(a != b for a, b in pairwise(columns)) == len(set(columns)) - 1


@pytest.mark.parametrize("key", ["k_fold", "repeated_k_fold", "leave_one_out", "5x2", "bootstrap"])
def test_shared_shares_are_those_of_the_sets(key):
    splits = make_design(key).splits(regression(30))
    sets = [set(split.train) for split in splits]
    by_hand = [len(a & b) / min(len(a), len(b)) for a, b in combinations(sets, 2)]
    assert shared_shares(overlap_matrix(splits)) == pytest.approx((min(by_hand), max(by_hand)))
    assert shared_shares(overlap_matrix(splits[:1])) is None


def test_overlap_and_roles_of_a_small_design():
    dataset = regression(12)
    splits = make_design("k_fold", k=3).splits(dataset)
    assert overlap_matrix(splits).tolist() == [[8, 4, 4], [4, 8, 4], [4, 4, 8]]
    roles = role_matrix(splits, 12)
    assert (np.sort(roles, axis=0) == [[1], [1], [2]]).all()
    half = make_design("disjoint_halves", k=2).splits(dataset)
    assert (np.sort(role_matrix(half, 12), axis=0)[0] == 0).all()
    assert overlap_matrix(half).tolist() == [[3, 0], [0, 3]]
    bootstrap = make_design("bootstrap", b=3).splits(dataset)
    assert set(np.unique(role_matrix(bootstrap, 12))) == {2, 3}
    by_hand = [[len(set(a.train) & set(b.train)) for b in bootstrap] for a in bootstrap]
    assert overlap_matrix(bootstrap).tolist() == by_hand


def test_k_fold_training_sets_share_all_but_two_parts():
    splits = make_design("k_fold").splits(regression(100))
    overlap = overlap_matrix(splits)
    assert (overlap[np.triu_indices(10, 1)] == 80).all()
    assert (np.diag(overlap) == 90).all()


def test_class_shares_by_hand():
    splits = make_design("hold_out", validation=0.5).splits(dataset_of(["a", "b"] * 10))
    truth = np.array([0, 1] * 10)
    shares = class_shares(splits, truth, 2)
    assert shares.training.shape == shares.validation.shape == (1, 2)
    assert shares.validation[0, 1] == np.mean(truth[splits[0].validation])


# Advice


@pytest.mark.parametrize(
    "n, key, pairs",
    [
        (2, "leave_one_out", None),
        (19, "leave_one_out", None),
        (20, "repeated_k_fold", 100),
        (99, "repeated_k_fold", 100),
        (100, "k_fold", 10),
        (5000, "k_fold", 10),
        (5001, "k_fold", 5),
        (99_999, "k_fold", 5),
        (100_000, "disjoint_halves", 10),
    ],
)
def test_the_suggested_design_goes_by_n(n, key, pairs):
    design, reason = suggest_design(n, "classification")
    assert design.key == key
    assert f"With {n} instances" in reason
    assert pairs is None or design.get_n_splits() == pairs
    assert design.options.get("stratified", True)
    assert not suggest_design(n, "regression")[0].options.get("stratified", False)
    grouped, why = suggest_design(n, "regression", grouped=True)
    assert DESIGNS[grouped.key].takes_groups
    assert f"{n} groups" in why


@pytest.mark.parametrize(
    ("sizes", "title", "words"),
    [
        ([293, 7], "7-fold cross-validation, stratified", "only 7 are of the rarest class"),
        ([60, 30, 7], "10 × 7-fold cross-validation, stratified", "7 are of"),
        ([297, 3], "10 × 3-fold cross-validation, stratified", "so average over ten shuffles"),
        ([5998, 2], "10 × 2-fold cross-validation, stratified", "2 are of"),
        ([290, 10], "10-fold cross-validation, stratified", "ten folds"),
    ],
)
def test_no_more_folds_are_suggested_than_the_rarest_class_has_instances(sizes, title, words):
    data = dataset_of(np.repeat(list("abc")[: len(sizes)], sizes))
    design, reason = design_for(data)
    assert design.title == title
    assert words in reason
    assert ("enough" in reason) is title.startswith("10-")
    assert not design.notes(data)


def test_of_a_rare_class_no_halves_are_suggested_that_would_hold_none_of_it():
    design, reason = suggest_design(100_000, "classification", rarest=15)
    assert design.title == "5-fold cross-validation, stratified"
    assert "of twenty halves, some would hold none of it" in reason
    assert suggest_design(100_000, "classification", rarest=20)[0].key == "disjoint_halves"


def test_of_groups_those_that_hold_the_rarest_class_are_counted():
    groups = np.r_[np.arange(150), 200 + np.arange(50) % 6]
    design, reason = design_for(dataset_of(["a"] * 150 + ["b"] * 50, groups))
    assert design.title.startswith("6-fold")
    assert "only 6 hold the rarest class" in reason


def test_nothing_is_suggested_for_one_instance():
    with pytest.raises(core.InputError, match="at least 2 instances, not 1"):
        suggest_design(1, "classification")


def test_listing_the_designs_loads_no_scikit_learn():
    program = (
        "import sys, core.designs as d; [d.make_design(key) for key in d.DESIGNS]; "
        "print('sklearn' in sys.modules, 'scipy' in sys.modules)"
    )
    root = Path(__file__).parents[2]
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "False False"


@pytest.mark.parametrize(
    ("n", "words"),
    [(270, "on 27 each, which is few"), (178, "on 17 or 18 each"), (400, "still validate on enough")],
)
def test_ten_folds_are_not_said_to_hold_enough_where_the_tests_say_that_they_hold_few(n, words):
    assert words in suggest_design(n, "classification")[1]
