"""The public names, for type checkers and editors; `core/__init__.py` resolves them from here on first use."""

from .data import (
    inspect as inspect,
    load_openml as load_openml,
    load_sample as load_sample,
    read_dataset as read_dataset,
    read_fold_scores as read_fold_scores,
    read_predictions as read_predictions,
    sample_names as sample_names,
)
from .designs import (
    DESIGNS as DESIGNS,
    Design as Design,
    from_splitter as from_splitter,
    make_design as make_design,
    suggest_design as suggest_design,
)
from .errors import (
    DesignError as DesignError,
    FoldwiseError as FoldwiseError,
    InputError as InputError,
    NotApplicable as NotApplicable,
    UnknownName as UnknownName,
)
from .experiment import (
    Experiment as Experiment,
    Study as Study,
    bootstrap_estimates as bootstrap_estimates,
    run_experiment as run_experiment,
    run_study as run_study,
)
from .inference import (
    INTERVALS as INTERVALS,
    TESTS as TESTS,
    Advice as Advice,
    Verdict as Verdict,
    against_best as against_best,
    all_pairs as all_pairs,
    analyse_factors as analyse_factors,
    applicable_tests as applicable_tests,
    believe as believe,
    compare as compare,
    compare_all as compare_all,
    compare_ranks as compare_ranks,
    friedman_ranks as friedman_ranks,
    interval as interval,
    learning_curves as learning_curves,
    more_instances as more_instances,
    order_learners as order_learners,
    over_repeats as over_repeats,
    power as power,
    run_test as run_test,
    sample_size as sample_size,
    smallest_difference as smallest_difference,
    test_inputs as test_inputs,
    without_each_fold as without_each_fold,
)
from .jobs import (
    open_store as open_store,
)
from .learners import (
    LEARNERS as LEARNERS,
    factorial as factorial,
    learner as learner,
    levels_between as levels_between,
    make_learner as make_learner,
)
from .measures import (
    MEASURES as MEASURES,
    confusion as confusion,
    precision_recall as precision_recall,
    roc as roc,
    score as score,
)
from .records import (
    Counts as Counts,
    Dataset as Dataset,
    DesignFacts as DesignFacts,
    DesignSpec as DesignSpec,
    ExperimentSpec as ExperimentSpec,
    Failure as Failure,
    FoldScores as FoldScores,
    Interval as Interval,
    LearnerSpec as LearnerSpec,
    Predictions as Predictions,
    Split as Split,
    Tuning as Tuning,
)
from .simulation import (
    LABORATORY as LABORATORY,
    Simulation as Simulation,
    simulate as simulate,
)

__version__: str
