"""``python -m tests.browser.find``: finds a browser for the end-to-end tests, or installs one.

On PATH first; then Debian's package when root; then Playwright's own download; else one sentence.
"""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def on_path() -> str | None:
    """Path of an installed browser, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def install() -> None:
    """Install Debian's Chromium when root, else let Playwright fetch its own."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True)
        packages = ["chromium", "fonts-dejavu-core"]
        subprocess.run(["apt-get", "install", "-y", "-qq", *packages], check=True, env=environment)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def launch_options() -> dict:
    """Arguments for Playwright's ``chromium.launch``."""
    path = on_path()
    return {"args": FLAGS, **({"executable_path": path} if path else {})}


def main() -> None:
    """Make sure there is a browser."""
    if on_path():
        return
    try:
        install()
    except (subprocess.CalledProcessError, OSError):
        sys.exit("The browser tests need Chromium: install it (Debian: apt install chromium) and try again.")


if __name__ == "__main__":
    main()
