"""Results of one learner, alone or among others → the report on it, the verdict first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from core.bibliography import Work
from core.errors import InputError, without_arguments
from core.experiment import Results
from core.figures import ENDS, LACK, Scale, colours_told, estimates_forest, scale_of
from core.inference import TESTS, Advice, Naming, Verdict, applicable_tests
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.interpretation.brief import Brief, brief
from core.inference.interpretation.effect_sizes import estimates_allowing_for_overlap
from core.inference.intervals.entry import Sides
from core.inference.intervals.estimate import Estimate
from core.inference.verdicts.verdict import SIDES as ENDS_OF
from core.inference.verdicts.wording import held_against, with_names
from core.measures import title_of, told_in_percent
from core.records import Dataset
from core.report.document import Answer, Block, Document, Facts, Picture, Printed, Section, Words
from core.report.every_test import EveryTest, formula_of, listed_works, not_met, works_behind
from core.report.script import Script, script_of
from core.report.setting import Setting
from core.tables.verdicts import intervals_table
from core.written import in_percent, in_points, level_text, number


def learner_report(
    results: Results,
    question: LearnerQuestion,
    *,
    datasets: Sequence[Dataset] = (),
    examinations: Sequence[str] = (),
    version: str = "",
    address: str = "",
    dark: bool = False,
) -> Document:
    """Report how good one learner is, what it was held against, the verdict, and how to get all of it again.

    Parameters
    ----------
    results : Experiment or ImportedResults
        By the measure that is looked at.
    question : LearnerQuestion
        Without p0 there is no verdict, but a score with its intervals.
    datasets : sequence of Dataset
        What the learner was trained on, in the order of the results; without them no script trains once more.
    examinations : sequence of str
        What was found on test sets that were left out of these data, where they were opened.
    version : str
        Of Foldwise.
    address : str
        Where the same stands in the app.
    dark : bool
        Whether the pictures are for a dark page.

    Raises
    ------
    InputError
        If there is no such learner.
    """
    results.evidence.refuse_unknown([question.learner])
    return _Learner(Setting(results, datasets, examinations, version, address, dark), question).document


@dataclass(frozen=True, eq=False)
class _Learner:
    """What all sections are made from."""

    setting: Setting
    question: LearnerQuestion

    @property
    def document(self) -> Document:
        question, setting = self.question, self.setting
        sections = (
            Section("Verdict", tuple(self._verdict())),
            Section("What was measured", (self._setup(),)),
            Section("Scores", tuple(setting.scores(1 - question.alpha))),
            Section("Every interval", tuple(self._intervals())),
            Section("Every test of the learner", tuple(self._tests())),
            Section("The test above", tuple(self._formula())),
            Section("Final examination", tuple(map(Words, setting.examinations))),
            Section("What to know of these results", tuple(setting.notes(question.learner))),
            Section("To get it again", tuple(setting.again(self.script, judged=self.told is not None))),
            Section("References", tuple(listed_works(self._works))),
        )
        return Document(
            f"{question.learner}{setting.on_data}",
            tuple(section for section in sections if section.blocks),
            setting.foot,
            tuple(work.key for work in self._works),
            self.script,
        )

    @cached_property
    def advice(self) -> Advice | InputError:
        """The tests of the learner, or why none whatever can be made, as where it failed on a fold."""
        asked = self.question.against_any
        try:
            return applicable_tests(self.setting.results.evidence, asked.learner, p0=asked.p0)
        except InputError as refusal:
            return refusal.with_traceback(None)

    @cached_property
    def _tried(self) -> tuple[Mapping[str, Verdict], Mapping[str, InputError]]:
        """Verdicts against any value where none was named: intervals have their numbers, too."""
        if isinstance(self.advice, InputError):
            return {}, {}
        return self.question.against_any.verdicts(self.setting.results.evidence, self.advice)

    @property
    def judged(self) -> tuple[Mapping[str, Verdict], Mapping[str, InputError]]:
        verdicts, refused = self._tried
        return ({} if self.question.p0 is None else verdicts), refused

    @property
    def told(self) -> Verdict | None:
        """The verdict of the advised test, or of the next where that one is refused; None where none is advised."""
        if isinstance(self.advice, InputError) or self.advice.advised is None:
            return None
        return next(iter(self.judged[0].values()), None)

    @property
    def _reference(self) -> str:
        return "p0" if told_in_percent(self._measure) else "reference"

    @property
    def _measure(self) -> str:
        return self.setting.results.fold_scores.measure

    @property
    def _scale(self) -> Scale:
        return scale_of(self.setting.results.evidence.scores)

    @property
    def _why_none(self) -> str:
        if isinstance(self.advice, InputError):
            return without_arguments(self.advice)
        if self._tried[0] and self.question.p0 is None:
            return f"No {self._reference} was named that {self.question.learner} is held against."
        return without_arguments(next(iter(self.judged[1].values()), self.advice.because))

    def _verdict(self) -> Iterator[Block]:
        told, advice = self.told, self.advice
        if told is None or isinstance(advice, InputError):
            yield Answer(Brief("No verdict", self._why_none, "", "", None))
            if self._estimates:
                title = title_of(self.setting.results.fold_scores)
                score = self._scale.text(
                    next(filter(self._is_advised, self._estimates), self._estimates[0]).at
                )
                yield Words(f"{title[:1].upper()}{title[1:]} of {self.question.learner}: {score}.")
            advised = "" if isinstance(advice, InputError) else advice.advised or ""
            if self._estimates and advised in self._tried[0]:
                # its interval rests on the same
                yield from not_met(self._tried[0][advised], self.question.alpha)
        else:
            unable = "cannot judge" * (told.p_value is None)
            yield Answer(brief(told, self.question.alpha), advice.named(told.key, unable))
            yield Words(told.about, small=True)
            yield from not_met(told, self.question.alpha)
        yield from self._forest()

    @cached_property
    def _estimates(self) -> Sequence[Estimate]:
        """Intervals of the score, which ask for no p0."""
        return self.question.estimates(self._tried[0])

    def _is_advised(self, estimate: Estimate) -> bool:
        """Whether an interval is that of the advised test."""
        if isinstance(self.advice, InputError):
            return False
        return estimate.of_the_test and estimate.test == self.advice.advised

    @property
    def _ends(self) -> Sides:
        """Of the intervals: those of the claim; where nothing is claimed, both."""
        return "two" if self.question.p0 is None else ENDS_OF[self.question.alternative]

    def _forest(self) -> Iterator[Block]:
        if isinstance(self.advice, InputError) or not self._estimates:
            return
        question, sides = self.question, self._ends
        found = [one.interval(1 - question.alpha, sides) for one in self._estimates]
        facts = self.setting.results.evidence.facts
        whole = estimates_allowing_for_overlap(self._estimates, found, self.advice, facts)
        drawing = estimates_forest(
            self._estimates,
            found,
            self.advice,
            self._scale,
            zero=False,
            reference=question.p0,
            reference_name=self._reference,
            whole=whole,
            dark=self.setting.dark,
        )
        title = title_of(self.setting.results.fold_scores)
        yield Picture("intervals", f"Intervals of the {title} of {question.learner}, {ENDS[sides]}", drawing)
        lack = f" {LACK}" * any(whole)
        yield Words(f"{colours_told(self._estimates, found, self.advice)}{lack}", small=True)

    def _setup(self) -> Facts:
        question = self.question
        percent = told_in_percent(self._measure)
        tell, spread = (in_percent, in_points) if percent else (number, number)
        deviation = "" if question.sigma is None else spread(question.sigma)
        rows = [
            *self.setting.told([question.learner]),
            ("Held against", "" if question.p0 is None else tell(question.p0)),
            ("Claim to support", self._claim()),
            ("Significance level", f"α = {level_text(question.alpha)}"),
            ("Supposed", deviation and f"the standard deviation of one score is {deviation}"),
            *self.setting.chance(),
        ]
        return Facts(tuple((term, words) for term, words in rows if words))

    def _claim(self) -> str:
        judged = next(iter(self.judged[0].values()), None)
        if judged is None:
            return ""
        claim = held_against(TESTS[judged.key].h1(judged.alternative), judged.entry, judged.naming)
        return with_names(claim, Naming(self.question.learner))

    def _intervals(self) -> Iterator[Block]:
        if not self._estimates:
            return
        level, sides = 1 - self.question.alpha, self._ends
        found = {one.key: one.interval(level, sides) for one in self._estimates}
        title = title_of(self.setting.results.fold_scores)
        yield Printed(
            "all_intervals", f"Intervals of the {title}", intervals_table(found, level, self._scale)
        )

    def _tests(self) -> Iterator[Block]:
        if isinstance(self.advice, InputError) or (self.question.p0 is None and self._tried[0]):
            return
        results, question = self.setting.results, self.question
        every = EveryTest(results.evidence, self.advice, *self.judged, question.alpha)
        yield from every.side_by_side(self._scale, f"the {title_of(results.fold_scores)}", "learner")

    def _formula(self) -> Iterator[Block]:
        if self.told is not None:
            yield from formula_of(self.told, self.question.alpha, dark=self.setting.dark)

    @cached_property
    def script(self) -> Script | None:
        return script_of(
            self.setting.results,
            self.question,
            self.told,
            self.setting.datasets,
            refusal="" if self.told else self._why_none,
            version=self.setting.version,
        )

    @property
    def _works(self) -> tuple[Work, ...]:
        return works_behind([key for found in self.judged for key in found])
