"""Blocks of experiments: the same numbers as each experiment alone, and refusals that name the place."""

import numpy as np
import pytest

from core.errors import InputError
from core.inference import TESTS
from core.inference.declaration.batches import LEAST_BYTES, blocks

EXPERIMENTS = 20_000
CUT = {
    "paired_loss_t": ((EXPERIMENTS, 30), ("a", "b")),
    "corrected_t": ((EXPERIMENTS, 1, 20), ("a", "b")),
    "wilcoxon": ((EXPERIMENTS, 1, 20), ("a", "b")),
    "friedman": ((EXPERIMENTS, 10, 4), ("scores",)),
}


def experiments(key: str) -> dict[str, object]:
    shape, names = CUT[key]
    drawn = np.random.default_rng(1).normal(0.25, 0.03, (len(names), *shape))
    sizes = {"n_train": 90, "n_validation": 10} if key == "corrected_t" else {}
    return {**dict(zip(names, drawn, strict=True)), **sizes}


@pytest.mark.parametrize("key", CUT)
def test_blocks_give_what_each_experiment_gives_alone(key: str) -> None:
    entry, inputs = TESTS[key], experiments(key)
    cut = list(blocks(entry.needs, inputs))
    assert len(cut) > 1
    whole = entry.evaluate(**inputs)
    for at in (0, 1, len(cut[0][CUT[key][1][0]]) - 1, len(cut[0][CUT[key][1][0]]), EXPERIMENTS - 1):
        one = {name: value[at] if isinstance(value, np.ndarray) else value for name, value in inputs.items()}
        alone = entry.evaluate(**one)
        np.testing.assert_allclose(whole.statistic[at], alone.statistic, rtol=1e-12)
        np.testing.assert_allclose(whole.p_value[at], alone.p_value, rtol=1e-10)
        for name, term in alone.terms.items():
            if isinstance(term, np.ndarray) and np.shape(whole.terms[name])[:1] == (EXPERIMENTS,):
                np.testing.assert_allclose(whole.terms[name][at], term, rtol=1e-9, atol=1e-15, err_msg=name)


@pytest.mark.parametrize("key", CUT)
def test_every_term_runs_over_all_experiments_or_over_none(key: str) -> None:
    inputs = experiments(key)
    first = next(iter(blocks(TESTS[key].needs, inputs)))
    size = len(first[CUT[key][1][0]])
    assert EXPERIMENTS % size, "the last block must differ from the first for this test to see anything"
    for name, term in TESTS[key].evaluate(**inputs).terms.items():
        assert np.shape(term)[:1] in ((), (EXPERIMENTS,)), name


def test_small_experiments_and_odd_shapes_stay_whole() -> None:
    needs = TESTS["corrected_t"].needs
    small = np.zeros((EXPERIMENTS, 1, LEAST_BYTES // 16 - 1))
    stacked = np.zeros((10, 2000, 1, 20))
    for scores in (small, stacked, stacked[0, 0], [[0.1] * 10]):
        given = {"a": scores, "b": scores, "n_train": 90, "n_validation": 10}
        assert [len(part["a"]) for part in blocks(needs, given)] == [len(scores)]


def test_a_block_is_never_as_long_as_another_axis() -> None:
    labels = np.repeat([0, 1], 1000)
    scores = np.random.default_rng(2).normal(size=(3000, 2000))
    given = {"y": labels, "scores_a": scores, "scores_b": scores[::-1]}
    sizes = [len(part["scores_a"]) for part in blocks(TESTS["delong"].needs, given)]
    assert len(sizes) > 1
    assert sum(sizes) == 3000
    assert 2000 not in sizes


def test_a_refusal_in_a_later_block_names_the_place_in_the_whole() -> None:
    inputs = experiments("corrected_t")
    inputs["a"][EXPERIMENTS - 1, 0, 3] = np.nan
    with pytest.raises(InputError, match="number on fold 4"):
        TESTS["corrected_t"].evaluate(**inputs)


def test_no_experiments_give_empty_arrays() -> None:
    empty = np.empty((0, 30))
    assert TESTS["paired_loss_t"].evaluate(a=empty, b=empty).p_value.shape == (0,)
