"""Which test to use: advised, valid, with caution, refused, and why; decided before looking at the scores."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import pandas as pd

from core.errors import InputError, quoted
from core.inference.advice.fold_kinds import IN_GROUPS
from core.inference.advice.inputs_from_results import Gathering
from core.inference.declaration.suitability import Rule, Status
from core.inference.hypothesis_tests.catalogue import TESTS
from core.records.notebook import cell

Reasons = tuple[tuple[str, str], ...]
BY_ANOTHER = "By another measure there may be one."
OTHER_QUANTITY = (
    "No test is advised, since those that can be done judge another quantity than the chosen measure. "
    f"{BY_ANOTHER}"
)
WITH_CAUTION = "with caution"


@dataclass(frozen=True, repr=False)
class Advice:
    """Which tests fit some evidence.

    Attributes
    ----------
    advised : str or None
        Key of the test to use; None where no test fits.
    because : str
        Why it is advised, or why none is.
    valid, caution, refused : tuples of (key, reason)
        Every test of the question is in exactly one of them; the advised one among valid or caution.
    gathering : Gathering or None
        The learners and what tests were given of them, so that those who judge by this advice need not ask again.
    besides : str
        What keeps a test from being made even once the reason why none is advised is mended; empty where nothing does.
    """

    advised: str | None
    because: str
    valid: Reasons
    caution: Reasons
    refused: Reasons
    gathering: Gathering | None = field(default=None, compare=False, repr=False)
    besides: str = ""

    def __repr__(self) -> str:
        return f"Advice({self.advised or 'no test'}: {self.because})"

    def _repr_html_(self) -> str:
        rows = [(TESTS[key].title, status, reason) for key, status, reason in self.listed]
        return cell(self.because, pd.DataFrame(rows, columns=["test", "status", "reason"]))

    @property
    def in_full(self) -> str:
        """Why a test is advised, or everything that keeps one from being advised and made."""
        return f"{self.because} {self.besides}".rstrip()

    @property
    def applicable(self) -> tuple[str, ...]:
        """Keys that `compare` judges here: the advised one first, then valid, then with caution."""
        keys = [key for key, _ in (*self.valid, *self.caution) if key not in self.believing]
        return tuple(sorted(keys, key=lambda key: key != self.advised))

    @property
    def believing(self) -> tuple[str, ...]:
        """Keys of the tests that fit and say what may be believed: they have no verdict for `compare`."""
        return tuple(key for key, _ in (*self.valid, *self.caution) if TESTS[key].question == "bayesian")

    @property
    def listed(self) -> tuple[tuple[str, str, str], ...]:
        """Every test with its status, "advised", "valid", "caution" or "refused", in this order, and the reason."""
        by_status = (("valid", self.valid), ("caution", self.caution), ("refused", self.refused))
        rows = [
            (key, "advised" if key == self.advised else status, reason)
            for status, reasons in by_status
            for key, reason in reasons
        ]
        return tuple(sorted(rows, key=lambda row: row[1] != "advised"))

    def named(self, key: str, unable: str = "") -> str:
        """Title of a test and how it stands here: "Binomial test, advised, with caution".

        Parameters
        ----------
        key : str
        unable : str
            What the advised test does instead of a verdict: "is refused", "cannot judge".
        """
        if unable and key == self.advised:
            return f"{TESTS[key].title} would be advised, but {unable}"
        return ", ".join(filter(None, (TESTS[key].title, self.worth(key))))

    def worth(self, key: str) -> str:
        """How a test stands here: "advised, with caution"; empty for a valid one beside the advised one."""
        said = ["advised"] * (key == self.advised) + ["not advised"] * (self.advised is None)
        return ", ".join([*said, *[WITH_CAUTION] * (key in dict(self.caution))])

    def reason(self, key: str) -> str:
        """Why this test is where it is.

        Raises
        ------
        InputError
            If the question does not know the test.
        """
        for known, reason in (*self.valid, *self.caution, *self.refused):
            if known == key:
                return reason
        raise InputError(f"{quoted(key)} does not answer this question.", "test")


def advise(rules: Mapping[str, Rule], gathering: Gathering | None = None) -> Advice:
    """Put the tests in their lists and name the advised one: the first that says so of itself and is not refused."""
    fitting = [key for key, rule in rules.items() if rule.advised and rule.status != "refused"]
    advised = fitting[0] if fitting else None
    because = rules[advised].advised if advised is not None else _why_none(rules)

    def those(wanted: Status) -> Reasons:
        return tuple((key, rule.reason) for key, rule in rules.items() if rule.status == wanted)

    return Advice(advised, because, those("valid"), those("caution"), those("refused"), gathering)


def _why_none(rules: Mapping[str, Rule]) -> str:
    """The reason against the test that would be advised, or else groups, or else the one that most tests share.

    Where no test on folds is possible either, one on instances would be advised, were they not in groups.
    """
    would_be = [rule.reason for rule in rules.values() if rule.advised]
    if not would_be and any(rule.status != "refused" for rule in rules.values()):
        return OTHER_QUANTITY
    shared = Counter(rule.reason for rule in rules.values())
    likeliest = IN_GROUPS if IN_GROUPS in shared else max(shared, key=shared.__getitem__)
    return f"No test is advised. {(would_be or [likeliest])[0]}"
