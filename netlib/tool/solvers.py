"""solvers.py (command lines of GLPK and its peers, and what they leave)
SPDX-License-Identifier: GPL-3.0-or-later

A solver is a command line on a plain MPS file, and a reader that turns what
it left into an Answer: its own verdict, its own seconds of the solve on the
wall clock, and a point (y, x) that is judged elsewhere.  Every solver has one
thread, its own tolerances, and a limit of time.
"""

import dataclasses
import importlib.util
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile

THREADS = {name: "1" for name in (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


@dataclasses.dataclass
class Answer:
    """seconds: the solve by the solver's own clock; None if it prints none.
    again: of further solves in the same process; once: the status of one of
    them that did not end like the first."""

    status: str
    seconds: float = None
    iterations: int = None
    y: list = None
    x: list = None
    message: str = ""
    again: list = dataclasses.field(default_factory=list)
    once: str = ""


def last(pattern, text, kind=str):
    """Returns the last match of a pattern's group in a text, or None."""
    found = re.findall(pattern, text, re.MULTILINE)
    return kind(found[-1]) if found else None


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "no output"


class Solver:
    """Missing() says why it cannot run, or ""; command() and read() are a run
    and what it left."""

    tolerances = "primal 1e-7, dual 1e-7"
    solves = 1  # in a process

    def __init__(self, name, label, words, program):
        self.name, self.label, self.words = name, label, words
        self.options = " ".join(words)
        self.program = program

    def environment(self):
        return dict(os.environ, **THREADS)

    def output(self, words, folder=None):
        """Returns what a process prints, and on which stream."""
        return subprocess.run(words, capture_output=True, text=True, cwd=folder,
                              env=self.environment(), check=False)


def read_answer(log, work):
    """Reads lines "status", "seconds", "iterations", and the point."""
    status = last(r"^status (\S+)$", log)
    if not status:
        return Answer("error", message=last_line(log))
    answer = Answer(status, last(r"^seconds (\S+)$", log, float),
                    last(r"^iterations (\d+)$", log, int))
    if status == "optimal":
        answer.y, answer.x = read_point(work / "point")
    return answer


class Glpk(Solver):
    """Runs libglpk by gpuinv-point; mode and library differ."""

    tolerances = "tol_bnd 1e-7, tol_dj 1e-7 (interior 1e-8)"
    solves = 5

    def __init__(self, name, label, words, mode="off", library=None):
        super().__init__(name, label, words, find_point())
        self.mode, self.library = mode, library
        self.options = self.options or "defaults"
        if mode != "off":
            self.options += f", GLP_GPU={mode}"

    def missing(self):
        if not self.program:
            return "gpuinv-point is not built; set GPUINV_POINT"
        if self.name.startswith("stock") and not self.library:
            return "no libglpk.so.40 without a GPU; set STOCK_GLPK"
        return ""

    def version(self):
        return "GLPK 5.0" if self.library else "GLPK 5.0, libgpuinv"

    def environment(self):
        env = dict(super().environment(), GLP_GPU=self.mode)
        library = self.library or os.environ.get("GPUINV_GLPK")
        if library:
            env["LD_LIBRARY_PATH"] = join_paths(
                os.path.dirname(library), env.get("LD_LIBRARY_PATH"))
        return env

    def command(self, model, free, work, limit):
        words = [self.program, "solve", *self.words]
        if self.mode != "off":
            words.append("--warm")
        if free:
            words.append("--free")
        words += ["--repeat", str(self.solves)]
        return words + ["--tmlim", str(limit), model, str(work / "point")]

    def read(self, log, work):
        gpu = last(r"^gpu (.*)$", log)
        if self.library and gpu not in ("-", None):
            return Answer("error", message=f"not stock: {gpu}")
        answer = read_answer(log, work)
        if answer.status == "error":
            return answer
        if not answer.iterations:
            answer.iterations = last(r"^\*? *(\d+): obj", log, int)
        answer.again = [float(t) for t in
                        re.findall(r"^again_s (\S+)$", log, re.M)]
        answer.once = last(r"^once (\S+)$", log) or ""
        fallback = last(r"^(GPU: .*using the CPU.*)$", log)
        answer.message = fallback or ""
        return answer


def read_point(path):
    """Reads "m n", then m row duals and n column values."""
    numbers = path.read_text().split()
    m = int(numbers[0])
    values = [float(v) for v in numbers[2:]]
    return values[:m], values[m:]


class Clp(Solver):
    def __init__(self, name, label, words):
        super().__init__(name, label, words,
                         which(os.environ.get("CLP", "clp")))

    def missing(self):
        return "" if self.program else "no clp on the PATH; set CLP"

    def version(self):
        out = self.output([self.program, "-quit"])
        return "CLP " + (last(r"version (\S+?),", out.stdout) or "?")

    def command(self, model, _free, work, limit):
        return [self.program, model, "-seconds", str(limit), *self.words,
                "-saveSolution", str(work / "clp.bin")]

    def reading(self, model):
        """Reads a model and ends.  CLP prints processor time, which other load
        on the machine does not lengthen: the time of a solve is that of its
        process minus that of this one."""
        return [self.program, model, "-quit"]

    def read(self, log, work):
        answer = Answer("undefined", message=last_line(log))
        if re.search(r"^Optimal (objective|- objective)", log, re.M):
            answer = Answer("optimal")
        elif re.search(r"[Pp]rimal infeasible|problem is infeasible", log):
            answer = Answer("infeasible")
        elif re.search(r"[Dd]ual infeasible|unbounded", log):
            answer = Answer("unbounded")
        elif re.search(r"Stopped", log):
            answer = Answer("limit")
        answer.iterations = last(r"- (\d+) iterations time", log, int)
        if answer.status == "optimal":
            answer.y, answer.x = read_clp(work / "clp.bin")
        return answer


def read_clp(path):
    """Reads CLP's binary file: m, n, objective; rows, their duals, columns,
    ..."""
    data = path.read_bytes()
    m, n, _ = struct.unpack("=iid", data[:16])
    values = struct.unpack(f"={2 * m + 2 * n}d",
                           data[16:16 + 16 * (m + n)])
    return list(values[m:2 * m]), list(values[2 * m:2 * m + n])


ONE_COLUMN = """NAME ONE
ROWS
 N  COST
 G  ROW
COLUMNS
    X         COST               1.0   ROW                1.0
RHS
    RHS       ROW                1.0
ENDATA
"""


class Highs(Solver):
    tolerances = "primal 1e-7, dual 1e-7, interior 1e-8"

    def __init__(self, name, label, words):
        super().__init__(name, label, words, find_highs())

    def missing(self):
        if not self.program:
            return "no highs on the PATH; set HIGHS"
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "one.mps"
            model.write_text(ONE_COLUMN, encoding="ascii")
            done = self.output([self.program, str(model), *self.words], folder)
        output = done.stdout + done.stderr
        if re.search(r"^Model status *: Optimal", output, re.M):
            return ""
        if re.search(r"features? (is|are) unavailable", output):
            return "this Python has no highspy-extras of HiGHS' version"
        cause = last(r"^ERROR: *(.*)$", output) or last_line(output)
        return f"does not solve one column: {cause}"

    def version(self):
        out = self.output([self.program, "--version"]).stdout
        return "HiGHS " + (last(r"HiGHS (?:version )?([0-9.]+)", out) or "?")

    def environment(self):
        env = super().environment()
        folder = pathlib.Path(self.program).resolve().parent.parent
        for name in ("lib", "lib64"):  # as the package of PyPI has it
            if list(folder.glob(f"{name}/libhighs.so*")):
                env["LD_LIBRARY_PATH"] = join_paths(
                    str(folder / name), env.get("LD_LIBRARY_PATH"))
        extras = package_folder("highspy_extras")
        if extras and "hipo" in self.words:  # it opens libhighs_extras.so
            env["LD_LIBRARY_PATH"] = join_paths(
                extras, env.get("LD_LIBRARY_PATH"))
        return env

    def command(self, model, _free, work, limit):
        return [self.program, model, "--parallel", "off", "--threads", "1",
                "--time_limit", str(limit), *self.words,
                "--solution_file", str(work / "highs.sol")]

    def read(self, log, work):
        verdict = last(r"^Model status *: *(.+)$", log) or ""
        names = {"Optimal": "optimal", "Infeasible": "infeasible",
                 "Unbounded": "unbounded", "Time limit reached": "limit",
                 "Primal infeasible or unbounded": "infeasible"}
        status = names.get(verdict.strip(), "undefined")
        count = re.findall(
            r"^(?:Simplex|IPM|HiPO|Crossover) +iterations: *(\d+)", log, re.M)
        answer = Answer(
            status, last(r"^HiGHS run time *: *(\S+)", log, float),
            sum(map(int, count)) if count else None,
            message="" if status != "undefined" else verdict or last_line(log))
        if status == "optimal":
            answer.y, answer.x = read_highs(work / "highs.sol")
        return answer


def read_highs(path):
    """Reads HiGHS' raw solution: values are the last words of their lines."""
    lines = path.read_text().splitlines()
    start = lines.index("# Primal solution values")
    x, _ = read_block(lines, start, "# Columns")
    start = lines.index("# Dual solution values")
    y, _ = read_block(lines, start, "# Rows")
    return y, x


def read_block(lines, start, heading):
    while not lines[start].startswith(heading + " "):
        start += 1
    count = int(lines[start].split()[-1])
    block = lines[start + 1:start + 1 + count]
    return [float(line.split()[-1]) for line in block], start + 1 + count


class Soplex(Solver):
    """SoPlex as PySCIPOpt has it, by soplex_lp.py."""

    def __init__(self):
        super().__init__("soplex-dual", "SoPlex, dual", ["dual, presolved"],
                         pathlib.Path(__file__).with_name("soplex_lp.py"))

    def call(self, *words):
        return [sys.executable, "-B", str(self.program), *words]

    def missing(self):
        return "" if package_folder("pyscipopt") else \
            "this Python has no PySCIPOpt, which contains it"

    def version(self):
        out = self.output(self.call("--version")).stdout
        return "SoPlex " + (last(r"SoPlex (\S+)", out) or "?")

    def command(self, model, _free, work, limit):
        return self.call(model, str(limit), str(work / "point"))

    def read(self, log, work):
        return read_answer(log, work)


def package_folder(name):
    """Returns the folder of a package of this Python, or None."""
    found = importlib.util.find_spec(name)
    return found and os.path.dirname(found.origin or "")


def which(name):
    """Returns the program's full path, or None."""
    found = shutil.which(name)
    return found and os.path.abspath(found)


def join_paths(first, rest):
    return first + (":" + rest if rest else "")


def find_point():
    named = os.environ.get("GPUINV_POINT")
    return which(named or "gpuinv-point")


def find_highs():
    found = which(os.environ.get("HIGHS", "highs"))
    if found or "HIGHS" in os.environ:
        return found
    try:  # the package highsbox of PyPI, if this Python has it
        import highsbox  # pylint: disable=import-outside-toplevel
        return which(str(highsbox.highs_bin_path()))
    except (ImportError, AttributeError):
        return None


def find_stock():
    """Finds the libglpk.so.40 of $STOCK_GLPK (file or folder), or of
    glpsol."""
    named = os.environ.get("STOCK_GLPK")
    if named:
        path = pathlib.Path(named)
        return str(path / "libglpk.so.40" if path.is_dir() else path)
    for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu",
                   "/usr/lib64", "/usr/lib"):
        if os.path.exists(f"{folder}/libglpk.so.40"):
            return f"{folder}/libglpk.so.40"
    return None


# Peers that are wanted, for which there is no command line here.
ABSENT = {"cuopt_cli": "cuOpt"}


def all_solvers():
    stock = find_stock()
    return [
        Glpk("stock-primal", "stock GLPK, primal", [], library=stock),
        Glpk("stock-dual", "stock GLPK, dual", ["--dual"], library=stock),
        Glpk("gpu-primal", "ours, simplex", [], mode="only"),
        Glpk("gpu-interior", "ours, interior point", ["--interior"],
             mode="only"),
        Clp("clp-dual", "CLP, dual", ["-dualsimplex"]),
        Clp("clp-primal", "CLP, primal", ["-primalsimplex"]),
        Highs("highs-simplex", "HiGHS, simplex", ["--solver", "simplex"]),
        Highs("highs-ipx", "HiGHS, IPX and crossover", ["--solver", "ipx"]),
        Highs("highs-hipo", "HiGHS, HiPO and crossover",
              ["--solver", "hipo"]),
        Soplex(),
    ]
