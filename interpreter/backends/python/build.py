"""Program to machine: `build(program, runtime)` writes the Python source, compiles it and ties it to the runtime.

The source is kept (`Machine.source`) and registered with `linecache`, so that a traceback shows the generated line.
"""

from __future__ import annotations

import linecache
import zlib
from collections.abc import Callable
from types import CodeType
from typing import Any

from attrs import define

from ...program.model import ASKED, DECISIONS, Program
from ...program.reach import resumable, returning
from ...runtime.chance import State
from ...runtime.runtime import Runtime
from .codes import Printer
from .options import OptionsWriter, arguments_of
from .price_functions import BUYER, price_lines
from .steps import Lines, Writer, python_name

START = "do_play"


@define
class Source:
    """The generated text and what is needed to run it; both can be kept in a cache."""

    text: str
    frame_sizes: tuple[int, ...]
    frame_tags: tuple[tuple[str, ...], ...]
    frame_places: tuple[int, ...]
    titles: dict[str, str]
    code: CodeType | None = None

    def compiled(self) -> CodeType:
        """The code object of the text."""
        if self.code is None:
            self.code = compile(self.text, self.file, "exec")
        return self.code

    @property
    def file(self) -> str:
        """The name that tracebacks show."""
        return f"<rules {zlib.crc32(self.text.encode()):x}>"


def write(program: Program) -> Source:
    """The Python source of a program."""
    waiting = resumable(program)
    handlers = {event: {n for n in names if n} for event, names in program.events.items()}
    with_pc = waiting.union(*(names for names in handlers.values() if names & waiting))
    functions = {f.name: f for f in program.functions}
    arguments = {ask.id: arguments_of(ask) for ask in program.asks}
    counted = returning(program)
    printer = Printer(python_name)
    parts: list[Lines] = []
    for function in program.functions:
        params = ", ".join(["s", *(python_name(p) for p in function.params)])
        parts.append([f"def {function.name}({params}):", f"    return {printer.text(function.body)}"])
    if program.prices is not None:
        parts.append(price_lines(program.prices, functions, program.memory, program.tables))
        receivers = [f"lambda s, {python_name(BUYER)}: {printer.text(r)}" for r in program.prices.receivers]
        parts.append([f"RECEIVERS = ({''.join(f'{receiver}, ' for receiver in receivers)})"])
    parts += [OptionsWriter(ask, functions).lines() for ask in program.asks]
    order = [r.name for r in program.routines if r.name in waiting]
    writers: dict[str, Writer] = {}
    for routine in program.routines:
        number = order.index(routine.name) if routine.name in waiting else None
        writer = Writer(program, routine, number, waiting, with_pc, arguments, routine.name in counted)
        parts.append(writer.lines())
        writers[routine.name] = writer
    for event, names in program.events.items():
        handled = ", ".join(f"{card}: {name}" for card, name in enumerate(names) if name)
        parts.append([f"EVENT_{event} = by_card({{{handled}}})"])
    parts.append([f"ROUTINES = ({''.join(f'{name}, ' for name in order)})"])
    parts.append(_asked(program, writers, arguments))
    text = "\n\n\n".join("\n".join(lines) for lines in parts) + "\n"
    titles = {r.name: r.title for r in program.routines}
    sizes = tuple(writers[name].frame_size for name in order)
    tags = tuple(writers[name].frame_tags for name in order)
    places = tuple(writers[name].places for name in order)
    return Source(text, sizes, tags, places, titles)


def _asked(program: Program, writers: dict[str, Writer], arguments: dict[int, tuple[str, ...]]) -> Lines:
    """Tables by ask: the options, and an option's label, read from the frame that waits."""
    lines = []
    for ask in program.asks:
        owner = next((w for w in writers.values() if w.asks(ask.id)), None)
        if owner is None:
            # Nothing leads to this decision: it stood in a branch that is never taken.
            lines += [f"def asked_{ask.id}(s):", "    return []", "", ""]
            lines += [f"def told_{ask.id}_{n}(s, *names):\n    return ()\n\n" for n in range(len(ask.options))]
            continue
        frame = [f"s[{owner.frame_index(name)}]" for name in arguments[ask.id]]
        lines += [
            f"def asked_{ask.id}(s):",
            f"    return options_{ask.id}({', '.join(['s', *frame])})",
            "",
            "",
        ]
        inside = ", ".join(["s", *frame, "*names"])
        for number in range(len(ask.options)):
            lines += [
                f"def told_{ask.id}_{number}(s, *names):",
                f"    return label_{ask.id}_{number}({inside})",
                "",
                "",
            ]
    lines.append(f"ASKED = ({''.join(f'asked_{ask.id}, ' for ask in program.asks)})")
    told = (f"({''.join(f'told_{a.id}_{n}, ' for n in range(len(a.options)))})" for a in program.asks)
    lines.append(f"TOLD = ({''.join(f'{t}, ' for t in told)})")
    return lines


@define
class Machine:
    """The compiled rules of a game: runs a position to its next decision and answers questions about it."""

    source: Source
    runtime: Runtime
    names: dict[str, Any]
    start: Callable[[State], None]
    run: Callable[[State], None]
    options: Callable[[State], list[int]]
    stack: int


def build(program: Program, runtime: Runtime, source: Source) -> Machine:
    """Ties generated code to a runtime."""
    names: dict[str, Any] = {f"T_{name}": table for name, table in program.tables.items()}
    names |= runtime.helpers(program)
    text = source.text
    linecache.cache[source.file] = (len(text), None, text.splitlines(keepends=True), source.file)
    exec(source.compiled(), names)
    runtime.score_functions = [names[name] for name in program.score]
    runtime.invariants = [names[name] for name in program.invariants]
    runtime.receivers = list(names.get("RECEIVERS", ()))
    stack, sizes, routines = program.memory.stack, source.frame_sizes, names["ROUTINES"]
    pending: list[tuple[int, ...]] = runtime.pending
    asked, limit = names["ASKED"], program.limit

    def go_on(s: State) -> None:
        """Goes on with what is still to be done, innermost first, up to the next decision or the end."""
        while len(s) > stack:
            number = s.pop()
            size = sizes[number]
            frame = s[-size:]
            del s[-size:]
            if routines[number](s, *frame):
                pending.reverse()
                for waiting in pending:
                    s.extend(waiting)
                pending.clear()
                if s[DECISIONS] >= limit:
                    runtime.break_off(s)
                return
        runtime.finish(s)

    def run(s: State) -> None:
        """Counts the decision that was made, and goes on from it."""
        s[DECISIONS] += 1
        go_on(s)

    def start(s: State) -> None:
        """Begins the game."""
        if names[START] in routines:
            begin = routines.index(names[START])
            s.extend((0,) * sizes[begin])
            s.append(begin)
        else:
            names[START](s)
        go_on(s)

    return Machine(source, runtime, names, start, run, lambda s: asked[s[ASKED]](s), stack)
