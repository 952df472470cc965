"""Pressing Ctrl+C while a command works, on a terminal of its own."""

import os
import pty
import re
import signal
import subprocess

from tests.commands.calling import Called, command, environment


def interrupted(*words: object, after: bytes = b"") -> Called:
    """Start it on a terminal (stderr alone), and press Ctrl+C once it tells its progress.

    And once that had the pattern `after` in it.
    """
    master, slave = pty.openpty()
    started = subprocess.Popen(
        command(*words), env=environment({"TERM": "xterm"}), stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    told = os.read(master, 4096)
    while not re.search(after, told):
        told += os.read(master, 4096)
    started.send_signal(signal.SIGINT)
    out, _ = started.communicate(timeout=60)
    told += rest_of(master)
    os.close(master)
    return Called(started.returncode, out.decode(), told.decode())


def rest_of(master: int) -> bytes:
    """What is still to be read of a terminal whose other end is closed."""
    told = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:  # the other end is closed
            return told
        if not piece:
            return told
        told += piece
