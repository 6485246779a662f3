"""Which runs of the script a page waits for, from what goes over its socket."""

from collections import defaultdict

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.runs import Runs


class Wire:
    """Stands in for a page and its socket."""

    def __init__(self):
        self.heard = defaultdict(list)
        self.runs = Runs(self)
        self.happens("websocket", self)

    def on(self, event, handler):
        self.heard[event].append(handler)

    def happens(self, event, what):
        for handler in self.heard[event]:
            handler(what)

    def ask(self, fragment="", tick=False):
        message = BackMsg()
        message.rerun_script.fragment_id = fragment
        message.rerun_script.is_auto_rerun = tick
        self.happens("framesent", message.SerializeToString())

    def begin(self, *fragments):
        message = ForwardMsg()
        message.new_session.SetInParent()
        message.metadata.run.fragment_ids.extend(fragments)
        self.happens("framereceived", message.SerializeToString())

    def end(self, how=ForwardMsg.FINISHED_SUCCESSFULLY):
        message = ForwardMsg(script_finished=how)
        self.happens("framereceived", message.SerializeToString())


@pytest.fixture
def wire():
    return Wire()


def test_nothing_is_answered_before_the_server_begins(wire):
    wire.ask()
    wire.end()  # of a run that had begun before
    assert wire.runs.awaited
    wire.begin()
    assert wire.runs.awaited
    wire.end()
    assert not wire.runs.awaited


def test_a_tick_is_neither_waited_for_nor_an_answer(wire):
    wire.ask("clock", tick=True)
    assert not wire.runs.asked
    wire.ask()
    wire.begin("clock")
    wire.end(ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
    assert wire.runs.awaited


def test_a_run_that_makes_way_for_another_is_no_answer(wire):
    wire.ask()
    wire.begin()
    wire.end(ForwardMsg.FINISHED_EARLY_FOR_RERUN)
    assert wire.runs.awaited
    wire.begin()
    wire.end()
    assert not wire.runs.awaited


@pytest.mark.parametrize(("run", "answers"), [(("mine",), True), (("other",), False), ((), True)])
def test_a_fragment_is_answered_by_itself_or_by_the_whole_page(wire, run, answers):
    wire.ask("mine")
    wire.begin(*run)
    wire.end()
    assert (not wire.runs.awaited) is answers


def test_the_files_that_a_run_finds_are_named(wire):
    message = BackMsg()
    message.rerun_script.widget_states.widgets.add().file_uploader_state_value.uploaded_file_info.add(
        name="a.csv"
    )
    wire.happens("framesent", message.SerializeToString())
    assert wire.runs.asked[0].files == ("a.csv",)
