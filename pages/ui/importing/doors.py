"""Which door of the Data page brought results, as an address."""

from core.experiment import ImportedResults
from pages.ui.importing import fold_scores, predictions
from pages.ui.session import data_forms


def form_of(found: ImportedResults | None) -> dict[str, str]:
    """The address of the form that these results were brought by, opened to be changed."""
    door = fold_scores if found is None or found.predictions is None else predictions
    return {data_forms.DOOR: door.TAB, data_forms.CHANGE: door.DOOR}
