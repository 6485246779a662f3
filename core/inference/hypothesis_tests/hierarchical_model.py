"""The hierarchical model of differences over data sets × folds, and a Gibbs sampler of its posterior.

Corani et al. 2017. Differences on data set i have mean δ_i, variance σ_i² and the correlation ρ_i between folds; δ_i is
Student t around δ0 with scale σ0 and ν degrees of freedom. Priors are theirs, but that δ0 is flat without end, where
theirs ends at the largest difference.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from core.records import Array

CHAINS, WARM_UP, KEPT = 40, 100, 250
"""Chains side by side, sweeps that are left out, sweeps that are kept of each."""
SCALES, LARGEST_SCALE = 120, 1000.0
"""Points of the grid for σ0, up to so many times the scatter of the means, where its prior ends, and that of σ_i."""
FLAT = 1e-3
"""Least scatter of a data set, as a share of the mean one: without any it would count for infinitely much."""
DEGREES = np.geomspace(1.05, 300.0, 60)
SHAPES, RATES = (0.5, 5.0), (0.05, 0.15)
"""Of the Gamma prior of ν − 1: uniform in shape and in rate."""


@dataclass(frozen=True, eq=False)
class Folds:
    """What the model sees of the differences: one number per data set.

    Attributes
    ----------
    means, squares : array of length q
        Mean difference, and sum of squares around it.
    correlation : array of length q
        Between folds: n_validation/n.
    folds : int
    """

    means: Array
    squares: Array
    correlation: Array
    folds: int

    @property
    def factor(self) -> Array:
        """Variance of a mean, as a multiple of σ_i²."""
        return (1 - self.correlation) / self.folds + self.correlation


@dataclass(frozen=True, eq=False)
class HierarchicalDraws:
    """Draws from the posterior, all chains together.

    Attributes
    ----------
    mean, scale, df : array of length n
        δ0, σ0 and ν.
    effects : array, n × q
        δ_i.
    """

    mean: Array
    scale: Array
    df: Array
    effects: Array

    def regions(self, rope: float) -> Array:
        """Probabilities that a further data set has its δ left of −rope, within, right of rope: n × 3."""
        left = special.stdtr(self.df, (-rope - self.mean) / self.scale)
        right = special.stdtr(self.df, (self.mean - rope) / self.scale)
        return np.column_stack([left, np.maximum(0.0, 1 - left - right), right])


def draw_hierarchical(data: Folds) -> HierarchicalDraws:
    """Draw from the posterior by a Gibbs sampler, seeded.

    Given σ_i and the weights λ_i that make the t distribution normal, σ0 is drawn on a grid with δ0 and all δ_i
    integrated out, then these; ν on a grid, too. Data sets are put in order, and the sign is such that the mean is not
    negative, so that neither changes the answer.

    Parameters
    ----------
    data : Folds
        Of two data sets or more, of which one at least has folds that differ.
    """
    unit = float(np.sqrt(data.squares / (data.folds - 1)).mean())
    sign = -1.0 if data.means.sum() < 0 else 1.0
    order = np.lexsort((data.correlation, data.squares, sign * data.means))
    sampler = _Sampler(
        means=sign * data.means[order] / unit,
        squares=np.maximum(data.squares[order] / unit**2, (data.folds - 1) * FLAT**2),
        correlation=data.correlation[order],
        factor=data.factor[order],
        folds=data.folds,
    )
    mean, scale, df, effects = sampler.run()
    effects[:, order] = effects.copy()
    return HierarchicalDraws(sign * unit * mean, unit * scale, df, sign * unit * effects)


class _Sampler:
    """Chains side by side; differences in units of their mean scatter."""

    def __init__(self, means: Array, squares: Array, correlation: Array, factor: Array, folds: int) -> None:
        self.means, self.squares = means, squares
        self.correlation, self.factor, self.folds = correlation, factor, folds
        self.rng = np.random.default_rng(0)
        spread = max(float(means.std(ddof=1)), FLAT)
        self.scales = spread * np.geomspace(1e-3, LARGEST_SCALE, SCALES)
        self.log_prior = _log_prior_of_degrees()
        shape = (CHAINS, len(means))
        self.sigma = np.broadcast_to(np.sqrt(squares / (folds - 1)), shape)
        self.weights = np.ones(shape)
        self.df = np.full(CHAINS, 5.0)

    def run(self) -> tuple[Array, Array, Array, Array]:
        """Draws of δ0, σ0, ν and δ_i after the warm-up."""
        kept = [self._sweep() for _ in range(WARM_UP + KEPT)][WARM_UP:]
        mean, scale, df, effects = (np.concatenate(draws) for draws in zip(*kept, strict=True))
        return mean, scale, df, effects

    def _sweep(self) -> tuple[Array, Array, Array, Array]:
        noise = self.sigma**2 * self.factor
        scale = self._scale(noise)
        mean, effects = self._means(noise, scale)
        gaps = ((effects - mean[:, None]) / scale[:, None]) ** 2
        half = (self.df[:, None] + 1) / 2
        self.weights = self.rng.gamma(half) / ((self.df[:, None] + gaps) / 2)
        self.df = self._degrees()
        self.sigma = self._sigma(effects)
        return mean, scale, self.df, effects

    def _scale(self, noise: Array) -> Array:
        """σ0 with δ0 and δ_i integrated out; uniform prior, which on the logarithmic grid is σ0 itself."""
        variance = self.scales[:, None] ** 2 / self.weights[:, None] + noise[:, None]
        precision = 1 / variance
        total = precision.sum(axis=-1)
        centre = (precision @ self.means) / total
        misfit = precision @ self.means**2 - centre**2 * total
        log = -0.5 * (np.log(variance).sum(axis=-1) + np.log(total) + misfit) + np.log(self.scales)
        chosen = self._pick(log)
        step = np.log(self.scales[1] / self.scales[0])
        return np.asarray(self.scales[chosen] * np.exp(step * (self.rng.random(CHAINS) - 0.5)))

    def _means(self, noise: Array, scale: Array) -> tuple[Array, Array]:
        between = scale[:, None] ** 2 / self.weights
        precision = 1 / (between + noise)
        total = precision.sum(axis=1)
        mean = (precision @ self.means) / total + self.rng.standard_normal(CHAINS) / np.sqrt(total)
        share = between / (between + noise)  # of the data set's own mean
        centre = mean[:, None] + share * (self.means - mean[:, None])
        return mean, centre + np.sqrt(share * noise) * self.rng.standard_normal(noise.shape)

    def _degrees(self) -> Array:
        """ν given the weights, which are Gamma(ν/2, ν/2)."""
        half, count = DEGREES / 2, self.weights.shape[1]
        logs, sums = np.log(self.weights).sum(axis=1), self.weights.sum(axis=1)
        log = count * (half * np.log(half) - special.gammaln(half))
        log = log + (half - 1) * logs[:, None] - half * sums[:, None]
        return np.asarray(DEGREES[self._pick(log + self.log_prior)])

    def _sigma(self, effects: Array) -> Array:
        """σ_i given its folds: inverse gamma in the variance, cut at the end of the prior."""
        misfit = (self.means - effects) ** 2 / self.factor + self.squares / (1 - self.correlation)
        drawn = np.sqrt(misfit / (2 * self.rng.gamma((self.folds - 1) / 2, size=misfit.shape)))
        return np.asarray(np.minimum(drawn, LARGEST_SCALE))

    def _pick(self, log: Array) -> Array:
        """One point of the grid per chain, by its probability."""
        weights = np.exp(log - log.max(axis=1, keepdims=True)).cumsum(axis=1)
        return np.asarray((weights < self.rng.random((len(log), 1)) * weights[:, -1:]).sum(axis=1))


def _log_prior_of_degrees() -> Array:
    """Of ν on its logarithmic grid: the Gamma density of ν − 1, averaged over shapes and rates."""
    shape, rate = np.meshgrid(np.linspace(*SHAPES, 40), np.linspace(*RATES, 40))
    x = (DEGREES - 1)[:, None, None]
    log = shape * np.log(rate) - special.gammaln(shape) + (shape - 1) * np.log(x) - rate * x
    density: Array = np.exp(log).mean(axis=(1, 2)) * DEGREES
    return np.asarray(np.log(density))
