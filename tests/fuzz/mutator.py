"""Texts to other texts: `wild` breaks them in every way, `tame` changes what they say so that many stay valid.

All of it depends on the random numbers it is given and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import bending
import breaking
import spots
from seeds import small_games

PLENTY = 60_000

Change = Callable[[str, Random], str]

WILD: tuple[Change, ...] = (
    breaking.delete_token,
    breaking.repeat_token,
    breaking.swap_tokens,
    breaking.token_of_its_kind,
    breaking.any_token,
    breaking.extreme_number,
    breaking.other_name,
    breaking.indentation,
    breaking.drop_block,
    breaking.repeat_block,
    breaking.move_block,
    breaking.foreign_block,
    breaking.foreign_declaration,
    breaking.odd_characters,
    breaking.cut_off,
    breaking.join_lines,
    bending.new_expression,
    bending.new_statement,
)
TAME: tuple[Change, ...] = (
    bending.expression_of_its_kind,
    bending.expression_of_its_kind,
    bending.expression_of_its_kind,
    bending.foreign_expression,
    bending.foreign_expression,
    bending.foreign_statement,
    bending.foreign_statement,
    bending.new_expression,
    bending.new_statement,
    bending.negate,
    bending.small_number,
    bending.small_number,
    breaking.extreme_number,
    bending.swap_words,
    bending.loop,
    bending.same_level,
    bending.same_level,
    breaking.drop_block,
    breaking.repeat_block,
    breaking.other_name,
)


def wild(text: str, random: Random) -> str:
    """The text after one to eight changes of any kind."""
    for _ in range(random.choice((1, 1, 2, 3, 5, 8))):
        text = random.choice(WILD)(text, random)[:PLENTY]
    return text


def tame(text: str, random: Random) -> str:
    """The text after one to three changes that follow the grammar."""
    for _ in range(random.choice((1, 1, 1, 1, 2, 2, 3))):
        text = random.choice(TAME)(text, random)
    return text


def warm_up() -> None:
    """Reads all texts that mutants are made from."""
    spots.words()
    for text in small_games():
        spots.parts(text)
