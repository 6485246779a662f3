"""Experiments: the same numbers whatever the order, the number of processes, or what was resumed."""

import json
import re
from contextlib import closing
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import precision_score, roc_auc_score
from sklearn.model_selection import GridSearchCV, GroupKFold, StratifiedKFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import core
from core.errors import DesignError, InputError, NotApplicable
from core.experiment import (
    do_experiment,
    estimate_cost,
    make_plan,
    no_better_than_guessing,
    plan_of,
    run_plan,
    stored_experiment,
    submit_experiment,
)
from core.experiment.known_failures import meaning
from core.experiment.work import ExperimentWork
from core.jobs import own_identity, resume, schedulers
from core.learners.search import InnerFolds
from core.records import Dataset, ExperimentSpec, Tuning

FOREST = core.learner("random_forest", name="forest", n_estimators=8)
LEARNERS = (core.learner("naive_bayes"), core.learner("tree"), FOREST)


@pytest.fixture(scope="module")
def blobs():
    rng = np.random.default_rng(1)
    y = np.repeat([0, 1, 2], [40, 30, 20])
    X = pd.DataFrame(rng.normal(size=(90, 3)) + y[:, None] * 0.8, columns=["a", "b", "c"])
    X["shape"] = pd.Categorical(rng.choice(["round", "square"], 90))
    X.loc[3, "a"] = np.nan
    return Dataset("blobs", X, pd.Series(np.array(["low", "mid", "top"])[y], name="class"), "classification")


@pytest.fixture
def store(tmp_path):
    store = core.open_store(str(tmp_path))
    yield store
    store.close()


def frame_of(experiment):
    frame = experiment.fold_scores.frame
    return frame.sort_values(["learner", "replicate", "fold"], ignore_index=True)


def assert_same(one, other):
    pd.testing.assert_frame_equal(frame_of(one), frame_of(other), check_exact=True)


class TestRepeatability:
    def test_same_arguments_give_the_same_bits(self, blobs):
        first = core.run_experiment(blobs, LEARNERS, "5x2", seed=3)
        assert_same(first, core.run_experiment(blobs, LEARNERS, "5x2", seed=3))
        assert first.predictions == core.run_experiment(blobs, LEARNERS, "5x2", seed=3).predictions
        assert first.predictions != core.run_experiment(blobs, LEARNERS, "5x2", seed=4).predictions

    def test_two_processes_give_the_bits_of_one(self, blobs, monkeypatch):
        monkeypatch.setattr(schedulers, "START_SECONDS", 0.0)
        design = core.make_design("k_fold", k=5)
        alone = core.run_experiment(blobs, LEARNERS, design)
        assert_same(alone, core.run_experiment(blobs, LEARNERS, design, n_jobs=2))

    def test_neither_order_nor_company_changes_a_learner(self, blobs):
        design = core.make_design("k_fold", k=5)
        everyone = core.run_experiment(blobs, LEARNERS, design)
        backwards = core.run_experiment(blobs, LEARNERS[::-1], design)
        assert_same(everyone, backwards)
        alone = core.run_experiment(blobs, [FOREST], design)
        assert alone.fold_scores.matrix("forest").tolist() == everyone.fold_scores.matrix("forest").tolist()

    def test_an_interrupted_run_resumes_to_the_same_bits(self, blobs, store):
        def interrupt(done, total):
            if done == 7:
                raise KeyboardInterrupt

        design = core.make_design("k_fold", k=5, stratified=True)
        with pytest.raises(KeyboardInterrupt):
            core.run_experiment(blobs, LEARNERS, design, store=store, progress=interrupt)
        counts = []
        resumed = core.run_experiment(
            blobs, LEARNERS, design, store=store, progress=lambda done, total: counts.append((done, total))
        )
        assert counts[0] == (7, 15)
        assert sum(item.reused for item in resumed.predictions.outcomes) == 7
        assert_same(resumed, core.run_experiment(blobs, LEARNERS, design))

    def test_a_second_start_differs_only_for_random_learners(self, blobs):
        specs = [core.learner("lda", start=start) for start in (0, 1)]
        specs += [core.learner("random_forest", n_estimators=8, start=start) for start in (0, 1)]
        scores = core.run_experiment(blobs, specs, core.make_design("k_fold", k=3)).fold_scores
        forests = [name for name in scores.learners if "orest" in name]
        linear = [name for name in scores.learners if "LDA" in name]
        assert scores.matrix(forests[0]).tolist() != scores.matrix(forests[1]).tolist()
        assert scores.matrix(linear[0]).tolist() == scores.matrix(linear[1]).tolist()


class TestReuse:
    def test_a_change_of_one_learner_recomputes_only_that_learner(self, blobs, store):
        design = core.make_design("k_fold", k=5)
        core.run_experiment(blobs, LEARNERS, design, store=store)
        specs = [LEARNERS[0], core.learner("tree", max_depth=2), FOREST]
        changed = core.run_experiment(blobs, specs, design, store=store)
        fresh = {item.learner for item in changed.predictions.outcomes if not item.reused}
        assert fresh == {"Decision tree"}

    def test_another_measure_or_name_runs_nothing(self, blobs, store):
        design = core.make_design("k_fold", k=5)
        core.run_experiment(blobs, ["tree"], design, store=store)
        again = core.run_experiment(
            blobs, [core.learner("tree", name="my tree")], design, "balanced_accuracy", store=store
        )
        assert all(item.reused and item.learner == "my tree" for item in again.predictions.outcomes)
        assert again.fold_scores.measure == "balanced_accuracy"

    @pytest.mark.parametrize("first_turned", [False, True])
    def test_another_positive_class_trains_nothing_and_judges_that_class(self, store, first_turned):
        usual = core.load_sample("breast_cancer")
        turned = replace(usual, positive=usual.classes[0], fingerprint="")
        assert turned.fingerprint != usual.fingerprint
        learners = ["naive_bayes", "linear_svm", "knn"]  # scores for each class, and decision values for one
        one, other = (turned, usual) if first_turned else (usual, turned)
        design = core.make_design("k_fold", k=3)
        core.run_experiment(one, learners, design, store=store)
        again = core.run_experiment(other, learners, design, "precision", store=store)
        assert all(item.reused for item in again.predictions.outcomes)
        assert_same(again, core.run_experiment(other, learners, design, "precision"))
        item = again.predictions.of("Naive Bayes")[0]
        truth = other.truth[item.positions]
        positive = other.classes.index(other.positive)
        expected = precision_score(truth, item.predicted, pos_label=positive)
        assert again.fold_scores.matrix("Naive Bayes").ravel()[0] == pytest.approx(expected)

    def test_other_data_seed_or_cuts_share_nothing(self, blobs, store):
        design = core.make_design("k_fold", k=5)
        core.run_experiment(blobs, ["tree"], design, store=store)
        other_data = Dataset("other", blobs.X[["a", "b"]], blobs.y, "classification")
        for dataset, cuts, seed in (
            (other_data, design, 0),
            (blobs, design, 1),
            (blobs, core.make_design("k_fold", k=5, seed=1), 0),
        ):
            run = core.run_experiment(dataset, ["tree"], cuts, seed=seed, store=store)
            assert not any(item.reused for item in run.predictions.outcomes)

    def test_cuts_that_come_again_keep_an_outcome_for_each_replicate(self, blobs, store):
        few = replace(blobs, groups=pd.Series(np.arange(90) % 4, name="patient"))
        plan = make_plan(few, [FOREST], core.make_design("repeated_k_fold", k=2, r=6))
        cuts = {split.validation.tobytes() for split in plan.splits}
        assert len(cuts) < len(plan.splits)
        computed, kept = (frame_of(run_plan(plan, store=store)) for _ in range(2))
        assert kept["score"].tolist() == computed["score"].tolist()

    def test_without_a_store_nothing_is_written(self, blobs, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        core.run_experiment(blobs, ["tree"], "5x2")
        assert list(tmp_path.iterdir()) == []


class TestOutcome:
    @pytest.mark.parametrize("classes", [2, 3])
    def test_learners_asked_once_for_labels_and_probabilities_predict_what_they_would(self, blobs, classes):
        kept = blobs.y.isin(blobs.classes[:classes]).to_numpy()
        data = Dataset("part", blobs.X[kept], blobs.y[kept], "classification")
        labels = data.y.to_numpy()
        plan = make_plan(data, ["naive_bayes", "lda", "qda", "logistic_regression"], "5x2", seed=4)
        learners = {entrant.spec.name: entrant for entrant in plan.entrants}
        splits = {(split.replicate, split.fold): split for split in plan.splits}
        run = core.run_experiment(data, [entrant.spec for entrant in plan.entrants], "5x2", seed=4)
        assert len(run.predictions.outcomes) == 40
        for outcome in run.predictions.outcomes:
            entrant, split = learners[outcome.learner], splits[outcome.replicate, outcome.fold]
            assert entrant.says_most_probable
            alone = core.make_learner(entrant.spec.key).fit(data.X.iloc[split.train], labels[split.train])
            rows = data.X.iloc[split.validation]
            assert [data.classes[code] for code in outcome.predicted] == alone.predict(rows).tolist()
            np.testing.assert_allclose(outcome.scores, alone.predict_proba(rows), rtol=1e-12, atol=1e-300)

    def test_fold_errors_are_those_of_scikit_learn(self, blobs):
        design = core.make_design("k_fold", k=4, stratified=True, seed=5)
        ours = core.run_experiment(blobs, ["naive_bayes"], design).fold_scores.matrix("Naive Bayes")[0]
        theirs = cross_validate(
            core.make_learner("naive_bayes"),
            blobs.X,
            blobs.y,
            cv=StratifiedKFold(4, shuffle=True, random_state=5),
        )
        np.testing.assert_allclose(ours, 1 - theirs["test_score"], rtol=0, atol=1e-15)

    def test_estimators_and_splitters_of_scikit_learn_are_welcome(self, blobs):
        numeric = Dataset("numeric", blobs.X[["b", "c"]], blobs.y, "classification")
        estimator = DecisionTreeClassifier(max_depth=2)
        splitter = StratifiedKFold(3, shuffle=True, random_state=0)
        run = core.run_experiment(numeric, {"stump": estimator}, splitter)
        theirs = cross_validate(
            DecisionTreeClassifier(max_depth=2, random_state=0), numeric.X, numeric.y, cv=splitter
        )
        np.testing.assert_allclose(run.fold_scores.matrix("stump")[0], 1 - theirs["test_score"], atol=1e-12)
        assert not hasattr(estimator, "tree_")
        assert run.facts.pairs == 3

    def test_what_goes_wrong_after_training_is_told_apart(self, blobs):
        class Strange(DecisionTreeClassifier):
            def predict(self, X):
                return np.full(len(X), "elsewhere")

        class Silent(DecisionTreeClassifier):
            def predict(self, X):
                raise MemoryError

        numeric = Dataset("numeric", blobs.X[["b", "c"]], blobs.y, "classification")
        learners = {"strange": Strange(), "silent": Silent(), "fine": DecisionTreeClassifier()}
        run = core.run_experiment(numeric, learners, core.make_design("k_fold", k=2))
        assert {failure.learner: failure.reason for failure in run.failures} == {
            "strange": "it was trained, but could not predict: it said 'elsewhere', which is no class of these data.",
            "silent": "it was trained, but could not predict, and nothing says why",
        }

    def test_what_a_failure_means_is_said_before_what_the_program_says(self):
        X, y = np.arange(36.0).reshape(12, 3) % 7, [*"aaaaaaaabbbb"]
        few = core.read_dataset((X, y))
        single = core.read_dataset((np.random.default_rng(0).normal(size=X.shape), [*"aaaaaaaaaabb"]))
        halves = core.make_design("k_fold", k=2, stratified=True)
        for data, learner, said in (
            (
                few,
                core.learner("qda"),
                r"trained, since class a has too few instances.* \(“The covariance matrix",
            ),
            (single, core.learner("qda"), r"trained, since class b has a single instance"),
            (
                few,
                core.learner("knn", n_neighbors=9),
                r"predict, since it asks 9 neighbours, .* 6 instances \(“",
            ),
        ):
            reason = core.run_experiment(data, [learner], halves).failures[0].reason
            assert re.search(said, reason), reason
            assert "`" not in reason
        three = core.read_dataset((np.arange(24.0).reshape(12, 2), [*"abcabcabcabc"]))
        assert core.run_experiment(three, ["ls"], halves).failures[0].reason == (
            "it could not be trained, since it tells two classes apart, and this training set has 3 classes: a, b and "
            "c. Choose another learner, or keep two classes."
        )
        assert "too large" in meaning(ValueError("array must not contain infs or NaNs"))
        assert meaning(RuntimeError("this training set is even")) == ""

    def test_a_failing_learner_is_recorded_and_the_others_finish(self, blobs):
        class Breaks(DecisionTreeClassifier):
            def fit(self, X, y):
                if len(y) % 2 == 0:
                    raise RuntimeError("this training set\n is even")
                return super().fit(X, y)

        numeric = Dataset("numeric", blobs.X[["b", "c"]].iloc[:89], blobs.y.iloc[:89], "classification")
        learners = {"breaks": Breaks(), "fine": DecisionTreeClassifier()}
        run = core.run_experiment(numeric, learners, core.make_design("k_fold", k=5))
        assert {failure.learner for failure in run.failures} == {"breaks"}
        assert run.failures[0].reason == "it could not be trained (“this training set is even”)"
        assert np.isfinite(run.fold_scores.matrix("fine")).all()
        assert run.complete
        assert len(run.fold_scores.of("breaks")) + len(run.failures) == 5
        with pytest.raises(NotApplicable, match="breaks"):
            core.compare(run, "breaks", "fine")

    def test_times_sizes_and_training_errors_are_kept(self, blobs):
        run = core.run_experiment(blobs, ["tree"], core.make_design("k_fold", k=3))
        for measure in ("training_time", "prediction_time", "model_size", "training_error"):
            assert (run.scores(measure).frame["score"] >= 0).all()
        assert run.scores("training_error").frame["score"].mean() < run.fold_scores.frame["score"].mean()

    def test_regression(self):
        diabetes = core.load_sample("diabetes")
        run = core.run_experiment(diabetes, ["mean", "ols"], core.make_design("k_fold", k=5))
        assert run.fold_scores.measure == "mse"
        wide = run.fold_scores.wide
        assert (wide.iloc[:, 1] < wide.iloc[:, 0]).all()
        assert core.compare(run, *run.learners).p_value < 0.01

    def test_bootstrap_estimates(self, blobs):
        run = core.run_experiment(blobs, ["knn", "baseline"], core.make_design("bootstrap", b=20))
        estimates = core.bootstrap_estimates(run)
        near = estimates["k-NN"]
        assert near.original < near.out_of_bag
        assert near.original <= near.point_632 <= near.out_of_bag + 1e-12
        assert len(run.predictions.of("k-NN")) == 20
        assert core.applicable_tests(run).advised is None
        with pytest.raises(NotApplicable, match="bootstrap"):
            core.bootstrap_estimates(core.run_experiment(blobs, ["baseline"], "5x2"))

    @pytest.mark.parametrize("measure", ["error", "accuracy"])
    def test_who_guesses_out_of_bag_is_no_better_for_the_instances_it_was_trained_on(self, measure):
        rng = np.random.default_rng(0)
        table = pd.DataFrame({name: rng.normal(size=60) for name in "xz"}).assign(y=list("aab") * 20)
        run = core.run_experiment(
            core.read_dataset(table, "y"), ["tree", "knn"], core.make_design("bootstrap", b=10), measure
        )
        found = core.bootstrap_estimates(run).values()
        best = (min if measure == "error" else max)(item.out_of_bag for item in found)
        assert (best > 1 / 3) if measure == "error" else (best < 2 / 3)
        told = no_better_than_guessing(run)
        assert "of always saying 'a' is " in told
        assert told.endswith(": neither Decision tree nor k-NN does better out of bag.")
        assert measure == "accuracy" or " 33.33\u00a0%" in told
        assert no_better_than_guessing(run.evidence) == ""  # on the original set, where both remember

    def test_bootstrap_estimates_follow_the_measure(self, blobs):
        run = core.run_experiment(blobs, ["knn", "naive_bayes"], core.make_design("bootstrap", b=8))
        truth, n = run.predictions.truth, len(run.predictions.truth)
        outside = [np.setdiff1d(np.arange(n), split.train) for split in run.splits]
        for name in run.learners:
            items = run.predictions.of(name)
            inside = [np.isin(item.positions, out) for item, out in zip(items, outside, strict=True)]
            by_auc = [
                roc_auc_score(truth[item.positions[rows]], item.scores[rows], multi_class="ovr")
                for item, rows in zip(items, inside, strict=True)
            ]
            found = core.bootstrap_estimates(run.measured_by("auc"))[name]
            assert found.out_of_bags == pytest.approx(by_auc)
            assert found.out_of_bag == pytest.approx(np.mean(by_auc))
            assert found.original is found.point_632 is found.gamma is None
            by_brier = core.bootstrap_estimates(run.measured_by("brier"))[name]
            losses = [((item.scores - np.eye(3)[truth[item.positions]]) ** 2).sum(axis=1) for item in items]
            assert by_brier.original == pytest.approx(np.mean(losses))
            assert by_brier.point_632_plus is not None
        dear = run.measured_by("cost", [[0, 5, 1], [1, 0, 1], [2, 1, 0]])
        assert core.bootstrap_estimates(dear)["k-NN"].original == pytest.approx(
            dear.fold_scores.of("k-NN")["score"].mean()
        )
        with pytest.raises(NotApplicable, match="training time"):
            core.bootstrap_estimates(run.measured_by("training_time"))

    def test_tuning_gives_every_learner_the_same_budget_and_keeps_its_choices(self, blobs):
        run = core.run_experiment(blobs, ["knn", "tree"], "hold_out", tuning=Tuning(budget=3, folds=2))
        for item in run.predictions.outcomes:
            assert dict(item.chosen)
        repeated = core.run_experiment(blobs, ["knn", "tree"], "hold_out", tuning=Tuning(budget=3, folds=2))
        assert_same(run, repeated)

    def test_a_learner_as_set_stands_beside_its_tuned_form_and_is_what_it_is_untuned(self, blobs):
        asked = [core.learner("knn"), core.learner("knn", as_set=True), core.learner("tree", as_set=True)]
        plan = make_plan(blobs, asked, "k_fold", tuning=Tuning(3, 2))
        names = ("k-NN (tuned)", "k-NN (as set)", "Decision tree (as set)")
        assert tuple(learner.name for learner in plan.spec.learners) == names
        assert ExperimentSpec.from_json(plan.spec.to_json()) == plan.spec
        assert [unit.address for unit in plan_of(plan.spec, blobs).units(addressed=True)] == [
            unit.address for unit in plan.units(addressed=True)
        ]
        untuned = make_plan(blobs, asked[1:], "k_fold")
        assert [learner.name for learner in untuned.spec.learners] == ["k-NN", "Decision tree"]
        assert "as_set" not in untuned.spec.to_json()
        kept = {unit.address for unit in untuned.units(addressed=True)}
        assert {unit.address for unit in plan.units(addressed=True) if unit.arguments.learner > 0} == kept
        run = core.run_experiment(blobs, asked, "hold_out", tuning=Tuning(3, 2))
        assert {item.learner for item in run.predictions.outcomes if item.chosen} == {names[0]}
        with pytest.raises(InputError, match="true or false"):
            ExperimentSpec.from_json(plan.spec.to_json().replace('"as_set": true', '"as_set": 1'))

    def test_tuning_keeps_groups_together_inside_every_training_set(self, blobs, monkeypatch):
        groups = pd.Series(np.arange(90) // 5)
        grouped = Dataset("grouped", blobs.X, blobs.y, "classification", groups=groups)
        seen = []
        original = InnerFolds.split

        def watch(self, X, y=None, groups=None):
            for train, validation in original(self, X, y, groups):
                seen.append(set(groups[train]) & set(groups[validation]))
                yield train, validation

        monkeypatch.setattr(InnerFolds, "split", watch)
        run = core.run_experiment(grouped, ["knn"], "hold_out", tuning=Tuning(budget=2, folds=3))
        assert run.complete
        assert not run.failures
        assert seen == [set()] * 3

    def test_tuning_keeps_copies_of_an_instance_together_inside_bootstrap_samples(self, blobs, monkeypatch):
        shared = []
        original = InnerFolds.split

        def watch(self, X, y=None, groups=None):
            for train, validation in original(self, X, y, groups):
                rows = [set(map(tuple, X.iloc[part].astype(str).to_numpy())) for part in (train, validation)]
                shared.append(rows[0] & rows[1])
                yield train, validation

        monkeypatch.setattr(InnerFolds, "split", watch)
        design = core.make_design("bootstrap", b=2)
        run = core.run_experiment(blobs, ["knn"], design, tuning=Tuning(budget=2, folds=3))
        assert not run.failures
        assert shared == [set()] * 9  # two samples, and all instances for the apparent error

    def test_a_foreign_search_that_asks_for_groups_keeps_copies_of_an_instance_together(self):
        shared = []

        class Watched(GroupKFold):
            def split(self, X, y=None, groups=None):
                for train, validation in super().split(X, y, groups):
                    rows = [set(np.asarray(X)[part, 0]) for part in (train, validation)]
                    shared.append(rows[0] & rows[1])
                    yield train, validation

        search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5]}, cv=Watched(3))
        data = np.random.default_rng(1).normal(size=(60, 2)), np.arange(60) % 2
        run = core.run_experiment(data, {"mine": search}, core.make_design("bootstrap", b=2))
        assert not run.failures
        assert shared and not any(shared)

    def test_only_what_is_tuned_on_copies_has_left_its_former_address(self, blobs, monkeypatch):
        def addresses(design, tuning):
            plan = make_plan(blobs, ["knn"], core.make_design(design), tuning=tuning)
            return [unit.address for unit in plan.units(addressed=True)]

        asked = [(design, tuning) for design in ("k_fold", "bootstrap") for tuning in (None, Tuning(2, 2))]
        now = [addresses(*one) for one in asked]
        monkeypatch.setattr(ExperimentWork, "tunes_on_copies", lambda *_: False)
        moved = [np.not_equal(new, addresses(*one)) for new, one in zip(now, asked, strict=True)]
        assert [part.sum() for part in moved] == [0, 0, 0, 100]
        assert not moved[-1][-1]  # the apparent pair trains on every instance once


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ({"learners": []}, "at least one learner"),
            ({"learners": ["no_such"]}, "no learner 'no_such'"),
            ({"learners": ["ols"]}, "made for regression"),
            ({"learners": ["tree", "tree"]}, "more than once"),
            ({"design": "no_such"}, "no design"),
            ({"measure": "rmse"}, "not a measure for classification"),
            ({"seed": -1}, "whole number"),
        ],
    )
    def test_what_does_not_fit_is_refused_in_a_sentence(self, blobs, arguments, words):
        given = {"learners": ["tree"], "design": "5x2", **arguments}
        with pytest.raises(InputError, match=words):
            core.run_experiment(blobs, **given)

    def test_a_design_too_large_for_the_data(self, blobs):
        with pytest.raises(DesignError):
            core.run_experiment(blobs, ["tree"], core.make_design("k_fold", k=91))

    def test_folds_that_are_more_than_instances_are_not_said_to_be_many_instances(self, blobs):
        design = core.make_design("k_fold", k=1_000_000)
        assert design.title == "1,000,000-fold cross-validation"
        with pytest.raises(DesignError, match="1,000,000 pairs") as refusal:
            core.run_experiment(blobs, ["tree"], design)
        most = 50_000_000 // len(blobs)
        assert (
            refusal.value.hint == f"Ask for fewer pairs: at most {most:,} of so many instances can be held."
        )

    def test_leaving_out_one_of_very_many_is_refused_before_it_fills_the_memory(self):
        n = 20_000
        dataset = Dataset(
            "many", pd.DataFrame({"x": np.arange(n)}), pd.Series(["a", "b"] * (n // 2)), "classification"
        )
        with pytest.raises(DesignError, match="more than can be held"):
            make_plan(dataset, ["baseline"], "leave_one_out")

    def test_a_specification_is_bound_to_its_data(self, blobs):
        spec = make_plan(blobs, ["tree"], "5x2").spec
        assert plan_of(ExperimentSpec.from_json(spec.to_json()), blobs).spec == spec
        other = Dataset("other", blobs.X[["a"]], blobs.y, "classification")
        with pytest.raises(InputError, match="made for other data"):
            plan_of(spec, other)


class TestJobs:
    def test_the_title_names_a_few_learners_and_counts_the_rest(self, blobs, store):
        trees = [core.learner("tree", name=f"tree {depth}", max_depth=depth) for depth in range(1, 7)]
        job = submit_experiment(store, make_plan(blobs, trees, "5x2"), "workspace")
        assert job.title.startswith("blobs: tree 1, tree 2, tree 3 and 3 more; ")
        job = submit_experiment(store, make_plan(blobs, trees[:2], "5x2"), "workspace")
        assert job.title.startswith("blobs: tree 1 and tree 2; ")

    def test_a_job_is_done_with_its_own_copy_of_the_data(self, blobs, store):
        plan = make_plan(blobs, ["naive_bayes", "tree"], "5x2")
        job = submit_experiment(store, plan, "workspace")
        assert store.job(job.id).total == 20
        half_way = stored_experiment(plan, store)
        assert half_way.finished == 0
        assert not half_way.complete
        done = do_experiment(store, job.id, 1)
        assert store.job(job.id).state == "done"
        assert store.job(job.id).done == 20
        assert_same(done, core.run_experiment(blobs, ["naive_bayes", "tree"], "5x2"))
        assert_same(done, stored_experiment(plan, store))
        assert do_experiment(store, job.id, 1) is None

    def test_a_job_without_data_fails_with_a_sentence(self, blobs, store):
        plan = make_plan(blobs, ["tree"], "5x2")
        lost = store.add_job(
            workspace="w",
            kind="experiment",
            title="t",
            spec=plan.spec.to_json(),
            fingerprint=plan.spec.fingerprint,
            total=10,
        )
        with pytest.raises(InputError, match="no longer kept"):
            do_experiment(store, lost.id, 1)
        assert store.job(lost.id).state == "failed"
        assert "no longer kept" in store.job(lost.id).error

    def test_a_stopped_job_is_resumed_from_what_it_finished(self, blobs, store):
        plan = make_plan(blobs, ["tree"], "5x2")
        job = submit_experiment(store, plan, "w")
        store.claim_job(job.id, *own_identity())
        core.run_experiment(blobs, ["tree"], core.make_design("5x2"), store=store)
        store.finish_job(job.id, "stopped")
        renewed = resume(store, store.job(job.id), "w")
        experiment = do_experiment(store, renewed.id, 1)
        assert all(item.reused for item in experiment.predictions.outcomes)

    def test_foreign_estimators_cannot_become_a_job(self, blobs, store):
        plan = make_plan(blobs, {"mine": DecisionTreeClassifier()}, "5x2")
        with pytest.raises(InputError, match="catalogue"):
            submit_experiment(store, plan, "w")

    def test_the_cost_grows_with_the_work(self, blobs):
        known = {}
        small = estimate_cost(make_plan(blobs, ["tree"], core.make_design("k_fold", k=5)), known)
        large = estimate_cost(
            make_plan(blobs, ["tree"], core.make_design("repeated_k_fold", k=5, r=10)), known
        )
        assert (small.units, large.units) == (5, 50)
        assert large.seconds == pytest.approx(10 * small.seconds)
        assert small.slowest == "Decision tree"

    def test_the_specification_is_plain_json(self, blobs):
        values = json.loads(make_plan(blobs, ["tree"], "5x2", tuning=Tuning(3)).spec.to_json())
        assert values["design"]["key"] == "5x2"
        assert values["tuning"] == {"budget": 3, "folds": 5}


def test_learners_that_differ_in_name_only_keep_their_own_outcomes_in_a_store(tmp_path):
    learners = [replace(core.learner("tree"), name=name) for name in ("one", "two", "three")]
    plan = make_plan(core.load_sample("iris"), learners, core.make_design("k_fold", k=3, stratified=True))
    alone = run_plan(plan)
    with closing(core.open_store(str(tmp_path))) as store:
        kept = run_plan(plan, store=store)
        known = {}
        for found in (stored_experiment(plan, store, known), stored_experiment(plan, store, known)):
            assert found.complete
            assert found.fold_scores == kept.fold_scores == alone.fold_scores
            assert [len(found.predictions.of(name)) for name in alone.learners] == [3, 3, 3]
