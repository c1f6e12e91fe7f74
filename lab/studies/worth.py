"""What a card was worth to the one who took it: the same game played on from the same moment with the card as a blank.

Up to the decision that takes the card both games are the same, move by move, and then the seat takes the card in both.
All that differs is what the card costs and does, so a difference in the outcome comes from the card.
"""

from __future__ import annotations

from attrs import frozen

from ...interpreter.bots import Bot, bot
from ...interpreter.playing.position import Position
from ...interpreter.runtime.sides import lead
from ..running.games import Record, Setup, game_seed, loaded, naming_the_game, uses_of
from ..running.heartbeat import Heartbeat
from ..running.uses import Use


@frozen
class Moment:
    """When a card was taken in a game: the number of the decision (from 1), and the seat that got it. With what came
    of the game for that seat: 1 for a victory, and its points ahead of the best other one."""

    number: int
    decision: int
    seat: int
    outcome: float
    ahead: float


@frozen
class Paired:
    """The outcome for the seat that took a card, with the card and with a blank in its place."""

    moment: Moment
    outcome: float
    ahead: float


def moment_of(record: Record, card: str, people: int) -> Moment | None:
    """When a card was taken for the first time in a game."""
    for entry in record.entered:
        if entry.card == card and entry.seat < people:
            named = [e.decision for e in record.events if e.use.card == card and e.decision <= entry.decision]
            return Moment(
                record.number,
                named[-1] if named else entry.decision,
                entry.seat,
                record.share(entry.seat),
                lead(record.totals, record.sides, entry.seat),
            )
    return None


def play_with_blank(task: tuple[Setup, str, Moment]) -> Paired | None:
    """Plays a game anew up to the moment when a card was taken, and from there with the card as a blank. None where
    the blank cannot be taken like the card."""
    setup, card, moment = task
    seed, life = game_seed(setup.seed, moment.number), Heartbeat(moment.number)
    bots = [bot(name, seed + seat) for seat, name in enumerate(setup.seats)]
    with naming_the_game(moment.number, seed):
        real, blank = (_start(setup, seed, without) for without in ("", card))
        for _ in range(1, moment.decision):
            code = _chosen(bots, real)
            if code not in blank.codes:
                return None
            real.play(real.codes.index(code))
            blank.play(blank.codes.index(code))
        option = _alike(real, _chosen(bots, real), blank, card)
        if option is None:
            return None
        blank.play(option)
        while not blank.over:
            blank.play(blank.codes.index(_chosen(bots, blank)))
            life.beat(blank.decisions)
    result = blank.result
    assert result is not None
    sides = (side for side in blank.sides if side[0] < len(setup.seats))
    return Paired(moment, result.share(moment.seat), lead(result.totals, sides, moment.seat))


def _start(setup: Setup, seed: int, without: str) -> Position:
    game = loaded(setup.packs, without)
    return game.start(seed, len(setup.seats), dict(setup.switches))


def _chosen(bots: list[Bot], position: Position) -> int:
    seat = position.decider
    assert seat is not None
    return position.codes[bots[seat].choose(position, seat)]


def _alike(real: Position, code: int, blank: Position, card: str) -> int | None:
    """The option of the game with the blank that does the same: of the same key, or else what is told with the same
    words up to the card, since a blank is not paid for in the same way."""
    key = real.keys()[real.codes.index(code)]
    keys = blank.keys()
    if key in keys:
        return keys.index(key)
    told = {_words(use) for use in uses_of(real.game).of(real, code) if use.card == card}
    uses = uses_of(blank.game)
    for index, other in enumerate(blank.codes):
        if any(use.card == card and _words(use) in told for use in uses.of(blank, other)):
            return index
    return None


def _words(use: Use) -> str:
    return use.label.partition(f"{{{use.hole}}}")[0]
