"""Keys of one's own: a small TOML file that gives actions other keys.

    # ~/.config/driftwood/keys.toml
    "step.next" = ["j", "right"]
    "step.previous" = ["k", "left"]
    "row.next" = "down"
    "row.previous" = "up"
    "play.faster" = []

An action is named by its id, which the help shows at the right; a key is a character, or a name
such as enter, escape, space, tab, shift+tab, up, pagedown, ctrl+r, f5. What the file names has the
keys it says and no others, an empty list none at all; everything else stays as it is, except that
it loses keys which the file gives away.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from tui.keys import GROUPS, Key, KeyTable
from tui.view.clean import clean

WORDS = "enter escape space tab backspace delete insert home end pageup pagedown up down left right"
NAMES = frozenset([*WORDS.split(), *(f"f{number}" for number in range(1, 25))])
MODIFIERS = ("ctrl", "shift", "alt")
NEEDED = ("quit", "leave", "help")
"""Actions that must keep a key."""
KEPT = {"ctrl+c": "quits", "ctrl+q": "quits", "ctrl+z": "goes to the shell"}
"""Keys that do the same on every screen."""
FILE = "driftwood/keys.toml"


class KeyMapError(ValueError):
    """What is wrong with a file of keys, a line for each mistake."""


def default_file(environment: Mapping[str, str], home: Path) -> Path:
    """Where somebody's own keys are looked for."""
    folder = environment.get("XDG_CONFIG_HOME")
    return (Path(folder) if folder else home / ".config") / FILE


def load_keys(path: Path) -> KeyTable:
    """The keys with what the file at `path` changes. Raises `KeyMapError` or `OSError`."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise KeyMapError(f"{clean(str(path))}: {error}") from None
    return remapped(document, clean(str(path)))


def remapped(document: Mapping[str, object], source: str) -> KeyTable:
    """The keys with what `document` changes; mistakes are told as those of `source`."""
    given = dict(_flat(document, ""))
    known = {key.id for group in GROUPS.values() for key in group}
    faults = [fault for id_, keys in given.items() for fault in _faults(id_, keys, known)]
    changed = {id_: tuple(_keys(keys)) for id_, keys in given.items() if id_ in known}
    table = KeyTable(
        {title: [_changed(key, changed) for key in group] for title, group in GROUPS.items()}
    )
    faults += [] if faults else _clashes(table, changed)
    if faults:
        raise KeyMapError("\n".join(f"{source}: {fault}" for fault in faults))
    return table


def _flat(document: Mapping[str, object], above: str) -> Iterator[tuple[str, object]]:
    """Ids and their keys; `step.next` without quotes is a table in TOML."""
    for name, value in document.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def _keys(given: object) -> Iterator[str]:
    if isinstance(given, str):
        yield given
    elif isinstance(given, list):
        yield from (key for key in given if isinstance(key, str))


def _faults(id_: str, given: object, known: Iterable[str]) -> Iterator[str]:
    name = clean(id_)
    if id_ not in known:
        near = get_close_matches(id_, list(known), 1)
        yield f"there is no action {name}" + (f"; did you mean {near[0]}?" if near else "")
        return
    keys = list(_keys(given))
    if not isinstance(given, str) and (not isinstance(given, list) or len(keys) < len(given)):
        yield f'{name}: keys are text, or a list of texts: "j", or ["j", "down"]'
        return
    yield from (f"{name}: {fault}" for key in keys if (fault := _fault(key)))


def _fault(key: str) -> str | None:
    """What is wrong with a key, if anything."""
    if key in KEPT:
        return f"{key} {KEPT[key]}, on every screen"
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    if last.isdecimal() and len(last) == 1 and not modifiers:
        return f"{last} is a count before another key"
    if any(modifier not in MODIFIERS for modifier in modifiers):
        return f"{clean(key)} is no key"
    if last in NAMES or (len(last) == 1 and last.isprintable() and last != " "):
        return None
    near = get_close_matches(last, NAMES, 1)
    hint = f"did you mean {near[0]}?" if near else "a character, or a name such as enter or f5"
    return f"{clean(key)} is no key; {hint}"


def _changed(key: Key, changed: Mapping[str, tuple[str, ...]]) -> Key:
    """The key with its own keys, or without those that now do something else."""
    if key.id in changed:
        return key._replace(keys=changed[key.id])
    given = {each for keys in changed.values() for each in keys}
    return key._replace(keys=tuple(each for each in key.keys if each not in given))


def _clashes(table: KeyTable, changed: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    """Keys that would do two things, and actions that must have one and lost theirs."""
    owners: dict[str, str] = {}
    for id_, keys in changed.items():
        for key in keys:
            other = owners.setdefault(key, id_)
            if other != id_:
                yield f"{id_}: {clean(key)} is also {other}"
    yield from (f"{id_}: it needs a key" for id_ in NEEDED if not table.of(id_).keys)
