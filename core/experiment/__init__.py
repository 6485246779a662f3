"""Specification → units → outcomes → `Experiment`: laid out, run, kept, read back."""

from core.experiment.cost import LIMIT_UNITS, Cost, check_tuning, estimate_cost
from core.experiment.estimates import (
    ON_THE_ORIGINAL_SET,
    bootstrap_estimates,
    no_better_than_guessing,
    why_they_differ,
)
from core.experiment.examination import Examination, errors_of_guessing, examine
from core.experiment.headline import Headline, headline
from core.experiment.imported import ImportedResults, Results, imported_from_bytes, imported_results
from core.experiment.job import (
    EXPERIMENT,
    as_named_by,
    dataset_of_job,
    do_experiment,
    open_experiment,
    plan_of_job,
    run_line,
    submit_experiment,
)
from core.experiment.notebook import (
    LONGEST_NOTE,
    LONGEST_RUN_NAME,
    Notebook,
    Remark,
    carry_remark,
    read_notebook,
    write_remark,
)
from core.experiment.outcome import (
    TRAINING_TWINS,
    Experiment,
    RunLine,
    design_title,
    one_and_the_same,
    told_failures,
)
from core.experiment.plan import Plan, make_plan, plan_of
from core.experiment.run import run_experiment, run_plan, stored_experiment
from core.experiment.specification import (
    LARGEST_SEED,
    LARGEST_SHARE,
    LONGEST_NAME,
    MOST_INNER_FOLDS,
    MOST_SETTINGS,
    MOST_START,
    SMALLEST_SHARE,
    not_taken_over,
    read_specification,
)
from core.experiment.study import Study, run_study, studies_among
from core.experiment.study_job import STUDY, is_run_of, specs_of_study, study_of_job, submit_study
from core.experiment.trial import seconds_left, trial_cells, trial_plan

__all__ = [
    "EXPERIMENT",
    "LARGEST_SEED",
    "LARGEST_SHARE",
    "LIMIT_UNITS",
    "LONGEST_NAME",
    "LONGEST_NOTE",
    "LONGEST_RUN_NAME",
    "MOST_INNER_FOLDS",
    "MOST_SETTINGS",
    "MOST_START",
    "ON_THE_ORIGINAL_SET",
    "SMALLEST_SHARE",
    "STUDY",
    "TRAINING_TWINS",
    "Cost",
    "Examination",
    "Experiment",
    "Headline",
    "ImportedResults",
    "Notebook",
    "Plan",
    "Remark",
    "Results",
    "RunLine",
    "Study",
    "as_named_by",
    "bootstrap_estimates",
    "carry_remark",
    "check_tuning",
    "dataset_of_job",
    "design_title",
    "do_experiment",
    "errors_of_guessing",
    "estimate_cost",
    "examine",
    "headline",
    "imported_from_bytes",
    "imported_results",
    "is_run_of",
    "make_plan",
    "no_better_than_guessing",
    "not_taken_over",
    "one_and_the_same",
    "open_experiment",
    "plan_of",
    "plan_of_job",
    "read_notebook",
    "read_specification",
    "run_experiment",
    "run_line",
    "run_plan",
    "run_study",
    "seconds_left",
    "specs_of_study",
    "stored_experiment",
    "studies_among",
    "study_of_job",
    "submit_experiment",
    "submit_study",
    "told_failures",
    "trial_cells",
    "trial_plan",
    "why_they_differ",
    "write_remark",
]
