"""All measures by key."""

from core.entries import Registry
from core.measures.catalogue.classification import CLASSIFICATION
from core.measures.catalogue.entry import MeasureEntry
from core.measures.catalogue.ranking import RANKING
from core.measures.catalogue.regression import REGRESSION
from core.measures.catalogue.training import EFFORT

MEASURES: Registry[MeasureEntry] = Registry("measure", (*CLASSIFICATION, *RANKING, *REGRESSION, *EFFORT))
