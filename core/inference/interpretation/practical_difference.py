"""Better, worse or practically the same: how the answer moves with what counts as the same."""

import numpy as np
import pandas as pd

from core.inference.distributions.continuous import StudentT
from core.inference.hypothesis_tests.bayesian import StudentPosterior
from core.inference.verdicts.verdict import Verdict
from core.inference.verdicts.wording import DIFFERENT, fill_words, points_away
from core.records import Array, Interval
from core.written import level_text


def rope_widths(posterior: StudentPosterior, points: int = 121) -> Array:
    """Half-widths of the region from 0 to where nearly all of the posterior lies inside it."""
    reach = abs(posterior.location) + float(StudentT(posterior.df).isf(0.005)) * posterior.scale
    return np.linspace(0.0, max(reach, 1e-6), points)


def rope_curve(posterior: StudentPosterior, widths: Array | None = None) -> pd.DataFrame:
    """Probabilities of a practical difference either way, and of none, for each half-width of the region.

    Parameters
    ----------
    posterior : StudentPosterior
    widths : array of length n, optional

    Returns
    -------
    DataFrame
        Columns rope, p_first (first practically better), p_rope, p_second; NaN where the posterior is undefined.
    """
    rope = rope_widths(posterior) if widths is None else np.asarray(widths, dtype=float)
    if posterior.p_rope is None:
        left = right = np.full(len(rope), np.nan)
    elif posterior.scale == 0:
        left, right = (np.zeros(len(rope)) for _ in range(2))
    else:
        t = StudentT(posterior.df)
        left = np.asarray(t.cdf((-rope - posterior.location) / posterior.scale))
        right = np.asarray(t.sf((rope - posterior.location) / posterior.scale))
    first, second = (right, left) if posterior.naming.lower_is_better is False else (left, right)
    inside = np.clip(1 - left - right, 0.0, 1.0)
    return pd.DataFrame({"rope": rope, "p_first": first, "p_rope": inside, "p_second": second})


def without_spread(verdict: Verdict) -> str:
    """Say why nothing is judged of two learners that never differ on any fold or data set; empty of all others.

    Parameters
    ----------
    verdict : Verdict
        Of a test of their difference.
    """
    if not verdict.never_differ or "a" not in verdict.inputs:
        return ""
    found = fill_words(verdict.entry.never_differ, verdict.values)
    return f"{found} So there is no spread to tell by how much they might differ on other data."


def equivalence_sentence(verdict: Verdict, headline: Verdict, alpha: float = 0.05) -> str:
    """The verdict of a test of equivalence; "different" it says only where the test of a difference rejects, too.

    Whom it is about is said of the test of a difference, beside which it stands.

    Parameters
    ----------
    verdict : Verdict
        Of the test of equivalence.
    headline : Verdict
        Of the test of a difference that is looked at. It may have too little evidence, luck may explain it, or what
        was seen may point the other way than was claimed, although an interval of another method and of level 1 − 2α
        lies beyond what does not matter.
    alpha : float

    Raises
    ------
    InputError
        If `alpha` is not between 0 and 1.
    """
    said = verdict.sentence(alpha).replace(f" {verdict.about}", "")
    if headline.p_value is not None and headline.rejects(alpha):
        return said
    one_sided = headline.p_value is not None and headline.alternative != "two-sided"
    if one_sided and points_away(headline.entry, headline.values, headline.alternative):
        claim = f"the claim that “{headline.title}” was asked for is not supported"
        return said.replace(DIFFERENT, f", but {claim}: what was seen points the other way")
    judge = f"“{headline.title}” does not reject at α = {level_text(alpha)}"
    return said.replace(DIFFERENT, f", but {judge}, so that no difference is claimed")


def three_way(interval: Interval, rope: float) -> str:
    """Say how an interval of a difference lies to the region: "different", "equivalent" or "undecided"."""
    if not interval.low <= interval.high:
        return "undecided"
    if interval.low > rope or interval.high < -rope:
        return "different"
    if -rope <= interval.low and interval.high <= rope:
        return "equivalent"
    return "undecided"
