"""Two learners and what is supposed about them: pickers, what-if inputs, and the verdicts that follow."""

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.errors import InputError
from core.inference import TESTS, Advice, Alternative, Evidence, Verdict
from core.inference.comparing.pair_question import RATE_ROPE, PairQuestion
from core.inference.declaration.assumptions import far_apart
from core.measures import has_rates, title_of, told_in_percent
from core.records import FoldScores
from core.written import decimal, power_of_ten
from pages.ui.display import elements
from pages.ui.display.text import named, plain
from pages.ui.session import cache, links, state

CLAIMS: dict[Alternative, str] = {"two-sided": "A ≠ B", "less": "A < B", "greater": "A > B"}
RATE_CLAIMS: dict[Alternative, str] = {"two-sided": "rate ≠ p0", "less": "rate < p0", "greater": "rate > p0"}
SEEN_OF_A_NAME = 20
"""Characters in the narrower of the boxes, beside each other on a small laptop."""
SEEN_OF_NAMES = 60
"""Characters in all boxes beside each other, together, on a laptop."""
SHORT_NAME = 15
"""Characters in each of two boxes beside each other on a phone."""
SMALLEST_ROPE = 1e-9
"""What is proposed where all scores are zero, or are no losses and the same."""
IN_FULL = (1e-5, 1e7)
"""From the least to the most that is proposed in digits alone: ten times as much is read on a phone, too."""
FIRST_TWO = (
    "Of more than two learners the first two of the results are proposed, in the order of their table or run, and not "
    "the two best: p of a pair counts for itself only where it was chosen before looking."
)
Claim = TypeVar("Claim", bound=str)
NO_REGION = "No one size of a difference does not matter on all of these data sets: their units differ."
DRAWN_ONLY = "It is only drawn here: no test of equivalence fits this design and measure."
BELIEVED_OVER_DATASETS = "bayesian_signed_rank"
DRAWN_HERE = "It is only drawn here: on Many data sets the Bayesian signed-rank test goes by it."


def recall() -> None:
    """Bring the two learners over from another page, before anything asks who they are."""
    state.carry(state.FIRST)
    state.carry(state.SECOND)


def boxes(learners: Sequence[str], widths: Sequence[float] = (1, 1), named: int = 2) -> list[DeltaGenerator]:
    """Places for boxes beside each other, on a phone too where all names are short; where one would be cut, those with
    names have rows of their own.

    Parameters
    ----------
    learners : sequence of str
        Who can be chosen.
    widths : sequence of float
        Of the boxes, one beside the other.
    named : int
        How many of them, the first ones, hold learners.
    """
    longest = max(map(len, learners), default=0)
    told_apart = len({name[:SEEN_OF_A_NAME] for name in learners}) == len(learners)
    if told_apart and longest <= SEEN_OF_NAMES * min(widths[:named]) / sum(widths):
        short = longest <= SHORT_NAME
        return (st.container(key=f"short_names_{named}") if short else st).columns(widths)
    alone, others = [st.container() for _ in range(named)], widths[named:]
    return [*alone, *(st.columns(others) if others else [])]


def pickers(evidence: Evidence) -> tuple[str, str]:
    """Let the visitor choose two learners."""
    recall()
    learners = evidence.learners
    left, right = boxes(learners)
    first = pick(left, state.FIRST, "Learner A", learners, evidence)
    others = [name for name in learners if name != first]
    second = pick(right, state.SECOND, "Learner B", others, evidence)
    state.keep(state.FIRST, first)
    state.keep(state.SECOND, second)
    return first, second


def pick(column: DeltaGenerator, key: str, title: str, learners: Sequence[str], evidence: Evidence) -> str:
    """Let the visitor choose one of these learners; the first that failed on no fold is proposed."""
    failed = {failure.learner for failure in evidence.failures}
    start = next((place for place, name in enumerate(learners) if name not in failed), 0)
    state.keep_valid(key, learners, start)
    title = links.titled(key, title, words=learners)
    order = FIRST_TWO if key == state.FIRST and len(learners) > 2 else None
    return column.selectbox(title, learners, start, key=key, bind="query-params", help=order)


def _side(label: str) -> str:
    """What a claim says, whatever it calls the quantity: ``worse`` of ``worse: rate > p0``, ``> p0`` of ``p > p0``."""
    name, colon, _ = label.partition(":")
    return name if colon else re.sub(r"^\w+ (?=[<>≠] p0$)", "", label)


def claim(claims: dict[Claim, str], key: str, default: Claim, hint: str | None = None) -> Claim:
    """Let the visitor say what is to be supported, bound to the address; a link may call the rate what it will."""
    given = st.query_params.get(key, "")
    if given not in claims.values():
        meant = [option for option, label in claims.items() if _side(label) == _side(given)]
        if meant and key not in st.session_state:
            links.means(key, claims[meant[0]])
            st.rerun()  # a widget is bound to the address as the page was asked for
    return st.segmented_control(
        links.titled(key, "Claim to support (H1)", words=claims),
        list(claims),
        default=default,
        required=True,
        format_func=claims.__getitem__,
        key=key,
        bind="query-params",
        wrap=True,
        help=hint,
    )


def choose_test(
    keys: Iterable[str],
    advice: Advice,
    key: str,
    subject: Hashable = None,
    *,
    refused: Collection[str] = (),
    beside_words: bool = False,
) -> str:
    """Let the visitor look at another test than the advised one; another subject starts with the advised one again.

    Whoever looks at the advised test sees the one that is advised next, when what is judged has changed.

    Parameters
    ----------
    keys : iterable of str
        Of the tests to choose from.
    advice : Advice
    key : str
        Of the widget.
    subject : hashable
        What is judged.
    refused : collection of str
        Keys of the tests that cannot be made on these scores.
    beside_words : bool
        Whether the verdict in words, which names the test, stands right above: then the box needs no name that is seen.
    """
    known = list(keys)
    former = state.replaced(f"{key}_advised", known[0])
    if former in known and st.session_state.get(key) == former:
        st.session_state[key] = known[0]
    state.keep_valid(key, known)
    state.restart(key, subject, known[0])
    titles = {test: TESTS[test].title for test in known}
    if advice.advised in titles:
        worth = "refused" if advice.advised in refused else advice.worth(advice.advised)
        titles[advice.advised] += f" ({worth})"
    return st.selectbox(
        links.titled(key, "Test", words=titles),
        known,
        format_func=titles.__getitem__,
        key=key,
        bind="query-params",
        label_visibility="collapsed" if beside_words else "visible",
    )


def ask(evidence: Evidence, first: str, second: str, advice: Advice | None) -> PairQuestion:
    """Let the visitor move what can be moved without training; `advice` is None where the two cannot be judged."""
    alpha = elements.alpha_slider(bound=False)
    say_whose(evidence.scores, first, second)
    row = st.container(horizontal=True)
    with row.container(width="content"):
        alternative = ask_claim()
    with row.container():
        rope = rope_slider(evidence).ask() if has_region(evidence) else None
        if rope is None:
            st.caption(NO_REGION)
        elif advice is not None and not asks_for_region(advice):
            st.caption(DRAWN_HERE if BELIEVED_OVER_DATASETS in advice.believing else DRAWN_ONLY)
    if advice is not None and advice.advised is None:
        elements.say_rests("α and the claim")
    if advice is None or "exact_5x2_f" not in advice.applicable:
        return PairQuestion(first, second, alpha, alternative, rope)
    with st.expander("Suppose that the folds correlate: ρ1, ρ2", icon=":material/tune:"):
        rho1, rho2, assumed = _correlations(advice)
    return PairQuestion(first, second, alpha, alternative, rope, rho1, rho2, assumed)


def ask_briefly(evidence: Evidence, first: str, second: str) -> PairQuestion:
    """Let the visitor move α and the claim, which is the same wherever two are compared."""
    alpha = elements.alpha_slider(bound=False)
    say_whose(evidence.scores, first, second)
    return PairQuestion(first, second, alpha, ask_claim())


def say_whose(scores: FoldScores, first: str, second: str) -> None:
    """Whose scores the A and B of a claim are, and which are better: by another measure it may be the other side."""
    say_sides(title_of(scores), first, second, lower_is_better=scores.lower_is_better)


def say_sides(measure: str, first: str, second: str, *, lower_is_better: bool) -> None:
    """The same of a measure as sentences call it; two that are called A and B need no introduction."""
    if (first, second) != ("A", "B"):
        better = "lower" if lower_is_better else "higher"
        st.caption(plain(f"A: {measure} of {first}; B: of {second}; {better} is better."))


def ask_claim() -> Alternative:
    """Let the visitor say which of two is to be shown to have the lower score, or that they differ."""
    state.carry(state.ALTERNATIVE, CLAIMS)
    alternative = claim(
        CLAIMS,
        state.ALTERNATIVE,
        "two-sided",
        hint="About the score of A minus the score of B. Choose one side only if the other was ruled out "
        "before looking. F tests have no sign and stay two-sided.",
    )
    state.keep(state.ALTERNATIVE, alternative)
    return alternative


def say_side(question: PairQuestion, key: str, scores: FoldScores) -> None:
    """What becomes of a one-sided claim that the test cannot judge as such, or judges of another quantity."""
    side = question.side(key)
    judged = question.judged_side(key, lower_is_better=scores.lower_is_better)
    if question.alternative != side:
        st.caption(
            ":material/info: The statistic has no sign, so it is judged two-sided, whatever the claim."
        )
    elif judged != side:
        better = "higher" if scores.lower_is_better else "lower"
        told = f"What this test judges is better where it is {better}, so {CLAIMS[side]} is judged as {CLAIMS[judged]}."
        st.caption(f":material/info: {plain(told)}")


def _correlations(advice: Advice) -> tuple[float, float, bool]:
    """Let the visitor suppose how the folds correlate."""
    st.caption("The exact 5×2 F test is judged by them.")
    left, right = st.columns(2, gap="medium", vertical_alignment="bottom")
    rho1 = left.slider(
        links.titled(state.WITHIN, "ρ1 supposed within a replicate"),
        -0.5,
        0.95,
        PairQuestion.rho1,
        0.01,
        key=state.WITHIN,
        bind="query-params",
        help="Of the two folds of one replicate. One run cannot estimate it: a what-if.",
    )
    rho2 = right.slider(
        links.titled(state.BETWEEN, "ρ2 supposed between replicates"),
        -0.1,
        0.95,
        PairQuestion.rho2,
        0.01,
        key=state.BETWEEN,
        bind="query-params",
        help="Of folds of different replicates; less than ½(1 + ρ1) and more than −⅛(1 + ρ1). 1-NN learners "
        "measured ρ1 = .46, ρ2 = .37.",
    )
    if "balanced_5x2_f" not in advice.applicable:
        return rho1, rho2, False
    assumed = st.toggle(
        "Use them in the balanced F test too",
        key=state.ASSUMED,
        bind="query-params",
        help="Then (1 − ρ1)·F is compared with F with f = 10/(1 + ρ1² + 8ρ2²) and 5 degrees of freedom.",
    )
    return rho1, rho2, assumed


@dataclass(frozen=True)
class RopeSlider:
    """A slider for the differences that do not matter, from a tenth of what is proposed to ten times as much.

    Attributes
    ----------
    key : str
        Of the widget, and its name in the address.
    proposed : float
    points : bool
        Whether the measure is shown in per cent: then the slider speaks of percentage points.
    measure : str
        What the measure is called, in whose unit the slider speaks otherwise.
    exponent : int
        The power of ten that stands behind each position, where digits alone would be too many to be read.
    """

    key: str
    proposed: float = RATE_ROPE
    points: bool = True
    measure: str = ""
    exponent: int = 0

    @property
    def positions(self) -> list[float]:
        """All of them in the unit of the measure, ascending."""
        return [decimal(self.proposed * place / 10) for place in range(1, 101)]

    @property
    def shown(self) -> list[float]:
        """The same as the slider writes them."""
        unit = 1 / 100 if self.points else 10.0**self.exponent
        return [decimal(position / unit) for position in self.positions]

    def ask(self) -> float:
        """Let the visitor say which differences do not matter, in the unit of the measure."""
        shown = self.shown
        state.carry(self.key)
        chosen = st.slider(
            links.titled(
                self.key,
                named(f"Does not matter ({'points' if self.points else self.measure})"),
                "rope",
                limits=(shown[0], shown[-1]),
            ),
            shown[0],
            shown[-1],
            shown[9],
            shown[0],
            format=f"±%,.4g{power_of_ten(f'1e{self.exponent}')[1:] if self.exponent else ''}",
            key=self.key,
            bind="query-params",
            help="Region of practical equivalence (ROPE): differences up to this much, plus or minus, are as good as "
            f"none; in {'percentage points' if self.points else plain(self.measure)}.",
        )
        state.keep(self.key, chosen)
        return decimal(chosen / 100 if self.points else chosen * 10.0**self.exponent)


def asks_for_region(advice: Advice) -> bool:
    """Whether a test, or what may be believed, goes by the differences that do not matter."""
    return any("rope" in (need.name for need in TESTS[key].needs) for key in advice.applicable)


def has_region(evidence: Evidence) -> bool:
    """Whether differences that do not matter can be told by one number: data sets may have units of their own."""
    return not (evidence.over_datasets and far_apart(evidence.scores.by_dataset.wide.to_numpy()))


def rope_slider(evidence: Evidence) -> RopeSlider:
    """The slider that suits the measure."""
    scores = evidence.scores
    if has_rates(scores):
        points = told_in_percent(scores.measure)
        return RopeSlider(
            f"rope_{'points_' if points else ''}{scores.measure}", points=points, measure=title_of(scores)
        )
    values = scores.frame["score"]
    is_loss = scores.lower_is_better and values.min() >= 0
    # a spread of folds is that of their sizes too, so that a loss goes by its mean
    size = float(values.mean() / 100 if is_loss else values.std() / 10)
    # of single instances there is no R²
    text = f"{RATE_ROPE if isnan(size) else size or SMALLEST_ROPE:.0e}"
    proposed, in_full = float(text), IN_FULL[0] <= float(text) < IN_FULL[1]
    exponent = 0 if in_full else int(text.partition("e")[2])
    key = f"rope_{f'e{exponent}_' if exponent else ''}{scores.measure}"
    return RopeSlider(key, proposed, points=False, measure=title_of(scores), exponent=exponent)


def verdicts(
    evidence: Evidence, question: PairQuestion, advice: Advice
) -> tuple[dict[str, Verdict], dict[str, InputError]]:
    """Judge by every applicable test; those that cannot be done on these scores come with their reason.

    Nothing here depends on α, so that moving it computes no test again.
    """
    asked = tuple(
        (key, question.side(key), tuple(question.options(key).items())) for key in question.asked_of(advice)
    )
    key = (evidence.fingerprint, question.first, question.second, asked)
    return cache.kept("verdicts", key, lambda: question.verdicts(evidence, advice))
