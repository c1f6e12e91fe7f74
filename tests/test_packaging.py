"""The tree and its packaging agree, the engine speaks of no game, and what is built installs and runs."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ENGINE = ("dsl", "interpreter", "lab", "cli")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

# Words of the games under cards/. Letters end a word, so `coin_count` is found and `milestone` is not.
GAME_WORDS = (
    r"coins?",
    r"shields?",
    r"wonders?",
    r"guilds?",
    r"scien(?:ces?|tific)",
    r"militar(?:y|ily|ies)",
    r"senat(?:es?|ors?)",
    r"leaders?",
    r"pantheons?",
    r"agoras?",
    r"decrees?",
    r"conspirac(?:y|ies)",
    r"divinit(?:y|ies)",
    r"mytholog(?:y|ies|ical)",
    r"progress[-_ ]?tokens?",
    r"papyrus",
    r"glass",
    r"clay",
    r"looms?",
    r"stones?",
    r"brown",
    r"duels?(?![-_]dsl)",
    r"victory[-_ ]?points?",
    r"pyramids?",
    r"trading[-_ ]?posts?",
    r"chambers?",
    r"pawns?",
)
GAME_WORD = re.compile(rf"(?<![a-z])(?:{'|'.join(GAME_WORDS)})(?![a-z])", re.IGNORECASE)


def game_words(text: str) -> list[str]:
    return [found.group() for found in GAME_WORD.finditer(text)]


def test_every_package_is_listed() -> None:
    folders = {module.parent for name in ENGINE for module in (ROOT / name).rglob("*.py")}
    in_tree = {".".join(("duel_dsl", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert sorted(PYPROJECT["tool"]["setuptools"]["packages"]) == sorted({"duel_dsl"} | in_tree)


def test_every_package_has_an_init() -> None:
    folders = {module.parent for name in ENGINE for module in (ROOT / name).rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_every_engine_package_is_marked_as_typed() -> None:
    assert [name for name in ENGINE if not (ROOT / name / "py.typed").is_file()] == []


def test_no_module_at_the_top_level() -> None:
    """A module there would be installed as part of `duel_dsl`, and mypy stops on a root `__init__.py`."""
    assert sorted(path.name for path in ROOT.glob("*.py*") if path.suffix in {".py", ".pyi"}) == []


def test_engine_speaks_of_no_game() -> None:
    sources = [path for name in ENGINE for path in sorted((ROOT / name).rglob("*")) if path.suffix != ".pyc"]
    found = [
        f"{path.relative_to(ROOT)}:{number}: {word}"
        for path in [*sources, ROOT / "grammar.lark"]
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for word in game_words(line)
    ]
    assert found == []


@pytest.mark.parametrize("text", ["coin", "p.coins", "coin_count", "SHIELDS", "load('duel')", "scientific", "2 pawns"])
def test_game_word_is_found(text: str) -> None:
    assert game_words(text) != []


@pytest.mark.parametrize("text", ["duel-dsl", "from duel_dsl.dsl import", "milestone", "coincide", "browning"])
def test_other_word_is_not_found(text: str) -> None:
    assert game_words(text) == []


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that has to succeed; what it printed is in the failure otherwise."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        command, cwd=cwd, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}"
    return done.stdout


@pytest.mark.slow
def test_built_package_runs_in_a_fresh_environment(tmp_path: Path) -> None:
    """Tree to sdist, sdist to wheel, wheel to an empty environment, each in a folder of its own."""
    # A copy, because setuptools would put stale files of the tree's own build/ into the wheel.
    tree = tmp_path / "tree"
    made = (".git", ".venv", "build", "dist", "__pycache__", "*.egg-info", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*made))
    hook = "import sys; from setuptools import build_meta; getattr(build_meta, sys.argv[1])(sys.argv[2])"
    run(sys.executable, "-c", hook, "build_sdist", tmp_path, cwd=tree)
    [sdist] = tmp_path.glob("duel_dsl-*.tar.gz")
    run("tar", "-xf", sdist, cwd=tmp_path)
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    for kept in ["Makefile", "constraints.txt", ".ci/run", "tests/test_packaging.py", "LICENSE"]:
        assert (unpacked / kept).is_file(), f"{kept} is not in the sdist"
    run(sys.executable, "-c", hook, "build_wheel", tmp_path, cwd=unpacked)
    [wheel] = tmp_path.glob("duel_dsl-*.whl")

    home = tmp_path / "fresh"
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--disable-pip-version-check"]
    run(*pip, "-c", ROOT / "constraints.txt", wheel, cwd=tmp_path)

    where = "import duel_dsl.dsl; print(duel_dsl.dsl.__file__)"
    installed = Path(run(python, "-c", where, cwd=tmp_path).strip()).parent.parent
    assert installed.is_relative_to(home)
    for pattern in ["grammar.lark", "cards/**/*.cards", "cards/**/*.rules", "*/py.typed"]:
        in_tree = sorted(path.relative_to(tree) for path in tree.glob(pattern))
        assert sorted(path.relative_to(installed) for path in installed.glob(pattern)) == in_tree
    assert PYPROJECT["project"]["version"] in run(home / "bin" / "duel-dsl", "--version", cwd=tmp_path)
    run(home / "bin" / "duel-dsl", "validate", installed / "cards", cwd=tmp_path)
