#!/usr/bin/env python3
# never-slower.py (mode only on a machine without a GPU, beside stock GLPK)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Processor time and memory of glpsol --gpu=only and of stock glpsol.

Each file (.mps, .lp, .mod, each also as .gz) is solved by both in turn, the
best of the repetitions counts.  Processor time is user and system time of the
process, which other work on the machine disturbs less than the clock; wall
time is told beside it.  A line ends with what is beyond the bounds.
"""

import argparse
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "tool"))
import process  # noqa: E402  # pylint: disable=wrong-import-position

FORMATS = {".mps": "--freemps", ".lp": "--lp", ".mod": "--math"}
OUTCOMES = (
    ("OPTIMAL", "optimal"), ("INTEGER OPTIMAL", "optimal"),
    ("NO PRIMAL FEASIBLE", "infeasible"), ("NO DUAL FEASIBLE", "unbounded"),
    ("NO INTEGER FEASIBLE", "infeasible"), ("UNBOUNDED", "unbounded"))


class Run:
    """One process: its times in seconds, memory in MB, and what it said."""

    def __init__(self, command, folder, threads, limit):
        environment = dict(os.environ)
        for name in ("GLP_GPU", "OPENBLAS_NUM_THREADS"):
            environment.pop(name, None)
        if threads:
            environment["OPENBLAS_NUM_THREADS"] = str(threads)
        done = process.run(command, environment, pathlib.Path(folder) / "log",
                           float("inf"), folder)
        self.code, self.text, self.wall = done.code, done.log, done.wall_s
        self.cpu = done.cpu_s
        self.memory = done.memory_mb * 1.048576
        self.late = "TIME LIMIT EXCEEDED" in self.text or self.wall > limit

    def outcome(self):
        """The answer in a word, with the objective if it is printed."""
        if self.late:
            return "late"
        if self.code:
            return f"code {self.code}"
        last = "-"
        for line in self.text.splitlines():
            for words, name in OUTCOMES:
                if words in line:
                    last = name
        return last

    def way(self):
        """How the GPU path says that it went."""
        lines = re.findall(r"^GPU: (.*)$", self.text, re.M)
        return lines[0][:60] if lines else "-"


def best(runs):
    """The least of each figure, over repetitions."""
    return (min(r.cpu for r in runs), min(r.wall for r in runs),
            min(r.memory for r in runs))


def options_of(path):
    """glpsol's options for a file, or None if it is no model."""
    name = path.name[:-3] if path.name.endswith(".gz") else path.name
    option = FORMATS.get(pathlib.Path(name).suffix)
    if option == "--freemps" and path.parent.name == "examples":
        option = "--mps"  # GLPK's own are in fixed columns
    return option and [option, str(path.resolve())]


def measure(options, path, threads):
    """Line of one problem, and whether it is within the bounds."""
    model = options_of(path)
    limit = ["--tmlim", str(options.limit)]
    runs = {"stock": [], "ours": []}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(options.repeat):
            for who, words in (("stock", [options.stock]),
                               ("ours", [options.ours, "--gpu=only"])):
                runs[who].append(Run(words + model + limit, folder, threads,
                                     options.limit))
            if runs["stock"][-1].cpu > options.once:
                break
    stock, ours = best(runs["stock"]), best(runs["ours"])
    said = [runs[who][-1].outcome() for who in ("stock", "ours")]
    beyond = []
    if said[0] == "late":
        beyond.append("stock-late")  # nothing to compare with
    elif ours[0] > stock[0] * (1 + options.share / 100) + options.add / 1e3:
        beyond.append("slower")
    # A child of this process has at least its memory, until it is a program:
    # what is not above that counts as nothing.
    if ours[2] > 2 * (stock[2] if stock[2] > options.floor else 0) + 100:
        beyond.append("memory")
    if said[0] != said[1] and said[0] != "late":
        beyond.append("answer")
    name = re.sub(r"\.gz$", "", path.name)
    print(f"{name:22s} {threads or 'free':>4} {stock[0]:9.3f} {ours[0]:9.3f} "
          f"{ours[0] / max(stock[0], 1e-3):6.2f} {stock[1]:9.3f} "
          f"{ours[1]:9.3f} {stock[2]:7.1f} {ours[2]:7.1f} {said[1]:10s} "
          f"{','.join(beyond) or '-':10s} {runs['ours'][-1].way()}",
          flush=True)
    return [word for word in beyond if word != "stock-late"], stock, ours


def main():
    """Reads arguments, prints the table; 1 if something is beyond."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stock", required=True, help="glpsol of GLPK 5.0")
    parser.add_argument("--ours", required=True, help="the patched glpsol")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--once", type=float, default=20,
                        help="no repetition above so many seconds")
    parser.add_argument("--limit", type=int, default=120, help="seconds")
    parser.add_argument("--threads", default="free,1",
                        help="OPENBLAS_NUM_THREADS, a list; free is unset")
    parser.add_argument("--share", type=float, default=10,
                        help="%% of stock's time that may be added")
    parser.add_argument("--add", type=float, default=50,
                        help="ms that may be added to that")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    for program in (options.stock, options.ours):
        if not os.access(program, os.X_OK):
            parser.error(f"no program {program}")
    options.stock = os.path.abspath(options.stock)
    options.ours = os.path.abspath(options.ours)
    files = [file for file in options.files if options_of(file)]
    with tempfile.TemporaryDirectory() as folder:
        options.floor = 1.05 * Run(["true"], folder, None, 60).memory
    print("# name, threads of OpenBLAS, processor seconds of stock and ours, "
          "ratio, wall seconds, MB, ours' outcome, beyond, way")
    beyond, totals, count = [], [0.0, 0.0], 0
    for threads in options.threads.split(","):
        for path in files:
            words, stock, ours = measure(
                options, path, None if threads == "free" else int(threads))
            count += 1
            totals[0] += stock[0]
            totals[1] += ours[0]
            if words:
                beyond.append(f"{path.name} ({threads}): {' '.join(words)}")
    print(f"# {count} runs, processor seconds {totals[0]:.1f} of stock, "
          f"{totals[1]:.1f} of ours, {len(beyond)} beyond "
          f"{options.share:g} % + {options.add:g} ms or twice + 100 MB")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main())
