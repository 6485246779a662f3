"""Bytes → records: data sets, samples, fold scores, predictions and counts, and forms that are read back."""

from core.data.columns.class_labels import spellings_of
from core.data.columns.inspection import ColumnSummary, Question, Understanding, Unsettled
from core.data.columns.orange import data_rows
from core.data.columns.summaries import summary_refusal
from core.data.counts.cells import ReadCounts
from core.data.counts.read import read_counts
from core.data.csv_escape import table_to_csv
from core.data.datasets.inspect import inspect_dataset
from core.data.datasets.openml import fetch_openml, load_openml
from core.data.datasets.openml_cache import OpenmlTable
from core.data.datasets.openml_suite import MOST_OF_A_SUITE, OpenmlSuite, load_openml_suite
from core.data.datasets.parquet_store import dataset_from_parquet, dataset_to_parquet
from core.data.datasets.read import read_dataset
from core.data.datasets.samples import SAMPLES, Sample, load_sample, sample_names
from core.data.export import file_name, fold_scores_to_csv, predictions_to_csv
from core.data.fold_scores.catalogue import LAYOUTS
from core.data.fold_scores.files import score_table
from core.data.fold_scores.inspect import inspect_fold_scores, number_question, roles_by_name, sums_question
from core.data.fold_scores.read import read_fold_scores
from core.data.inspect import DOORS, inspect, likely_door, recognise, recognise_scores
from core.data.predictions.inspect import inspect_predictions, may_be_in_rows, prediction_roles
from core.data.predictions.read import prediction_tables, read_predictions
from core.data.tables.cells import numeric_column
from core.data.tables.source import (
    DATASET_BYTES,
    FOLD_SCORES_BYTES,
    MOST_CELLS,
    MOST_COLUMNS,
    PREDICTIONS_BYTES,
)
from core.data.tables.table import (
    RawTable,
    alike_sheets_of,
    encodings_of,
    notes_of_files,
    read_table,
    sheets_of,
)

__all__ = [
    "DATASET_BYTES",
    "DOORS",
    "FOLD_SCORES_BYTES",
    "LAYOUTS",
    "MOST_CELLS",
    "MOST_COLUMNS",
    "MOST_OF_A_SUITE",
    "PREDICTIONS_BYTES",
    "SAMPLES",
    "ColumnSummary",
    "OpenmlSuite",
    "OpenmlTable",
    "Question",
    "RawTable",
    "ReadCounts",
    "Sample",
    "Understanding",
    "Unsettled",
    "alike_sheets_of",
    "data_rows",
    "dataset_from_parquet",
    "dataset_to_parquet",
    "encodings_of",
    "fetch_openml",
    "file_name",
    "fold_scores_to_csv",
    "inspect",
    "inspect_dataset",
    "inspect_fold_scores",
    "inspect_predictions",
    "likely_door",
    "load_openml",
    "load_openml_suite",
    "load_sample",
    "may_be_in_rows",
    "notes_of_files",
    "number_question",
    "numeric_column",
    "prediction_roles",
    "prediction_tables",
    "predictions_to_csv",
    "read_counts",
    "read_dataset",
    "read_fold_scores",
    "read_predictions",
    "read_table",
    "recognise",
    "recognise_scores",
    "roles_by_name",
    "sample_names",
    "score_table",
    "sheets_of",
    "spellings_of",
    "summary_refusal",
    "sums_question",
    "table_to_csv",
]
