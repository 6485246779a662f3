"""Every column gets one role: the user's choice first, the suggestion where there is none."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from core.data.columns import Column
from core.data.instances import check_enough
from core.data.roles import reasons_to_leave_out, suggest_target
from core.data.tables import RawTable
from core.errors import InputError, listing


@dataclass(frozen=True)
class Roles:
    """What each column is used for; `left_out` holds the reasons for leaving columns out unasked."""

    target: str
    attributes: tuple[str, ...]
    left_out: Mapping[str, str]


def settle_roles(
    columns: Mapping[str, Column],
    where: str,
    *,
    target: str | None = None,
    groups: str | None = None,
    folds: str | None = None,
    drop: Collection[str] = (),
    keep: Collection[str] = (),
) -> Roles:
    """Give every column its role.

    Raises
    ------
    InputError
        If there are too few rows or columns, a column is given two roles, or no target is left.
    """
    _check_size(columns, where)
    given = [name for name in (target, groups, folds, *drop) if name is not None]
    _check_one_role_each(given)
    reasons = reasons_to_leave_out(columns)
    free = [name for name in columns if name not in given]
    if target is None and not free:
        raise InputError("no column is left to be the target.", "drop", "Leave out fewer columns.")
    goal = target or suggest_target({name: columns[name] for name in free}, reasons)
    free = [name for name in free if name != goal]
    left_out = {
        name: reasons[name]
        for name in free
        if name in reasons and (name not in keep or not columns[name].present)
    }
    if len(left_out) == len(free):  # a lone column 1 … n is a measurement after all
        left_out = {name: reason for name, reason in left_out.items() if not columns[name].varies}
    return Roles(goal, tuple(name for name in free if name not in left_out), left_out)


def check_attributes(roles: Roles, where: str) -> None:
    """Raise `InputError` if no attribute is left beside the target."""
    if not roles.attributes:
        raise InputError(
            f"no attribute is left beside the target {roles.target!r}{_because(roles.left_out)}.",
            where,
            "Choose another target, or keep one of these columns.",
        )


def _check_size(columns: Mapping[str, Column], where: str) -> None:
    first = next(iter(columns.values()))
    if len(columns) < 2:
        raise InputError(
            f"there is only one column, {first.name!r}; a data set needs a target and at least one attribute.",
            where,
            "Check that the columns are separated by commas, semicolons, tabs, bars or blanks.",
        )
    check_enough(len(first.values), where)


def _check_one_role_each(given: list[str]) -> None:
    for name in given:
        if given.count(name) > 1:
            raise InputError(
                "the column is given two roles among target, groups, folds and drop.",
                f"column {name!r}",
                "Give it one.",
            )


def _because(left_out: Mapping[str, str]) -> str:
    reasons = [f"{name!r}, because {reason}" for name, reason in left_out.items()]
    return f"; left out: {'; '.join(reasons[:5])}" if reasons else ""


def check_columns(table: RawTable, arguments: Mapping[str, str | Collection[str] | None]) -> None:
    """Raise `InputError` if an argument names a column that is not there."""
    for argument, value in arguments.items():
        names = [value] if isinstance(value, str) else value or ()
        for name in names:
            if name not in table.columns:
                near = get_close_matches(str(name), table.columns, n=1)
                hint = f"Did you mean {near[0]!r}?" if near else _available(table)
                raise InputError(f"there is no column {name!r} in {table.where}.", argument, hint)


def _available(table: RawTable) -> str:
    return f"There are {listing(map(repr, table.columns), most=10)}."


def _names(value: Collection[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)
