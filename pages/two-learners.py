from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError, NotApplicable, listing, without_arguments
from core.experiment import Results, one_and_the_same
from core.figures import Drawing, clickable_cells, difference_plot, difference_scale, pairs_matrix, shows_p
from core.inference import TESTS, Advice, AllPairs, Evidence, Verdict, applicable_tests
from core.inference.comparing.other_family import other_family
from core.inference.comparing.pair_question import PairQuestion
from core.inference.interpretation.brief import (
    report,
    report_without_advice,
    report_without_verdict,
    without_advice,
)
from core.inference.interpretation.effect_sizes import told_scores
from core.inference.interpretation.standing import MEANS, standing
from core.tables.verdicts import pairs_table
from core.written import counted, probability
from pages.ui import frame
from pages.ui.display import charts, elements, live, page, room, tables
from pages.ui.display.text import plain
from pages.ui.laboratory import yours
from pages.ui.results import current
from pages.ui.session import state
from pages.ui.verdicts import (
    learning,
    pair,
    practical_difference,
    repeats,
    side_by_side,
    stability,
    verdict_card,
)
from pages.ui.verdicts.family import among_all_pairs, by_mean_ranks, choose_adjustment, said_among
from pages.ui.verdicts.hero import DIFFERENCES, Hero, no_verdict, show_words

frame.ensure()

TABS = ("All tests", "Formula", "Assumptions", "Does it matter?", "Is it firm?", "Text for a report")
MATRIX = "pairs_matrix"
Places = tuple[DeltaGenerator, DeltaGenerator, DeltaGenerator, DeltaGenerator, DeltaGenerator]
WIDEST_BESIDE, SHARE = 500, 0.58
"""Pixels of a matrix that has room beside words on a laptop, and what it has of the page there; names may be long."""


def alpha() -> float:
    """The significance level in force."""
    return float(st.session_state.get(state.ALPHA, elements.ALPHA))


def matrix(evidence: Evidence, pairs: AllPairs, chosen: tuple[str, str] | None) -> Drawing:
    """Differences of all pairs with adjusted p-values; cells can be clicked."""
    names, scores = list(pairs.learners), pairs.judged(evidence).scores
    drawing = pairs_matrix(
        names,
        pairs.matrix("difference").to_numpy(),
        pairs.matrix("p_adjusted").to_numpy(),
        difference_scale(scores, "row", "column"),
        alpha=alpha(),
        lower_is_better=scores.lower_is_better,
        dark=elements.is_dark(),
    )
    place = None if chosen is None else (names.index(chosen[0]), names.index(chosen[1]))
    return clickable_cells(drawing, place, dark=elements.is_dark())


def pick(names: tuple[str, ...]) -> None:
    """Compare the learners of the cell that was clicked."""
    if cell := charts.picked(MATRIX):
        state.choose_pair(*(names[place] for place in cell))


def overview(evidence: Evidence, pairs: AllPairs) -> Drawing:
    """The matrix of all pairs, for more than two learners, in which the pair that is looked at is framed."""
    first = st.session_state.get(state.FIRST, pairs.learners[0])
    second = st.session_state.get(state.SECOND, next(name for name in pairs.learners if name != first))
    known = {first, second} <= set(pairs.learners) and first != second
    return matrix(evidence, pairs, (first, second) if known else None)


def about_picked(evidence: Evidence, pairs: AllPairs, first: str, second: str) -> None:
    """What the cell of the pair that is looked at says, beside the matrix: its verdict is off a small screen."""
    adjusted = pairs.adjusted_of(first, second)
    with st.container(key="picked_by"):
        if adjusted is not None:
            row, column = map(pairs.learners.index, (first, second))
            differences = pairs.matrix("difference").to_numpy(dtype=float)
            scale = difference_scale(pairs.judged(evidence).scores, first, second)
            told_of = f"{first} − {second}: {scale.alike(differences.flat)(differences[row, column])}"
            p = f"adjusted p {probability(adjusted, alpha())}"
            st.markdown(f"**{plain(told_of)}**, {plain(p)}.")
            st.html("<button class='fw-link' data-up>Up to its verdict</button>")
        st.markdown("Pick a cell, by mouse or keys, to look at it.")


def about_family(evidence: Evidence, pairs: AllPairs) -> None:
    """Who is told apart from whom, and the family of its hypotheses."""
    grouping, judged = pairs.grouping(evidence.together, alpha()), pairs.judged(evidence).scores
    answer = standing(grouping, MEANS, alpha(), "", decidable=pairs.decidable(alpha())).answer
    st.markdown(
        f"Among all {counted(pairs.family, 'pairs')} of the {len(pairs.learners)} learners: "
        f"**{plain(answer)}**"
    )
    if pairs.unjudged:
        st.markdown(f"{pairs.unjudged[:1].upper()}{pairs.unjudged[1:]}.")
    judged_by = f"judged two-sided by the advised test ({listing(pairs.tests) or 'none applies'})."
    adjusted = (
        f"{pairs.sentence} Looking at further measures makes more comparisons, which are not counted here."
    )
    st.caption(
        plain(
            f"Each cell is row minus column{pairs.in_measure(evidence)}, {judged_by} {adjusted * pairs.any_judged}"
        ),
        help=plain(pairs.term * pairs.any_judged) or None,
    )
    ranks = by_mean_ranks(evidence, pairs)
    if ranks is not None:
        st.caption(plain(other_family(pairs, ranks).sentence(alpha())))
    choose_adjustment(pairs)
    with tables.behind_numbers("pairs", "all_pairs") as opened:
        if opened:
            told = difference_scale(judged, "first", "second").columns("difference", "low", "high")
            tables.rows(pairs_table(pairs, alpha()).frame, "pairs_table", "all_pairs", told=told)
    where = "many-datasets" if evidence.over_datasets else "many-learners"
    st.page_link(f"pages/{where}.py", label="All learners at once", icon=":material/groups:")


def choose_test(
    advice: Advice, keys: list[str], question: PairQuestion, evidence: Evidence, refused: Collection[str]
) -> str:
    """Let the visitor look at another test than the advised one; it is remembered and said.

    Parameters
    ----------
    advice : Advice
    keys : list of str
        Of the tests to choose from.
    question : PairQuestion
    evidence : Evidence
    refused : collection of str
        Keys of the tests that cannot be made on these scores.
    """
    measure = evidence.scores.measure
    subject = measure, question.first, question.second
    chosen = pair.choose_test(keys, advice, state.TEST, subject, refused=refused)
    comparison = f"{evidence.id} {measure} {question.first} {question.second}"
    others = stability.remembered(comparison, advice.advised, chosen)
    verdict_card.why_this_test(advice, chosen, refused=refused)
    if others:
        titles = listing(TESTS[key].title for key in others)
        st.caption(f":material/history: {plain(f'Looked at besides the advised test: {titles}.')}")
    return chosen


def stage(
    evidence: Evidence,
    question: PairQuestion,
    advice: Advice,
    verdicts: Mapping[str, Verdict],
    *,
    key: str,
    places: Places,
    pairs: AllPairs | None,
    trained_here: bool,
) -> Hero:
    """The verdict and its pictures; gives what has to follow the sliders."""
    told_here, drawn_here, beside_the_curve, chosen_here, doubted_here = places
    verdict = verdicts[key]
    with chosen_here:
        pair.say_side(question, key, evidence.scores)
        if trained_here:
            yours.lead(key, evidence.scores.measure)
    adjusted = None if pairs is None else pairs.adjusted_of(question.first, question.second)
    hero = Hero(verdict, question.alpha, adjusted=adjusted)
    with told_here:
        hero.words_by(advice)
        verdict_card.whom(verdict, question.alpha, adjusted)
        if pairs is not None:
            said_among(evidence, pairs, question.first, question.second, verdict.alternative)
        verdict_card.beside_the_words(verdict, evidence, question.first, question.second)
        st.markdown("**If only luck were at work**")
        drawn = hero.null()
    with drawn_here:
        scores = told_scores(verdict, evidence)
        rope = (
            question.rope if scores is evidence.scores else None
        )  # which is typed in the unit of the measure
        hero.differences(scores, question.first, question.second, rope)
    with beside_the_curve:
        hero.once_more()
        st.caption(plain(below_the_null(verdict, question.alpha, drawn)))
    with doubted_here:
        verdict_card.doubts(verdict, question.alpha)
    if question.rope is not None and "rope" in question.options(key):
        hero.judged_by_rope(
            lambda rope: replace(question, rope=rope).verdict(evidence, key, advice), question.rope
        )
    return hero


def below_the_null(verdict: Verdict, alpha: float, drawing: Drawing) -> str:
    """What is drawn of a null distribution, and nothing that is not."""
    discrete, values = verdict.null.discrete, verdict.critical_values(alpha)
    drawn, share = (
        ("The bars are", "probability α at most") if discrete else ("The curve is", "probability α")
    )
    if verdict.p_value is None:
        found = "the one found is undefined, so it is not marked, and nothing is shaded"
    elif drawing.frame["as_extreme"].any():
        found = (
            "the shaded part, values as extreme as the one found, is the p-value"
            if shows_p(drawing)
            else "values as extreme as the one found, which are the p-value, are too rare to be seen"
        )
    else:
        found = "values as extreme as the one found, which are the p-value, lie beyond the picture"
    # few counts have no critical value at all, and of few degrees of freedom those of a small α lie far out
    seen = not discrete and all(abs(value) <= verdict.null.window()[1] for value in values)
    each = "" if seen else ", if there is one,"
    both = ", both sides taken together" if len(values) == 2 else ""
    rejects = "" if verdict.p_value is None else ", so a statistic that lies there rejects H0"
    return (
        f"{drawn} what the statistic would do if only luck were at work; {found}. A dashed line{each} is a critical "
        f"value: luck alone would take the statistic that far out, or farther, with {share}{both}{rejects}."
    )


def without_verdict(
    evidence: Evidence,
    question: PairQuestion,
    advice: Advice,
    verdicts: Mapping[str, Verdict],
    *,
    key: str,
    refusal: InputError,
    places: Places,
) -> None:
    """Why the advised test gives no verdict; what others say stands there for whoever asks."""
    first, second = question.first, question.second
    with places[0]:
        no_verdict(without_arguments(refusal), advice.named(key, "is refused"))
        verdict_card.beside_guessing(evidence, first, second)
    seen_and_tested(evidence, question, advice, verdicts, drawn_here=places[1])
    text_of_refusal(
        report_without_verdict(
            evidence,
            first,
            second,
            refusal,
            key,
            alternative=question.judged_side(key, lower_is_better=evidence.scores.lower_is_better),
            alpha=question.alpha,
        )
    )


def without_advised(
    results: Results,
    question: PairQuestion,
    advice: Advice,
    verdicts: Mapping[str, Verdict],
    *,
    places: Places,
    pairs: AllPairs | None,
) -> None:
    """Why no test is advised, where that can be changed, and what was seen; a verdict of none stands above others."""
    evidence, first, second = results.evidence, question.first, question.second
    found = without_advice(advice, verdicts.values(), evidence.scores.measure)
    with places[0]:
        show_words(found)
        if current.job_of(results) is None:
            verdict_card.lead_to_data(advice)
        verdict_card.beside_guessing(evidence, first, second)
    among = "" if pairs is None else pairs.sentence_of(first, second)
    seen_and_tested(evidence, question, advice, verdicts, drawn_here=places[1], among=among)
    text_of_refusal(report_without_advice(evidence, first, second, found))


def seen_and_tested(
    evidence: Evidence,
    question: PairQuestion,
    advice: Advice,
    verdicts: Mapping[str, Verdict],
    *,
    drawn_here: DeltaGenerator,
    among: str = "",
) -> None:
    """Where there is no verdict the differences, and for whoever asks what tests say that are not advised.

    Parameters
    ----------
    evidence : Evidence
    question : PairQuestion
    advice : Advice
    verdicts : mapping of test key to Verdict
    drawn_here : DeltaGenerator
    among : str, optional
        What p of these two is beside those of other pairs.
    """
    first, second = question.first, question.second
    drawing = difference_plot(evidence.scores, first, second, rope=question.region, dark=elements.is_dark())
    if not drawing.frame.empty:
        with drawn_here:
            charts.figure(drawing, DIFFERENCES, evidence.scores.by_dataset.named("differences"))
    if verdicts:
        title = "All tests, of which none is advised" if advice.advised is None else "What other tests say"
        with st.expander(title, icon=":material/rule:"):
            if among:
                st.caption(plain(among))
            if advice.advised is None:
                unadvised(evidence, question, advice, verdicts)
            else:
                side_by_side.show(evidence, verdicts, advice, question)
    live.show(
        elements.alpha_told(question.alpha) | {state.FIRST: first, state.SECOND: second},
        subject=f"{first} and {second}",
    )


def unadvised(
    evidence: Evidence, question: PairQuestion, advice: Advice, verdicts: Mapping[str, Verdict]
) -> None:
    """What the tests say, none of which is advised, and of one that is chosen its numbers and what it supposes."""
    tests, formula, assumptions = elements.tabs(TABS[:3], "unadvised")
    if tests.open:
        with tests:
            side_by_side.show(evidence, verdicts, advice, question)
    for tab, show in ((formula, verdict_card.formula), (assumptions, partial(supposed, evidence, question))):
        if tab.open:
            with tab:
                subject = evidence.scores.measure, question.first, question.second
                key = pair.choose_test(verdicts, advice, state.TEST, subject)
                verdict_card.why_this_test(advice, key)
                show(verdicts[key])


def supposed(evidence: Evidence, question: PairQuestion, verdict: Verdict) -> None:
    """The assumptions of a test, with the picture by which that of normal differences is judged."""
    verdict_card.checks(verdict, question.alpha)
    if any(check.code == "normal" for check in verdict.checks):
        stability.normal_picture(evidence, question)


def text_of_refusal(text: str) -> None:
    """What a report says where there is no verdict."""
    with st.expander("Text for a report", icon=":material/article:"):
        st.code(text, language=None, wrap_lines=True)


def details(
    results: Results,
    verdicts: Mapping[str, Verdict],
    advice: Advice,
    question: PairQuestion,
    *,
    key: str,
    hero: Hero,
    pairs: AllPairs | None,
) -> None:
    """Everything that a reviewer asks next, one tab each."""
    verdict, evidence = verdicts[key], results.evidence
    tests, formula, assumptions, matter, firm, copy = elements.tabs(TABS, "details")
    if tests.open:
        with tests:
            side_by_side.show(evidence, verdicts, advice, question)
    if formula.open:
        with formula:
            verdict_card.formula(verdict)
    if assumptions.open:
        with assumptions:
            supposed(evidence, question, verdict)
    if matter.open:
        with matter:
            practical_difference.show(evidence, verdicts, advice, question, hero=hero)
    if firm.open:
        with firm:
            stability.over_levels(verdicts, key, question.alpha, evidence.scores.measure)
            stability.with_more_instances(verdict, question)
            stability.without_a_fold(evidence, question, advice)
            if "corrected_t" in verdicts:
                stability.correlation_supposed(verdicts["corrected_t"], question)
            repeats.show(current.job_of(results), results, question)
            learning.show(current.job_of(results), results, question)
            stability.over_seeds(current.job_of(results), results, verdict, question)
            if "5x2_t" in verdicts:
                stability.numerators(verdicts["5x2_t"], question)
            if "exact_5x2_f" in verdicts:
                stability.correlations(verdicts["exact_5x2_f"], question)
    if copy.open:
        with copy:
            st.caption("The copy button is at the right end of the box.")
            adjusted = None if pairs is None else pairs.adjusted_of(question.first, question.second)
            told_of = report(verdict, question.alpha, adjusted)
            if pairs is not None:
                among = pairs.sentence_of(question.first, question.second, verdict.alternative)
                told_of = f"{told_of} {among}".rstrip()
            st.code(told_of, language=None, wrap_lines=True)
            st.page_link("pages/report.py", label="The whole report", icon=":material/article:")


def every_pair(evidence: Evidence, pairs: AllPairs, first: str, second: str) -> None:
    """All pairs of more than two learners, the one that is looked at, and the family of their hypotheses."""
    if not any(found.verdict for found in pairs.pairs):
        return
    st.header("All pairs")
    drawing = overview(evidence, pairs)
    left, right = st.container(), st.container()
    roomy = room.has(round(drawing.least_width / SHARE), "matrix")
    if roomy and drawing.least_width <= WIDEST_BESIDE:
        left, right = st.columns([6, 4], gap="medium")
    with left:
        charts.matrix(drawing, MATRIX, "all_pairs", lambda: pick(pairs.learners))
    with right:
        about_picked(evidence, pairs, first, second)
        about_family(evidence, pairs)


def follow(hero: Hero, evidence: Evidence, question: PairQuestion) -> None:
    """Call last: as widgets are drawn Streamlit writes the address, without what follows by itself."""
    first, second = question.first, question.second
    hero.follow({state.FIRST: first, state.SECOND: second}, subject=f"{first} and {second}")
    if question.rope is not None:
        hero.follow_rope(pair.rope_slider(evidence))


@st.fragment
def judge(results: Results) -> None:
    """All of the comparison; a fragment, since nothing in it trains a learner."""
    left, right = st.columns([6, 3])
    below = st.container()
    with right:
        results = current.complete(current.measured(results, below))
    with left:
        first, second = pair.pickers(results.evidence)
    state.keep(state.ABOUT, "pair")
    evidence = results.evidence
    pairs = among_all_pairs(evidence)
    hero: Hero | None = None
    try:
        if told_so := one_and_the_same(results.trained, (first, second)):
            raise NotApplicable(told_so, hint="Compare one of them with another learner.")
        advice = applicable_tests(evidence, first, second)
        if not advice.applicable:
            verdict_card.beside_guessing(results, first, second)
            side_by_side.none_applies(advice, evidence)
            if current.job_of(results) is None:
                verdict_card.lead_to_data(advice)
            return
        left, right = st.columns(2, gap="large")
        with left:
            told_here, chosen_here = st.container(), st.container()
        with right:
            drawn_here = st.container(key="below_what_moves")
            question = pair.ask(evidence, first, second, advice)
            beside_the_curve, doubted_here = st.container(), st.container()
        verdicts, refused = pair.verdicts(evidence, question, advice)
        places = told_here, drawn_here, beside_the_curve, chosen_here, doubted_here
        if advice.advised is not None:
            keys = [*(key for key in refused if key == advice.advised), *verdicts]
            with chosen_here:
                key = choose_test(advice, keys, question, evidence, refused)
        if advice.advised is None:
            without_advised(results, question, advice, verdicts, places=places, pairs=pairs)
        elif key not in verdicts:
            refusal = refused[key]
            without_verdict(evidence, question, advice, verdicts, key=key, refusal=refusal, places=places)
        else:
            hero = stage(
                evidence,
                question,
                advice,
                verdicts,
                key=key,
                places=places,
                pairs=pairs,
                trained_here=current.job_of(results) is not None,
            )
            details(results, verdicts, advice, question, key=key, hero=hero, pairs=pairs)
        side_by_side.reasons(advice, refused, verdicts)
    except InputError as error:
        elements.refuse(error)
        text_of_refusal(report_without_verdict(evidence, first, second, error))
    if pairs is not None:
        every_pair(evidence, pairs, first, second)
    if hero is not None:
        follow(hero, evidence, question)


st.title("Two learners")
found = current.results("how two learners compare")
if len(found.learners) < 2:
    st.info("Here two learners are compared; these results are of one.", icon=":material/person:")
    with st.container(horizontal=True):
        st.page_link("pages/one-learner.py", label="Judge one learner", icon=":material/person:")
        current.lead_to_another_learner(found)
    page.end()
judge(found)
