"""bench.py (the systems of the literature and ours, one table each)
SPDX-License-Identifier: GPL-3.0-or-later

Programs of tests/bench print tables with tabs, a row for each figure.  Each
table is kept case by case: a command that was interrupted goes on with the
next case, and a program that crashes or hangs costs the case it was at.
"""

import argparse
import dataclasses
import os
import pathlib
import queue
import signal
import subprocess
import sys
import threading

import peers
import process
import progress
import tsv

UPDATE_SIZES = (500, 1000, 2000, 3000, 4000, 5000, 6000, 8000, 12000, 16000)
CHOLESKY_SIZES = (256, 512, 1024, 2048, 4096, 8192, 16384)
ROUNDS_SIZES = (1000, 2000, 4000, 8000, 15000)
LARGEST = ("greenbea", "fit2p", "qap12", "dfl001", "qap15", "stocfor3")
TRADES = {"lp6x7": 1, "lp7x7": 1, "lp10x10": 2, "lp13x19": 4, "lp23x29": 8,
          "lp31x39": 16, "lp46x51": 40}  # seconds, about
FORMS = ("CPU dense", "CPU sparse", "GPU dense", "GPU sparse",
         "GPU dense infinity")
PEERS = "peers"


@dataclasses.dataclass
class Part:
    """cases: what each is called and about how long it takes, in the order in
    which the program prints them.  key: columns that name a case, joined by a
    colon.  cause: the column for what went wrong."""

    name: str
    program: str
    kind: str
    cases: dict
    key: tuple
    cause: str
    words: dict = dataclasses.field(default_factory=dict)
    options: list = dataclasses.field(default_factory=list)
    one_row: bool = False

    def case_of(self, row):
        return ":".join(row[k] for k in self.key)

    def lost(self, case, cause):
        values = case.split(":")
        row = dict(zip(self.key, values))
        row[self.cause] = cause
        if self.one_row:
            row["status"] = "crash"
        elif "form" not in self.key:
            row["form"] = "the rest"
        return row


def parts(options):
    def cubes(sizes, whole):
        largest = max(sizes) ** 3
        return {str(m): 0.5 + whole * m ** 3 / largest for m in sizes}
    netlib = pathlib.Path(options.netlib or "/nonexistent")
    files = {n: next((str(f) for f in (netlib / f"{n}.mps.gz",
                                       netlib / f"{n}.mps") if f.exists()), "")
             for n in LARGEST}
    limits = ["--limit", f"{options.limit:g}", "--host-rows",
              str(options.host_rows)]
    return [
        Part("updates", "bench_update", "update_forms",
             cubes(UPDATE_SIZES, 30), ("m",), "why_not"),
        Part("replays", "bench_replay", "update_replays",
             {n: 3 for n, f in files.items() if f}, ("problem",), "why_not",
             words=files),
        Part("cholesky", "bench_cholesky", "cholesky_forms",
             cubes(CHOLESKY_SIZES, 60), ("m",), "why_not"),
        Part("rounds", "bench_rounds", "tableau_rounds",
             cubes(ROUNDS_SIZES, 60), ("m",), "verdict"),
        Part("interior", "bench_forms", "interior_forms",
             {f"{t}:{f}": s for t, s in TRADES.items() for f in FORMS},
             ("problem", "form"), "message", options=limits, one_row=True)]


def parse(words):
    p = argparse.ArgumentParser(
        prog="gpuinv-netlib bench", allow_abbrev=False,
        description=__doc__.split("\n\n", 1)[1])
    p.add_argument("parts", nargs="*", metavar="PART", help="of updates, "
                   "replays, cholesky, rounds, interior and peers; without: "
                   "all for which there are programs and files")
    p.add_argument("--out", default="bench", metavar="DIR",
                   help="the tables; goes on with those that are there")
    p.add_argument("--programs", metavar="DIR",
                   default=os.environ.get("GPUINV_BENCH", "."),
                   help="the programs of tests/bench (default $GPUINV_BENCH)")
    p.add_argument("--netlib", metavar="DIR", help="Netlib's feasible "
                   "problems, for replays and peers")
    p.add_argument("--models", action="append", default=[], metavar="DIR|FILE",
                   help="more problems for peers")
    p.add_argument("--only", default="", metavar="NAME,...",
                   help="these cases, or these problems of peers")
    p.add_argument("--limit", type=float, default=60.0, metavar="SECONDS",
                   help="of an interior point run, and of a peer's solve")
    p.add_argument("--host-rows", type=int, default=13000, metavar="M",
                   help="larger problems are left out on the host (interior)")
    p.add_argument("--jobs", type=int, default=1, metavar="N",
                   help="of peers")
    return p.parse_args(words)


class Lines:
    """The lines that a process prints, as they come."""

    def __init__(self, words, log):
        with open(log, "wb") as errors:
            self.child = subprocess.Popen(  # pylint: disable=R1732
                words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                stderr=errors, start_new_session=True, text=True)
        self.log = pathlib.Path(log)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def next(self, seconds):
        """Returns a line, or None at the end; queue.Empty if none comes."""
        return self.lines.get(timeout=seconds)

    def kill(self):
        process.kill_group(self.child.pid)
        self.child.wait()

    def cause(self, code):
        if code < 0:
            return f"crash: signal {signal.Signals(-code).name}"
        text = self.log.read_text(errors="replace").strip().splitlines()
        return f"exit status {code}: {text[-1] if text else 'no message'}"


class Runner:
    def __init__(self, options, facts, line):
        self.options, self.facts, self.line = options, facts, line
        self.folder = pathlib.Path(options.out)

    def table(self, part):
        return self.folder / f"{part.name}.tsv"

    def missing(self, part):
        done = set()
        if self.table(part).exists():
            done = {part.case_of(r) for r in tsv.read(self.table(part)).rows}
        only = set(filter(None, self.options.only.split(",")))
        return [c for c in part.cases if c not in done and
                (not only or only & {c, *c.split(":")})]

    def run(self, part):
        """Returns why there is no table, or ""."""
        missing = self.missing(part)
        program = pathlib.Path(self.options.programs) / part.program
        if missing and not program.exists():
            return f"no {program}"
        while missing:
            left = self.start(part, program, missing)
            if isinstance(left, str):
                return left
            missing = left
        return ""

    def start(self, part, program, missing):
        """Runs these cases until all are done or one is lost.  Returns those
        that are left, or why there is no table."""
        words = [str(program.resolve()), *part.options,
                 *(part.words.get(c, c) for c in missing)]
        lines = Lines(words, self.folder / f"{part.name}.log")
        journal, columns, rows, left = None, None, [], list(missing)

        def finish():
            for row in rows:
                journal.add(row)
            left.remove(part.case_of(rows[0]))
            rows.clear()
            self.line.done()

        try:
            while True:
                self.line.show(f"{part.name}: {left[0] if left else 'end'}")
                text = lines.next(self.patience(part, left))
                if text is None:
                    code = lines.child.wait()
                    cause = lines.cause(code) if code else ""
                    break
                if text.startswith("#") or not text:
                    continue
                fields = text.split("\t")
                if columns is None:
                    columns = fields
                    journal = tsv.Journal(self.table(part), columns,
                                          dict(self.facts, kind=part.kind))
                    continue
                row = dict(zip(columns, fields))
                if part.case_of(row) not in left:
                    continue
                if rows and part.case_of(rows[0]) != part.case_of(row):
                    finish()
                rows.append(row)
                if part.one_row:
                    finish()
        except queue.Empty:
            cause = f"killed after {self.patience(part, left):g} s"
        finally:
            lines.kill()
        if journal is None:
            return cause or "no table"
        if not cause and rows:
            finish()
        if cause and left:
            self.lose(part, journal, rows, left, cause)
        elif left:  # of forms that this machine does not have
            for _ in left:
                self.line.done()
            left.clear()
        return left

    def lose(self, part, journal, rows, left, cause):
        """Keeps the rows of the case that was lost, and says so."""
        case = part.case_of(rows[0]) if rows else left[0]
        for row in rows:
            journal.add(row)
        journal.add(part.lost(case, cause))
        left.remove(case)
        self.line.done()

    def patience(self, part, left):
        """Returns how long a row may take, in seconds."""
        expected = part.cases[left[0]] if left else 1.0
        return 3.0 * self.options.limit + 10.0 * expected


def main(words):
    options = parse(words)
    known = parts(options)
    names = [p.name for p in known] + [PEERS]
    for name in options.parts:
        if name not in names:
            raise SystemExit(f"gpuinv-netlib: no such part: {name}; of " +
                             ", ".join(names))
    wanted = options.parts or names
    pathlib.Path(options.out).mkdir(parents=True, exist_ok=True)
    facts = tsv.machine_facts()
    runner = Runner(options, facts, None)
    chosen = [p for p in known if p.name in wanted]
    runner.line = progress.Progress(
        [p.cases[c] for p in chosen for c in runner.missing(p)])
    status = 0
    try:
        for part in chosen:
            cause = runner.run(part)
            runner.line.clear()
            if cause:
                print(f"{part.name}: left out: {cause}")
            elif runner.table(part).exists():
                print(f"{part.name}: {runner.table(part)}")
    except KeyboardInterrupt:
        print(f"\ninterrupted; the same command goes on in {options.out}",
              file=sys.stderr)
        return 130
    except ValueError as error:
        raise SystemExit(f"gpuinv-netlib: {error}") from error
    models = [d for d in [options.netlib, *options.models] if d]
    if PEERS in wanted and models:
        status = peers.main([
            *models, "--out", f"{options.out}/peers.tsv",
            "--limit", f"{options.limit:g}", "--jobs", str(options.jobs),
            *(["--only", options.only] if options.only else [])])
    return status
