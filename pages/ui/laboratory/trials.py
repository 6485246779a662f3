"""One experiment on the screen: its question, its controls, trials as they arrive, and what they show."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from typing import Any

import streamlit as st

from core.bibliography import works
from core.errors import InputError
from core.figures import Drawing
from core.simulation import LaboratoryEntry, Simulation
from core.written import counted
from pages.ui.display import charts, elements, live, page, tables
from pages.ui.display.text import plain
from pages.ui.laboratory import controls, counting, following, kept, yours
from pages.ui.session import links, state

BEAT = 0.7
"""Seconds between two beats."""

PATIENCE = 0.3
"""Seconds of trials at a time; what is left comes with the next beats."""

MORE, MOST = 1000, 10_000
FEW = 100
"""Trials below which a share is known too badly to conclude from it."""

LARGEST_SEED = 2**31

BESIDES = "besides"
"""The picture of what is measured in another unit: without it a lecture has one half of the answer."""

_MOST_ABOVE = 330
"""Letters of what the trials show that stand above the picture; the others below it."""
_MOST_ANSWER = 240
"""As many in the large letters of a lecture; what follows is smaller."""
_MOST_BESIDE = 450
"""As many as stand in a column half as wide as the picture, and on the screen of a lecture."""
_END_OF_SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z0-9])")


def show(entry: LaboratoryEntry) -> None:
    """The experiment, with trials arriving while it runs or is behind what is wanted."""
    st.header(plain(entry.question))
    with st.container(key="lab_settings"):
        settings = controls.settings(entry)
    _take(state.LAB_TRIALS, "Trials", 1, MOST, entry.first)
    _take(state.LAB_SEED, "Seed", 0, LARGEST_SEED, 0)
    _buttons(entry, settings)
    with _waiting(entry):
        found = _drawn(entry, settings)
        if found is None:
            if not page.presents():
                _source(entry)
            return
        beating = _moves(found, settings)
        st.fragment(_results, run_every=BEAT if beating else None)(entry, settings, beating)
    if entry.trains:
        counting.others(counting.under_way(entry, settings, _seed(), _wanted()))


@contextmanager
def _waiting(entry: LaboratoryEntry) -> Iterator[None]:
    """Say what is waited for: of training at once, since its first trials keep a spinner from coming for seconds."""
    if not entry.trains:
        with st.spinner("Trials are on their way …"):
            yield
        return
    place = st.empty()
    place.caption("Learners are being trained for the first trials …")
    try:
        yield
    finally:
        place.empty()


def _drawn(entry: LaboratoryEntry, settings: dict[str, Any]) -> Simulation | None:
    """The trials that there are by now; None where the data or the learners refuse, which is then said."""
    try:
        return kept.simulation(entry.key, settings, _seed(), _wanted(), PATIENCE)
    except InputError as error:
        _run(False)
        elements.refuse(InputError(error.what, controls.title_of(entry, error.where), error.hint))
        return None


def _take(key: str, title: str, low: int, high: int, start: int) -> None:
    """A whole number of the address, or what there is instead, which then stands there.

    Parameters
    ----------
    key, title : str
        As for `links.titled`.
    low, high : int
        What there can be.
    start : int
        Where the address gives no such number.
    """
    links.titled(key, f"{title} ({low:,} to {high:,})")
    if key in st.session_state:
        return
    given = live.told(key, low, high)
    st.session_state[key] = start if given is None else int(given)
    if key in st.query_params:
        st.query_params[key] = str(st.session_state[key])


def _wanted() -> int:
    return int(st.session_state[state.LAB_TRIALS])


def _seed() -> int:
    return int(st.session_state[state.LAB_SEED])


def _runs() -> bool:
    return bool(st.session_state.get(state.LAB_RUNS))


def _moves(found: Simulation, settings: dict[str, Any]) -> bool:
    waits = counting.under_way(found.entry, settings, _seed(), _wanted()) is not None
    return _runs() or waits or found.trials < kept.page_trials(found, _wanted())


def _add(trials: int) -> None:
    st.session_state[state.LAB_TRIALS] = min(_wanted() + trials, MOST)


def _run(wanted: bool) -> None:
    st.session_state[state.LAB_RUNS] = wanted


def _start_over(first: int, seed: int) -> None:
    _run(False)
    st.session_state[state.LAB_TRIALS], st.session_state[state.LAB_SEED] = first, seed


def _buttons(entry: LaboratoryEntry, settings: dict[str, Any]) -> None:
    busy = counting.under_way(entry, settings, _seed(), _wanted()) is not None
    with st.container(horizontal=True, vertical_alignment="center", key="lab_buttons"):
        if not entry.trains:
            _run_button()
        st.button(
            f"Step ({entry.beat})",
            icon=":material/skip_next:",
            key="lab_step",
            on_click=_add,
            args=(entry.beat,),
            disabled=busy or _wanted() >= MOST,
        )
        for more in (FEW, MORE) if entry.trains else (MORE,):
            _more_button(entry, settings, more, busy)
        st.button(
            "Start over",
            key="lab_over",
            on_click=_start_over,
            args=(entry.first, _seed()),
            type="tertiary",
            disabled=busy,
        )
        st.button(
            "Other luck",
            icon=":material/casino:",
            key="lab_luck",
            on_click=_start_over,
            args=(entry.first, _seed() + 1),
            type="tertiary",
            disabled=busy,
        )


def _run_button() -> None:
    runs = _runs()
    st.button(
        "Pause" if runs else "Run",
        icon=":material/pause:" if runs else ":material/play_arrow:",
        type="primary",
        key="lab_run",
        on_click=_run,
        args=(not runs,),
        disabled=_wanted() >= MOST,
    )


def _more_button(entry: LaboratoryEntry, settings: dict[str, Any], more: int, busy: bool) -> None:
    st.button(
        f"{more:,} more trials",
        key=_key_of(more),
        on_click=_add_many,
        args=(entry, settings, more),
        disabled=busy or _wanted() >= MOST,
    )


def _key_of(more: int) -> str:
    return "lab_more" if more == MORE else f"lab_more_{more}"


def _add_many(entry: LaboratoryEntry, settings: dict[str, Any], more: int) -> None:
    _add(more)
    if entry.trains:
        counting.begin(entry, settings, _seed(), _wanted())


def _results(entry: LaboratoryEntry, settings: dict[str, Any], beating: bool) -> None:
    """What there is so far; called again at each beat."""
    if _runs() and st.session_state.get(state.LAB_SHOWN) == _wanted():
        _add(entry.beat)
    found = _drawn(entry, settings)
    if found is None:
        return
    st.session_state[state.LAB_SHOWN] = found.trials
    yours.remember(entry, settings, found)
    follows = following.follows(found)
    drawn, moved = following.steady(found) if follows else (found.drawing(elements.is_dark()), [])
    _tell(found, moved)
    if found.trials >= MOST:
        _run(False)
    if entry.trains:
        counting.show(found, settings, _wanted())
    _stand(found, drawn)
    _foresee(found, drawn, rests=not (beating or _runs()))
    if beating and not _moves(found, settings):
        st.rerun()


def _stand(found: Simulation, drawn: Drawing) -> None:
    """Words, pictures and numbers; `drawn` is the first picture."""
    entry, told = found.entry, following.told(found)
    first, *others = entry.pictures
    wanted = (BESIDES, "curves") if first == "dots" else (BESIDES,)  # few bars leave room for curves
    beside = [picture for picture in others if page.presents() and picture in wanted]
    pictures = [
        (drawn, following.PICTURE, entry.key),
        *(_picture(found, picture) for picture in beside),
    ]
    projected = elements.is_projected()
    most = _MOST_ANSWER if projected else _MOST_ABOVE
    answer, details = (told, "") if following.follows(found) else _parted(told, most)
    if projected and not beside:
        wide = 0.5 if len(told) <= _MOST_BESIDE else 1.0
        charts.staged(pictures, lambda: _words(found, answer, [first], details), wide)
    else:
        _words(found, answer, (first, *(beside if page.presents() else others)))
        charts.staged(pictures)
        _details(details)
    if not page.presents():
        for picture in others:
            charts.chart(*_picture(found, picture))
        tables.numbers(found.frame, "lab_numbers", entry.key)
        _source(entry)


def _tell(found: Simulation, moved: live.Moves) -> None:
    """The address, what buttons make of it, and what follows α; before pictures: who reloads keeps it."""
    entry, follows = found.entry, following.follows(found)
    over: dict[str, str | tuple[int, int]] = {state.LAB_TRIALS: str(entry.first)}
    adds = {"lab_step": entry.beat, **{_key_of(more): more for more in (FEW, MORE)}}
    live.show(
        {state.LAB_TRIALS: str(_wanted()), state.LAB_SEED: str(_seed())},
        {following.PICTURE: moved} if follows else {},
        {following.WORDS: following.texts(found)} if follows else {},
        following.scene(found),
        pressed={
            **{key: {state.LAB_TRIALS: (trials, MOST)} for key, trials in adds.items()},
            "lab_over": over,
            "lab_luck": over | {state.LAB_SEED: (1, LARGEST_SEED)},
        },
        subject=entry.title,
    )


def _foresee(found: Simulation, drawn: Drawing, *, rests: bool) -> None:
    """What becomes of the page while a slider is held: α may be followed where no trials arrive, all else dims."""
    for slider, position in controls.sliders(found.entry).items():
        if slider == state.ALPHA and following.follows(found) and rests:
            following.foresee(found, drawn)
        else:
            live.foresee(live.Ahead(slider, [position], {}, {}, following.scene(found)))


def _picture(found: Simulation, picture: str) -> tuple[Drawing, str, str]:
    """Another than the first of the experiment, its key and its name."""
    return found.drawing(elements.is_dark(), picture), f"lab_{picture}", f"{found.entry.key}_{picture}"


def _parted(words: str, most: int) -> tuple[str, str]:
    """The first sentences, which have no more letters than that if it is not one, and the others."""
    ends = [match.start() for match in _END_OF_SENTENCE.finditer(words)]
    if len(words) <= most or not ends:
        return words, ""
    end = max((end for end in ends if end <= most), default=ends[0])
    return words[:end], words[end:].strip()


def _details(words: str) -> None:
    """What follows the answer, which a lecture writes smaller (style.css)."""
    if words:
        with st.container(key="lab_details"):
            st.markdown(plain(words))


def _words(found: Simulation, answer: str, pictures: Sequence[str], details: str = "") -> None:
    with st.container(key="lab_words"):
        if following.follows(found):
            following.say(answer)
        else:
            st.markdown(plain(answer))
    _details(details)
    each = " at each setting" if len(found.rows) > 1 else ""
    few = ", still few: with more of them the numbers will move" if found.trials < FEW else ""
    deviation = "Behind ± stands one standard error" if "±" in found.words else ""
    told = "; ".join(filter(None, (deviation, found.about_bars(pictures))))
    about = f" {told[0].upper()}{told[1:]}." if told else ""
    st.html(
        f"<p class='fw-small'>{counted(found.trials, 'trials')}{each}{few}; seed {found.seed}.{about} "
        f"<button class='fw-link' data-copy-link>Copy link</button> {escape(yours.about_link(found.entry))}</p>"
    )


def _source(entry: LaboratoryEntry) -> None:
    st.caption(
        f"{plain(entry.summary)} Source: {plain(entry.citation)}.",
        help="  \n".join(plain(work.full) for work in works(entry.reference)),
    )
