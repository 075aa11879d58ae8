"""models.py (problems on the disk, and what manifests know of them)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import gzip
import lzma
import pathlib
import shutil

import tsv
from select_problems import name_of

OPENERS = {".gz": gzip.open, ".xz": lzma.open}


@dataclasses.dataclass
class Model:
    path: pathlib.Path
    name: str
    expected: str = ""  # optimal, infeasible or "" if nobody knows
    reference: float = None
    tolerance: float = 1e-6
    free: bool = False

    def size(self):
        """Returns a size that orders models and estimates their times."""
        return self.path.stat().st_size


def read_manifest(path):
    return {row["name"]: row for row in tsv.read(path).rows}


def describe(model, row):
    """Takes over the facts in a row of the project's manifest, or of one in
    the folder of the files."""
    reference = row.get("glpk_ref_obj") or row.get("ref_obj") or "-"
    model.expected = row.get("status", "optimal")
    if reference != "-":
        model.reference = float(reference)
    model.tolerance = max(float(row.get("tolerance") or 1e-6), 1e-6)
    model.free = row.get("mps") == "free"


def find(paths, manifest):
    """Returns the models of files and folders, the smallest first."""
    known = read_manifest(manifest) if manifest else {}
    found = {}
    for path in map(pathlib.Path, paths):
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        for file in files:
            if ".mps" not in file.suffixes:
                continue
            model = Model(file, name_of(file))
            local = file.parent / "manifest.tsv"
            rows = read_manifest(local) if local.exists() else {}
            row = rows.get(model.name) or known.get(model.name)
            if row:
                describe(model, row)
            found[model.name] = model
    return sorted(found.values(), key=lambda m: (m.size(), m.name))


def unpack(model, folder):
    """Writes the model as a plain file, the same for every solver."""
    plain = pathlib.Path(folder) / f"{model.name}.mps"
    opener = OPENERS.get(model.path.suffix, open)
    with opener(model.path, "rb") as source, open(plain, "wb") as target:
        shutil.copyfileobj(source, target)
    return plain
