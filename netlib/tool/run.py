"""run.py (problems by glpsol, one process per problem and mode)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import threading

import glpsol_output
import manifest as manifests
import process
import progress
import results
import select_problems
from mps import Error

MODES = ("stock", "host", "cuda", "gpu")
INTERRUPTED = 130  # exit status of a shell command that SIGINT ended


def glpsol_words(problem, mode, options, stem):
    words = [options.glpsol, problem.option(), str(problem.path.resolve()),
             "--presol" if options.presol else "--nopresol"]
    words += ["--dual"] * options.dual
    words += ["--gpu=only"] * (mode != "stock")
    words += [f"--gpu-backend={mode}"] * (mode in ("host", "cuda"))
    return words + ["-w", f"{stem}.sol", "-o", f"{stem}.txt"] + \
        options.glpsol_options


def text_of(path):
    return path.read_text(encoding="utf-8", errors="replace") \
        if path.exists() else ""


def run_one(problem, mode, options, folder):
    """Solves one problem and returns a row of results."""
    stem = folder / f"{problem.name}.{mode}"
    files = [stem.with_name(stem.name + end) for end in (".sol", ".txt")]
    for file in files:
        file.unlink(missing_ok=True)
    # The mode comes from options here, not from the user's environment.
    environment = {k: v for k, v in os.environ.items() if k != "GLP_GPU"}
    done = process.run(glpsol_words(problem, mode, options, stem), environment,
                       stem.with_name(stem.name + ".log"),
                       options.timeout or float("inf"))
    log = glpsol_output.read_log(done.log)
    row = {"name": problem.name, "class": problem.kind, "mode": mode,
           "backend": log.backend, "iterations": log.iterations,
           "wall_s": done.wall_s, "objective": None, "message": ""}
    if done.end == "limit":
        row.update(status="time-limit",
                   message=f"killed after {options.timeout:g} s")
    elif done.end == "signal":
        row.update(status="crash",
                   message=f"signal: {signal.strsignal(done.code)}")
    elif done.code:
        row.update(status="error",
                   message=f"exit status {done.code}: {log.last_line}")
    else:
        row.update(read_solution(*map(text_of, files), log))
    if log.fallback:
        row["message"] += ("; " if row["message"] else "") + log.fallback
    return row


def read_solution(solution, printable, log):
    end = glpsol_output.end_of(solution, log)
    if not end:
        return {"status": "error",
                "message": f"no solution written: {log.last_line}"}
    message = ""
    if end[0] in ("undefined", "time-limit"):
        message = log.verdict or log.last_line
    return {"status": end[0], "objective": end[1], "message": message,
            **glpsol_output.kkt_errors(printable)}


def earlier_rows(options, jobs):
    """Returns what an earlier run of these jobs left, by job; an unfinished
    last line does not count.  Rows of other jobs are an error: they would be
    lost."""
    path = pathlib.Path(options.out or "")
    if not options.resume or not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    path.write_text(text[:text.rfind("\n") + 1], encoding="utf-8")
    rows = {(r["name"], r["mode"]): r for r in results.read(path)} \
        if "\n" in text else {}
    for name, mode in rows:
        if (name, mode) not in jobs:
            raise Error(f"{path}: {name} in mode {mode} is not one of these "
                        "runs")
    return rows


class Batch:
    """Jobs for some threads.  Each row goes to the file at once, so that a run
    that is killed leaves the rows that it had."""

    def __init__(self, problems, options):
        self.options = options
        self.jobs = {(p.name, mode): p for p in problems
                     for mode in options.modes}
        self.rows = earlier_rows(options, self.jobs)
        self.missing = [j for j in self.jobs if j not in self.rows]
        self.progress = progress.Progress([1] * len(self.missing))
        self.lock, self.stopped = threading.Lock(), threading.Event()
        self.write()

    def write(self):
        """Writes all rows in the order of the jobs."""
        if self.options.out:
            text = "".join(results.line_of(self.rows[j]) for j in self.jobs
                           if j in self.rows)
            pathlib.Path(self.options.out).write_text(
                results.header() + text, encoding="utf-8")

    def run_job(self, job, folder):
        if self.stopped.is_set():
            return
        with self.lock:
            self.progress.show(f"{job[0]} ({job[1]})")
        row = run_one(self.jobs[job], job[1], self.options, folder)
        with self.lock:
            if self.stopped.is_set():
                return
            self.rows[job] = row
            self.progress.done()
            if self.options.out:
                with open(self.options.out, "a", encoding="utf-8") as file:
                    file.write(results.line_of(row))

    def run(self, folder):
        """Returns False if a signal has ended it."""
        threads = concurrent.futures.ThreadPoolExecutor(self.options.jobs)
        futures = [threads.submit(self.run_job, j, folder) for j in self.missing]
        try:
            for future in futures:
                future.result()
            return True
        except KeyboardInterrupt:
            return False
        finally:
            self.stopped.set()
            process.stop_all()
            threads.shutdown(cancel_futures=True)
            self.progress.clear()


def log_folder(options):
    if not options.logs:
        return tempfile.TemporaryDirectory(prefix="gpuinv-netlib-")
    os.makedirs(options.logs, exist_ok=True)
    return contextlib.nullcontext(options.logs)


def main(options):
    if not shutil.which(options.glpsol):
        raise Error(f"{options.glpsol}: no such program; give --glpsol PATH")
    options.glpsol = os.path.abspath(shutil.which(options.glpsol))
    manifest = manifests.read()
    batch = Batch(select_problems.select(options, manifest), options)
    with log_folder(options) as folder:
        complete = batch.run(pathlib.Path(folder).resolve())
    rows = results.judge([batch.rows[j] for j in batch.jobs
                          if j in batch.rows], manifest)
    batch.write()
    print(results.report(rows), end="")
    if not complete:
        print("gpuinv-netlib: interrupted", file=sys.stderr)
        return INTERRUPTED
    return int(any(r["fault"] for r in rows))
