"""Files of other tools: what is understood and asked, which tests are offered afterwards, and the pages that judge."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from core.inference import TESTS
from pages.ui.display.text import plain
from pages.ui.importing import fold_scores, predictions
from tests.pages.test_import import JUDGES, answer, example, use, visit, words

IMPORTS = Path(__file__).parents[2] / "sample_data" / "imports"
DOORS = {"scores": fold_scores, "predictions": predictions}
ON_EVERY_PAGE = ("weka_experiment.csv", "autorank.csv", "lists_5x2.json")
RANKS = ("wilcoxon_over_datasets", "sign_over_datasets")
FOLD_TESTS = ("corrected_t", "5x2_f", "mcnemar")
CORRECTED = ("corrected_t", ("equivalence", "paired_t"), ("5x2_f", "mcnemar", "resampled_t"))
REPEATED = ("corrected_t", ("equivalence", "resampled_t"), ("5x2_f", "mcnemar", "paired_t"))


@dataclass(frozen=True)
class Case:
    """A file, the answers that it does not give itself, and the tests that two of its learners lead to.

    Attributes
    ----------
    answers : tuple of pairs
        What is chosen, by the name of the question.
    advised : str
        Key of the advised test.
    offered, refused : tuple of str
        Keys of tests beside it, and of tests that are refused with a reason.
    said : str
        Words of what was understood.
    """

    advised: str
    offered: tuple[str, ...]
    refused: tuple[str, ...]
    said: str
    kind: str = "scores"
    answers: tuple[tuple[str, str], ...] = ()


ACCURACY = (("measure", "accuracy"),)
SIMPLE = (("design", "k_fold"),)
CASES = {
    "weka_experiment.csv": Case(*REPEATED, "'Number_of_training_instances' as training sizes"),
    "weka_experiment.arff": Case(*REPEATED, "The scores are written in percent; they were divided by 100."),
    "cross_validate.json": Case(*CORRECTED, "No column says the fold", answers=SIMPLE),
    "cv_results.csv": Case(*CORRECTED, "Each of the 3 rows is a setting", answers=SIMPLE),
    "caret_resamples.csv": Case(*REPEATED, "Repeated K-fold cross-validation"),
    "correctr.csv": Case(*REPEATED, "Repeated K-fold cross-validation", answers=ACCURACY),
    "errors_of_n.csv": Case(*CORRECTED, "The scores are error rates", answers=SIMPLE),
    "lists_5x2.json": Case(
        "5x2_f",
        ("5x2_t",),
        ("blocked_3x2_t", "mcnemar"),
        "5 × 2 folds were taken for: 5×2 cross-validation",
        answers=(("measure", "error"),),
    ),
    "autorank.csv": Case(RANKS[0], RANKS[1:], FOLD_TESTS, "taken as a learner", answers=ACCURACY),
    "demsar2006.csv": Case(
        RANKS[0], RANKS[1:], FOLD_TESTS, "taken as a learner", answers=(("measure", "auc"),)
    ),
    "posthocs.csv": Case(RANKS[0], RANKS[1:], FOLD_TESTS, "'groups' as the learner", answers=ACCURACY),
    "mlr_benchmark.csv": Case(RANKS[0], RANKS[1:], FOLD_TESTS, "'learner.id' as the learner"),
    "predictions.csv": Case("corrected_t", ("mcnemar", "delong"), ("5x2_f",), "", kind="predictions"),
    "orange_predictions.csv": Case(
        "corrected_t",
        ("mcnemar", "delong"),
        ("5x2_f",),
        "Every instance was predicted once per replicate",
        kind="predictions",
    ),
    "markers.csv": Case(
        "delong",
        ("mcnemar",),
        FOLD_TESTS[:2],
        "speak for 'malignant'",
        kind="predictions",
        answers=(("design", "hold_out"),),
    ),
}


pytestmark = pytest.mark.usefixtures("fresh_server")


def test_every_file_of_the_samples_is_brought():
    assert set(CASES) == {path.name for path in IMPORTS.iterdir()}
    assert set(CASES) == {*fold_scores.EXAMPLES, *predictions.EXAMPLES}


@pytest.mark.parametrize("name", CASES)
def test_a_file_of_another_tool_leads_to_its_tests(name):
    case = CASES[name]
    app = example(DOORS[case.kind], name)
    for question, key in case.answers:
        answer(app, question, key)
    assert not app.error
    assert plain(case.said) in words(app)
    results = use(app, case.kind)
    shown = visit("two-learners", results=results)
    box = next(item for item in shown.selectbox if item.label == "Test")
    assert box.format_func(box.value) == f"{TESTS[case.advised].title} (advised)"
    lines = [item.value.partition(" · **") for item in shown.markdown if " · **" in item.value]
    status = {
        test.strip(): worth for worth, _, rest in lines for test in rest.partition(".**")[0].split(plain(";"))
    }
    for key in (case.advised, *case.offered):
        assert "refused" not in status[plain(TESTS[key].title)]
    for key in case.refused:
        assert "refused" in status[plain(TESTS[key].title)]
    everywhere = case.kind == "predictions" or name in ON_EVERY_PAGE
    for page in JUDGES if everywhere else JUDGES[:1]:
        judged = shown if page == "two-learners" else visit(page, results=results)
        assert not judged.error, [item.value for item in judged.error]
        assert "Imported results" in words(judged) or case.kind == "predictions"
