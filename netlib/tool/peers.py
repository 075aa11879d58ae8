"""peers.py (GLPK with and without GPU, and its peers, on the same files)
SPDX-License-Identifier: GPL-3.0-or-later

Every answer is judged by one program, on the file as it was given, from its
row duals and column values alone.  A time is the median of five runs, or of
three where one takes long; a failed run is a row as any other.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import manifest
import models
import process
import progress
import solvers
import tsv

COLUMNS = [
    "problem", "rows", "columns", "nonzeros", "solver", "label", "version",
    "options", "tolerances", "threads", "limit_s", "status", "verdict",
    "objective", "reference", "objective_error", "kkt_pe", "kkt_pb",
    "kkt_de", "kkt_db", "gap", "iterations", "runs", "wall_s", "wall_min_s",
    "wall_max_s", "solve_s", "solve_min_s", "solve_max_s", "cpu_s",
    "memory_mb", "message"]
TOLERANCE = 1e-6  # of glp_check_kkt's relative errors, and of the gap
LONG_S = 10.0
REPEATS, LONG_REPEATS = 5, 3
SPARE = 2.0  # a limit in a process that has to read, too
SPARE_S = 10.0


def parse(words):
    p = argparse.ArgumentParser(
        prog="gpuinv-netlib peers", description=__doc__.split("\n\n", 1)[1],
        epilog="Programs: $GPUINV_POINT, $STOCK_GLPK (libglpk.so.40), "
        "$CLP, $HIGHS; else what is found. HiPO and SoPlex come from the "
        "packages highspy-extras and PySCIPOpt of $PYTHON.")
    p.add_argument("paths", nargs="+", metavar="DIR|FILE.mps[.gz|.xz]")
    p.add_argument("--out", required=True, metavar="FILE.tsv",
                   help="goes on with this table where it was left")
    p.add_argument("--limit", type=float, default=60.0, metavar="SECONDS",
                   help="of one solve (default 60)")
    p.add_argument("--jobs", type=int, default=1, metavar="N",
                   help="solvers of the host at a time; those on the GPU run "
                   "one by one beside them (default 1)")
    p.add_argument("--only", default="", metavar="NAME,...",
                   help="these problems")
    p.add_argument("--solvers", default="", metavar="NAME,...",
                   help="these solvers only")
    p.add_argument("--manifest", default=manifest.default_path(),
                   help="reference objectives")
    return p.parse_args(words)


def choose(options):
    """Returns the solvers to run, and why the others are absent."""
    named = [s for s in options.solvers.split(",") if s]
    known = solvers.all_solvers()
    for name in named:
        if name not in [s.name for s in known]:
            raise SystemExit(f"gpuinv-netlib: no such solver: {name}; of " +
                             ", ".join(s.name for s in known))
    there, absent = [], {}
    for s in known:
        reason = s.missing()
        if reason:
            absent[s.label] = reason
        elif not named or s.name in named:
            there.append(s)
    for program, label in solvers.ABSENT.items():
        absent[label] = "no command line for it here" if shutil.which(
            program) else f"no {program} on the PATH"
    return there, absent


def ended_badly(result, limit):
    """Returns status and message of a run that left no answer, or None."""
    if result.end == "limit":
        return "limit", f"killed after {limit:g} s"
    if result.end == "signal":
        name = signal.Signals(result.code).name
        return "crash", f"signal {name}: {solvers.last_line(result.log)}"
    return None


def judge(model, free, answer, work):
    """Returns the errors of a point by gpuinv-point, as texts."""
    point = work / "judged"
    with open(point, "w", encoding="utf-8") as file:
        file.write(f"{len(answer.y)} {len(answer.x)}\n")
        file.writelines(f"{v!r}\n" for v in answer.y + answer.x)
    words = [solvers.find_point(), "judge", *(["--free"] if free else []),
             str(model), str(point)]
    env = dict(os.environ, GLP_GPU="off")
    library = os.environ.get("GPUINV_GLPK")
    if library:
        env["LD_LIBRARY_PATH"] = solvers.join_paths(
            os.path.dirname(library), env.get("LD_LIBRARY_PATH"))
    done = subprocess.run(words, capture_output=True, text=True, check=False,
                          env=env)
    if done.returncode != 0:
        raise ValueError(solvers.last_line(done.stderr))
    lines = (line.split() for line in done.stdout.splitlines())
    return {f[0]: f[1] for f in lines if len(f) == 2}


def verdict(model, row):
    """Returns "ok", or what is wrong."""
    status = row["status"]
    if model.expected == "infeasible":
        return "ok" if status in ("infeasible", "unbounded") else status
    if status != "optimal":
        return status
    worst = max(float(row[k]) for k in ("kkt_pe", "kkt_pb", "kkt_de",
                                        "kkt_db"))
    if not worst <= TOLERANCE:
        return f"KKT error {worst:.1e}"
    if model.reference is not None:
        error = float(row["objective_error"])
        if not error <= model.tolerance:
            return f"objective {error:.1e}"
    gap = float(row["gap"])
    return "ok" if gap <= TOLERANCE else f"gap {gap:.1e}"


class Stopped(Exception):
    """The whole batch was interrupted."""


class Runner:
    """Runs solvers one after the other, with its own folder for what they
    leave."""

    def __init__(self, options, versions, work, stopped):
        self.options, self.versions = options, versions
        self.stopped = stopped
        self.work = pathlib.Path(work)
        self.work.mkdir(exist_ok=True)
        self.readings = {}  # of solvers without a clock, by problem

    def once(self, solver, model, plain):
        if self.stopped.is_set():
            raise Stopped
        for left in self.work.glob("*.sol"):
            left.unlink()
        limit = self.options.limit
        words = solver.command(str(plain), model.free, self.work, limit)
        most = SPARE * limit + SPARE_S
        if solver.solves > 1:  # three of them, if they are long
            most += (LONG_REPEATS - 1) * limit
        result = process.run(words, solver.environment(),
                             self.work / "log", most, self.work)
        bad = ended_badly(result, most)
        if bad:
            return result, solvers.Answer(bad[0], message=bad[1])
        try:
            answer = solver.read(result.log, self.work)
            if hasattr(solver, "reading"):
                read_s = self.reading_time(solver, model, plain)
                answer.seconds = max(result.wall_s - read_s, 0.0)
            return result, answer
        except (OSError, ValueError, IndexError) as error:
            return result, solvers.Answer("error", message=str(error))

    def reading_time(self, solver, model, plain):
        key = solver.program, model.name
        if key not in self.readings:
            walls = [process.run(solver.reading(str(plain)),
                                 solver.environment(), self.work / "log",
                                 self.options.limit, self.work).wall_s
                     for _ in range(3)]
            self.readings[key] = statistics.median(walls)
        return self.readings[key]

    def row(self, solver, model, plain):
        result, answer = self.once(solver, model, plain)
        row = self.facts(solver, model, answer)
        if answer.x is not None:
            try:
                row.update(judge(plain, model.free, answer, self.work))
                self.add_error(model, row)
            except ValueError as error:
                row.update(status="error", message=str(error))
        row["verdict"] = verdict(model, row)
        results, answers = [result], [answer]
        if answer.once:
            row["verdict"] = f"once {answer.once}"
        for _ in range(self.repeats(solver, row, result) - 1):
            result, answer = self.once(solver, model, plain)
            results.append(result)
            answers.append(answer)
            if answer.status != row["status"]:
                row["verdict"] = f"once {answer.status}"
        row.update(times(results, answers))
        return row

    def facts(self, solver, model, answer):
        return {
            "problem": model.name, "solver": solver.name,
            "label": solver.label, "version": self.versions[solver.name],
            "options": solver.options, "tolerances": solver.tolerances,
            "threads": 1, "limit_s": f"{self.options.limit:g}",
            "status": answer.status, "message": answer.message,
            "iterations": "" if answer.iterations is None
            else answer.iterations,
            "reference": "" if model.reference is None
            else repr(model.reference)}

    @staticmethod
    def add_error(model, row):
        if model.reference is not None:
            error = abs(float(row["objective"]) - model.reference)
            row["objective_error"] = repr(
                error / max(1.0, abs(model.reference)))

    @staticmethod
    def repeats(solver, row, result):
        if solver.solves > 1 or row["status"] in ("limit", "crash", "error"):
            return 1
        return LONG_REPEATS if result.wall_s > LONG_S else REPEATS


def times(results, answers):
    walls = [r.wall_s for r in results]
    solves = [s for a in answers if a.seconds is not None
              for s in [a.seconds, *a.again]]
    row = {"runs": max(len(results), len(solves)),
           "cpu_s": f"{statistics.median(r.cpu_s for r in results):.4g}",
           "memory_mb": f"{max(r.memory_mb for r in results):.0f}"}
    for name, values in (("wall", walls), ("solve", solves)):
        if values:
            row[f"{name}_s"] = f"{statistics.median(values):.5g}"
            row[f"{name}_min_s"] = f"{min(values):.5g}"
            row[f"{name}_max_s"] = f"{max(values):.5g}"
    return row


class Batch:
    """All rows that are missing.  With --jobs, so many solvers of the host run
    at a time, the largest problems first; beside them those on the GPU run one
    by one, which makes the latter no faster."""

    def __init__(self, options, there, journal, work):
        self.options, self.journal = options, journal
        self.work = pathlib.Path(work)
        self.versions = {s.name: s.version() for s in there}
        self.lock, self.stopped = threading.Lock(), threading.Event()
        self.runners, self.plain = threading.local(), {}
        only = set(filter(None, options.only.split(",")))
        chosen = [m for m in models.find(options.paths, options.manifest)
                  if not only or m.name in only]
        if not chosen:
            raise SystemExit("gpuinv-netlib: no problems there")
        done = {(r["problem"], r["solver"]) for r in journal.rows}
        jobs = [(m, s) for m in chosen for s in there
                if (m.name, s.name) not in done]
        self.alone, self.beside = jobs, []
        if options.jobs > 1:
            self.alone = [j for j in jobs if j[1].name.startswith("gpu")]
            self.beside = [j for j in jobs if j not in self.alone][::-1]
        self.line = progress.Progress(
            [m.size() for m, _ in self.alone + self.beside])

    def runner(self):
        """Returns the runner of this thread."""
        if not hasattr(self.runners, "own"):
            folder = self.work / f"thread{threading.get_ident()}"
            self.runners.own = Runner(self.options, self.versions, folder,
                                      self.stopped)
        return self.runners.own

    def unpacked(self, model):
        with self.lock:
            if model.name not in self.plain:
                self.plain[model.name] = models.unpack(model, self.work)
            return self.plain[model.name]

    def run_job(self, job):
        model, solver = job
        if self.stopped.is_set():
            return
        with self.lock:
            self.line.show(f"{model.name}: {solver.label}")
        try:
            row = self.runner().row(solver, model, self.unpacked(model))
        except Stopped:
            return
        with self.lock:
            if not self.stopped.is_set():
                self.journal.add(row)
                self.line.done()

    def run(self):
        pool = concurrent.futures.ThreadPoolExecutor(self.options.jobs)
        futures = [pool.submit(self.run_job, j) for j in self.beside]
        try:
            for job in self.alone:
                self.run_job(job)
            for future in futures:
                future.result()
        finally:
            self.stopped.set()
            process.stop_all()
            pool.shutdown(cancel_futures=True)
            self.line.clear()


def summary(rows):
    for name in dict.fromkeys(r["solver"] for r in rows):
        mine = [r for r in rows if r["solver"] == name]
        good = sum(r["verdict"] == "ok" for r in mine)
        print(f"{name:14} {good:4} of {len(mine)} right")


def main(words):
    options = parse(words)
    if not solvers.find_point():
        raise SystemExit("gpuinv-netlib: no gpuinv-point, which judges all "
                         "answers; set GPUINV_POINT")
    there, absent = choose(options)
    if "stock GLPK, primal" in absent:
        print("gpuinv-netlib: stock GLPK is absent: "
              f"{absent['stock GLPK, primal']}", file=sys.stderr)
    facts = tsv.machine_facts()
    facts["kind"] = "peers"
    if options.jobs > 1:
        facts["jobs"] = (f"{options.jobs} solvers of the host at a time, "
                         "beside them one on the GPU")
    facts["absent"] = "; ".join(f"{k}: {v}" for k, v in absent.items())
    facts["started"] = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime())
    try:
        journal = tsv.Journal(options.out, COLUMNS, facts)
    except ValueError as error:
        raise SystemExit(f"gpuinv-netlib: {error}") from error
    with tempfile.TemporaryDirectory() as work:
        try:
            Batch(options, there, journal, work).run()
        except KeyboardInterrupt:
            print(f"\ninterrupted; the same command goes on in {options.out}",
                  file=sys.stderr)
            return 130
    summary(journal.rows)
    for label, reason in absent.items():
        print(f"absent: {label}: {reason}")
    return 0
