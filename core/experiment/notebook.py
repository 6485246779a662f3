"""What a visitor writes about runs: a name, a note, and which of them are put away; and how these are forgotten."""

import json
import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from core.jobs import Job, Store

LONGEST_RUN_NAME, LONGEST_NOTE = 80, 1000
UNDO_FOR = 3600.0
"""Seconds for which a deleted run can be brought back."""
_KIND, _KEY = "notebook", "runs"


@dataclass(frozen=True)
class Remark:
    """What is written about one run.

    Attributes
    ----------
    name, note : str
        The visitor's own words; empty where there are none.
    deleted : float
        When the run was put away, in seconds since 1970; 0 where it was not. For `UNDO_FOR` seconds it can be brought
        back.
    """

    name: str = ""
    note: str = ""
    deleted: float = 0.0


@dataclass(frozen=True)
class Notebook:
    """The remarks of a workspace by the ids of its runs."""

    remarks: Mapping[str, Remark] = field(default_factory=dict)

    def of(self, job_id: str) -> Remark:
        """What is written about a run; an empty remark where nothing is."""
        return self.remarks.get(job_id, Remark())

    def changed(self, job_id: str, **values: Any) -> "Notebook":
        """The same with another remark about one run; words that are too long are cut."""
        found = replace(self.of(job_id), **values)
        found = replace(
            found, name=found.name.strip()[:LONGEST_RUN_NAME], note=found.note.strip()[:LONGEST_NOTE]
        )
        others = {key: remark for key, remark in self.remarks.items() if key != job_id}
        return Notebook(others if found == Remark() else others | {job_id: found})


def read_notebook(store: Store, workspace: str) -> Notebook:
    """The notebook of a workspace; an empty one where nothing was written."""
    content = store.kept(workspace, _KIND, _KEY)
    written = {} if content is None else json.loads(content)
    return Notebook({job_id: Remark(**values) for job_id, values in written.items()})


def write_remark(store: Store, workspace: str, job_id: str, **values: Any) -> None:
    """Change what is written about one run: its `name`, its `note`, or when it was `deleted`.

    Parameters
    ----------
    store : Store
    workspace, job_id : str
        Whose run, and which one.
    **values
        The attributes of `Remark` that change.
    """
    _write(store, workspace, read_notebook(store, workspace).changed(job_id, **values))


def _write(store: Store, workspace: str, notebook: Notebook) -> None:
    content = {key: asdict(remark) for key, remark in notebook.remarks.items()}
    store.change(workspace, _KIND, _KEY, json.dumps(content).encode())


def is_deleted(store: Store, job: Job) -> bool:
    """Whether those whose run it is have put it away: then nobody sees it, not even by a link."""
    return bool(read_notebook(store, job.workspace).of(job.id).deleted)


def delete_runs(store: Store, workspace: str, job_ids: Collection[str]) -> None:
    """Delete runs of a workspace for good, with what is written about them and what nobody else uses."""
    for job in store.jobs(workspace):
        if job.id in job_ids:
            store.delete_job(job.id, outcomes=True)
    remarks = read_notebook(store, workspace).remarks
    left = {job_id: remark for job_id, remark in remarks.items() if job_id not in job_ids}
    if left != remarks:
        _write(store, workspace, Notebook(left))


def forget_deleted(store: Store, workspace: str) -> None:
    """Delete for good the runs of a workspace that were put away so long ago that they cannot be brought back."""
    remarks, latest = read_notebook(store, workspace).remarks, time.time() - UNDO_FOR
    overdue = {job_id for job_id, remark in remarks.items() if remark.deleted and remark.deleted <= latest}
    if overdue:
        delete_runs(store, workspace, overdue)


def carry_remark(store: Store, workspace: str, old: str, new: str) -> None:
    """Let what is written about a run stand with the one that goes on with it.

    Parameters
    ----------
    store : Store
    workspace : str
        Whose they are.
    old, new : str
        The run that was, and the one in its place.
    """
    remark = read_notebook(store, workspace).of(old)
    if remark != Remark():
        write_remark(store, workspace, new, name=remark.name, note=remark.note)
