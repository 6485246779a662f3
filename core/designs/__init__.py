"""Data → pairs of training and validation set, by resampling designs."""

from core.designs.advice import design_for, suggest_design
from core.designs.arrays import orthogonal_array
from core.designs.catalogue import DESIGNS, units_by, units_of, where_failed
from core.designs.design import Design
from core.designs.entry import DesignEntry, Option
from core.designs.make import make_design, usual_facts
from core.designs.pictures import (
    ABSENT,
    BOTH,
    TRAINING,
    VALIDATION,
    ClassShares,
    class_shares,
    order_by_fold,
    overlap_matrix,
    pair_names,
    partition_imbalance,
    role_matrix,
    shared_shares,
)
from core.designs.sizes import contradiction
from core.designs.splitters import from_splitter

__all__ = [
    "ABSENT",
    "BOTH",
    "DESIGNS",
    "TRAINING",
    "VALIDATION",
    "ClassShares",
    "Design",
    "DesignEntry",
    "Option",
    "class_shares",
    "contradiction",
    "design_for",
    "from_splitter",
    "make_design",
    "order_by_fold",
    "orthogonal_array",
    "overlap_matrix",
    "pair_names",
    "partition_imbalance",
    "role_matrix",
    "shared_shares",
    "suggest_design",
    "units_by",
    "units_of",
    "usual_facts",
    "where_failed",
]
