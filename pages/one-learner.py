import numpy as np
import streamlit as st

from core.errors import InputError
from core.experiment import Results
from core.figures import scale_of
from core.inference import (
    TESTS,
    Advice,
    Alternative,
    Evidence,
    Verdict,
    applicable_tests,
    run_test,
    test_inputs,
)
from core.measures import has_rates, title_of
from pages.ui import frame
from pages.ui.display import elements
from pages.ui.display.text import plain
from pages.ui.results import current
from pages.ui.session import state
from pages.ui.verdicts import final_examination, stability
from pages.ui.verdicts.pair import PairQuestion
from pages.ui.verdicts.tests_and_intervals import Bench, Estimate

frame.ensure()

CLAIMS: dict[Alternative, str] = {"two-sided": "p ≠ p0", "less": "p < p0", "greater": "p > p0"}
ON_COUNTS = ("binomial", "normal_approximation")
RATE_INTERVALS = ("wilson", "exact", "agresti_coull", "jeffreys", "normal")
NOT_COUNTED = "It counts errors; the measure looked at is another one."
PROPOSED = {"error": 0.1, "accuracy": 0.9}


def guessing(evidence: Evidence) -> float | None:
    """Error rate of always guessing the commonest class."""
    predictions = evidence.predictions
    if predictions is None or predictions.task != "classification":
        return None
    return 1 - float(np.bincount(predictions.truth).max()) / len(predictions.truth)


def reference_value(evidence: Evidence) -> float | None:
    """The value p0 that the learner is held against."""
    measure = evidence.scores.measure
    key = f"p0_{measure}"
    baseline = guessing(evidence) if measure == "error" else None
    label = plain(f"p0: the {title_of(evidence.scores)} to hold it against")
    hint = "Chosen before looking: what is required, what the present method does, what guessing gives."
    value: float | None
    if has_rates(evidence.scores):
        value = st.number_input(
            label,
            0.0001,
            0.9999,
            PROPOSED.get(measure, 0.5),
            0.01,
            format="%.4f",
            key=key,
            bind="query-params",
            help=hint,
        )
    else:
        value = st.number_input(
            label,
            value=None,
            format="%.6g",
            key=key,
            bind="query-params",
            placeholder="type a value",
            help=hint,
        )
    if baseline is not None:
        st.button(
            f"Use guessing: {baseline:.1%}",
            key="use_guessing",
            type="tertiary",
            help="The error rate of always saying the commonest class.",
            on_click=lambda: st.session_state.update({key: round(baseline, 4)}),
        )
    return None if value is None else float(value)


def ask(evidence: Evidence, learner: str) -> tuple[PairQuestion, float | None, float | None]:
    """p0, σ where it is known, α and the claim."""
    with st.container(border=True):
        left, middle, right = st.columns([4, 3, 3], gap="medium")
        with left:
            alpha = elements.alpha_slider()
        with middle:
            p0 = reference_value(evidence)
        with right:
            alternative = st.segmented_control(
                "Claim to support (H1)",
                list(CLAIMS),
                default="greater",
                required=True,
                format_func=CLAIMS.__getitem__,
                key=state.ONE_ALTERNATIVE,
                bind="query-params",
                help="Preset as in the textbooks: H0 says p ≤ p0, the claim is that p is greater. To show that a "
                "learner is better than p0 choose p < p0 for an error rate.",
            )
            sigma = st.number_input(
                "σ of a fold, if known",
                1e-9,
                None,
                None,
                format="%.4g",
                key="sigma",
                bind="query-params",
                placeholder="unknown",
                help="Known from elsewhere, not from these folds: then the z test and interval apply.",
            )
    return PairQuestion(learner, "", alpha, alternative), p0, None if sigma is None else float(sigma)


def advice_on(evidence: Evidence, learner: str, p0: float) -> Advice:
    """The tests that fit; those that count errors only where errors are the measure."""
    advice = applicable_tests(evidence, learner, p0=p0)
    if evidence.scores.measure == "error":
        return advice
    refused = [(key, NOT_COUNTED) for key in ON_COUNTS if key not in dict(advice.refused)]
    valid, caution = (
        tuple(item for item in items if item[0] not in ON_COUNTS) for items in (advice.valid, advice.caution)
    )
    left = [key for key, _ in (*valid, *caution)]
    advised = advice.advised if advice.advised in left else None
    because = advice.because if advised else NOT_COUNTED
    return Advice(advised, because, valid, caution, (*advice.refused, *refused))


def verdicts_on(
    evidence: Evidence, question: PairQuestion, advice: Advice, p0: float, sigma: float | None
) -> dict[str, Verdict]:
    """Verdicts of the applicable tests; the z test only where σ is known."""
    found = {}
    for key in advice.applicable:
        options = {"p0": p0}
        if key == "one_sample_z":
            if sigma is None:
                continue
            options["sigma"] = sigma
        try:
            given = test_inputs(key, evidence, question.first, None, drop_undefined=False, **options)
            verdict = run_test(key, question.alternative, **given)
        except InputError as error:
            st.caption(f":material/block: {plain(f'{TESTS[key].title}: {error}')}")
        else:
            title = "" if key in ON_COUNTS else title_of(evidence.scores)
            found[key] = verdict.named(question.first, measure_title=title)
    return found


def estimates_on(
    evidence: Evidence, learner: str, verdicts: dict[str, Verdict], sigma: float | None
) -> list[Estimate]:
    """Every interval of the learner's score that this evidence allows."""
    found = []
    counted = verdicts.get("binomial")
    if counted is not None:
        given = {name: counted.inputs[name] for name in ("errors", "n")}
        found += [Estimate(key, given, counted.estimate) for key in RATE_INTERVALS]
    folds = verdicts.get("one_sample_t")
    if folds is not None:
        scores = np.asarray(folds.inputs["scores"], dtype=float)
        found.append(Estimate("mean_t", {"scores": scores}, float(scores.mean())))
        sizes = fold_sizes(evidence, learner)
        if sizes is not None:
            given = {"a": scores, "b": np.zeros_like(scores), **sizes}
            found.append(Estimate("corrected_difference_t", given, float(scores.mean())))
        if sigma is not None:
            found.append(Estimate("mean_z", {"scores": scores, "sigma": sigma}, float(scores.mean())))
    return found


def fold_sizes(evidence: Evidence, learner: str) -> dict[str, float] | None:
    """Mean sizes of training and validation sets where training sets overlap and both are known."""
    facts = evidence.facts
    if (
        facts is None
        or not facts.training_sets_overlap
        or facts.n_train is None
        or facts.n_validation is None
    ):
        return None
    rows = evidence.scores.of(learner)
    return {name: float(rows[name].mean()) for name in ("n_train", "n_validation")}


def corrected(evidence: Evidence, question: PairQuestion, p0: float, verdicts: dict[str, Verdict]) -> str:
    """The t test of the mean with the variance that allows for overlapping training sets, in a sentence."""
    sizes = fold_sizes(evidence, question.first)
    if sizes is None or "one_sample_t" not in verdicts:
        return ""
    scores = np.asarray(verdicts["one_sample_t"].inputs["scores"], dtype=float)
    verdict = run_test("corrected_t", question.alternative, a=scores, b=np.full_like(scores, p0), **sizes)
    if verdict.p_value is None:
        return ""
    rejects = "rejects" if verdict.rejects(question.alpha) else "does not reject"
    return (
        f"Training sets overlap, so the plain t test rejects too often. Corrected for that (Nadeau & Bengio 2003): "
        f"{verdict.numbers()}, which {rejects} H0 at α = {question.alpha:g}. Trust this one."
    )


@st.fragment
def judge(results: Results) -> None:
    """One learner against p0; a fragment, since nothing in it trains a learner."""
    left, right = st.columns(2)
    state.keep_valid(state.ONE, results.learners)
    with right:
        results = current.measured(results)
    evidence = results.evidence
    learner = left.selectbox("Learner", results.learners, key=state.ONE, persist_state="session")
    question, p0, sigma = ask(evidence, learner)
    if p0 is None:
        st.info("Type the value p0 that the learner is to be held against.", icon=":material/edit:")
        return
    try:
        advice = advice_on(evidence, learner, p0)
        verdicts = verdicts_on(evidence, question, advice, p0, sigma)
        estimates = estimates_on(evidence, learner, verdicts, sigma)
    except InputError as error:
        elements.refuse(error)
        return
    if not verdicts:
        st.info(plain(advice.because), icon=":material/block:")
        return
    title = title_of(evidence.scores)
    Bench(
        name="one",
        question=question,
        verdicts=verdicts,
        advice=advice,
        estimates=estimates,
        scale=scale_of(evidence.scores),
        quantity=f"the {title}",
        zero=False,
        facts=evidence.facts,
        reference=p0,
        aside=corrected(evidence, question, p0, verdicts),
        measure=evidence.scores.measure,
    ).show()
    with st.expander("Over the significance level", icon=":material/tune:"):
        stability.over_levels(verdicts, next(iter(verdicts)), question)
    final_examination.show(results, question, p0)


st.title("One learner")
judge(current.results("whether a learner keeps below an error rate"))
