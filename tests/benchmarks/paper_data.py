"""Tables 4 and 5 of Wang 2016: the three tests on halves of six data sets, each partitioned anew at every trial.

The tables come from files that are not part of this repository, named as in `DATASETS` with the class in the last
column.
"""

import io
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

import core
from core.errors import DesignError
from core.experiment.plan import computed_by
from core.jobs import Unit, run_units
from core.jobs.schedulers import scheduler_of
from core.records import Dataset, LearnerSpec, digest
from core.simulation.experiments.gaussian_classes import MEASURED
from core.simulation.outcomes import Outcomes
from core.simulation.population import MOST_DRAWS, mistakes

DATASETS = ("iris", "wine", "glass", "heart", "balance", "thyroid")

TABLE_4 = {
    ("iris", 3): ((0.023, 0.001, 0.018), (0.038, 0.001, 0.042)),
    ("iris", 10): ((0.006, 0.008, 0.008), (0.007, 0.009, 0.009)),
    ("iris", 20): ((0.008, 0.009, 0.007), (0.009, 0.009, 0.008)),
    ("wine", 10): ((0.034, 0.078, 0.030), (0.909, 0.938, 0.892)),
    ("wine", 20): ((0.019, 0.020, 0.019), (0.687, 0.701, 0.664)),
    ("glass", 5): ((0.018, 0.005, 0.018), (0.635, 0.599, 0.554)),
    ("glass", 10): ((0.022, 0.004, 0.017), (0.214, 0.210, 0.196)),
    ("glass", 20): ((0.019, 0.003, 0.019), (0.059, 0.070, 0.064)),
    ("heart", 5): ((0.015, 0.004, 0.015), (0.020, 0.003, 0.022)),
    ("heart", 10): ((0.015, 0.002, 0.018), (0.013, 0.007, 0.013)),
    ("heart", 20): ((0.015, 0.004, 0.013), (0.023, 0.038, 0.022)),
    ("balance", 5): ((0.018, 0.004, 0.013), (0.058, 0.039, 0.036)),
    ("balance", 10): ((0.015, 0.006, 0.018), (0.255, 0.251, 0.157)),
    ("balance", 20): ((0.016, 0.007, 0.013), (0.522, 0.545, 0.331)),
    ("thyroid", 10): ((0.018, 0.008, 0.016), (0.081, 0.027, 0.074)),
}
"""By data set and hidden units: type I errors of two MLPs, type II errors of LP and MLP, in the order of `MEASURED`."""

COMPETITORS = ("rbf_svm", "random_forest", "lda")
TABLE_5 = {
    ("rbf_svm", "random_forest"): (
        (0.039, 0.040, 0.988, 0.029, 0.079, 0.968),
        (0.102, 0.036, 0.999, 0.025, 0.060, 0.986),
        (0.032, 0.035, 0.987, 0.021, 0.059, 0.958),
    ),
    ("rbf_svm", "lda"): (
        (0.242, 0.034, 0.275, 0.021, 0.144, 0.143),
        (0.491, 0.041, 0.410, 0.004, 0.187, 0.112),
        (0.224, 0.043, 0.293, 0.013, 0.123, 0.124),
    ),
    ("lda", "random_forest"): (
        (0.124, 0.008, 0.935, 0.027, 0.378, 0.972),
        (0.057, 0.001, 0.850, 0.001, 0.114, 0.957),
        (0.108, 0.009, 0.927, 0.025, 0.347, 0.954),
    ),
}
"""By pair: shares of rejections of the three tests, in the order of `MEASURED`, over `DATASETS`."""


@dataclass(frozen=True)
class Partitions:
    """Trials on one data set: a random and a balanced 5×2 partition of all of it, learners trained on both."""

    dataset: Dataset
    learners: tuple[LearnerSpec, ...]

    def run(self, unit: Unit) -> np.ndarray:
        """Error rates, designs × learners × replicates × halves."""
        rng = np.random.default_rng([unit.seed, unit.arguments])
        for _ in range(MOST_DRAWS):
            seeds = rng.integers(2**31, size=2).tolist()
            try:
                splits = [
                    split
                    for key, seed in zip(("5x2", "balanced_5x2"), seeds, strict=True)
                    for split in core.make_design(key, seed=seed).splits(self.dataset)
                ]
            except DesignError:  # a half without one of the classes
                continue
            found = mistakes(self.dataset, tuple(splits), self.learners, rng)
            rates = np.array([wrong.mean(axis=1) for wrong in found])
            return rates.reshape(2, 5, 2, len(self.learners)).transpose(0, 3, 1, 2)
        raise ValueError(f"no partition of {self.dataset.name} has every class in both halves.")

    def encode(self, outcome) -> bytes:
        buffer = io.BytesIO()
        np.save(buffer, outcome)
        return buffer.getvalue()

    def decode(self, unit, content) -> np.ndarray:
        return np.load(io.BytesIO(content))

    @cached_property
    def name(self) -> str:
        """What decides the trials."""
        return digest("paper", self.dataset.fingerprint, self.learners, computed_by())

    def trials(self, count, processes, store) -> np.ndarray:
        """Trials × designs × learners × replicates × halves; what the store has is not drawn again."""
        units = [Unit(trial, 0, digest(self.name, trial)) for trial in range(count)]
        return np.array(run_units(self, units, scheduler=scheduler_of(processes), store=store))


def rejections(errors, first, second):
    """Shares of trials in which the three tests reject, with their errors."""
    at_random, balanced = errors[:, 0], errors[:, 1]
    judged = {"5x2_f": at_random, "blocked_3x2_t": balanced[:, :, :3], "balanced_5x2_f": balanced}
    found = Outcomes(
        {
            key: core.TESTS[key].evaluate(a=folds[:, first], b=folds[:, second]).p_value <= 0.05
            for key, folds in judged.items()
        }
    )
    return [found.estimate(key) for key in MEASURED]


def _read(folder, name) -> Dataset:
    return core.read_dataset(Path(folder) / f"{name}.csv")


def _line(found, printed) -> str:
    return "   ".join(
        f"{one.value:.3f} ± {one.se:.3f} ({known:.3f})" for one, known in zip(found, printed, strict=True)
    )


def table_4(folder, trials, processes, store) -> None:
    """Print type I and type II errors of MLPs beside the printed ones."""
    print(f"\nTable 4, {trials} trials: found ± error (printed) of {', '.join(MEASURED)}")
    for (name, hidden), (first, second) in TABLE_4.items():
        one, other = (core.learner("mlp", start=start, hidden_layer_sizes=hidden) for start in (0, 1))
        learners = (one, other, core.learner("perceptron"))
        errors = Partitions(_read(folder, name), learners).trials(trials, processes, store)
        kept = [
            type(found)(1 - found.value, found.se, 1 - found.high, 1 - found.low, found.trials)
            for found in rejections(errors, 2, 0)
        ]
        print(f"{name:>8} {hidden:>2} hidden  type I  {_line(rejections(errors, 0, 1), first)}")
        print(f"{'':>18}  type II {_line(kept, second)}", flush=True)


def table_5(folder, trials, processes, store) -> None:
    """Print shares of rejections of SVM, RF and LDA beside the printed ones."""
    print(f"\nTable 5, {trials} trials: found ± error (printed) of {', '.join(MEASURED)}")
    learners = tuple(core.learner(key) for key in COMPETITORS)
    for place, name in enumerate(DATASETS):
        errors = Partitions(_read(folder, name), learners).trials(trials, processes, store)
        for pair, printed in TABLE_5.items():
            found = rejections(errors, *(COMPETITORS.index(key) for key in pair))
            titles = " and ".join(core.LEARNERS[key].title for key in pair)
            print(f"{name:>8} {titles:<28} {_line(found, [row[place] for row in printed])}", flush=True)
