"""Many people at once: how long θ on Measures takes to be answered, for one person and for thirty, while jobs run.

People are raw sessions of Streamlit's protocol, which cost next to nothing beside the server; each moves the slider,
looks at the answer for a while, and moves it again.
"""

import asyncio
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

import core
from core.experiment import make_plan, submit_experiment
from core.jobs import cancel, opened
from tests.browser.conftest import Server, finished_run

PEOPLE, JOBS = 30, 2
LOOKS, LOOK_SECONDS = 12, 3.0
"""How often each person moves the slider, and how long an answer is looked at in the mean."""
WORKSPACE = "0123456789abcdef" * 2
LABEL = "θ"


@dataclass
class Person:
    """One session, which knows the slider once the page was drawn."""

    socket: websockets.ClientConnection
    address: str
    page: str = ""
    slider: str = ""
    fragment: str = ""
    seconds: list[float] = field(default_factory=list)
    received: list[int] = field(default_factory=list)

    async def arrive(self) -> None:
        """Open the page and wait until it was drawn."""
        await self._send(BackMsg(), "")
        await self._answer()
        if not self.slider:
            raise RuntimeError("there is no slider for θ on this page")

    async def move(self, to: float) -> None:
        """Move the slider and wait for the answer."""
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = self.slider
        state.double_array_value.data.append(to)
        begin = time.perf_counter()
        await self._send(message, self.fragment)
        self.received.append(await self._answer())
        self.seconds.append(time.perf_counter() - begin)

    async def _send(self, message: BackMsg, fragment: str) -> None:
        script = message.rerun_script
        script.query_string, script.page_name = self.address, "measures"
        script.page_script_hash, script.fragment_id = self.page, fragment
        await self.socket.send(message.SerializeToString())

    async def _answer(self) -> int:
        """Read until the script is over, and count the bytes."""
        size = 0
        while True:
            content = await self.socket.recv()
            size += len(content)
            message = ForwardMsg.FromString(content)
            kind = message.WhichOneof("type")
            if kind == "new_session":
                self.page = message.new_session.page_script_hash
            elif kind == "delta" and message.delta.new_element.WhichOneof("type") == "slider":
                self._look_at(message)
            elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                return size

    def _look_at(self, message: ForwardMsg) -> None:
        slider = message.delta.new_element.slider
        if LABEL in slider.label:
            self.slider, self.fragment = slider.id, message.delta.fragment_id


async def crowd(server: Server, address: str, people: int) -> tuple[list[float], list[int]]:
    """Seconds until an answer, and its bytes, of all moves of so many people."""
    url = server.url.replace("http", "ws") + "/_stcore/stream"
    sockets = [
        await websockets.connect(url, subprotocols=["streamlit"], max_size=None) for _ in range(people)
    ]
    everybody = [Person(socket, address) for socket in sockets]
    for person in everybody:
        await person.arrive()

    async def stay(number: int, person: Person) -> None:
        rng = random.Random(number)
        for _ in range(LOOKS if people > 1 else 5 * LOOKS):
            await asyncio.sleep(rng.expovariate(1 / LOOK_SECONDS) if people > 1 else 0.3)
            await person.move(rng.randrange(1, 100) / 100)

    await asyncio.gather(*(stay(number, person) for number, person in enumerate(everybody)))
    for socket in sockets:
        await socket.close()
    return [s for person in everybody for s in person.seconds], [
        n for person in everybody for n in person.received
    ]


def start_jobs(server: Server) -> None:
    """Queue runs that outlast the measurement."""
    for seed in range(JOBS):
        design = core.make_design("repeated_k_fold", k=10, r=50)
        plan = make_plan(core.load_sample("breast_cancer"), ["random_forest", "mlp"], design, seed=seed)
        with opened(str(server.data)) as store:
            submit_experiment(store, plan, WORKSPACE)
    time.sleep(15)


def end_jobs(server: Server) -> None:
    """Cancel them: they would go on without the server."""
    with opened(str(server.data)) as store:
        for job in store.open_jobs():
            cancel(store, job)


def report(title: str, seconds: list[float], sizes: list[int]) -> float:
    """Print median and 95 %, and give the latter."""
    p95 = statistics.quantiles(seconds, n=20)[-1]
    middle = statistics.median(seconds)
    print(
        f"{title}: median {1000 * middle:.0f} ms, 95 % within {1000 * p95:.0f} ms, "
        f"{statistics.median(sizes) / 1000:.1f} kB an answer",
        flush=True,
    )
    return p95


def main() -> None:
    """Print how long an answer takes alone and among thirty, without jobs and with two."""
    server = Server(Path(tempfile.mkdtemp())).start()
    try:
        address = finished_run(server, WORKSPACE, "breast_cancer", ["logistic_regression", "lda"])
        asyncio.run(crowd(server, address, 2))
        for with_jobs in (False, True):
            if with_jobs:
                start_jobs(server)
            words = f"with {JOBS} jobs" if with_jobs else "without jobs"
            alone = report(f"one person, {words}", *asyncio.run(crowd(server, address, 1)))
            many = report(f"{PEOPLE} people, {words}", *asyncio.run(crowd(server, address, PEOPLE)))
            print(f"ratio of the 95 %, {words}: {many / alone:.2f}", flush=True)
    finally:
        end_jobs(server)
        server.stop()


if __name__ == "__main__":
    main()
