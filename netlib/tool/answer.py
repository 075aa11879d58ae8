"""answer.py (when the GPU pays, by how much, and where it does not)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import math
import pathlib
import statistics

import gather
import tsv
from bench_text import number

OURS = ("gpu-primal", "gpu-interior")
STOCK = ("stock-primal", "stock-dual")
# Clocks of some solvers tick every 10 ms; a smaller difference is a draw.
DRAW_S = 0.01
BINS = ((0.0, 0.01), (0.01, 0.1), (0.1, 1.0), (1.0, 10.0),
        (10.0, math.inf))


@dataclasses.dataclass
class Pair:
    """Both times come from one run.  at_least: the slower one hit its
    limit."""

    name: str
    stock_s: float
    ours_s: float
    source: str
    at_least: bool = False

    def gain(self):
        return self.stock_s / self.ours_s


def good(row):
    return row["verdict"] == "ok" and row["solve_s"]


def least(rows, names):
    """Returns the row of the least right time among these solvers, or None."""
    mine = [r for r in rows if r["solver"] in names and good(r)]
    return min(mine, key=lambda r: float(r["solve_s"]), default=None)


def by_problem(section):
    rows = {}
    for row in section.rows:
        rows.setdefault(row["problem"], []).append(row)
    return rows


def peer_pairs(section):
    for name, rows in by_problem(section).items():
        ours, stock = least(rows, OURS[:1]), least(rows, STOCK[:1])
        if ours and stock:
            yield Pair(name, float(stock["solve_s"]),
                       max(float(ours["solve_s"]), 1e-6), "peers")
        elif ours:
            late = [r for r in rows
                    if r["solver"] == STOCK[0] and r["status"] == "limit"]
            if late:
                yield Pair(name, float(late[0]["limit_s"]),
                           float(ours["solve_s"]), "peers", True)


def bench_pairs(section):
    """Returns pairs of bench_netlib and bench_dense: stock's named method and
    ours.  A measurement that says that many other processes ran is left
    out."""
    if "only pivots and objectives are a measurement" in section.note:
        return
    for row in section.rows:
        ours = number(row["ours"])
        if section.kind == "netlib":
            stock, name = row["stock"], row["problem"]
        else:
            stock = row["dual"] if row["family"] == "M" else row["primal"]
            name = f"dense {row['family']} {row['m']}"
        if ours and number(stock):
            yield Pair(name, number(stock), ours, section.kind,
                       stock.startswith(">"))


def pairs(evidence, machine):
    """Returns one pair for each problem, from the newest table that has it; one
    of solvers that ran beside each other only where there is no other."""
    sections = [s for s in evidence.of("peers", "netlib", "dense")
                if gather.machine(s) == machine]
    sections.sort(key=lambda s: ("jobs" not in s.facts,
                                 s.facts.get("date", "")), reverse=True)
    found = {}
    for s in sections:
        for pair in peer_pairs(s) if s.kind == "peers" else bench_pairs(s):
            found.setdefault(pair.name, pair)
    return list(found.values())


def auto_pairs(evidence, machine):
    """Returns pairs of mode auto: whole calls of glp_simplex, from
    bench_auto."""
    sections = [s for s in evidence.of("auto")
                if gather.machine(s) == machine]
    rows = gather.best_rows(sections, lambda r: r["model"])
    return [Pair(name, number(r["simplex_off"]), number(r["auto"]), "auto")
            for name, (r, _) in rows.items()
            if number(r["simplex_off"]) and number(r["auto"])]


def bins(found):
    """Returns for each size of stock's time the count of problems, how many of
    them gain, and the median gain."""
    for low, high in BINS:
        inside = [p for p in found if low <= p.stock_s < high]
        if inside:
            gains = sorted(p.gain() for p in inside)
            yield {"low": low, "high": high, "count": len(inside),
                   "faster": sum(p.ours_s < p.stock_s for p in inside),
                   "median": statistics.median(gains), "least": gains[0],
                   "most": gains[-1]}


def break_even(found):
    """Returns the least time of stock from which on nine of ten problems gain:
    of all those from there on, and of any ten that follow each other there.
    None if there are not three such problems."""
    ordered = sorted(found, key=lambda p: p.stock_s)
    start = None
    for i in range(len(ordered) - 3, -1, -1):
        for group in ordered[i:], ordered[i:i + 10]:
            if sum(p.ours_s < p.stock_s for p in group) < 0.9 * len(group):
                return start
        start = ordered[i].stock_s
    return start


def geometric_mean(values):
    return math.exp(statistics.fmean(map(math.log, values)))


@dataclasses.dataclass
class Comparison:
    """behind says how many times worse ours is; below 1 ours is ahead."""

    machine: str
    whose: str
    subject: str
    what: str
    theirs: str
    ours: str
    behind: float


def peer_comparisons(section):
    for name, rows in by_problem(section).items():
        solvers = {r["solver"] for r in rows}
        theirs = least(rows, solvers - set(OURS))
        if not theirs or not solvers & set(OURS):
            continue
        ours = least(rows, OURS)
        t = float(theirs["solve_s"])
        if ours is None:
            states = "; ".join(f"{r['label']}: {r['verdict']}" for r in rows
                               if r["solver"] in OURS)
            yield Comparison(gather.machine(section), theirs["label"], name,
                             "time of the solve", f"{t:.3g} s",
                             states, math.inf)
            continue
        o = float(ours["solve_s"])
        draw = abs(o - t) <= DRAW_S
        yield Comparison(
            gather.machine(section), theirs["label"], name,
            "time of the solve", f"{t:.3g} s", f"{o:.3g} s",
            1.0 if draw else o / max(t, 1e-4))


def dense_comparisons(section):
    for row in section.rows:
        ours, gain = number(row["ours"]), number(row["xpeers"])
        if not ours or not gain:
            continue
        best = row["best_of_them"]
        theirs = row.get(best) or f">{ours * gain:.3g}"
        yield Comparison(
            gather.machine(section), best, f"dense {row['family']} "
            f"{row['m']}", "time of the solve", f"{theirs} s",
            f"{ours:.3g} s", 1 / gain)


def cholesky_comparisons(section):
    """Compares ours with the best other form, of the largest matrix."""
    for precision in dict.fromkeys(r["precision"] for r in section.rows):
        rows = [r for r in section.rows if r["precision"] == precision and
                number(r["median_ms"])]
        largest = max((int(r["m"]) for r in rows), default=0)
        times = {r["form"]: number(r["median_ms"]) for r in rows
                 if int(r["m"]) == largest}
        mine = [f for f in times if f.startswith("ours")]
        theirs = min((f for f in times if f not in mine), key=times.get,
                     default=None)
        if mine and theirs:
            o, t = times[mine[0]], times[theirs]
            yield Comparison(
                gather.machine(section), theirs, f"dense, m = {largest}",
                f"one Cholesky factorization, {precision} precision "
                f"({mine[0]})", f"{t:.3g} ms", f"{o:.3g} ms", o / t)


def figure_of(evidence, machine, selector):
    """Returns our figure that matches one of a paper, or None if it is not
    measured."""
    kind, *rest = selector.split(":")
    if kind.startswith("interior"):
        sections = [s for s in evidence.of("interior")
                    if gather.machine(s) == machine]
        rows = gather.best_rows(sections, lambda r: r["case"])
        if rest[0] not in rows:
            return None
        row = rows[rest[0]][0]
        if kind == "interior":
            return number(row[rest[1]])
        verdict = row["verdict_objective"]
        return 1e-8 if verdict.startswith("optimal") else None
    if kind.startswith("forms"):
        rows = [r for s in evidence.of("interior_forms")
                if gather.machine(s) == machine for r in s.rows]
        return speedup_of_forms(rows, rest[0]) if kind == "forms-speedup" \
            else next((number(r[rest[2]]) for r in rows
                       if (r["problem"], r["form"]) == tuple(rest[:2])), None)
    if kind == "tableau-speedup":
        return next((number(r["speedup"])
                     for s in evidence.of("tableau_rounds")
                     if gather.machine(s) == machine for r in s.rows
                     if r["m"] == rest[0] and r["verdict"] == "ok"), None)
    if kind in ("update", "replay"):
        table = {"update": "update_forms", "replay": "update_replays"}[kind]
        return figure_of_updates(
            [r for s in evidence.of(table)
             if gather.machine(s) == machine for r in s.rows], rest[0])
    return None


def failure_of(evidence, machine, selector):
    """Returns why a form of the interior point did not solve a problem that it
    was run on, or ""."""
    kind, *rest = selector.split(":")
    if kind != "forms":
        return ""
    return next((r["message"] or r["status"]
                 for s in evidence.of("interior_forms")
                 if gather.machine(s) == machine for r in s.rows
                 if (r["problem"], r["form"]) == tuple(rest[:2]) and
                 r["status"] not in ("solved", "left out")), "")


def speedup_of_forms(rows, form):
    """Returns the time of the fastest CPU form over that of a GPU form, in the
    geometric mean over the problems that both solve; None if there is none."""
    times = {}
    for r in rows:
        if number(r["seconds"]):
            times.setdefault(r["problem"], {})[r["form"]] = number(
                r["seconds"])
    ratios = [min(t for f, t in of.items() if f.startswith("CPU")) / of[form]
              for of in times.values()
              if form in of and any(f.startswith("CPU") for f in of)]
    return geometric_mean(ratios) if ratios else None


def figure_of_updates(rows, what):
    """largest: the rows of the largest basis that ours was timed for.  gain:
    the gain in percent, in the mean over m >= 2000, of the proposed over the
    column-wise form.  ours: the same of our deferred form over the
    column-wise one."""
    times = {(r["form"], int(r["m"])): number(r["median_us"]) for r in rows
             if number(r["median_us"])}
    if what == "largest":
        return max((m for f, m in times if f == "ours, deferred"),
                   default=None)
    slow, fast = {"gain": ("column-wise", "element-wise, proposed"),
                  "ours": ("column-wise", "ours, deferred")}[what]
    gains = [100 * (t / times[fast, m] - 1) for (f, m), t in times.items()
             if f == slow and m >= 2000 and (fast, m) in times]
    return statistics.fmean(gains) if gains else None


def read_papers():
    return tsv.read(pathlib.Path(__file__).with_name("papers.tsv")).rows


def paper_comparisons(evidence, machine):
    for row in read_papers():
        theirs = float(row["theirs"])
        ours = figure_of(evidence, machine, row["ours"])
        whose = f"{row['work']}, {row['place']}"
        unit = f" {row['unit']}" if row["unit"] not in ("error",
                                                        "iterations") else ""
        if ours is None:
            cause = failure_of(evidence, machine, row["ours"])
            yield Comparison(machine, whose, row["subject"], row["what"],
                             f"{row['theirs']}{unit}", cause or
                             "not measured", math.inf if cause else None)
            continue
        if row["better"] == "less":
            ratio = ours / theirs
        else:
            ratio = theirs / ours if ours > 0.0 else math.inf
        yield Comparison(machine, whose, row["subject"], row["what"],
                         f"{row['theirs']}{unit}", f"{ours:.3g}{unit}",
                         ratio)


def grouped(found):
    """Makes one of comparisons that differ in problem and figure only and say
    that ours did not solve it."""
    groups = {}
    for i, c in enumerate(found):
        alone = "" if c.behind == math.inf else i
        groups.setdefault((c.machine, c.whose, c.what, c.ours, alone),
                          []).append(c)
    return [dataclasses.replace(
        g[0], subject=", ".join(c.subject for c in g),
        theirs="; ".join(c.theirs for c in g))
        for g in groups.values()]


def comparisons(evidence):
    """Returns all comparisons by machine (GPUs first), the worst first and
    those that are not measured last."""
    found = []
    for s in evidence.of("peers"):
        found += peer_comparisons(s)
    for s in evidence.of("cholesky_forms"):
        found += cholesky_comparisons(s)
    seen = set()
    for s in evidence.of("dense_peers"):  # newest sources come first
        for c in dense_comparisons(s):
            if (c.machine, c.subject) not in seen:
                seen.add((c.machine, c.subject))
                found.append(c)
    for machine in evidence.machines():
        of_papers = list(paper_comparisons(evidence, machine))
        measured = [c for c in of_papers if c.behind is not None]
        # On a plain CPU most of the papers' systems do not run.
        found += of_papers if measured and any(
            "gpu" in s.facts for s in evidence.sections
            if gather.machine(s) == machine) else measured
    order = {name: i for i, name in enumerate(evidence.machines())}
    return sorted(found, key=lambda c: (
        order[c.machine], 1.0 if c.behind is None else -c.behind))
