"""What the experiments on real data share: their controls, and the contest that their settings describe."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from core.data import SAMPLES, load_sample
from core.designs import DESIGNS, Design, make_design
from core.errors import InputError, NotApplicable
from core.learners import LEARNERS, distinct_names, learner
from core.records import Dataset, DesignSpec, LearnerSpec
from core.simulation.entry import Control
from core.simulation.experiments.shared import share
from core.simulation.outcomes import Settings
from core.simulation.population import Contest, Population
from core.written import in_points

PAIRS = (
    ("naive_bayes", "tree"),
    ("naive_bayes", "lda"),
    ("lda", "tree"),
    ("tree",),
)
"""Quick learners, for a first look; one alone meets itself from another start."""

NEAREST = learner("knn", "1-NN", n_neighbors=1)

Pair = tuple[LearnerSpec, LearnerSpec]


def _dataset(given: Any) -> Dataset:
    dataset = _with_groups(given)
    if dataset.groups is not None:
        raise NotApplicable("samples of single instances would tear its groups apart.", "dataset")
    return dataset


def _with_groups(given: Any) -> Dataset:
    dataset = _sample(given) if isinstance(given, str) else given
    if not isinstance(dataset, Dataset):
        raise InputError(f"must be a data set or the name of a sample, not {given!r}.", "dataset")
    if dataset.task != "classification":
        raise NotApplicable("the laboratory counts errors, and these data have no classes.", "dataset")
    return dataset


_sample = cache(load_sample)


def _learners(given: Any) -> Pair:
    wanted: Iterable[Any] = (given,) if isinstance(given, str | LearnerSpec) else given
    specs = [_learner(item) for item in wanted]
    if len(specs) == 1:
        (spec,) = specs
        specs = [spec, replace(spec, start=spec.start + 1)]
    if len(specs) != 2:
        raise InputError(f"must be one or two learners in a tuple, not {len(specs)}.", "learners")
    first, second = distinct_names(specs)
    return first, second


def _learner(given: Any) -> LearnerSpec:
    spec = given if isinstance(given, LearnerSpec) else learner(given)
    if LEARNERS[spec.key].task != "classification":
        raise NotApplicable(f"{LEARNERS[spec.key].title} is not made for classes.", "learners")
    (named,) = distinct_names([spec])
    return named


def _design(given: Any) -> DesignSpec:
    if isinstance(given, DesignSpec):
        given = make_design(given.key, **dict(given.options))
    design = make_design(given) if isinstance(given, str) else given
    if not isinstance(design, Design) or design.key not in DESIGNS or design.spec.key == "predefined":
        raise InputError("must be a design that divides any sample, such as 'k_fold'.", "design")
    return design.spec


def _names(pair: Pair) -> str:
    return " and ".join(spec.name for spec in pair)


DATASET = Control(
    name="dataset",
    title="Population",
    default="breast_cancer",
    help="The data set that samples are drawn from.",
    options={key: sample.title for key, sample in SAMPLES.items() if sample.task == "classification"},
    accepts=_dataset,
    told=lambda dataset: dataset.name,
)
DATASET_WITH_GROUPS = replace(DATASET, accepts=_with_groups)
LEARNERS_CONTROL = Control(
    name="learners",
    title="Learners",
    default=PAIRS[0],
    help="Two different ones are made equally good by spoiling answers of the better one; one alone meets itself from "
    "another random start.",
    options={
        pair: " and ".join(LEARNERS[key].title for key in pair) + (", twice" if len(pair) == 1 else "")
        for pair in PAIRS
    },
    accepts=_learners,
    told=_names,
)
DESIGN = Control(
    name="design",
    title="Design",
    default="k_fold",
    help="How each sample is cut into training and validation sets.",
    options={
        key: DESIGNS[key].title
        for key in ("k_fold", "random_resampling", "5x2", "blocked_3x2", "balanced_5x2", "hold_out")
    },
    accepts=_design,
    told=lambda spec: spec.key,
)
ONE_LEARNER = Control(
    name="learner",
    title="Learner",
    default=NEAREST,
    help="1-NN remembers every instance that it was trained on; the others remember less.",
    options={spec: spec.name for spec in (NEAREST, learner("tree"), learner("naive_bayes"), learner("lda"))},
    accepts=_learner,
    told=lambda spec: spec.name,
)
SIZE = Control(
    name="n",
    title="Instances of a sample",
    default=100,
    help="Up to half of the data they are drawn without replacement, else with.",
    low=20,
    high=2000,
    step=10,
)


def contest_of(settings: Settings, design: DesignSpec, effect: float = 0.0) -> Contest:
    """The contest that the settings describe."""
    population = Population(settings["dataset"], settings["n"])
    return Contest(population, settings["learners"], design, effect)


def how_made(contest: Contest) -> str:
    """How the learners were made equal, or different by so much, and what that leaves out."""
    layout = contest.laid_out
    names = [spec.name for spec in contest.learners]
    rates = layout.handicaps
    place = 0 if rates[0] > 0 else 1
    spoiled = f"{share(rates[place])} of the right answers of {names[place]} are spoiled"
    if contest.same:
        told = f"It is one learner from two random starts, erring in {share(layout.errors[0])}"
        if contest.effect:
            return f"{told}, and {spoiled}. {contest.population.words}"
        return (
            f"{told}: equal by nature, but more alike than two different learners. {contest.population.words}"
        )
    errors = [share(error) for error in layout.errors]
    told = f"{names[0]} is expected to err in {errors[0]}, {names[1]} in {errors[1]}"
    aim = "equal" if not contest.effect else f"differ by {in_points(abs(contest.effect), full=True)}"
    limits = "Spoiled answers fall anywhere, where real mistakes share their instances."
    return f"{told}; to make them {aim}, {spoiled}. {limits} {contest.population.words}"
