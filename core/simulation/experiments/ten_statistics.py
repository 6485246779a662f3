"""The ten 5×2 t statistics of one experiment, and how often they disagree."""

from collections.abc import Sequence

import numpy as np

from core.inference import TESTS
from core.inference.distributions.continuous import StudentT
from core.simulation.entry import Control, LaboratoryEntry
from core.simulation.experiments.fold_model import EXACT_5X2, MOST_CORRELATED, fold_differences
from core.simulation.experiments.shared import ALPHA, at_alpha, share, share_with_error
from core.simulation.outcomes import Outcomes, Row, Settings

MEASURED = {
    "first": "the first numerator rejects, as the test says",
    "any": "at least one of the ten rejects",
    "split": "some reject and some do not",
    "f": "the 5×2 F rejects, which takes all ten",
}


def _trials(settings: Settings, rng: np.random.Generator, count: int) -> Outcomes:
    inputs = fold_differences(rng, (count, 5, 2), settings["effect"], settings["rho"])
    found = TESTS["5x2_t"].evaluate(**inputs)
    statistics = found.terms["numerators"].reshape(count, 10)
    rejects = np.abs(statistics) >= _critical(settings)
    some, every = rejects.any(axis=1), rejects.all(axis=1)
    alpha = settings["alpha"]
    measured = {
        "first": found.p_value <= alpha,
        "any": some,
        "split": some & ~every,
        "f": TESTS["5x2_f"].evaluate(**inputs).p_value <= alpha,
    }
    return Outcomes(measured, {"statistics": statistics, "critical": np.full(count, _critical(settings))})


def _critical(settings: Settings) -> float:
    return float(StudentT(5.0).isf(settings["alpha"] / 2))


def _exact(settings: Settings) -> dict[str, float]:
    asked = settings["effect"], settings["rho"], settings["alpha"]
    return {"first": EXACT_5X2["5x2_t"](*asked), "f": EXACT_5X2["5x2_f"](*asked)}


def _what_you_see(rows: Sequence[Row]) -> str:
    row = rows[0]
    truth = "equally good" if row.settings["effect"] == 0 else "really different"
    return (
        f"Which of its ten differences a 5×2 t test puts into the numerator is a matter of taste, and decides the "
        f"verdict in {share_with_error(row['split'])} of the experiments. The learners are {truth}: with the "
        f"first one the test rejects in {share_with_error(row['first'])} (exactly "
        f"{share(row.exact['first'])}), at least one of the ten "
        f"in {share_with_error(row['any'])}{_together(row)}. The 5×2 F uses all ten at once: "
        f"{share_with_error(row['f'])}."
    )


def _together(row: Row) -> str:
    """Why the ten disagree as often as any of them rejects, where they do."""
    return ", but never all ten together" if row["split"].value == row["any"].value > 0 else ""


TEN_STATISTICS = LaboratoryEntry(
    key="ten_statistics",
    title="The ten 5×2 t statistics",
    summary="One experiment has ten 5×2 t statistics; how often do they disagree?",
    question="How far does the verdict of the 5×2 t test depend on its arbitrary numerator?",
    reference="@i2ml eq. 19.16; @alpaydin1999; @dietterich1998",
    measured=MEASURED,
    estimate="Share of experiments",
    controls=(
        Control(
            name="effect",
            title="True difference (sd of a fold)",
            default=0.0,
            help="Mean difference in standard deviations of a fold's difference; 0 for equally good learners.",
            low=0.0,
            high=3.0,
            step=0.1,
        ),
        Control(
            name="rho",
            title="Correlation ρ of the folds",
            default=0.0,
            help="Of any two of the ten differences.",
            low=0.0,
            high=MOST_CORRELATED,
            step=0.01,
        ),
        ALPHA,
    ),
    trials=_trials,
    exact=_exact,
    levels=at_alpha,
    what_you_see=_what_you_see,
    pictures=("strips", "dots"),
    first=20,
    beat=1,
)
