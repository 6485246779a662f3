"""The least that a Streamlit page with one Plotly chart and one slider can be; what the app is measured against."""

import plotly.graph_objects as go
import streamlit as st

st.set_page_config(layout="wide")
st.title("Empty")
st.plotly_chart(go.Figure(go.Bar(x=[1, 2, 3], y=[2, 3, 1])), key="chart")


@st.fragment
def answer() -> None:
    value = st.slider("Significance level α", 0.001, 0.2, 0.05, 0.001, format="%.3f", key="alpha")
    st.info(f"α = {value:.3f}")


answer()
