"""The documents are true: every example in README.md and docs/ is run, and links lead somewhere.

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

After a change of what is printed or generated, DUEL_DSL_REGENERATE=1 writes it into the blocks that have no `...`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
from attrs import define, field
from documents import BLOCK, DOCUMENTS, ROOT, Block, blocks, headings

from duel_dsl.cli.main import main
from duel_dsl.dsl import Report, render
from duel_dsl.dsl.checking.check import check
from duel_dsl.dsl.composing.compose import compose
from duel_dsl.dsl.reading import packs
from duel_dsl.dsl.reading.declared import Declaration
from duel_dsl.dsl.reading.declared import Pack as Header
from duel_dsl.dsl.reading.packs import Pack, read_packs
from duel_dsl.dsl.reading.parse import parse
from duel_dsl.dsl.reading.sources import Source
from duel_dsl.interpreter import load
from duel_dsl.interpreter.backends.python.source import write

TAGS = {"rules", "cards", "python", "console", "text"}
HEADER = 'pack example\n    title: "Example"\n    extends: {}\n\n'
PARAMETERS = "(p: player, other: player, b: building, w: wonder, t: token)"
PRINTS = re.compile(r"\s+# -> (.*)$", re.MULTILINE)
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
PLACE_ON_A_MACHINE = re.compile(r"(?<![\w.~])/(?:home|root|tmp|usr|var|work|opt|mnt|Users)/|\b[A-Z]:\\")


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
