"""The server: the app, whose workspace a browser works in, how much it may bring, the headers of pages."""

from starlette.middleware import Middleware
from streamlit.starlette import App

from pages.ui.session.quota import UploadQuota
from pages.ui.session.visitors import Visitors

app = App("app.py", middleware=[Middleware(Visitors), Middleware(UploadQuota)])
