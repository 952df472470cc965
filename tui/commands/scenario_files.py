"""The scenario files that paths stand for."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from core.workload.files import is_folder
from core.workload.load import SUFFIX
from tui.commands.builtin import FOLDER
from tui.commands.named_file import exists, found
from tui.commands.stopped import Refused
from tui.view.clean import clean


def scenario_files(paths: Iterable[str]) -> list[Path]:
    """The files of `paths`, each once: a file itself, the `.toml` files in a folder, built-in ones.

    In a folder what starts with a dot is left out. Raises `Refused` for every path that is nothing,
    and where there is no file at all.
    """
    files, faults = dict[Path, None](), list[str]()
    for path in paths:
        try:
            files |= dict.fromkeys(_files_of(path))
        except Refused as error:
            faults.append(str(error))
    if faults:
        raise Refused("\n".join(faults))
    if not files:
        raise Refused(f"no scenario (.toml) was found in {', '.join(map(clean, paths))}")
    return list(files)


def _files_of(path: str) -> Iterator[Path]:
    folder = Path(path) if exists(Path(path)) else FOLDER / path
    if path.strip() and is_folder(folder):
        yield from sorted(file for file in folder.rglob("*.toml") if _is_open(file, folder))
        return
    file = found(path)
    if file.suffix.lower() != SUFFIX:
        raise Refused(f"{clean(path)} is no scenario: its name would end in {SUFFIX}")
    yield file


def _is_open(file: Path, folder: Path) -> bool:
    return not any(part.startswith(".") for part in file.relative_to(folder).parts)
