# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that solve by GLPK, and how their tests are run.

A program answers lacks(place), what is missing or "", version(place), and
run(place), a dictionary from cases to "passed", "failed" or "skipped".
"""

import re
import shutil
import tarfile
import xml.etree.ElementTree
import zipfile
import zlib

# Packages of Debian 12 for a root in which all programs run.
PACKAGES = (
    "ca-certificates glpk-utils libglpk40 libglpk-dev octave r-cran-rglpk "
    "r-cran-matchit python3-swiglpk "
    "python3-cvxopt python3-pulp python3-optlang python3-cobra python3-pytest "
    "python3-setuptools-scm python3-nose python3-dev gcc g++ libglpk-java "
    "default-jdk-headless liblemon-dev libopenblas0-pthread libcholmod3 "
    "libumfpack5 xz-utils cmake ninja-build flex bison libxml2-dev "
    "pkg-config 4ti2 gnudatalanguage sagemath").split()

# pip downloads these: sources of packages that come without tests.
FETCHED = (
    ("--no-binary=:all:", "cvxopt==1.3.0"),
    ("--no-binary=:all:", "igraph==0.10.2"),
    ("--no-binary=:all:", "glpk==0.4.8"),
    ("--only-binary=:all:", "cobra==0.17.1"),
    ("--no-binary=pyomo", "pyomo==6.10.1"),
    ("--only-binary=:all:", "ply==3.11"),
)


def found(folder, pattern):
    """Returns the file of this name, or None."""
    files = sorted(folder.glob(pattern))
    return files[-1] if files else None


def unpack(archive, folder):
    """Unpacks a source tarball or a wheel."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as files:
            files.extractall(folder)
    else:
        with tarfile.open(archive) as files:
            files.extractall(folder)


def junit_cases(path):
    """Returns the outcomes in a report of pytest."""
    if not path.exists():
        return {"(no report)": "failed"}
    cases = {}
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        kinds = {child.tag for child in case}
        cases[name] = ("failed" if kinds & {"failure", "error"} else
                       "skipped" if "skipped" in kinds else "passed")
    return cases


def pytest(place, *words, cwd=None, more=None):
    """Runs pytest and returns the outcomes."""
    report = place.work / "report.xml"
    said, status = place.run(
        place.python, "-m", "pytest", "-q", "-p", "no:cacheprovider",
        f"--junitxml={report}", *words, cwd=cwd, more=more)
    cases = junit_cases(report)
    if status == 124:
        cases["(time limit)"] = "failed"
    elif "(no report)" in cases:
        print(said[-2000:])
    return cases


def debian_version(package):
    """Returns the command that tells the version of a Debian package."""
    def version(place):
        said, status = place.run("dpkg-query", "-W", "-f", "${Version}",
                                 package, modeless=True)
        return said if status == 0 else "-"
    return version


class Program:
    """A program of a Debian package, and a function that runs its tests."""

    def __init__(self, name, run, package=None, version=None, source=None,
                 module=None, command=None):
        self.name, self.run = name, run
        self.source, self.module, self.command = source, module, command
        self.version = version or debian_version(package)

    def lacks(self, place):
        """Returns what is missing, or nothing."""
        if self.command and not shutil.which(self.command):
            return f"no command {self.command}"
        if self.source and not found(place.sources, self.source):
            return f"no {self.source} in {place.sources}"
        if self.module:
            said, status = place.run(place.python, "-c",
                                     f"import {self.module}", modeless=True)
            if status != 0:
                return said.strip().splitlines()[-1] if said.strip() else "?"
        return ""


# --- GLPK's own examples ------------------------------------------------------

def read_solution(path):
    """Returns status and objective from a file that glpsol -w has written."""
    for line in path.read_text().splitlines() if path.exists() else ():
        words = line.split()
        if words[:1] == ["s"]:
            numbers = words[4:]
            return " ".join(numbers[:-1]), float(numbers[-1])
    return "none", 0.0


EXAMPLE_SECONDS = 5  # of processor time: other programs do not matter


def glpk_examples(place):
    """Solves each model of GLPK's examples.  The name of a case tells how it
    ended: another optimum is another case, another vertex is not."""
    cases = {}
    models = sorted(path for path in place.examples.rglob("*")
                    if path.suffix in (".mod", ".mps", ".lp"))
    for model in models:
        kind = {".mod": "--math", ".mps": "--mps", ".lp": "--lp"}[model.suffix]
        out = place.work / "solution"
        data = model.with_suffix(".dat")
        _, status = place.run(
            "sh", "-c", f'ulimit -t {EXAMPLE_SECONDS}; exec glpsol "$@"', "-",
            kind, model, *(["-d", data] if data.exists() else []), "-w", out,
            cwd=model.parent, text="")
        ended, value = read_solution(out)
        out.unlink(missing_ok=True)
        name = str(model.relative_to(place.examples))
        if status < 0 or status > 128:  # a signal ended it at its limit
            cases[f"{name}: unfinished"] = "skipped"
        elif ended == "none":  # a file or a data base is missing
            cases[f"{name}: exit status {status}"] = "passed"
        else:
            cases[f"{name}: {ended} {value:.6g}"] = "passed"
    return cases


# --- Octave -------------------------------------------------------------------

def octave(place):
    """Runs Octave's own tests of the functions that call GLPK."""
    cases = {}
    for function in ("glpk", "qp", "sqp"):
        said, _ = place.run("octave-cli", "-q", "--no-init-file", "--eval",
                            f"test('{function}', 'verbose')")
        parts = re.split(r"^\*{5} ", said, flags=re.M)[1:]
        for number, part in enumerate(parts):
            kind = part.split(None, 1)[0]
            if kind in ("test", "assert", "error"):
                bad = "!!!!! " in part
                cases[f"{function} {number}"] = "failed" if bad else "passed"
        total = re.search(r"PASSES (\d+) out of (\d+)", said)
        passed = total and total.group(1) == total.group(2)
        cases[f"{function} as a whole"] = "passed" if passed else "failed"
    return cases


# --- R ------------------------------------------------------------------------

R_EXAMPLES = r"""
package <- "%s"; wanted <- "%s"
suppressMessages(library(package, character.only = TRUE))
pdf(NULL)
pages <- tools::Rd_db(package)
for (name in names(pages)) {
   file <- tempfile()
   tools::Rd2ex(pages[[name]], file)
   if (!file.exists(file)) next
   lines <- readLines(file)
   if (!any(grepl(wanted, lines, ignore.case = TRUE))) next
   set.seed(1)
   end <- tryCatch({ source(file, local = new.env(), echo = FALSE); "passed" },
      error = function(e) { message(name, ": ", conditionMessage(e)); "failed" })
   cat("case", name, end, "\n")
}
"""


def r_examples(package, wanted):
    """Returns a function that runs the examples of matching manual pages."""
    def run(place):
        script = place.work / "examples.R"
        script.write_text(R_EXAMPLES % (package, wanted))
        said, status = place.run("Rscript", "--vanilla", script)
        cases = {name: end for name, end in
                 re.findall(r"^case (\S+) (\w+)", said, flags=re.M)}
        if status != 0 or not cases:
            print(said[-2000:])
            cases["(ended)"] = "failed"
        return cases
    return run


RGLPK = r"""
library(Rglpk)
say <- function(name, ok) cat("case", name, if (isTRUE(ok)) "passed" else
   "failed", "\n")
set.seed(1)
for (k in 1:40) {
   m <- 5 + k; n <- 8 + k
   a <- matrix(round(runif(m * n, -3, 10)), m, n)
   b <- a %*% rep(1, n) + 1
   cost <- round(runif(n, 1, 9))
   r <- Rglpk_solve_LP(cost, a, rep("<=", m), b, max = TRUE,
      bounds = list(upper = list(ind = 1:n, val = rep(4, n))),
      types = rep(if (k %% 4 == 0 && k <= 16) "I" else "C", n),
      control = list(canonicalize_status = TRUE))
   x <- r$solution
   feasible <- all(a %*% x <= b + 1e-6 * pmax(1, abs(b))) && all(x >= -1e-9) &&
      all(x <= 4 + 1e-9)
   say(sprintf("lp%d %.6g", k, r$optimum), r$status == 0 && feasible)
}
"""


def rglpk(place):
    """Runs Rglpk's examples and forty problems.  The optima of these are
    compared.  Their solutions may be other vertices but must be feasible."""
    cases = r_examples("Rglpk", "Rglpk")(place)
    script = place.work / "lps.R"
    script.write_text(RGLPK)
    said, _ = place.run("Rscript", "--vanilla", script)
    cases.update((name, end) for name, end in
                 re.findall(r"^case (.*) (passed|failed) $", said, flags=re.M))
    return cases


# --- Python -------------------------------------------------------------------

def pulp(place):
    """Runs PuLP's tests of the solver GLPK_CMD, which calls glpsol."""
    folder = place.work / "pulp"
    folder.mkdir()
    return pytest(place, "--pyargs", "pulp.tests.test_pulp", "-k", "GLPK",
                  cwd=folder)


# optlang's tests read this model, which no package contains under that name.
OPTLANG = r"""
import json, logging, sys, warnings
warnings.simplefilter("ignore"); logging.disable(logging.CRITICAL)
from cobra.io import load_model
model = load_model("textbook")
model.solver = "glpk"
with open(sys.argv[1] + "/model.lp", "w") as out:
    out.write(model.solver.to_lp())
with open(sys.argv[1] + "/model.json", "w") as out:
    json.dump(model.solver.to_json(), out)
"""


def optlang(place):
    """Runs optlang's tests of its interfaces to GLPK."""
    shutil.copytree("/usr/lib/python3/dist-packages/optlang",
                    place.work / "optlang")
    (place.work / "model.py").write_text(OPTLANG)
    place.run(place.python, "model.py", "optlang/tests/data", modeless=True)
    return pytest(place, "optlang/tests/test_glpk_interface.py",
                  "optlang/tests/test_glpk_exact_interface.py",
                  more={"PYTHONPATH": str(place.work)})


def from_source(pattern, inside, *words, before=None):
    """Returns a function that runs the tests in an archive of sources."""
    def run(place):
        unpack(found(place.sources, pattern), place.work / "source")
        folder = found(place.work / "source", inside)
        more = before(place, folder) if before else None
        return pytest(place, *words, cwd=folder, more=more)
    return run


def cobra(place):
    """Runs the tests of cobra 0.17.1, the last that came with the package."""
    source = place.work / "source"
    unpack(found(place.sources, "cobra-0.17*.whl"), source)
    (source / "sitecustomize.py").write_text(
        "import numpy\nfor kind in (object, bool, int, float):\n"
        "    setattr(numpy, kind.__name__, kind)  # as numpy once had them\n")
    return pytest(place, "cobra/test/test_core", "cobra/test/test_medium.py",
                  "cobra/test/test_manipulation.py", "-p", "no:warnings",
                  cwd=source, more={"PYTHONPATH": str(source)})


def cobra_models(place):
    """Analyses of three models by the distribution's cobra; the values are part
    of the cases' names."""
    script = place.work / "analyses.py"
    script.write_text(COBRA)
    said, _ = place.run(place.python, script)
    return dict(re.findall(r"^case (.*) (passed|failed)$", said, flags=re.M) or
                [("(analyses)", "failed")])


COBRA = r"""
import logging, warnings
warnings.simplefilter("ignore"); logging.disable(logging.CRITICAL)
import cobra
from cobra.io import load_model
from cobra.flux_analysis import (flux_variability_analysis, pfba,
    single_gene_deletion, single_reaction_deletion, find_blocked_reactions)
def say(name, ok): print("case", name, "passed" if ok else "failed", flush=True)
def num(x): return "%.4f" % (round(x, 4) + 0.0)  # without a sign before a zero
for name in ("textbook", "salmonella", "iJO1366"):
    model = load_model(name)
    model.solver = "glpk"
    s = model.optimize()
    say("%s fba %.6g" % (name, s.objective_value), s.status == "optimal")
    s = pfba(model)
    say("%s pfba %.5g" % (name, s.objective_value), s.status == "optimal")
    some = model.reactions[:20]
    f = flux_variability_analysis(model, some, processes=1)
    for r, low, high in zip(f.index, f.minimum, f.maximum):
        say("%s fva %s %s %s" % (name, r, num(low), num(high)),
            low <= high + 1e-6)
    if name == "textbook":
        d = single_gene_deletion(model, processes=1)
        for g, growth in sorted((min(i), v) for i, v in zip(d.ids, d.growth)):
            say("%s without gene %s %s" % (name, g, num(growth)), True)
        d = single_reaction_deletion(model, processes=1)
        for g, growth in sorted((min(i), v) for i, v in zip(d.ids, d.growth)):
            say("%s without %s %s" % (name, g, num(growth)), True)
        b = find_blocked_reactions(model, processes=1)
        say("%s blocked %d" % (name, len(b)), True)
"""


PYOMO = ("pyomo/solvers/tests/checks/test_pickle.py",
         "pyomo/solvers/tests/checks/test_writers.py",
         "pyomo/solvers/tests/mip", "pyomo/contrib/alternative_solutions/tests",
         "pyomo/contrib/fme", "pyomo/core/tests/transform",
         "pyomo/core/tests/unit/test_xfrm_discrete_vars.py")


def pyomo(place):
    """Runs Pyomo's tests that name glpk; Pyomo calls glpsol."""
    for pattern in ("pyomo-*.tar.gz", "ply-*.whl"):
        unpack(found(place.sources, pattern), place.work / "source")
    source = found(place.work / "source", "pyomo-*")
    return pytest(place, *PYOMO, "-k", "glpk or GLPK", "-p", "no:warnings",
                  cwd=source, more={"PYTHONPATH": f"{source}:{source.parent}"})


def build_igraph(place):
    """Builds igraph with the distribution's GLPK, as igraph's packages contain
    their own.  It is built once, in the folder of the sources."""
    folder = place.sources / "igraph-built"
    if not folder.exists():
        unpack(found(place.sources, "igraph-*.tar.gz"), place.work / "source")
        source = found(place.work / "source", "igraph-*")
        said, status = place.run(
            place.python, "setup.py", "-q", "build_ext", "--inplace",
            cwd=source, modeless=True, more={
                "IGRAPH_CMAKE_EXTRA_ARGS": "-DIGRAPH_USE_INTERNAL_GLPK=OFF"})
        if status != 0:
            print(said[-2000:])
            return
        shutil.rmtree(source / "vendor", ignore_errors=True)
        shutil.copytree(source, folder)


def igraph(place):
    """Runs the tests of igraph's Python interface."""
    folder = place.sources / "igraph-built"
    return pytest(place, "tests", "-p", "no:warnings", cwd=folder,
                  more={"PYTHONPATH": str(folder / "src")})


def pyglpk(place):
    """Compiles pyglpk with the distribution's headers and runs its tests."""
    unpack(found(place.sources, "glpk-0*.tar.gz"), place.work / "source")
    folder = found(place.work / "source", "glpk-*")
    said, status = place.run(place.python, "setup.py", "-q", "build_ext",
                             "--inplace", cwd=folder, modeless=True)
    if status != 0:
        print(said[-2000:])
        return {"(build)": "failed"}
    return pytest(place, "tests", "-o", "python_files=*_test.py", "-o",
                  "python_classes=*TestCase", cwd=folder,
                  more={"PYTHONPATH": f"{folder}:{folder}/src"})


# --- C++ and Java ------------------------------------------------------------

def lemon(place):
    """Runs LEMON's tests of its LP and MIP interfaces on Debian's build."""
    source = found(place.sources, "liblemon_*.orig.tar.xz")
    unpack(source, place.work / "source")
    folder = found(place.work / "source", "lemon-*")
    cases = {}
    for name in ("lp_test", "mip_test"):
        said, status = place.run(
            "g++", "-w", "-DLEMON_HAVE_GLPK=1", "-DLEMON_HAVE_LP=1",
            "-DLEMON_HAVE_MIP=1", f"-I{folder}", f"test/{name}.cc", "-o", name,
            "-llemon", "-lglpk", cwd=folder, modeless=True)
        if status == 0:
            said, status = place.run(f"./{name}", cwd=folder)
        if status != 0:
            print(said[-1000:])
        cases[name] = "passed" if status == 0 else "failed"
    return cases


def java(place):
    """Runs the examples of glpk-java that need no window."""
    cases = {}
    folder = place.work / "java"
    shutil.copytree("/usr/share/doc/libglpk-java/examples/java", folder)
    jar = "/usr/share/java/glpk-java.jar"
    for name, words in (("Lp", ()), ("Mip", ()), ("LinOrd", ("tiw56r72.mat",
                        "out")), ("Gmpl", ("marbles.mod",)),
                        ("MinimumCostFlow", ()), ("Relax4", ("sample.min",)),
                        ("BranchDown", ("marbles.mod",)), ("ErrorDemo", ())):
        said, status = place.run(
            "java", "-Djava.library.path=/usr/lib/x86_64-linux-gnu/jni",
            "-cp", jar, f"{name}.java", *words, cwd=folder)
        value = re.findall(r"^ *(?:obj|z|Objective|Total cost)\S* *[=:]? *"
                           r"(-?[0-9.e+]+)", said, flags=re.M)
        cases[f"{name} {value[-1] if value else ''}".strip()] = (
            "passed" if status == 0 else "failed")
    return cases


# --- 4ti2 and GDL, whose packages have no tests -------------------------------

# Margins of 3 x 3 x 3 and 3 x 3 x 4 tables: 81 and 450 moves, as published.
TABLES = {"333": "3\n3 3 3\n3\n2 1 2\n2 2 3\n2 3 1\n",
          "334": "3\n3 3 4\n3\n2 1 2\n2 2 3\n2 3 1\n"}
MOVES = {"333": "81", "334": "450"}
COINS = {"mat": "2 4\n1 1 1 1\n1 5 10 25\n", "sign": "1 4\n1 1 1 1\n"}
PURSES = ("20 30 20 10", "7 0 13 2", "5 5 5 5", "0 41 1 6", "31 2 0 9")


def four_ti_two(place):
    """Markov and Groebner bases, truncated by GLPK's LPs and MIPs, and integer
    minima; a reduced Groebner basis is unique, so that its checksum is part of
    the case's name."""
    folder, cases = place.work / "4ti2", {}
    folder.mkdir()

    def basis(tool, name, *words):
        _, status = place.run(f"4ti2-{tool}", "-q", *words, name, cwd=folder)
        out = folder / f"{name}.{dict(markov='mar', groebner='gro')[tool]}"
        rows = out.read_text().splitlines() if out.exists() else [""]
        out.unlink(missing_ok=True)
        return status, rows[0].split()[:1], [row.split() for row in rows[1:]]

    for name, text in TABLES.items():
        (folder / f"{name}.mod").write_text(text)
        place.run("4ti2-genmodel", "-q", name, cwd=folder, modeless=True)
        status, count, _ = basis("markov", name)
        cases[f"markov {name}"] = (
            "passed" if status == 0 and count == [MOVES[name]] else "failed")
    for name, text in COINS.items():
        (folder / f"coins.{name}").write_text(text)
    for purse in PURSES:
        coins = [int(word) for word in purse.split()]
        (folder / "coins.zsol").write_text(f"1 4\n{purse}\n")
        for cost in ("1 0 0 0", "0 3 1 2"):
            (folder / "coins.cost").write_text(f"1 4\n{cost}\n")
            for words in ((), ("-t", "lp"), ("-t", "ip")):
                status, _, rows = basis("groebner", "coins", *words)
                mark = zlib.crc32(repr(sorted(rows)).encode())
                name = " ".join(("groebner", purse, "cost", cost, *words))
                cases[f"{name}: {len(rows)} {mark:08x}"] = (
                    "passed" if status == 0 and rows else "failed")
            place.run("4ti2-minimize", "-q", "coins", cwd=folder)
            out = folder / "coins.min"
            best = [int(word) for word in out.read_text().split()[1:]] if (
                out.exists()) else []
            out.unlink(missing_ok=True)
            least = least_cost(coins, [int(word) for word in cost.split()])
            right = len(best) == 4 and min(best) >= 0 and purse_of(
                best) == purse_of(coins) and value_of(best, cost) == least
            cases[f"minimize {purse} cost {cost}"] = (
                "passed" if right else "failed")
    return cases


def purse_of(coins):
    """How many coins, and how many cents."""
    return sum(coins), sum(n * c for n, c in zip(coins, (1, 5, 10, 25)))


def value_of(coins, cost):
    """What a purse costs."""
    return sum(n * int(c) for n, c in zip(coins, cost.split()))


def least_cost(coins, cost):
    """The least cost of a purse of as many coins and cents, by trying all."""
    count, cents = purse_of(coins)
    least = None
    for quarters in range(cents // 25 + 1):
        for dimes in range((cents - 25 * quarters) // 10 + 1):
            # pennies + nickels and pennies + 5 nickels are what is left
            left, worth = count - quarters - dimes, cents - (
                25 * quarters + 10 * dimes)
            nickels, odd = divmod(worth - left, 4)
            if odd or nickels < 0 or nickels > left:
                continue
            value = sum(n * c for n, c in zip(
                (left - nickels, nickels, dimes, quarters), cost))
            least = value if least is None else min(least, value)
    return least


GDL = r"""
z = SIMPLEX([1.d,1,3,-0.5d], [[740.d,-1,0,-2,0],[0,0,-2,0,7], $
   [0.5d,0,-1,1,-2],[9,-1,-1,-1,-1]], 2, 1, 1)
ok = abs(z[0] - 17.025d) lt 1e-9
print, 'case of the manual', ok
for k = 1, 25 do begin & $
   m = 3 + k & n = 5 + 2*k & $
   a = reform(((lindgen(n*m)*7919L + 31*k) mod 23) - 4.d, n, m) & $
   b = 40.d + ((lindgen(m)*104729L + k) mod 61) & $
   c = 1.d + ((lindgen(n)*1299709L + k) mod 17) & $
   rows = dblarr(n + 1, m + 1) & $
   rows[0, 0:m-1] = b & $
   rows[1:n, 0:m-1] = -a & $
   rows[0, m] = 500 & $
   rows[1:n, m] = -1 & $
   z = SIMPLEX(c, rows, m + 1, 0, 0) & $
   x = z[1:n] & $
   ok = (min(x) ge -1e-9) and (total(x) le 500 + 1e-6) and $
      (max(reform(transpose(a) # x) - b) le 1e-6) and $
      (abs(total(c*x) - z[0]) le 1e-8*z[0]) & $
   print, 'case ', strtrim(k, 2), ' ', string(z[0], format='(g14.8)'), ok & $
endfor
exit
"""


def gdl(place):
    """SIMPLEX of GDL: the example of its manual, and 25 problems whose points
    must be feasible and whose optima are part of the cases' names."""
    script = place.work / "simplex.pro"
    script.write_text(GDL)
    said, _ = place.run("gdl", "-q", script, text="",
                        more={"GDL_DISABLE_WX_PLOTS": "YES"})
    cases = {" ".join(name.split()): "passed" if ok == "1" else "failed"
             for name, ok in re.findall(r"^case (.*?) +([01])$", said,
                                        flags=re.M)}
    if len(cases) != 26:
        print(said[-2000:])
        cases["(all)"] = "failed"
    return cases


# --- Sage ---------------------------------------------------------------------

SAGE = ("backends/glpk_backend.pyx", "backends/glpk_exact_backend.pyx",
        "backends/glpk_graph_backend.pyx", "backends/generic_backend.pyx",
        "mip.pyx")


def sage(place):
    """Sage's doctests of GLPK and of mixed integer programs."""
    folder, cases = "/usr/lib/python3/dist-packages/sage/numerical/", {}
    for name in SAGE:
        said, _ = place.run("sage", "-t", "--random-seed=0", "--warn-long",
                            "1000", folder + name)
        bad = {int(line) for line in
               re.findall(r"^File \S+, line (\d+), in", said, flags=re.M)}
        total = re.search(r"^ +\[(\d+) tests?,", said, flags=re.M)
        ended = total and ("All tests passed!" in said or bad)
        if not ended:
            print(said[-2000:])
        cases[f"{name} to its end"] = "passed" if ended else "failed"
        for line in sorted(bad):
            cases[f"{name} line {line}"] = "failed"
        for number in range(int(total[1]) - len(bad) if total else 0):
            cases[f"{name}, {number}th that is right"] = "passed"
    return cases


PROGRAMS = (
    Program("glpk-examples", glpk_examples, "glpk-utils", command="glpsol"),
    Program("octave", octave, "octave", command="octave-cli"),
    Program("r-rglpk", rglpk, "r-cran-rglpk", command="Rscript"),
    Program("r-matchit", r_examples("MatchIt", "glpk"), "r-cran-matchit",
            command="Rscript"),
    Program("pulp", pulp, "python3-pulp", module="pulp"),
    Program("cvxopt",
            from_source("cvxopt-*.tar.gz", "cvxopt-*", "tests/test_glpk.py",
                        "tests/test_modeling.py"),
            "python3-cvxopt", source="cvxopt-*.tar.gz", module="cvxopt.glpk"),
    Program("optlang", optlang, "python3-optlang", module="optlang, swiglpk"),
    Program("cobra", cobra, version=lambda place: "0.17.1",
            source="cobra-0.17*.whl", module="cobra"),
    Program("cobra-models", cobra_models, "python3-cobra", module="cobra"),
    Program("pyglpk", pyglpk, version=lambda place: "0.4.8",
            source="glpk-0*.tar.gz"),
    Program("pyomo", pyomo, version=lambda place: "6.10.1",
            source="pyomo-*.tar.gz"),
    Program("python-igraph", igraph, version=lambda place: "0.10.2",
            source="igraph-built"),
    Program("lemon", lemon, "liblemon-dev", source="liblemon_*.orig.tar.xz",
            command="g++"),
    Program("4ti2", four_ti_two, "4ti2", command="4ti2-markov"),
    Program("gdl", gdl, "gnudatalanguage", command="gdl"),
    Program("sage", sage, "sagemath", command="sage"),
    Program("glpk-java", java, "libglpk-java", command="java"),
)

# These programs cannot be run here; the text says why.
ABSENT = (
    ("r-igraph, python3-igraph", "Debian's packages carry a GLPK of their own"),
)

PREPARED = (build_igraph,)
