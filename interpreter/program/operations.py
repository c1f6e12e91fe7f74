"""The one table of operations: what a program can say, and what it means.

`CODES` have a value, `STEPS` do something. Operands are written as forms: `n` a number (or anything that stands for one
thing), `b` a condition (a number, true where it is not 0), `s` a set, `m` many (what a loop goes through), `r` a row,
`v` a value of any form; a `*` behind a form means any number of operands, a `?` that the operand may be missing, a `|`
that there are two forms. `value` says what stands in the operation itself. An operation costs one unit of work and what
its operands cost; where `cost` says more, it costs that besides.
"""

from __future__ import annotations

from attrs import frozen

# A loop inside an expression that goes on for longer counts its rounds.
MOST_UNCOUNTED = 20_000

PURE, READS, WRITES, LUCK, ASKS, FLOWS, ENDS = "pure", "reads", "writes", "luck", "asks", "flows", "ends"


@frozen
class Operation:
    """One operation: its operands, what its value field holds, what comes of it, its effect and its meaning."""

    name: str
    operands: str
    value: str
    result: str
    effect: str
    meaning: str
    cost: str = ""


def _table(*rows: Operation) -> dict[str, Operation]:
    return {row.name: row for row in rows}


FOLDED = (
    "sum, total (a sum that stays within the bounds of numbers), min, max, any, all or union over the many that fulfil "
    "the condition; of nothing 0, of `all` 1; `any` and `all` end at the first that decides"
)

CODES = _table(
    Operation("int", "", "number", "n", PURE, "the number"),
    Operation("set", "", "mask", "s", PURE, "the set with the members of the mask"),
    Operation("local", "", "name", "v", PURE, "what the parameter or name holds"),
    Operation("get", "n?", "place", "v", READS, "what stands at the place, or so many places after it"),
    Operation("get_if", "n", "place", "v", READS, "what stands so many places after the place; of none: 0"),
    Operation("table", "n n?", "table", "v", PURE, "the entry of the table, or in the row of the first the second"),
    Operation("call", "v*", "function", "v", READS, "the value of the function for these arguments", "its body"),
    Operation(
        "dispatch",
        "n v*",
        "table",
        "n",
        READS,
        "the value of the card's function; of a card without one and of none: 0",
        "its body",
    ),
    Operation("+", "n n", "", "n", PURE, "the sum"),
    Operation("-", "n n", "", "n", PURE, "the difference"),
    Operation("*", "n n", "", "n", PURE, "the product"),
    Operation("times", "n n", "", "n", PURE, "the product, which stays within the bounds of numbers"),
    Operation("/", "n n", "", "n", PURE, "the first divided by the second, which is above 0, rounded down"),
    Operation("clamp", "n", "low, high", "n", PURE, "the nearest number within these bounds"),
    Operation("index", "n", "size", "n", PURE, "the number where it is from 0 up to below the size, otherwise none"),
    Operation("==", "v v", "", "b", PURE, "whether both are equal"),
    Operation("!=", "v v", "", "b", PURE, "whether both differ"),
    Operation("<", "n n", "", "b", PURE, "whether the first is smaller"),
    Operation("<=", "n n", "", "b", PURE, "whether the first is not larger"),
    Operation(">", "n n", "", "b", PURE, "whether the first is larger"),
    Operation(">=", "n n", "", "b", PURE, "whether the first is not smaller"),
    Operation("and", "b b*", "", "b", PURE, "whether all hold; the first that does not ends the asking"),
    Operation("or", "b b*", "", "b", PURE, "whether one holds; the first that does ends the asking"),
    Operation("not", "v", "", "b", PURE, "whether it is 0 or empty"),
    Operation("cond", "b v v", "", "v", PURE, "the second where the first holds, otherwise the third"),
    Operation("min", "n n n*", "", "n", PURE, "the smallest"),
    Operation("max", "n n n*", "", "n", PURE, "the largest"),
    Operation("charged", "v", "work", "v", PURE, "the value, after that much work is counted", "counts its value"),
    Operation("bit", "n", "", "s", PURE, "the set of one; of none: the empty set"),
    Operation("&", "s s", "", "s", PURE, "what both sets have"),
    Operation("|", "s s", "", "s", PURE, "what one of the sets has"),
    Operation("&~", "s s", "", "s", PURE, "what the first set has and the second has not"),
    Operation("has", "s n", "", "b", PURE, "whether the set has the member; none is in no set"),
    Operation("count", "s", "", "n", PURE, "how many members the set has"),
    Operation("keep", "s|m b", "name", "s", READS, "the set of the members for which the condition holds", "rounds"),
    Operation(
        "fold",
        "m v b?",
        "fold, name",
        "n",
        READS,
        FOLDED,
        "rounds",
    ),
    Operation("bits", "s", "", "m", PURE, "the members of the set by number, the lowest first"),
    Operation(
        "different",
        "s",
        "table",
        "m",
        PURE,
        "the same, of several cards with the same entry in the table only the first",
    ),
    Operation("by_slot", "s", "layout", "m", READS, "the cards of the set that lie in the layout, by slot"),
    Operation("range", "n n", "", "m", PURE, "the numbers from the first up to below the second"),
    Operation(
        "counted",
        "m",
        "work",
        "m",
        PURE,
        "the same many, after that much work is counted for each, where it is not little altogether",
        "counts its value for each",
    ),
    Operation("seat", "n", "step", "n", READS, "the seat so many further round the table"),
    Operation("owner", "n", "", "n", READS, "the seat in whose zones the card lies, or none"),
    Operation("total", "n", "", "n", READS, "the points of the seat in all categories", "their functions"),
    Operation(
        "uncovered", "", "layout", "s", READS, "the cards of the layout that nothing covers and that lie face up"
    ),
    Operation(
        "unrevealed", "", "layout", "s", READS, "the cards of the layout that nothing covers but that lie face down"
    ),
    Operation("face_up", "", "layout", "s", READS, "the cards of the layout that lie face up, covered or not"),
    Operation("row_of", "n", "layout", "s", READS, "the cards in a row of the layout, rows counted from 1"),
    Operation("card_at", "n", "layout", "n", READS, "the card in a slot, or none"),
    Operation(
        "top", "n s", "", "s", READS, "so many cards of the set that lie highest; in a layout those of later slots"
    ),
    Operation("row", "n", "", "prices", READS, "what each card costs the seat beyond its printed money"),
    Operation("trade_row", "n", "", "prices", READS, "what the goods of each card cost the seat"),
    Operation("payment_row", "n", "", "payments", READS, "the ways in which the seat can pay for each card"),
    Operation(
        "at",
        "r n",
        "",
        "n or m",
        READS,
        "the entry of a row for a card; of none: 0, or no payment",
        "counts its own work",
    ),
    Operation("payment_total", "n", "", "n", PURE, "all amounts of the payment together"),
    Operation("payment_part", "n n", "", "n", PURE, "what the payment gives to nobody (0) or to a receiver"),
)

STEPS = _table(
    Operation("store", "v n?", "place", "", WRITES, "puts a value at the place, or so many places after it"),
    Operation(
        "store_if",
        "v n",
        "place",
        "",
        WRITES,
        "puts a value so many places after the place; after none it is not worked out",
    ),
    Operation("let", "v", "name", "", WRITES, "gives the name a value"),
    Operation(
        "charge", "", "work", "", FLOWS, "counts that much work; too much in one decision ends it", "counts its value"
    ),
    Operation("if", "b", "", "", FLOWS, "does the first block where the condition holds, otherwise the second"),
    Operation("while", "b", "", "", FLOWS, "does the block as long as the condition holds", "rounds"),
    Operation("for", "m", "name", "", FLOWS, "does the block for each of many, worked out before", "rounds"),
    Operation("repeat", "n", "", "", FLOWS, "does the block so many times", "rounds"),
    Operation("call", "v*", "routine", "", FLOWS, "does the routine", "its body"),
    Operation("run", "n n", "event", "", FLOWS, "does what the card does on the event, for a player", "its body"),
    Operation("stop", "", "", "", FLOWS, "ends the routine"),
    Operation("ask", "", "ask", "", ASKS, "asks; the option's body is done, where there is none the block"),
    Operation("gather", "", "ask", "", ASKS, "asks, and keeps the answer until all have given one"),
    Operation(
        "enter",
        "n v*",
        "routine",
        "",
        FLOWS,
        "enters a choice behind its question, with the answer that was kept",
        "its body",
    ),
    Operation(
        "pick", "m", "name, label, names", "", LUCK, "gives the name one of many by chance; none where there is nothing"
    ),
    Operation("draw", "n s n", "label", "", LUCK, "moves so many cards of the set to the zone at a place by chance"),
    Operation("deal", "s n", "layout, zone", "", LUCK, "lays out cards of the set by chance, slot by slot"),
    Operation("shuffle", "n", "label", "", LUCK, "puts the cards of the pile into an order by chance"),
    Operation("move", "n n", "", "", WRITES, "moves a card to the zone at a place"),
    Operation("move_all", "s n", "", "", WRITES, "moves the cards of a set to the zone at a place"),
    Operation("put", "s n", "side", "", WRITES, "puts the cards of a set on top of a pile (1) or under it (-1)"),
    Operation("pass_on", "", "place, direction", "", WRITES, "hands every player's zone on to the next seat"),
    Operation("reveal", "", "layout", "", WRITES, "turns up every card that nothing covers any more"),
    Operation(
        "turn", "s", "side", "", WRITES, "turns the cards of a set that lie in layouts face up (1) or face down (-1)"
    ),
    Operation(
        "lay", "n n", "layout", "", WRITES, "lays a card into a slot of the layout as it is drawn, if that is free"
    ),
    Operation(
        "settle",
        "n n",
        "",
        "",
        WRITES,
        "takes a payment from a player and gives every receiver their part, within the bounds of money",
    ),
    Operation("win", "n", "way", "", ENDS, "ends the game: the player wins"),
    Operation("finish", "", "", "", ENDS, "ends the game: whoever is ahead by rank wins"),
)
