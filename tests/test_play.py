"""`duel-dsl play`: scripted people play whole games, make mistakes at the prompt, take back, save and go on."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from duel_dsl.cli.commands.play import _usual_seats
from duel_dsl.cli.main import main
from duel_dsl.interpreter import Game
from duel_dsl.interpreter.playing.journal import read_log

HANDS = Path(__file__).parent / "packs" / "hands"
ESCAPE = "\x1b"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, with what is typed in: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "120")

    def call(*arguments: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def screens(output: str) -> list[str]:
    """The output cut at the headings of the table."""
    return re.split(r"(?m)^(?=7 Wonders Duel  ·)", output)


def totals(output: str) -> tuple[int, ...]:
    """The points in the last line of the result."""
    found = re.search(r"(?m)^Total +(\d+) +(\d+)$", output)
    assert found is not None
    return tuple(int(points) for points in found.groups())


# ------------------------------------------------------------------ whole games
def test_bots_play_a_whole_game(run: Run) -> None:
    code, out, err = run("play", "duel", "--seats", "greedy,greedy", "--seed", 7)
    assert (code, err) == (0, "")
    assert ESCAPE not in out
    assert "Age 1 " in out
    assert "Age 2 " in out
    assert "Age 3 " in out
    assert re.search(r"(?m)^(First|Second) wins: ", out)
    assert re.search(r"(?m)^Total +\d+ +\d+$", out)
    assert run("play", "duel", "--seats", "greedy,greedy", "--seed", 7)[1] == out


def test_a_person_plays_to_the_end(run: Run) -> None:
    code, out, err = run("play", "duel", "--seats", "human,random", "--seed", 3, typed="1\n" * 90)
    assert (code, err) == (0, "")
    assert ESCAPE not in out
    assert "First (you)" in out
    assert "Second (random)" in out
    assert re.search(r"wins: ", out)


def test_two_people_and_only_first_options(run: Run, duel: Game) -> None:
    code, out, _ = run("play", "duel", "--seats", "human,human", "--seed", 3, typed="1\n" * 120)
    position = duel.start(seed=3)
    while not position.over:
        position.play(0)
    assert code == 0
    assert position.result is not None
    assert totals(out) == position.result.totals


def test_without_a_terminal_bots_sit_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert _usual_seats(3) == ("greedy", "greedy", "greedy")


def test_switches_reach_the_game(run: Run) -> None:
    _, out, _ = run("play", "duel", "--set", "first_game=yes", "--seats", "human,human", "--seed", 1)
    assert "Age 1" in screens(out)[1]
    assert "Draft" not in out


def test_a_quiet_game_shows_the_result_only(run: Run) -> None:
    _, out, _ = run("play", "duel", "--seats", "greedy,greedy", "--seed", 7, "--quiet")
    assert re.match(r"(First|Second) wins: ", out)
    assert len(out.splitlines()) < 20


# ------------------------------------------------------------------ at the prompt
def typed(run: Run, *lines: str, seed: int = 7, options: tuple[str, ...] = ("--set", "first_game=yes")) -> str:
    """What the screen shows after lines typed in by two people, from the last table on."""
    text = "".join(f"{line}\n" for line in lines)
    code, out, err = run("play", "duel", "--seats", "human,human", "--seed", seed, *options, typed=text)
    assert (code, err) == (0, "")
    return out


def test_options_show_price_and_effect(run: Run) -> None:
    out = typed(run)
    assert re.search(r"(?m)^ +\d+  Tavern +for 0 .*7→11\$ .*gain 4 coins", out)
    assert re.search(r"(?m)^Discard …  for \+2  7→9\$", out)
    assert "type a number or a name" in out


@pytest.mark.parametrize("reply", ["build clay_pool", "Build Clay Pool", "BUILD CLAY POOL", "b clay pool", "bu pool"])
def test_an_option_by_its_name(run: Run, reply: str) -> None:
    out = typed(run, reply, "log")
    assert re.search(r"(?m)^  1  Second  Build Clay Pool for 0", out)


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("build clay", "`build clay` could be 4 Build Clay Reserve, 6 Build Clay Pool"),
        ("biuld palisade", "`biuld palisade` is not on offer; did you mean `Build Palisade`?"),
        ("xyzzy", "`xyzzy` is not on offer\n"),
        ("0", "there are 12 options, numbered from 1"),
        ("99", "there are 12 options, numbered from 1"),
        ("9" * 5000, "there are 12 options, numbered from 1"),
        ("", "type a number or a name; `help` says what else"),
        ("\x1b[2J", "is not on offer"),
        ("? tavren", "there is no card `tavren`; did you mean `Tavern`?"),
        ("? the", "`the` could be "),
        ("save", "say where to: save FILE"),
        ("undo", "nothing to take back"),
        ("log", "nothing has happened yet"),
    ],
)
def test_wrong_replies_get_one_line(run: Run, reply: str, answer: str) -> None:
    out = typed(run, reply)
    after = out.split("Second> ")[1].split("\n", 1)[1]
    assert answer in after
    assert len(after.splitlines()) == 1
    assert ESCAPE not in out


def test_a_card_is_explained(run: Run) -> None:
    out = typed(run, "? tavern", "?zeus")
    assert "When built: gain 4 coins." in out
    assert "The Statue of Zeus" in out
    assert "Cost: 1 wood, 1 clay, 1 stone, 2 papyrus" in out
    assert "price now" in out


def test_help_and_signs(run: Run) -> None:
    out = typed(run, "??", "help", "signs", "table")
    assert out.count("take back your last decision") == 2
    assert "⚔ Shields" in out
    assert len(screens(out)) == 3


def test_undo_takes_the_bots_back_too(run: Run) -> None:
    script = "1\n1\nundo\nundo\nlog\n"
    code, out, _ = run("play", "duel", "--seats", "human,greedy", "--seed", 7, typed=script)
    assert code == 0
    assert out.count("taken back: ") == 2
    first = screens(out)[1]
    assert screens(out)[-1].splitlines()[:12] == first.splitlines()[:12]


def test_quit_and_the_end_of_input(run: Run, tmp_path: Path) -> None:
    assert typed(run, "quit").endswith("the game was not saved\n")
    assert typed(run).endswith("the input has ended\nthe game was not saved\n")
    save = tmp_path / "a game.save"
    out = typed(run, f"save {save}", "quit")
    assert f"go on with: duel-dsl play duel --seats human,human --lang en --load '{save}'" in out


# ------------------------------------------------------------------ saving
def test_save_and_load_go_on_alike(run: Run, tmp_path: Path) -> None:
    save = tmp_path / "game.save"
    whole = typed(run, *["1"] * 120)
    typed(run, *["1"] * 20, f"save {save}")
    code, out, _ = run("play", "duel", "--load", save, "--seats", "human,human", typed="1\n" * 120)
    assert code == 0
    assert out.split("wins: ")[1] == whole.split("wins: ")[1]
    assert [path.name for path in tmp_path.iterdir()] == ["game.save"]


def test_only_a_saved_game_is_replaced(run: Run, tmp_path: Path) -> None:
    save, letter = tmp_path / "game.save", tmp_path / "letter.txt"
    letter.write_text("dear reader")
    out = typed(run, f"save {save}", "1", f"save {save}", f"save {letter}", f"save {tmp_path}", "save /no/such/x")
    assert out.count("saved to") == 2
    assert f"{letter} holds something else" in out
    assert f"{tmp_path} holds something else" in out
    assert "cannot write /no/such/x" in out
    assert letter.read_text() == "dear reader"


def test_bad_files_and_flags(run: Run, tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.save"
    damaged.write_text("position 1 duel")
    for arguments, code, message in [
        (("--load", tmp_path / "none"), 1, "cannot be read: "),
        (("--load", damaged), 1, "not a saved position"),
        (("--load", tmp_path), 1, f"error: {tmp_path}: cannot be read: "),
        (("--load", "/dev/zero"), 1, "too large"),
        (("--delay", "nan"), 2, "--delay is a number of seconds"),
        (("--load", damaged, "--set", "first_game=yes"), 2, "brings its players and switches"),
        (("--seats", "human,robot"), 2, "`robot` cannot take a seat; there are: human, random, greedy"),
        (("--seats", "human"), 2, "is for 2 players, not 1"),
        (("--players", "5"), 2, "is for 2 players, not 5"),
        (("--set", "tied_pawn"), 2, "name=choice"),
        (("--set", "tide_pawn=x"), 2, "did you mean `tied_pawn`"),
        (("--set", "tied_pawn=maybe"), 2, "not `maybe`"),
        (("--lang", "fr"), 2, "there are: en, de"),
        (("--seed", "x"), 2, "--seed"),
    ]:
        found, out, err = run("play", "duel", *arguments)
        assert (found, out) == (code, ""), arguments
        assert message in err
        assert "Traceback" not in err


def test_a_pack_with_mistakes_shows_them(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pack.rules").write_text("pack broken\n    title: 3\n")
    code, out, err = run("play", tmp_path)
    assert code == 1
    assert "error[" in out
    assert "pack.rules:2:" in out
    assert "cannot be played" in err
    assert run("play", "nosuchpack")[0] == 2


# ------------------------------------------------------------------ logs
def test_the_log_tells_the_game(run: Run, tmp_path: Path, duel: Game) -> None:
    path = tmp_path / "game.log"
    script = "1\n1\nundo\n2\n" + "1\n" * 80
    code, out, _ = run("play", "duel", "--seats", "human,greedy", "--seed", 7, "--log", path, typed=script)
    assert code == 0
    log = read_log(path)
    assert (log.header.game, log.header.digest, log.header.seed) == ("duel", duel.digest, 7)
    assert log.header.seats == ("human", "greedy")
    position = log.positions(duel)[-1]
    assert position.over
    assert position.result is not None
    assert totals(out) == position.result.totals
    assert any("undo" in line for line in path.read_text().splitlines())


def test_an_existing_log_is_kept(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text("precious")
    code, _, err = run("play", "duel", "--seats", "greedy,greedy", "--log", path)
    assert code == 1
    assert "already" in err
    assert "--force" in err
    assert path.read_text() == "precious"
    assert run("play", "duel", "--seats", "greedy,greedy", "--seed", 1, "--log", path, "--force", "--quiet")[0] == 0
    assert read_log(path).result is not None


def test_a_logged_game_goes_on(run: Run, tmp_path: Path, duel: Game) -> None:
    first, second = tmp_path / "first.log", tmp_path / "second.log"
    arguments = ("play", "duel", "--seats", "human,human")
    run(*arguments, "--seed", 5, "--log", first, typed="1\n" * 15)
    assert read_log(first).result is None
    code, _, _ = run(*arguments, "--load", first, "--log", second, typed="1\n" * 120)
    assert code == 0
    assert read_log(second).positions(duel)[-1].over
    code, _, err = run(*arguments, "--load", second)
    assert code == 1
    assert "this game is over" in err


# ------------------------------------------------------------------ languages, programs, other games
def test_in_german(run: Run) -> None:
    out = typed(run, "hilfe", "taverne errichten", "verlauf", "? ziegelei", "zurück", options=("--lang", "de"), seed=7)
    assert "Zeitalter 0" in out
    out = typed(
        run, "taverne errichten", "verlauf", "? ziegelei", options=("--lang", "de", "--set", "first_game=yes"), seed=7
    )
    assert "Zeitalter 1" in out
    assert "… errichten" in out
    assert "Handel" in out
    assert re.search(r"(?m)^  1  Zweiter  Taverne errichten für 0", out)
    assert "Produziert: 1 Lehm" in out


def test_json_lines(run: Run) -> None:
    code, out, _ = run(
        "play", "duel", "--seats", "human,greedy", "--seed", 7, "--json", typed="nonsense\n" + "0\n" * 90
    )
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert lines[0]["type"] == "game"
    # Who plays must not be told what all luck comes from before the end.
    assert [n for n, line in enumerate(lines) if "seed" in line] == [len(lines) - 1]
    assert lines[-1]["seed"] == 7
    kinds = {line["type"] for line in lines}
    assert kinds == {"game", "decision", "chosen", "error", "result"}
    assert set(lines[-1]) == {"type", "winner", "winners", "how", "scores", "totals", "seed"}
    for line in lines:
        # What a bot could choose from is not told where it has seen cards that the person has not.
        if line["type"] == "decision" and line["chosen"] is not None and line["options"] is not None:
            assert line["chosen"] in [option["key"] for option in line["options"]]


def test_a_drawn_seed_is_told_in_the_end(run: Run, tmp_path: Path) -> None:
    whole = run("play", HANDS, "--seats", "random,random,random")[1]
    assert re.findall(r"(?m)^this was seed \d+$", whole) == [whole.splitlines()[-1]]
    seed = whole.split()[-1]
    assert run("play", HANDS, "--seats", "random,random,random", "--seed", seed)[1] == whole.rpartition("this was")[0]
    left = run("play", HANDS, "--seats", "human,random,random", typed="1\nquit\n")[1]
    assert left.count("seed") == 1
    assert left.splitlines()[-1].startswith("this was seed ")
    # Who saves it can go on with it, and who has been told the seed needs not be told.
    kept = tmp_path / "evening.save"
    for options, typed in ((("--seed", 5), "quit\n"), ((), f"save {kept}\nquit\n"), (("--load", kept), "quit\n")):
        assert "this was seed" not in run("play", HANDS, "--seats", "human,random,random", *options, typed=typed)[1]
    assert (
        "seed" not in run("play", HANDS, "--seats", "human,random,random", "--log", tmp_path / "l", typed="quit\n")[1]
    )


def test_other_numbers_of_players(run: Run) -> None:
    code, out, _ = run("play", HANDS, "--seats", "human,random,greedy,greedy", "--seed", 1, typed="1\n" * 9)
    assert code == 0
    assert "Fourth (greedy)" in out
    assert "wins: the larger pile" in out
    assert run("play", HANDS, "--players", 4, "--seed", 1, "--quiet")[0] == 0
    assert run("play", HANDS, "--players", 4, "--seats", "human,random,greedy")[0] == 2


# ------------------------------------------------------------------ on a terminal
class OnTerminal:
    """A command on a terminal of its own."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.master, slave = pty.openpty()
        command = [sys.executable, "-c", "import sys; from duel_dsl.cli.main import main; sys.exit(main())"]
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", "LINES": "40", **environment}
        self.process = subprocess.Popen(
            [*command, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)

    def until(self, text: str) -> str:
        """What is shown up to a text."""
        shown, end = "", time.monotonic() + 20
        while text not in shown and time.monotonic() < end:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    shown += os.read(self.master, 65536).decode(errors="replace")
                except OSError:
                    break
        assert text in shown, shown
        return shown

    def interrupted(self) -> int | None:
        """The exit code after Ctrl-C; pressed again where the line editor was not listening yet."""
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(2)
        return None

    def type(self, text: str) -> None:
        """Types a line."""
        os.write(self.master, f"{text}\n".encode())


def test_on_a_terminal_a_person_meets_a_bot_in_colours(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    terminal = OnTerminal("play", "duel", "--seed", "7", "--log", str(log))
    shown = terminal.until("First> ")
    assert "(you)" in shown
    assert "\x1b[38;5;" in shown
    terminal.type("1")
    terminal.until("First> ")
    assert terminal.interrupted() == 130
    assert len(read_log(log).decisions) >= 2


def test_no_color_is_respected() -> None:
    terminal = OnTerminal("play", "duel", "--seed", "7", NO_COLOR="1")
    assert "\x1b[38;5;" not in terminal.until("First> ")
    terminal.type("quit")
    terminal.until("not saved")
    assert terminal.process.wait(10) == 0
