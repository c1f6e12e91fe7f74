"""What our engine says of a position of Duel with expansions, in the form in which recorded games are compared."""

from __future__ import annotations

from typing import Any

from attrs import define

from duel_dsl.interpreter import Position
from duel_dsl.interpreter.asking.figures import price
from duel_dsl.interpreter.backends.reference.values import Values
from duel_dsl.interpreter.program.model import Code

# What the goods of a card cost, without the printed money.
TRADE = Code("at", (Code("trade_row", (Code("local", value="buyer"),)), Code("local", value="card")))


@define
class State:
    """Reads one position."""

    position: Position

    # -------------------------------------------------------------- questions
    def ask(self, function: str, *arguments: int) -> int:
        """What a define or a value of the rules says here."""
        return self.position.game.machine.call(self.position.state, function, *arguments)

    def _card(self, name: str) -> int:
        return self.position.game.card(name).index

    def _id(self, card: int) -> str | None:
        return self.position.game.description.cards[card].id if card >= 0 else None

    def _mark(self, name: str, mark: str) -> str | None:
        """A card that is marked on another one."""
        at = self.position.game.program.memory.states[mark]
        return self._id(self.position.state[at + self._card(name)])

    def price(self, seat: int, name: str) -> int:
        """What a card in reach would cost a player."""
        card = self._card(name)
        if self.position.game.description.cards[card].kind == "senator":
            return self.ask("value_recruit_price", seat)
        return 0 if self.ask("value_linked", seat, card) else self.ask("value_building_price", seat, card)

    def wonder_price(self, seat: int, name: str) -> int:
        """What a wonder would cost a player."""
        return price(self.position, seat, self._card(name)) or 0

    def kept_coins(self, seat: int, name: str) -> int:
        """The printed coins of a card that a player pays although a part of its cost can be left out, else 0."""
        program, card = self.position.game.program, self._card(name)
        if program.prices is None or program.prices.omitted is None or not self.ask("value_omitted", seat, card):
            return 0
        beyond = self.position.game.machine.price(self.position.state, seat, card)
        goods = Values(program).of(TRADE, self.position.state, {"buyer": seat, "card": card})
        return program.tables["money"].entries[card] if beyond == goods else 0

    def spaces(self, seat: int) -> list[int | None]:
        """What the card on each space of the Pantheon would cost a player, without offerings."""
        open_cards = self.position.zone("enshrined")
        return [
            self.ask("value_activation_price", seat, self._card(name)) if name in open_cards else None
            for name in self._pantheon()
        ]

    # -------------------------------------------------------------- zones
    def display(self) -> list[tuple[str, str, str]]:
        """Slot, card and face (U or D) of every card of the display."""
        view = self.position.seen_by(0).table["display"]
        assert isinstance(view, tuple)
        cards = self.position.slots("display")
        found = []
        for slot in view:
            card = cards[slot.name]
            if card is not None:
                found.append((slot.name, card, "U" if isinstance(slot.card, str) else "D"))
        return found

    def face_down(self) -> dict[str, str]:
        """The slots of cards that lie face down, by card: so options name them."""
        return {card: slot for slot, card, face in self.display() if face == "D"}

    def _pantheon(self) -> list[str | None]:
        lying = [*self.position.zone("enshrined"), *self.position.zone("shrine")]
        places = {self._mark(name, "place"): name for name in lying}
        return [places.get(f"space_{number}") for number in range(1, 7)]

    def _decks(self) -> list[list[str]]:
        """The decks of divinities, the top card first."""
        game = self.position.game
        decks: list[list[str]] = [[] for _ in game.description.enums["mythology"]]
        for name in self._from_the_top("divinity_decks"):
            decks[game.card(name).values["mythology"]].append(name)
        return decks

    def _from_the_top(self, pile: str) -> list[str]:
        state, order = self.position.state, self.position.game.program.memory.order
        return sorted(self.position.zone(pile), key=lambda name: -state[order + self._card(name)])

    def shared(self) -> dict[str, Any]:
        """The state of the table."""
        position = self.position
        found: dict[str, Any] = {
            "pawn": position.read("pawn"),
            "military tokens": sorted(position.zone("track")),
            "discard": sorted(position.zone("discard")),
            "tokens on the board": sorted(position.zone("board")),
            "tokens in the box or looked at": sorted([*position.zone("token_box"), *self._of_both("drawn")]),
            "display": sorted((card, face) for _, card, face in self.display()),
        }
        if "enshrined" in position.game.description.table:
            minerva = position.read("minerva_at")
            found |= {
                "minerva": None if minerva == 10 else minerva,
                "snake": position.read("snake"),
                "tokens on Enki": sorted(position.zone("on_enki")),
                "pantheon": self._pantheon(),
                "decks of divinities": self._decks(),
                "divinities looked at": sorted(self._of_both("looked_at")),
                "tokens on the display": sorted(position.zone("laid")),
            }
        if "chambers" in position.game.description.table:
            found |= {
                "senate": self._senate(),
                "decrees": self._decrees(),
                "deck of conspiracies": self._from_the_top("conspiracy_deck"),
                "conspiracies drawn": sorted(self._of_both("drawn_plots")),
                "tokens locked": sorted(self._of_both("locked")),
                "may trigger": position.read("may_trigger"),
            }
        return found

    def _of_both(self, zone: str) -> list[str]:
        return [name for seat in (0, 1) for name in self.position.zone(zone, seat)]

    def _senate(self) -> list[list[int | None]]:
        """Of every chamber the cubes of both players and who controls it."""
        found: list[list[int | None]] = []
        for name in sorted(self.position.zone("chambers")):
            cubes = [self.ask("define_cubes_in", self._card(name), seat) for seat in (0, 1)]
            controller = self.ask("define_controller", self._card(name))
            found.append([*cubes, controller if controller >= 0 else None])
        return found

    def _decrees(self) -> dict[str, tuple[str | None, bool]]:
        """The chamber of every decree in the Senate, and whether it lies face up."""
        zones = {"decrees": True, "closed_decrees": False}
        return {n: (self._mark(n, "chamber"), up) for zone, up in zones.items() for n in self.position.zone(zone)}

    def _conspiracies(self, seat: int) -> dict[str, tuple[str | None, bool]]:
        """The card below every conspiracy of a player, and whether it has been triggered."""
        zones = ("plots", "prepared", "triggered")
        named = [(name, zone) for zone in zones for name in self.position.zone(zone, seat)]
        return {name: (self._mark(name, "below"), zone == "triggered") for name, zone in named}

    def of_player(self, seat: int) -> dict[str, Any]:
        """The state of a player."""
        position = self.position
        found: dict[str, Any] = {
            "coins": position.read("coins", seat),
            "city": sorted(position.zone("city", seat)),
            "plans": sorted(position.zone("plans", seat)),
            "wonders": {name: self._mark(name, "under") for name in position.zone("wonders", seat)},
            "tokens": sorted(position.zone("tokens", seat)),
        }
        if "divinities" in position.game.description.player:
            found |= {
                "divinities": sorted(position.zone("divinities", seat)),
                "coins on Astarte": position.read("hoard", seat),
                "finds": sorted(position.zone("finds", seat)),
            }
        if "cubes" in position.game.description.player:
            found |= {"cubes": position.read("cubes", seat), "conspiracies": self._conspiracies(seat)}
        return found
