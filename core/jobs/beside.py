"""What is kept beside something, the files it was read from above all: it counts for its workspace and goes with it.

A content is kept once in a workspace, beside however many things it belongs to.
"""

from collections.abc import Sequence

import sqlalchemy as sa

from core.jobs.schema import BESIDE, KEPT, slices


def tie(connection: sa.Connection, workspace: str, owner: str, contents: Sequence[tuple[str, str]]) -> None:
    """Note what a workspace keeps beside something, instead of what it kept there before.

    Parameters
    ----------
    connection : Connection
    workspace, owner : str
        Whose it is, and the address, or another name, of what it belongs to.
    contents : sequence of (name, address)
        In the order in which they are read back.
    """
    mine = belongs_to(workspace, owner)
    former = list(connection.scalars(sa.select(BESIDE.c.address).where(mine)))
    connection.execute(BESIDE.delete().where(mine))
    rows = [
        {"workspace": workspace, "owner": owner, "place": place, "name": name, "address": address}
        for place, (name, address) in enumerate(contents)
    ]
    if rows:
        connection.execute(BESIDE.insert(), rows)
    _delete_untied(connection, former)


def tied(connection: sa.Connection, workspace: str, owner: str) -> list[tuple[str, str]]:
    """Names and addresses of what a workspace keeps beside something, in their order."""
    query = sa.select(BESIDE.c.name, BESIDE.c.address).where(belongs_to(workspace, owner))
    return [(row.name, row.address) for row in connection.execute(query.order_by(BESIDE.c.place))]


def untie(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> None:
    """Delete what is kept beside things, save what is also kept beside others."""
    former = list(connection.scalars(sa.select(BESIDE.c.address).where(condition)))
    connection.execute(BESIDE.delete().where(condition))
    _delete_untied(connection, former)


def untie_from(connection: sa.Connection, key: str) -> None:
    """Delete what is kept beside something that is gone, or beside the same as it: by halves nothing is read back."""
    gone = BESIDE.alias()
    together = sa.and_(gone.c.workspace == BESIDE.c.workspace, gone.c.owner == BESIDE.c.owner)
    untie(connection, sa.or_(BESIDE.c.owner == key, sa.exists().where(together, gone.c.address == key)))


def belongs_to(workspace: str, owner: str) -> sa.ColumnElement[bool]:
    """Condition for what a workspace keeps beside something."""
    return sa.and_(BESIDE.c.workspace == workspace, BESIDE.c.owner == owner)


def _delete_untied(connection: sa.Connection, addresses: list[str]) -> None:
    for some in slices(addresses):
        untied = KEPT.c.address.not_in(sa.select(BESIDE.c.address))
        connection.execute(KEPT.delete().where(KEPT.c.address.in_(some), untied))
