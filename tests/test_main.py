"""The command line: the same verdicts without a browser, and refusals where a file does not say enough."""

import runpy
from itertools import combinations
from pathlib import Path

import pytest

import core
from core.__main__ import APP, main

IMPORTS = Path(__file__).parents[1] / "sample_data" / "imports"


def test_two_learners_of_a_file_are_judged_as_the_library_does(capsys):
    assert main(["compare", str(IMPORTS / "weka_experiment.csv"), "--alpha", "0.1"]) == 0
    scores = core.read_fold_scores(IMPORTS / "weka_experiment.csv")
    printed = capsys.readouterr()
    assert printed.out.strip() == core.compare(scores, *scores.learners).sentence(0.1)
    assert "were divided by 100" in printed.err
    assert "accuracy was taken (--measure chooses another), not error rate, " in printed.err


def test_of_many_learners_all_pairs_are_judged_or_the_named_two(capsys):
    file = str(IMPORTS / "autorank.csv")
    assert main(["compare", file, "--measure", "accuracy"]) == 0
    everyone = capsys.readouterr().out
    scores = core.read_fold_scores(file, measure="accuracy")
    for first, second in combinations(scores.learners, 2):
        assert core.compare(scores, first, second).sentence() in everyone
    assert "by Holm for all 3 comparisons" in everyone
    named = ["Naive Bayes", "Random forest"]
    for asked in ([*named, "--measure", "accuracy"], ["--measure", "accuracy", *named]):
        assert main(["compare", file, *asked]) == 0
        assert capsys.readouterr().out.splitlines() == [
            core.compare(scores, *named).sentence(),
            core.all_pairs(scores).sentence_of(*named),
        ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare"], "name a file of fold results or predictions: foldwise compare file.csv."),
        (["compare", "a.csv", "--measures", "x"], "--measures x is not understood."),
        (["compare", "a.csv", "--alpha", "x"], "--alpha: 'x' is no number."),
        (["compare", "a.csv", "--rows", "x"], "--rows: there is no 'x'. There are "),
        (["compare", "a.csv", "--report"], "--report: something has to follow it."),
        (["judge"], "command: there is no 'judge'. There are "),
    ],
)
def test_what_cannot_be_a_command_is_refused_in_a_sentence(arguments, said, capsys):
    with pytest.raises(SystemExit):
        main(arguments)
    assert said in capsys.readouterr().err


def test_predictions_are_judged_when_it_is_said_how_they_came_about(capsys):
    file = str(IMPORTS / "markers.csv")
    assert main(["compare", file, "--predictions", "--design", "hold_out"]) == 0
    assert "mean_radius" in capsys.readouterr().out


def test_fold_results_as_json_are_judged_too(capsys):
    assert main(["compare", str(IMPORTS / "lists_5x2.json"), "--measure", "error"]) == 0
    scores = core.read_fold_scores(IMPORTS / "lists_5x2.json", measure="error")
    assert capsys.readouterr().out.strip() == core.compare(scores, *scores.learners).sentence()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["autorank.csv"], "nobody has said what these scores measure"),
        (["autorank.csv"], "Say it when they are read: --measure accuracy."),
        (["weka_experiment.csv", "J48"], "name two learners"),
        (["weka_experiment.csv", "J48", "nobody"], "there is no learner 'nobody'"),
        (["none.csv"], "none.csv: there is no file of this name. Check the path.\n"),
        (["../../README.md"], "Bring the columns learner, fold and score.\n"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_a_sentence(arguments, said, capsys):
    assert main(["compare", str(IMPORTS / arguments[0]), *arguments[1:]]) == 2
    assert said in capsys.readouterr().err


def test_the_app_is_started_from_its_own_folder(monkeypatch):
    calls = []
    monkeypatch.setattr("subprocess.call", lambda command, cwd: calls.append((command, cwd)) or 0)
    assert main(["app", "--port", "8765"]) == 0
    (command, folder), *_ = calls
    assert command[-4:] == ["run", str(APP), "--server.port", "8765"]
    assert folder == APP.parent


def test_the_installed_library_says_where_the_app_is(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr("core.__main__.APP", tmp_path / "server.py")
    assert main([]) == 2
    assert "not part of the installed library" in capsys.readouterr().err


def test_a_report_is_written_with_a_script_that_runs(tmp_path, capsys):
    file, pair = str(IMPORTS / "autorank.csv"), ("Naive Bayes", "Random forest")
    assert main(["compare", file, *pair, "--measure", "accuracy", "--report", str(tmp_path / "new")]) == 0
    capsys.readouterr()
    again = runpy.run_path(str(tmp_path / "new" / "again.py"))
    assert again["verdict"].p_value == again["reported"]
    verdict = core.compare(core.read_fold_scores(file, measure="accuracy"), *pair)
    for name in ("report.md", "report.tex"):
        assert verdict.title in (tmp_path / "new" / name).read_text(encoding="utf-8")
    assert verdict.title in (tmp_path / "new" / "report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "options"),
    [("autorank.csv", ("--measure", "accuracy")), ("caret_resamples.csv", ("--design", "repeated_k_fold"))],
)
def test_without_names_a_report_is_on_all_learners(tmp_path, capsys, file, options):
    assert main(["compare", str(IMPORTS / file), *options, "--report", str(tmp_path)]) == 0
    capsys.readouterr()
    runpy.run_path(str(tmp_path / "again.py"))
    told = capsys.readouterr().out
    assert "of the report" in told
    assert (tmp_path / "report.tex").exists()


def test_a_report_that_cannot_be_written_is_refused_in_a_sentence(tmp_path, capsys):
    (tmp_path / "taken").touch()
    place = str(tmp_path / "taken")
    assert main(["compare", str(IMPORTS / "predictions.csv"), "--report", place]) == 2
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"{place}: nothing can be written there: File exists. Name another folder."
    )


def test_a_report_says_why_there_is_no_verdict(tmp_path, capsys):
    (tmp_path / "scores.csv").write_text("fold,A,B\n1,.1,.2\n2,.2,.1\n3,.3,.1\n")
    asked = ["compare", str(tmp_path / "scores.csv"), "--measure", "error", "--rows", "folds"]
    assert main([*asked, "--report", str(tmp_path)]) == 2
    assert "No test is advised" in capsys.readouterr().err
    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert report.index("No verdict") < report.index("No test is advised")
    assert "Luck could explain it" not in report and "No verdict on A and B by error rate." in report
    capsys.readouterr()
    found = runpy.run_path(str(tmp_path / "again.py"))  # reads what was written beside it
    assert found["scores"].to_numpy().tolist() == [[0.1, 0.2], [0.2, 0.1], [0.3, 0.1]]
    assert "No verdict. No test is advised" in " ".join(capsys.readouterr().out.split())
