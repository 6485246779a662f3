"""Kill −9 in mid-run, again and again: what is lost, and are the results those of an undisturbed run?"""

import os
import random
import signal
import statistics
import tempfile
import time
from pathlib import Path

import core
from core.experiment import make_plan, stored_experiment, submit_experiment
from core.jobs import Launcher, reap, resume

KILLS = 20
LEARNERS = (core.learner("random_forest", n_estimators=60), core.learner("adaboost", n_estimators=30))


def main() -> None:
    """Print how often it was killed, what was kept, and whether the bits agree."""
    plan = make_plan(core.load_sample("breast_cancer"), LEARNERS, core.make_design("repeated_k_fold", r=20))
    store = core.open_store(tempfile.mkdtemp())
    launcher = Launcher(store, Path(tempfile.mkdtemp()) / "worker.log")
    chance = random.Random(0)
    job = submit_experiment(store, plan, "bench")
    kept = []
    for _ in range(KILLS):
        job = _until_running(store, launcher, job)
        if job.state == "done":
            break
        time.sleep(chance.uniform(0.5, 4.0))
        job = store.job(job.id)
        if job.pid is None:
            break
        os.killpg(job.pid, signal.SIGKILL)
        while store.job(job.id).state == "running":
            time.sleep(0.05)
            reap(store)
        kept.append(stored_experiment(plan, store).finished)
        job = resume(store, store.job(job.id), "bench")
    while store.job(job.id).is_open:
        launcher.dispatch()
        time.sleep(0.2)
    launcher.close()
    same = (
        stored_experiment(plan, store).fold_scores
        == core.run_experiment(plan.dataset, LEARNERS, plan.design).fold_scores
    )
    growth = [after - before for before, after in zip([0, *kept], kept, strict=False)]
    print(f"killed {len(kept)} times; finished units after each: {kept}")
    print(
        f"units kept per stretch: median {statistics.median(growth):g}, never fewer than before: {min(growth) >= 0}"
    )
    print(f"fold scores equal to an undisturbed run, bit for bit: {same}")


def _until_running(store, launcher, job):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        launcher.dispatch()
        job = store.job(job.id)
        if job.state != "queued":
            return job
        time.sleep(0.05)
    raise TimeoutError("no worker took the job")
