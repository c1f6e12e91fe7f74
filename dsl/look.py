"""How a game is drawn: signs, colours, the order of things on the table. Nothing here changes a rule.

Made by `look_lines` from the `look` blocks of the packs, read by everything that draws.
"""

from __future__ import annotations

from attrs import field, frozen

COLORS = (
    "red",
    "orange",
    "bronze",
    "gold",
    "yellow",
    "green",
    "cyan",
    "blue",
    "purple",
    "pink",
    "white",
    "silver",
    "grey",
)


@frozen
class TrackModel:
    """A number of the table drawn as a row of spaces: what is written at its ends, and the zone whose cards stand
    on it, each at the space that the define `place` says."""

    field: str
    low: int
    high: int
    low_end: str = ""
    high_end: str = ""
    zone: str = ""
    place: str = ""


@frozen
class RowsModel:
    """A zone of the table drawn in rows, one for each card: defines of a player and a card, written for every player,
    and zones whose cards stand in the row of the card that a state of theirs names."""

    figures: tuple[str, ...]
    standing: dict[str, str] = field(hash=False)


@frozen
class LookModel:
    """Signs and colours by field or `enum.member`, groups by zone, the order of fields, those that are not drawn
    at all or while they have a value, the tracks by field, rows by zone, and titles by the
    define or value that is shown for every player.

    Of players: the zone that stands beside the name, zones that are drawn only for the seat that looks, the roles that
    are drawn in full (all where there are none), the name of a seat without a player. The field that cards of a kind
    are listed by instead of their names, and the defines that tell bots what there is to hope for: they add up."""

    signs: dict[str, str] = field(factory=dict, hash=False)
    colors: dict[str, str] = field(factory=dict, hash=False)
    groups: dict[str, str] = field(factory=dict, hash=False)
    order: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    silent: dict[str, int] = field(factory=dict, hash=False)
    tracks: dict[str, TrackModel] = field(factory=dict, hash=False)
    rows: dict[str, RowsModel] = field(factory=dict, hash=False)
    shown: dict[str, str] = field(factory=dict, hash=False)
    head: str = ""
    own: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    nobody: str = ""
    briefs: dict[str, str] = field(factory=dict, hash=False)
    worth: tuple[str, ...] = ()
    # Signs that are others in a language, by language.
    spoken: dict[str, dict[str, str]] = field(factory=dict, hash=False)
