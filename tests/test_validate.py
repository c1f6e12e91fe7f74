"""The command `validate` and the frame of the command line: messages, exit codes, and what is imported when."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from duel_dsl.cli.main import COMMANDS, main

ROOT = Path(__file__).parent.parent
BASE = Path(__file__).parent / "diagnostics" / "base"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the small valid game and a cache of its own."""
    (tmp_path / "garden").mkdir()
    for path in BASE.iterdir():
        (tmp_path / "garden" / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DUEL_DSL_CACHE", str(tmp_path / "cache"))
    return tmp_path


def spoil(folder: Path) -> None:
    (folder / "garden" / "more.cards").write_text('plant "Tulip"\n    color: rde\n    hieght: 2\n')


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "import sys; from duel_dsl.cli.main import main; sys.exit(main())", *arguments]
    return subprocess.run(command, text=True, capture_output=True, timeout=60)


def test_valid_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "garden"]) == 0
    assert capsys.readouterr().out == "3 files, 4 cards: no mistakes\n"


def test_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder)
    assert main(["validate", "garden"]) == 1
    out = capsys.readouterr().out
    assert "error[unknown-color]: unknown color `rde`\n --> garden/more.cards:2:12\n" in out
    assert out.endswith("\n\n2 errors in 1 file\n")
    assert "\x1b" not in out


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "garden", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    spoil(folder)
    assert main(["validate", "--json", "garden"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found[0] == {
        "code": "unknown-color",
        "severity": "error",
        "file": "garden/more.cards",
        "line": 2,
        "column": 12,
        "message": "unknown color `rde`",
        "help": "did you mean `red`?",
        "also": "",
    }
    assert len(found) == 2


def test_single_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spoil(folder)
    assert main(["validate", "garden/plants.cards"]) == 0
    assert capsys.readouterr().out == "no mistakes here; 2 errors in other files of the pack\n"
    assert main(["validate", "garden/more.cards"]) == 1
    assert main(["validate", "garden/plants.cards", "garden/more.cards"]) == 1
    assert main(["validate", str(folder / "garden" / "more.cards")]) == 1


def test_file_in_a_folder_of_the_pack(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "garden" / "inner").mkdir()
    (folder / "garden" / "inner" / "more.cards").write_text('plant "Tulip"\n    color: rde\n')
    assert main(["validate", "garden/inner/more.cards"]) == 1
    assert capsys.readouterr().out.endswith("1 error in 1 file\n")


def test_warnings_are_no_mistakes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "garden" / "more.rules").write_text("define spare = 3\n")
    for _ in ("first run", "from the cache"):
        assert main(["validate", "garden"]) == 0
        out = capsys.readouterr().out
        assert "warning[unused]" in out
        assert out.endswith("4 files, 4 cards: no mistakes, 1 warning\n")


def test_folder_of_packs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every pack alone, and all that build on the same ground together."""
    for name, height in (("one", 2), ("two", 3)):
        (folder / name).mkdir()
        text = f'pack {name}\n    title: "{name}"\n    extends: garden\n\nchange plant rose\n    height: {height}\n'
        (folder / name / "pack.rules").write_text(text)
        assert main(["validate", name]) == 0
    capsys.readouterr()
    assert main(["validate", "."]) == 1
    out = capsys.readouterr().out
    assert out.count("error[") == 1
    assert "error[conflict]" in out
    assert main(["validate", "one+two"]) == 1
    assert main(["validate", "garden+one"]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["validate"], "Missing argument 'PATH...'."),
        (["validate", "nowhere"], "there is no pack, folder or file `nowhere`"),
        (["validate", "duell"], "did you mean `duel`?"),
        (["validate", "garden+nowhere"], "there is no pack, folder or file `nowhere`"),
        (["validate", "notes.txt"], "is no file of a pack"),
        (["validate", "empty"], "there is no pack in `empty`"),
        (["validate", "--jsno", "garden"], "No such option"),
        (["validat", "garden"], "there is no command `validat`; did you mean `validate`?"),
        (["validate", "x" * 5_000], "cannot be read"),
        (["validate", ""], "there is no pack, folder or file ``"),
    ],
)
def test_cannot_do_what_was_asked(
    folder: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "notes.txt").write_text("hello")
    (folder / "empty").mkdir()
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert message in captured.err
    assert captured.err.count("\n") == 2


def test_folder_without_a_header(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "garden" / "pack.rules").unlink()
    assert main(["validate", "garden"]) == 1
    assert capsys.readouterr().out.count("error[no-pack-header]") == 1


def test_help_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in ([], ["--help"], ["-h"]):
        assert main(arguments) == 0
        out = capsys.readouterr().out
        assert all(name in out for name in COMMANDS)
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("duel-dsl ")
    for name in COMMANDS:
        assert main([name, "--help"]) == 0
        assert "Examples:" in capsys.readouterr().out


def test_unexpected_failure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("a bug\nof ours")

    monkeypatch.setattr("duel_dsl.cli.commands.validate.find_targets", fails)
    assert main(["validate", "garden"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("internal error: ZeroDivisionError: a bug; please report it")
    assert err.count("\n") == 1
    monkeypatch.setenv("DUEL_DSL_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main(["validate", "garden"])


def test_interrupted(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("duel_dsl.cli.commands.validate.find_targets", stopped)
    assert main(["validate", "garden"]) == 130
    assert capsys.readouterr().err.strip() == "stopped"


def test_help_imports_no_parser() -> None:
    code = "import sys; from duel_dsl.cli.main import main; main(['--help']); sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def test_what_is_known_to_be_valid_is_not_parsed(folder: Path) -> None:
    code = (
        "import sys; from duel_dsl.cli.main import main; "
        "assert main(['validate', 'garden']) == 0; sys.exit('lark' in sys.modules)"
    )
    runs = [subprocess.run([sys.executable, "-c", code], capture_output=True).returncode for _ in range(2)]
    assert runs == [1, 0]
    spoil(folder)
    assert run("validate", "garden").returncode == 1


def test_damaged_or_foreign_cache(folder: Path) -> None:
    assert run("validate", "garden").returncode == 0
    for path in (folder / "cache").iterdir():
        path.write_bytes(b"nonsense")
    assert run("validate", "garden").stdout == "3 files, 4 cards: no mistakes\n"
    (folder / "cache").chmod(0o777)
    assert run("validate", "garden").returncode == 0


def test_only_our_own_files_leave_a_full_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DUEL_DSL_CACHE", str(folder))
    letters = [folder / f"letter{number}.txt" for number in range(70)]
    old = [folder / f"valid-{number:016x}-{number:032x}" for number in range(70)]
    for path in letters + old:
        path.write_text("dear reader")
        os.utime(path, (1, 1))
    folder.chmod(0o700)
    assert run("validate", "garden").returncode == 0
    assert all(path.exists() for path in letters)
    assert sum(path.exists() for path in old) < 60


def test_what_lies_outside_a_pack_is_not_shown(folder: Path) -> None:
    (folder / "secret.txt").write_text("the word is swordfish\n")
    (folder / "garden" / "out.cards").symlink_to(folder / "secret.txt")
    os.mkfifo(folder / "garden" / "pipe.cards")
    found = run("validate", "garden")
    assert found.returncode == 1
    assert "error[outside-pack]" in found.stdout
    assert "error[unreadable]" in found.stdout
    assert "swordfish" not in found.stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(closed: str) -> None:
    code = "import sys; from duel_dsl.cli.main import main; sys.exit(main())"
    done = subprocess.run(["bash", "-c", f"'{sys.executable}' -c '{code}' validate garden {closed}"], timeout=60)
    assert done.returncode == 0


def test_reader_that_leaves() -> None:
    """`duel-dsl ... | head -0` ends without a word."""
    code = "import sys; from duel_dsl.cli.main import main; sys.exit(main())"
    shell = f"'{sys.executable}' -c '{code}' --help | true"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True)
    assert done.stderr == ""


def test_colours_only_on_a_terminal(folder: Path) -> None:
    spoil(folder)
    assert b"\x1b[31m" in on_a_terminal({})
    assert b"\x1b" not in on_a_terminal({"NO_COLOR": "1"})
    assert "\x1b" not in run("validate", "garden").stdout


def on_a_terminal(environment: dict[str, str]) -> bytes:
    code = "import sys; from duel_dsl.cli.main import main; sys.exit(main(['validate', 'garden']))"
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=slave, env={**os.environ, "TERM": "xterm", **environment}
    )
    os.close(slave)
    shown = b""
    try:
        while part := os.read(master, 4096):
            shown += part
    except OSError:  # the other end was closed
        pass
    process.wait()
    os.close(master)
    return shown
