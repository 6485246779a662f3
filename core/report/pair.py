"""Results of two learners, alone or among others → the report on them, the verdict first."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from core.bibliography import Work
from core.designs import units_of
from core.errors import InputError, without_arguments
from core.experiment import (
    Results,
)
from core.figures import (
    difference_plot,
    difference_scale,
)
from core.inference import (
    TESTS,
    Advice,
    AllPairs,
    Alternative,
    Naming,
    RankComparison,
    Verdict,
    applicable_tests,
    compare_ranks,
)
from core.inference.comparing.other_family import other_family, other_test
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import (
    Brief,
    brief,
    report,
    report_without_advice,
    report_without_verdict,
    without_advice,
)
from core.inference.interpretation.effect_sizes import (
    intervals_beside,
    judged_instead,
    marked,
    opened,
    speaks_of,
    told_scores,
)
from core.inference.interpretation.standing import MEANS, RANKS, standing
from core.inference.verdicts.wording import with_names
from core.measures import title_of
from core.records import Dataset
from core.report.all_pairs import every_pair
from core.report.document import (
    Answer,
    Block,
    Document,
    Facts,
    Picture,
    Section,
    Words,
)
from core.report.every_test import EveryTest, formula_of, listed_works, not_met, works_behind
from core.report.script import Script, script_of
from core.report.setting import Setting
from core.written import level_text, number


def pair_report(
    results: Results,
    question: PairQuestion,
    *,
    pairs: AllPairs | None = None,
    datasets: Sequence[Dataset] = (),
    examinations: Sequence[str] = (),
    version: str = "",
    address: str = "",
    dark: bool = False,
) -> Document:
    """Report what was compared and how, the verdict, every other test, and how to get all of it again.

    Parameters
    ----------
    results : Experiment or ImportedResults
        By the measure that is looked at.
    question : PairQuestion
    pairs : AllPairs, optional
        Where the two are among several learners: all of them, p adjusted.
    datasets : sequence of Dataset
        What the learners were trained on, in the order of the results; without them no script trains once more.
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
        If there is no such learner, or one is named twice.
    """
    setting = Setting(results, datasets, examinations, version, address, dark)
    return _Pair(setting, question, pairs).document


@dataclass(frozen=True, eq=False)
class _Pair:
    """What all sections are made from."""

    setting: Setting
    question: PairQuestion
    pairs: AllPairs | None

    @property
    def results(self) -> Results:
        return self.setting.results

    @property
    def document(self) -> Document:
        question, setting = self.question, self.setting
        sections = (
            Section("Verdict", tuple(self._verdict())),
            Section("What was compared", (self._setup(),)),
            Section("Scores", tuple(setting.scores(1 - question.alpha))),
            Section("Every test of the pair", tuple(self._tests())),
            Section("The test above", tuple(self._formula())),
            Section("All pairs", tuple(self._family())),
            Section("Text for a paper", tuple(self._text())),
            Section("Final examination", tuple(map(Words, setting.examinations))),
            Section("What to know of these results", tuple(setting.notes(question.first, question.second))),
            Section("To get it again", tuple(setting.again(self.script, judged=self.told is not None))),
            Section("References", tuple(listed_works(self._works))),
        )
        return Document(
            f"{question.first} and {question.second}{setting.on_data}",
            tuple(section for section in sections if section.blocks),
            setting.foot,
            tuple(work.key for work in self._works),
            self.script,
        )

    @cached_property
    def advice(self) -> Advice:
        return applicable_tests(self.results.evidence, self.question.first, self.question.second)

    @cached_property
    def refusal(self) -> InputError | None:
        """Why no test whatever can be made of the two, as where one failed on a fold."""
        evidence, question = self.results.evidence, self.question
        evidence.refuse_unknown([question.first, question.second])
        try:
            self.advice  # noqa: B018 - asked for once, here
        except InputError as refusal:
            return refusal.with_traceback(None)
        return None

    @cached_property
    def judged(self) -> tuple[Mapping[str, Verdict], Mapping[str, InputError]]:
        if self.refusal is not None:
            return {}, {}
        return self.question.verdicts(self.results.evidence, self.advice)

    @cached_property
    def key(self) -> str | None:
        """The test whose verdict is told: the advised one; None without any."""
        return None if self.refusal is not None else self.advice.advised

    @cached_property
    def told(self) -> Verdict | None:
        return None if self.key is None else self.judged[0].get(self.key)

    def _verdict(self) -> Iterator[Block]:
        question = self.question
        if self.told is None or self.key is None:
            yield from self._no_verdict()
            return
        unable = "cannot judge" * (self.told.p_value is None)
        yield Answer(brief(self.told, question.alpha, self._adjusted), self.advice.named(self.key, unable))
        if question.alternative != question.side(self.key):
            yield Words("The statistic has no sign, so it is judged two-sided, whatever the claim.")
        if among_all := self._among_all(self.told.alternative):
            yield Words(among_all)
        yield from self._by_ranks()
        yield Words(self.told.about, small=True)
        if instead := judged_instead(self.told, self.results.evidence):
            yield Words(instead, small=True)
        yield from not_met(self.told, self.question.alpha)
        yield from self._differences(self.told)

    @property
    def _adjusted(self) -> float | None:
        """p adjusted for all pairs; None where the two are alone."""
        asked = self.question
        return None if self.pairs is None else self.pairs.adjusted_of(asked.first, asked.second)

    def _among_all(self, alternative: Alternative) -> str:
        """What p is among all pairs; empty where the two are alone."""
        if self.pairs is None:
            return ""
        return self.pairs.sentence_of(self.question.first, self.question.second, alternative)

    def _text(self) -> Iterator[Block]:
        if self.told is not None:
            told = (
                report(self.told, self.question.alpha, self._adjusted),
                self._among_all(self.told.alternative),
            )
            yield Words(" ".join(filter(None, told)))
        elif self._unadvised is not None:
            question = self.question
            yield Words(
                report_without_advice(self.results.evidence, question.first, question.second, self._unadvised)
            )

    @cached_property
    def _ranks(self) -> RankComparison | None:
        """The ranks of all learners, where there are data sets to rank them on."""
        evidence, pairs = self.results.evidence, self.pairs
        if evidence.over_datasets and len(evidence.learners) > 2:
            with suppress(InputError):
                return compare_ranks(evidence, adjustment="holm" if pairs is None else pairs.adjustment.key)
        return None

    def _by_ranks(self) -> Iterator[Block]:
        """What the ranks of all learners say of the pair."""
        if self._ranks is not None:
            ranks = other_test(self._ranks, self.question.first, self.question.second)
            yield Words(f"This report asks of the two, and that is its verdict. {ranks}", small=True)

    @cached_property
    def _unjudged(self) -> InputError | None:
        """Why the test whose verdict would be told gives none; None where there is no such test."""
        return self.refusal if self.key is None else self.judged[1][self.key]

    @cached_property
    def _unadvised(self) -> Brief | None:
        """What stands in place of a verdict where tests can be made and none is advised."""
        if self.refusal is not None or self.advice.advised is not None:
            return None
        return without_advice(self.advice, self.judged[0].values(), self.results.fold_scores.measure)

    @property
    def _why_none(self) -> str:
        return without_arguments(self._unjudged or self.advice.in_full)

    def _no_verdict(self) -> Iterator[Block]:
        refusal = self._unjudged
        yield Answer(self._unadvised or Brief("No verdict", self._why_none, "", "", None))
        if self._unadvised is not None and (among_all := self._among_all("two-sided")):
            yield Words(among_all)
        if refusal is not None and self.key is not None:
            question = self.question
            yield Words(
                without_arguments(
                    report_without_verdict(
                        self.results.evidence,
                        question.first,
                        question.second,
                        refusal,
                        self.key,
                        alternative=question.judged_side(
                            self.key, lower_is_better=self.results.fold_scores.lower_is_better
                        ),
                        alpha=question.alpha,
                    )
                )
            )
        yield from self._differences(None)

    def _differences(self, verdict: Verdict | None) -> Iterator[Block]:
        evidence, question = self.results.evidence, self.question
        scores = evidence.scores if verdict is None else told_scores(verdict, evidence)
        told = verdict if verdict is not None and speaks_of(verdict, scores.measure) else None
        (interval,) = [None] if told is None else intervals_beside(told, [question.alpha])
        drawing = difference_plot(
            scores,
            question.first,
            question.second,
            interval=opened(interval, told) if interval and told else None,
            estimate=None if told is None else marked(told, scores),
            rope=question.region if scores is evidence.scores else None,
            dark=self.setting.dark,
        )
        if not drawing.frame.empty:
            of = f"s of the {units_of(scores.by_dataset)}" if len(drawing.frame) > 1 else ""
            title = f"Difference{of}, {question.first} minus {question.second}"
            yield Picture("differences", title, drawing)

    def _setup(self) -> Facts:
        question = self.question
        rows = [
            *self.setting.told(self.results.learners),
            ("Claim to support", self._claim()),
            ("Significance level", f"α = {level_text(question.alpha)}"),
            *self._supposed(),
            *self.setting.chance(),
        ]
        return Facts(tuple((term, words) for term, words in rows if words))

    def _claim(self) -> str:
        """What the test that counts has as H1; where that has no side, what tests with a sign are asked besides."""
        key = self.key or next(iter(self.judged[0]), None)
        if key is None:
            return ""
        question, side = self.question, self.question.side(key)
        judged = question.judged_side(key, lower_is_better=self.results.fold_scores.lower_is_better)
        claim = with_names(TESTS[key].h1(judged), Naming(question.first, question.second))
        if question.alternative == side:
            return claim
        asked = f"{question.first} minus {question.second} is {question.alternative} than 0"
        return f"{claim} Tests whose statistic has a sign are judged by the claim that {asked}."

    def _supposed(self) -> Iterator[tuple[str, str]]:
        """What was chosen beside the claim, by which pictures and some of the tests go."""
        question = self.question
        if question.rope is not None:
            scores = self.results.fold_scores
            size = difference_scale(scores, question.first, question.second).text(question.rope).lstrip("+")
            yield "Does not matter", f"differences in {title_of(scores)} up to {size}"
        if any("rho1" in question.options(key) for key in self.judged[0]):
            rho = f"ρ1 = {number(question.rho1)}, ρ2 = {number(question.rho2)}"
            yield "Supposed", f"correlations of the folds {rho}"

    @cached_property
    def _every(self) -> EveryTest | None:
        """All tests of the two; None where none whatever can be made."""
        if self.refusal is not None:
            return None
        return EveryTest(self.results.evidence, self.advice, *self.judged, self.question.alpha)

    def _tests(self) -> Iterator[Block]:
        first, second = self.question.first, self.question.second
        if self._every is not None:
            scale = difference_scale(self.results.evidence.scores, first, second)
            yield from self._every.side_by_side(scale, f"{first} − {second}", "pair")

    def _formula(self) -> Iterator[Block]:
        if self.told is not None:
            yield from formula_of(self.told, self.question.alpha, dark=self.setting.dark)

    def _family(self) -> Iterator[Block]:
        pairs, evidence = self.pairs, self.results.evidence
        if pairs is None or not any(found.verdict for found in pairs.pairs):
            return
        alpha = self.question.alpha
        grouping = pairs.grouping(evidence.together, alpha)
        answer = standing(grouping, MEANS, alpha, "", decidable=pairs.decidable(alpha)).answer
        yield Words(f"{answer}. {pairs.sentence}" if pairs.any_judged else f"{answer}: {pairs.unjudged}.")
        yield from self._ranks_otherwise(pairs)
        yield from every_pair(pairs, evidence, alpha, dark=self.setting.dark)

    def _ranks_otherwise(self, pairs: AllPairs) -> Iterator[Block]:
        """What the mean ranks of all learners find, where they tell other pairs apart."""
        ranks, alpha = self._ranks, self.question.alpha
        if ranks is not None and not other_family(pairs, ranks).agrees(alpha):
            found = standing(ranks.grouping(alpha), RANKS, alpha, "", ranks.test)
            yield Words(
                f"By {ranks.basis.partition('; ')[2]}, the answer is another: “{found.answer}”. The report on all "
                "learners has it."
            )

    @cached_property
    def script(self) -> Script | None:
        return script_of(
            self.results,
            self.question,
            self.told,
            self.setting.datasets,
            pairs=self.pairs,
            refusal="" if self.told else self._why_none,
            version=self.setting.version,
        )

    @cached_property
    def _works(self) -> tuple[Work, ...]:
        further = []
        if self.pairs is not None and any(found.verdict for found in self.pairs.pairs):
            further.append(self.pairs.adjustment.reference)
        return works_behind(itertools.chain(*self.judged), further)
