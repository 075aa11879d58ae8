# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that solve by GLPK, and how their tests are run.

A program answers lacks(place), what is missing or "", version(place), and
run(place), a dictionary from cases to "passed", "failed" or "skipped".
"""

import re
import shutil

from program_base import Program, found, from_source, pytest, unpack
from program_builds import (build_igraph, four_ti_two, gdl, igraph, java,
                            lemon, pyglpk, sage)

# Packages of Debian 12 for a root in which all programs run.
PACKAGES = (
    "ca-certificates glpk-utils libglpk40 libglpk-dev octave r-cran-rglpk "
    "r-cran-matchit python3-swiglpk "
    "python3-cvxopt python3-pulp python3-optlang python3-cobra python3-pytest "
    "python3-setuptools-scm python3-nose python3-texttable python3-dev gcc "
    "g++ libglpk-java default-jdk-headless liblemon-dev "
    "libopenblas0-pthread libcholmod3 "
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
