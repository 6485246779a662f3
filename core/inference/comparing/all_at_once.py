"""More than two learners at once → every test of all of them, or why there is none."""

from collections.abc import Mapping
from dataclasses import dataclass

from core.errors import InputError
from core.inference.advice.advice import Advice
from core.inference.comparing.compare import compare_all
from core.inference.evidence.evidence import Evidence
from core.inference.verdicts.each_tried import each_tried
from core.inference.verdicts.verdict import Verdict


@dataclass(frozen=True, eq=False)
class AllAtOnce:
    """Every test of all learners that can be done, and why others cannot.

    Attributes
    ----------
    advice : Advice
    verdicts, refused : mapping of test key to Verdict, or to why there is none
    """

    advice: Advice
    verdicts: Mapping[str, Verdict]
    refused: Mapping[str, InputError]

    @property
    def advised(self) -> Verdict | None:
        """The verdict of the advised test."""
        return self.verdicts.get(self.advice.advised or "")

    @property
    def because(self) -> str:
        """Why a test is advised, or why there is no verdict by it."""
        because, refusal = self.advice.in_full, self.refused.get(self.advice.advised or "")
        if refusal is not None:
            return f"All learners at once could not be judged: {refusal.what} {refusal.hint}".rstrip()
        none = f"Over all learners {because[0].lower()}{because[1:]}"
        return because if self.advice.advised else none


def all_at_once(evidence: Evidence, advice: Advice) -> AllAtOnce:
    """Judge all learners by every test that is advised, valid or to be taken with caution."""
    return AllAtOnce(advice, *each_tried(advice.applicable, lambda key: compare_all(evidence, test=key)))
