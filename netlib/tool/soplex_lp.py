"""soplex_lp.py (one LP by SoPlex, in a process of its own)
SPDX-License-Identifier: GPL-3.0-or-later

usage: soplex_lp.py FILE.mps SECONDS POINT
       soplex_lp.py --version

Neither Debian nor PyPI has the program soplex, but PySCIPOpt of PyPI contains
the library.  Its class LP is SoPlex alone, with reader, simplifier, scaling
and dual simplex method.  POINT gets row duals and column values of an optimal
solution: "m n", then a number a line.
"""

import sys
import time

import pyscipopt

TOLERANCE = 1e-7  # as that of the others; its own is 1e-6


def status_of(lp, seconds, limit):
    if lp.isOptimal():
        return "optimal"
    return "limit" if seconds >= limit else "undefined"


def solve(model, limit, point):
    lp = pyscipopt.LP()
    lp.readLP(model.encode())
    names = pyscipopt.SCIP_LPPARAM
    lp.setRealParam(names.FEASTOL, TOLERANCE)
    lp.setRealParam(names.DUALFEASTOL, TOLERANCE)
    lp.setRealParam(names.LPTILIM, limit)
    begin = time.monotonic()
    lp.solve(dual=True)
    seconds = time.monotonic() - begin
    status = status_of(lp, seconds, limit)
    if status == "optimal":
        with open(point, "w", encoding="ascii") as file:
            file.write(f"{lp.nrows()} {lp.ncols()}\n")
            file.writelines(f"{v!r}\n"
                            for v in lp.getDual() + lp.getPrimal())
    print(f"status {status}\nseconds {seconds:.6g}\n"
          f"iterations {lp.getNIterations()}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--version"]:
        pyscipopt.Model().printExternalCodeVersions()
    else:
        solve(sys.argv[1], float(sys.argv[2]), sys.argv[3])
