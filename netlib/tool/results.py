"""results.py (runs of glpsol: their table, and whether they are right)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import math

import tsv
from mps import Error, number_of

COLUMNS = ["name", "class", "mode", "backend", "status", "objective",
           "ref_objective", "obj_rel_err", "iterations", "wall_s", "kkt_pe",
           "kkt_pb", "kkt_de", "kkt_db", "message"]
FORMATS = {"objective": ".15g", "ref_objective": ".17g",
           "obj_rel_err": ".2e", "iterations": "d", "wall_s": ".3f",
           "kkt_pe": ".2e", "kkt_pb": ".2e", "kkt_de": ".2e",
           "kkt_db": ".2e"}
STOCK_TOLERANCE = 1e-7
NO_SOLUTION = ("infeasible", "dual-infeasible")
FINAL = ("optimal", "unbounded", *NO_SOLUTION)


def line_of(row):
    """Returns a row, a dictionary of texts and numbers (None: absent), as a
    line."""
    texts = {c: "" if row.get(c) is None else format(row[c], FORMATS[c])
             if c in FORMATS else row[c] for c in COLUMNS}
    return tsv.line_of(COLUMNS, texts)


def header():
    return "\t".join(COLUMNS) + "\n"


def number(text, where):
    value = number_of(text) if text else None
    if text and value is None:
        raise Error(f"{where}: bad number: {text}")
    return value


def read(path):
    """Returns the rows of a file of results."""
    rows = tsv.read(path, COLUMNS, "a file of results").rows
    for k, row in enumerate(rows, 2):
        for column in FORMATS:
            row[column] = number(row[column], f"{path}:{k}")
        if row["iterations"] is not None:
            row["iterations"] = int(row["iterations"])
    return rows


def relative_error(objective, reference):
    return abs(objective - reference) / max(1.0, abs(reference))


def backend_fault(row):
    """Returns what should have run for the mode and did not.  Without any
    simplex iteration (the presolver may solve a problem) nothing is
    expected."""
    if row["mode"] == "stock" or not row["iterations"]:
        return ""
    wanted = "" if row["mode"] == "gpu" else row["mode"]
    if row["backend"] and row["backend"].startswith(wanted):
        return ""
    return "not solved on " + (wanted or "any back end")


def end_fault(row, expected, tolerance):
    """Compares the status with the expected end, the objective with the
    reference."""
    status = row["status"]
    if status != expected and not (status in NO_SOLUTION
                                   and expected in NO_SOLUTION):
        return f"{status}, expected {expected}"
    if status != "optimal" or row["ref_objective"] is None:
        return ""
    error = row["obj_rel_err"]
    if error is None:
        return "no objective"
    if math.isnan(error) or error > tolerance:
        return f"objective error {error:.1e} above {tolerance:.0e}"
    return ""


def judge(rows, manifest):
    """Fills in reference, error and fault ("" if there is none) of each row.
    A problem of the manifest must end as that states.  Any other must end as
    in mode stock, with an objective within 1e-7 of stock's, or just end if
    stock did not.  Both must run on the back end that the mode asks for."""
    stock = {r["name"]: r for r in rows
             if r["mode"] == "stock" and r["status"] in FINAL}
    for row in rows:
        entry = None if row["class"] == "-" else manifest.get(row["name"])
        other = stock.get(row["name"]) if row["mode"] != "stock" else None
        row["ref_objective"] = row["obj_rel_err"] = None
        if entry:
            row["ref_objective"] = entry.objective
        elif other and other["status"] == "optimal":
            row["ref_objective"] = other["objective"]
        if None not in (row["ref_objective"], row["objective"]):
            row["obj_rel_err"] = relative_error(row["objective"],
                                                row["ref_objective"])
        if row["class"] != "-" and not entry:
            row["fault"] = f"class {row['class']}, but not in the manifest"
            continue
        fault = ""
        if entry:
            fault = end_fault(row, entry.status, entry.tolerance)
        elif other:
            fault = end_fault(row, other["status"], STOCK_TOLERANCE)
        elif row["status"] not in FINAL:
            fault = f"{row['status']}, expected an end"
        row["fault"] = fault or backend_fault(row)
    return rows


def cell(value, form=""):
    return "-" if value is None or value == "" else format(value, form)


def aligned(head, left, rows):
    """Returns a table whose columns are as wide as their widest cell."""
    rows = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "".join("  ".join(
        t.ljust(w) if h in left else t.rjust(w)
        for h, t, w in zip(head, row, widths)).rstrip() + "\n"
        for row in rows)


def verdict(row):
    cause = f"; {row['message']}" if row["message"] else ""
    return f"FAILED: {row['fault']}{cause}" if row["fault"] else f"ok{cause}"


def result_table(rows):
    head = ["name", "mode", "status", "objective", "rel.err", "iter",
            "seconds", "KKT.PE", "KKT.PB", "KKT.DE", "KKT.DB", "backend",
            "verdict"]
    return aligned(head, ("name", "mode", "status", "backend", "verdict"), [
        [r["name"], r["mode"], r["status"], cell(r["objective"], ".10g"),
         cell(r["obj_rel_err"], ".1e"), cell(r["iterations"]),
         f"{r['wall_s']:.3f}",
         *(cell(r.get(f"kkt_{k}"), ".1e") for k in ("pe", "pb", "de", "db")),
         cell(r["backend"]), verdict(r)] for r in rows])


def side_by_side(rows):
    head = ["name", "mode", "stock objective", "GPU-path objective",
            "rel.diff", "stock iter", "iter", "stock s", "seconds", "backend"]
    stock = {r["name"]: r for r in rows if r["mode"] == "stock"}
    table = []
    for r in rows:
        s = stock.get(r["name"])
        if r["mode"] == "stock" or not s:
            continue
        both = None not in (s["objective"], r["objective"])
        table.append([
            r["name"], r["mode"], cell(s["objective"], ".10g"),
            cell(r["objective"], ".10g"),
            f"{relative_error(r['objective'], s['objective']):.1e}"
            if both else "-", cell(s["iterations"]), cell(r["iterations"]),
            f"{s['wall_s']:.3f}", f"{r['wall_s']:.3f}", cell(r["backend"])])
    return "\n" + aligned(head, ("name", "mode", "backend"), table) \
        if table else ""


def totals(rows):
    failed = sum(bool(r["fault"]) for r in rows)
    return f"{len(rows) - failed} passed, {failed} failed"


def report(rows):
    """Returns all judged rows as a text; its last line is the sum."""
    text = result_table(rows) + side_by_side(rows) + "\n"
    for mode in dict.fromkeys(r["mode"] for r in rows):
        mine = [r for r in rows if r["mode"] == mode]
        seconds = sum(r["wall_s"] for r in mine)
        text += f"{mode}: {totals(mine)}, {seconds:.3f} s\n"
    return text + totals(rows) + "\n"
