"""Results of several learners, on one data set or over many → the report on all of them, the verdict first."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Generic, TypeVar

from core.bibliography import Work
from core.designs import units_of
from core.errors import InputError, without_arguments
from core.experiment import Results
from core.figures import rank_scale, rank_yardstick, scale_of, standing_diagram, style_of
from core.inference import (
    TESTS,
    AllPairs,
    Evidence,
    Grouping,
    RankComparison,
    Verdict,
    applicable_tests,
    compare_ranks,
)
from core.inference.advice.applicable import advice_on_pairs
from core.inference.comparing.all_at_once import AllAtOnce, all_at_once
from core.inference.comparing.other_family import other_family, test_beside
from core.inference.interpretation.brief import Brief
from core.inference.interpretation.standing import MEANS, RANKS, SEE_FACTORS, SEE_REASONS, bars, standing
from core.inference.interpretation.summary import fewer_scores, lacking_some, summarise
from core.records import Dataset
from core.report.all_pairs import MOST_IN_TABLE, every_pair, family_title
from core.report.document import Answer, Block, Document, Facts, Listed, Picture, Printed, Section, Words
from core.report.every_test import EveryTest, formula_of, listed_works, not_met, works_behind
from core.report.factors import WORKS, JudgedFactors, judge_factors, of_factors, text_on_factors
from core.report.script import Script, script_on_all
from core.report.setting import Setting
from core.tables.many_learners import about_letters, ranks_table, several_table
from core.tables.verdicts import refused_pairs, unmet_of_pairs
from core.written import counted, level_text


def many_report(
    results: Results,
    judged: AllPairs | RankComparison,
    alpha: float,
    *,
    datasets: Sequence[Dataset] = (),
    examinations: Sequence[str] = (),
    version: str = "",
    address: str = "",
    dark: bool = False,
) -> Document:
    """Report which of several learners are told apart, by which tests, and how to get all of it again.

    Parameters
    ----------
    results : Experiment or ImportedResults
        By the measure that is looked at.
    judged : AllPairs or RankComparison
        All of its learners: on one data set their pairs, over data sets their mean ranks.
    alpha : float
        Significance level; intervals have the level 1 − alpha.
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
        If `alpha` is not between 0 and 1.
    """
    setting = Setting(results, datasets, examinations, version, address, dark)
    if isinstance(judged, RankComparison):
        return _Ranked(setting, judged, alpha).document
    return _Paired(setting, judged, alpha).document


J = TypeVar("J", AllPairs, RankComparison)


@dataclass(frozen=True, eq=False)
class _Many(ABC, Generic[J]):
    """What all sections are made from; on one data set and over several they differ in what is abstract here."""

    setting: Setting
    judged: J
    alpha: float

    @property
    def document(self) -> Document:
        setting, learners = self.setting, self.judged.learners
        sections = (
            Section("Verdict", tuple(self._verdict())),
            Section("What was compared", (self._setup(),)),
            Section("Learners", tuple(self._learners())),
            Section("The test of all learners", tuple(self._test())),
            Section("Who is told apart", tuple(self._picture())),
            Section(family_title(self.judged), tuple(self._pairs())),
            Section("Factors", tuple(self._factors())),
            Section("Assumptions and cautions", tuple(self._cautions())),
            Section("Text for a paper", tuple(self._text())),
            Section("Final examination", tuple(map(Words, setting.examinations))),
            Section("What to know of these results", tuple(setting.notes(*learners))),
            Section("To get it again", tuple(self._again())),
            Section("References", tuple(listed_works(self._works))),
        )
        return Document(
            f"{counted(len(learners), 'learners')}{setting.on_data}",
            tuple(section for section in sections if section.blocks),
            setting.foot,
            tuple(work.key for work in self._works),
            self.script,
        )

    @property
    def evidence(self) -> Evidence:
        return self.setting.results.evidence

    @property
    def adjusted_by(self) -> str:
        return self.judged.adjustment.title

    @property
    @abstractmethod
    def at_once(self) -> AllAtOnce:
        """Every test of all learners."""

    @property
    @abstractmethod
    def overall(self) -> Verdict | None:
        """The one of them that stands beside the verdict on the pairs."""

    @abstractmethod
    def standing(self, *, whole: bool = False) -> Brief:
        """The verdict on the pairs; `whole` where a text names learners in whole."""

    @cached_property
    def brief(self) -> Brief:
        """The verdict as it stands above all else."""
        return self.standing()

    @property
    def of_pairs(self) -> list[Verdict]:
        """Verdicts on pairs that were judged by tests of two learners."""
        return []

    def _again(self) -> Iterator[Block]:
        judged = self.brief.rejects is not None or (
            self.overall is not None and self.overall.p_value is not None
        )
        yield from self.setting.again(self.script, judged=judged, else_found="means and differences")

    def _verdict(self) -> Iterator[Block]:
        yield Answer(self.brief)
        overall = self.overall
        if overall is not None:
            why = f" {overall.undefined}" * bool(overall.undefined)
            yield Words(f"Over all learners: {overall.title}, {overall.numbers(self.alpha)}.{why}")
        if self.brief.numbers:
            yield Words(self._beside())
        if overall is not None:
            yield Words(overall.about, small=True)
            yield from not_met(overall, self.alpha)
        judged = (verdict for verdict in (overall, *self.of_pairs) if verdict is not None)
        cautions = dict.fromkeys(verdict.naming.caution for verdict in judged)
        yield from map(Words, filter(None, cautions))

    @abstractmethod
    def _beside(self) -> str:
        """What is to be known beside the verdict."""

    def _setup(self) -> Facts:
        rows = [
            *self.setting.told(self.setting.results.learners),
            ("All learners at once", "" if self.overall is None else self.overall.title),
            *self._judged_by(),
            ("p adjusted by", self.adjusted_by * (self.brief.rejects is not None)),
            ("Significance level", f"α = {level_text(self.alpha)}"),
            *self.setting.chance(),
        ]
        return Facts(tuple((term, words) for term, words in rows if words))

    @abstractmethod
    def _judged_by(self) -> list[tuple[str, str]]:
        """Terms with how the pairs were judged."""

    @abstractmethod
    def _learners(self) -> Iterator[Block]: ...

    def _test(self) -> Iterator[Block]:
        known = self.at_once
        if self.overall is None:
            yield Words(self.setting.sentence(known.because))
        else:
            yield from formula_of(self.overall, self.alpha, dark=self.setting.dark)
        if known.verdicts:
            table = several_table(known.verdicts, known.advice, self.alpha)
            yield Printed("overall", "Every test of all learners", table)
        every = EveryTest(self.evidence, known.advice, known.verdicts, known.refused, self.alpha)
        yield from every.reasons()

    @abstractmethod
    def _picture(self) -> Iterator[Block]: ...

    def _pairs(self) -> Iterator[Block]:
        if self.brief.rejects is not None:
            yield Words(self.judged.adjustment.sentence(len(self.judged.pairs), named=True))
        yield from every_pair(self.judged, self.evidence, self.alpha, dark=self.setting.dark)

    @cached_property
    def _crossed(self) -> JudgedFactors | None:
        """The factorial experiment that the learners are cells of, where they are."""
        return judge_factors(self.evidence)

    @property
    def _factors_judged(self) -> bool:
        return self._crossed is not None and not isinstance(self._crossed.analysis, InputError)

    def _factors(self) -> Iterator[Block]:
        if self._crossed is not None:
            above = self.judged if isinstance(self.judged, RankComparison) else None
            yield from of_factors(self._crossed, self.evidence, self.alpha, above, dark=self.setting.dark)

    def _cautions(self) -> Iterator[Block]:
        """What holds of the pairs; the test of all learners has its own beside its formula."""
        if told := tuple(("", without_arguments(one)) for one in dict.fromkeys(self._said_of_pairs())):
            yield Listed(told)

    @abstractmethod
    def _said_of_pairs(self) -> Iterator[str]: ...

    def _text(self) -> Iterator[Block]:
        found = self.standing(whole=True)
        cited = f"; {self.judged.adjustment.citation}" * (found.rejects is not None)
        told = [] if self.overall is None else [self.overall.paragraph(self.alpha)]
        if found.numbers:
            pairs = f"Pairs of learners ({found.numbers}{cited}): {found.answer}."
            told += [pairs, found.effect.replace(SEE_REASONS, "").replace(SEE_FACTORS, ""), found.interval]
        if told:
            yield Words(" ".join(filter(None, told)))
        if self._crossed is not None:
            yield Words(text_on_factors(self._crossed, self.setting.design, self.alpha))

    @cached_property
    def script(self) -> Script | None:
        crossed = self._crossed
        return script_on_all(
            self.setting.results,
            self.judged,
            self.overall,
            self.alpha,
            self.setting.datasets,
            best=None if crossed is None else crossed.best,
            analysis=None
            if crossed is None or isinstance(crossed.analysis, InputError)
            else crossed.analysis,
            most=comb(MOST_IN_TABLE, 2),
            version=self.setting.version,
        )

    @cached_property
    def _works(self) -> tuple[Work, ...]:
        keys = (*self.at_once.verdicts, *(verdict.key for verdict in self.of_pairs))
        return works_behind(keys, self._further_works())

    def _further_works(self) -> list[str]:
        found = [self.judged.adjustment.reference] * (self.brief.rejects is not None)
        if self._crossed is not None:
            found += WORKS
            # cells are held against the best by it
            if (key := advice_on_pairs(self.evidence).advised) is not None:
                found.append(TESTS[key].reference)
        return found


class _Ranked(_Many[RankComparison]):
    """Over several data sets, by ranks."""

    @cached_property
    def at_once(self) -> AllAtOnce:
        return AllAtOnce(applicable_tests(self.evidence), self.judged.tests, {})

    @property
    def overall(self) -> Verdict:
        return self.judged.test

    def standing(self, *, whole: bool = False) -> Brief:
        judged, alpha = self.judged, self.alpha
        return standing(
            judged.grouping(alpha),
            RANKS,
            alpha,
            judged.basis,
            self.overall,
            decidable=judged.decidable(alpha),
            whole=whole,
            by=judged.pair_test.title,
            factors_judged=self._factors_judged,
        )

    def _beside(self) -> str:
        (pairs, adjustment), control = test_beside(self.judged), self.judged.control
        other = compare_ranks(self.evidence, control=control, pairs=pairs, adjustment=adjustment)
        return other_family(self.judged, other).sentence(self.alpha)

    def _judged_by(self) -> list[tuple[str, str]]:
        return [
            ("Compared with", self.judged.control or ""),
            ("Pairs judged by", self.judged.pair_test.title),
        ]

    def _learners(self) -> Iterator[Block]:
        table = ranks_table(self.judged, self.alpha, self.evidence.scores)
        yield Printed("ranks", f"{self.judged.pair_test.mean}s", table)
        if told := about_letters(self.judged.grouping(self.alpha)):
            yield Words(told, small=True)
        yield from self.setting.scores(1 - self.alpha)

    def _picture(self) -> Iterator[Block]:
        judged, grouping = self.judged, self.judged.grouping(self.alpha)
        drawing = standing_diagram(
            grouping,
            rank_scale(judged),
            yardstick=rank_yardstick(judged, self.alpha),
            styles=style_of(self.evidence.learners),
            dark=self.setting.dark,
        )
        yield Picture("standing", "Critical-difference diagram", drawing)
        yield Words(bars(grouping, self.adjusted_by, shaded=judged.is_decided_by_length), small=True)

    def _said_of_pairs(self) -> Iterator[str]:
        yield self.judged.pair_test.summary
        yield from self.judged.notes

    def _further_works(self) -> list[str]:
        return [self.judged.pair_test.reference, *super()._further_works()]


class _Paired(_Many[AllPairs]):
    """On one data set, each pair by its advised test."""

    @cached_property
    def at_once(self) -> AllAtOnce:
        return all_at_once(self.evidence, applicable_tests(self.evidence))

    @property
    def overall(self) -> Verdict | None:
        return self.at_once.advised

    @cached_property
    def grouping(self) -> Grouping:
        return self.judged.grouping(self.evidence.together, self.alpha)

    def standing(self, *, whole: bool = False) -> Brief:
        judged, alpha = self.judged, self.alpha
        if not self.of_pairs:
            return Brief("No verdict", self._beside(), "", "", None)
        return standing(
            self.grouping,
            MEANS,
            alpha,
            judged.basis,
            self.overall,
            decidable=judged.decidable(alpha),
            whole=whole,
            factors_judged=self._factors_judged,
        )

    @cached_property
    def of_pairs(self) -> list[Verdict]:
        return [pair.verdict for pair in self.judged.pairs if pair.verdict is not None]

    def _beside(self) -> str:
        return self.setting.sentence(f"{self.judged.extent} {self.at_once.because}".strip())

    def _judged_by(self) -> list[tuple[str, str]]:
        return [("Pairs judged by", "; ".join(self.judged.tests))]

    def _learners(self) -> Iterator[Block]:
        return self.setting.scores(1 - self.alpha, self.grouping)

    def _pairs(self) -> Iterator[Block]:
        if self.of_pairs:
            yield from super()._pairs()
            if refused := tuple(("", without_arguments(one)) for one in refused_pairs(self.judged)):
                yield Listed(refused)

    def _picture(self) -> Iterator[Block]:
        scores, styles = self.evidence.together, style_of(self.evidence.learners)
        found = summarise(scores)
        drawing = standing_diagram(
            self.grouping,
            scale_of(scores),
            styles=styles,
            lacking=fewer_scores(found, scores),
            dark=self.setting.dark,
        )
        yield Picture("standing", "Mean scores", drawing)
        yield Words(bars(self.grouping, self.adjusted_by), small=True)
        if any(item.scored for item in lacking_some(found)):
            rows = units_of(scores.by_dataset)
            yield Words(
                f"Open mark: a mean of fewer {rows} than others have, which does not compare.", small=True
            )

    def _said_of_pairs(self) -> Iterator[str]:
        if not self.of_pairs:
            yield from refused_pairs(self.judged)
        yield from unmet_of_pairs(self.judged, alpha=self.alpha)
        for verdict in self.of_pairs:
            yield from verdict.entry.cautions
