"""Many learners over 100 data sets: all tests and adjusted pairs, beside autorank and scikit-posthocs in one run.

Processor time of one process, least of several rounds. Of the peers each does what it calls its full analysis of ranks:
autorank chooses and makes its tests, scikit-posthocs makes Friedman's with Nemenyi's pairs, and Conover's by Holm; ours
are Friedman's, Iman–Davenport's, Quade's, aligned ranks and every pair, adjusted by Nemenyi and by Holm.
"""

import io
import time
import warnings

import numpy as np
import pandas as pd
import scikit_posthocs
from autorank import autorank
from scipy import stats

import core

DATASETS = 100
LEARNERS = (10, 20, 50)


def cpu(function, rounds=3) -> float:
    """Least processor time in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        function()
        times.append(time.process_time() - begin)
    return min(times)


def table(learners) -> pd.DataFrame:
    """Accuracies of equally spaced learners, not normal."""
    rng = np.random.default_rng(learners)
    values = 0.7 + 0.002 * np.arange(learners) + 0.02 * np.arctan(rng.standard_t(2, (DATASETS, learners)))
    return pd.DataFrame(values, columns=[f"L{place}" for place in range(learners)])


def ours(frame):
    """What judges the table once, its pairs adjusted in two ways."""
    named = frame.assign(**{"data set": [f"d{place}" for place in range(len(frame))]})
    source = io.BytesIO(named.to_csv(index=False).encode())
    scores = core.read_fold_scores(source, rows="data sets", measure="accuracy")

    def judged():
        found = core.compare_ranks(scores, adjustment="nemenyi")
        return found.pairs, found.adjusted_by("holm").pairs

    return judged


def posthocs(frame):
    """Friedman's test, Nemenyi's pairs and Conover's by Holm."""
    stats.friedmanchisquare(*frame.to_numpy().T)
    scikit_posthocs.posthoc_conover_friedman(frame, p_adjust="holm")
    return scikit_posthocs.posthoc_nemenyi_friedman(frame)


def main() -> None:
    """Print the ratios, and how far Nemenyi's p-values lie apart."""
    warnings.simplefilter("ignore")
    for learners in LEARNERS:
        frame = table(learners)
        judged = ours(frame)
        mine = cpu(judged)
        rank = cpu(lambda frame=frame: autorank(frame, alpha=0.05, verbose=False))
        hoc = cpu(lambda frame=frame: posthocs(frame))
        theirs = posthocs(frame)
        apart = max(
            abs(p - theirs.loc[first, second])
            for first, second, p in judged()[0][["first", "second", "p_adjusted"]].itertuples(index=False)
        )
        print(
            f"{learners} learners × {DATASETS} data sets: {mine * 1e3:.1f} ms; autorank {rank * 1e3:.0f} ms, "
            f"{rank / mine:.0f} times; scikit-posthocs {hoc * 1e3:.0f} ms, {hoc / mine:.0f} times (goal: 20); "
            f"Nemenyi's p at most {apart:.1g} apart"
        )
