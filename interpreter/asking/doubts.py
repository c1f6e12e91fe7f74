"""Values of which a seat knows only a part: placed cards, sets with doubtful members, and what it cannot know at all.

All games that a seat holds possible come of one another when cards of one back that it does not see change places, when
luck comes out otherwise, and when the secrets of others are others. So a card that it does not see is known by its
place alone (`Placed`): what is the same for every card of its back is certain, and what a place holds stays with the
place. Where Python would have to decide something doubtful, `Doubt` is raised.
"""

from __future__ import annotations

from typing import Any, NoReturn

from attrs import frozen


class Doubt(Exception):
    """What is asked differs between games that the seat holds possible."""


class Placed(int):
    """A card that is not seen, as the one that lies where it lies; its number says nothing."""

    __slots__ = ()


def _raise(*_: object) -> NoReturn:
    raise Doubt


_doubtful: Any = _raise


class Doubtful:
    """Something that can be kept and handed on, but not be used as if it were a number."""

    __slots__ = ()

    __bool__ = __index__ = __int__ = __iter__ = __len__ = __hash__ = __abs__ = __neg__ = __invert__ = _doubtful
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _doubtful
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _doubtful
    __mod__ = __rmod__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _doubtful
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _doubtful
    bit_count = bit_length = _doubtful


class Unknown(Doubtful):
    """Something that can be this or that."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN: Any = Unknown()


@frozen(eq=False)
class Partly(Doubtful):
    """A set of cards: the `sure` ones are in it, and some of the `maybe` ones. It has so many, if that is known, and
    all of them lie in the set at a place, if there is one."""

    sure: int
    maybe: int
    size: int | None = None
    place: int | None = None

    @property
    def all(self) -> int:
        """Everything that can be in it."""
        return self.sure | self.maybe

    def __bool__(self) -> bool:
        found = some(self)
        if found is None:
            raise Doubt
        return found

    def __and__(self, other: int | Partly) -> Any:
        if type(other) is int and not self.maybe & other:
            return self.sure & other
        other = as_set(other)
        sure = self.sure & other.sure
        if not self.maybe & ~other.sure and not self.sure & other.maybe:
            return partly(sure, self.maybe, self._fewer(sure), self.place)
        return partly(sure, self.all & other.all & ~sure, None, self.place)

    def __or__(self, other: int | Partly) -> Any:
        other = as_set(other)
        apart = not self.all & other.all and self.size is not None and other.size is not None
        sure = self.sure | other.sure
        return partly(sure, (self.all | other.all) & ~sure, (self.size or 0) + (other.size or 0) if apart else None)

    __rand__, __ror__ = __and__, __or__

    def without(self, other: int | Partly) -> Any:
        """What is in it and not in the other set."""
        other = as_set(other)
        sure = self.sure & ~other.all
        if not self.maybe & other.all and not self.sure & other.maybe:
            return partly(sure, self.maybe, self._fewer(sure), self.place)
        return partly(sure, self.all & ~other.sure & ~sure, None, self.place)

    def _fewer(self, sure: int) -> int | None:
        """How many are left where of the sure ones only these are, and all others."""
        return None if self.size is None else self.size - (self.sure & ~sure).bit_count()


@frozen(eq=False)
class Named(Partly):
    """The cards (or members of something else) that the text names: these and no others, wherever they lie."""

    mask: int = 0


def partly(sure: int, maybe: int, size: int | None = None, place: int | None = None) -> Any:
    """A set in the plainest form."""
    if not maybe or size == sure.bit_count():
        return sure
    return sure | maybe if size == (sure | maybe).bit_count() else Partly(sure, maybe, size, place)


def as_set(value: int | Partly) -> Partly:
    """The same set, whatever its form."""
    return value if isinstance(value, Partly) else Partly(value, 0, value.bit_count() if value >= 0 else None)


def some(value: Any) -> bool | None:
    """Whether something holds or has members; None where that is not known."""
    if value is UNKNOWN:
        return None
    if isinstance(value, Partly):
        if value.sure or value.size:
            return True
        return None if value.maybe else False
    return bool(value)
