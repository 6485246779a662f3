"""The LaTeX of the steps of a test, read as arithmetic: sums, fractions, roots, powers, extremes and tails.

Only what the steps use is known. Numbers keep their places, so that a caller can move each of them by what its
rounding hides and see how far the result moves.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from scipy.special import comb

SPACES = re.compile(r"\\left|\\right|\\[Bb]igg?|\\[,;! ]|\s+")
NUMBER = r"\d+(?:\.\d+)?|\\infty"
ENDS = {"+", "-", ")", "}", "|", ",", "]", "=", "\\", r"\le", r"\ge"}
"""Tokens that no factor begins with."""
RELATIONS = {r"\le": np.less_equal, r"\ge": np.greater_equal, "=": np.isclose}


class Unreadable(Exception):
    """A line that is no arithmetic."""


def equations(line: str) -> Iterator[list[str]]:
    """Cut a line into its equations, and each of them into its sides."""
    for part in re.split(r",?\s*\\q?quad", line):
        labelled = re.sub(r"(\\text\{[^}]*: \})", r"\1=", part.strip().rstrip(","))
        yield [side.strip() for side in _at_top_level(labelled)]


def _at_top_level(text: str) -> list[str]:
    sides, depth = [""], 0
    for character in text:
        depth += (character in "{([") - (character in "})]")
        if character == "=" and depth == 0:
            sides.append("")
        else:
            sides[-1] += character
    return sides


@dataclass
class Side:
    """One side of an equation, compiled.

    Attributes
    ----------
    value : callable
        Numbers in the order in which they are printed → the value.
    numbers : list of float
    texts : list of str
        The same as they are printed.
    """

    text: str
    symbols: Mapping[str, object]
    tail: Callable[[str, float], float] | None = None
    numbers: list[float] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.text = SPACES.sub(" ", self.text)
        known = sorted((SPACES.sub(" ", name) for name in self.symbols), key=len, reverse=True)
        self.symbols = {SPACES.sub(" ", name): value for name, value in self.symbols.items()}
        names = "|".join([*map(re.escape, known), NUMBER, r"\\[a-zA-Z]+", "."])
        self.tokens = [token for token in re.findall(names, self.text) if token.strip()]
        self.at = 0
        self.root = self._sum()
        if self.at < len(self.tokens):
            raise Unreadable(self.text)

    def value(self, numbers: list[float]) -> float:
        """The value with these numbers in the places of those printed."""
        with np.errstate(all="ignore"):
            return float(self.root({"numbers": numbers}))

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _take(self, *expected: str) -> str:
        token = self._next()
        if not token or (expected and token not in expected):
            raise Unreadable(f"{token!r} in {self.text}")
        self.at += 1
        return token

    def _sum(self):
        value = self._product()
        while self._next() in ("+", "-"):
            function = {"+": np.add, "-": np.subtract}[self._take()]
            value = _both(function, value, self._product())
        return value

    def _product(self):
        value = self._power()
        while self._next() and self._next() not in ENDS:
            if self._next() == "/":
                self._take()
                value = _both(_ratio, value, self._power())
                continue
            if self._next() == r"\cdot":
                self._take()
            value = _both(np.multiply, value, self._power())
        return value

    def _power(self):
        if self._next() == "-":
            self._take()
            inside = self._power()
            return lambda env: -inside(env)
        base = self._base()
        if self._next() != "^":
            return base
        self._take()
        exponent = self._group()
        return lambda env: np.power(np.asarray(base(env), dtype=float), exponent(env))

    def _group(self):
        if self._next() != "{":
            return self._base()
        self._take("{")
        inside = self._sum()
        self._take("}")
        return inside

    def _base(self):
        token = self._take()
        if re.fullmatch(NUMBER, token):
            place = len(self.numbers)
            self.numbers.append(np.inf if token == r"\infty" else float(token))
            self.texts.append(token)
            return lambda env: env["numbers"][place]
        if token in self.symbols:
            return lambda _env: self.symbols[token]
        if token == "x":
            return lambda env: env["x"]
        if token in "(|":
            inside = self._sum()
            self._take(")" if token == "(" else "|")
            return inside if token == "(" else lambda env: np.abs(inside(env))
        if token == "{":  # keeps what is in it on one line
            inside = self._sum()
            self._take("}")
            return inside
        known = {
            r"\frac": self._fraction,
            r"\tfrac": self._half,
            r"\binom": self._binomial,
            r"\sqrt": lambda: self._of(np.sqrt),
            r"\max": lambda: self._extreme(max),
            r"\min": lambda: self._extreme(min),
            r"\mathrm": self._sign,
            r"\sum": self._over,
            "P": self._tail_of,
        }
        if token not in known:
            raise Unreadable(f"{token!r} in {self.text}")
        return known[token]()

    def _of(self, function):
        inside = self._group()
        return lambda env: function(inside(env))

    def _fraction(self):
        above, below = self._group(), self._group()
        return lambda env: _ratio(above(env), below(env))

    def _half(self):
        self._take("12")
        return lambda _env: 0.5

    def _binomial(self):
        n, x = self._group(), self._group()
        return lambda env: comb(n(env), x(env))

    def _sign(self):
        for character in "{sign}":
            self._take(character)
        self._take("(")
        inside = self._sum()
        self._take(")")
        return lambda env: np.sign(inside(env))

    def _extreme(self, function):
        if self._next() == "\\":
            self._take()
        self._take("(", "{")
        one = self._sum()
        self._take(",")
        two = self._sum()
        if self._next() == "\\":
            self._take()
        self._take(")", "}")
        return lambda env: function(one(env), two(env))

    def _tail_of(self):
        self._take("(")
        while self._next() not in RELATIONS:
            self._take()
        relation, value = self._take(), self._sum()
        self._take(")")
        if self.tail is None:
            raise Unreadable(self.text)
        return lambda env: self.tail(relation, value(env))

    def _over(self):
        chosen = None
        while self._next() in ("_", "^"):
            mark = self._take()
            if mark == "_" and self._next() == "{" and self.tokens[self.at + 1] == "x":
                chosen = self._condition()
            else:
                self._skip_group()
        body = self._product()
        if chosen is None:
            return lambda env: np.sum(body(env))
        relation, limit = chosen

        def total(env):
            x = np.arange(0.0, float(self.symbols["N"]) + 1)
            masses = np.asarray(body({**env, "x": x}))
            if relation == "no more probable":
                return masses[masses <= masses[int(limit(env))] * (1 + 1e-7)].sum()
            return masses[RELATIONS[relation](x, limit(env))].sum()

        return total

    def _condition(self):
        self._take("{")
        self._take("x")
        if self._next() != ":":
            relation, limit = self._take(*RELATIONS), self._sum()
        else:
            for token in (":", "P", "(", "x", ")", r"\le", "P", "("):
                self._take(token)
            relation, limit = "no more probable", self._sum()
            self._take(")")
        self._take("}")
        return relation, limit

    def _skip_group(self) -> None:
        if self._take() == "{":
            while self._take() != "}":
                pass


def _both(function, one, two):
    return lambda env: function(one(env), two(env))


def _ratio(above, below):
    return np.true_divide(above, below)
