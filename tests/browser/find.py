"""``python -m tests.browser.find``: finds what the end-to-end tests need, or installs it.

A browser on PATH first; then Debian's package when root; then Playwright's own download; else one sentence.
Chromium's build without windows goes before the others: the same engine, which loads a page with a third less work.
Playwright's driver is a program of its own, which needs a library that a bare Debian lacks.
"""

import os
import shutil
import subprocess
import sys

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "msedge",
)
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


def driver_starts() -> bool:
    """Whether Playwright's driver runs on this machine."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def install(packages: list[str]) -> None:
    """Install Debian's packages when root, else let Playwright fetch its own browser."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        patiently = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=300"]  # something else may be installing
        subprocess.run([*patiently, "update"], check=True)
        subprocess.run([*patiently, "-y", "install", *packages], check=True, env=environment)
    else:
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def launch_options() -> dict:
    """Arguments for Playwright's ``chromium.launch``."""
    path = on_path()
    return {"args": FLAGS, **({"executable_path": path} if path else {})}


def main() -> None:
    """Make sure that there is a browser and that it can be driven."""
    missing = [] if on_path() else ["chromium-headless-shell", "fonts-dejavu-core"]
    missing += [] if driver_starts() else ["libatomic1"]
    if not missing:
        return
    try:
        install(missing)
    except (subprocess.CalledProcessError, OSError):
        sys.exit(
            f"The browser tests need {' and '.join(missing)}: install them "
            f"(Debian: apt install {' '.join(missing)}) and try again."
        )


if __name__ == "__main__":
    main()
