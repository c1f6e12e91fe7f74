"""Packs that are valid: they can be loaded, played, looked at, guessed, saved and resumed whatever they say."""

from __future__ import annotations

import linecache
from collections import Counter
from random import Random

from cases import Case
from folder import in_folder
from foretold import contradicted
from mutator import tame
from seeds import shipped_games, small_games

from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.explain import card_lines
from duel_dsl.cli.screen.option_list import option_lines
from duel_dsl.cli.screen.table import Table
from duel_dsl.interpreter import Game, GameError, InvalidPack, Position, RunawayChain, load
from duel_dsl.interpreter.scenarios.runner import run_scenarios

MOST_DECISIONS = 40
# A game with more cards is played with one number of players only.
MOST_CARDS = 50
# How many mutants were valid and played, and in how many games: what comes of a run is told by these numbers.
played = Counter[str]()


def made(random: Random) -> str:
    """A game changed in ways that often leave it valid."""
    games = shipped_games() if random.random() < 0.01 else small_games()
    return tame(random.choice(games), random)


def opened(text: str) -> Game | None:
    """The game of a text, or None where the text has mistakes. A text without mistakes must load."""
    linecache.clearcache()
    try:
        return load(in_folder(text), scenarios=True)
    except InvalidPack:
        return None


def run(case: Case) -> None:
    """Plays the pack, a small one with every number of players."""
    game, random = opened(case.text), Random(case.number)
    if game is None:
        return
    played["played"] += 1
    run_scenarios(game)
    numbers = game.description.numbers
    for players in numbers if len(game.description.cards) <= MOST_CARDS else [random.choice(numbers)]:
        try:
            position = game.start(random.randrange(1000), players)
            played["games"] += 1
            _play(position, random)
        except RunawayChain:
            continue


def _play(position: Position, random: Random) -> None:
    for _ in range(MOST_DECISIONS):
        if position.over:
            break
        options = position.options()
        assert options, "there is nothing to decide and the game is not over"
        position.broken_invariants()
        if random.random() < 0.2:
            _look(position, random)
            _resume(position, random)
        position.play(random.choice(options))
    if position.over:
        assert position.result is not None
        _resume(position, random)


def _look(position: Position, random: Random) -> None:
    """Everything that a person can have shown, and what a bot asks."""
    pen = Pen(position.game, random.choice(position.game.languages), position.people)
    seat, width = position.decider or 0, random.choice((20, 60, 100))
    Table(pen, position, seat, ["x"] * position.players).lines(width)
    option_lines(pen, position, position.options(), width)
    for card in position.game.description.cards[:20]:
        card_lines(pen, position, seat, card.name, width)
    assert contradicted(position, 3, random.randrange(1000)) == [], "what is foretold does not come"
    for seat in range(position.players):
        position.scores(seat)
        guess = position.guess(seat, random.randrange(1000))
        assert guess.seen_by(seat) == position.seen_by(seat), "a guess does not agree with what the seat knows"


def _resume(position: Position, random: Random) -> None:
    """What is saved and restored is the same position and goes on the same way."""
    restored, seed = position.game.restore(position.save()), random.randrange(1000)
    assert restored == position, "restored, a position is another one"
    assert restored.keys() == position.keys(), "restored, a position has other options"
    one, other = _goes_on(position.copy(), seed), _goes_on(restored, seed)
    assert one == other, "restored, a position goes on in another way"


def _goes_on(position: Position, seed: int) -> tuple[list[int], str]:
    try:
        position.play_random(seed, 5)
    except GameError as failure:
        return position.state, str(failure)
    return position.state, ""
