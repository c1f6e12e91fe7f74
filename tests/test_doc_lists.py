"""The lists in the documents are complete: words, codes, limits, operations, modules, switches.

DUEL_DSL_REGENERATE=1 writes those that are made from the source.
"""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

from documents import LANGUAGE, ROOT, blocks

from duel_dsl.dsl.checking import collect, fields
from duel_dsl.dsl.checking.bodies import statements
from duel_dsl.dsl.checking.declarations import layouts
from duel_dsl.dsl.checking.symbols import RESERVED
from duel_dsl.dsl.meaning import MOST_NUMBER
from duel_dsl.dsl.model import SEATS
from duel_dsl.dsl.reading import build, sources
from duel_dsl.dsl.reading import parse as parsing
from duel_dsl.interpreter import load
from duel_dsl.interpreter.program.memory import MOST_PLACES
from duel_dsl.interpreter.program.operations import CODES, STEPS
from duel_dsl.interpreter.runtime.runtime import BUDGET, MOST_OPTIONS
from duel_dsl.interpreter.scenarios import conditions


def section(path: Path, heading: str) -> str:
    """The text under a heading, up to the next one of the same level."""
    document = path.read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {re.escape(heading)}\n(.*?)(?=^\1 |\Z)", document, re.MULTILINE | re.DOTALL)
    assert found is not None, heading
    return found[2]


def engine(*folders: str) -> str:
    return "\n".join(
        file.read_text(encoding="utf-8") for name in folders for file in sorted((ROOT / name).rglob("*.py"))
    )


def test_every_word_of_the_grammar_is_explained() -> None:
    grammar = (ROOT / "grammar.lark").read_text(encoding="utf-8")
    words = re.findall(r'"([a-z_]+)"', grammar)
    document = LANGUAGE.read_text(encoding="utf-8")
    code = " ".join([*re.findall(r"`([^`\n]+)`", document), *(block.text for block in blocks(document))])
    assert sorted(set(words) - set(re.findall(r"[a-z_]+", code))) == []


def test_the_list_of_reserved_words_is_complete() -> None:
    assert sorted(re.findall(r"`([a-z_]+)`", section(LANGUAGE, "Reserved words").split("\n\n")[1])) == sorted(RESERVED)


def test_the_list_of_codes_is_complete() -> None:
    """Codes are written out in the source, or made from what is unknown."""
    checker, runner = engine("dsl"), engine("interpreter")
    codes = set(re.findall(r'(?:error|warning|Explanation|_error)\(\s*"([a-z-]+)"', checker))
    codes |= {f"unknown-{what.replace(' ', '-')}" for what in re.findall(r'unknown\("([a-z ]+)"', checker)}
    codes |= set(re.findall(r'(?:Failed|Diagnostic)\("([a-z-]+)"', runner))
    listed = re.findall(r"^\| `([a-z-]+)` \|", section(LANGUAGE, "All messages"), re.MULTILINE)
    assert sorted(listed) == sorted(codes)


def test_the_limits_are_right() -> None:
    limits = [
        sources.MOST_FILES,
        sources.MOST_ENTRIES,
        sources.MOST_BYTES,
        parsing.MOST_CHARACTERS,
        parsing.MOST_IN_A_LINE,
        parsing.MOST_DEPTH,
    ]
    limits += [
        collect.MOST_CARDS,
        collect.MOST_KINDS,
        collect.MOST_LINEAGE,
        collect.MOST_MEMBERS,
        collect.MOST_PRINTED,
        collect.MOST_GOODS,
        fields.MOST_FIELDS,
        MOST_NUMBER,
        MOST_PLACES,
        layouts.MOST_SLOTS,
        len(SEATS),
        statements.MOST_NAMES,
        statements.MOST_COMBINATIONS,
        statements.MOST_WITH_A_CONDITION,
        build.LARGEST,
        BUDGET,
        conditions.MOST_WORK,
        MOST_OPTIONS,
    ]
    found = re.findall(r"^\| .+ \| ([\d,]+)", section(LANGUAGE, "Limits"), re.MULTILINE)
    assert {f"{limit:,}" for limit in limits} <= set(found)


def test_the_operations_of_the_description_are_listed() -> None:
    """dsl/model.py says that docs/architecture.md lists the operations of terms and acts."""
    checker = engine("dsl")
    listed = set(re.findall(r"`([^`]+)`", section(ROOT / "docs" / "architecture.md", "Operations of the description")))
    for form in ("Term", "Act"):
        assert set(re.findall(rf'{form}\("([^"]+)", ', checker)) - listed - {"broken"} == set()


def modules(folder: Path) -> str:
    """A table of the modules of a folder, each with the first sentence of its docstring, and those of its rooms."""
    rows = "".join(f"| `{file.name}` | {about(file)} |\n" for file in sorted(folder.glob("[a-z]*.py")))
    head = f"| `{folder.relative_to(ROOT).as_posix()}/` | {about(folder / '__init__.py')} |"
    rooms = [modules(room) for room in sorted(folder.iterdir()) if (room / "__init__.py").is_file()]
    return "\n".join([f"{head}\n|---|---|\n{rows}", *rooms])


def about(file: Path) -> str:
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return re.split(r"(?<=[.:]) (?=[A-Z])", text.split("\n\n")[0].replace("\n", " "))[0]


def test_every_module_is_in_the_architecture() -> None:
    path = ROOT / "docs" / "architecture.md"
    listed = section(path, "Modules")
    made = "\n" + "\n".join(modules(ROOT / folder) for folder in ("dsl", "interpreter", "lab", "cli")) + "\n"
    if os.environ.get("DUEL_DSL_REGENERATE"):
        path.write_text(
            path.read_text(encoding="utf-8").replace(f"## Modules\n{listed}", f"## Modules\n{made}"), encoding="utf-8"
        )
        return
    assert listed == made, "DUEL_DSL_REGENERATE=1 writes the table anew"


def operations() -> str:
    """The table of operations of the program."""
    tables = []
    for title, table in (("code", CODES), ("step", STEPS)):
        rows = [(title, "holds", "operands", "gives", "does", "", "work"), ("---",) * 7]
        for name, row in table.items():
            rows.append((f"`{name}`", row.value, row.operands, row.result, row.effect, row.meaning, row.cost))
        cells = [[cell.replace("|", r"\|") for cell in row] for row in rows]
        tables.append("".join(f"| {' | '.join(row)} |\n" for row in cells))
    return "\n".join(tables)


def test_the_table_of_operations_is_in_the_architecture() -> None:
    path = ROOT / "docs" / "architecture.md"
    document = path.read_text(encoding="utf-8")
    found = re.search(r"(?<=besides\.\n\n)(?:\|[^\n]*\n|\n)*(?=\n## )", document)
    assert found is not None
    if os.environ.get("DUEL_DSL_REGENERATE"):
        path.write_text(document[: found.start()] + operations() + document[found.end() :], encoding="utf-8")
        return
    assert found[0] == operations(), "DUEL_DSL_REGENERATE=1 writes the table anew"


def test_every_switch_is_in_the_table_of_variants() -> None:
    rows = re.findall(r"^\| .*\| `(\w+)` \| (.*?) \|", section(ROOT / "docs" / "playing.md", "`play`"), re.MULTILINE)
    listed = {name: tuple(re.findall(r"`(\w+)`", choices)) for name, choices in rows}
    found: dict[str, tuple[str, ...]] = {}
    for pack in sorted(path.name for path in (ROOT / "cards").iterdir()):
        for name, (choices, default) in load(pack).description.switches.items():
            found[name] = (choices[default], *(choice for choice in choices if choice != choices[default]))
    assert listed == found


def test_the_figures_of_the_worked_question_are_of_these_rules() -> None:
    """They take minutes to play: if the rules have changed, run the commands of docs/balance.md again."""
    text = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    assert f"rules  duel, digest {load('duel').digest}\n" in text
