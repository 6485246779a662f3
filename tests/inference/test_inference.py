"""What holds for every declared test: symmetry, consistency, worked examples, refusals."""

import json
import pickle
from functools import cache

import numpy as np
import pytest

import core.inference
from core.errors import InputError, NotApplicable, UnknownName
from core.inference import TESTS, Verdict, compare, run_test

ALTERNATIVES = ("two-sided", "less", "greater")
KEYS = [key for key, entry in TESTS.items() if entry.question != "bayesian"]
SIGNED = [key for key in KEYS if TESTS[key].signed]
MIRROR = {"two-sided": "two-sided", "less": "greater", "greater": "less"}
SIZES = {"n_train": 90.0, "n_validation": 10.0}


def inputs_for(key, seed=0):
    """Inputs of one experiment of a modest effect, different for every seed."""
    rng = np.random.default_rng([seed, sum(map(ord, key))])
    needs = {need.name: need.kind for need in TESTS[key].needs}
    fold = np.round(rng.normal(0.25, 0.05, (5, 2)), 4)
    given = {}
    if needs.get("a") == "predictions":
        y = rng.permutation(np.repeat([0, 1], [25, 20]))
        a, b = (np.where(rng.random(45) < share, y, 1 - y)[:, None] for share in (0.85, 0.7))
        given = {"y": y, "a": a, "b": b, "measure": "f1"}
    elif needs.get("a") in {"folds", "grid"}:
        given = {"a": fold, "b": fold + rng.normal(0.02, 0.03, (5, 2))}
    elif needs.get("a") == "instances":
        given = {"a": rng.gamma(2, 1, 40), "b": rng.gamma(2.3, 1, 40)}
    elif "scores" in needs and needs["scores"] == "folds":
        given = {"scores": fold.ravel(), "p0": 0.27}
    elif "scores" in needs:
        given = {"scores": rng.normal((0.2, 0.22, 0.25), 0.03, (8, 3))}
    elif "e01" in needs:
        e01, e10 = (int(count) for count in rng.integers(3, 30, 2))
        given = {"e01": e01, "e10": e10, "n": 200}
    elif "errors_1" in needs:
        one, two = (int(count) for count in rng.integers(20, 45, 2))
        given = {"errors_1": one, "n_1": 120, "errors_2": two, "n_2": 150}
    elif "errors" in needs:
        given = {"errors": int(rng.integers(8, 25)), "n": 60, "p0": 0.25}
    elif "y" in needs:
        y = rng.permutation(np.repeat([0, 1], [25, 20]))
        given = {"y": y, "scores_a": y + rng.normal(0, 1, 45), "scores_b": y + rng.normal(0, 1.4, 45)}
    elif "correct" in needs:
        given = {"correct": (rng.random((60, 3)) < (0.7, 0.75, 0.6)).astype(int)}
    given |= {name: value for name, value in SIZES.items() if name in needs}
    extra = {"sigma": 0.05, "rope": 0.05, "rho1": 0.1, "rho2": 0.2}
    return given | {name: value for name, value in extra.items() if name in needs}


@cache
def judged(key, alternative="two-sided", seed=0):
    """The verdict on one of these experiments; one serves all that is asked of it."""
    return run_test(key, alternative, **inputs_for(key, seed))


def swapped(key, given):
    """The same experiment with the two learners exchanged; None where there are not two."""
    pairs = [("a", "b"), ("e01", "e10"), ("errors_1", "errors_2"), ("n_1", "n_2"), ("scores_a", "scores_b")]
    turned = dict(given)
    for one, two in pairs:
        if one in given and two in given:
            turned[one], turned[two] = given[two], given[one]
    return None if turned == given or TESTS[key].question == "one_learner" else turned


def turn(key, given):
    try:
        return swapped(key, given)
    except ValueError:  # arrays have no single truth value: they differ
        pairs = [("a", "b"), ("scores_a", "scores_b")]
        turned = dict(given)
        for one, two in pairs:
            if one in given:
                turned[one], turned[two] = given[two], given[one]
        return turned


def allowed(key):
    return ALTERNATIVES if TESTS[key].signed else ("two-sided",)


@pytest.mark.parametrize("key", KEYS)
def test_a_verdict_is_complete_and_travels(key):
    for alternative in allowed(key):
        verdict = judged(key, alternative)
        assert isinstance(verdict, Verdict)
        assert 0 <= verdict.p_value <= 1
        assert verdict.p_value == verdict.pvalue
        assert verdict.undefined is None
        assert isinstance(verdict.statistic, float)
        again = pickle.loads(pickle.dumps(verdict))
        assert again.sentence() == verdict.sentence()
        assert again.p_value == verdict.p_value
        plain = json.loads(json.dumps(verdict.to_dict(), allow_nan=False))
        assert plain["p_value"] == verdict.p_value
        assert plain["key"] == key
        assert verdict.formula_steps()[0] == TESTS[key].lines(alternative)[0]
        assert not any("«" in step for step in verdict.formula_steps())
        assert "«" not in verdict.paragraph()
        x, density = verdict.null.curve()
        assert len(x) == len(density)
        assert len(x) > 1
        assert np.all(density >= 0)
        for check in verdict.checks:
            assert check.sentence.endswith(".")
            assert check.holds in {True, False, None}


@pytest.mark.parametrize("key", KEYS)
def test_entry_tells_what_it_is(key):
    entry = TESTS[key]
    assert entry.title
    assert entry.summary[-1] in ".?"
    assert entry.reference
    assert entry.examples
    assert entry.target in {"h", "L", "S"}
    assert entry.h0().endswith(".")
    assert entry.h1() != entry.h0()
    assert entry.formula.count("{") == entry.formula.count("}")
    for step in (line for side in ALTERNATIVES for line in entry.lines(side)):
        assert step.count("{") == step.count("}")


@pytest.mark.parametrize("key", SIGNED)
def test_swapping_the_learners_mirrors_the_verdict(key):
    for seed in range(5):
        given = inputs_for(key, seed)
        turned = turn(key, given)
        if turned is None:
            continue
        for alternative in ALTERNATIVES:
            one = judged(key, alternative, seed)
            two = run_test(key, MIRROR[alternative], **turned)
            assert two.p_value == pytest.approx(one.p_value, rel=1e-9)


@pytest.mark.parametrize("key", [key for key in KEYS if not TESTS[key].signed])
def test_tests_without_a_sign_have_no_one_sided_form(key):
    given = inputs_for(key)
    turned = turn(key, given)
    if turned is not None and "a" in given:
        assert run_test(key, **turned).p_value == pytest.approx(judged(key).p_value, rel=1e-9)
    for alternative in ("less", "greater"):
        with pytest.raises(NotApplicable, match="has no sign"):
            run_test(key, alternative, **given)
        with pytest.raises(NotApplicable, match="has no sign"):
            TESTS[key].evaluate(alternative, **given)


@pytest.mark.parametrize("key", SIGNED)
def test_one_sided_and_two_sided_agree(key):
    for seed in range(6):
        two, less, greater = (judged(key, alternative, seed).p_value for alternative in ALTERNATIVES)
        if key == "mcnemar":  # χ² and its signed root
            assert two == pytest.approx(2 * min(less, greater), rel=1e-9)
        elif TESTS[key].continuous:
            assert less + greater == pytest.approx(1, abs=1e-12)
            assert two == pytest.approx(2 * min(less, greater), rel=1e-9)
        else:
            assert less + greater >= 1 - 1e-12
            assert key in {"binomial", "fisher_exact"} or two == pytest.approx(
                min(1, 2 * min(less, greater)), rel=1e-9
            )


@pytest.mark.parametrize("key", KEYS)
def test_p_is_called_continuous_where_it_moves_with_every_score(key):
    given, rng = inputs_for(key), np.random.default_rng(2)
    scores = {
        name: value for name, value in given.items() if isinstance(value, np.ndarray) and value.dtype == float
    }
    jittered = given | {name: value + rng.normal(0, 1e-7, value.shape) for name, value in scores.items()}
    p, near = judged(key).p_value, run_test(key, **jittered).p_value
    assert near == pytest.approx(p, rel=1e-3)
    assert TESTS[key].continuous == (near != p)


ORDERED = {"5x2_t"}


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ORDERED])
def test_the_order_of_folds_or_instances_does_not_matter(key):
    given = inputs_for(key)
    rows = [name for name in ("a", "b", "scores", "scores_a", "scores_b", "y", "correct") if name in given]
    order = np.random.default_rng(1).permutation(len(np.asarray(given[rows[0]]))) if rows else None
    mixed = {name: np.asarray(value)[order] if name in rows else value for name, value in given.items()}
    assert run_test(key, **mixed).p_value == pytest.approx(judged(key).p_value, rel=1e-9)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.2, 0.5])
def test_p_below_alpha_is_the_rejection_region(key, alpha):
    for seed in range(4):
        for alternative in allowed(key):
            verdict = judged(key, alternative, seed)
            region = verdict.null.rejects(verdict.statistic, alpha, alternative)
            assert verdict.rejects(alpha) == region
            for x, density in verdict.region(alpha):
                assert x.shape == density.shape
            values = verdict.critical_values(alpha)
            assert list(values) == sorted(values)


@pytest.mark.parametrize("key", [key for key in KEYS if TESTS[key].duality])
@pytest.mark.parametrize("alpha", [0.02, 0.05, 0.3])
def test_rejection_is_the_null_value_outside_the_own_interval(key, alpha):
    seen = set()
    for seed in range(8):
        given = inputs_for(key, seed)
        null = {"0": 0.0, "½": 0.5, "p0": given.get("p0")}[TESTS[key].null_value]
        for alternative in TESTS[key].duality:
            if alternative in allowed(key):
                verdict = judged(key, alternative, seed)
                inside = verdict.confidence_interval(1 - alpha).contains(null)
                assert verdict.rejects(alpha) == (not inside), (seed, alternative)
                seen.add(inside)
    assert seen


@pytest.mark.parametrize("key", KEYS)
def test_worked_examples_give_the_printed_numbers(key):
    for example in TESTS[key].examples:
        verdict = run_test(key, example.alternative, **example.inputs)
        values = verdict.values
        if "critical" in example.expected:
            values["critical"] = verdict.critical_values(example.alpha)[-1]
        if "low" in example.expected:
            values["low"] = verdict.confidence_interval(1 - example.alpha).low
        for name, printed in example.expected.items():
            decimals = len(printed.partition(".")[2])
            assert round(values[name], decimals) == float(printed), (example.source, name, values[name])


def test_the_posterior_reproduces_its_example():
    for example in TESTS["bayesian_t"].examples:
        posterior = run_test("bayesian_t", **example.inputs)
        assert round(posterior.scale, 3) == float(example.expected["scale"])
        assert round(posterior.p_right, 3) == float(example.expected["p_right"])


@pytest.mark.parametrize("key", KEYS)
def test_many_experiments_at_once_give_the_same_numbers(key):
    samples = [inputs_for(key, seed) for seed in range(7)]
    if key == "delong":
        samples = [sample | {"y": samples[0]["y"]} for sample in samples]
    kinds = {need.name: need.kind for need in TESTS[key].needs}
    scalars = {"sizes", "number", "rate", "positive", "correlation", "size"}
    shared = {name for name in samples[0] if kinds[name] in {*scalars, "labels", "word"}}
    stacked = {
        name: samples[0][name]
        if name in shared
        else np.stack(
            [
                np.asarray(sample[name]).reshape(1, -1)
                if kinds[name] == "folds" and np.ndim(sample[name]) == 1
                else np.asarray(sample[name])
                for sample in samples
            ]
        )
        for name in samples[0]
    }
    for alternative in allowed(key):
        result = TESTS[key].evaluate(alternative, **stacked)
        verdicts = [
            judged(key, alternative, seed) if key != "delong" else run_test(key, alternative, **sample)
            for seed, sample in enumerate(samples)
        ]
        assert result.p_value.shape == (7,)
        assert result.p_value == pytest.approx([v.p_value for v in verdicts], rel=1e-10)
        assert result.statistic == pytest.approx([v.statistic for v in verdicts], rel=1e-10)
        assert result.defined.all()


@pytest.mark.parametrize("key", KEYS)
def test_wrong_inputs_are_refused_by_name(key):
    given = inputs_for(key)
    kinds = {need.name: need.kind for need in TESTS[key].needs}
    with pytest.raises(InputError, match="nonsense"):
        run_test(key, nonsense=1, **given)
    for name in given:
        kind = kinds[name]
        optional = next(need.optional for need in TESTS[key].needs if need.name == name)
        if not optional:
            with pytest.raises(InputError, match=name):
                run_test(key, **{other: value for other, value in given.items() if other != name})
        with pytest.raises(InputError) as refusal:
            run_test(key, **(given | {name: "many"}))
        assert refusal.value.where == name
        if kind == "word":
            continue
        bad = np.array(given[name], dtype=float)
        bad.flat[0] = np.nan
        with pytest.raises(InputError) as refusal:
            run_test(key, **(given | {name: bad}))
        assert refusal.value.where == name
        if kind in {"count", "size", "positive", "sizes", "rate", "correlation"}:
            with pytest.raises(InputError) as refusal:
                run_test(key, **(given | {name: -1}))
            assert refusal.value.where == name
        if kind in {"size", "rate", "positive", "sizes"}:
            with pytest.raises(InputError) as refusal:
                run_test(key, **(given | {name: 0}))
            assert refusal.value.where == name
        if kind in {"count", "size"}:
            with pytest.raises(InputError, match="whole number"):
                run_test(key, **(given | {name: 2.5}))
            with pytest.raises(InputError, match="one experiment"):
                run_test(key, **(given | {name: [given[name]] * 3}))
    with pytest.raises(InputError, match="alternative"):
        run_test(key, "bigger", **given)


def test_folds_with_undefined_scores_are_named():
    scores = np.full((5, 2), 0.3)
    scores[1, 1] = np.nan
    with pytest.raises(InputError, match="replicate 2, fold 2"):
        run_test("5x2_f", a=scores, b=np.full((5, 2), 0.2))
    with pytest.raises(InputError, match="fold 3"):
        run_test("paired_t", a=[0.1, 0.2, np.nan], b=[0.1, 0.1, 0.1])


def test_one_fold_says_which_designs_give_more():
    with pytest.raises(InputError, match=r"K-fold.*McNemar"):
        run_test("paired_t", a=[0.1], b=[0.2])


@pytest.mark.parametrize("shape", [(10,), (5, 3), (1, 2)])
def test_five_by_two_needs_its_shape(shape):
    with pytest.raises(InputError, match="replicates × 2"):
        run_test("5x2_t", a=np.ones(shape), b=np.zeros(shape))


@pytest.mark.parametrize("key", ["balanced_5x2_f", "exact_5x2_f"])
def test_calibrated_tests_need_five_replicates(key):
    with pytest.raises(InputError, match="5 × 2"):
        run_test(key, a=np.ones((3, 2)), b=np.zeros((3, 2)), rho1=0.1, rho2=0.1)


def test_alpha_and_level_are_checked():
    verdict = run_test("paired_t", **inputs_for("paired_t"))
    for alpha in (0, 1, 5):
        with pytest.raises(InputError, match="alpha"):
            verdict.rejects(alpha)
        with pytest.raises(InputError, match="alpha"):
            verdict.sentence(alpha)
        with pytest.raises(InputError, match="level"):
            verdict.confidence_interval(alpha)


def test_unknown_keys_propose_a_near_one():
    with pytest.raises(UnknownName, match="mcnemar"):
        run_test("mcnemer", e01=1, e10=2)


def test_public_names_resolve():
    for name in core.inference.__all__:
        assert getattr(core.inference, name) is not None
    assert compare is core.inference.compare
