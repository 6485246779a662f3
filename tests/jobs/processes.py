"""What runs beside the tests of jobs."""

import time

import psutil


def until(condition, seconds=60):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)


def workers():
    """Workers that this process has started."""
    return [
        child
        for child in psutil.Process().children()
        if child.status() != psutil.STATUS_ZOMBIE and "core.worker" in command(child)
    ]


def command(process):
    """The words that it was started with; while the kernel puts a program in place there are none yet."""
    until(process.cmdline)
    return " ".join(process.cmdline())
