"""``python -m sample_data.make_example``: runs the example experiment of the start page and writes its results."""

from pathlib import Path

import core
from core.data import fold_scores_to_csv

FOLDER = Path(__file__).parent
DATA = "breast_cancer"
LEARNERS = ("tree", "linear_svm")


def run() -> core.Experiment:
    """Two learners by stratified 10-fold cross-validation."""
    design = core.make_design("k_fold", k=10, stratified=True)
    return core.run_experiment(core.load_sample(DATA), LEARNERS, design)


def main() -> None:
    """Write fold scores and specification."""
    example = run()
    (FOLDER / "example_fold_scores.csv").write_bytes(fold_scores_to_csv(example.fold_scores))
    (FOLDER / "example_experiment.json").write_text(example.spec.to_json() + "\n")


if __name__ == "__main__":
    main()
