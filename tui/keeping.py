"""Files of a moment: the step as text, the frame as text and as a picture.

They are written to the folder one is in, never over another file, and to the folder for temporary
files where that one cannot be written to. The path is shown.
"""

import re
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tui.session import Session
from tui.svg import svg_of
from tui.variant_file import variant_file
from tui.view.lines import text_of
from tui.view.screen import screen
from tui.view.words import step_words

NAMED = 40
"""Characters of a title that stand in a file's name."""
MOST_NAMES = 1000
"""Files of one moment that are kept beside each other."""


def step_text(session: Session) -> str:
    """The step one is at, in words."""
    return step_words(session.scene)


def keep_step(session: Session, folder: Path) -> Path:
    """The step as text; where it was written. Raises `OSError` where nothing can be written."""
    return _written(folder, _name(session), {".txt": step_text(session)})


def keep_frame(session: Session, size: tuple[int, int], folder: Path) -> Path:
    """The frame as text and as a picture; the path of the text."""
    lines = screen(session.scene, *size)
    text = "".join(f"{text_of(line)}\n" for line in lines)
    picture = svg_of(lines, size, session.theme)
    return _written(folder, f"{_name(session)}-frame", {".txt": text, ".svg": picture})


def keep_variant(session: Session, folder: Path) -> Path:
    """What was changed, as a scenario with a variant. Raises `OSError` and `NotKeptError`."""
    text = variant_file(session)
    name = f"{_file_name(session.film.title)}-variant"
    return _written(folder, name, {".toml": text})


def _name(session: Session) -> str:
    """`driftwood-b-makes-room-step-3.2`."""
    step, event = session.position
    moment = f"{step}" if event is None else f"{step}.{event}"
    return f"{_file_name(session.film.title)}-step-{moment}"


def _file_name(title: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower())[:NAMED].strip("-")
    return "-".join(filter(None, ["driftwood", plain]))


def _written(folder: Path, name: str, texts: dict[str, str]) -> Path:
    """The first of the new files, all under one name."""
    error = OSError("there is nowhere to write to")
    for path in _paths(folder, name):
        try:
            if any(path.with_name(path.name + end).exists() for end in texts):
                continue
            for end, text in texts.items():
                with path.with_name(path.name + end).open("x", encoding="utf-8") as file:
                    file.write(text)
            return path.with_name(path.name + next(iter(texts)))
        except FileExistsError:
            continue
        except OSError as failed:
            error = failed
    raise error


def _paths(folder: Path, name: str) -> Iterator[Path]:
    for place, number in product((folder, Path(tempfile.gettempdir())), range(1, MOST_NAMES + 1)):
        yield place / (name if number == 1 else f"{name}-{number}")
