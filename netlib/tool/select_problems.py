"""select_problems.py (which problems to run, and what is known of them)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import pathlib
import sys

import mps
from mps import Error

FORMATS = {".mps": "--mps", ".lp": "--lp", ".mod": "--math"}
ENDINGS = (".gz", ".xz", ".emps", *FORMATS)


@dataclasses.dataclass
class Selected:
    """kind: class of the manifest, "-" if that lacks the problem.  rows: None
    if not known.  size: rows times columns, or bytes of the file."""

    name: str
    path: pathlib.Path
    kind: str = "-"
    rows: int = None
    size: float = 0.0

    def option(self):
        """Returns the option by which glpsol reads it."""
        return FORMATS[ending(self.path)]


def name_of(path):
    """Returns the file name without folder and endings."""
    name = pathlib.Path(path).name
    for end in ENDINGS:
        name = name.removesuffix(end)
    return name


def ending(path):
    """Returns .mps, .lp, .mod, or "" for a file that is not a problem."""
    suffixes = path.suffixes
    if suffixes[-2:] == [".mps", ".gz"]:
        return ".mps"
    return suffixes[-1] if suffixes and suffixes[-1] in FORMATS else ""


def find(paths):
    found = []
    for path in map(pathlib.Path, paths):
        if not path.exists():
            raise Error(f"{path}: no such file or folder")
        if path.is_dir():
            found += [f for f in path.iterdir() if ending(f) and f.is_file()]
        elif ending(path):
            found.append(path)
        else:
            raise Error(f"{path}: not a problem file "
                        "(.mps, .mps.gz, .lp, .mod)")
    problems = sorted((Selected(name_of(f), f) for f in found),
                      key=lambda p: p.name)
    for a, b in zip(problems, problems[1:]):
        if a.name == b.name:
            raise Error(f"two problems of one name: {a.path}, {b.path}")
    return problems


def warn(text):
    print(f"gpuinv-netlib: warning: {text}", file=sys.stderr)


def look_into(problem, manifest):
    """Finds sizes and class of a problem in MPS format."""
    entry = manifest.get(problem.name)
    try:
        parsed = mps.parse(mps.read_text(problem.path), problem.path)
        if len(parsed) > 1:
            raise Error(f"{problem.path}: holds more than one problem")
    except Error as error:  # glpsol will tell whether the file is bad
        if entry:
            warn(f"{error}; not compared with the manifest")
        return
    problem.rows, columns, _ = parsed[0].sizes()
    problem.size = problem.rows * columns
    if not entry:
        return
    if parsed[0].checksum() == entry.checksum:
        problem.kind = entry.kind
    else:
        warn(f"{problem.path}: other numbers than those of {entry.name} in "
             "the manifest; not compared with it")


def select(options, manifest):
    """Returns the problems that the options of run ask for, by name."""
    problems = {p.name: p for p in find(options.paths)}
    for name in options.only + options.leave_out:
        if name not in problems:
            raise Error(f"no problem of the name {name}")
    chosen = [p for name, p in problems.items()
              if name not in options.leave_out
              and (not options.only or name in options.only)]
    by_size = options.kind or options.max_rows or options.smallest
    for p in chosen:
        p.size = float(p.path.stat().st_size)
        if ending(p.path) == ".mps" and (by_size or p.name in manifest):
            look_into(p, manifest)
    chosen = [p for p in chosen
              if options.kind in (None, p.kind)
              and (not options.max_rows or p.rows is None
                   or p.rows <= options.max_rows)]
    if options.smallest:
        chosen = sorted(chosen, key=lambda p: p.size)[:options.smallest]
    if not chosen:
        raise Error("no problem to run")
    return sorted(chosen, key=lambda p: p.name)
