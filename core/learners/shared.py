"""Hyperparameters that several learners of the catalogue have in common."""

from dataclasses import replace

from core.learners.hyperparameters import choice, real, whole

PENALTY_C = real(
    "C",
    "C",
    1.0,
    (1e-6, 1e6),
    "Cost of mistakes against simplicity; small values give simpler models.",
    log=True,
    search=(1e-3, 1e3),
)
CLASS_WEIGHT = choice(
    "class_weight",
    "class weight",
    None,
    ("balanced",),
    "Balanced lets rare classes count as much as frequent ones; by default every instance counts the same.",
)
RBF_WIDTH = replace(
    real(
        "gamma",
        "gamma",
        None,
        (1e-6, 1e3),
        "Inverse width of the kernel; by default 1 / (attributes × variance).",
        log=True,
        search=(1e-4, 10.0),
    ),
    inverse_width=True,
)
KNN = (
    whole(
        "n_neighbors",
        "k",
        5,
        (1, 1000),
        "Number of neighbours, at most as many as there are training instances.",
        log=True,
        search=(1, 50),
    ),
    choice("weights", "weights", "uniform", ("uniform", "distance"), "Whether nearer neighbours count more."),
    choice("p", "distance power", 2, (1, 2), "1: city-block distance, 2: Euclidean."),
)
MLP = (
    whole(
        "hidden_layer_sizes",
        "hidden units",
        20,
        (1, 1000),
        "Units of the hidden layer.",
        log=True,
        search=(2, 100),
    ),
    real(
        "alpha",
        "weight decay",
        1e-3,
        (1e-8, 100.0),
        "Penalty on large weights.",
        log=True,
        search=(1e-5, 10.0),
    ),
    choice(
        "solver",
        "solver",
        "lbfgs",
        ("lbfgs", "adam"),
        "lbfgs suits small data sets, adam large ones.",
        tuned=False,
    ),
    whole(
        "max_iter",
        "iterations",
        500,
        (1, 20_000),
        "Training stops here, converged or not (early stopping).",
        tuned=False,
    ),
)
