"""`change`: other lines for a card, a market, a fee or the payment, and other parts of a declared field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, evolve

from ..diagnostic import Report, Span
from ..reading import ast, declared
from ..reading.packs import Pack
from .changed_lines import about, changed, is_expected, over, parts_of, same_sort, word_of
from .composed import Composed, Key
from .targets import CATEGORY, Targets
from .touches import Touch, Touches

PAYMENT = ("payment", "payment")
ZONES = ("set", "pile", "refs", "layout")


@define
class Changes:
    """Changes single lines of what is there."""

    composed: Composed
    report: Report
    touches: Touches
    targets: Targets

    # -------------------------------------------------------------- cards, markets, fees, the payment
    def change(self, pack: Pack, written: declared.Change) -> None:
        """Other lines for a card, a market, a fee or the payment."""
        if written.form.text == PAYMENT[0]:
            payment = self.composed.payment
            if payment is None:
                self.report.error("unknown-payment", "there is no `payment` to alter", written.form.span)
            elif self._may_change(pack, PAYMENT, written, payment.settings, payment.span):
                self.composed.payment = evolve(payment, settings=self._settings(payment.settings, written))
            return
        key = self.targets.target(pack, written.form, written.name)
        match self.composed.named.get(key) if key is not None else None:
            case declared.Card(abilities=abilities, title_span=place) as card if key is not None:
                if self._may_change(pack, key, written, abilities, place):
                    self.composed.named[key] = evolve(card, abilities=over(abilities, written.abilities))
            case declared.Market() | declared.Fee() as whole if key is not None:
                if self._may_change(pack, key, written, whole.settings, whole.name.span):
                    self.composed.named[key] = evolve(whole, settings=self._settings(whole.settings, written))
            case _ if key is not None:
                help = f"write `replace {key[0]} {key[1]}` and all of it"
                if key[0] == CATEGORY:
                    help = f"write `replace score {key[1]}:` or `add to score {key[1]}:`"
                self.report.error("cannot-change", f"a {key[0]} is altered as a whole", written.form.span, help)

    def _may_change(
        self, pack: Pack, key: Key, written: declared.Change, below: Sequence[declared.Ability], place: Span
    ) -> bool:
        """Whether the lines below are as expected, and no other pack changes them differently."""
        found = {about(line): line for line in below}
        for expected in written.expects:
            if found.get(about(expected)) != expected:
                self._not_expected(key[1], word_of(expected), expected.span, place)
        lines = self._once((about(line), line) for line in written.abilities)
        old = tuple(line for line in below if about(line) in lines)
        return self.touches.free(key, Touch(pack, lines, written, written.name.span), old)

    def _settings(self, below: Sequence[declared.Setting], written: declared.Change) -> tuple[declared.Setting, ...]:
        for line in written.abilities:
            if not isinstance(line, declared.Setting):
                help = "write a name, a colon and what it is"
                self.report.error("misplaced", "only cards have abilities", line.span, help)
        return tuple(line for line in over(below, written.abilities) if isinstance(line, declared.Setting))

    def _once(self, lines: Iterable[tuple[object, ast.Node]]) -> dict[object, ast.Node]:
        """Lines by what they are about; no two may be about the same."""
        found: dict[object, ast.Node] = {}
        for key, line in lines:
            if key in found:
                self.report.error("duplicate", "this is changed twice", line.span, also=found[key].span)
            found[key] = line
        return found

    def _not_expected(self, name: str, line: str, span: Span, place: Span) -> None:
        message = f"`{name}` has another `{line}` than this change expects"
        help = "the pack below has changed; see whether this change is still right"
        self.report.error("expectation", message, span, help, also=place)

    # -------------------------------------------------------------- fields
    def change_fields(self, pack: Pack, written: declared.ChangeFields) -> None:
        """Changed fields of players, of the table or of a kind."""
        composed, key = self.composed, (written.form, written.name.text)
        kind: declared.Kind | None = None
        if written.form == "kind":
            found = self.targets.known(pack, "kind", written.name)
            declaration = composed.named[found] if found is not None else None
            if found is None or not isinstance(declaration, declared.Kind):
                return
            key, kind = found, declaration
        below = list(kind.slots if kind is not None else composed.fields(key[0]))
        slots = {slot.name.text: slot for slot in reversed(below)}
        lines = [line for line in written.lines if self._possible(key, slots, line)]
        for expected in written.expects:
            self._expect_field(key, kind, slots, expected)
        parts = self._once(part for line in lines for part in parts_of(line).items())
        if not self.touches.free(key, Touch(pack, parts, written, written.name.span)):
            return
        for line in lines:
            if isinstance(line, declared.Back):
                kind = evolve(kind, back=line.fields) if kind is not None else None
            else:
                slots[line.name.text] = changed(slots[line.name.text], line)
                composed.changed[key[1], line.name.text] = line.name.span
        below = [slots.pop(slot.name.text, slot) for slot in below]
        if kind is not None:
            composed.named[key] = evolve(kind, slots=tuple(below))
        else:
            composed.fields(key[0])[:] = below

    def _expect_field(
        self,
        key: Key,
        kind: declared.Kind | None,
        slots: Mapping[str, declared.Slot],
        expected: declared.SlotChange | declared.Back,
    ) -> None:
        if isinstance(expected, declared.Back):
            if kind is not None and kind.back != expected.fields:
                self._not_expected(key[1], "back", expected.span, kind.name.span)
        elif self._declared(key, slots, expected) and not is_expected(slots[expected.name.text], expected):
            place = slots[expected.name.text].name.span
            self._not_expected(key[1], expected.name.text, expected.span, place)

    def _possible(
        self, key: Key, slots: Mapping[str, declared.Slot], line: declared.SlotChange | declared.Back
    ) -> bool:
        """Whether what a line names can be changed like that: the rules count on what sort of thing a field is."""
        if isinstance(line, declared.Back):
            return True
        if not self._declared(key, slots, line):
            return False
        slot = slots[line.name.text]
        # A kind that is another kind says what its cards have in common: another value is as good.
        if line.type is None or same_sort(slot.type, line.type) or self._declared_above(key, line.name):
            return True
        if slot.type.form in ZONES and line.type.form == "name":
            self.report.unknown("word", line.type.name, line.type.span, declared.ZONE_WORDS)
            return False
        message = f"`{line.name}` cannot become something else"
        help = "a number can get another range, and a set can become a pile; declare a field of your own"
        self.report.error("cannot-change", message, line.type.span, help, also=slot.type.span)
        return False

    def _declared(self, key: Key, slots: Mapping[str, declared.Slot], line: declared.SlotChange) -> bool:
        """Whether there is a field of the name of a line."""
        if line.name.text in slots:
            return True
        above = self._declared_above(key, line.name)
        if above:
            message = f"`{line.name}` is a field of `{above}`, which `{key[1]}` has from there"
            self.report.error("cannot-change", message, line.name.span, f"write `change kind {above}`")
        else:
            self.report.unknown("field", line.name.text, line.name.span, slots)
        return False

    def _declared_above(self, key: Key, name: ast.Word) -> str:
        """The kind further up that declares a field; empty where there is none."""
        for kind in self.composed.lineage(key[1])[1:] if key[0] == "kind" else ():
            declaration = self.composed.named[("kind", kind)]
            if isinstance(declaration, declared.Kind) and name in [slot.name for slot in declaration.slots]:
                return kind
        return ""
