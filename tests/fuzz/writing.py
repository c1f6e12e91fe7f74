"""New texts that follow the grammar: `written` makes up an expression, a statement or anything else that has a rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random

import grammar
from lark.grammar import NonTerminal, Rule
from lark.lexer import PatternStr

# What a name, number or text is called where the text has none to offer.
PLAIN = {
    "NAME": "first",
    "INT": "1",
    "STRING": '"A"',
    "_WHERE": "where",
    "KEY": "pass",
    "COMPARE": "==",
    "ADJUSTMENT": "+",
    "TIMES": "*",
    "ASSIGN": "=",
    "_COMMA": ",",
}


@cache
def _heights() -> Mapping[str, int]:
    """How deep the smallest tree of every rule is."""
    heights: dict[str, int] = {}
    for _ in range(len(grammar.rules())):
        for name, rules in grammar.rules().items():
            known = [_height(rule, heights) for rule in rules]
            heights[name] = min(known)
    return heights


def _height(rule: Rule, heights: Mapping[str, int]) -> int:
    inner = [heights.get(s.name, 1_000) for s in rule.expansion if isinstance(s, NonTerminal)]
    return 1 + max(inner, default=0)


def written(rule: str, random: Random, words: Mapping[str, Sequence[str]], depth: int = 6, level: int = 0) -> str:
    """A new text of a rule, with names, numbers and texts from `words`; indented by so many levels."""
    text, pending = "", False
    for name in _derived(rule, random, depth):
        if name in ("_INDENT", "_DEDENT"):
            level += 1 if name == "_INDENT" else -1
        elif name == "_NL":
            pending = True
        else:
            offered = words.get(name) or (PLAIN.get(name) or _fixed().get(name, ""),)
            text += ("\n" + "    " * level if pending else " " if text else "") + random.choice(offered)
            pending = False
    return re.sub(r" (?=[),\].(:])|(?<=[(\[.]) ", "", text)


def _least(rule: Rule) -> int:
    return _height(rule, _heights())


def _weight(rule: Rule) -> float:
    """How often a rule is taken: what only goes on to the next rule is what people write most."""
    first = rule.expansion[0].name if rule.expansion else ""
    if len(rule.expansion) == 1:
        return {"NAME": 6, "INT": 3, "STRING": 0.1}.get(first, 6)
    return 0.02 if first in ("LEGAL", "WON_BY", "STRING") else 0.3 if first in ("ADJUSTMENT", "OPEN_LIST") else 1


def _derived(rule: str, random: Random, depth: int) -> list[str]:
    """The terminals of a random derivation; when it is deep enough, of the smallest one."""
    rules = grammar.rules()[rule]
    fitting = [r for r in rules if _least(r) <= depth]
    # The smallest one, where nothing fits.
    chosen = random.choices(fitting, [_weight(r) for r in fitting])[0] if fitting else min(rules, key=_least)
    found: list[str] = []
    for symbol in chosen.expansion:
        found += _derived(symbol.name, random, depth - 1) if isinstance(symbol, NonTerminal) else [symbol.name]
    return found


@cache
def _fixed() -> Mapping[str, str]:
    return {t.name: t.pattern.value for t in grammar.parser().terminals if isinstance(t.pattern, PatternStr)}
