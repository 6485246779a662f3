import streamlit as st

from pages.ui import frame
from pages.ui.session import cache, state

st.set_page_config(page_title="Foldwise", page_icon="pages/ui/icon.svg", layout="wide")
state.begin()
cache.load()
cache.warm()
start = st.Page("pages/start.py", title="Start", icon=":material/home:", default=True, url_path="first")


def to_start() -> None:
    """Lead on from the address that the first page would have, were it not the first."""
    st.switch_page(start, query_params=st.query_params.to_dict())


page = st.navigation(
    {
        "": [start, st.Page(to_start, title="Start", url_path="start", visibility="hidden")],
        "Bring": [st.Page("pages/data.py", title="Data", icon=":material/table:", url_path="data")],
        "Run": [
            st.Page(
                "pages/experiment.py", title="Experiment", icon=":material/science:", url_path="experiment"
            )
        ],
        "Judge": [
            st.Page(
                "pages/fold-errors.py", title="Fold errors", icon=":material/box:", url_path="fold-errors"
            ),
            st.Page("pages/measures.py", title="Measures", icon=":material/ssid_chart:", url_path="measures"),
            st.Page(
                "pages/one-learner.py", title="One learner", icon=":material/person:", url_path="one-learner"
            ),
            st.Page(
                "pages/two-learners.py",
                title="Two learners",
                icon=":material/balance:",
                url_path="two-learners",
            ),
            st.Page(
                "pages/many-learners.py",
                title="Many learners",
                icon=":material/groups:",
                url_path="many-learners",
            ),
            st.Page(
                "pages/many-datasets.py",
                title="Many data sets",
                icon=":material/dataset:",
                url_path="many-datasets",
            ),
            st.Page("pages/report.py", title="Report", icon=":material/article:", url_path="report"),
        ],
        "By hand": [
            st.Page(
                "pages/calculators.py",
                title="Calculators",
                icon=":material/calculate:",
                url_path="calculators",
            )
        ],
        "Learn": [
            st.Page("pages/lab.py", title="Laboratory", icon=":material/experiment:", url_path="lab"),
            st.Page("pages/methods.py", title="Methods", icon=":material/menu_book:", url_path="methods"),
        ],
    },
    expanded=True,  # of more than twelve pages Streamlit would hide the last behind a button
)
frame.run(page)
