"""Terms to codes: every checked expression becomes arithmetic on integers and sets, with tables made at load."""

from __future__ import annotations

from attrs import define, field

from ...dsl.model import SEVERAL, Game, Term
from ...dsl.model import Type as TextType
from ...dsl.statics import mask_where, mentions, opened, written_out
from ..program.memory import CARDS, OCCUPIED
from ..program.model import ASKED, DECIDER, OVER, PEOPLE, PLAYERS, Code, Memory, Table
from ..program.rewriting import folded
from ..program.types import Type, full, set_of
from .heard_changes import Changes
from .planning import type_in
from .printed_fields import PrintedFields, bounds, united

# For how many cards conditions are worked out, all conditions together.
MOST_STATIC_WORK = 1_000_000
# The points of a category that is told by its number.
SCORE_OF = "points_of"
ZERO, ONE = Code("int", value=0), Code("int", value=1)
# Operations that the program has as well, with the same parts.
PLAIN = ("+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "min", "max", "cond")


def number(value: int) -> Code:
    """A constant."""
    return Code("int", value=value)


def members(mask: int) -> Code:
    """A constant set."""
    return Code("set", value=mask)


@define
class Terms:
    """Lowers terms; `tables` collects what was worked out from the text."""

    game: Game
    memory: Memory
    tables: dict[str, Table] = field(factory=dict)
    heard: frozenset[str] = field(init=False)
    changes: Changes = field(init=False)
    printed: PrintedFields = field(init=False)
    _masks: dict[tuple[Term, str], int | None] = field(factory=dict)
    _static_work: int = 0

    def __attrs_post_init__(self) -> None:
        self.heard = frozenset(listener.signal for listener in self.game.listeners)
        self.changes = Changes(self.game)
        self.printed = PrintedFields(self)

    def type(self, given: TextType) -> Type:
        """What a type of the text is in the program."""
        return type_in(self.game, self.memory, given)

    def table(self, name: str, entries: list[int], type: Type, none: int = 0, row: int = 1) -> str:
        """Notes a table; its name."""
        self.tables[name] = Table(tuple(entries), type, none, row)
        return name

    def term(self, term: Term) -> Code:
        """The code of a checked expression."""
        if term.args and term.args[0].type.tag == SEVERAL:
            return self.printed.has_members(term)
        method = getattr(self, f"_term_{term.op}", None)
        if method is not None:
            found = method(term)
            assert isinstance(found, Code)
            return found
        args = tuple(self.term(a) for a in term.args)
        if term.op in PLAIN:
            return folded(Code(term.op, args))
        raise AssertionError(term.op)

    def _term_int(self, term: Term) -> Code:
        return number(int(term.value))

    _term_card = _term_int

    def _term_text(self, term: Term) -> Code:
        return ZERO

    def _term_local(self, term: Term) -> Code:
        return Code("local", value=term.value)

    def _term_player_field(self, term: Term) -> Code:
        return self.place_of_player(term.value, self.term(term.args[0]))

    def place_of_player(self, name: str, player: Code) -> Code:
        """A player's field."""
        base = self.memory.player[name]
        if player.op == "int":
            return Code("get", value=base + player.value)
        return Code("get", (player,), base)

    def _term_table_field(self, term: Term) -> Code:
        return Code("get", value=self.memory.table[term.value])

    def _term_switch(self, term: Term) -> Code:
        return Code("get", value=self.memory.switches[term.value])

    def _term_over(self, term: Term) -> Code:
        return Code("!=", (Code("get", value=OVER), ZERO))

    def _term_decider(self, term: Term) -> Code:
        asked = Code(">=", (Code("get", value=ASKED), ZERO))
        return Code("cond", (asked, Code("get", value=DECIDER), number(-1)))

    def _term_card_field(self, term: Term) -> Code:
        return Code("table", (self.term(term.args[0]),), self.printed.field_table(term.value))

    def _term_card_state(self, term: Term) -> Code:
        return Code("get", (self.term(term.args[0]),), self.memory.states[term.value])

    def _term_amount(self, term: Term) -> Code:
        card, good = self.term(term.args[0]), self.term(term.args[1])
        goods = self.goods_count()
        name = f"amount_{term.value}"
        if name not in self.tables:
            values: list[int] = []
            for model in self.game.cards:
                found = model.values.get(term.value)
                amounts = getattr(found, "fixed", None) or getattr(found, "goods", None) or (0,) * goods
                values.extend(amounts)
            self.table(name, values, bounds(values), row=goods)
        return Code("table", (card, good), name)

    def _term_printed_money(self, term: Term) -> Code:
        name = f"money_{term.value}"
        if name not in self.tables:
            costs = [card.values.get(term.value) for card in self.game.cards]
            amounts = [cost.money if cost is not None else 0 for cost in costs]
            self.table(name, amounts, bounds(amounts))
        return Code("table", (self.term(term.args[0]),), name)

    def goods_count(self) -> int:
        """How many goods there are."""
        assert self.game.payment is not None
        return len(self.game.enums[self.game.payment.goods])

    def _term_formula(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), f"formula_{term.value}")

    def _term_define(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), f"define_{term.value}")

    def _term_value(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), f"value_{term.value}")

    def _term_opponent(self, term: Term) -> Code:
        return Code("-", (ONE, self.term(term.args[0])))

    def _term_left(self, term: Term) -> Code:
        return Code("seat", (self.term(term.args[0]),), 1)

    def _term_right(self, term: Term) -> Code:
        return Code("seat", (self.term(term.args[0]),), -1)

    def _term_kind(self, term: Term) -> Code:
        return members(self.game.mask_of_kind(term.value))

    def _term_cards(self, term: Term) -> Code:
        known = {a.value for a in term.args if a.op == "card"}
        codes = [Code("bit", (self.term(a),)) for a in term.args if a.op != "card"]
        if known or not codes:
            codes.insert(0, members(sum(1 << card for card in known)))
        return united(codes)

    def _term_singleton(self, term: Term) -> Code:
        return Code("bit", (self.term(term.args[0]),))

    def _term_union(self, term: Term) -> Code:
        return Code("|", tuple(self.term(a) for a in term.args))

    def _term_without(self, term: Term) -> Code:
        return Code("&~", tuple(self.term(a) for a in term.args))

    def _term_contents(self, term: Term) -> Code:
        return Code("get", value=self.layout_base(term.args[0]) + CARDS)

    def layout_base(self, term: Term) -> int:
        """The first place of a layout zone."""
        return self.memory.layouts[term.value]

    def _term_uncovered(self, term: Term) -> Code:
        return Code(term.op, value=self.layout_base(term.args[0]))

    _term_unrevealed = _term_face_up = _term_uncovered

    def _term_face_down(self, term: Term) -> Code:
        return Code("&~", (self._term_contents(term), Code("face_up", value=self.layout_base(term.args[0]))))

    def _term_row(self, term: Term) -> Code:
        return Code("row_of", (self.term(term.args[0]),), self.layout_base(term.args[1]))

    def _term_slots(self, term: Term) -> Code:
        sizes = [len(layout.slots) for layout in self.game.layouts.values()]
        layout = self.term(term.args[0])
        if layout.op == "int":
            return number(sizes[layout.value])
        return Code("table", (layout,), self.table("slots", sizes, bounds(sizes)))

    def _term_top(self, term: Term) -> Code:
        return Code("top", tuple(self.term(a) for a in term.args))

    def _term_slot(self, term: Term) -> Code:
        table = f"slot_{term.value}"
        if table not in self.tables:
            slots = [layout.slots for layout in self.game.layouts.values()]
            numbers = [names.index(term.value) if term.value in names else -1 for names in slots]
            self.table(table, numbers, Type("slot", -1, max(numbers)), none=-1)
        base = self.layout_base(term.args[0])
        return Code("card_at", (Code("table", (Code("get", value=base),), table),), base)

    def _term_count(self, term: Term) -> Code:
        of = term.args[0]
        if of.type.tag == "layout":
            return Code("count", (Code("get", value=self.layout_base(of) + OCCUPIED),))
        if of.op in ("players", "people"):
            return self.domain(of).args[1]
        if of.op == "members":
            return number(len(self.game.enums[of.value]))
        return Code("count", (self.term(of),))

    def _term_is_kind(self, term: Term) -> Code:
        return Code("has", (members(self.game.mask_of_kind(term.value)), self.term(term.args[0])))

    def _term_has(self, term: Term) -> Code:
        return Code("has", tuple(self.term(a) for a in term.args))

    def _term_among(self, term: Term) -> Code:
        left = self.term(term.args[0])
        items = [self.term(a) for a in term.args[1:]]
        if term.args[0].type.tag in ("enum", "player") and all(i.op == "int" and i.value >= 0 for i in items):
            return Code("has", (members(sum(1 << i for i in {i.value for i in items})), left))
        return Code("or", tuple(Code("==", (left, item)) for item in items))

    def _term_price(self, term: Term) -> Code:
        player, card = (self.term(a) for a in term.args)
        money = Code("table", (card,), "money")
        return Code("+", (money, Code("at", (Code("row", (player,)), card))))

    def _term_goods_price(self, term: Term) -> Code:
        player, card = (self.term(a) for a in term.args)
        assert self.game.payment is not None
        # Where money can be left out or fees are due, the row holds all that is added to the printed money.
        payment = self.game.payment
        row = "row" if payment.omitted is None and not payment.fees else "trade_row"
        return Code("at", (Code(row, (player,)), card))

    def _term_payment_total(self, term: Term) -> Code:
        return Code("payment_total", (self.term(term.args[0]),))

    def _term_payment_part(self, term: Term) -> Code:
        """What a payment gives to whom a market or a fee pays."""
        assert self.game.payment is not None
        receiver = self.game.payment.paid_to[term.value]
        place = 0 if receiver is None else 1 + self.game.payment.receivers.index(receiver)
        return Code("payment_part", (self.term(term.args[0]), number(place)))

    def receivers(self) -> tuple[Code, ...]:
        """Whom markets and fees pay, of the local `buyer`."""
        assert self.game.payment is not None
        return tuple(self.term(pays) for pays in self.game.payment.receivers)

    def _term_namesakes(self, term: Term) -> Code:
        if "namesakes" not in self.tables:
            titles = [card.title for card in self.game.cards]
            same: dict[str, int] = {}
            for index, title in enumerate(titles):
                same[title] = same.get(title, 0) | 1 << index
            self.table("namesakes", [same[title] for title in titles], set_of(full(len(titles))))
        return Code("table", (self.term(term.args[0]),), "namesakes")

    def _term_owner(self, term: Term) -> Code:
        return Code("owner", (self.term(term.args[0]),))

    def _term_score(self, term: Term) -> Code:
        if term.value is None:
            return Code("call", tuple(self.term(a) for a in term.args), SCORE_OF)
        return Code("call", (self.term(term.args[0]),), f"score_{term.value}")

    def _term_total(self, term: Term) -> Code:
        return Code("total", (self.term(term.args[0]),))

    def _term_filter(self, term: Term) -> Code:
        """A set narrowed by a condition: by a mask where it is on printed fields, member by member elsewhere."""
        found, name = self.term(term.args[0]), str(term.value)
        condition = opened(self.game, term.args[1])
        conditions = condition.args if condition.op == "and" else (condition,)
        left: list[Term] = []
        for condition in conditions:
            clear = written_out(self.game, condition)
            mask = self._mask_where(clear, name)
            by_value = self._by_value(clear, name)
            if mask is not None:
                found = members(found.value & mask) if found.op == "set" else Code("&", (found, members(mask)))
            elif by_value is not None:
                found = Code("&", (found, by_value))
            else:
                left.append(condition)
        if left:
            test = Code("and", tuple(self.term(c) for c in left)) if len(left) > 1 else self.term(left[0])
            found = Code("keep", (found, test), name)
        return found

    def _mask_where(self, condition: Term, name: str) -> int | None:
        """The cards that fulfil a condition on printed fields, worked out once. Where there are very many conditions
        for very many cards, the last of them are left to the game."""
        if (condition, name) not in self._masks:
            if self._static_work > MOST_STATIC_WORK:
                return None
            self._static_work += len(self.game.cards)
            self._masks[condition, name] = mask_where(self.game, condition, name)
        return self._masks[condition, name]

    def _by_value(self, condition: Term, name: str) -> Code | None:
        """`field is X` where X depends on the position: a table of sets, indexed by X; `it in SET`: the set itself."""
        if condition.op == "has" and condition.args[1].op == "local" and condition.args[1].value == name:
            return None if mentions(condition.args[0], name) else self.term(condition.args[0])
        if condition.op == "has" and self._printed_on(condition.args[1], name):
            # `it.field in SET`: the cards of every member together.
            if mentions(condition.args[0], name):
                return None
            member = Code("local", value="member")
            cards = Code("table", (member,), self.printed.mask_table(str(condition.args[1].value)))
            return Code("fold", (Code("bits", (self.term(condition.args[0]),)), cards), ("union", "member"))
        if condition.op != "==":
            return None
        for one, other in (condition.args, condition.args[::-1]):
            if self._printed_on(one, name) and not mentions(other, name) and self._has_table(one, other):
                return Code("table", (self.term(other),), self.printed.mask_table(str(one.value), one.type))
        return None

    def _has_table(self, field: Term, value: Term) -> bool:
        """Whether the cards can be looked up by the value of a field: every value that can come up has an entry."""
        if field.type.tag != "number":
            return field.type.tag in ("enum", "player", "flag", SEVERAL)
        low, high = value.type.low, value.type.high
        # A table has an entry for every card at least.
        return low is not None and high is not None and low >= 0 and high < len(self.game.cards)

    def _printed_on(self, term: Term, name: str) -> bool:
        """Whether a term is a printed field of the card that a name stands for."""
        return term.op == "card_field" and term.args[0].op == "local" and term.args[0].value == name

    def domain(self, term: Term) -> Code:
        """Something to loop over: a set as `bits`, or a range of numbers."""
        if term.op in ("players", "people", "around"):
            # Where the order counts, whoever goes round begins elsewhere.
            return Code("range", (ZERO, Code("get", value=PEOPLE if term.op == "people" else PLAYERS)))
        if term.op == "narrowed":
            players, name = self.domain(term.args[0]), str(term.value)
            them = Code("bit", (Code("seat", (Code("local", value=name),), 0),))
            return Code("bits", (Code("fold", (players, them, self.term(term.args[1])), ("union", name)),))
        if term.op == "payments":
            player, card = (self.term(a) for a in term.args)
            return Code("at", (Code("payment_row", (player,)), card))
        if term.op == "members":
            return Code("range", (ZERO, number(len(self.game.enums[term.value]))))
        if term.op == "range":
            low, high = (self.term(a) for a in term.args)
            return Code("range", (low, folded(Code("+", (high, ONE)))))
        return Code("bits", (self.term(term),))

    def _term_fold(self, term: Term) -> Code:
        fold, name = term.value
        if fold == "count" and len(term.args) == 2 and term.args[0].type.tag == "set":
            return Code("count", (self.term(term.args[0]),))
        parts = [self.domain(term.args[0]), self.term(term.args[1])]
        if len(term.args) > 2:
            parts.append(self.term(term.args[2]))
        return Code("fold", tuple(parts), ("sum" if fold == "count" else fold, name))
