"""The prompt moves while one types, and leaves everything as it was where one returns."""

from tests.tui.runs import hostile, preemption, session
from tui.jumps import Position
from tui.prompt import GoTo, Prompt
from tui.view.footer import footer


def test_it_moves_while_one_types() -> None:
    own = session(preemption(), 1)
    prompt = Prompt(own, GoTo(own))
    prompt.write("3")
    assert own.position == Position(3)
    prompt.erase()
    assert own.position == Position(1)
    prompt.write("C")
    assert (own.position, own.attention.rid) == (Position(1), "C")
    assert prompt.submit()
    assert (own.position, own.attention.rid, own.asked) == (Position(1), "C", None)


def test_escape_returns() -> None:
    own = session(preemption(), 3, 2)
    prompt = Prompt(own, GoTo(own))
    prompt.write("B")
    prompt.cancel()
    assert (own.position, own.attention.rid, own.asked) == (Position(3, 2), None, None)
    own.back()
    assert own.message == "no jump to go back to"


def test_enter_is_one_jump_however_much_was_typed() -> None:
    own = session(preemption(), 1)
    prompt = Prompt(own, GoTo(own))
    for letter in "5":
        prompt.write(letter)
    prompt.submit()
    own.back()
    assert own.position == Position(1)


def test_words_that_lead_nowhere_stay_with_the_reason() -> None:
    own = session(preemption())
    prompt = Prompt(own, GoTo(own))
    prompt.write("99")
    assert not prompt.submit()
    assert own.asked is not None
    assert (own.asked.text, own.asked.good) == ("99", False)
    assert "the run ends at step 5" in own.asked.answer
    prompt.erase(everything=True)
    assert own.asked.answer == GoTo.hint
    assert prompt.submit()


def test_what_is_pasted_is_inert() -> None:
    own = session(hostile())
    prompt = Prompt(own, GoTo(own))
    prompt.write("\x1b[2J\n[red]" + "x" * 999)
    text = "".join(span.text for span in footer(own.scene, 80)[0])
    assert text.isprintable()
    assert len(text) == 80
