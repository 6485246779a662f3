"""What stands in the steps of a test is true: each is worked out again from the numbers that it prints."""

import re
from functools import lru_cache
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from core.inference import TESTS, run_test
from core.inference.declaration.number_words import tex
from tests.inference.latex_arithmetic import Side, Unreadable, equations

KEYS = [key for key, entry in TESTS.items() if entry.question != "bayesian"]
SIDES = ("two-sided", "less", "greater")
NOT_ARITHMETIC = {
    r"P\left(\lambda_1\chi^2_1 + \lambda_2\chi^2_4 \ge (2F-1)\tfrac{1-\rho_1}{2}\chi^2_5\right)": "a tail that only an "
    "integral gives; the tests of `Exact5x2F` hold it against drawn samples",
}
"""Sides of equations that are not worked out here, and why."""


# inputs of every test by the kinds of its needs; few distinct values, so that ties and degenerate cases occur

TENTHS = st.integers(-40, 40).map(lambda value: value / 10)
COARSE = st.integers(0, 4).map(lambda value: value / 4)
SCORES = st.one_of(TENTHS, COARSE, st.floats(-3, 3).map(lambda value: round(value, 5)))


def arrays(*shape):
    size = int(np.prod(shape))
    one_kind = st.one_of(*(st.lists(kind, min_size=size, max_size=size) for kind in (TENTHS, COARSE, SCORES)))
    return one_kind.map(lambda values: np.reshape(values, shape))


MEASURES = {
    "error": lambda y, said: np.mean(y != said),
    "f1": lambda y, said: 2 * np.sum(y * said) / (y.sum() + said.sum()) if np.any(y + said) else np.nan,
    "mae": lambda y, said: np.mean(np.abs(y - said)),
}


@st.composite
def predictions(draw):
    """Two learners on the same instances, or groups of them, and few resamples."""
    n, measure = draw(st.integers(4, 14)), draw(st.sampled_from(list(MEASURES)))
    codes = st.lists(st.integers(0, 1), min_size=n, max_size=n).map(np.array)
    values = arrays(n) if measure == "mae" else codes
    groups = draw(st.one_of(st.none(), st.just(np.arange(n) // 2)))
    given_ = {name: draw(values) for name in ("y", "a", "b")}
    return {
        **given_,
        "measure": measure,
        "groups": groups,
        "resamples": draw(st.integers(5, 60)),
        "seed": draw(st.integers(0, 9)),
    }


@st.composite
def inputs(draw, entry):
    kinds = {need.name: need.kind for need in entry.needs}
    if "predictions" in kinds.values():
        return draw(predictions())
    folds = (5, 2) if "grid" in kinds.values() else (draw(st.integers(2, 7)),)
    given_ = {}
    n = draw(st.integers(4, 14))
    table = (draw(st.integers(3, 7)), draw(st.integers(2, 4)))
    for name, kind in kinds.items():
        if kind in ("folds", "grid"):
            given_[name] = draw(arrays(*folds))
        elif kind in ("instances", "ranked"):
            given_[name] = draw(arrays(n))
        elif kind == "labels":
            given_[name] = np.array(
                [0, 0, 1, 1, *draw(st.lists(st.integers(0, 1), min_size=n - 4, max_size=n - 4))]
            )
        elif kind == "table":
            given_[name] = draw(arrays(*table)) if name == "scores" else (draw(arrays(*table)) > 0.3) * 1
        elif kind == "sizes":
            given_[name] = draw(st.integers(10, 90))
        elif kind == "size":
            given_[name] = draw(st.integers(40, 90))
        elif kind == "count":
            given_[name] = draw(st.integers(0, 20))
        elif kind == "rate":
            given_[name] = draw(st.sampled_from([0.001, 0.05, 0.3, 0.5, 0.81234]))
        elif kind == "number":
            given_[name] = draw(SCORES)
        elif kind == "positive":
            given_[name] = draw(st.sampled_from([0.0003, 0.05, 0.5, 2.0]))
        elif kind == "flag":
            given_[name] = draw(st.booleans())
        elif kind == "word":
            given_[name] = draw(
                st.sampled_from(next(need for need in entry.needs if need.name == name).choices)
            )
    if "rho1" in kinds and (entry.key != "balanced_5x2_f" or draw(st.booleans())):
        most = (
            0.49 if entry.key == "exact_5x2_f" else 0.5
        )  # ½ leaves the sum of a replicate no variance of its own
        given_ |= draw(st.sampled_from([{"rho1": 0.0, "rho2": most}, {"rho1": 0.1, "rho2": 0.25}]))
    return given_


# what the symbols stand for, worked out beside the package


def symbols(verdict):
    key, values = verdict.key, verdict.inputs
    names = {need.name: need.kind for need in TESTS[key].needs}
    if names.get("a") in ("folds", "grid", "instances"):
        return of_pairs(key, verdict, np.asarray(values["a"]), np.asarray(values["b"]))
    if names.get("a") == "predictions":
        first, second = (MEASURES[values["measure"]](values["y"], np.ravel(values[name])) for name in "ab")
        return {"d": first - second}
    if "e01" in names:
        e01, e10, n = values["e01"], values["e10"], values["n"]
        found = {"e_{01}": e01, "e_{10}": e10, "s": e01, "f": e10, r"\hat d": (e01 - e10) / n}
        if key == "rates_equivalence":
            for name, delta in ((r"\hat q_{-\rho}", -values["rope"]), (r"\hat q_{\rho}", values["rope"])):
                found[name] = likeliest_rate(delta, e01, e10, n)
        return found
    if "errors" in names:
        return {"e": values["errors"], "N": values["n"], "p_0": values["p0"]}
    if "errors_1" in names:
        p, q = (values[f"errors_{i}"] / values[f"n_{i}"] for i in (1, 2))
        found = {
            r"\hat d": p - q,
            r"\sigma_{\hat d}": np.sqrt(p * (1 - p) / values["n_1"] + q * (1 - q) / values["n_2"]),
            "N": values["n_1"],
        }
        return found | of_boschloo(verdict) if key == "boschloo" else found
    if "y" in names:
        return of_areas(values)
    if names.get("scores") == "folds":
        scores = np.ravel(values["scores"])
        return {"m": scores.mean(), "S^2": scores.var(ddof=1), "S": scores.std(ddof=1)}
    return of_tables(key, np.asarray(values.get("scores", values.get("correct"))))


def of_pairs(key, verdict, a, b):
    grid = np.atleast_2d(a - b)
    d = grid.ravel()
    halves = grid[:, :1] / 2 - grid[:, 1:2] / 2
    found = {
        "d_i": d,
        r"d_i^{(j)}": grid,
        r"d_k^{(i)}": grid,
        r"\bar d_i": grid.mean(axis=1, keepdims=True),
        "s_i^2": 2 * halves**2,
        r"\bar d": d.mean(),
        "S^2": d.var(ddof=1),
        "S": d.std(ddof=1),
        r"\bar a": a.mean(),
        r"\bar b": b.mean(),
        "S_a^2": a.var(ddof=1),
        "S_b^2": b.var(ddof=1),
        r"\rho": verdict.inputs.get("rope"),
        "m_i": grid.mean(axis=1),
        "h_i": halves.ravel(),
    }
    if key == "welch_t":
        parts, df = np.array([a.var(), b.var()]) / (d.size - 1), d.size - 1
        flat = parts.sum() < 1e-25
        found[r"\nu"] = 2 * df if flat else parts.sum() ** 2 * df / (parts**2).sum()
    if key == "balanced_5x2_f":
        rho1, rho2 = verdict.inputs["rho1"], verdict.inputs["rho2"]
        found["f"] = 7 if rho1 is None else 10 / (1 + rho1**2 + 8 * rho2**2)
    if key.startswith("wilcoxon"):
        found |= of_signed_ranks(d, verdict)
    if key == "sign_over_datasets":
        ties = int((np.abs(d) < 1e-9).sum())
        each = ties // 2 if verdict.inputs["ties"] == "split" else 0
        higher, lower = int((d > 1e-9).sum()), int((d < -1e-9).sum())
        found |= {
            r"\text{first higher: }": higher,
            r"\text{lower: }": lower,
            r"\text{ties: }": ties,
            "w": higher + each,
            "l": lower + each,
        }
    return found


def of_signed_ranks(d, verdict):
    d = np.where(np.abs(d) < 1e-9, 0.0, np.round(d, 9))
    zeros, method = int((d == 0).sum()), verdict.inputs["zeros"]
    if method == "drop":
        d = d[d != 0]
    elif method == "split" and zeros % 2:
        d = np.delete(d, np.flatnonzero(d == 0)[0])
    ranks = stats.rankdata(np.abs(d))
    split = ranks[d == 0].sum() / 2 if method == "split" else 0.0
    plus, minus = ranks[d > 0].sum() + split, ranks[d < 0].sum() + split
    signed = ranks[d != 0]
    sums = np.array([np.dot(signs, signed) + split for signs in product((0, 1), repeat=len(signed))])
    upper, lower = np.mean(sums >= plus - 1e-9), np.mean(sums <= plus + 1e-9)
    p = {"greater": upper, "less": lower, "two-sided": min(1.0, 2 * min(upper, lower))}[verdict.alternative]
    return {"W^+": plus, "W^-": minus, r"\text{zeros: }": zeros, "p": p}


def likeliest_rate(delta, e01, e10, n):
    """Of "only the second wrong", if the first errs more often by delta: where the likelihood stops rising."""
    least, most = max(0.0, -delta), (1 - delta) / 2

    def slope(q):
        return e01 / (q + delta) + e10 / q - 2 * (n - e01 - e10) / (1 - 2 * q - delta)

    inside = least + 1e-14, most - 1e-14
    if slope(inside[1]) > 0:  # they never agree
        return most
    return optimize.brentq(slope, *inside, xtol=1e-15) if slope(inside[0]) > 0 else least


def of_boschloo(verdict):
    counts = (int(verdict.inputs[name]) for name in ("errors_1", "n_1", "errors_2", "n_2"))
    rate = verdict.terms["worst_rate"]
    t, probability = fisher_and_its_chance(*counts, bool(verdict.terms["first_less"]), rate)
    return {"t": t, r"\pi": rate, r"P_\pi(T \le t)": probability}


@lru_cache(maxsize=64)
def fisher_and_its_chance(e_1, n_1, e_2, n_2, first_less, rate):
    """Fisher's one-sided p in whole numbers, and how probable one so small is, summed over all outcomes."""
    weights = [[comb(n_1, x) * comb(n_2, y) for y in range(n_2 + 1)] for x in range(n_1 + 1)]
    sums = np.zeros((n_1 + 1, n_2 + 1), dtype=object)
    for both in range(n_1 + n_2 + 1):
        xs, total = range(max(0, both - n_2), min(n_1, both) + 1), 0
        for x in xs if first_less else reversed(xs):
            total += weights[x][both - x]
            sums[x, both - x] = total
    first, second = np.arange(n_1 + 1)[:, None], np.arange(n_2 + 1)
    ways = np.array([comb(n_1 + n_2, both) for both in range(n_1 + n_2 + 1)], dtype=object)[first + second]
    of_t, out_of = sums[e_1, e_2], ways[e_1, e_2]
    as_small = (sums * out_of * 10**12 <= of_t * ways * (10**12 + 1)).astype(bool)
    chance = stats.binom.pmf(first, n_1, rate) * stats.binom.pmf(second, n_2, rate)
    return of_t / out_of, chance[as_small].sum()


def of_areas(values):
    y = np.asarray(values["y"]) == 1
    parts = []
    for name in ("scores_a", "scores_b"):
        high, low = np.asarray(values[name])[y], np.asarray(values[name])[~y]
        wins = (high[:, None] > low) + 0.5 * (high[:, None] == low)
        parts.append((wins.mean(), wins.mean(axis=1), wins.mean(axis=0)))
    (one, one_high, one_low), (two, two_high, two_low) = parts
    high, low = (np.cov(*rows) / len(rows[0]) for rows in ((one_high, two_high), (one_low, two_low)))
    both = high + low
    return {
        r"\hat A_1": one,
        r"\hat A_2": two,
        r"\mathrm{var}_1": both[0, 0],
        r"\mathrm{var}_2": both[1, 1],
        r"\mathrm{cov}": both[0, 1],
    }


def of_ranks_between_blocks(key, scores):
    rows, k = scores.shape
    if key == "aligned_friedman":
        ranks = stats.rankdata(np.round(scores - scores.mean(axis=1, keepdims=True), 9)).reshape(scores.shape)
        means, within = ranks.mean(axis=0), ranks - ranks.mean(axis=1, keepdims=True)
        return {
            "N": rows,
            r"\sum_j {(\bar R_j - \bar R)^2}": ((means - means.mean()) ** 2).sum(),
            "s^2": (within**2).sum() / (rows * (k - 1)),
        }
    weights = stats.rankdata(np.round(scores.max(axis=1) - scores.min(axis=1), 9))
    parts = [
        2 * weight / (rows + 1) * (stats.rankdata(row) - (k + 1) / 2)
        for weight, row in zip(weights, scores, strict=True)
    ]
    return {"A": (np.array(parts) ** 2).sum(), "B": (np.sum(parts, axis=0) ** 2).sum() / rows}


def of_tables(key, scores):
    rows, k = scores.shape
    if key in ("friedman", "iman_davenport"):
        ranks = np.array([stats.rankdata(row) for row in np.round(scores, 9)])
        ties = sum(count**3 - count for row in ranks for count in np.unique(row, return_counts=True)[1])
        spread = (ranks.mean(axis=0) ** 2).sum() - k * (k + 1) ** 2 / 4
        chi2 = 12 * rows / (k * (k + 1)) * spread / (1 - ties / (rows * (k**3 - k)))
        return {"N": rows, "k": k, "R_j": ranks.mean(axis=0), r"\chi^2_F": chi2}
    if key in ("aligned_friedman", "quade"):
        return of_ranks_between_blocks(key, np.round(scores, 9))
    if key == "kruskal_wallis":
        ranks = stats.rankdata(np.round(scores, 9)).reshape(scores.shape)
        return {"K": rows, "n": rows * k, r"\bar R_j": ranks.mean(axis=0)}
    means, total = scores.mean(axis=0), scores.mean()
    blocks = scores.mean(axis=1, keepdims=True)
    residuals = scores - means - blocks + total
    residual = (residuals**2).sum()
    found = {
        r"\text{between}": rows * ((means - total) ** 2).sum(),
        r"\text{within}": ((scores - means) ** 2).sum(),
        r"\text{residual}": residual,
    }
    if key == "repeated_anova" and residual > 1e-20:
        covariance = np.cov(residuals.T)
        epsilon = np.trace(covariance) ** 2 / ((k - 1) * (covariance**2).sum())
        df = (k - 1), (k - 1) * (rows - 1)
        f = (found[r"\text{between}"] / df[0]) / (residual / df[1])
        found |= {
            r"\hat\varepsilon": epsilon,
            r"p_{\text{Greenhouse–Geisser}}": stats.f.sf(f, epsilon * df[0], epsilon * df[1]),
        }
    return found


def tail_of(verdict):
    """P(T ≤ x), P(T ≥ x), P(T = x) under the null distribution, by scipy."""
    key, terms, values = verdict.key, verdict.terms, verdict.inputs
    if TESTS[key].shows_equivalence:
        null = stats.norm() if key == "rates_equivalence" else stats.t(terms["pairs"] - 1)
        return lambda relation, x: null.cdf(x) if relation == r"\le" else null.sf(x)
    total = terms.get("disagreements", terms.get("used"))
    if "errors_1" in values:
        both = [int(values[f"{name}_1"] + values[f"{name}_2"]) for name in ("n", "errors")]
        null = stats.hypergeom(*both, int(values["n_1"]))
    elif total is None:
        return None
    else:
        null = stats.binom(int(total), 0.5)

    def tail(relation, x):
        x = round(x)
        return {r"\le": null.cdf(x), r"\ge": null.sf(x - 1), "=": null.pmf(x)}[relation]

    return tail


# what is compared


def hidden(text, number, *, rounded):
    """How far the number may lie from what is printed of it."""
    if not rounded:
        return 16 * np.spacing(abs(number))
    decimals = len(text.partition(".")[2])
    return 0.5 * 10.0**-decimals if decimals else 0.0


def value_and_doubt(side, *, rounded):
    value = side.value(side.numbers)
    doubt = 0.0
    for place, (text, number) in enumerate(zip(side.texts, side.numbers, strict=True)):
        step = hidden(text, number, rounded=rounded)
        moved = [
            side.value([*side.numbers[:place], number + way, *side.numbers[place + 1 :]])
            for way in (-step, step)
        ]
        doubt += max((abs(other - value) for other in moved if np.isfinite(other)), default=0.0)
    return value, doubt


def check_line(line, verdict, *, rounded):
    known, tail = symbols(verdict), tail_of(verdict)
    for sides in equations(line):
        if sides[-1].startswith(r"\text{undefined}"):
            continue
        last = Side(sides[-1], {})
        claimed, doubt_of_claim = value_and_doubt(last, rounded=rounded)
        worked_out = [
            agrees(side, claimed, doubt_of_claim, known, tail, rounded=rounded) for side in sides[:-1]
        ]
        assert any(worked_out), (verdict.key, line)


def agrees(text, claimed, doubt_of_claim, known, tail, *, rounded):
    """Whether a side could be worked out; if so it must have the value claimed."""
    if text in NOT_ARITHMETIC:
        return True
    try:
        side = Side(text, known, tail)
    except Unreadable:
        assert "«" not in text
        return False
    value, doubt = value_and_doubt(side, rounded=rounded)
    if np.isnan(value) or not np.isfinite(claimed) or not np.isfinite(value):
        assert not np.isfinite(claimed) or np.isnan(value) or abs(claimed) > 1e12, (text, claimed, value)
        return True
    margin = 2 * (doubt + doubt_of_claim) + 1e-9 * max(1.0, abs(value))
    assert abs(value - claimed) <= margin, (text, value, claimed)
    return True


def exact_lines(verdict):
    """The steps with all digits in them."""
    from core.inference.verdicts import wording

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wording, "tex", lambda value, _: tex(value, 17))
        return verdict.formula_steps()[1:]


def test_steps_where_two_learners_never_agree():
    verdict = run_test("rates_equivalence", "two-sided", e01=20, e10=20, n=40, rope=0.001)
    for line in verdict.formula_steps()[1:]:
        check_line(line, verdict, rounded=True)


def test_no_step_has_a_p_value_where_the_test_has_none():
    verdict = run_test("repeated_anova", scores=np.array([[0, 0.1], [0, 0.1], [0, 0.1]]))
    assert verdict.p_value is None
    assert verdict.formula_steps()[-1].count("undefined") == 2


@pytest.mark.parametrize("key", KEYS)
@given(data=st.data())
def test_every_step_gives_the_number_behind_it(key, data):
    entry = TESTS[key]
    alternative = data.draw(st.sampled_from(SIDES if entry.signed else SIDES[:1]))
    verdict = run_test(key, alternative, **data.draw(inputs(entry)))
    if verdict.never_differ and verdict.undefined is None:
        assert verdict.p_value == 1
        assert "p = 1" in verdict.formula_steps()[-1]
        return
    for line in verdict.formula_steps()[1:]:
        check_line(line, verdict, rounded=True)
    for line in exact_lines(verdict):
        check_line(line, verdict, rounded=False)


def _breaks_inside_a_power(line):
    """Whether KaTeX may begin a line at a sign inside of brackets that are raised to a power: those stand in braces."""
    line = re.sub(r"\\left.*?\\right|\\[a-zA-Z]+", "", line)
    while (bare := re.sub(r"\{[^{}]*\}", "", line)) != line:
        line = bare
    return re.search(r"\([^()]*[-+=][^()]*\)\^", line) is not None


def test_no_line_of_a_formula_ends_inside_a_power():
    assert _breaks_inside_a_power(r"p_0^x (1-p_0)^{N-x}") and not _breaks_inside_a_power(
        r"p_0^x {(1-p_0)^{N-x}}"
    )
    for entry in TESTS.values():
        sided = [line for lines in entry.one_sided.values() for line in lines]
        for line in (entry.formula, *filter(lambda step: isinstance(step, str), entry.steps), *sided):
            assert not _breaks_inside_a_power(line), (entry.key, line)
