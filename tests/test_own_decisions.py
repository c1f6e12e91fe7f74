"""On a card its owner decides, in every form of `choose`, where nobody else is named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.interpreter import Game, InvalidPack

WritePack = Callable[..., Game]

ASKING = """
kind piece
    event on_take

player
    hand: set of piece, public, active
    n: number = 0

table
    box: set of piece, public = piece

procedure play
    move lamp to second.hand
    run lamp.on_take for second
    finish

score
    n: n + count(hand) + count(box)

rank by total "most"

piece "Lamp"
    on_take:
        BODY
"""
FORMS = {
    "of one kind": "choose c in box + [lamp]:\n            move c to self.hand",
    "that may be declined": 'may choose c in box + [lamp] "fetch {c}":\n            move c to self.hand',
    "in a block": 'choose\n            option "one":\n                n += 1\n            option "two":\n                n += 2',  # noqa: E501
    "in a block, declined": 'may choose\n            option "one":\n                n += 1',
}


@pytest.mark.parametrize("form", FORMS)
def test_the_owner_decides(written: WritePack, form: str) -> None:
    text = ASKING.replace("BODY", FORMS[form]) + '\npiece "Oil"\n'
    position = written(text).start()
    assert position.decider == 1


@pytest.mark.parametrize("form", FORMS)
def test_in_rules_it_is_said_who(written: WritePack, form: str) -> None:
    body = FORMS[form].replace("self.", "first.").replace("n +=", "first.n +=").replace("            ", "        ")
    text = ASKING.replace("BODY", "n += 1").replace("    finish\n", f"    {body}\n    finish\n")
    with pytest.raises(InvalidPack) as caught:
        written(text + '\npiece "Oil"\n')
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} == {"whose"}
