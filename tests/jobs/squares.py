"""A kind of jobs that no room knows, and a worker that does it.

The worker imports the room of jobs only: all rooms together would take it two seconds more, each time.
"""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import InputError
from core.jobs import Kind, Unit, run_units

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Squares:
    """Squares its argument and adds seeded noise."""

    scale: float = 1.0
    pause: float = 0.0

    def run(self, unit):
        time.sleep(self.pause)
        return unit.arguments**2 * self.scale + np.random.default_rng(unit.seed).normal()

    def encode(self, outcome):
        return np.float64(outcome).tobytes()

    def decode(self, unit, content):
        return float(np.frombuffer(content)[0])


class Places(Squares):
    """Says which process did it."""

    def run(self, unit):
        super().run(unit)
        return os.getpid()


def do_squares(store, job, *, scheduler, progress):
    asked = json.loads(job.spec)
    if asked["n"] < 0:
        raise InputError("must be 0 or more.", "n")
    units = [Unit(i, seed=i, address=f"{i:064x}") for i in range(asked["n"])]
    squares = run_units(
        Squares(pause=asked["pause"]), units, scheduler=scheduler, store=store, progress=progress
    )
    store.keep(job.workspace, "squares", job.id, json.dumps(squares).encode())


SQUARES = Kind("squares", "squares", "Finished squares are kept.", do_squares)

WORKER = """
import sys
from core.jobs import opened, register, work
from tests.jobs.squares import SQUARES
register(SQUARES)
with opened(sys.argv[1]) as store:
    work(store, sys.argv[2])
"""


def queue(store, n=5, pause=0.0, kind=SQUARES.name):
    spec = json.dumps({"n": n, "pause": pause})
    return store.add_job(
        workspace="w", kind=kind, title="some squares", spec=spec, fingerprint="", total=max(n, 0)
    )
