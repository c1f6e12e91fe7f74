"""Packs to runnable rules: `read_rules(names)` checks, lowers and writes the code, or takes all of it from the cache.

What is cached is named after the content of the files it was made from and of the engine itself.
"""

from __future__ import annotations

import marshal

from ..dsl import cache, describe
from ..dsl.model import Game as Description
from ..dsl.reading.sources import content_stamp
from .backends.python.generated import Source
from .errors import BadSetup
from .program.model import Program


def read_rules(names: list[str], scenarios: bool = False) -> tuple[Description, Program, Source]:
    """The description, program and generated code of the named packs; raises InvalidPack with all mistakes."""
    stamp = content_stamp(names, scenarios)
    name = f"rules-{cache.stamp_of('dsl', 'interpreter')}-{stamp}" if stamp is not None else ""
    found = cache.read(name) if name else None
    if found is not None:
        description, program, text, code = found
        return description, program, Source(text, marshal.loads(code))
    description = describe(names, scenarios)
    program, source = runnable(description)
    if name:
        cache.write(name, (description, program, source.text, marshal.dumps(source.compiled())))
    return description, program, source


def runnable(description: Description) -> tuple[Program, Source]:
    """The program and the generated code of a description."""
    # Imported only where something is lowered: what is cached starts without it.
    from .backends.python.source import write
    from .lowering.passes import lowered

    try:
        program = lowered(description)
        source = write(program)
        source.compiled()
    except (RecursionError, SyntaxError, MemoryError):
        # What is nested in the text is limited; what many cards answer about one value adds up.
        raise BadSetup(f"the rules of {description.title} are too deeply nested to be played") from None
    return program, source
