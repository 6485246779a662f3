"""Trees and their ensembles, for classes and for numbers (Breiman et al. 1984; Mitchell, ch. 3).

They see the attributes unscaled, and levels of categories as numbers.
"""

from core.learners.entry import LearnerEntry
from core.learners.hyperparameters import Hyperparameter, choice, real, whole

DEPTH = whole(
    "max_depth", "depth", None, (1, 100), "Most questions in a row; by default no limit.", search=(1, 20)
)
TREES = whole(
    "n_estimators", "trees", 100, (1, 2000), "Number of trees; more never hurt but cost time.", tuned=False
)


def leaf(default: int, search: tuple[int, int], title: str = "leaf size") -> Hyperparameter:
    """Declare the smallest size of a leaf."""
    return whole(
        "min_samples_leaf",
        title,
        default,
        (1, 1000),
        "Instances that every leaf holds at least.",
        log=True,
        search=search,
    )


def attributes_tried(usual: str) -> Hyperparameter:
    """Declare the share of attributes per question: the choice that matters most in a forest."""
    return real(
        "max_features",
        "attributes tried",
        None,
        (0.01, 1.0),
        f"Share of the attributes that are tried for each question; by default {usual}.",
        search=(0.1, 1.0),
    )


BOOSTING = (
    real(
        "learning_rate",
        "learning rate",
        0.1,
        (1e-3, 1.0),
        "Share of each tree's correction that is taken.",
        log=True,
        search=(0.01, 0.5),
    ),
    whole("max_iter", "trees", 100, (1, 2000), "Number of trees in sequence.", log=True, search=(20, 300)),
    whole("max_leaf_nodes", "leaves", 31, (2, 1000), "Most leaves of one tree.", log=True, search=(4, 63)),
    leaf(20, (2, 50)),
    real(
        "l2_regularization",
        "shrinkage",
        0.0,
        (0.0, 1e4),
        "Draws the values of small leaves towards zero.",
        log=True,
        search=(1e-3, 100.0),
    ),
)
BOOSTING_SUMMARY = "Small trees in sequence, each fitted to the residuals of the sum of the earlier ones."
BOOSTING_REFERENCE = "@friedman2001; @ke2017 (LightGBM)"
BOOSTED_WHOLE = 10_000
"""Training instances up to which scikit-learn sets none aside, at random, to see when to stop boosting."""


TREE_CLASSIFIERS = (
    LearnerEntry(
        key="tree",
        title="Decision tree",
        summary="A tree of yes/no questions about single attributes.",
        reference="@breiman1984; @mitchell1997, ch. 3",
        task="classification",
        estimator="sklearn.tree.DecisionTreeClassifier",
        scales=False,
        encoding="codes",
        hyperparameters=(
            DEPTH,
            leaf(1, (1, 30)),
            choice(
                "criterion",
                "criterion",
                "gini",
                ("gini", "entropy"),
                "How the impurity of a node is measured.",
            ),
            real(
                "ccp_alpha",
                "pruning",
                0.0,
                (0.0, 1.0),
                "What every leaf must save in impurity; 0 leaves the tree unpruned.",
                search=(0.0, 0.05),
            ),
        ),
    ),
    LearnerEntry(
        key="random_forest",
        title="Random forest",
        summary="The vote of many trees, each grown on a bootstrap sample with few attributes per question.",
        reference="@breiman2001",
        task="classification",
        estimator="sklearn.ensemble.RandomForestClassifier",
        scales=False,
        encoding="codes",
        hyperparameters=(
            TREES,
            attributes_tried("the square root of their number"),
            DEPTH,
            leaf(1, (1, 30)),
        ),
    ),
    LearnerEntry(
        key="extra_trees",
        title="Extra trees",
        summary="The vote of many trees whose cuts are drawn at random.",
        reference="@geurts2006",
        task="classification",
        estimator="sklearn.ensemble.ExtraTreesClassifier",
        scales=False,
        encoding="codes",
        hyperparameters=(
            TREES,
            attributes_tried("the square root of their number"),
            DEPTH,
            leaf(1, (1, 30)),
        ),
    ),
    LearnerEntry(
        key="adaboost",
        title="AdaBoost",
        stands_for="adaptive boosting",
        summary="One-question trees in sequence, each weighted towards what the earlier ones got wrong.",
        reference="@freund1997",
        task="classification",
        estimator="sklearn.ensemble.AdaBoostClassifier",
        scales=False,
        encoding="codes",
        hyperparameters=(
            whole("n_estimators", "trees", 50, (1, 2000), "Number of rounds.", log=True, search=(10, 200)),
            real(
                "learning_rate",
                "learning rate",
                1.0,
                (1e-3, 10.0),
                "Weight of each round.",
                log=True,
                search=(0.01, 2.0),
            ),
        ),
    ),
    LearnerEntry(
        key="hist_gradient_boosting",
        title="Gradient boosting",
        summary=BOOSTING_SUMMARY,
        reference=BOOSTING_REFERENCE,
        task="classification",
        estimator="sklearn.ensemble.HistGradientBoostingClassifier",
        scales=False,
        encoding="codes",
        takes_missing=True,
        hyperparameters=BOOSTING,
        settled_by=(),
        settled_up_to=BOOSTED_WHOLE,
    ),
)

RT = LearnerEntry(
    key="rt",
    title="Regression tree on classes",
    summary="A least-squares regression tree on the classes 0 and 1, cut at 0.5. Two classes only.",
    reference="@wang2016, section 3.1; @rpart",
    task="classification",
    estimator="core.learners.class_indicator_regression.TreeCutAtHalf",
    scales=False,
    encoding="codes",
    two_classes_only=True,
    hyperparameters=(
        whole(
            "min_samples_split",
            "minsplit",
            20,
            (2, 1000),
            "Instances that a node must hold to be divided.",
            log=True,
            search=(2, 100),
        ),
        leaf(7, (1, 50), title="minbucket"),
        real(
            "cp",
            "cp",
            0.01,
            (0.0, 1.0),
            "Share of the total sum of squares that each division must save.",
            log=True,
            search=(1e-4, 0.1),
        ),
    ),
)

TREE_REGRESSORS = (
    LearnerEntry(
        key="tree_regressor",
        title="Regression tree",
        summary="A tree of yes/no questions about single attributes, with a mean in each leaf.",
        reference="@breiman1984",
        task="regression",
        estimator="sklearn.tree.DecisionTreeRegressor",
        scales=False,
        encoding="codes",
        hyperparameters=(DEPTH, leaf(1, (1, 30))),
    ),
    LearnerEntry(
        key="random_forest_regressor",
        title="Random forest",
        summary="The mean of many trees, each grown on a bootstrap sample.",
        reference="@breiman2001",
        task="regression",
        estimator="sklearn.ensemble.RandomForestRegressor",
        scales=False,
        encoding="codes",
        hyperparameters=(TREES, attributes_tried("all of them"), DEPTH, leaf(1, (1, 30))),
    ),
    LearnerEntry(
        key="hist_gradient_boosting_regressor",
        title="Gradient boosting",
        summary=BOOSTING_SUMMARY,
        reference=BOOSTING_REFERENCE,
        task="regression",
        estimator="sklearn.ensemble.HistGradientBoostingRegressor",
        scales=False,
        encoding="codes",
        takes_missing=True,
        hyperparameters=BOOSTING,
        settled_by=(),
        settled_up_to=BOOSTED_WHOLE,
    ),
)
