"""``foldwise``: starts the app, or says of a file of results what the advised test says of its learners.

``foldwise`` and ``python -m core`` are the same; ``foldwise compare file.csv`` needs no browser.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import core
from core.data import file_name, likely_door, read_fold_scores, read_predictions
from core.data.tables.json_table import read_any_table
from core.errors import InputError, without_arguments
from core.experiment import ImportedResults, imported_results
from core.inference.comparing.pair_question import RATE_ROPE, PairQuestion
from core.measures import has_rates
from core.report import Document, many_report, pair_report, to_html, to_latex, to_markdown
from core.written import probability

APP = Path(core.__file__).parents[1] / "server.py"
_READING = re.compile(r"read_\w+\(…, (.*?)\)(?:, or lower_is_better=False)?")
_NO_OPTION = re.compile(r", or name yours by roles=\{[^}]*\}")
_ARGUMENT = re.compile(r"\b(measure|rows|design)=(?:…|('\w* [^']*')|'(\w+)')")
_PLAINLY = (
    (
        "the following arguments are required: .*",
        "name a file of fold results or predictions: foldwise compare file.csv.",
    ),
    (r"unrecognized arguments: (.*)", r"\1 is not understood. `foldwise compare --help` names what is."),
    (r"argument (\S+): invalid (?:float|int) value: (.*)", r"\1: \2 is no number."),
    (r"argument (\S+): invalid choice: (.*) \(choose from (.*)\)", r"\1: there is no \2. There are \3."),
    (
        r"argument (\S+): expected one argument",
        r"\1: something has to follow it. `foldwise compare --help` says what.",
    ),
)
"""What argparse says, and the sentence that says the same as refusals do."""


class _Parser(argparse.ArgumentParser):
    """Refuses in the words of the library."""

    def error(self, message: str) -> NoReturn:
        """Say in a sentence what is wrong, below how the command is used."""
        for pattern, sentence in _PLAINLY:
            message = re.sub(f"^{pattern}$", sentence, message)
        super().error(message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; the exit status is 2 where something is refused."""
    parser = _parser()
    asked, rest = parser.parse_known_args(arguments)
    if rest and not getattr(asked, "learners", True) and not any(word.startswith("-") for word in rest):
        asked.learners = rest  # named behind the options
    elif rest:
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    try:
        return int(asked.command(asked))
    except InputError as refusal:
        print(_for_a_shell(refusal), file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser("foldwise", description="Is learner A really better than learner B?")
    parser.add_argument("--version", action="version", version=core.__version__)
    parser.set_defaults(command=_start, port=8501)
    commands = parser.add_subparsers(title="commands", metavar="command")
    app = commands.add_parser("app", help="start the app in a browser (the default)")
    app.add_argument("--port", type=int, default=8501)
    app.set_defaults(command=_start)
    judge = commands.add_parser("compare", help="judge the learners of a file of fold results or predictions")
    judge.add_argument("file")
    judge.add_argument("learners", nargs="*", help="two of its learners; all pairs by default")
    judge.add_argument("--alpha", type=float, default=0.05, help="significance level (default %(default)s)")
    judge.add_argument(
        "--measure", help="what the scores measure, where the file does not say it: error, auc …"
    )
    judge.add_argument("--rows", choices=["folds", "data sets"], help="what a row stands for")
    judge.add_argument(
        "--design", help="where folds come from, or predictions without folds: hold_out, k_fold …"
    )
    judge.add_argument("--predictions", action="store_true", help="the file holds a truth and predictions")
    judge.add_argument(
        "--report",
        metavar="FOLDER",
        help="write a report on the two learners, or on all, there, and a script with its data",
    )
    judge.set_defaults(command=_compare)
    return parser


def _start(asked: argparse.Namespace) -> int:
    if not APP.exists():
        raise InputError(
            "the app is not part of the installed library.",
            "foldwise",
            "Start it in a copy of the repository (make run); `foldwise compare file.csv` works everywhere.",
        )
    command = [sys.executable, "-m", "streamlit", "run", str(APP), "--server.port", str(asked.port)]
    return subprocess.call(command, cwd=APP.parent)  # noqa: S603 - our own app, and a port that is a number


def _compare(asked: argparse.Namespace) -> int:
    found = _read(asked)
    file = Path(asked.file)
    results = imported_results(found, file.name, asked.measure or "", source=file.stem)
    evidence = results.evidence
    evidence.refuse_unsaid()  # before a note says what was assumed instead
    for note in found.notes:
        print(without_arguments(_for_a_shell(note)), file=sys.stderr)
    if len(asked.learners) not in (0, 2):
        raise InputError(f"name two learners, or none for all pairs, not {len(asked.learners)}.", "learners")
    if asked.learners or len(evidence.learners) == 2:
        first, second = asked.learners or evidence.learners
        if asked.report:  # which says why, too, where there is no verdict
            _write(_on_two(results, first, second, asked.alpha), results, Path(asked.report))
        pairs = core.all_pairs(evidence) if len(evidence.learners) > 2 else None
        adjusted = None if pairs is None else pairs.adjusted_of(first, second)
        print(core.compare(evidence, first, second).sentence(asked.alpha, adjusted))
        if pairs is not None:
            print(pairs.sentence_of(first, second))
        return 0
    if asked.report:
        _write(_on_all(results, asked.alpha), results, Path(asked.report))
    family = core.all_pairs(evidence)
    for pair in family.pairs:
        words = pair.reason if pair.verdict is None else pair.verdict.sentence(asked.alpha, pair.p_adjusted)
        print(
            f"{words}\n  adjusted p {probability(pair.p_adjusted)}" if pair.p_adjusted is not None else words
        )
    print(family.sentence)
    return 0


def _for_a_shell(sentence: object) -> str:
    """A sentence of the library with the options of the command instead of the arguments of a script."""
    return _ARGUMENT.sub(
        lambda found: " ".join(filter(None, (f"--{found[1]}", found[2], found[3]))),
        _READING.sub(r"\1", _NO_OPTION.sub("", str(sentence))),
    )


def _on_two(results: ImportedResults, first: str, second: str, alpha: float) -> Document:
    rope = RATE_ROPE if has_rates(results.fold_scores) else None
    return pair_report(
        results,
        PairQuestion(first, second, alpha, rope=rope),
        pairs=core.all_pairs(results) if len(results.learners) > 2 else None,
        version=core.__version__,
    )


def _on_all(results: ImportedResults, alpha: float) -> Document:
    judged = core.compare_ranks(results) if results.evidence.over_datasets else core.all_pairs(results)
    return many_report(results, judged, alpha, version=core.__version__)


def _write(document: Document, results: ImportedResults, folder: Path) -> None:
    """Write a report as HTML, Markdown and LaTeX, and the script beside what it reads."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for ending, written in (("html", to_html), ("md", to_markdown), ("tex", to_latex)):
            (folder / f"report.{ending}").write_text(written(document), encoding="utf-8")
        if document.script is not None:
            (folder / "again.py").write_text(document.script.text, encoding="utf-8")
            beside = file_name(document.script.what, results.saved_about, results.facts)
            (folder / beside).write_bytes(document.script.content())
    except OSError as error:
        raise InputError(
            f"nothing can be written there: {error.strerror}.", str(folder), "Name another folder."
        ) from None


def _read(asked: argparse.Namespace) -> "core.FoldScores | core.Predictions":
    if not Path(asked.file).exists():
        raise InputError("there is no file of this name.", asked.file, "Check the path.")
    if asked.predictions or likely_door(read_any_table(asked.file)) == "predictions":
        return read_predictions(asked.file, design=asked.design)
    return read_fold_scores(asked.file, measure=asked.measure, rows=asked.rows, design=asked.design)


if __name__ == "__main__":
    sys.exit(main())
