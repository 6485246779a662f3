"""The sample data sets that come with Foldwise."""

from dataclasses import dataclass
from pathlib import Path

from core.data.datasets.read import read_dataset
from core.entries import Entry, Registry
from core.records import Dataset, Task

FOLDER = Path(__file__).parents[3] / "sample_data"


@dataclass(frozen=True, kw_only=True)
class Sample(Entry):
    """A committed table with the roles of its columns.

    Attributes
    ----------
    task : "classification" or "regression"
    target : str
    positive : str or None
    """

    task: Task
    target: str
    positive: str | None = None

    @property
    def path(self) -> Path:
        """The CSV file."""
        return FOLDER / f"{self.key}.csv"


SAMPLES = Registry(
    "sample data set",
    [
        Sample(
            key="iris",
            title="Iris",
            summary="Three species of iris from the lengths and widths of sepals and petals: 150 flowers.",
            reference="@fisher1936; @uci_iris",
            task="classification",
            target="species",
        ),
        Sample(
            key="wine",
            title="Wine",
            summary="Three cultivars from 13 chemical measurements on different scales: 178 wines.",
            reference="@uci_wine",
            task="classification",
            target="cultivar",
        ),
        Sample(
            key="breast_cancer",
            title="Breast cancer",
            summary="Malignant or benign from 30 measurements of cell nuclei: 569 breast masses, Wisconsin.",
            reference="@street1993; @uci_breast_cancer",
            task="classification",
            target="diagnosis",
            positive="malignant",
        ),
        Sample(
            key="balance",
            title="Balance",
            summary="Does a balance tip to the left, to the right or stay (8\u00a0%)? All 625 settings.",
            reference="@siegler1976; @uci_balance",
            task="classification",
            target="tips",
        ),
        Sample(
            key="penguins",
            title="Penguins",
            summary="Three species from measurements, island and sex, with missing cells: 344 Palmer penguins.",
            reference="@gorman2014",
            task="classification",
            target="species",
        ),
        Sample(
            key="vote",
            title="Vote",
            summary="Clinton or Dole in 1996, from nine answers of a survey, most of them categories: 944 people.",
            reference="@anes1996",
            task="classification",
            target="vote",
            positive="Dole",
        ),
        Sample(
            key="diabetes",
            title="Diabetes",
            summary="A measure of progression after one year from ten measurements: 442 patients.",
            reference="@efron2004",
            task="regression",
            target="progression",
        ),
    ],
)


def sample_names() -> tuple[str, ...]:
    """Names of the sample data sets."""
    return tuple(SAMPLES)


def load_sample(name: str) -> Dataset:
    """Load a sample data set.

    Raises
    ------
    UnknownName
        If there is none of that name.
    """
    sample = SAMPLES[name]
    return read_dataset(sample.path, sample.target, sample.positive, task=sample.task)
