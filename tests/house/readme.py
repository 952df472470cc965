"""The README's own commands: a fenced block after a line `<!-- command: NAME -->`.

`python3 tests/house/readme.py tests` prints the one that passes the tests, for `.ci/run`.
"""

import re
import sys
from pathlib import Path

README = Path(__file__).parent.parent.parent / "README.md"
BLOCK = re.compile(r"^<!-- command: (\w+) -->\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^<!-- shown: ([^\n]+) -->\n+```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fenced(text: str, language: str) -> list[str]:
    """The fenced blocks of `language`, in order."""
    return [block.strip() for name, block in FENCED.findall(text) if name == language]


def shown(text: str) -> dict[str, str]:
    """What the README shows, by the command that prints it."""
    return {command: block.rstrip("\n") for command, block in SHOWN.findall(text)}


def commands(text: str) -> dict[str, str]:
    """The commands of a README by name."""
    return {name: command.strip() for name, command in BLOCK.findall(text)}


if __name__ == "__main__":
    sys.stdout.write(commands(README.read_text(encoding="utf-8"))[sys.argv[1]] + "\n")
