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


def are_parts(whole, other):
    """Returns whether two tables of peers are parts of one: of one machine and
    the same sources; or ours in one and others in the other, which do not
    depend on our sources."""
    if machine(whole) != machine(other) or whole.columns != other.columns:
        return False
    if whole.facts.get("commit") == other.facts.get("commit"):
        return True
    problems, ours, all_ours = zip(*(
        ({r["problem"] for r in s.rows},
         any(r["solver"].startswith("gpu") for r in s.rows),
         all(r["solver"].startswith("gpu") for r in s.rows))
        for s in (whole, other)))
    return problems[0] == problems[1] and ours[0] != ours[1] and any(all_ours)


def join_peers(sections):
    """Joins tables of peers that are parts of one.  Of equal rows the first
    one counts."""
    joined = []
    for s in sections:
        whole = next((w for w in joined if s.kind == w.kind == "peers" and
                      are_parts(w, s)), None)
        if not whole:
            joined.append(s)
            continue
        runs = sorted({f"commit {p.facts['commit']} of {p.facts['date']}"
                       for p in (whole, s) if "date" in p.facts})
        if whole.facts.get("commit") != s.facts.get("commit"):
            whole.facts["runs"] = "; ".join(runs)
        there = {(r["problem"], r["solver"]) for r in whole.rows}
        whole.rows += [r for r in s.rows
                       if (r["problem"], r["solver"]) not in there]
        whole.facts = {**s.facts, **whole.facts}
    for s in joined:
        if s.kind == "peers" and "absent" in s.facts:
            s.facts["absent"] = still_absent(s)
    return joined


def still_absent(section):
    """Returns the peers that are in no part of a table."""
    there = {r["label"] for r in section.rows}
    entries = re.split(r"; (?=[A-Z])", section.facts["absent"])
    return "; ".join(e for e in entries if e.split(":")[0] not in there)


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
