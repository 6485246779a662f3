"""Which runs of the script a page has asked its server for, and which of them are over.

Between a click and the server's first answer a page looks as idle as before, however long a busy machine takes over
it; only what the page has sent tells that something is still to come.
"""

from dataclasses import dataclass

from playwright.sync_api import Page, WebSocket
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg


@dataclass(frozen=True)
class Request:
    """One run that a page asked for.

    Attributes
    ----------
    number : int
    fragment : str
        Id of the only fragment that is to run; empty for the whole page.
    files : tuple of str
        Names of the uploaded files that the run will find.
    """

    number: int
    fragment: str
    files: tuple[str, ...]


def _files(state: ClientState) -> tuple[str, ...]:
    widgets = state.widget_states.widgets
    return tuple(
        file.name for widget in widgets for file in widget.file_uploader_state_value.uploaded_file_info
    )


class Runs:
    """What one page has asked for so far, but for the ticks of its clocks.

    Attributes
    ----------
    asked : list of Request
    awaited : list of Request
        Those whose answer is not complete.
    """

    def __init__(self, page: Page) -> None:
        self.asked: list[Request] = []
        self.awaited: list[Request] = []
        self._begun: list[Request] = []
        page.on("websocket", self._on_socket)

    def _on_socket(self, socket: WebSocket) -> None:
        self.awaited, self._begun = [], []
        socket.on("framesent", self._on_sent)
        socket.on("framereceived", self._on_received)

    def _on_sent(self, payload: str | bytes) -> None:
        message = BackMsg.FromString(payload)
        state = message.rerun_script
        if message.WhichOneof("type") == "rerun_script" and not state.is_auto_rerun:
            self.asked.append(Request(len(self.asked), state.fragment_id, _files(state)))
            self.awaited.append(self.asked[-1])

    def _on_received(self, payload: str | bytes) -> None:
        message = ForwardMsg.FromString(payload)
        kind, fragments = message.WhichOneof("type"), message.metadata.run.fragment_ids
        if kind == "new_session":
            self._begun = [one for one in self.awaited if not fragments or one.fragment in fragments]
        elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self.awaited = [one for one in self.awaited if one not in self._begun]
