import streamlit as st

from pages.ui import frame

frame.ensure()
st.title("…")
