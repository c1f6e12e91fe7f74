"""The public Python API: the example of the design runs, chance can be scripted, misuse gets clear errors."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from duel_dsl.interpreter import (
    BadSave,
    BadSetup,
    Chance,
    Game,
    GameError,
    IllegalOption,
    InvalidPack,
    Option,
    Position,
    load,
)
from duel_dsl.interpreter.playing.game import game_of

WONDERS = ["the_pyramids", "the_sphinx", "piraeus", "the_colossus", "the_mausoleum", "circus_maximus"]


def test_the_example_of_the_design() -> None:
    game = load("duel")
    pos = game.start(seed=7)
    while not pos.over:
        options = pos.options()
        pos.play(options[0])
    result = pos.result
    assert result is not None
    assert result.winner in (0, 1, None)
    assert result.how
    assert list(result.scores[0]) == list(game.description.score)
    assert result.totals == tuple(sum(s.values()) for s in result.scores)
    assert pos.copy() == pos
    assert game.restore(pos.save()) == pos
    assert isinstance(pos.read("coins", seat=0), int)
    assert set(pos.zone("city", seat=0)) <= {card.id for card in game.description.cards}
    pos = game.start(seed=7)
    assert pos.seen_by(0).seat == 0
    assert pos.guess(seat=0, seed=1).seen_by(0) == pos.seen_by(0)


def test_options_by_themselves_by_key_and_by_index(duel: Game) -> None:
    positions = [duel.start(seed=3) for _ in range(4)]
    while not positions[0].over:
        index = len(positions[0].keys()) // 2
        option = positions[0].options("de")[index]
        for position, given in zip(positions, (index, option, option.key, f"  {option.key} "), strict=True):
            position.play(given)
        assert all(position == positions[0] for position in positions)


def test_an_option_of_another_position_is_looked_up_by_its_key(duel: Game) -> None:
    position = duel.start(seed=1)
    option = position.options()[1]
    position.play(0)
    if option.key in position.keys():  # noqa: SIM118
        position.play(option)
    with pytest.raises(IllegalOption):
        position.play(Option("build nothing", "Build nothing", code=position.codes[0]))


def test_what_a_position_tells(first_turn: Position) -> None:
    assert first_turn.choice == "turn"
    assert first_turn.players == 2
    assert first_turn.read("age") == 1
    assert first_turn.read("again") is False
    assert first_turn.read("current") == first_turn.decider
    assert list(first_turn.slots("display"))[:3] == ["r1c1", "r1c2", "r2c1"]
    assert set(first_turn.slots("display").values()) == set(first_turn.zone("display"))
    assert first_turn.result is None
    assert not first_turn.drawn


def test_a_copy_is_independent(first_turn: Position) -> None:
    before = first_turn.save()
    copy = first_turn.copy()
    copy.play(0)
    assert first_turn.save() == before != copy.save()
    other = first_turn.copy()
    other.play(0)
    assert other == copy


# -------------------------------------------------------------- chance
class Script:
    """Picks what it was told to, by the name of what is being picked; otherwise the first candidate."""

    def __init__(self, **told: list[str]) -> None:
        self.told = {what.replace("__", " "): names for what, names in told.items()}
        self.said: list[str] = []

    def pick(self, what: str, candidates: list[str]) -> int:
        self.said.append(what)
        names = self.told.get(what)
        return candidates.index(names.pop(0)) if names else 0


def test_a_script_forces_a_whole_deal(duel: Game) -> None:
    first_age = [c.id for c in duel.description.cards if c.kind == "building" and c.values["age"] == 1]
    layout = duel.description.layouts["first_age"]
    wanted = dict(zip(layout.slots, reversed(first_age[3:]), strict=True))
    told = {f"display {slot}": [card] for slot, card in wanted.items()}
    told |= {"first player": ["1"], "offer": [*WONDERS[:4], *WONDERS[4:]], "board": ["law", "theology"]}
    # The last three buildings of the first age leave the game.
    told["box"] = first_age[:3]
    script = Script()
    script.told = {what: list(names) for what, names in told.items()}
    position = duel.start(chance=script)
    assert position.decider == 1
    assert sorted(position.zone("offer")) == sorted(WONDERS[:4])
    assert {"law", "theology"} <= set(position.zone("board"))
    while position.choice != "turn":
        position.play(0)
    assert position.slots("display") == wanted
    assert script.said.count("first player") == 1
    assert [what for what in script.said if what.startswith("display ")] == [f"display {s}" for s in layout.slots]


def test_a_script_that_always_takes_the_last_plays_to_the_end(duel: Game) -> None:
    class Last:
        def pick(self, what: str, candidates: list[str]) -> int:
            assert what
            assert len(set(candidates)) == len(candidates) > 0
            return len(candidates) - 1

    chance: Chance = Last()
    one, other = duel.start(chance=chance), duel.start(seed=99, chance=chance)
    while not one.over:
        one.play(0)
        other.play(0)
    assert one.result == other.result


@pytest.mark.parametrize("answer", [-1, 10**6, "law", None, 1.0])
def test_a_script_that_picks_no_candidate(duel: Game, answer: Any) -> None:
    class Wrong:
        def pick(self, what: str, candidates: list[str]) -> Any:
            return answer

    with pytest.raises(GameError, match="first player"):
        duel.start(chance=Wrong())


def test_a_script_that_fails_leaves_the_position_alone(duel: Game) -> None:
    class Tired:
        left = 10**6

        def pick(self, what: str, candidates: list[str]) -> int:
            self.left -= 1
            if self.left < 0:
                raise KeyError(what)
            return 0

    chance = Tired()
    position = duel.start(chance=chance)
    chance.left = 0
    before = position.save()
    with pytest.raises(KeyError):
        position.play_random(1)
    assert position.save() == before
    while position.choice != "turn":
        before, keys = position.save(), position.keys()
        try:
            position.play(0)
        except KeyError:
            assert (position.save(), position.keys()) == (before, keys)
            chance.left = 100
    # Another position of the same game is not affected by the failed run.
    assert duel.start(seed=5) == duel.start(seed=5)


# -------------------------------------------------------------- misuse
def over(duel: Game) -> Position:
    return duel.start(seed=2).play_random(2)


MISUSES: list[tuple[type[Exception], str, Callable[[Game, Position], object]]] = [
    (IllegalOption, "not on offer", lambda game, pos: pos.play("build atlantis")),
    (IllegalOption, "not on offer", lambda game, pos: pos.play("")),
    (IllegalOption, "options, numbered from 0", lambda game, pos: pos.play(99)),
    (IllegalOption, "options, numbered from 0", lambda game, pos: pos.play(-1)),
    (IllegalOption, "by key or by index", lambda game, pos: pos.play(None)),  # type: ignore[arg-type]
    (IllegalOption, "by key or by index", lambda game, pos: pos.play(1.5)),  # type: ignore[arg-type]
    (IllegalOption, "the game is over", lambda game, pos: over(game).play(0)),
    (GameError, "did you mean `coins`", lambda game, pos: pos.read("coin", seat=0)),
    (GameError, "give a seat", lambda game, pos: pos.read("coins")),
    (GameError, "no field `age`", lambda game, pos: pos.read("age", seat=0)),
    (GameError, "no seat 2", lambda game, pos: pos.read("coins", seat=2)),
    (GameError, "no seat -1", lambda game, pos: pos.zone("city", seat=-1)),
    (GameError, "no seat 'first'", lambda game, pos: pos.zone("city", seat="first")),  # type: ignore[arg-type]
    (GameError, "use zone", lambda game, pos: pos.read("display")),
    (GameError, "use read", lambda game, pos: pos.zone("age")),
    (GameError, "no slots", lambda game, pos: pos.slots("discard")),
    (GameError, "no field", lambda game, pos: pos.slots("nowhere")),
    (GameError, "no seat 7", lambda game, pos: pos.scores(7)),
    (GameError, "no seat 2", lambda game, pos: pos.seen_by(2)),
    (GameError, "no seat None", lambda game, pos: pos.guess(None)),  # type: ignore[arg-type]
    (GameError, "no card `arenna`; did you mean `arena`", lambda game, pos: game.card("arenna")),
    (BadSetup, "for 2 players, not 3", lambda game, pos: game.start(players=3)),
    (BadSetup, "for 2 players, not 2.5", lambda game, pos: game.start(players=2.5)),  # type: ignore[arg-type]
    (BadSetup, "whole number", lambda game, pos: game.start(seed="x")),  # type: ignore[arg-type]
    (
        BadSetup,
        "no switch `tied_paw`; did you mean `tied_pawn`",
        lambda game, pos: game.start(switches={"tied_paw": "x"}),
    ),
    (BadSetup, "is one of", lambda game, pos: game.start(switches={"tied_pawn": "maybe"})),
    (BadSave, "not a saved position", lambda game, pos: game.restore("")),
]


@pytest.mark.parametrize(("kind", "message", "misuse"), MISUSES, ids=[message for _, message, _ in MISUSES])
def test_misuse(
    first_turn: Position, kind: type[Exception], message: str, misuse: Callable[[Game, Position], object]
) -> None:
    position = first_turn.copy()
    before = position.save()
    with pytest.raises(kind) as caught:
        misuse(position.game, position)
    assert isinstance(caught.value, GameError)
    assert message in str(caught.value)
    assert position.save() == before


@pytest.mark.parametrize("name", ["atlantis", "duel+atlantis", "", "duel+", "/nowhere/at/all", "tests"])
def test_packs_that_are_not_there(name: str) -> None:
    with pytest.raises((InvalidPack, GameError)) as caught:
        load(name)
    assert str(caught.value)


def test_no_pack_is_no_game() -> None:
    with pytest.raises(BadSetup, match="needs a pack"):
        load([])


def test_games_and_positions_are_shown_in_one_short_line(duel: Game) -> None:
    position = duel.start(seed=1)
    assert repr(duel) == f"<Game duel {duel.digest}>"
    assert repr(position) == f"<Position of duel: seat {position.decider} decides>"
    position.play_random(1)
    assert repr(position) == "<Position of duel: over>"


def test_the_same_pack_given_twice_is_one_game(duel: Game) -> None:
    assert load(["duel", "duel"]).digest == duel.digest


def test_a_save_of_other_rules(first_turn: Position, written: Callable[..., Game]) -> None:
    other = written('table\n    n: number = 0\n\nscore\n    n: n\n\nrank by total "n"\n\nprocedure play\n    n = 1\n')
    with pytest.raises(BadSave, match="other rules"):
        other.restore(first_turn.save())
    with pytest.raises(BadSave, match="other rules"):
        first_turn.game.restore(other.start().save())


def test_a_game_is_not_pickled_by_mistake(duel: Game) -> None:
    with pytest.raises(TypeError, match="loaded anew"):
        pickle.dumps(duel)


def test_words_in_two_languages(first_turn: Position) -> None:
    game = first_turn.game
    assert game.languages == ["en", "de"]
    english, german = first_turn.options(), first_turn.options("de")
    assert [o.key for o in english] == [o.key for o in german]
    assert all(e.label != g.label for e, g in zip(english, german, strict=True))
    assert [o.key for o in first_turn.options("xx")] == first_turn.keys()
    assert game.words("de").card(game.card("arena").index) == "Arena"


def test_a_game_of_a_changed_description(duel: Game) -> None:
    changed = game_of(evolve(duel.description, digest="0" * 16, limit=(5, "enough")))
    position = changed.start(seed=1).play_random(1)
    assert position.result is not None
    assert (position.decisions, position.result.how) == (5, "enough")
    # The game that it was made from is as it was.
    assert duel.start(seed=1).play_random(1, 6).decisions == 6
    with pytest.raises(BadSave, match="other rules"):
        duel.restore(position.save())
