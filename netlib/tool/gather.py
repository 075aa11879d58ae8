"""gather.py (all tables that a page is made of, by machine)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import pathlib
import re

import bench_text
import tsv

RUN_COLUMNS = ["name", "class", "mode", "backend", "status"]


@dataclasses.dataclass
class Evidence:
    """sections contains all kinds of tables, peers and runs included.  refused
    contains the files that are not tables, with the cause."""

    sections: list
    refused: list

    def of(self, *kinds):
        return [s for s in self.sections if s.kind in kinds]

    def machines(self):
        names = dict.fromkeys(machine(s) for s in self.sections)
        return sorted(names, key=lambda n: (not n.startswith("NVIDIA"), n))


def machine(section):
    """Returns a name for the machine of the measurement."""
    facts = section.facts
    if "gpu" in facts:
        return facts["gpu"]
    cores = f", {facts['cores']} cores" if "cores" in facts else ""
    return facts.get("cpu", "x86-64 host") + cores


def read_tsv(path):
    table = tsv.read(path)
    if table.columns[:len(RUN_COLUMNS)] == RUN_COLUMNS:
        kind = "runs"
    else:
        kind = table.facts.get("kind", "")
    if not kind:
        raise ValueError("a table of no known kind")
    facts = dict(table.facts)
    for row in table.rows:
        card = re.search(r"\((NVIDIA [^)]*)\)", row.get("backend", ""))
        if card:
            facts.setdefault("gpu", card[1])
    return bench_text.Section(kind, str(path), facts, "", table.columns,
                              table.rows)


def says_its_kind(path):
    """Returns whether a file names its kind, as the programs of tests/bench do
    that print tables with tabs."""
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("# kind\t") for line in file)


def files_of(paths):
    for path in map(pathlib.Path, paths):
        if path.is_dir():
            yield from sorted(f for f in path.iterdir()
                              if f.suffix in (".tsv", ".txt"))
        else:
            yield path


def join_peers(sections):
    """Makes one table of those of peers that one machine made in parts, from
    the same sources; of equal rows the first one counts."""
    joined, found = [], {}
    for s in sections:
        key = (machine(s), s.facts.get("commit"), *s.columns)
        if s.kind != "peers" or key not in found:
            joined.append(s)
            if s.kind == "peers":
                found[key] = s
            continue
        whole = found[key]
        there = {(r["problem"], r["solver"]) for r in whole.rows}
        whole.rows += [r for r in s.rows
                       if (r["problem"], r["solver"]) not in there]
        whole.facts = {**s.facts, **whole.facts}
    return joined


def gather(paths):
    evidence = Evidence([], [])
    for path in files_of(paths):
        try:
            if path.suffix == ".tsv" or says_its_kind(path):
                evidence.sections.append(read_tsv(path))
            else:
                evidence.sections += read_text(path)
        except (ValueError, IndexError, OSError) as error:
            evidence.refused.append((str(path), str(error)))
    evidence.sections = join_peers(evidence.sections)
    return evidence


def read_text(path):
    sections = bench_text.read(path)
    for s in sections:  # what only the name of an old file says
        if "gpu" not in s.facts and "cpu" not in s.facts and \
                "h200" in path.stem:
            s.facts["gpu"] = "NVIDIA H200"
    return sections


def best_rows(sections, key):
    """Returns one of the rows with the same key: that of the newest dated
    table, else of the first table that has it."""
    dated = sorted((s for s in sections if "date" in s.facts),
                   key=lambda s: s.facts["date"], reverse=True)
    chosen = {}
    for section in dated + [s for s in sections if "date" not in s.facts]:
        for row in section.rows:
            chosen.setdefault(key(row), (row, section))
    return chosen
