"""The documents are true: every example in README.md and docs/ is run, and every list is compared with the source.

Fenced blocks are run in the order of the document, in a folder of its own:

    ```rules, ```cards   must be free of mistakes; the comment `<!-- ... -->` above the block says what the text is:
                         nothing              declarations of a pack that extends Duel
                         extends NAME         the same on a pack that the document has shown before
                         pack NAME            a whole pack, which is also played
                         statements           lines of a procedure with the names p, other, b, w, t
                         expressions          one expression on each line, with the same names
                         from duel            a passage of cards/duel, letter for letter but for comments
                         wrong: CODE, ...     has exactly these mistakes
                         file: PATH           is written to that file, for the commands that follow
    ```python            is executed, all blocks of a document in one namespace; `# -> x` is what that line prints
                         below the comment `generated NAME`: that function of the code made for Duel
                         below the comment `needs MODULE`: the rest of the document is skipped where that is missing
    ```console           the lines after `$ ` are run, what they print is compared; `...` stands for the rest
                         of a line, alone on a line for any lines
                         a block below the comment `not run` is only shown
    ```text              only shown, unless a comment `made by: COMMAND` says what prints it

After a change of what is printed or generated, DUEL_DSL_REGENERATE=1 writes it into the blocks that have no `...`, and
the table of modules into docs/architecture.md.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from attrs import define, field, frozen

from duel_dsl.cli.main import main
from duel_dsl.dsl import Report, render
from duel_dsl.dsl.checking import collect, fields
from duel_dsl.dsl.checking.bodies import statements
from duel_dsl.dsl.checking.check import check
from duel_dsl.dsl.checking.declarations import layouts
from duel_dsl.dsl.checking.symbols import RESERVED
from duel_dsl.dsl.composing.compose import compose
from duel_dsl.dsl.meaning import MOST_NUMBER
from duel_dsl.dsl.model import SEATS
from duel_dsl.dsl.reading import build, packs, sources
from duel_dsl.dsl.reading import parse as parsing
from duel_dsl.dsl.reading.declared import Declaration
from duel_dsl.dsl.reading.declared import Pack as Header
from duel_dsl.dsl.reading.packs import Pack, read_packs
from duel_dsl.dsl.reading.parse import parse
from duel_dsl.dsl.reading.sources import Source
from duel_dsl.interpreter import load
from duel_dsl.interpreter.backends.python.source import write
from duel_dsl.interpreter.program.memory import MOST_PLACES
from duel_dsl.interpreter.program.operations import CODES, STEPS
from duel_dsl.interpreter.runtime.runtime import BUDGET, MOST_OPTIONS
from duel_dsl.interpreter.scenarios import conditions

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGE = ROOT / "docs" / "language.md"
BLOCK = re.compile(r"(?:^<!-- (?P<note>[^\n]+) -->\n+)?^```(?P<tag>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TAGS = {"rules", "cards", "python", "console", "text"}
HEADER = 'pack example\n    title: "Example"\n    extends: {}\n\n'
PARAMETERS = "(p: player, other: player, b: building, w: wonder, t: token)"
PRINTS = re.compile(r"\s+# -> (.*)$", re.MULTILINE)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
PLACE_ON_A_MACHINE = re.compile(r"(?<![\w.~])/(?:home|root|tmp|usr|var|work|opt|mnt|Users)/|\b[A-Z]:\\")


@frozen
class Block:
    """A fenced block: what stands in the comment above it, its tag, its text, and where the text lies."""

    note: str
    tag: str
    text: str
    line: int
    start: int


def blocks(document: str) -> Iterator[Block]:
    for found in BLOCK.finditer(document):
        line = document.count("\n", 0, found.start("text")) + 1
        yield Block(found["note"] or "", found["tag"], found["text"], line, found.start("text"))


# ------------------------------------------------------------------ texts of packs
@lru_cache(maxsize=1)
def duel() -> tuple[Pack, ...]:
    """The packs of Duel, read once."""
    report = Report()
    packs = read_packs(["duel"], report, scenarios=False)
    assert not report.failed
    return tuple(packs)


@lru_cache(maxsize=1)
def duel_text() -> str:
    files = sorted((ROOT / "cards" / "duel").rglob("*.*"))
    return "\n".join(without_remarks(file.read_text(encoding="utf-8")) for file in files)


def without_remarks(text: str) -> str:
    lines = (re.sub(r"\s*#.*$", "", line) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


@define
class Texts:
    """Checks the texts of one document; whole packs are kept for those that extend them."""

    packs: dict[str, tuple[Pack, ...]] = field(factory=lambda: {"duel": duel()})

    def mistakes(self, block: Block) -> str:
        """What is wrong with a block, as a user reads it; empty where it is as it should be."""
        if block.note == "from duel":
            return "" if without_remarks(block.text) in duel_text() else "this is not in cards/duel"
        word, _, name = block.note.partition(" ")
        text = block.text
        if block.note == "statements":
            text = f"procedure example{PARAMETERS}\n" + "".join(f"    {line}\n" for line in text.splitlines())
        elif block.note == "expressions":
            lines = [line for line in text.splitlines() if without_remarks(line)]
            text = "".join(f"define example{n}{PARAMETERS} = {line}\n" for n, line in enumerate(lines))
        if word != "pack":
            text = HEADER.format(name if word == "extends" else "duel") + text
        report = Report()
        below = self.packs[name] if word == "extends" else () if word == "pack" else duel()
        packs = (*below, pack_of(text, report))
        check(compose(list(packs), report), report)
        if word == "pack":
            self.packs[name] = packs
        errors = [d for d in report.sorted() if d.severity == "error"]
        if word == "wrong:":
            codes = sorted(d.code for d in errors)
            return "" if codes == sorted(name.split(", ")) else f"the mistakes are: {', '.join(codes)}"
        return "\n".join(render(d, text) for d in errors)


def pack_of(text: str, report: Report) -> Pack:
    declarations = tuple(parse("example.rules", text, report))
    header = next(d for d in declarations if isinstance(d, Header))
    extends = tuple(i.id for s in header.settings if s.key.text == "extends" for i in s.items)  # type: ignore[attr-defined]
    return Pack(header.name.text, ROOT, header, extends, declarations, (Source("example.rules", text),))


def play_to_the_end(folder: Path) -> None:
    """Plays a random game for every number of players."""
    game = load(folder)
    for players in game.description.numbers:
        position = game.start(seed=players, players=players).play_random(seed=1)
        assert position.over
        assert position.broken_invariants() == []


# ------------------------------------------------------------------ Python and commands
def python_mistakes(block: Block, names: dict[str, object], file: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile("\n" * (block.line - 1) + block.text, file, "exec"), names)
    shown = [found.strip() for found in PRINTS.findall(block.text)]
    found = printed.getvalue().splitlines()
    return "" if found == shown else f"it prints {found}, but shows {shown}"


def generated(name: str) -> str:
    """A function of the Python that is made for Duel."""
    text = write(load("duel").program).text
    found = re.search(rf"^def {name}\(.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return found[0].rstrip() + "\n"


def run(command: str) -> str:
    """What a command prints, in a pipe of 100 columns. Our own run in this process, where Duel is read only once."""
    name, *arguments = shlex.split(command)
    if name == "duel-dsl" and "|" not in command:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            main(arguments)
        output = printed.getvalue()
    else:
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        done = subprocess.run(["sh", "-c", command], timeout=60, check=False, **pipes)  # type: ignore[call-overload]
        output = done.stdout.decode("utf-8")
    return "\n".join(line.rstrip() for line in output.splitlines()).strip("\n")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for a document, with what its commands need around them."""
    monkeypatch.chdir(tmp_path)
    places = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    surroundings = {"PATH": os.pathsep.join(places), "COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(packs, "parse", parsed_once)
    return tmp_path


READ: dict[str, list[Declaration]] = {}


def parsed_once(file: str, text: str, report: Report) -> list[Declaration]:
    """Reads a file of Duel only once; most of a command's time goes there."""
    if "duel" not in Path(file).parts:
        return parse(file, text, report)
    if file not in READ:
        READ[file] = parse(file, text, report)
    return READ[file]


def commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a block and what is shown of their output."""
    if block.tag == "text":
        return [(block.note.removeprefix("made by: "), block.text.strip("\n"))]
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    return [(c, shown.strip("\n")) for c, shown in zip(parts[1::2], parts[2::2], strict=True)]


def matches(shown: str, found: str) -> bool:
    """Whether the output is what is shown; `...` stands for the rest of a line, on its own for any lines."""
    lines = ["(?s:.*)" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") for line in shown.split("\n")]
    return re.fullmatch("\n".join(lines), found) is not None


def command_mistakes(block: Block) -> tuple[str, str]:
    """What is wrong, and the text that the block should have."""
    wrong, text = [], []
    for command, shown in commands(block):
        found = run(command)
        if not matches(shown, found):
            wrong.append(f"$ {command}\n{found}")
        result = shown if "..." in shown else found
        text += ([f"$ {command}"] if block.tag == "console" else []) + ([result] if result else [])
    return "\n".join(wrong), "\n".join(text) + "\n"


# ------------------------------------------------------------------ the tests
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_examples(path: Path, here: Path) -> None:
    document = path.read_text(encoding="utf-8")
    texts, names, wrong = Texts(), {"__name__": path.stem}, []
    renewed: list[tuple[Block, str]] = []
    for block in blocks(document):
        mistakes = ""
        if block.note.startswith("file: "):
            file = here / block.note.removeprefix("file: ")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.text, encoding="utf-8")
        elif block.tag in ("rules", "cards"):
            mistakes = texts.mistakes(block)
            if block.note.startswith("pack ") and not mistakes:
                (here / "game.rules").write_text(block.text, encoding="utf-8")
                play_to_the_end(here)
        elif block.note.startswith("generated "):
            text = generated(block.note.removeprefix("generated "))
            mistakes = "" if text == block.text else f"the code is now\n{text}"
            renewed.append((block, text))
        elif block.tag == "python":
            if block.note.startswith("needs "):
                pytest.importorskip(block.note.removeprefix("needs "))
            mistakes = python_mistakes(block, names, str(path))
        elif (block.tag == "console" and block.note != "not run") or block.note.startswith("made by: "):
            mistakes, text = command_mistakes(block)
            renewed.append((block, text))
        if mistakes:
            wrong.append(f"{path.name}:{block.line}: {mistakes}")
    if os.environ.get("DUEL_DSL_REGENERATE"):
        for block, text in reversed(renewed):
            document = document[: block.start] + text + document[block.start + len(block.text) :]
        path.write_text(document, encoding="utf-8")
        return
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_links_and_places(path: Path) -> None:
    document = path.read_text(encoding="utf-8")
    assert {block.tag for block in blocks(document)} <= TAGS
    assert not PLACE_ON_A_MACHINE.findall(document)
    for link in LINK.findall(BLOCK.sub("", document)):
        if link.startswith(("http://", "https://")):
            continue
        file, _, part = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), link
        if part:
            assert part in headings(target.read_text(encoding="utf-8")), link


# A path of a module or its end, as documents and comments write it, and a folder of ours.
NAMED_FILE = re.compile(r"(?<![\w./<>-])((?:[\w.-]+/)*\w+\.py|grammar\.lark)\b")
NAMED_FOLDER = re.compile(r"`((?:[a-z_]+/)+)`")
NO_FOLDERS_OF_OURS = {"tests/fuzz/found/", "my_pack/", "scenarios/"}


def test_every_file_that_is_named_exists() -> None:
    """Documents, comments and messages name modules by their path or its end, documents also folders."""
    skipped = {"build", "dist", "found"}
    texts = [path for path in ROOT.rglob("*.*") if path.is_file()]
    inside = {path: path.relative_to(ROOT).parts for path in texts}
    inside = {path: parts for path, parts in inside.items() if not any(p[0] == "." or p in skipped for p in parts)}
    files = {"/".join(parts[start:]) for parts in inside.values() for start in range(len(parts))}
    folders = {name.rpartition("/")[0] + "/" for name in files} | NO_FOLDERS_OF_OURS
    folders |= {f"{parent}/" for name in folders for parent in Path(name).parents}
    wrong = []
    for path in (path for path in inside if path.suffix in (".md", ".py", ".lark")):
        text = path.read_text(encoding="utf-8")
        text = LINK.sub("", BLOCK.sub("", text)) if path.suffix == ".md" else text
        named = set(NAMED_FILE.findall(text)) - files
        named |= set(NAMED_FOLDER.findall(text)) - folders if path.suffix == ".md" else set()
        wrong += [f"{path.relative_to(ROOT)} names {name}" for name in sorted(named)]
    assert wrong == []


def headings(document: str) -> set[str]:
    """The names under which the headings of a document can be linked to."""
    found = re.findall(r"^#+ (.+)$", BLOCK.sub("", document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


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
