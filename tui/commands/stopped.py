"""Why a command stops before its end."""


class Refused(Exception):  # noqa: N818 - says what happened to the wish
    """What was asked cannot be done; the text says why, a line for each reason, all of it inert."""


class Interrupted(Exception):  # noqa: N818 - it is no error
    """Ctrl+C was pressed; the text says what is done and what is not."""
