"""The regressors of the catalogue, trees apart.

Where a setting is measured in the unit of the response (the penalty of the lasso, the tube of the SVR), the
response is standardised first, so that the same setting means the same on every data set.
"""

from core.learners.entry import LearnerEntry
from core.learners.hyperparameters import choice, real
from core.learners.shared import KNN, MLP, PENALTY_C, RBF_WIDTH

SPARSE_PENALTY = real(
    "alpha",
    "penalty",
    0.01,
    (1e-5, 10.0),
    "Weight of the penalty, for a response of standard deviation 1.",
    log=True,
    search=(1e-4, 1.0),
)

LINEAR_REGRESSORS = (
    LearnerEntry(
        key="mean",
        title="Constant baseline",
        summary="Ignores the attributes and predicts the mean of the training set: what every learner must beat.",
        reference="@sklearn user guide, DummyRegressor",
        task="regression",
        estimator="sklearn.dummy.DummyRegressor",
        scales=False,
        hyperparameters=(
            choice(
                "strategy",
                "strategy",
                "mean",
                ("mean", "median"),
                "Whether the mean or the median of the training set is predicted.",
                tuned=False,
            ),
        ),
    ),
    LearnerEntry(
        key="ols",
        title="Least squares",
        summary="Ordinary least squares: the response as a weighted sum of the attributes.",
        reference="@legendre1805",
        task="regression",
        estimator="sklearn.linear_model.LinearRegression",
    ),
    LearnerEntry(
        key="ridge",
        title="Ridge",
        summary="Least squares with a penalty on the squared weights.",
        reference="@hoerl1970",
        task="regression",
        estimator="sklearn.linear_model.Ridge",
        hyperparameters=(
            real(
                "alpha", "penalty", 1.0, (1e-6, 1e6), "Weight of the penalty.", log=True, search=(1e-3, 1e4)
            ),
        ),
        settled_by=(),
    ),
    LearnerEntry(
        key="lasso",
        title="Lasso",
        summary="Least squares with a penalty on the absolute weights: many become exactly zero.",
        reference="@tibshirani1996",
        task="regression",
        estimator="sklearn.linear_model.Lasso",
        fixed=(("max_iter", 100_000),),
        scales_response=True,
        hyperparameters=(SPARSE_PENALTY,),
        settled_by=(),
    ),
    LearnerEntry(
        key="elastic_net",
        title="Elastic net",
        summary="Least squares with the penalties of ridge and lasso mixed.",
        reference="@zou2005",
        task="regression",
        estimator="sklearn.linear_model.ElasticNet",
        fixed=(("max_iter", 100_000),),
        scales_response=True,
        hyperparameters=(
            SPARSE_PENALTY,
            real("l1_ratio", "share of lasso", 0.5, (0.01, 1.0), "1 is the lasso, near 0 ridge."),
        ),
        settled_by=(),
    ),
)

FLEXIBLE_REGRESSORS = (
    LearnerEntry(
        key="knn_regressor",
        title="k-NN",
        stands_for="k nearest neighbours",
        summary="The mean response of the k most similar training instances.",
        reference="@cover1967; @mitchell1997, ch. 8",
        task="regression",
        estimator="sklearn.neighbors.KNeighborsRegressor",
        hyperparameters=KNN,
    ),
    LearnerEntry(
        key="svr",
        title="SVR",
        stands_for="support vector regression",
        summary="Support vector regression with Gaussian kernel: errors inside a tube cost nothing.",
        reference="@drucker1997",
        task="regression",
        estimator="sklearn.svm.SVR",
        scales_response=True,
        hyperparameters=(
            PENALTY_C,
            RBF_WIDTH,
            real(
                "epsilon",
                "tube",
                0.1,
                (1e-4, 10.0),
                "Half width of the tube, for a response of standard deviation 1.",
                log=True,
                search=(1e-3, 1.0),
            ),
        ),
    ),
    LearnerEntry(
        key="mlp_regressor",
        title="MLP",
        stands_for="neural network",
        summary="Multilayer perceptron: a neural network with one hidden layer and a linear output.",
        reference="@rumelhart1986; @mitchell1997, ch. 4",
        task="regression",
        estimator="core.learners.adapted.MLPRegressor",
        scales_response=True,
        hyperparameters=MLP,
    ),
)
