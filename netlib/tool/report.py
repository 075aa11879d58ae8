"""report.py (one page from all tables)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import pathlib
import sys
import time

import answer
import figures
import gather
import page
import plots
import words


def parse(arguments):
    p = argparse.ArgumentParser(
        prog="gpuinv-netlib report",
        description="Writes one HTML page, which needs no network, from "
        "tables of gpuinv-netlib and of make bench; tables of several "
        "machines go into the same page.")
    p.add_argument("paths", nargs="+", metavar="DIR|TABLE")
    p.add_argument("--out", default="report.html", metavar="FILE.html")
    p.add_argument("--svg", metavar="DIR",
                   help="also write the plots as files")
    return p.parse_args(arguments)


class Machine:
    """The tables of one machine, and its plots."""

    def __init__(self, evidence, name, number):
        self.evidence, self.name = evidence, name
        self.mark = f"m{number}"
        self.pairs = answer.pairs(evidence, name)
        self.auto = answer.auto_pairs(evidence, name)
        self.limits = plots.read_limits(name)

    def of(self, kind):
        return [s for s in self.evidence.of(kind)
                if gather.machine(s) == self.name]

    def rows(self, kind):
        return [r for s in self.of(kind) for r in s.rows]

    def first(self, kind, key):
        """Returns (key, row), one for each key."""
        found = gather.best_rows(self.of(kind), lambda r: r[key])
        return [(k, row) for k, (row, _) in found.items()]

    def gains(self):
        return page.figure(
            f"{self.mark}-gains", f"Gains over stock GLPK, {self.name}",
            words.GAINS, lambda form: plots.gains(
                self.pairs, self.auto, words.who(self), form))

    def profiles(self):
        return "".join(page.figure(
            f"{self.mark}-profile{i}",
            f"Performance profile, {len(answer.by_problem(s))} LPs, "
            f"{self.name}",
            words.profile(s), lambda form, s=s: plots.profile(s, form))
            for i, s in enumerate(self.of("peers")))

    def sizes(self):
        limits, limit = self.limits, words.limit(self.limits)
        interior = [r for _, r in self.first("interior", "case")]
        drawn = (
            ("dense", "Dense LPs", words.DENSE + limit,
             lambda form: plots.dense(
                 self.rows("dense"), self.rows("dense_peers"), limits, form,
                 self.rows("tableau_rounds"))),
            ("updates", "A change of the basis", words.UPDATES + limit,
             lambda form: plots.updates(self.rows("update"), limits, form)),
            ("forms", "Basis updates of the literature", words.FORMS + limit,
             lambda form: plots.update_forms(self.rows("update_forms"),
                                             limits, form)),
            ("replays", "Basis updates on Netlib's pivots",
             words.REPLAYS + limit,
             lambda form: plots.update_forms(self.rows("update_replays"),
                                             limits, form)),
            ("cholesky", "Cholesky forms of the literature",
             words.CHOLESKY + limit,
             lambda form: plots.cholesky_forms(self.rows("cholesky_forms"),
                                               limits, form)),
            ("interior", "Interior point, dense normal equations",
             words.INTERIOR + limit,
             lambda form: plots.interior(interior, limits, form)),
            ("interior-forms", "Interior point, four forms",
             words.INTERIOR_FORMS, lambda form: plots.interior_forms(
                 self.rows("interior_forms"), form)))
        return "".join(
            page.figure(f"{self.mark}-{name}", f"{title}, {self.name}",
                        caption, draw)
            for name, title, caption, draw in drawn)

    def phases(self):
        dense = {}
        for r in self.rows("dense"):
            dense.setdefault(f"{r['family']} {r['m']}", r)
        parts = (
            ("dense", "dense LPs, simplex", list(dense.items())),
            ("netlib", "Netlib, simplex", self.first("netlib", "problem")),
            ("interior", "interior point", self.first("interior", "case")))
        return "".join(page.figure(
            f"{self.mark}-phases-{kind}", f"Phases: {title}, {self.name}",
            words.PHASES, lambda form, k=kind, r=rows: plots.phases(
                k, r, form)) for kind, title, rows in parts)


def behind(comparisons):
    """Returns the first table, and all comparisons for further down."""
    columns = ["times behind", "where", "theirs by", "problem", "what",
               "theirs", "ours"]

    def cells(c):
        return [c.behind if c.behind is not None else "not measured",
                c.machine, c.whose, c.subject, c.what, c.theirs, c.ours]

    worse = [c for c in comparisons if c.behind and c.behind > 1.05]
    shown = answer.grouped(worse)
    first = page.table(
        "behind", columns, [cells(c) for c in shown],
        words.behind(worse, comparisons), ["behind"] * len(shown))
    every = page.table("comparisons", columns,
                       [cells(c) for c in comparisons],
                       f"All {len(comparisons)} comparisons.")
    return first, page.details("All comparisons, ahead ones included", every)


def gain_table(machines):
    rows = [[m.name, words.span(b), b["count"], b["faster"], b["median"],
             b["least"], b["most"]]
            for m in machines for b in answer.bins(m.pairs)]
    if not rows:
        return ""
    return page.table(
        "gain", ["machine", "stock takes", "problems", "faster", "median",
                 "least", "most"], rows, words.GAIN_TABLE)


def peer_table(section, number):
    columns = ["problem", "label", "status", "verdict", "solve_s",
               "solve_min_s", "solve_max_s", "wall_s", "runs", "iterations",
               "objective", "objective_error", "kkt_pe", "kkt_pb", "kkt_de",
               "kkt_db", "gap", "memory_mb", "version", "options", "message"]
    rows = [[short(r[c]) for c in columns] for r in section.rows]
    wrong = ["" if r["verdict"] == "ok" else "wrong" for r in section.rows]
    return page.table(f"peers{number}", columns, rows,
                      words.peers(section), wrong)


def short(value):
    """Rounds errors to three digits; objectives stay as they are."""
    return f"{float(value):.1e}" if "e-" in value and page.is_number(
        value) else value


def other_tables(evidence):
    parts = []
    for i, s in enumerate(evidence.sections):
        if s.kind == "peers":
            content = peer_table(s, i)
        else:
            content = page.table(
                f"table{i}", s.columns,
                [[short(r[c]) for c in s.columns] for r in s.rows],
                s.note or pathlib.Path(s.path).name)
        commit = s.facts.get("commit")
        parts.append(page.details(
            f"{pathlib.Path(s.path).name}: {words.KINDS.get(s.kind, s.kind)}"
            f", {gather.machine(s)}" + (f", {commit}" if commit else "") +
            f", {len(s.rows)} rows", content))
    return "".join(parts)


def build(evidence):
    machines = [Machine(evidence, name, i)
                for i, name in enumerate(evidence.machines())]
    comparisons = answer.comparisons(evidence)
    first, every = behind(comparisons)
    parts = [
        f"<h1>{page.text(words.TITLE)}</h1>\n",
        "".join(page.paragraph(s, "answer")
                for m in machines for s in words.answer(m)),
        page.section("where-behind", "Where we are behind", first),
        page.section("gains", "Gains over stock GLPK",
                     "".join(m.gains() for m in machines) +
                     gain_table(machines)),
        page.section("profiles", "Against the peers",
                     "".join(m.profiles() for m in machines)
                     or page.paragraph(words.NO_PEERS)),
        page.section("sizes", "Time against size",
                     "".join(m.sizes() for m in machines)),
        page.section("phases", "Where the time of a call goes",
                     "".join(m.phases() for m in machines)),
        page.section("machines", "Machines and versions",
                     words.machines(evidence)),
        page.section("tables", "Tables", every + other_tables(evidence)),
    ]
    date = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
    parts.append(page.paragraph(f"Written by gpuinv-netlib report, {date}.",
                                "small"))
    return machines, page.document(words.TITLE, "".join(parts))


def write_svgs(folder, machines):
    """Writes the plots that README shows, a file each."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for m in machines:
        label = "".join(c if c.isalnum() else "-" for c in m.name.lower())
        drawn = {"gains": plots.gains(m.pairs, m.auto, words.who(m),
                                      "desk"),
                 "dense": plots.dense(m.rows("dense"),
                                      m.rows("dense_peers"), m.limits,
                                      "desk")}
        for s in m.of("peers")[:1]:
            drawn["profile"] = plots.profile(s, "desk")
        for name, drawing in drawn.items():
            if drawing:
                element = figures.svg(drawing, name, "desk",
                                      f"{name}, {m.name}")
                (folder / f"{name}-{label}.svg").write_text(
                    figures.standalone(element), encoding="utf-8")


def main(arguments):
    options = parse(arguments)
    evidence = gather.gather(options.paths)
    if not evidence.sections:
        print("gpuinv-netlib: no tables there", file=sys.stderr)
        return 1
    machines, text = build(evidence)
    pathlib.Path(options.out).write_text(text, encoding="utf-8")
    if options.svg:
        write_svgs(options.svg, machines)
    for path, cause in evidence.refused:
        print(f"gpuinv-netlib: left out: {path}: {cause}", file=sys.stderr)
    print(f"{options.out}: {len(evidence.sections)} tables, "
          f"{len(machines)} machines, {len(text) / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
