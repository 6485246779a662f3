"""Test set that was set aside → the final examination, by one chosen learner trained on the rest (I2ML 5.2)."""

import json
import time
from dataclasses import asdict, dataclass, replace

import numpy as np
import pandas as pd
from sklearn.model_selection import PredefinedSplit

from core.errors import InputError, NotApplicable
from core.experiment.run import run_experiment
from core.inference import Alternative
from core.records import Dataset, LearnerSpec, Tuning

NOT_TRAINED = -1


@dataclass(frozen=True)
class Examination:
    """What the examination found, and when; it is taken once.

    Attributes
    ----------
    learner : str
    n_train, n_test : int
    errors : int or None
        Wrong predictions on the test set; None for regression.
    squared_errors : tuple of float or None
        Of a regression, one per instance of the test set.
    taken : float
        Seconds since 1970.
    alpha : float or None
        Significance level that it was opened with; None where nobody wrote it down.
    alternative : "two-sided", "less" or "greater"
        The claim, as seen from p0.
    p0 : float or None
        The rate that the learner was held against; None where there was none.
    """

    learner: str
    n_train: int
    n_test: int
    errors: int | None
    squared_errors: tuple[float, ...] | None
    taken: float
    alpha: float | None = None
    alternative: Alternative = "two-sided"
    p0: float | None = None

    @property
    def mean_squared_error(self) -> float | None:
        """Of a regression; None for classification."""
        return None if self.squared_errors is None else float(np.mean(self.squared_errors))

    def sentence(self) -> str:
        """When the test set was opened, and for whom."""
        day = time.strftime("%d %b %Y, %H:%M", time.localtime(self.taken))
        return f"The test set of these data was opened on {day}, for {self.learner}."

    def to_json(self) -> str:
        """Write it down."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str | bytes) -> "Examination":
        """Read what `to_json` wrote."""
        said = json.loads(text)
        squares = said.pop("squared_errors")
        return cls(**said, squared_errors=None if squares is None else tuple(squares))


def examine(
    rest: Dataset, test: Dataset, learner: LearnerSpec, *, seed: int = 0, tuning: Tuning | None = None
) -> Examination:
    """Train one learner on all that was not set aside and judge it on the test set (I2ML 5.2; CS182 p. 4).

    Parameters
    ----------
    rest, test : Dataset
        As `Dataset.set_aside` gave them.
    learner : LearnerSpec
    seed : int
    tuning : Tuning, optional
        Searches inside `rest` alone.

    Raises
    ------
    InputError
        If the two do not belong together.
    NotApplicable
        If the learner cannot be trained on `rest`.
    """
    both, design = _joined(rest, test)
    run = run_experiment(both, [learner], design, seed=seed, tuning=tuning)
    if run.failures:
        raise NotApplicable(f"{learner.name} failed: {run.failures[0].reason.rstrip('.')}.", "examination")
    (outcome,) = run.predictions.outcomes
    truth = run.predictions.truth[outcome.positions]
    classified = both.task == "classification"
    lost = (outcome.predicted != truth) if classified else (outcome.predicted - truth) ** 2
    return Examination(
        learner=outcome.learner,
        n_train=len(rest),
        n_test=len(test),
        errors=int(lost.sum()) if classified else None,
        squared_errors=None if classified else tuple(lost.tolist()),
        taken=time.time(),
    )


def _joined(rest: Dataset, test: Dataset) -> tuple[Dataset, PredefinedSplit]:
    """Both parts as one data set, with the one split that trains on the first and validates on the second."""
    if rest.task != test.task or list(rest.X.columns) != list(test.X.columns):
        raise InputError("the test set was not left out of these data.", "test")

    def stacked(parts: list[pd.Series | None]) -> pd.Series | None:
        return None if any(part is None for part in parts) else pd.concat(parts, ignore_index=True)

    both = replace(
        rest,
        X=pd.concat([rest.X, test.X], ignore_index=True),
        y=pd.concat([rest.y, test.y], ignore_index=True),
        groups=stacked([rest.groups, test.groups]),
        folds=None,
        fingerprint="",
    )
    return both, PredefinedSplit(np.repeat([NOT_TRAINED, 0], [len(rest), len(test)]))
