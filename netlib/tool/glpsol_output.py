"""glpsol_output.py (what glpsol has written of a solve)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import re

from mps import number_of

# These lines say where a problem is solved.  If no engine pays, GLPK's own
# method on the host solves it.
BACKEND = re.compile(r"GPU: (?:simplex|crossover|interior point|"
                     r"basis inverse) on (.*)")
NO_ENGINE = "GPU: no simplex engine: "
# a mark, the iteration number, a colon, and the sum of infeasibilities, or
# of the interior point method the primal residual
PROGRESS = re.compile(r"[ *#]? *(\d+):.* (?:inf|rpi) =")
VERDICT = re.compile("SOLUTION FOUND|HAS NO |HAS UNBOUNDED |LIMIT EXCEEDED|"
                     "SEARCH TERMINATED|LIMIT REACHED")
# the line "s ..." of a solution file (glpsol --write)
SOLUTION = re.compile(r"s (?:bas \d+ \d+ (?P<primal>\w) (?P<dual>\w)|"
                      r"(?:ipt|mip) \d+ \d+ (?P<status>\w)) (?P<value>\S+)")
OTHER = {"o": "optimal", "f": "feasible", "n": "infeasible"}
VERDICTS = (("HAS NO PRIMAL FEASIBLE", "infeasible"),
            ("HAS NO FEASIBLE", "infeasible"),
            ("HAS NO DUAL FEASIBLE", "dual-infeasible"),
            ("HAS UNBOUNDED", "unbounded"))


@dataclasses.dataclass
class Log:
    """iterations: of the last progress line, or None.
    backend: of the first line that names the place of the solve.  fallback:
    the first line with "using the CPU".  verdict: the last line that states
    the outcome.  last_line: the last line that is not empty."""

    iterations: int = None
    backend: str = ""
    fallback: str = ""
    verdict: str = ""
    last_line: str = ""


def read_log(text):
    log = Log()
    for line in text.splitlines():
        progress = PROGRESS.match(line)
        if progress:
            log.iterations = int(progress[1])
        where = BACKEND.match(line)
        if not log.backend:
            log.backend = where[1].strip() if where else \
                "host (GLPK)" if line.startswith(NO_ENGINE) else ""
        if not log.fallback and line.startswith("GPU: ") and \
                "using the CPU" in line:
            log.fallback = line.strip()
        if VERDICT.search(line):
            log.verdict = line.strip()
        log.last_line = line.strip() or log.last_line
    return log


def basic_status(primal, dual):
    if primal == "f":
        return {"f": "optimal", "n": "unbounded"}.get(dual, "feasible")
    if primal == "n":
        return "infeasible"
    return "dual-infeasible" if dual == "n" else "undefined"


def end_of(solution, log):
    """Returns status and objective, or None without a complete solution line.
    The status is optimal, feasible, infeasible, dual-infeasible (no dual
    feasible solution, so infeasible or unbounded), unbounded, time-limit or
    undefined.  The presolver leaves the solution undefined; then the verdict
    decides."""
    line = re.search(r"^s\b.*", solution, re.MULTILINE)
    found = line and SOLUTION.fullmatch(line[0].strip())
    value = number_of(found["value"]) if found else None
    if value is None:
        return None
    if "TIME LIMIT EXCEEDED" in log.verdict:
        return "time-limit", value
    status = OTHER.get(found["status"], "undefined") if found["status"] else \
        basic_status(found["primal"], found["dual"])
    if status == "undefined":
        for words, meaning in VERDICTS:
            if words in log.verdict:
                return meaning, value
    return status, value


def kkt_errors(printable):
    """Returns the largest relative errors that a printable solution (glpsol
    --output) states, by name: kkt_pe, kkt_pb, kkt_de, kkt_db."""
    found = re.findall(r"^KKT\.(PE|PB|DE|DB):(?:(?!^KKT).)*?"
                       r"max\.rel\.err = (\S+)", printable,
                       re.MULTILINE | re.DOTALL)
    return {f"kkt_{name.lower()}": number_of(value) for name, value in found}
