"""Bytes → records: data sets, samples and fold scores, and the canonical forms that are read back."""

from core.data.canonical import fold_scores_to_csv, predictions_to_csv, table_to_csv
from core.data.cells import numeric_column
from core.data.dataset import read_dataset
from core.data.fold_scores import LAYOUTS, read_fold_scores
from core.data.samples import SAMPLES, Sample, load_sample, sample_names
from core.data.sources import DATASET_BYTES, FOLD_SCORES_BYTES, MOST_CELLS, MOST_COLUMNS, PREDICTIONS_BYTES
from core.data.stored import dataset_from_parquet, dataset_to_parquet
from core.data.tables import RawTable, read_table
from core.data.understanding import DOORS, ColumnSummary, Question, Understanding, inspect, inspect_dataset

__all__ = [
    "DATASET_BYTES",
    "DOORS",
    "FOLD_SCORES_BYTES",
    "LAYOUTS",
    "MOST_CELLS",
    "MOST_COLUMNS",
    "PREDICTIONS_BYTES",
    "SAMPLES",
    "ColumnSummary",
    "Question",
    "RawTable",
    "Sample",
    "Understanding",
    "dataset_from_parquet",
    "dataset_to_parquet",
    "fold_scores_to_csv",
    "inspect",
    "inspect_dataset",
    "load_sample",
    "numeric_column",
    "predictions_to_csv",
    "read_dataset",
    "read_fold_scores",
    "read_table",
    "sample_names",
    "table_to_csv",
]
