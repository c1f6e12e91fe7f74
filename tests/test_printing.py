"""Nothing that comes from outside steers the terminal or forges a line: names of files, packs, saves, logs, replies."""

from __future__ import annotations

import io
import json
import re
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import WritePack

import duel_dsl
from duel_dsl.cli.main import main
from duel_dsl.cli.terminal import Terminal
from duel_dsl.interpreter import load

ROOT = Path(__file__).parent.parent
# What a stranger puts into a name: a new line that looks like ours, colours, a title, text that runs backwards.
EVIL = "a\nFORGED: all is well\r\x1b[31m\x1b]0;title\x07\x9b2J\u202e\u2028z"
# What may be left: our own colours and line breaks.
OURS = re.compile(r"\x1b\[[0-9;]*m")
STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")

Run = Callable[..., tuple[int, str]]


@pytest.fixture(params=[False, True], ids=["plain", "colours"])
def run(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line and looks at everything that it prints."""
    if request.param:
        monkeypatch.setattr(Terminal, "here", classmethod(lambda cls: cls(100, True, False)))

    def call(*arguments: object, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        for text in captured:
            assert not STEERING.search(OURS.sub("", text) if request.param else text)
            assert not any(line.startswith("FORGED") for line in text.split("\n"))
        return code, captured.out + captured.err

    return call


def test_the_filter_is_the_only_way_out() -> None:
    """Whatever is printed goes through the terminal's module."""
    package = Path(duel_dsl.__file__).parent if duel_dsl.__file__ else ROOT
    for folder in ("dsl", "interpreter", "lab", "cli"):
        for path in (package / folder).rglob("*.py"):
            if path != package / "cli" / "terminal.py":
                text = path.read_text(encoding="utf-8")
                assert not re.search(r"\bprint\(|click\.(echo|secho)\(|std(out|err)\.write\(", text), path


@pytest.mark.parametrize("command", ["play", "validate", "test", "simulate", "balance", "program", "replay"])
def test_names_of_packs_and_files(run: Run, command: str, tmp_path: Path) -> None:
    assert run(command, EVIL)[0] == 2 or command == "replay"
    (tmp_path / EVIL).mkdir()
    (tmp_path / EVIL / "pack.rules").write_text(f'game "{EVIL!r}\nnonsense', encoding="utf-8")
    assert run(command, tmp_path / EVIL)[0] in (1, 2)
    (tmp_path / EVIL / "more.cards").write_text("oops", encoding="utf-8")
    assert run(command, tmp_path / EVIL / "more.cards")[0] in (1, 2)
    (tmp_path / f"{EVIL}.txt").write_text("nothing", encoding="utf-8")
    assert run(command, tmp_path / f"{EVIL}.txt")[0] in (1, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--set", f"{EVIL}=x"),
        ("--set", EVIL),
        ("--seats", f"human,{EVIL}"),
        ("--seats", f"mcts:{EVIL},random"),
        ("--lang", EVIL),
        ("--seed", EVIL),
        (f"--{EVIL}",),
        ("--log", f"/nowhere/{EVIL}"),
        ("--load", f"/nowhere/{EVIL}"),
    ],
)
def test_options_of_commands(run: Run, arguments: tuple[str, ...]) -> None:
    assert run("play", "duel", *arguments)[0] in (1, 2)


def test_unknown_commands(run: Run) -> None:
    assert run(EVIL)[0] == 2


def test_saved_games(run: Run, tmp_path: Path) -> None:
    whole = load("duel").start(seed=1).save()
    file = tmp_path / "evil.save"
    fields = whole.split(" ")
    for number in range(min(8, len(fields))):
        damaged = [*fields[:number], EVIL.replace("\n", "").replace("\u2028", ""), *fields[number + 1 :]]
        file.write_text(" ".join(damaged) + "\n", encoding="utf-8")
        assert run("play", "duel", "--load", file)[0] == 1


def test_logs(run: Run, tmp_path: Path) -> None:
    game, file = load("duel"), tmp_path / "evil.log"
    header = {
        "form": "duel-dsl log",
        "version": 1,
        "game": "duel",
        "digest": game.digest,
        "seed": 1,
        "players": 2,
        "switches": {},
        "seats": ["human", EVIL],
        "start": "",
    }
    decision = {"seat": 0, "key": EVIL}
    changes = [{}, {"version": EVIL}, {"game": EVIL}, {"digest": EVIL}, {"start": EVIL}, {"switches": {EVIL: EVIL}}]
    for change in changes:
        file.write_text(f"{json.dumps({**header, **change})}\n{json.dumps(decision)}\n", encoding="utf-8")
        assert run("replay", file)[0] in (1, 2)
    file.write_text(f"{json.dumps(header)}\n", encoding="utf-8")
    code, shown = run("replay", file)
    assert code == 0
    assert "\ufffdFORGED" in shown


def test_replies(run: Run, tmp_path: Path) -> None:
    typed = "".join(f"{word}{EVIL.replace(chr(10), ' ').replace(chr(13), ' ')}\n" for word in ("", "? ", "save /no/"))
    code, shown = run("play", "duel", "--seats", "human,random", "--seed", 1, typed=typed)
    assert code == 0
    assert "is not on offer" in shown
    typed = f"{EVIL}\n".replace("\n", " ", 1).replace("\r", " ")
    assert run("play", "duel", "--seats", "human,human", "--json", "--seed", 1, typed=typed)[0] == 0


def test_words_of_packs(run: Run, written: WritePack, tmp_path: Path) -> None:
    # Control characters are mistakes in a text; these are not.
    evil = "FORGED\u061c\U000e0041"
    written(
        """
kind stone
    worth: number = 0
player
    bag: set of stone, public
table
    deck: set of stone, public = stone

procedure play
    turn(first)
    finish

choice turn(p: player) by p
    option "take {s}" for s in deck:
        move s to p.bag

score
    bag: sum(s.worth for s in bag)

rank by total "weight"
""",
        cards=f'stone "Agate {evil}"\n    worth: 2\n\nstone "Opal"\n    worth: 3\n',
    )
    folder = next(tmp_path.rglob("*.cards")).parent
    for command in ("validate", "program", "simulate"):
        run(command, folder, *(["--games", 2, "--seats", "random,random"] if command == "simulate" else []))
    code, shown = run("play", folder, "--seats", "human,random", "--seed", 1, typed="signs\n?\nlog\n1\n")
    assert code == 0
    assert "FORGED" in shown
    run("play", folder, "--seats", "random,random", "--json", "--seed", 1)


# ------------------------------------------------------------------ what does not end a game, or leave anything behind
def test_a_full_disk_does_not_end_a_game(tmp_path: Path) -> None:
    """Files may not grow above a size; what is missing is written as soon as there is room again."""
    log = tmp_path / "game.log"
    command = [sys.executable, "-c", "import sys; from duel_dsl.cli.main import main; sys.exit(main())", "play", "duel"]
    command += ["--seats", "human,random", "--seed", "3", "--log", str(log), "--quiet"]

    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = subprocess.run(command, input="1\n" * 90, text=True, capture_output=True, preexec_fn=small, timeout=120)
    assert done.returncode == 0
    assert "wins" in done.stdout
    assert done.stdout.count("the log cannot be written: ") == 1
    assert done.stderr.count("is not whole") == 1
    assert "Traceback" not in done.stderr
    assert log.stat().st_size == 1000


@pytest.mark.parametrize("output", ["play --log", "simulate --sqlite", "simulate --csv", "simulate --html"])
def test_a_disk_that_is_full_from_the_beginning_is_said_with_the_file(tmp_path: Path, output: str) -> None:
    command, option = output.split()
    path = tmp_path / "out.file"
    python = [sys.executable, "-c", "import sys; from duel_dsl.cli.main import main; sys.exit(main())"]
    arguments = [command, "duel", "--seats", "random,random", option, str(path)]
    arguments += ["--games", "2", "--jobs", "1"] if command == "simulate" else []

    def full() -> None:
        # What was learnt from the packs before may be kept nowhere either.
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = subprocess.run([*python, *arguments], text=True, capture_output=True, preexec_fn=full, timeout=120)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error: cannot write {path}: ")
    assert not list(tmp_path.iterdir())


def test_what_killed_processes_left_is_taken_away(tmp_path: Path) -> None:
    from duel_dsl.interpreter.playing.journal import save_file

    path, other = tmp_path / "evening.save", tmp_path / "evening.save.x.part"
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, text=True)
    left = tmp_path / f"evening.save.{int(done.stdout)}.part"
    left.write_text("half", encoding="utf-8")
    other.write_text("somebody's own", encoding="utf-8")
    save_file(path, "whole")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["evening.save", "evening.save.x.part"]


def test_ctrl_c_while_everything_is_imported() -> None:
    """The entry point says in one line that it was stopped."""
    code = """
import sys
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == WANTED:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
from duel_dsl.cli.start import main
sys.exit(main())
"""
    for wanted in ("duel_dsl.cli.main", "click", "duel_dsl.cli.terminal", "duel_dsl.cli.commands.validate", "lark"):
        command = [sys.executable, "-c", code.replace("WANTED", repr(wanted)), "validate", "duel"]
        done = subprocess.run(command, capture_output=True, text=True, env={"DUEL_DSL_CACHE": "off"}, timeout=60)
        assert (done.returncode, done.stderr.strip()) == (130, "stopped"), wanted


def test_a_save_says_what_it_gives_away(run: Run, tmp_path: Path) -> None:
    typed = f"save {tmp_path / 'evening.save'}\n"
    shown = run("play", "duel", "--seats", "human,random", "--seed", 1, typed=typed)[1]
    assert "whoever reads this file sees everything, hidden cards too" in OURS.sub("", shown)
    logged = ("--log", tmp_path / "evening.log", "--force")
    assert "sees everything" not in run("play", "duel", "--seats", "human,random", "--seed", 1, typed="quit\n")[1]
    shown = run("play", "duel", "--seats", "human,random", "--seed", 1, *logged, typed="quit\n")[1]
    assert "whoever reads the log sees everything, hidden cards too" in OURS.sub("", shown)
    assert "sees everything" not in run("play", "duel", "--seats", "random,random", "--seed", 1, *logged)[1]
    german = run("play", "duel", "--seats", "human,random", "--seed", 1, "--lang", "de", typed=typed)[1]
    assert "wer diese Datei liest, sieht alles" in OURS.sub("", german)
