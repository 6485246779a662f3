"""Every test that judges many experiments in one call is among those whose speed is told."""

from core.inference import TESTS
from tests.benchmarks import pvalues


def test_the_benchmark_of_p_values_has_inputs_for_every_test(monkeypatch):
    monkeypatch.setattr(pvalues, "REPLICATIONS", 3)
    timed = list(pvalues.experiments())
    assert {key for _, key, _ in timed} | set(pvalues.NOT_VECTORISED) == set(TESTS)
    for _, key, inputs in timed:
        assert TESTS[key].evaluate(**inputs).p_value.shape == (3,), key
