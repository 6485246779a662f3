"""The server: the app, whose workspace a browser works in, how much it may bring, the headers and packing of pages."""

from starlette.middleware import Middleware
from streamlit.starlette import App

from pages.ui.session import cache
from pages.ui.session.packing import Packing
from pages.ui.session.quota import UploadQuota
from pages.ui.session.visitors import Visitors

cache.load()
app = App("app.py", middleware=[Middleware(Visitors), Middleware(UploadQuota), Middleware(Packing)])
