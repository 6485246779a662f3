"""Results of two learners, alone or among others → the report on them, the verdict first."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata

from core.bibliography import Work, works
from core.designs import units_of
from core.errors import InputError, NotApplicable, without_arguments
from core.experiment import (
    Experiment,
    Results,
    bootstrap_estimates,
    design_title,
    told_failures,
    why_they_differ,
)
from core.figures import (
    box_plot,
    difference_plot,
    difference_scale,
    null_of,
    one_instance_each,
    pairs_matrix,
    pooled_bars,
    style_of,
)
from core.inference import TESTS, Advice, AllPairs, Naming, Verdict, applicable_tests, compare_ranks
from core.inference.comparing.other_family import other_test
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import Brief, brief, numbers_line, report_without_verdict
from core.inference.interpretation.disagreement import read, whose_verdict
from core.inference.interpretation.effect_sizes import (
    intervals_beside,
    marked,
    opened,
    speaks_of,
    told_scores,
)
from core.inference.interpretation.standing import MEANS, standing
from core.inference.interpretation.summary import summarise, without_width
from core.inference.verdicts.wording import design_words, with_names
from core.learners import in_full
from core.measures import title_of, told_in_percent
from core.records import Dataset, DesignFacts, ExperimentSpec
from core.report.document import (
    Answer,
    Block,
    Document,
    Facts,
    Formulas,
    Listed,
    Picture,
    Printed,
    Program,
    Section,
    Words,
)
from core.report.script import Script, script_of
from core.tables.many_learners import mean_pairs_table
from core.tables.scores import bootstrap_table, summary_table
from core.tables.verdicts import grouped_reasons, reasons_table, verdicts_table
from core.written import counted, level_text, number, spoken

_WITH = ("scikit-learn", "numpy", "scipy", "pandas")
"""Packages whose versions decide what is learnt and computed."""
_MET = {True: "holds", False: "does not hold", None: "cannot be told"}
_MOST_NAMED = 8
_UNNAMED = "data"
"""What a data set is called that no file names."""
MOST_IN_MATRIX, MOST_IN_TABLE = 12, 20
"""Learners whose pairs a page of paper has room for."""


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
    return _Pair(results, question, pairs, datasets, examinations, version, address, dark).document


@dataclass(frozen=True, eq=False)
class _Pair:
    """What all sections are made from."""

    results: Results
    question: PairQuestion
    pairs: AllPairs | None
    datasets: Sequence[Dataset]
    examinations: Sequence[str]
    version: str
    address: str
    dark: bool

    @property
    def document(self) -> Document:
        question = self.question
        names = self.results.datasets
        data = spoken(names[0]) if len(names) == 1 else counted(len(names), "data sets")
        on = f" on {data}" * (data != _UNNAMED)
        sections = (
            Section("Verdict", tuple(self._verdict())),
            Section("What was compared", (self._setup(),)),
            Section("Scores", tuple(self._scores())),
            Section("Every test of the pair", tuple(self._tests())),
            Section("The test above", tuple(self._formula())),
            Section("All pairs", tuple(self._family())),
            Section("Final examination", tuple(map(Words, self.examinations))),
            Section("What to know of these results", tuple(self._notes())),
            Section("To get it again", tuple(self._again())),
            Section("References", tuple(self._references())),
        )
        return Document(
            f"{question.first} and {question.second}{on}",
            tuple(section for section in sections if section.blocks),
            self._foot,
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
        """The test whose verdict is told: the advised one, or else the first that can be made; None without any."""
        return None if self.refusal is not None else self.advice.advised or next(iter(self.judged[0]), None)

    @cached_property
    def told(self) -> Verdict | None:
        return None if self.key is None else self.judged[0].get(self.key)

    def _verdict(self) -> Iterator[Block]:
        question = self.question
        if self.told is None or self.key is None:
            yield from self._no_verdict()
            return
        adjusted = None if self.pairs is None else self.pairs.adjusted_of(question.first, question.second)
        if self.advice.advised is None:
            because = without_arguments(self.advice.because)
            yield Words(f"{because} What follows is what a test says that may not fit.")
        unable = "cannot judge" * (self.told.p_value is None)
        yield Answer(brief(self.told, question.alpha, adjusted), self.advice.named(self.key, unable))
        if question.alternative != question.side(self.key):
            yield Words("The statistic has no sign, so it is judged two-sided, whatever the claim.")
        if self.pairs is not None:
            among_all = self.pairs.sentence_of(question.first, question.second, self.told.alternative)
            if among_all:
                yield Words(among_all)
        yield from self._by_ranks()
        yield Words(self.told.about, small=True)
        for check in self.told.checks:
            if check.holds is False:
                yield Words(f"Not met: {check.title}. {check.sentence}")
        yield from self._differences(self.told)

    def _by_ranks(self) -> Iterator[Block]:
        """What the ranks of all learners say of the pair, where there are data sets to rank them on."""
        evidence, question = self.results.evidence, self.question
        if not evidence.over_datasets or len(evidence.learners) < 3:
            return
        with suppress(InputError):
            judged = compare_ranks(
                evidence, adjustment="holm" if self.pairs is None else self.pairs.adjustment.key
            )
            ranks = other_test(judged, question.first, question.second)
            yield Words(f"This report asks of the two, and that is its verdict. {ranks}", small=True)

    @cached_property
    def _unjudged(self) -> InputError | None:
        """Why the test whose verdict would be told gives none; None where there is no such test."""
        return self.refusal if self.key is None else self.judged[1][self.key]

    @property
    def _why_none(self) -> str:
        return without_arguments(self._unjudged or self.advice.because)

    def _no_verdict(self) -> Iterator[Block]:
        refusal = self._unjudged
        yield Answer(Brief("No verdict", self._why_none, "", "", None))
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
            dark=self.dark,
        )
        if not drawing.frame.empty:
            of = f"s of the {units_of(scores.by_dataset)}" if len(drawing.frame) > 1 else ""
            title = f"Difference{of}, {question.first} minus {question.second}"
            yield Picture("differences", title, drawing)

    def _setup(self) -> Facts:
        results, question = self.results, self.question
        data, learners = self._data(), "; ".join(self._learners())
        rows = [("Data", data)] * (data != _UNNAMED) + [("Learners", learners)]
        if results.facts is not None:
            whole = "; groups are kept whole" * (results.facts.grouped and isinstance(results, Experiment))
            rows.append(("Design", f"{_design(results.facts)}{whole}{self._given_by()}"))
        elif results.trained:
            rows += self._designs()
        scores = results.fold_scores
        better = "lower is better" if scores.lower_is_better else "higher is better"
        rows.append(("Measure", f"{scores.measure_title}, {better}"))
        rows.append(("Claim to support", self._claim()))
        rows.append(("Significance level", f"α = {level_text(question.alpha)}"))
        rows += self._supposed()
        rows += _told_once({name: dict(_seeds(spec)) for name, spec in results.trained.items()})
        return Facts(tuple((term, words) for term, words in rows if words))

    def _given_by(self) -> str:
        """That a column of the data gave the folds, and which."""
        results = self.results
        if not isinstance(results, Experiment) or results.spec.design.key != "predefined":
            return ""
        by_fold = dict(results.spec.design.options).get("kind") == "fold"
        columns = [data.folds if by_fold else data.groups for data in self.datasets]
        name = next((f" {column.name}" for column in columns if column is not None and column.name), "")
        return (
            f"; predefined: {'' if by_fold else 'one fold per group, '}as the column{name} of the data says"
        )

    def _claim(self) -> str:
        """What the test that counts has as H1; where that has no side, what tests with a sign are asked besides."""
        if self.key is None:
            return ""
        question, side = self.question, self.question.side(self.key)
        judged = question.judged_side(self.key, lower_is_better=self.results.fold_scores.lower_is_better)
        claim = with_names(TESTS[self.key].h1(judged), Naming(question.first, question.second))
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

    def _data(self) -> str:
        names = ", ".join(map(spoken, self.results.datasets[:_MOST_NAMED]))
        more = len(self.results.datasets) - _MOST_NAMED
        names += f" and {more} more" if more > 0 else ""
        predictions = self.results.predictions
        if len(self.datasets) != 1:
            return (
                names if predictions is None else f"{names}: {counted(len(predictions.truth), 'instances')}"
            )
        (data,) = self.datasets
        groups = "" if data.groups is None else f" in {counted(data.groups.nunique(), 'groups')}"
        attributes = counted(data.X.shape[1], "attributes")
        size = f"{names}: {len(data):,} instances{groups} × {attributes}; target {data.y.name}"
        if data.task == "classification":
            counts = zip(data.classes, data.class_counts, strict=True)
            size += f" ({', '.join(f'{label} {count:,}' for label, count in counts)})"
        return f"{size}; fingerprint {data.fingerprint[:16]}"

    def _learners(self) -> Iterator[str]:
        runs = self.results.trained.values()
        known = {learner.name: learner for spec in runs for learner in spec.learners}
        for name in self.results.learners:
            yield in_full(known[name]) if name in known else name

    def _designs(self) -> Iterator[tuple[str, str]]:
        """What was cut on several data sets, and into which sizes."""
        results = self.results
        yield from _told_once(
            {name: {"Design": design_title(spec.design)} for name, spec in results.trained.items()}
        )
        sizes = results.fold_scores.frame.groupby("dataset", sort=False)[["n_train", "n_validation"]].mean()
        if sizes.notna().all(axis=None):
            told = [
                f"{spoken(str(name))} {train:,.0f} + {validation:,.0f}"
                for name, train, validation in sizes.itertuples()
            ]
            yield "Training + validation", f"{'; '.join(told)} instances, as the mean of the folds"

    def _scores(self) -> Iterator[Block]:
        scores = self.results.evidence.together.by_dataset
        picture = pooled_bars if one_instance_each(self.results.fold_scores) else box_plot
        several = f", all {units_of(scores)}" * bool(scores.frame.duplicated("learner").any())
        title = f"{scores.measure_title[:1].upper()}{scores.measure_title[1:]}{several}"
        try:
            drawing = picture(scores, style_of(scores.learners), dark=self.dark)
        except NotApplicable as refusal:
            yield Words(str(refusal))
        else:
            if drawing.traces:
                yield Picture("scores", title, drawing)
        level, found = 1 - self.question.alpha, self.results.fold_scores
        yield Printed("summary", "Summary", summary_table(self.results, level))
        if equal := without_width(summarise(found, level), found.row):
            yield Words(equal, small=True)
        yield from self._bootstrap()

    def _bootstrap(self) -> Iterator[Block]:
        """What allows for the training instances among those that are validated."""
        results = self.results
        if not isinstance(results, Experiment) or results.facts.key != "bootstrap":
            return
        with suppress(NotApplicable):
            estimates = bootstrap_estimates(results)
            yield Words(why_they_differ(results.spec.measure))
            rates = told_in_percent(results.spec.measure)
            yield Printed("bootstrap", "Bootstrap estimates", bootstrap_table(estimates, rates=rates))

    def _tests(self) -> Iterator[Block]:
        if self.refusal is not None:
            return
        verdicts, refused = self.judged
        evidence, question = self.results.evidence, self.question
        if not verdicts and not refused and not self.advice.applicable:
            yield Words(self._sentence(self.advice.because))
            return
        if verdicts:
            reading = read(
                list(verdicts.values()), question.alpha, evidence.facts, evidence.scores.measure, self.advice
            )
            scale = difference_scale(evidence.scores, question.first, question.second)
            yield Words(
                f"{reading.sentence} {whose_verdict(verdicts, self.advice)} The tests of one pair answer one "
                "question, so they are not adjusted for their number."
            )
            table = verdicts_table(
                verdicts,
                self.advice,
                question.alpha,
                scale=scale,
                measure=evidence.scores.measure,
                quantity=f"{question.first} − {question.second}",
            )
            yield Printed("tests", f"Tests at α = {level_text(question.alpha)}", table)
            if reading.reasons:
                yield Words("Why they disagree:")
                yield Listed(tuple(("", reason) for reason in reading.reasons))
        yield Words("Why each test is here, or is not:")
        grouped = grouped_reasons(reasons_table(self.advice, refused, verdicts))
        yield Listed(
            tuple(
                (f"{worth}: {'; '.join(tests)}.", self._sentence(reason)) for worth, reason, tests in grouped
            )
        )

    def _formula(self) -> Iterator[Block]:
        verdict = self.told
        if verdict is None:
            return
        yield Words(f"{verdict.title} ({verdict.entry.citation}). {verdict.entry.summary}")
        hypotheses = r" \qquad ".join(verdict.entry.hypotheses(verdict.alternative))
        yield Formulas((hypotheses, *verdict.formula_steps()))
        yield Picture(
            "null", "If only luck were at work", null_of(verdict, self.question.alpha, dark=self.dark)
        )
        yield Words(f"{numbers_line(verdict, self.question.alpha)}. Shaded is the p-value.", small=True)
        checks = ((f"{check.title}: {_MET[check.holds]}.", check.sentence) for check in verdict.checks)
        yield Listed((*checks, *(("", caution) for caution in verdict.entry.cautions)))

    def _family(self) -> Iterator[Block]:
        pairs, evidence = self.pairs, self.results.evidence
        if pairs is None or not any(found.verdict for found in pairs.pairs):
            return
        alpha = self.question.alpha
        grouping, judged = pairs.grouping(evidence.together, alpha), pairs.judged(evidence).scores
        measure = pairs.in_measure(evidence)
        answer = standing(grouping, MEANS, alpha, "", decidable=pairs.decidable(alpha)).answer
        yield Words(f"{answer}. {pairs.sentence}")
        if len(pairs.learners) <= MOST_IN_MATRIX:
            drawing = pairs_matrix(
                list(pairs.learners),
                pairs.matrix("difference").to_numpy(),
                pairs.matrix("p_adjusted").to_numpy(),
                difference_scale(judged, "row", "column"),
                alpha=alpha,
                lower_is_better=judged.lower_is_better,
                dark=self.dark,
            )
            yield Picture("all_pairs", f"Row minus column{measure}, every pair judged two-sided", drawing)
        if len(pairs.learners) <= MOST_IN_TABLE:
            yield Printed("pairs", f"All pairs{measure}", mean_pairs_table(pairs, judged, alpha))
        else:
            yield Words(
                f"The {pairs.family:,} pairs are too many to print here; Many learners saves them as a table."
            )

    def _notes(self) -> Iterator[Block]:
        scores = self.results.evidence.together
        notes = list(dict.fromkeys(map(without_arguments, (*self.results.notes, *scores.notes))))
        failed = told_failures(self.results.failures, self.results.facts)
        if told := (*notes, *failed):
            yield Listed(tuple(("", note) for note in told))

    def _sentence(self, reason: str) -> str:
        """A reason as it stands alone; the name of a learner in front keeps its letters."""
        told = without_arguments(reason)
        return told if told.startswith(self.results.learners) else told[:1].upper() + told[1:]

    @cached_property
    def script(self) -> Script | None:
        return script_of(
            self.results,
            self.question,
            self.told,
            self.datasets,
            pairs=self.pairs,
            refusal="" if self.told else self._why_none,
            version=self.version,
        )

    def _again(self) -> Iterator[Block]:
        if self.address:
            yield Words(f"In the app: {self.address}")
        if self.script is not None:
            beside = ", kept beside the file that it reads," * bool(self.script.what)
            again = (
                "gives the scores again; there is no verdict"
                if self.told is None
                else "gives the verdict again"
            )
            yield Words(f"This script{beside} {again}:")
            yield Program(self.script.text)

    @cached_property
    def _works(self) -> tuple[Work, ...]:
        verdicts, refused = self.judged
        cited = [TESTS[key].reference for key in (*verdicts, *refused)]
        if self.pairs is not None and any(found.verdict for found in self.pairs.pairs):
            cited.append(self.pairs.adjustment.reference)
        return works("; ".join(cited))

    def _references(self) -> Iterator[Block]:
        if self._works:
            yield Listed(tuple((f"{work.short}.", work.full) for work in self._works))

    @property
    def _foot(self) -> str:
        packages = ", ".join(f"{name} {metadata.version(name)}" for name in _WITH)
        made = f"Made by Foldwise {self.version}".strip()
        return f"{made} with Python {platform.python_version()}, {packages}."


def _seeds(spec: ExperimentSpec) -> Iterator[tuple[str, str]]:
    if spec.tuning is not None:
        yield (
            "Tuning",
            f"randomised search of {counted(spec.tuning.budget, 'settings')} by {spec.tuning.folds}-fold "
            "cross-validation inside every training set",
        )
    cuts = dict(spec.design.options).get("seed")
    yield "Seeds", ("" if cuts is None else f"{cuts} for the cuts, ") + f"{spec.seed} for the learners"


def _told_once(rows: Mapping[str, Mapping[str, str]]) -> list[tuple[str, str]]:
    """Rows of every data set as one each, which names the data sets only where they differ."""
    found = []
    for term in dict.fromkeys(term for told in rows.values() for term in told):
        told = {name: of_it[term] for name, of_it in rows.items() if term in of_it}
        texts = [*dict.fromkeys(told.values())]
        each = "; ".join(f"{spoken(name)}: {text}" for name, text in told.items())
        found.append((term, each if len(texts) > 1 else texts[0]))
    return found


def _design(facts: DesignFacts) -> str:
    if facts.pooled and facts.key is None:
        return "not known, nor which fold each prediction comes from"
    words = design_words(facts)
    mean = " on average" if facts.n_train and facts.n_train % 1 else ""
    sizes = f"{facts.n_train:,.0f} + {facts.n_validation:,.0f} instances{mean}" if facts.n_train else ""
    overlap = "training sets overlap" if facts.training_sets_overlap else "training sets share nothing"
    if facts.key is None and facts.training_sets_overlap:  # supposed, to be careful
        overlap = "whether training sets overlap is not known"
    several = facts.pairs > 1 and overlap
    return "; ".join(part for part in (words, sizes and f"training + validation {sizes}", several) if part)
