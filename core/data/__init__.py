"""Bytes → records: data sets, samples, fold scores, predictions and counts, and forms that are read back."""

from core.data.canonical import fold_scores_to_csv, predictions_to_csv, table_to_csv
from core.data.cells import numeric_column
from core.data.counts import ReadCounts, read_counts
from core.data.dataset import read_dataset
from core.data.doors import DOORS, inspect
from core.data.fold_designs import FOLD_DESIGNS
from core.data.fold_scores import read_fold_scores
from core.data.layouts import LAYOUTS
from core.data.openml import fetch_openml, load_openml
from core.data.openml_kept import OpenmlTable
from core.data.prediction_door import inspect_predictions
from core.data.predictions import read_predictions
from core.data.samples import SAMPLES, Sample, load_sample, sample_names
from core.data.score_door import inspect_fold_scores
from core.data.score_parts import score_table
from core.data.sources import DATASET_BYTES, FOLD_SCORES_BYTES, MOST_CELLS, MOST_COLUMNS, PREDICTIONS_BYTES
from core.data.stored import dataset_from_parquet, dataset_to_parquet
from core.data.tables import RawTable, read_table, sheets_of
from core.data.understanding import ColumnSummary, Question, Understanding, inspect_dataset
from core.data.unsettled import Unsettled

__all__ = [
    "DATASET_BYTES",
    "DOORS",
    "FOLD_DESIGNS",
    "FOLD_SCORES_BYTES",
    "LAYOUTS",
    "MOST_CELLS",
    "MOST_COLUMNS",
    "PREDICTIONS_BYTES",
    "SAMPLES",
    "ColumnSummary",
    "OpenmlTable",
    "Question",
    "RawTable",
    "ReadCounts",
    "Sample",
    "Understanding",
    "Unsettled",
    "dataset_from_parquet",
    "dataset_to_parquet",
    "fetch_openml",
    "fold_scores_to_csv",
    "inspect",
    "inspect_dataset",
    "inspect_fold_scores",
    "inspect_predictions",
    "load_openml",
    "load_sample",
    "numeric_column",
    "predictions_to_csv",
    "read_counts",
    "read_dataset",
    "read_fold_scores",
    "read_predictions",
    "read_table",
    "sample_names",
    "score_table",
    "sheets_of",
    "table_to_csv",
]
