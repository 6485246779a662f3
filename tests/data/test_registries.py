"""Every declared measure and design is understood in tables of other tools; nothing about them is kept twice."""

from collections import Counter
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import core
from core.data import RawTable, inspect_fold_scores, score_table
from core.designs import DESIGNS, DesignEntry
from core.measures import MEASURES, MeasureEntry
from tests.registries import declared

LONG = "model,fold,metric,value\n" + "".join(
    f"{model},{fold},{{name}},0.{fold}{place}\n" for place, model in enumerate("ab") for fold in (1, 2, 3)
)
WIDE = "model,fold,{name}\n" + "".join(
    f"{model},{fold},0.{fold}{place}\n" for place, model in enumerate("ab") for fold in (1, 2, 3)
)
SHAPES = [(1, 1), (1, 4), (2, 3), (2, 2), (3, 2), (5, 2)]


def measured_by(name: str, table: str) -> core.FoldScores:
    return core.read_fold_scores(table.format(name=name).encode())


def fold_table(replicates: int, folds: int) -> bytes:
    rows = [
        f"{learner},{replicate},{fold},0.{replicate}{fold}{place}\n"
        for place, learner in enumerate("ab")
        for replicate in range(1, replicates + 1)
        for fold in range(1, folds + 1)
    ]
    return "".join(["learner,replicate,fold,score\n", *rows]).encode()


def questions(content: bytes) -> dict[str, tuple]:
    return {item.key: item.options for item in inspect_fold_scores(content).questions}


@pytest.mark.parametrize("table", [LONG, WIDE], ids=["long", "one column per measure"])
@pytest.mark.parametrize("entry", MEASURES.values(), ids=MEASURES)
def test_every_measure_is_recognised_by_all_its_names(entry, table):
    for name in (entry.key, entry.title, entry.title.capitalize(), *entry.synonyms):
        if table is WIDE and name.startswith("test_"):
            continue  # a column of scikit-learn's cross_validate, whose measure is called after the underscore
        scores = measured_by(name, table)
        found = (scores.measure, scores.measure_title, scores.lower_is_better)
        assert found == (entry.key, entry.title, entry.lower_is_better), name
        assert (scores.frame["score"] < 0.4).all()


def test_no_name_means_two_measures():
    names = Counter(name for entry in MEASURES.values() for name in entry.names)
    assert [name for name, count in names.items() if count > 1] == []


def test_scores_without_a_name_may_be_of_any_measure_of_validation_sets():
    options = questions(fold_table(1, 4))["measure"]
    assert set(options) == {
        key for key, entry in MEASURES.items() if entry.needs not in ("times", "training")
    }
    assert options[0] == "error"


@cache
def shaped(shape: tuple[int, int]) -> RawTable:
    """The same table for every design, taken apart once."""
    return score_table(fold_table(*shape))


@cache
def designs_offered(shape: tuple[int, int]) -> tuple[str, ...]:
    return questions(fold_table(*shape))["design"]


@pytest.mark.parametrize("entry", DESIGNS.values(), ids=DESIGNS)
def test_every_design_is_offered_and_accepted_for_folds_of_its_shape(entry):
    fitting = [shape for shape in SHAPES if entry.fits(*shape)]
    assert fitting
    for shape in SHAPES:
        content = shaped(shape)
        assert (entry.key in designs_offered(shape)) == (shape in fitting)
        if shape not in fitting:
            with pytest.raises(core.DesignError, match=f"has {entry.shape}; here are"):
                core.read_fold_scores(content, design=entry.key)
            continue
        facts = core.read_fold_scores(content, design=entry.key).facts
        assert (facts.key, facts.replicates, facts.folds) == (entry.key, *shape)
        assert facts.training_sets_overlap == entry.training_sets_overlap
        assert facts.every_instance_once == (entry.partitions and shape[0] == 1)


@pytest.mark.parametrize("key", [key for key in DESIGNS if key != "predefined"])
def test_a_design_gives_what_it_declares(key):
    entry, dataset = DESIGNS[key], core.load_sample("breast_cancer")
    design = core.make_design(key)
    facts = design.facts(dataset)
    assert entry.fits(facts.replicates, facts.folds)
    assert facts.training_sets_overlap == entry.training_sets_overlap
    assert facts.every_instance_once == (entry.partitions and facts.replicates == 1)
    if entry.partitions:
        everybody = np.arange(len(dataset))
        for split in design.splits(dataset):
            assert np.array_equal(np.union1d(split.train, split.validation), everybody)
            assert not np.intersect1d(split.train, split.validation).size


def test_the_shape_of_a_design_is_told_in_words():
    words = {key: entry.shape for key, entry in DESIGNS.items()}
    assert words["hold_out"] == "1 replicate of 1 fold"
    assert words["k_fold"] == words["leave_one_out"] == "1 replicate of at least 2 folds"
    assert words["repeated_k_fold"] == "at least 2 replicates of at least 2 folds"
    assert words["5x2"] == words["balanced_5x2"] == "5 replicates of 2 folds"
    assert words["random_resampling"] == "at least 2 folds"


def regret(fold) -> float:
    """A measure that nobody has declared."""
    return float(np.mean(fold.truth != fold.predicted)) * 2


REGRET = MeasureEntry(
    key="regret",
    title="mean regret",
    summary="What the best action in hindsight would have saved.",
    tasks=("classification",),
    function=regret,
    lower_is_better=True,
    synonyms=("Opportunity loss",),
)
FOUR_BY_THREE = DesignEntry(
    key="4x3",
    title="4×3 cross-validation",
    wording="4×3 cross-validation",
    summary="Four shuffles, each cut into thirds.",
    pairs=lambda cases: iter(()),
    replicates=4,
    folds=3,
    partitions=True,
)


@pytest.mark.parametrize("name", ["regret", "Mean regret", "opportunity_loss", "neg_regret"])
@pytest.mark.parametrize("table", [LONG, WIDE], ids=["long", "one column per measure"])
def test_a_measure_is_understood_by_being_declared(name, table):
    with pytest.raises(core.InputError):
        measured_by(name, table)
    with declared(MEASURES, REGRET):
        scores = measured_by(name, table)
        assert (scores.measure, scores.measure_title, scores.lower_is_better) == (
            "regret",
            "mean regret",
            True,
        )
        assert "regret" in questions(fold_table(1, 4))["measure"]
        with declared(
            MEASURES, replace(REGRET, key="gain", title="gain", synonyms=(), lower_is_better=False)
        ):
            assert not measured_by("Gain", table).lower_is_better


def test_a_design_is_accepted_by_being_declared():
    content = fold_table(4, 3)
    assert "4x3" not in questions(content)["design"]
    with pytest.raises(core.UnknownName):
        core.read_fold_scores(content, design="4x3")
    with declared(DESIGNS, FOUR_BY_THREE):
        assert "4x3" in questions(content)["design"]
        facts = core.read_fold_scores(content, design="4x3").facts
        assert (facts.key, facts.replicates, facts.folds) == ("4x3", 4, 3)
        assert facts.training_sets_overlap
        with pytest.raises(
            core.DesignError, match="4×3 cross-validation has 4 replicates of 3 folds; here are 5 × 2"
        ):
            core.read_fold_scores(fold_table(5, 2), design="4x3")


def test_a_declared_design_is_accepted_for_predictions():
    rows = [
        f"{i},{replicate},{1 + (i + replicate) % 3},{'yn'[i % 2]},{'yn'[(i + (i == replicate)) % 2]}\n"
        for replicate in range(1, 5)
        for i in range(12)
    ]
    content = "".join(["id,replicate,fold,truth,tree\n", *rows]).encode()
    with declared(DESIGNS, FOUR_BY_THREE):
        found = core.read_predictions(content, design="4x3")
    assert found.facts.key == "4x3"
    assert (found.facts.replicates, found.facts.folds, found.facts.n_train) == (4, 3, 8.0)
    assert {item.n_train for item in found.outcomes} == {8}
