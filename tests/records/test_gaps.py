"""Data sets without a score of somebody are found, whether the score is undefined or its row is missing."""

import numpy as np
import pandas as pd

from core.records import FoldScores
from core.records.gaps import gaps, without


def scores(rows):
    columns = ["dataset", "learner", "replicate", "fold", "score"]
    frame = pd.DataFrame(rows, columns=columns).assign(n_train=np.nan, n_validation=np.nan)
    return FoldScores(frame, "error", "error rate", True, rows="data sets", learner_order=("A", "B"))


def complete(names="xyz", folds=2):
    return [
        (name, learner, 1, fold, 0.1) for name in names for learner in "AB" for fold in range(1, folds + 1)
    ]


def test_a_full_table_has_none():
    assert gaps(scores(complete())) == ()


def test_undefined_scores_and_missing_rows_are_gaps_in_the_order_of_the_data_sets():
    rows = complete("zyxw")
    rows[0] = ("z", "A", 1, 1, np.nan)
    rows = [row for row in rows if row[:2] != ("x", "B")]
    assert gaps(scores(rows)) == ("z", "x")


def test_a_fold_that_nobody_was_scored_on_is_one_too():
    rows = [row if row[0] != "y" or row[3] != 2 else (*row[:4], np.nan) for row in complete()]
    assert gaps(scores(rows)) == ("y",)


def test_without_them_the_rest_stays_with_a_note():
    rows = complete("xyz")
    rows[0] = ("x", "A", 1, 1, np.nan)
    found = without(scores(rows), ["x"])
    assert gaps(found) == ()
    assert found.datasets == ("y", "z")
    assert found.learners == ("A", "B")
    assert found.notes[-1] == "Left out for all learners: x."
    assert found.fingerprint != scores(rows).fingerprint
