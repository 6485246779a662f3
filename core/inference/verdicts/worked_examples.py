"""Worked examples, run live and held against the numbers that their sources print."""

from dataclasses import dataclass

from core.inference.declaration.entry import Example, TestEntry
from core.inference.declaration.number_words import short
from core.inference.declaration.posterior import Posterior
from core.inference.verdicts.verdict import Verdict, run_test

NAMES = {
    "statistic": "statistic",
    "p_value": "p",
    "critical": "critical value",
    "low": "interval from",
    "high": "interval to",
}


@dataclass(frozen=True)
class Worked:
    """One number of a worked example: as printed in the source, and as computed here."""

    name: str
    printed: str
    computed: float | None

    @property
    def agrees(self) -> bool:
        """Whether the computed number rounds to the printed one."""
        if self.computed is None:
            return self.printed in ("undefined", "None")
        text = self.printed.replace("−", "-").replace(",", "").strip()
        decimals = len(text.partition(".")[2]) if "." in text else 0
        return abs(self.computed - float(text)) <= 0.5 * 10.0**-decimals * (1 + 1e-9)

    @property
    def shown(self) -> str:
        """The computed number with one more digit than the source prints."""
        return "undefined" if self.computed is None else short(self.computed, 4)


def work_through(entry: TestEntry, example: Example) -> tuple[Verdict | Posterior, tuple[Worked, ...]]:
    """Run an example and set every printed number beside the computed one."""
    answer = run_test(entry.key, example.alternative, **example.inputs)
    numbers = tuple(
        Worked(NAMES.get(name, name.replace("_", " ")), printed, _computed(answer, name, example.alpha))
        for name, printed in example.expected.items()
    )
    return answer, numbers


def _computed(answer: Verdict | Posterior, name: str, alpha: float) -> float | None:
    if isinstance(answer, Posterior):
        return float(getattr(answer, name))
    if name == "critical":
        values = answer.critical_values(alpha)
        return max(values) if values else None
    if name in ("low", "high"):
        return float(getattr(answer.confidence_interval(1 - alpha), name))
    value = answer.values.get(name)
    return None if value is None else float(value)
