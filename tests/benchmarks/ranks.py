"""Many learners over 100 data sets: all tests and adjusted pairs, beside autorank and scikit-posthocs in one run.

Processor time of one process, least of several rounds. autorank chooses and makes its tests of ranks; beside it stand
ours: Friedman's, Iman–Davenport's, Quade's, aligned ranks and every pair, adjusted by Nemenyi and by Holm.
scikit-posthocs makes Friedman's test, Nemenyi's pairs, and those of mean ranks, of Quade and of Wilcoxon by Holm; the
same of ours stands beside it, the other tests included.
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


def scores_of(frame):
    """The table as a file of it is read."""
    named = frame.assign(**{"data set": [f"d{place}" for place in range(len(frame))]})
    source = io.BytesIO(named.to_csv(index=False).encode())
    return core.read_fold_scores(source, rows="data sets", measure="accuracy")


def ranks(scores):
    """All tests, and every pair by mean ranks, adjusted in two ways."""
    found = core.compare_ranks(scores, adjustment="nemenyi")
    dict(found.tests)  # every one of them is judged
    return found.pairs, found.adjusted_by("holm").pairs


def every_pair(scores):
    """The same, with every pair by Quade's ranks and by Wilcoxon's test."""
    others = [core.compare_ranks(scores, pairs=key, adjustment="holm").pairs for key in ("quade", "wilcoxon")]
    return *ranks(scores), *others


def posthocs(frame):
    """What scikit-posthocs has for the same: Nemenyi's, Conover's for mean ranks, Quade's and Wilcoxon's pairs."""
    stats.friedmanchisquare(*frame.to_numpy().T)
    adjusted = {"p_adjust": "holm"}
    return (
        scikit_posthocs.posthoc_nemenyi_friedman(frame),
        scikit_posthocs.posthoc_conover_friedman(frame, **adjusted),
        scikit_posthocs.posthoc_quade(frame, **adjusted),
        scikit_posthocs.posthoc_wilcoxon(frame.melt(), "value", "variable", **adjusted),
    )


def apart(pairs, matrix) -> float:
    """How far adjusted p-values lie from those of a peer at most."""
    rows = pairs[["first", "second", "p_adjusted"]].itertuples(index=False)
    return max(abs(p - matrix.loc[first, second]) for first, second, p in rows)


def main() -> None:
    """Print the ratios, and how far Nemenyi's and Wilcoxon's p-values lie apart."""
    warnings.simplefilter("ignore")
    for learners in LEARNERS:
        frame = table(learners)
        scores = scores_of(frame)
        alone, whole = cpu(lambda scores=scores: ranks(scores)), cpu(lambda scores=scores: every_pair(scores))
        rank = cpu(lambda frame=frame: autorank(frame, alpha=0.05, verbose=False))
        hoc = cpu(lambda frame=frame: posthocs(frame))
        (nemenyi, *_, wilcoxon), theirs = every_pair(scores), posthocs(frame)
        print(
            f"{learners} learners × {DATASETS} data sets: "
            f"ranks alone {alone * 1e3:.1f} ms, autorank {rank * 1e3:.0f} ms, {rank / alone:.0f} times; "
            f"all tests and pairs {whole * 1e3:.1f} ms, scikit-posthocs {hoc * 1e3:.0f} ms, "
            f"{hoc / whole:.0f} times (goal: 20); p at most {apart(nemenyi, theirs[0]):.1g} apart (Nemenyi), "
            f"{apart(wilcoxon, theirs[-1]):.1g} (Wilcoxon)"
        )
