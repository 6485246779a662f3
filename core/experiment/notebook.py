"""What a visitor writes about runs: a name, a note, and which of them are put away."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from core.jobs import Store

LONGEST_RUN_NAME, LONGEST_NOTE = 80, 1000
_KIND, _KEY = "notebook", "runs"


@dataclass(frozen=True)
class Remark:
    """What is written about one run.

    Attributes
    ----------
    name, note : str
        The visitor's own words; empty where there are none.
    deleted : bool
        Whether the run is put away. Until the store forgets it as the oldest, it can be brought back.
    """

    name: str = ""
    note: str = ""
    deleted: bool = False


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
    """Change what is written about one run: its `name`, its `note`, or whether it is `deleted`.

    Parameters
    ----------
    store : Store
    workspace, job_id : str
        Whose run, and which one.
    **values
        The attributes of `Remark` that change.
    """
    notebook = read_notebook(store, workspace).changed(job_id, **values)
    content = {key: asdict(remark) for key, remark in notebook.remarks.items()}
    store.change(workspace, _KIND, _KEY, json.dumps(content).encode())


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
