"""Write the sample data sets: ``python sample_data/make.py`` gives the committed files byte for byte.

The tables come with scikit-learn and statsmodels (or, balance, from their definition); nothing is downloaded.
"""

import gzip
import io
from importlib.resources import files
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.io import arff
from sklearn import datasets
from statsmodels.datasets import anes96

IDEOLOGY = (
    "extremely liberal",
    "liberal",
    "slightly liberal",
    "moderate",
    "slightly conservative",
    "conservative",
    "extremely conservative",
)
PARTY = (
    "strong Democrat",
    "weak Democrat",
    "independent Democrat",
    "independent",
    "independent Republican",
    "weak Republican",
    "strong Republican",
)
EDUCATION = (
    "grades 1-8",
    "some high school",
    "high school graduate",
    "some college",
    "college degree",
    "master's degree",
    "PhD",
)
INCOME_FROM = (
    *(3_000, 5_000, 7_000, 9_000, 10_000, 11_000, 12_000, 13_000, 14_000, 15_000, 17_000, 20_000),
    *(22_000, 25_000, 30_000, 35_000, 40_000, 45_000, 50_000, 60_000, 75_000, 90_000, 105_000),
)


def iris() -> pd.DataFrame:
    """Fisher's irises, centimetres."""
    names = ["sepal_length_cm", "sepal_width_cm", "petal_length_cm", "petal_width_cm"]
    bunch = datasets.load_iris()
    return pd.DataFrame(bunch.data, columns=names).assign(species=bunch.target_names[bunch.target])


def wine() -> pd.DataFrame:
    """Chemical analysis of wines of three cultivars."""
    bunch = datasets.load_wine()
    names = [name.replace("od280/od315_of_diluted_wines", "od280_od315") for name in bunch.feature_names]
    cultivar = [f"cultivar_{code + 1}" for code in bunch.target]
    return pd.DataFrame(bunch.data, columns=names).assign(cultivar=cultivar)


def breast_cancer() -> pd.DataFrame:
    """Nuclei of breast masses, malignant or benign."""
    bunch = datasets.load_breast_cancer()
    names = [name.replace(" ", "_") for name in bunch.feature_names]
    return pd.DataFrame(bunch.data, columns=names).assign(diagnosis=bunch.target_names[bunch.target])


def balance() -> pd.DataFrame:
    """All 5⁴ settings of a balance, which tips to the left (L), to the right (R) or stays (B)."""
    rows = list(product(range(1, 6), repeat=4))
    names = ["left_weight", "left_distance", "right_weight", "right_distance"]
    tips = {1: "L", 0: "B", -1: "R"}
    torques = [left * at - right * there for left, at, right, there in rows]
    return pd.DataFrame(rows, columns=names).assign(tips=[tips[int(np.sign(torque))] for torque in torques])


def diabetes() -> pd.DataFrame:
    """Progression of diabetes one year after ten measurements, on their own scales."""
    bunch = datasets.load_diabetes(scaled=False)
    names = ["age", "sex", "body_mass_index", "blood_pressure", "total_cholesterol", "ldl", "hdl"]
    names += ["cholesterol_hdl_ratio", "log_triglycerides", "glucose"]
    return pd.DataFrame(bunch.data, columns=names).assign(progression=bunch.target)


def penguins() -> pd.DataFrame:
    """Penguins of the Palmer Archipelago, with missing cells."""
    folder = files("sklearn.datasets.tests.data.openml.id_42585")
    packed = folder.joinpath("data-v1-dl-21854866.arff.gz").read_bytes()
    records, _ = arff.loadarff(io.StringIO(gzip.decompress(packed).decode()))
    frame = pd.DataFrame(records)
    for name in ("species", "island", "sex"):
        frame[name] = frame[name].str.decode("utf-8")
    frame["sex"] = frame["sex"].str.lower().replace({"?": None, "_": None})
    return frame


def vote() -> pd.DataFrame:
    """Whom respondents of a survey of 1996 wanted to vote for, codes replaced by their meaning."""
    codes = anes96.load_pandas().data.astype({"popul": int, "TVnews": int, "age": int})
    bands = ["less than $3,000"]
    bands += [f"${low:,}-${high - 1:,}" for low, high in pairwise(INCOME_FROM)]
    bands += ["$105,000 and over"]
    return pd.DataFrame(
        {
            "population_thousands": codes["popul"],
            "tv_news_per_week": codes["TVnews"],
            "own_position": _named(codes["selfLR"], IDEOLOGY, first=1),
            "clinton_position": _named(codes["ClinLR"], IDEOLOGY, first=1),
            "dole_position": _named(codes["DoleLR"], IDEOLOGY, first=1),
            "party": _named(codes["PID"], PARTY, first=0),
            "age": codes["age"],
            "education": _named(codes["educ"], EDUCATION, first=1),
            "income": _named(codes["income"], bands, first=1),
            "vote": _named(codes["vote"], ("Clinton", "Dole"), first=0),
        }
    )


def _named(codes: pd.Series, names: tuple[str, ...] | list[str], first: int) -> list[str]:
    return [names[int(code) - first] for code in codes]


def csv_of(frame: pd.DataFrame) -> bytes:
    """Write a table as UTF-8 CSV; whole numbers without decimal point, missing cells as NA."""
    frame = frame.copy()
    for name in frame.select_dtypes("float").columns:
        if (frame[name].dropna() % 1 == 0).all():
            frame[name] = frame[name].astype("Int64")
    return frame.to_csv(index=False, na_rep="NA", lineterminator="\n").encode()


MAKERS = (iris, wine, breast_cancer, balance, diabetes, penguins, vote)


def main() -> None:
    """Write all files beside this one."""
    for maker in MAKERS:
        Path(__file__).with_name(f"{maker.__name__}.csv").write_bytes(csv_of(maker()))


if __name__ == "__main__":
    main()
