"""Where units are done: from arguments and environment, each way with the same outcomes."""

import os
import sys
from contextlib import AbstractContextManager
from types import ModuleType
from typing import ClassVar

import pytest
from joblib.parallel import BACKENDS, ThreadingBackend

from core.errors import InputError
from core.jobs import HERE, Scheduler, run_units, schedulers
from core.jobs.schedulers import scheduler_of, scheduler_of_jobs
from tests.jobs.squares import Squares
from tests.jobs.test_jobs import units

ADDRESS = "tcp://127.0.0.1:8786"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch):
    for name in (schedulers.CLUSTER, schedulers.PROCESSES):
        monkeypatch.delenv(name, raising=False)


class Client(AbstractContextManager):
    """Stands in for Dask's client."""

    asked: ClassVar[list[str]] = []

    def __init__(self, address, **_options):
        if address != ADDRESS:
            raise OSError("timed out")
        self.asked.append(address)

    def __exit__(self, *_error):
        self.asked.append("closed")


class OnClient(ThreadingBackend):
    """Stands in for joblib's backend of Dask."""

    def __init__(self, client=None, **options):
        assert isinstance(client, Client)
        super().__init__(**options)


@pytest.fixture
def dask(monkeypatch):
    distributed = ModuleType("distributed")
    distributed.Client = Client
    monkeypatch.setitem(sys.modules, "distributed", distributed)
    monkeypatch.setattr(schedulers, "find_spec", lambda name: name)
    monkeypatch.setitem(BACKENDS, "dask", OnClient)
    monkeypatch.setattr(Client, "asked", [])


def test_one_process_is_this_one_and_more_are_others():
    assert scheduler_of(None) == scheduler_of(1) == HERE
    assert HERE.is_here
    assert scheduler_of(3) == Scheduler(3)
    assert not scheduler_of(3).is_here
    assert scheduler_of(-1) == scheduler_of_jobs() == Scheduler(os.cpu_count())


@pytest.mark.parametrize("n_jobs", [0, -2, 1.5, "two"])
def test_other_numbers_of_processes_are_refused(n_jobs):
    with pytest.raises(InputError, match="n_jobs: must be a whole number"):
        scheduler_of(n_jobs)


def test_jobs_take_the_number_of_processes_from_the_environment(monkeypatch):
    monkeypatch.setenv(schedulers.PROCESSES, "3")
    assert scheduler_of_jobs() == Scheduler(3)
    assert scheduler_of(None) == HERE
    monkeypatch.setenv(schedulers.PROCESSES, "0")
    with pytest.raises(InputError, match="FOLDWISE_PROCESSES: must be a whole number from 1 on, not '0'"):
        scheduler_of_jobs()


def test_a_cluster_without_dask_is_refused_in_a_sentence(monkeypatch):
    monkeypatch.setenv(schedulers.CLUSTER, ADDRESS)
    monkeypatch.setattr(schedulers, "find_spec", lambda name: None)
    assert scheduler_of(None) == HERE
    for asked in (scheduler_of_jobs, lambda: scheduler_of(2)):
        with pytest.raises(InputError, match=r"FOLDWISE_SCHEDULER: names .*Dask is not installed"):
            asked()


def test_a_cluster_does_the_same_work(monkeypatch, dask):
    monkeypatch.setenv(schedulers.CLUSTER, ADDRESS)
    on_cluster = scheduler_of_jobs()
    assert on_cluster.cluster == ADDRESS
    assert not Scheduler(1, ADDRESS).is_here
    for scheduler in (on_cluster, Scheduler(1, ADDRESS)):
        assert run_units(Squares(), units(), scheduler=scheduler) == run_units(Squares(), units())
    assert Client.asked == [ADDRESS, "closed"] * 2


def test_a_cluster_that_does_not_answer_is_refused_in_a_sentence(dask):
    with pytest.raises(InputError, match=r"no Dask cluster answers at tcp://elsewhere:1 \(timed out\)"):
        run_units(Squares(), units(), scheduler=Scheduler(2, "tcp://elsewhere:1"))
