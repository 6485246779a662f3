"""All measures by key."""

from core.entries import Registry
from core.measures.classification import CLASSIFICATION
from core.measures.effort import EFFORT
from core.measures.entry import MeasureEntry
from core.measures.ranking import RANKING
from core.measures.regression import REGRESSION

MEASURES: Registry[MeasureEntry] = Registry("measure", (*CLASSIFICATION, *RANKING, *REGRESSION, *EFFORT))
