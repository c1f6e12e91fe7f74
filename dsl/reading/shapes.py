"""Rules that are nodes: which class a rule of the grammar becomes, with the parts of the tree as its fields.

A part becomes what its field holds, which the class says: a `Word` keeps its place, a `str` does not, a `bool` tells
whether the part is there. The last field takes all parts that are left, where it holds several.
"""

from __future__ import annotations

from typing import Any

from attrs import fields, frozen

from . import ast, declared, examples


@frozen
class Shape:
    """A class, the fields that the rule itself says, and the names and types of those that the parts are."""

    make: type[ast.Node]
    said: dict[str, Any]
    parts: tuple[tuple[str, str], ...]
    rest: str


def _node(make: type[ast.Node], **said: Any) -> Shape:
    open = [(f.name, str(f.type)) for f in fields(make) if f.name != "span" and f.name not in said]
    if open and open[-1][1].startswith("tuple"):
        return Shape(make, said, tuple(open[:-1]), open[-1][0])
    return Shape(make, said, tuple(open), "")


SHAPES = {
    # declarations
    "pack": _node(declared.Pack),
    "enum": _node(declared.Enum),
    "player": _node(declared.Fields, of="player"),
    "table": _node(declared.Fields, of="table"),
    "define": _node(declared.Formula, form="define"),
    "value": _node(declared.Formula, form="value"),
    "signal": _node(declared.Signal),
    "procedure": _node(declared.Procedure),
    "choice": _node(declared.Choice),
    "payment": _node(declared.Payment),
    "market": _node(declared.Market),
    "sides": _node(declared.Sides),
    "fee": _node(declared.Fee),
    "invariant": _node(declared.Invariant),
    "names": _node(declared.Names),
    "look": _node(declared.Look),
    "look_line": _node(declared.LookLine),
    "replace": _node(declared.Replace),
    "replace_category": _node(declared.ReplaceCategory),
    "remove": _node(declared.Remove),
    "add_options": _node(declared.AddOptions),
    "add_members": _node(declared.AddMembers),
    "add_points": _node(declared.AddPoints),
    "setting": _node(declared.Setting),
    "field": _node(declared.Setting),
    # types
    "named_type": _node(declared.Type, form="name"),
    "each_type": _node(declared.Type, form="each", name=""),
    "pile_type": _node(declared.Type, form="pile"),
    "word_modifier": _node(declared.Modifier),
    "stops_modifier": _node(declared.Modifier, word="stops"),
    "matching_modifier": _node(declared.Modifier, word="matching", number=0),
    "for_modifier": _node(declared.Modifier, number=0, name=""),
    "without_modifier": _node(declared.Modifier, word="not", number=0, name=""),
    # what a card does
    "handler": _node(declared.Handler),
    "set_answer": _node(declared.Answer, form="set"),
    "when": _node(declared.When),
    "amount": _node(ast.Amount),
    "any_of": _node(ast.AnyOf),
    "part_of": _node(ast.PartOf),
    # statements
    "call": _node(ast.Call),
    "assign": _node(ast.Assign),
    "let": _node(ast.Let),
    "random": _node(ast.Random),
    "shuffle": _node(ast.Shuffle),
    "mark": _node(ast.Mark, on=True),
    "unmark": _node(ast.Mark, on=False),
    "draw": _node(ast.Draw),
    "deal": _node(ast.Deal),
    "reveal": _node(ast.Reveal),
    "turn_up": _node(ast.Turn, face_up=True),
    "conceal": _node(ast.Turn, face_up=False),
    "pass_on": _node(ast.PassOn),
    "settle": _node(ast.Settle),
    "settle_fees": _node(ast.SettleFees),
    "emit": _node(ast.Emit),
    "run": _node(ast.Run),
    "win": _node(ast.Win),
    "finish": _node(ast.Finish),
    "stop": _node(ast.Stop),
    "if_else": _node(ast.If),
    "for_each": _node(ast.For),
    "repeat": _node(ast.Repeat),
    "until": _node(ast.Until),
    "together": _node(ast.Together),
    "binding": _node(ast.Binding),
    "domain": _node(ast.Domain),
    # expressions
    "name": _node(ast.Name),
    "integer": _node(ast.Integer),
    "text": _node(ast.Text),
    "listing": _node(ast.Listing),
    "legal": _node(ast.Legal),
    "won_by": _node(ast.WonBy),
    "attribute": _node(ast.Attribute),
    "index": _node(ast.Index),
    "filter": _node(ast.Filter),
    "ternary": _node(ast.Ternary),
    "any": _node(ast.Logic, operator="or"),
    "all": _node(ast.Logic, operator="and"),
    "negate": _node(ast.Logic, operator="not"),
    "same": _node(ast.Compare, operator="is"),
    "not_same": _node(ast.Compare, operator="is not"),
    "within": _node(ast.Compare, operator="in"),
    "not_within": _node(ast.Compare, operator="not in"),
    "range": _node(ast.Range),
    # scenarios
    "given_line": _node(examples.Given),
    "chance_line": _node(examples.Chance),
    "means": _node(examples.Means),
    "step": _node(examples.Step),
}
# Rules that are nothing but several parts.
LISTS = {"params", "pattern", "items", "block", "suite", "otherwise", "arguments", "given", "named_parts"}
