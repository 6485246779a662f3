"""The catalogue of learners. Reading it loads no scikit-learn."""

from core.entries import Registry
from core.learners.classifiers import FUNCTION_CLASSIFIERS, LS, SIMPLE_CLASSIFIERS
from core.learners.entry import LearnerEntry
from core.learners.regressors import FLEXIBLE_REGRESSORS, LINEAR_REGRESSORS
from core.learners.trees import RT, TREE_CLASSIFIERS, TREE_REGRESSORS

LEARNERS: Registry[LearnerEntry] = Registry(
    "learner",
    (
        *SIMPLE_CLASSIFIERS,
        *TREE_CLASSIFIERS,
        *FUNCTION_CLASSIFIERS,
        RT,
        LS,
        *LINEAR_REGRESSORS,
        *TREE_REGRESSORS,
        *FLEXIBLE_REGRESSORS,
    ),
)
