"""Whether the data of a program fit together: `wrong_data(program)` looks at the position, the tables, the names and at
everything that they lead to. What the code of a program does is looked at in `verify.py`, which can then rely on these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import define, field

from ...dsl.meaning import MOST_RECEIVERS, MOST_WORD
from .memory import CARDS, FACE_UP, LAYOUT, MOST_OPTION_NAMES, NOWHERE, OCCUPIED, PAYMENT_BITS, SLOTS
from .model import (
    AMOUNT_BITS,
    ARGUMENT_BITS,
    ASKED,
    CHOSEN,
    DECIDER,
    DECISIONS,
    DECLINE,
    OPEN,
    OPTION_BITS,
    OVER,
    PEOPLE,
    PLAYERS,
    RANDOM,
    START,
    WAY,
    WINNER,
    Ask,
    Layout,
    Place,
    Program,
    Rank,
    Spot,
)
from .prices import PriceCode
from .sets import bits
from .types import FLAG, Type, full, number, set_of

SEEN = ("public", "private", "hidden")


def wrong_data(program: Program) -> list[str]:
    """What is wrong with the data of a program, in words."""
    return Data(program).all()


def room_in_sets(program: Program) -> int:
    """How many members the sets of a program can have."""
    slots = program.memory.layout_size - SLOTS
    return max(program.memory.seats, slots, *map(len, program.names.values()))


def spots(places: tuple[Place, ...], first: int) -> tuple[Spot, ...]:
    """Where cards can lie that not everybody sees, with the numbers of their positions from the first one on."""
    found = list[Spot]()
    for place in places:
        slots = place.per == "slot"
        hides = slots or (place.zone and place.seen != "public")
        for number_ in range(place.count if hides else 0):
            room = 1 if slots else place.type.high.bit_count()
            seat = number_ if place.per == "player" else -1
            found.append(Spot(place.name.partition(".")[0], place.first + number_, first, room, slots, seat))
            first += room
    return tuple(found)


@define
class Data:
    """Looks at the data of one program."""

    program: Program
    _found: list[str] = field(factory=list)
    _where: str = ""

    def all(self) -> list[str]:
        """Everything, each part only where those that it needs are as they should be."""
        for look in (self._sizes, self._types, self._places, self._first, self._tables, self._names, self._asks):
            self._where = "program"
            look()
            if self._found:
                return self._found
        if self.program.prices is not None:
            self._prices(self.program.prices)
        return self._found

    def _wrong(self, what: str) -> None:
        self._found.append(f"{self._where}: {what}")

    def _sizes(self) -> None:
        """How many players, cards and layouts there are."""
        program = self.program
        low, high = program.players
        if not 1 <= low <= high <= program.memory.seats or not 0 <= program.seats <= program.memory.seats:
            self._wrong(f"{low} to {high} players do not fit on {program.memory.seats} seats")
        if not len(program.backs) == len(program.origins) == program.cards:
            self._wrong("it has not one back and one place in the text for each card")
        for layout in program.layouts:
            if wrong := self._layout(layout):
                self._wrong(f"layout {layout.name} {wrong}")
        if not program.limit >= 1 or len(program.ways) < len(program.rank) + 2:
            self._wrong("it has no limit, or too few ways of winning")

    def _layout(self, layout: Layout) -> str:
        size, all_slots = len(layout.slots), full(len(layout.slots))
        if size > self.program.memory.layout_size - SLOTS:
            return "has more slots than there is room for"
        if not len(layout.rows) == len(layout.covers) == size:
            return "has not one row and what covers it for each slot"
        beyond = [mask for mask in (layout.face_up, *layout.covers) if mask & ~all_slots]
        return "speaks of slots that it does not have" if beyond else ""

    # -------------------------------------------------------------- types
    def _types(self) -> None:
        """Types that stand for something."""
        within = self._bounds()
        for where, type in self._all_types():
            self._where = where
            low, high = within.get(type.tag, (0, -1))
            if not low <= type.low <= type.high <= high or (type.tag == "set" and type.low):
                self._wrong(f"there is no {type.tag} from {type.low} to {type.high}")

    def _bounds(self) -> dict[str, tuple[int, int]]:
        """What the types of a place or name can hold at most, by their tags."""
        program, slots = self.program, self.program.memory.layout_size - SLOTS
        seats, cards, members = program.memory.seats, program.cards, room_in_sets(program)
        return {
            "number": (-MOST_WORD, MOST_WORD),
            # One that chance picks, or that something is looked up by, can be none.
            "flag": (-1, 1),
            "player": (-1, seats - 1),
            "card": (-1, max(0, cards - 1)),
            "slot": (-1, slots - 1),
            "member": (-1, MOST_WORD),
            "set": (0, full(members)),
            "payment": (0, full(PAYMENT_BITS)),
            "option": (OPEN, full(OPTION_BITS + max(PAYMENT_BITS, ARGUMENT_BITS) * MOST_OPTION_NAMES)),
        }

    def _all_types(self) -> Iterator[tuple[str, Type]]:
        program = self.program
        yield from ((f"place {place.name}", place.type) for place in program.places if place.first != RANDOM)
        yield from ((f"table {name}", table.type) for name, table in program.tables.items())
        for function in program.functions:
            where = f"function {function.name}"
            yield from ((where, type) for type in (function.result, *(param.type for param in function.params)))
        for routine in program.routines:
            kept = routine.frame.locals if routine.frame is not None else ()
            locals = (*routine.params, *routine.locals, *kept)
            yield from ((f"routine {routine.name}", local.type) for local in locals)
        for ask in program.asks:
            yield from ((f"decision {ask.id}", type) for option in ask.options for type in option.types)

    # -------------------------------------------------------------- the position
    def _places(self) -> None:
        """The parts of a position: side by side, and where the machine and the memory look for them."""
        program, self._where = self.program, "places"
        end = 0
        for place in program.places:
            if place.first != end:
                self._wrong(f"{place.name} begins at {place.first}, not at {end}")
            end = place.first + place.count
            if place.count < min(1, program.cards if place.per == "card" else 1) or place.seen not in SEEN:
                self._wrong(f"{place.name} has no room, or nobody knows who sees it")
            if place.zone and not (place.type.tag == "set" and place.type.of == "card"):
                self._wrong(f"{place.name} is a zone, but holds no cards")
            if place.per == "player" and place.count != program.memory.seats:
                self._wrong(f"{place.name} has not one number for each seat")
            if (place.pile and program.memory.order == NOWHERE) or (
                place.remembered and program.memory.known == NOWHERE
            ):
                self._wrong(f"nothing is noted of the cards in {place.name}")
        if not end == program.memory.stack == len(program.first):
            self._wrong("the places do not fill the position")
        at = {place.first: place for place in program.places}
        for first, count, type in self._wanted():
            found = at.get(first)
            if found is None or found.count != count or not found.type.holds(type):
                self._wrong(f"{count} times {type} is wanted at {first}")
        self._named(at)
        if not self._found and program.spots != spots(program.places, program.cards):
            self._wrong("the spots are not those on which cards can lie unseen")

    def _wanted(self) -> Iterator[tuple[int, int, Type]]:
        """What lies at the places that machines use themselves: where, how many numbers, of which type at least."""
        program, memory = self.program, self.program.memory
        cards, seats = program.cards, memory.seats
        someone, seat, option = (
            Type("player", -1, seats - 1),
            Type("player", 0, seats - 1),
            Type("option", OPEN, DECLINE),
        )
        one = {
            RANDOM: number(0, 2**64 - 1),
            OVER: FLAG,
            WINNER: someone,
            WAY: number(-1, len(program.ways) - 1),
            ASKED: number(-1, len(program.asks) - 1),
            DECIDER: seat,
            CHOSEN: option,
            PLAYERS: number(0, seats),
            PEOPLE: number(0, seats),
            DECISIONS: number(0, program.limit),
        }
        yield from ((first, 1, type) for first, type in one.items())
        yield memory.answers, seats, option
        if memory.order != NOWHERE:
            yield memory.order, cards, number(-cards, cards)
        if memory.known != NOWHERE:
            yield memory.known, seats, set_of(full(cards))
        yield memory.where, cards, number(1 - memory.stack, memory.stack - 1)
        slots = memory.layout_size - SLOTS
        for base in memory.layouts.values():
            yield base + LAYOUT, 1, Type("member", 0, max(1, len(program.layouts)) - 1, "layout")
            yield from ((base + part, 1, set_of(full(slots), "slot")) for part in (OCCUPIED, FACE_UP))
            yield base + CARDS, 1, set_of(0)
            yield base + SLOTS, slots, Type("card", -1, cards - 1)

    def _named(self, at: dict[int, Place]) -> None:
        """What the memory calls by a name is the place of that name."""
        memory = self.program.memory
        named = {**memory.table, **memory.player, **memory.switches, **memory.states}
        named |= {"answers": memory.answers, "where": memory.where}
        named |= {"order": memory.order} if memory.order != NOWHERE else {}
        named |= {"known": memory.known} if memory.known != NOWHERE else {}
        per = {**dict.fromkeys(memory.player.values(), "player"), **dict.fromkeys(memory.states.values(), "card")}
        for name, first in named.items():
            found = at.get(first)
            if found is None or found.name.partition(".")[0] != name or found.per != per.get(first, found.per):
                self._wrong(f"{name} does not lie at {first}")
        if any(memory.table.get(name) != base for name, base in memory.layouts.items()):
            self._wrong("a layout zone is no field of the table")

    def _first(self) -> None:
        """The position before anything has happened: within its types, and every card lies where its place says."""
        program, memory = self.program, self.program.memory
        self._where = "places"
        lying = dict[int, int]()
        for place in program.places:
            for first in range(place.first, place.first + place.count):
                value = program.first[first]
                if not place.type.fits(value):
                    self._wrong(f"{place.name} begins with {value}, which is no {place.type}")
                elif place.zone:
                    lying |= dict.fromkeys(bits(value), first)
        zones = [program.first[p.first + n] for p in program.places if p.zone for n in range(p.count)]
        if self._found:
            return
        if sum(zone.bit_count() for zone in zones) != program.cards:
            self._wrong("not every card lies in one zone at first")
        for card in range(program.cards):
            if program.first[memory.where + card] != lying.get(card):
                self._wrong(f"{program.names['card'][card]} does not lie at {program.first[memory.where + card]}")
        for base in memory.layouts.values():
            if any(program.first[base + part] for part in (OCCUPIED, FACE_UP, CARDS)):
                self._wrong("a layout zone is not empty at first")
        if program.first[OVER] or program.first[ASKED] != -1:
            self._wrong("the game does not begin with its beginning")

    # -------------------------------------------------------------- tables and names
    def _tables(self) -> None:
        """Tables of numbers, and those of what cards do."""
        program, self._where = self.program, "tables"
        for name, table in program.tables.items():
            if table.row < 1 or len(table.entries) % table.row:
                self._wrong(f"{name} has no whole rows")
            if any(not table.type.fits(entry) for entry in table.entries):
                self._wrong(f"{name} has an entry that is no {table.type}")
        prices = program.prices
        wanted = {} if prices is None else {"money": 1, "needs": prices.goods, "produced": prices.goods}
        for name, row in wanted.items():
            if name not in program.tables:
                self._wrong(f"there is no table `{name}`")
            elif (found := program.tables[name]).row != row or len(found.entries) != program.cards * row:
                self._wrong(f"{name} has not one entry for each card")
        functions, routines = {f.name for f in program.functions}, {r.name for r in program.routines}
        for name, handlers in program.dispatch.items():
            if len(handlers) != program.cards:
                self._wrong(f"{name} has not one entry for each card")
            named = {*handlers, ""} - {""}
            for handler in sorted(named - functions - routines):
                self._wrong(f"{name} names {handler}, which there is not")
            if named & functions and named & routines:
                self._wrong(f"{name} names functions and routines")

    def _names(self) -> None:
        """What the program names as a whole."""
        program = self.program
        names = Counter([f.name for f in program.functions] + [r.name for r in program.routines])
        for name in (name for name, count in names.items() if count > 1):
            self._wrong(f"there are several `{name}`")
        if any(routine.name == START and routine.params for routine in program.routines) or START not in names:
            self._wrong(f"there is no routine `{START}` without parameters")
        params = {function.name: [param.type for param in function.params] for function in program.functions}
        wanted = {**dict.fromkeys(program.score, 1), **{x.function: int(x.every_player) for x in program.invariants}}
        wanted |= {program.side: 1} if program.side else {}
        seat = Type("player", 0, program.memory.seats - 1)
        for name, most in wanted.items():
            if name not in params or len(params[name]) != most or not all(type.holds(seat) for type in params[name]):
                self._wrong(f"there is no function `{name}` with {most} parameters")
        if wrong := [rank for rank in program.rank if not self._ranks(rank)]:
            self._wrong(f"nothing can be decided by {wrong[0].by} {wrong[0].index}")

    def _ranks(self, rank: Rank) -> bool:
        if rank.by == "field":
            return any(place.first == rank.index and place.type.scalar for place in self._of_players())
        return rank.by == "total" or (rank.by == "score" and rank.index in range(len(self.program.score)))

    def _of_players(self) -> Iterator[Place]:
        known = self.program.memory.player.values()
        return (place for place in self.program.places if place.first in known)

    # -------------------------------------------------------------- decisions and prices
    def _asks(self) -> None:
        """The numbers of decisions, and what their options are made of."""
        asks = self.program.asks
        for number_, ask in enumerate(asks):
            if ask.id != number_ or ask.choice not in range(number_ + 1) or len(ask.options) >= DECLINE:
                self._wrong(f"decision {ask.id} has a wrong number, or too many options")
            elif ask.gathers and [_form(option) for option in ask.options] != [
                _form(o) for o in asks[ask.choice].options
            ]:
                self._wrong(f"decision {ask.id} does not gather answers to decision {ask.choice}")
            self._options(ask)

    def _options(self, ask: Ask) -> None:
        for option in ask.options:
            parts = (option.names, option.types, option.widths, option.origins, option.spots, option.domains)
            if len({len(part) for part in parts}) > 1 or len(set(option.names)) < len(option.names):
                self._wrong(f"decision {ask.id}: an option has not as many domains as names")
            if any(width < 0 for width in option.widths) or sum(option.widths) > self._room():
                self._wrong(f"decision {ask.id}: an option has no room for its names")
            if any(spot not in range(len(self.program.spots)) for spots in option.spots for spot in spots):
                self._wrong(f"decision {ask.id}: an option speaks of spots that there are not")
            if option.holes and len(option.holes) != len(option.label) + len(option.remark):
                self._wrong(f"decision {ask.id}: an option has not as many holes as its label and remark")
            if any(name not in (*option.names, *ask.uses) for hole in option.holes for name in hole.cards):
                self._wrong(f"decision {ask.id}: a hole is of a card that is not known there")

    def _room(self) -> int:
        """How many bits an option has for its arguments."""
        return self.program.place_at(CHOSEN).type.high.bit_length() - DECLINE.bit_length()

    def _prices(self, prices: PriceCode) -> None:
        """What prices are made of."""
        self._where, goods = "prices", range(prices.goods)
        if not any(place.first == prices.money and place.type.scalar for place in self._of_players()):
            self._wrong(f"money does not lie at {prices.money}")
        if not len(prices.receivers) <= MOST_RECEIVERS:
            self._wrong("too many can be paid")
        if any(mask & ~full(prices.goods) for choices in prices.choices for mask in choices) or (
            prices.choices and len(prices.choices) != self.program.cards
        ):
            self._wrong("a card produces goods that there are not")
        if prices.added and len(prices.added) != len(goods):
            self._wrong("what is added is not said for each good")
        for fee in prices.fees:
            if fee.receiver not in range(len(prices.receivers) + 1):
                self._wrong(f"a fee pays receiver {fee.receiver}, which there is not")
        for market in prices.markets:
            if len(market.prices) != len(goods) or any(good not in goods for good in market.sells):
                self._wrong("a market has not one price for each good, or sells what there is not")
            if market.receiver not in range(len(prices.receivers) + 1):
                self._wrong(f"a market pays receiver {market.receiver}, which there is not")
        if self.program.tables["money"].type.high >= 1 << AMOUNT_BITS:
            self._wrong("a card costs more than a payment has room for")


def _form(option: object) -> tuple[object, ...]:
    """How the integer of an option is made."""
    return tuple(getattr(option, name) for name in ("names", "types", "widths", "origins", "spots"))
