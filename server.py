"""The server: the app, the cookie that says whose workspace a browser works in, the headers that guard its pages."""

from starlette.middleware import Middleware
from streamlit.starlette import App

from pages.ui.session.visitors import Visitors

app = App("app.py", middleware=[Middleware(Visitors)])
