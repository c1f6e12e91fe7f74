"""Kept for imports; the text-only conditions live in `dsl/statics.py`."""

from ..dsl.statics import OPERATORS, mask_where, mentions, value_for

__all__ = ["OPERATORS", "mask_where", "mentions", "value_for"]
