"""A specification from a file: taken as it is, or refused with a sentence that names the part."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from core.errors import InputError
from core.experiment import make_plan, not_taken_over, read_specification
from core.records import ExperimentSpec, Tuning, options_of

IRIS = core.load_sample("iris")
PLAN = make_plan(IRIS, [core.learner("knn", n_neighbors=3), "tree"], "k_fold", tuning=Tuning(5, 3))
GOOD = PLAN.spec.to_json()


def changed(**parts):
    return json.dumps({**json.loads(GOOD), **parts})


def with_learner(**parts):
    values = json.loads(GOOD)
    values["learners"][0] |= parts
    return json.dumps(values)


def with_option(**parts):
    values = json.loads(GOOD)
    values["design"]["options"] |= parts
    return json.dumps(values)


HOSTILE = {
    "no JSON": "{",
    "a list": "[]",
    "deep": "[" * 100_000,
    "twice": GOOD.replace('"seed": 0', '"seed": 0, "seed": 1'),
    "NaN": GOOD.replace('"seed": 0', '"seed": NaN'),
    "too large a number": GOOD.replace('"seed": 0', '"seed": 1e400'),
    "digits": GOOD.replace('"seed": 0', f'"seed": {"9" * 5000}'),
    "half a character": changed(measure="error\ud800"),
    "another kind": changed(foldwise="results"),
    "unknown part": changed(sead=3),
    "fingerprint of another form": changed(fingerprint="../../etc"),
    "fingerprint as number": changed(fingerprint=3),
    "no learners": changed(learners=[]),
    "learners as text": changed(learners="tree"),
    "learner as text": changed(learners=["tree"]),
    "unknown learner": with_learner(key="os.system"),
    "unknown hyperparameter": with_learner(hyperparameters={"nearest": 3}),
    "hyperparameter out of range": with_learner(hyperparameters={"n_neighbors": 10**9}),
    "hyperparameter of another kind": with_learner(hyperparameters={"n_neighbors": "3"}),
    "hyperparameter as object": with_learner(hyperparameters={"n_neighbors": {"a": 1}}),
    "start as text": with_learner(start="1"),
    "start as fraction": with_learner(start=1.5),
    "start as truth": with_learner(start=True),
    "start beyond the picker": with_learner(start=100),
    "negative start": with_learner(start=-1),
    "empty name": with_learner(name=" "),
    "long name": with_learner(name="x" * 81),
    "name twice": with_learner(name="Decision tree"),
    "learner of another task": with_learner(key="ols", hyperparameters={}),
    "measure of another task": changed(measure="mse"),
    "unknown measure": changed(measure="luck"),
    "unknown design": changed(design={"key": "splitter", "options": {}}),
    "design without key": changed(design={"options": {}}),
    "unknown option": with_option(folds=3),
    "option out of range": with_option(k=1),
    "option as text": with_option(k="10"),
    "share beyond the picker": changed(design={"key": "hold_out", "options": {"validation": 0.001}}),
    "seed as text": changed(seed="7"),
    "seed as fraction": changed(seed=7.9),
    "negative seed": changed(seed=-1),
    "seed beyond the picker": changed(seed=2**31),
    "budget beyond the picker": changed(tuning={"budget": 201, "folds": 3}),
    "no budget": changed(tuning={"folds": 3}),
    "folds beyond the picker": changed(tuning={"budget": 5, "folds": 11}),
    "tuning as text": changed(tuning="yes"),
    "losses as text": changed(losses="[[0, 1]]"),
    "losses of texts": changed(losses=[["a"]]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_every_deviation_is_a_sentence(name):
    with pytest.raises(InputError) as refused:
        read_specification(HOSTILE[name].encode(errors="surrogatepass"), IRIS)
    assert str(refused.value).endswith((".", "?")), str(refused.value)
    assert len(str(refused.value)) < 1500


def test_what_a_run_saves_is_taken_as_it_is():
    assert read_specification(GOOD.encode(), IRIS) == PLAN.spec
    elsewhere = replace(PLAN.spec, fingerprint="0" * 64)
    assert read_specification(elsewhere.to_json().encode(), IRIS) == elsewhere


def test_what_the_page_does_not_ask_for_is_said():
    costed = replace(PLAN.spec, losses=((0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 5.0, 0.0)))
    assert read_specification(costed.to_json().encode(), IRIS) == costed
    assert "matrix of losses" in not_taken_over(costed)
    assert not_taken_over(PLAN.spec) == ""


PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)


@given(part=st.sampled_from(sorted(json.loads(GOOD))), value=VALUES)
def test_any_value_in_any_part_is_taken_as_it_is_or_refused(part, value):
    text = json.dumps({**json.loads(GOOD), part: value})
    try:
        spec = read_specification(text.encode(), IRIS)
    except InputError:
        return
    again = json.loads(spec.to_json())
    assert again.get(part) == value or part == "learners"


def test_options_that_are_lists_come_back_as_they_were():
    spec = replace(PLAN.spec, design=replace(PLAN.spec.design, options=options_of({"a": [1, [2, 3]]})))
    assert ExperimentSpec.from_json(spec.to_json()) == spec
