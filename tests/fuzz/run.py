"""Fuzzing by hand: `python tests/fuzz/run.py --seconds 600` invents cases, runs them and keeps what goes wrong.

Cases run in processes of their own, so that one that hangs or takes all memory is a finding and not the end. The same
seed gives the same cases. Findings are made small and written to tests/fuzz/found; exit code 1 where there are any.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import multiprocessing
import os
import signal
import sys
import time
from collections import Counter
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from attrs import define, field
from cases import HERE, SECONDS, Case, Finding, read_case, tried
from entries import ENTRIES, invented, pack, warm_up
from shrink import shrunk

FOUND, CORPUS = HERE / "found", HERE / "corpus"
# A process is replaced after so many cases: what one leaves behind must not add up.
CASES_PER_PROCESS = 1_500
# What does not come back after this time, on a busy machine too, hangs where no Python runs; making a finding small may
# take longer.
SILENCE, SHRINKING = SECONDS * 20, 300.0


def work(pipe: Connection, seed: int, numbers: range, only: tuple[str, ...], known: set[tuple[str, str]]) -> None:
    """Runs the cases of some numbers, and tells of each what came of it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = os.getppid()
    for number in numbers:
        if os.getppid() != parent:
            # Nobody listens any more.
            return
        pipe.send(("begins", number))
        finding: Finding | None
        try:
            case = invented(seed, number, only)
        except Exception as failure:  # the fuzzer's own mistake is worth knowing as well
            case, finding = Case(only[0], number, ""), Finding.of(failure)
        else:
            pack.played.clear()
            finding = tried(case)
        played = Counter(pack.played)
        if finding is not None and (finding.failure, finding.place) not in known:
            known.add((finding.failure, finding.place))
            pipe.send(("found", (case, finding)))
            pipe.send(("smaller", (shrunk(case, finding), finding)))
        pipe.send(("done", (case.entry, played, finding)))
    pipe.send(("ends", 0))


@define
class Worker:
    """A process, what it does now, and since when."""

    process: BaseProcess
    pipe: Connection
    numbers: range
    number: int = 0
    state: str = "begins"
    since: float = field(factory=time.monotonic)


@define
class Run:
    """Everything about one run: what was tried and what was found."""

    seed: int
    only: tuple[str, ...]
    jobs: int
    most: int
    mutants: float = math.inf
    tries: Counter[str] = field(factory=Counter)
    findings: dict[tuple[str, str], Path] = field(factory=dict)
    again: Counter[tuple[str, str]] = field(factory=Counter)
    workers: dict[int, Worker] = field(factory=dict)

    def go(self, seconds: float) -> None:
        """Runs cases until the time is up, all numbers are done, enough mutants were played, or somebody presses
        Ctrl-C."""
        # Once, for all processes; and no mutant must end up in somebody's cache.
        warm_up()
        os.environ["DUEL_DSL_CACHE"] = "off"
        begin = told = time.monotonic()
        for job in range(self.jobs):
            self._start(job, range(job, self.most, self.jobs))
        try:
            while self.workers and time.monotonic() - begin < seconds and self.tries["played"] < self.mutants:
                for pipe in wait([worker.pipe for worker in self.workers.values()], timeout=1.0):
                    self._hear(next(job for job, worker in self.workers.items() if worker.pipe is pipe))
                self._look_for_hanging()
                if time.monotonic() - told > 10:
                    told = time.monotonic()
                    print(self.line(told - begin), flush=True)
        except KeyboardInterrupt:
            print()
        finally:
            for worker in self.workers.values():
                worker.process.kill()
        print(self.line(time.monotonic() - begin))

    def line(self, seconds: float) -> str:
        """How far it has come."""
        tried = ", ".join(f"{self.tries[name]:,} {name}" for name in self.only)
        cases = sum(self.tries[name] for name in self.only)
        played, rate = self.tries["played"], cases / max(seconds, 0.001)
        games = f"; {played:,} valid mutants played, {self.tries['games']:,} games" if played else ""
        return f"{seconds:5.0f} s  {tried}{games}; {rate:.0f} cases/s; {len(self.findings)} findings"

    def _start(self, job: int, numbers: range) -> None:
        """A new process for these numbers, of which it does the first."""
        ours, theirs = multiprocessing.Pipe(duplex=False)
        context = multiprocessing.get_context("fork")
        first = numbers[:CASES_PER_PROCESS]
        arguments = (theirs, self.seed, first, self.only, set(self.findings))
        process = context.Process(target=work, args=arguments, daemon=True)
        process.start()
        theirs.close()
        self.workers[job] = Worker(process, ours, numbers, numbers[0] if numbers else 0)

    def _hear(self, job: int) -> None:
        worker = self.workers[job]
        try:
            word, said = worker.pipe.recv()
        except (EOFError, OSError):
            worker.process.join(1.0)
            self._lost(job, f"the process ended with {worker.process.exitcode}")
            return
        worker.state, worker.since = word, time.monotonic()
        if word == "begins":
            worker.number = said
        elif word == "done":
            entry, played, finding = said
            self.tries[entry] += 1
            self.tries += played
            if finding is not None:
                self.again[finding.failure, finding.place] += 1
        elif word == "found":
            self._keep(*said)
        elif word == "smaller":
            self._write(*said)
        elif word == "ends":
            self._next(job, worker.numbers[CASES_PER_PROCESS:])

    def _look_for_hanging(self) -> None:
        for job, worker in list(self.workers.items()):
            if time.monotonic() - worker.since > (SHRINKING if worker.state == "found" else SILENCE):
                self._lost(job, "the process did not come back")

    def _lost(self, job: int, why: str) -> None:
        """A process that is gone, or that must go: its case is a finding, and the next one goes on after it."""
        worker = self.workers[job]
        worker.process.kill()
        case = invented(self.seed, worker.number, self.only)
        finding = Finding("Lost", f"{case.entry}: {why}", why)
        self.again[finding.failure, finding.place] += 1
        self._keep(case, finding)
        self._next(job, worker.numbers[worker.numbers.index(worker.number) + 1 :])

    def _next(self, job: int, numbers: range) -> None:
        worker = self.workers.pop(job)
        worker.process.join(1.0)
        worker.pipe.close()
        if numbers:
            self._start(job, numbers)

    def _keep(self, case: Case, finding: Finding) -> None:
        """Writes a finding down, the first time that it is met."""
        if (finding.failure, finding.place) not in self.findings:
            path = self._write(case, finding)
            print(f"found: {finding.failure} {finding.place}", flush=True)
            print(f"  python {shown(Path(__file__))} --case {shown(path)}", flush=True)

    def _write(self, case: Case, finding: Finding) -> Path:
        key = (finding.failure, finding.place)
        name = hashlib.sha256(f"{case.entry}{key}".encode()).hexdigest()[:8]
        path = FOUND / f"{case.entry}-{name}.txt"
        FOUND.mkdir(exist_ok=True)
        path.write_bytes(case.written())
        path.with_suffix(".story").write_text(finding.story, encoding="utf-8")
        self.findings[key] = path
        return path


def shown(path: Path) -> str:
    """A path from the folder that somebody stands in."""
    return os.path.relpath(path)


def one(path: Path) -> int:
    """Runs the case of a file and shows all that comes of it."""
    os.environ["DUEL_DSL_CACHE"] = "off"
    finding = tried(read_case(path))
    print(f"{finding.story}\n{finding.failure} {finding.place}" if finding else "nothing goes wrong")
    return 1 if finding else 0


def main() -> int:
    """Reads what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cases", type=int, default=10**9, help="stop after so many cases")
    parser.add_argument("--texts", type=int, default=0, help="so many texts, however long it takes, and no other cases")
    parser.add_argument("--mutants", type=int, default=0, help="the same until so many valid mutants were played")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default=",".join(ENTRIES), help="some of the entry points, separated by commas")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--case", type=Path, help="run the case in a file, and nothing else")
    given = parser.parse_args()
    only = tuple(given.only.split(","))
    unknown = [name for name in only if name not in ENTRIES]
    if unknown:
        parser.error(f"there is no entry point {unknown[0]}; there are: {', '.join(ENTRIES)}")
    if given.case:
        return one(given.case)
    runs, seconds = [], given.seconds
    if given.texts:
        runs.append(Run(given.seed, ("text",), given.jobs, given.texts))
    if given.mutants:
        runs.append(Run(given.seed, ("pack",), given.jobs, given.cases, given.mutants))
    if runs:
        seconds = math.inf
    else:
        runs.append(Run(given.seed, only, given.jobs, given.cases))
    for run in runs:
        run.go(seconds)
        for key, path in run.findings.items():
            print(f"{run.again[key]:6} times  {' '.join(key)}  {shown(path)}")
        if not run.findings:
            print("nothing was found")
    return 1 if any(run.findings for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
