"""The classifiers of the catalogue, trees apart (I2ML 5.1: the levels of the factor "learner")."""

from core.learners.entry import LearnerEntry
from core.learners.hyperparameters import choice, real
from core.learners.shared import CLASS_WEIGHT, KNN, MLP, PENALTY_C, RBF_WIDTH

SIMPLE_CLASSIFIERS = (
    LearnerEntry(
        key="baseline",
        title="Baseline",
        summary="Ignores the attributes and predicts the most frequent class: what every learner must beat.",
        reference="@sklearn user guide, DummyClassifier",
        task="classification",
        estimator="sklearn.dummy.DummyClassifier",
        scales=False,
        hyperparameters=(
            choice(
                "strategy",
                "strategy",
                "prior",
                ("prior", "stratified", "uniform"),
                "The most frequent class, a guess by class shares, or an even guess.",
                tuned=False,
            ),
        ),
        settled_by=(("strategy", "prior"),),
    ),
    LearnerEntry(
        key="naive_bayes",
        title="Naive Bayes",
        summary="One normal distribution per class and attribute, the attributes taken as independent.",
        reference="@mitchell1997, ch. 6",
        task="classification",
        estimator="core.learners.adapted.GaussianNB",
        hyperparameters=(
            real(
                "var_smoothing",
                "smoothing",
                1e-9,
                (1e-12, 1.0),
                "Share of the largest variance that is added to every variance.",
                log=True,
            ),
        ),
    ),
    LearnerEntry(
        key="lda",
        title="LDA",
        stands_for="linear discriminant analysis",
        summary="Linear discriminant analysis: normal classes with one common covariance, a linear boundary.",
        reference="@fisher1936",
        task="classification",
        estimator="core.learners.adapted.LinearDiscriminantAnalysis",
        hyperparameters=(
            real(
                "shrinkage",
                "shrinkage",
                None,
                (0.0, 1.0),
                "Draws the covariance towards a sphere, 1 fully; by default not at all.",
            ),
        ),
    ),
    LearnerEntry(
        key="qda",
        title="QDA",
        stands_for="quadratic discriminant analysis",
        summary="Quadratic discriminant analysis: normal classes, each with its own covariance.",
        reference="@friedman1989",
        task="classification",
        estimator="sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis",
        fixed=(("solver", "eigen"), ("tol", 1e-12)),
        hyperparameters=(
            real(
                "shrinkage",
                "shrinkage",
                0.0,
                (0.0, 1.0),
                "Draws each covariance towards a sphere; with 0, the textbook's QDA, a small class cannot be fitted.",
                search=(0.001, 1.0),
            ),
        ),
    ),
    LearnerEntry(
        key="logistic_regression",
        title="Logistic regression",
        summary="The log odds of a class as a weighted sum of the attributes.",
        reference="@cox1958",
        task="classification",
        estimator="sklearn.linear_model.LogisticRegression",
        fixed=(("max_iter", 10_000),),
        hyperparameters=(PENALTY_C, CLASS_WEIGHT),
        settled_by=(),
    ),
    LearnerEntry(
        key="knn",
        title="k-NN",
        stands_for="k nearest neighbours",
        summary="Asks the k most similar training instances and follows their majority.",
        reference="@cover1967; @mitchell1997, ch. 8",
        task="classification",
        estimator="sklearn.neighbors.KNeighborsClassifier",
        hyperparameters=KNN,
    ),
)

FUNCTION_CLASSIFIERS = (
    LearnerEntry(
        key="linear_svm",
        title="Linear SVM",
        stands_for="support vector machine",
        summary="The straight boundary with the widest margin between the classes.",
        reference="@cortes1995",
        task="classification",
        estimator="sklearn.svm.LinearSVC",
        fixed=(("dual", "auto"), ("max_iter", 100_000)),
        hyperparameters=(PENALTY_C, CLASS_WEIGHT),
        random_where="there are more attributes than training instances",
    ),
    LearnerEntry(
        key="rbf_svm",
        title="RBF SVM",
        stands_for="support vector machine",
        summary="A support vector machine with Gaussian kernel: a smooth, curved boundary.",
        reference="@boser1992; @cortes1995",
        task="classification",
        estimator="sklearn.svm.SVC",
        hyperparameters=(PENALTY_C, RBF_WIDTH, CLASS_WEIGHT),
        settled_by=(),
    ),
    LearnerEntry(
        key="perceptron",
        title="Perceptron",
        summary="The linear perceptron (LP): corrects its weights after each mistake.",
        reference="@rosenblatt1958; @mitchell1997, ch. 4",
        task="classification",
        estimator="sklearn.linear_model.Perceptron",
        hyperparameters=(
            choice(
                "penalty", "penalty", None, ("l2", "l1"), "Which norm of the weights is penalised, if any."
            ),
            real(
                "alpha",
                "penalty strength",
                1e-4,
                (1e-7, 1.0),
                "Weight of the penalty, if there is one.",
                log=True,
                search=(1e-6, 0.1),
            ),
        ),
    ),
    LearnerEntry(
        key="mlp",
        title="MLP",
        stands_for="neural network",
        summary="Multilayer perceptron: a neural network with one hidden layer.",
        reference="@rumelhart1986; @mitchell1997, ch. 4",
        task="classification",
        estimator="core.learners.adapted.MLPClassifier",
        hyperparameters=MLP,
    ),
)

LS = LearnerEntry(
    key="ls",
    title="Least squares",
    summary="Ordinary least squares on the classes 0 and 1, cut at 0.5. Two classes only.",
    reference="@wang2016, section 3.1",
    task="classification",
    estimator="core.learners.class_indicator_regression.LeastSquaresCutAtHalf",
    two_classes_only=True,
)
