"""The address of an outcome names what decides its last digits, the kernels of linear algebra among it."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from threadpoolctl import threadpool_info

import core
from core.experiment import make_plan, plan

ROOT = Path(__file__).parents[2]
ADDRESS = """
import core
from core.experiment import make_plan
from core.experiment.plan import computed_by
plan = make_plan(core.load_sample("iris"), ["lda"], "k_fold")
print(plan.units(addressed=True)[0].address, *computed_by())
"""


def told(**environment):
    answer = subprocess.run(
        [sys.executable, "-c", ADDRESS], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**os.environ, **environment},
    )  # fmt: skip
    address, *by = answer.stdout.split()
    return address, by


@pytest.fixture(scope="module")
def here():
    return make_plan(core.load_sample("iris"), ["lda"], "k_fold").units(addressed=True)[0].address


def test_every_process_of_one_machine_says_the_same(here):
    assert told() == (here, list(plan.computed_by()))
    assert np.__version__ in plan.computed_by()


@pytest.mark.skipif(
    not any(library.get("internal_api") == "openblas" for library in threadpool_info())
    or os.uname().machine != "x86_64",
    reason="kernels are chosen by OpenBLAS on x86-64",
)
def test_another_processors_kernels_have_addresses_of_their_own(here):
    own = plan.computed_by()
    address, by = told(OPENBLAS_CORETYPE="Prescott" if "Haswell" in own else "Haswell")
    assert ("Haswell" in by) != ("Haswell" in own)
    assert address != here
