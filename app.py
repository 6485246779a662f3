import streamlit as st

from pages.ui import cache, frame, state

st.set_page_config(page_title="Foldwise", page_icon="pages/ui/icon.svg", layout="wide")
state.begin()
cache.warm()
page = st.navigation(
    {
        "": [st.Page("pages/start.py", title="Start", icon=":material/home:", default=True)],
        "Bring": [st.Page("pages/data.py", title="Data", icon=":material/table:", url_path="data")],
        "Run": [
            st.Page(
                "pages/experiment.py", title="Experiment", icon=":material/science:", url_path="experiment"
            )
        ],
        "Judge": [
            st.Page(
                "pages/fold-errors.py", title="Fold errors", icon=":material/box:", url_path="fold-errors"
            )
        ],
    }
)
frame.run(page)
