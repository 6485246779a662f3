"""A final examination → what it found, in words."""

from core.experiment import Examination
from core.figures import Scale
from core.measures import told_in_percent
from core.records.dataset import WITHOUT_TEST_SET
from core.written import counted, decimals_of, hundredths, in_percent, number, to_places

METHODS = {"error": "Clopper–Pearson", "mse": "t"}
"""How the interval is called, by what is tested."""
_RATE, _PLAIN = Scale("Error rate", percent=True, rate=True), Scale("Mean squared error")


def tested(taken: Examination) -> tuple[str, str]:
    """The error rate, or the mean squared error, and its interval with as many decimals; empty where there is none."""
    found = taken.interval
    if taken.errors is not None:
        rate = taken.errors / taken.n_test
        return hundredths(rate), "" if found is None else _RATE.between(found.low, found.high)
    value = taken.mean_squared_error
    places = None if found is None else decimals_of(found.low, found.high, rates=False)
    if value is None or found is None or places is None:
        return number(value), "" if found is None else _PLAIN.between(found.low, found.high)
    return to_places(value, places), _PLAIN.between(found.low, found.high)


def besides(taken: Examination) -> str:
    """The value by the measure of the run."""
    if taken.score is None:
        return "undefined"
    return hundredths(taken.score) if told_in_percent(taken.measure) else number(taken.score)


def kept_elsewhere(data: str = "these data") -> str:
    """That a test set was set aside, of which nothing is known where this is read.

    Parameters
    ----------
    data : str
        What it was left out of.
    """
    return (
        f"A test set was set aside of {data.removesuffix(WITHOUT_TEST_SET)}. It is kept in the browser where that was "
        "done, as is whether it was opened since, and what was found then."
    )


def examination_words(taken: Examination, data: str = "these data") -> str:
    """When the test set was opened, for which learner, and what was found.

    Parameters
    ----------
    taken : Examination
    data : str
        What it was left out of.
    """
    value, limits = tested(taken)
    of_it = f"on {counted(taken.n_test, 'instances')} after training on {taken.n_train:,}"
    if taken.errors is None:
        found = f"Mean squared error {of_it}: {value}"
    else:
        found = f"Errors {of_it}: {taken.errors}, error rate {value}"
    if limits and taken.alpha is not None:
        method = METHODS["mse" if taken.errors is None else "error"]
        found += f"; {in_percent(1 - taken.alpha)} interval ({method}) {limits}"
    elif taken.groups is not None:
        found += (
            f"; in {counted(taken.groups, 'groups')}, which are not independent, so without interval and test"
        )
    verdict = taken.verdict
    judged = "" if verdict is None or taken.alpha is None else verdict.sentence(taken.alpha)
    own = f"By the measure of the run, {taken.measure_title}: {besides(taken)}." if taken.measure else ""
    told = (taken.sentence(data), taken.what_tuning_chose(), f"{found}.", judged, own, taken.already_seen())
    return " ".join(filter(None, told))
