"""What a seat is told for certain, held against games that it holds possible: shared by tests and the fuzzer."""

from __future__ import annotations

from duel_dsl.interpreter import Position
from duel_dsl.interpreter.asking.figures import figure, price
from duel_dsl.interpreter.asking.knowledge import Knowledge


def contradicted(position: Position, guesses: int, seed: int = 0) -> list[str]:
    """What the decider is told for certain and what does not hold in one of so many guesses."""
    seat, game = position.decider, position.game
    assert seat is not None
    known, wrong = Knowledge.of(position, seat), list[str]()
    numbers = [n for n, f in game.description.player.items() if f.type.tag == "number" and f.visibility == "public"]
    tracks = [n for n, f in game.description.table.items() if f.type.tag == "number" and f.visibility == "public"]
    seats = range(position.players)

    def compare(what: str, known: Knowledge, real: Position) -> None:
        for seat in seats:
            total = known.total(seat)
            wrong.extend([f"{what}: total of {seat}"] if total not in (None, sum(real.scores(seat).values())) else [])
            for name in numbers:
                found = known.read(name, seat)
                wrong.extend([f"{what}: {name} of {seat}"] if found not in (None, real.read(name, seat)) else [])
        wrong.extend(f"{what}: {n}" for n in tracks if known.read(n) not in (None, real.read(n)))
        won = real.result.winners if real.result is not None and not real.result.drawn else ()
        if known.over is not real.over or not set(known.winners) <= set(won):
            wrong.append(f"{what}: the end")

    real = [position.guess(seat, seed + number) for number in range(guesses)]
    for guess in real:
        compare("now", known, guess)
        wrong += figures_contradicted(known, guess)
    for option in position.options():
        after = known.after(option)
        # Where the rules ask of hidden cards what is on offer, a guess may lack an option.
        for guess in [guess for guess in real if option.code in guess.codes] if after is not None else ():
            then = guess.copy()
            then.play(guess.codes.index(option.code))
            assert after is not None
            compare(option.key, after, then)
    return wrong


def figures_contradicted(known: Knowledge, real: Position) -> list[str]:
    """Figures on the table that are not so."""
    look, model, wrong = known.game.description.look, known.game.description, list[str]()
    for name in look.shown:
        define = model.defines.get(name)
        params = (define or model.values[name]).params
        is_set = define is not None and not isinstance(define.body, tuple) and define.body.type.tag == "set"
        for seat in range(real.players):
            if is_set:
                there = figure(real, name, seat)
                wrong += [f"{name}: card {card}" for card in known.cards(name, seat) if not there >> card & 1]
            elif len(params) == 1:
                wrong += [name] if known.figure(name, seat) not in (None, figure(real, name, seat)) else []
    for seat in range(real.players) if model.payment else ():
        for card in range(0, len(model.cards), 5):
            wrong += [f"price of {card}"] if known.price(seat, card) not in (None, price(real, seat, card)) else []
    return wrong
