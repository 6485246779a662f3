"""Results that somebody brought, in the place of an experiment: the same names, nothing that can be trained."""

import io
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

from core.errors import InputError
from core.experiment.outcome import Experiment
from core.inference.advice.applicable import advice_on_pairs, refused_by_scores
from core.inference.evidence.evidence import Evidence
from core.measures import MEASURES, frozen_losses, loss_matrix, score
from core.records import (
    DesignFacts,
    ExperimentSpec,
    Failure,
    FoldScores,
    LearnerSpec,
    Losses,
    Predictions,
    digest,
)
from core.records.gaps import gaps, without
from core.written import counted


@dataclass(frozen=True)
class ImportedSpec:
    """What pages ask of a specification: the measure that is looked at; there is nothing to train.

    Attributes
    ----------
    measure : str
    meaning : str
        Digest of what was settled on import beside the numbers: design, positive class. Verdicts depend on it.
    learners : tuple
        Empty: nothing can be trained again.
    losses : matrix or None
        By which the measure "cost" counts; None where every mistake costs 1.
    trained : tuple of (str, ExperimentSpec)
        Where the scores were gathered from runs: the name of each data set, and what was run on it.
    source : str
        Name of the file that was brought, without its ending; empty where there is none, or several.
    """

    measure: str
    meaning: str = ""
    learners: tuple[LearnerSpec, ...] = ()
    losses: Losses | None = None
    trained: tuple[tuple[str, ExperimentSpec], ...] = ()
    source: str = ""


@dataclass(frozen=True, eq=False)
class ImportedResults:
    """Imported fold scores, or predictions and the fold scores that follow from them.

    Attributes
    ----------
    title : str
    id : str
        Digest of what was imported, how it was understood and what it is called, the same for every measure.
    imported : FoldScores or Predictions
    spec : ImportedSpec
    """

    title: str
    id: str
    imported: FoldScores | Predictions
    spec: ImportedSpec

    complete = True

    @property
    def predictions(self) -> Predictions | None:
        """Predictions per instance, where these were brought."""
        return self.imported if isinstance(self.imported, Predictions) else None

    @cached_property
    def fold_scores(self) -> FoldScores:
        """Scores by the measure that is looked at."""
        return self.scores(self.spec.measure)

    @cached_property
    def evidence(self) -> Evidence:
        """What of them is judged: the scores by the measure that is looked at, and predictions where there are any."""
        return Evidence(self.fold_scores, self.predictions, title=self.title, id=self.id)

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the data sets."""
        return (self.imported.dataset,) if isinstance(self.imported, Predictions) else self.imported.datasets

    @property
    def saved_about(self) -> tuple[str, ...]:
        """What names of saved files begin with: the data set; of several the file that was brought, and their count."""
        if self.spec.source and len(self.datasets) > 1:
            return (f"{self.spec.source} {counted(len(self.datasets), 'data sets')}",)
        return self.datasets

    @property
    def learners(self) -> tuple[str, ...]:
        """Names of the learners in the order of their colours."""
        return self.imported.learners

    @property
    def facts(self) -> DesignFacts | None:
        """The design, where somebody said it."""
        return self.imported.facts

    @property
    def trained(self) -> dict[str, ExperimentSpec]:
        """What was run on each data set; empty where nothing was trained here."""
        return {name: spec for name, spec in self.spec.trained if name in self.datasets}

    @property
    def notes(self) -> tuple[str, ...]:
        """What was understood of the source."""
        return self.imported.notes

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Folds that the source says have failed."""
        return self.imported.failures

    @property
    def measures(self) -> tuple[str, ...]:
        """Keys of the measures by which these results can be looked at."""
        if self.predictions is None:
            return (self.spec.measure,)
        scored = all(item.scores is not None for item in self.predictions.outcomes)
        kept = {"labels"} | ({"scores", "probabilities"} if scored else set())
        return tuple(
            key
            for key, entry in MEASURES.items()
            if self.predictions.task in entry.tasks and entry.needs in kept
        )

    @cached_property
    def with_test(self) -> tuple[str, str] | None:
        """The first of the other measures by which a test is advised for the first learners, and that test."""
        for measure in self.measures:
            if measure != self.spec.measure:
                with suppress(InputError):
                    measured = self.measured_by(measure)
                    advised = advice_on_pairs(measured).advised
                    if advised is not None and not refused_by_scores(measured):
                        return measure, advised
        return None

    def scores(self, measure: str) -> FoldScores:
        """Scores by a measure; of imported fold scores there is only their own."""
        if isinstance(self.imported, FoldScores):
            return self.imported
        return score(self.imported, measure, losses=self.spec.losses if measure == "cost" else None)

    @property
    def rows(self) -> int:
        """Rows of the canonical table."""
        if isinstance(self.imported, FoldScores):
            return len(self.imported.frame)
        return sum(len(item.positions) for item in self.imported.outcomes)

    def to_bytes(self) -> bytes:
        """Title and measure in the first line, the canonical table below."""
        from core.data import fold_scores_to_csv, predictions_to_csv

        first = {
            "title": self.title,
            "measure": self.spec.measure,
            "kind": type(self.imported).__name__,
            "notes": self.notes,
            "trained": [(name, spec.to_json()) for name, spec in self.spec.trained],
            "source": self.spec.source,
        }
        if isinstance(self.imported, FoldScores):
            table = fold_scores_to_csv(self.imported)
        else:
            table = predictions_to_csv(self.imported)
        return json.dumps(first).encode() + b"\n" + table

    @property
    def gaps(self) -> tuple[str, ...]:
        """Data sets on which some learner has no score, as long as there are others."""
        if isinstance(self.imported, Predictions) or not self.imported.over_datasets:
            return ()
        found = gaps(self.imported)
        return found if len(found) < len(self.datasets) else ()

    def without(self, datasets: Iterable[str]) -> "ImportedResults":
        """The same scores without these data sets; predictions, which are of one alone, stay."""
        if isinstance(self.imported, Predictions):
            return self
        return replace(self, imported=without(self.imported, datasets))

    def measured_by(self, measure: str, losses: Any = None) -> "ImportedResults":
        """Look at the same results by another measure, the costs of "cost" by this matrix of losses."""
        if self.predictions is None:
            return self
        kept = self.spec.losses
        if losses is not None:
            kept = frozen_losses(loss_matrix(losses, len(self.predictions.classes), measure))
        return replace(self, spec=replace(self.spec, measure=measure, losses=kept))


def imported_results(
    imported: FoldScores | Predictions,
    title: str,
    measure: str = "",
    trained: Iterable[tuple[str, ExperimentSpec]] = (),
    source: str = "",
) -> ImportedResults:
    """Put imported results in the place of an experiment.

    Parameters
    ----------
    imported : FoldScores or Predictions
    title : str
    measure : str
        By which predictions are looked at first.
    trained : pairs of str and ExperimentSpec
        What was run on each data set, where runs were gathered.
    source : str
        Name of the file that was brought, without its ending.
    """
    trained = tuple(trained)
    if isinstance(imported, FoldScores):
        measure = imported.measure
    elif not measure:
        measure = "error" if imported.task == "classification" else "mse"
    positive = imported.positive if isinstance(imported, Predictions) else None
    meaning = digest(repr(imported.facts), str(positive), *(spec.to_json() for _, spec in trained))
    spec = ImportedSpec(measure, meaning, trained=trained, source=source)
    return ImportedResults(title, digest(imported.fingerprint, meaning, title), imported, spec)


def imported_from_bytes(content: bytes) -> ImportedResults:
    """Read what `ImportedResults.to_bytes` wrote.

    Raises
    ------
    InputError
        If the table cannot be read by this version.
    """
    from core.data import read_fold_scores, read_predictions

    first, _, table = content.partition(b"\n")
    said = json.loads(first)
    read = read_fold_scores if said["kind"] == FoldScores.__name__ else read_predictions
    imported = replace(read(io.BytesIO(table)), notes=tuple(said["notes"]))
    # what an earlier version kept does not say what was trained, nor where it came from
    trained = [(name, ExperimentSpec.from_json(spec)) for name, spec in said.get("trained", ())]
    return imported_results(imported, said["title"], said["measure"], trained, said.get("source", ""))


Results: TypeAlias = Experiment | ImportedResults
"""What pages judge, by any measure that fits: trained here, or imported in its place."""
