"""manifest.py (what is known of Netlib's problems)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import os
import pathlib

import tsv
from mps import Error, number_of

HEADER = ("name", "class", "rows", "cols", "nonzeros", "status",
          "glpk_ref_obj", "tolerance", "source", "checksum")


@dataclasses.dataclass
class Entry:
    """A line of manifest.tsv.  objective follows GLPK's convention, which adds
    the constant of e226.  tolerance is that of |objective - ref| / max(1,
    |ref|).  source is a path below netlib.org; checksum is one of
    mps.Problem."""

    name: str
    kind: str  # feasible or infeasible
    sizes: tuple  # rows, columns, nonzeros
    status: str  # expected: optimal or infeasible
    objective: float  # or None
    tolerance: float
    source: str
    checksum: str


def default_path():
    """Returns $GPUINV_MANIFEST, or the file that came with this one."""
    here = pathlib.Path(__file__).resolve().parent
    for path in (os.environ.get("GPUINV_MANIFEST"),
                 here.parent / "manifest.tsv"):
        if path and os.path.exists(path):
            return str(path)
    return None


def entry_of(f, where):
    for count in f[2:5]:
        if not (count.isascii() and count.isdigit()):
            raise Error(f"{where}: bad count: {count}")
    objective = None if f[6] == "-" else number_of(f[6])
    if f[6] != "-" and objective is None:
        raise Error(f"{where}: bad objective: {f[6]}")
    tolerance = number_of(f[7])
    if tolerance is None or tolerance < 0:
        raise Error(f"{where}: bad tolerance: {f[7]}")
    if f[5] != "infeasible" and (f[5] != "optimal" or objective is None):
        raise Error(f"{where}: bad status, or no objective: {f[5]}")
    return Entry(f[0], f[1], tuple(map(int, f[2:5])), f[5], objective,
                 tolerance, f[8], f[9])


def read(path=None):
    """Returns entries by name, in the order of the file."""
    path = path or default_path()
    if not path:
        raise Error("no manifest.tsv; set GPUINV_MANIFEST")
    entries = {}
    rows = tsv.read(path, HEADER, "a manifest").rows
    for number, row in enumerate(rows, 2):
        entry = entry_of(list(row.values()), f"{path}:{number}")
        if entry.name in entries:
            raise Error(f"{path}:{number}: second {entry.name}")
        entries[entry.name] = entry
    return entries
