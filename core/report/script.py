"""Results and what was asked of them → a Python script that gives the same verdict again."""

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from textwrap import wrap
from typing import Any
from zipfile import ZipFile

import numpy as np
import pandas as pd

from core.data import (
    dataset_to_parquet,
    file_name,
    fold_scores_to_csv,
    load_sample,
    predictions_to_csv,
    sample_names,
)
from core.experiment import ImportedResults, Results
from core.inference import AgainstBest, AllPairs, FactorialAnalysis, RankComparison, Verdict
from core.inference.comparing.learner_question import LearnerQuestion
from core.inference.comparing.pair_question import PairQuestion
from core.records import Dataset, LearnerSpec, Options
from core.written import counted

_WIDTH = 100
_PART = 88
"""Characters of a string on one line of a script."""
_ZIPPED = "from zipfile import ZipFile"
_QUESTION = "from core.inference.comparing.learner_question import LearnerQuestion"
_REPORT = "from core.inference.interpretation.brief import report"
_FROM_PARQUET = "from core.data import dataset_from_parquet"
_CLOSE = "1e-9"
"""How far p may be off: sums come in another order where there are other processors."""
_MEANS = "results.fold_scores.wide.mean()"
_ANALYSIS = [
    "",
    "analysis = core.analyse_factors(results)",
    "print(analysis.effects.to_string(index=False))",
    'print("Blocks and residual, df and sum of squares of each:", *analysis.blocks, *analysis.residual)',
]


@dataclass(frozen=True, eq=False)
class Script:
    """A script and the file that it reads.

    Attributes
    ----------
    text : str
    what : str
        What lies in the file beside it, as a name with ending; data and design come before it. Empty where the data
        come with Foldwise.
    content : callable
        Makes that file.
    """

    text: str
    what: str
    content: Callable[[], bytes]


def script_of(
    results: Results,
    question: PairQuestion | LearnerQuestion,
    verdict: Verdict | None,
    datasets: Sequence[Dataset] = (),
    *,
    pairs: AllPairs | None = None,
    refusal: str = "",
    version: str = "",
) -> Script | None:
    """Write the script that trains and judges once more, or reads what was imported and judges that.

    Parameters
    ----------
    results : Experiment or ImportedResults
        By the measure that was looked at.
    question : PairQuestion or LearnerQuestion
    verdict : Verdict or None
        Its answer, with which the script compares what it finds; without one it prints the scores.
    datasets : sequence of Dataset
        What the learners were trained on, in the order of the results.
    pairs : AllPairs, optional
        Where the two are among several learners.
    refusal : str
        Why there is no verdict.
    version : str
        Of Foldwise.

    Returns
    -------
    Script or None
        None where the data of an experiment are not known any more.
    """
    does = "Judges" if verdict is not None else "Finds the scores of"
    imports = [
        *[_QUESTION] * (verdict is not None and isinstance(question, LearnerQuestion)),
        *[_REPORT] * (verdict is not None),
    ]
    ends = _told(question, refusal) if verdict is None else _judged(question, verdict, pairs)
    does = f"{does} {' and '.join(question.learners)} once more."
    return _written(results, datasets, does, ends, version=version, imports=imports)


def script_on_all(
    results: Results,
    judged: AllPairs | RankComparison,
    overall: Verdict | None,
    alpha: float,
    datasets: Sequence[Dataset] = (),
    *,
    best: AgainstBest | None = None,
    analysis: FactorialAnalysis | None = None,
    most: int,
    version: str = "",
) -> Script | None:
    """Write the script that judges all learners and their pairs once more, and the factors of a factorial experiment.

    Parameters
    ----------
    results : Experiment or ImportedResults
        By the measure that was looked at.
    judged : AllPairs or RankComparison
        The pairs, with whose adjusted p-values the script compares what it finds; where there are none, with the means
        and the differences.
    overall : Verdict or None
        On all learners at once.
    alpha : float
    datasets : sequence of Dataset
        What the learners were trained on, in the order of the results.
    best : AgainstBest, optional
        Of the learners that are cells of a factorial experiment.
    analysis : FactorialAnalysis, optional
        Of these cells.
    most : int
        Pairs whose p-values stand in the script.
    version : str
        Of Foldwise.

    Returns
    -------
    Script or None
        None where the data of an experiment are not known any more.
    """
    options: dict[str, Any] = {"adjustment": judged.adjustment.key}
    if isinstance(judged, RankComparison):
        options = {"control": judged.control, "pairs": judged.pair_test.key} | options
        found = [f"found = core.compare_ranks({_arguments(['results'], tuple(options.items()))})"]
        test, pairs, frame = "found.test", "found.pairs", judged.pairs
    else:
        found = [f"found = core.all_pairs({_arguments(['results'], tuple(options.items()))})"]
        test, pairs, frame = (
            f"core.compare_all(results, test={overall and overall.key!r})",
            "found.frame",
            judged.frame,
        )
    told, again, reported = [], [], []
    if overall is not None:
        found.append(f"overall = {test}")
        told, again, reported = (
            [f"print(overall.paragraph({alpha!r}))"],
            ["overall.p_value"],
            [overall.p_value],
        )
    if len(frame) <= most:
        again.append('*pairs["p_adjusted"]')
        reported += _written_plainly(frame["p_adjusted"])
    factors: list[str] = []
    if best is not None:
        factors += _best(best, judged.learners, alpha)
        again.append('*best.others["p_adjusted"]')
        reported += _written_plainly(best.others["p_adjusted"])
    if analysis is not None:
        factors += _ANALYSIS
        again.append('*analysis.effects["p_value"]')
        reported += _written_plainly(analysis.effects["p_value"])
    finds, judges = "p-values", any(p is not None for p in reported)
    if not judges:
        finds, again, reported = _without_p(results, frame, most)
        told += [f"print({_MEANS}.to_string())"]
    ends = [
        "",
        *found,
        f"pairs = {pairs}",
        *told,
        "print(pairs.to_string(index=False))",
        *factors,
        "",
        "reported = [",
        *(
            f"    {line}"
            for line in wrap("".join(f"{p!r}, " for p in reported), _WIDTH - 4, break_on_hyphens=False)
        ),
        "]",
        f"again, reported = np.array([[{', '.join(again)}], reported], dtype=float)",
        f"alike = np.allclose(again, reported, rtol={0 if judges else _CLOSE}, atol={_CLOSE}, equal_nan=True)",
        f"print(f\"The {finds} are {{'those' if alike else 'not those'}} of the report.\")",
    ]
    who = f"{counted(len(judged.learners), 'learners')}, their pairs and their factors"
    if not factors:
        who = f"{counted(len(judged.learners), 'learners')} and their pairs"
    does = f"Judges {who} once more."
    if not judges:
        does = f"Finds the {finds} of {counted(len(judged.learners), 'learners')} once more; there is no verdict."
    return _written(results, datasets, does, ends, version=version, packages=["import numpy as np", ""])


def _without_p(results: Results, frame: pd.DataFrame, most: int) -> tuple[str, list[str], list[float | None]]:
    """What else is found again where there is no p-value: its name, how it is found, and what was."""
    again, reported = [f"*{_MEANS}"], _written_plainly(results.fold_scores.wide.mean())
    if len(frame) > most:
        return "means", again, reported
    reported += _written_plainly(frame["difference"])
    return "means and differences", [*again, '*pairs["difference"]'], reported


def _written_plainly(column: pd.Series) -> list[float | None]:
    """As they are written into a script, which knows no NaN."""
    return [None if np.isnan(value) else value for value in column.astype(float).tolist()]


def _best(found: AgainstBest, learners: Sequence[str], alpha: float) -> list[str]:
    """Lines that hold every cell against the best; of other learners beside them they name the cells."""
    names = {found.best, *found.others["learner"]}
    cells = [f"    {name!r}," for name in learners if name in names]
    outside = len(cells) < len(learners)
    return [
        "",
        *["cells = [", *cells, "]"] * outside,
        f"best = core.against_best(results{', cells' * outside})",
        f"print(best.sentence({alpha!r}))",
        "print(best.others.to_string(index=False))",
    ]


def _written(
    results: Results,
    datasets: Sequence[Dataset],
    does: str,
    ends: Sequence[str],
    *,
    version: str,
    packages: Sequence[str] = (),
    imports: Sequence[str] = (),
) -> Script | None:
    """A script that trains or reads what was judged, and ends so; None where it can do neither."""
    if _can_be_trained(results, datasets):
        what, content, imported, lines = _trained(results, datasets)
    elif isinstance(results, ImportedResults):
        what, content, imported, lines = _imported(results)
    else:
        return None
    from_packages = ["from pathlib import Path"] * bool(what) + [_ZIPPED] * what.endswith(".zip")
    head = [_head(results, does, what, version), *from_packages, *[""] * bool(what), *packages]
    return Script(
        "\n".join([*head, "import core", *imported, *imports, "", *lines, *ends, ""]), what, content
    )


_Parts = tuple[str, Callable[[], bytes], list[str], list[str]]
"""What lies beside it and how that is made, what is imported beside core, and the lines that make `results`."""


def _head(results: Results, does: str, what: str, version: str) -> str:
    told = [does, results.evidence.title]
    if what:
        told.append(f"It reads {_beside(results, what)}, which has to lie in the same folder.")
    by = f"Foldwise {version}".strip()
    told.append(f"Written by {by}; a copy of its repository installs it: pip install .")
    wrapped = "\n\n".join("\n".join(wrap(text, _WIDTH)) for text in told)
    escaped = wrapped.replace("\\", "\\\\").replace('"', '\\"')
    return f'"""{escaped}\n"""\n'


def _beside(results: Results, what: str) -> str:
    return file_name(what, results.saved_about, results.facts)


def _imported(results: ImportedResults) -> _Parts:
    predictions, scores, spec = results.predictions, results.fold_scores, results.spec
    given = ["brought", *_literal(results.title)]
    if predictions is None:
        what, source = f"{scores.named('scores')}.csv", "core.read_fold_scores({})"
    else:
        what, source = "predictions.csv", "core.read_predictions({})"
        given.append(repr(spec.measure))
    lines = [
        f"brought = {source.format(_read(_beside(results, what)))}",
        *_call("results = imported_results", given),
    ]
    if spec.losses is not None and spec.measure == "cost":
        lines.append(f'results = results.measured_by("cost", {spec.losses!r})')
    content = (
        partial(fold_scores_to_csv, scores)
        if predictions is None
        else partial(predictions_to_csv, predictions)
    )
    return what, content, ["from core.experiment import imported_results"], lines


def _can_be_trained(results: Results, datasets: Sequence[Dataset]) -> bool:
    """Whether all that was trained here can be trained again in one call."""
    specs = list(results.trained.values())
    if not specs or [spec.fingerprint for spec in specs] != [data.fingerprint for data in datasets]:
        return False
    alike = all(replace(spec, fingerprint=specs[0].fingerprint) == specs[0] for spec in specs)
    return len(specs) == 1 or (alike and specs[0].losses is None)


def _trained(results: Results, datasets: Sequence[Dataset]) -> _Parts:
    what, content, imported, lines = _data(results, datasets)
    spec, several = next(iter(results.trained.values())), len(datasets) > 1
    lines += [
        f"results = core.{'run_study' if several else 'run_experiment'}(",
        f"    {'datasets' if several else 'dataset'},",
        "    [",
        *(f"        {_learner(one)}," for one in spec.learners),
        "    ],",
        f"    core.make_design({_arguments([repr(spec.design.key)], spec.design.options)}),",
        f"    {spec.measure!r},",
        f"    seed={spec.seed},",
    ]
    if spec.tuning is not None:
        lines.append(f"    tuning=core.Tuning(budget={spec.tuning.budget}, folds={spec.tuning.folds}),")
    if spec.losses is not None and spec.measure == "cost":
        lines.append(f"    losses={spec.losses!r},")
    return what, content, imported, [*lines, ")"]


def _data(results: Results, datasets: Sequence[Dataset]) -> _Parts:
    """The lines that read the data: samples by their names, others from a file, or several from one archive."""
    if len(datasets) == 1 and not _is_sample(datasets[0]):
        what, content = "data.parquet", partial(dataset_to_parquet, datasets[0])
        lines = [f"dataset = dataset_from_parquet({_read(_beside(results, what))}.read_bytes())"]
        return what, content, [_FROM_PARQUET], lines
    calls, own = [], {}
    for place, data in enumerate(datasets, 1):
        if _is_sample(data):
            calls.append(f"core.load_sample({data.name!r})")
            continue
        name = file_name(f"{place}.parquet", [data.name])
        own[name] = data
        calls.append(f"dataset_from_parquet(files.read({name!r}))")
    if len(datasets) == 1:
        return "", bytes, [], [f"dataset = {calls[0]}"]
    lines = ["datasets = [", *(f"    {call}," for call in calls), "]"]
    if not own:
        return "", bytes, [], lines
    what = "data.zip"
    lines = [f"with ZipFile({_read(_beside(results, what))}) as files:", *(f"    {line}" for line in lines)]
    return what, partial(_zipped, own), [_FROM_PARQUET], lines


def _zipped(own: Mapping[str, Dataset]) -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w") as files:
        for name, data in own.items():
            files.writestr(name, dataset_to_parquet(data))
    return archive.getvalue()


def _is_sample(dataset: Dataset) -> bool:
    return dataset.name in sample_names() and _of_sample(dataset.name) == dataset.fingerprint


@cache
def _of_sample(name: str) -> str:
    return load_sample(name).fingerprint


def _read(beside: str) -> str:
    return f"Path(__file__).with_name({beside!r})"


def _learner(spec: LearnerSpec) -> str:
    start = [f"start={spec.start}"] * bool(spec.start) + ["as_set=True"] * spec.as_set
    return f"core.learner({_arguments([repr(spec.key), repr(spec.name), *start], spec.hyperparameters)})"


def _arguments(first: Iterable[str], options: Options) -> str:
    return ", ".join([*first, *(f"{name}={value!r}" for name, value in options)])


def _literal(text: str) -> list[str]:
    """A string, on as many lines as it takes."""
    parts = [repr(part) for part in re.findall(rf".{{1,{_PART}}}(?:\s|$)|.{{1,{_PART}}}", text, re.DOTALL)]
    return ["\n    ".join(parts) or "''"]


def _call(function: str, arguments: Sequence[str]) -> list[str]:
    """A call, with an argument on each line where one has not the room."""
    whole = f"{function}({', '.join(arguments)})"
    if len(whole) <= _WIDTH and "\n" not in whole:
        return [whole]
    return [f"{function}(", *(f"    {one}," for one in arguments), ")"]


def _told(question: PairQuestion | LearnerQuestion, refusal: str) -> list[str]:
    """The scores, and why nothing is concluded from them."""
    return [
        "",
        f"scores = results.fold_scores.wide[{list(question.learners)!r}]",
        "print(scores.to_string())",
        *_call("print", _literal(f"No verdict. {refusal}")),
    ]


def _judged(question: PairQuestion | LearnerQuestion, verdict: Verdict, pairs: AllPairs | None) -> list[str]:
    told = [f"print(report(verdict, {question.alpha!r}))"]
    if isinstance(question, LearnerQuestion):
        found = [f"question = {question!r}", f"verdict = question.verdict(results.evidence, {verdict.key!r})"]
    else:
        learners = f"{question.first!r}, {question.second!r}"
        options: dict[str, Any] = {"alternative": verdict.alternative, **question.options(verdict.key)}
        called = _arguments([f"results, {learners}, {verdict.key!r}"], tuple(options.items()))
        found = [f"verdict = core.compare({called})"]
        if pairs is not None and pairs.sentence_of(question.first, question.second):
            found.append(f"pairs = core.all_pairs(results).adjusted_by({pairs.adjustment.key!r})")
            told = [
                f"print(report(verdict, {question.alpha!r}, pairs.adjusted_of({learners})))",
                f"print(pairs.sentence_of({learners}, {verdict.alternative!r}))",
            ]
    lines = ["", *found, *told]
    if verdict.p_value is not None:
        lines += [
            "",
            f"reported = {verdict.p_value!r}",
            f"alike = verdict.p_value is not None and abs(verdict.p_value - reported) <= {_CLOSE}",
            'print("The p-value is that of the report." if alike else f"The report has p = {reported}.")',
        ]
    return lines
