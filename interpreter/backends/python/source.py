"""Program to Python source: `write(program)` prints every function, decision and routine of a program."""

from __future__ import annotations

from ...program.model import Ask, Function, Program
from ...program.work import Work
from .codes import Printer
from .generated import Source
from .options import OptionsWriter
from .price_functions import BUYER, price_lines
from .steps import Lines, Writer, python_name


def write(program: Program) -> Source:
    """The Python source of a program."""
    frames = {routine.name for routine in program.frames}
    handlers = [{name for name in names if name} for names in program.dispatch.values()]
    entered_with_pc = frozenset(frames.union(*(names for names in handlers if names & frames)))
    functions = {function.name: function for function in program.functions}
    printer, work = Printer(python_name, program.tables), Work(program)
    parts: list[Lines] = [_function(function, printer) for function in program.functions]
    if program.prices is not None:
        parts.append(price_lines(program, functions, work))
        receivers = [f"lambda s, {python_name(BUYER)}: {printer.text(r)}" for r in program.prices.receivers]
        parts.append([f"RECEIVERS = ({''.join(f'{receiver}, ' for receiver in receivers)})"])
    parts += [OptionsWriter(ask, functions, program.tables, work).lines() for ask in program.asks]
    parts += [Writer(program, routine, entered_with_pc).lines() for routine in program.routines]
    for name, names in program.dispatch.items():
        handled = ", ".join(f"{card}: {name}" for card, name in enumerate(names) if name)
        parts.append([f"BY_CARD_{name} = by_card({{{handled}}})"])
    parts.append([f"ROUTINES = ({''.join(f'{routine.name}, ' for routine in program.frames)})"])
    parts.append(_asked(program))
    return Source("\n\n\n".join("\n".join(lines) for lines in parts if lines) + "\n")


def _function(function: Function, printer: Printer) -> Lines:
    params = ", ".join(["s", *(python_name(param.name) for param in function.params)])
    return [f"def {function.name}({params}):", f"    return {printer.text(function.body)}"]


def _asked(program: Program) -> Lines:
    """Tables by ask: the options, and an option's label, read from the frame that waits."""
    lines = []
    for ask in program.asks:
        frame = _frame(program, ask)
        lines += [f"def asked_{ask.id}(s):", f"    return options_{ask.id}({', '.join(['s', *frame])})", "", ""]
        inside = ", ".join(["s", *frame, "*names"])
        for number in range(len(ask.options)):
            told = f"    return label_{ask.id}_{number}({inside})"
            lines += [f"def told_{ask.id}_{number}(s, *names):", told, "", ""]
    lines.append(f"ASKED = ({''.join(f'asked_{ask.id}, ' for ask in program.asks)})")
    told_by = (f"({''.join(f'told_{a.id}_{n}, ' for n in range(len(a.options)))})" for a in program.asks)
    lines.append(f"TOLD = ({''.join(f'{told}, ' for told in told_by)})")
    return lines


def _frame(program: Program, ask: Ask) -> list[str]:
    """Where the names that an ask uses lie, counted from the end of a position that waits for it."""
    if ask.frame is None:
        return []
    frame = program.frames[ask.frame].frame
    assert frame is not None
    names = [local.name for local in frame.locals]
    return [f"s[{names.index(name) - len(names) - 1}]" for name in ask.uses]
