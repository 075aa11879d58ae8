"""plots.py (what the page shows: gains, profiles, sizes, phases)
SPDX-License-Identifier: GPL-3.0-or-later

Each function takes rows and a form, "desk" or "phone", and returns a figure,
or None where there is nothing to show.
"""

import pathlib

import answer
import figures
import tsv
from bench_text import number
from figures import colour

FLOOR_S = answer.DRAW_S  # no clock of a peer ticks faster


def gains(found, auto, who, form):
    """Plots the gain over stock against stock's time, one point a problem."""
    if not found and not auto:
        return None
    figure, axes = figures.subplots(form, 1, 1, 3.6)
    a = axes[0, 0]
    for points, name, label, mark in (
            (auto, "other", "mode auto", "x"),
            (found, "ours", f"mode only, {who}", "o")):
        if points:
            a.scatter([p.stock_s for p in points],
                      [p.gain() for p in points], s=22, marker=mark,
                      color=colour(name), label=label, alpha=0.8,
                      linewidths=1)
    a.axhline(1.0, color=colour("limit"), linewidth=1)
    a.set(xscale="log", yscale="log", xlabel="time of stock GLPK, s",
          ylabel="times faster than stock")
    figures.legend_below(figure, axes, form)
    return figure


def ratios(section):
    """Returns for each solver its time over the least time of a right answer;
    a wrong or missing answer is infinitely slow."""
    solvers = list(dict.fromkeys(r["solver"] for r in section.rows))
    result = {name: [] for name in solvers}
    labels = {r["solver"]: r["label"] for r in section.rows}
    for rows in answer.by_problem(section).values():
        if len({r["solver"] for r in rows}) < len(solvers):
            continue  # the run has not come so far
        times = {r["solver"]: max(float(r["solve_s"]), FLOOR_S)
                 for r in rows if answer.good(r)}
        if not times:
            continue
        least = min(times.values())
        for name in solvers:
            result[name].append(times.get(name, float("inf")) / least)
    return result, labels


def profile(section, form):
    """Plots a performance profile (Dolan and More): the share of the problems
    that a solver solves within tau times the time of the best one."""
    result, labels = ratios(section)
    if not any(result.values()):
        return None
    figure, axes = figures.subplots(form, 1, 1, 3.8)
    a = axes[0, 0]
    top = max(r for rs in result.values() for r in rs if r < float("inf"))
    for name, rs in result.items():
        finite = sorted(r for r in rs if r < float("inf"))
        x = [1.0] + finite + [max(top * 1.2, 2.0)]
        y = [sum(f <= 1.0 for f in finite) / len(rs)] + [
            (i + 1) / len(rs) for i in range(len(finite))]
        y.append(y[-1])
        wide = name.startswith("gpu")
        a.step(x, y, where="post", label=labels[name],
               linewidth=2.4 if wide else 1.3, **figures.of_solver(name))
    a.set(xscale="log", ylim=(0, 1.02), xlim=(1, max(top * 1.2, 2.0)),
          xlabel="within this many times the best time",
          ylabel="share of the problems")
    figures.legend_below(figure, axes, form)
    return figure


def read_limits(machine):
    """Returns the hardware's figures, or None for a machine that is not
    listed."""
    rows = tsv.read(pathlib.Path(__file__).with_name("limits.tsv")).rows
    return next((r for r in rows if machine.startswith(r["gpu"])), None)


def size_axis(axis, sizes, room=1.4):
    """Places ticks at the sizes themselves, as far as they fit: each at least
    `room` times the one before, on a phone 1.7 times."""
    wide = axis.figure.get_figwidth() > figures.WIDTHS["phone"]
    ticks, room = [], room if wide else max(room, 1.7)
    for size in sorted(set(sizes)):
        if not ticks or size / ticks[-1] >= room:
            ticks.append(size)
    axis.set_xscale("log")
    axis.set_xticks(ticks, [f"{t}" for t in ticks])
    axis.set_xticks([], minor=True)


def curve(a, points, label, style, **more):
    """Draws a line through (size, time), sorted; nothing without points."""
    points = sorted((x, y) for x, y in points if y)
    if points:
        a.plot(*zip(*points), label=label, marker="o", markersize=3.5,
               **style, **more)


def form_curves(a, rows, forms, column, thick="ours", thin=1.3):
    """Draws a curve for each form (name, colour, dashes)."""
    for name, hue, dashes in forms:
        curve(a, [(int(r["m"]), number(r[column])) for r in rows
                  if r["form"] == name], name,
              {"color": colour(hue), "linestyle": dashes},
              linewidth=2.2 if name.startswith(thick) else thin)


def limit_line(a, points, label, gap=1):
    a.plot(*zip(*sorted(points)), color=colour("limit"), linewidth=1,
           linestyle=(0, (1, gap)), label=label)


DENSE_PEERS = (("clp_primal", "CLP, primal"), ("clp_dual", "CLP, dual"),
               ("highs_simplex", "HiGHS, simplex"),
               ("highs_ipm", "HiGHS, interior point"))
FAMILIES = {"P": "feasible start (P)", "D": "dual feasible start (D)",
            "M": "mixed rows, boxes (M)", "L": "integers, Lalami (L)"}


def dense_limit(rows, limits):
    """Returns the least time of the pivots: each needs two grid barriers, and
    every 96 of them read and write the tableau once."""
    if not limits or not limits["barrier_us"]:
        return []
    bandwidth = float(limits["bandwidth_TB_s"]) * 1e12
    barriers = 2e-6 * float(limits["barrier_us"])
    return [(m, pivots * (barriers + 16.0 * m * m / 96 / bandwidth))
            for m, pivots in rows]


def dense_panel(a, family, rows, peers, limits):
    mine = [r for r in rows if r["family"] == family]
    best = {}
    for r in mine:  # the first of a size comes from an undisturbed run
        best.setdefault(int(r["m"]), r)
    curve(a, [(m, number(r["ours"])) for m, r in best.items()],
          "ours, whole call", {"color": colour("ours")}, linewidth=2.4)
    curve(a, [(m, number(r["pivots"])) for m, r in best.items()],
          "ours, pivots alone",
          {"color": colour("ours"), "linestyle": ":"})
    stock, host = {}, {}
    for r in mine:
        for column in ("primal", "dual"):
            t = number(r[column])
            if t and not r[column].startswith(">"):
                stock[int(r["m"])] = min(t, stock.get(int(r["m"]), t))
        if number(r["host"]):
            host.setdefault(int(r["m"]), number(r["host"]))
    curve(a, stock.items(), "stock GLPK", {"color": colour("stock")})
    curve(a, host.items(), "ours, host", {"color": colour("host")})
    for column, label in DENSE_PEERS:
        first = {}
        for r in peers:
            if r["family"] == family and not r[column].startswith(">"):
                first.setdefault(int(r["m"]), number(r[column]))
        curve(a, first.items(), label, figures.of_solver(column))
    floor = dense_limit([(m, number(r["number"])) for m, r in best.items()],
                        limits)
    if floor:
        limit_line(a, floor, "limit of these pivots")
    size_axis(a, [int(r["m"]) for r in mine])
    a.set(yscale="log", title=FAMILIES[family], xlabel="rows = columns",
          ylabel="s")


def rounds_curves(a, rounds):
    """Lalami's method on the same LPs: the time of all pivots."""
    for column, label, name in (
            ("device_s", "round trips (Lalami), pivots", "other"),
            ("host_s", "the same on one core", "limit")):
        curve(a, [(int(r["m"]), number(r[column])) for r in rounds
                  if r["verdict"] == "ok"], label,
              {"color": colour(name), "linestyle": "--"})


def dense(rows, peers, limits, form, rounds=()):
    families = [f for f in FAMILIES if any(r["family"] == f for r in rows)]
    if not families:
        return None
    columns = 2 if len(families) > 1 else 1
    figure, axes = figures.subplots(form, -(-len(families) // columns),
                                    columns, 2.9)
    for a, family in zip(axes.flat, families):
        dense_panel(a, family, rows, peers, limits)
        if family == "L":
            rounds_curves(a, rounds)
    for a in list(axes.flat)[len(families):]:
        a.set_visible(False)
    figures.legend_below(figure, axes, form, 4)
    return figure


UPDATES = (("update, matrices in turn", "at once, from memory", "stock"),
           ("update", "at once", "stock"),
           ("update, deferred, K = 32", "deferred, K = 32", "other"),
           ("update, deferred, K = 96", "deferred, K = 96", "ours"))


def updates(rows, limits, form):
    """Plots the time of a change of the basis inverse against its rows."""
    if not rows:
        return None
    figure, axes = figures.subplots(form, 1, 1, 3.6)
    a = axes[0, 0]
    for operation, label, name in UPDATES:
        first = {}
        for r in rows:
            if r["operation"] == operation:
                first.setdefault(int(r["m"]), number(r["median_us"]))
        style = {"color": colour(name),
                 "linestyle": "--" if label == "at once" else "-"}
        curve(a, first.items(), label, style)
    if limits:
        sizes = sorted({int(r["m"]) for r in rows})
        bandwidth = float(limits["bandwidth_TB_s"]) * 1e6  # bytes a us
        for k, label in ((1, "limit of memory"),
                         (96, "the same, once in 96")):
            limit_line(a, [(m, 16.0 * m * m / k / bandwidth) for m in sizes],
                       label, k ** 0.2)
    size_axis(a, [int(r["m"]) for r in rows])
    a.set(yscale="log", xlabel="rows m", ylabel="µs a change")
    figures.legend_below(figure, axes, form)
    return figure


FORMS = (("PFI", "limit", "-"), ("MPFI", "highs", "-"),
         ("column-wise", "clp", "-"),
         ("element-wise, original", "stock", ":"),
         ("element-wise, modified", "stock", "--"),
         ("element-wise, proposed", "stock", "-"),
         ("ours, at once", "ours", "--"), ("ours, deferred", "ours", "-"))


def update_forms(rows, limits, form):
    """Plots the literature's updates of the inverse and ours, of one run: on
    random bases, or on pivots of Netlib's problems."""
    if not rows:
        return None
    figure, axes = figures.subplots(form, 1, 1, 4.0)
    a = axes[0, 0]
    form_curves(a, rows, FORMS, "median_us", "ours, deferred")
    sizes = sorted({int(r["m"]) for r in rows})
    if limits:
        bandwidth = float(limits["bandwidth_TB_s"]) * 1e6
        limit_line(a, [(m, 16.0 * m * m / bandwidth) for m in sizes],
                   "limit of memory, in place")
    size_axis(a, sizes)
    a.set(yscale="log", xlabel="rows m", ylabel="µs an update")
    figures.legend_below(figure, axes, form)
    return figure


CHOLESKY = (("inner product", "clp", "-"),
            ("outer product, square", "stock", "--"),
            ("outer product, triangular", "stock", "-"),
            ("cuSOLVER, full", "highs", "-"),
            ("ours, rectangular packed", "ours", "-"))


def cholesky_forms(rows, limits, form):
    """Plots the literature's Cholesky forms, cuSOLVER's and ours, one run."""
    if not rows:
        return None
    figure, axes = figures.subplots(form, 1, 2, 3.4)
    sizes = sorted({int(r["m"]) for r in rows})
    for a, precision in zip(axes.flat, ("double", "single")):
        form_curves(a, [r for r in rows if r["precision"] == precision],
                    CHOLESKY, "median_ms")
        if limits and precision == "double":
            rate = float(limits["fp64_TF_s"]) * 1e9  # operations a ms
            limit_line(a, [(m, m ** 3 / 3 / rate) for m in sizes],
                       "limit of arithmetic")
        size_axis(a, sizes)
        a.set(yscale="log", xlabel="rows m", ylabel="ms a factorization",
              title=precision)
    figures.legend_below(figure, axes, form)
    return figure


def interior(rows, limits, form):
    """Plots whole glp_interior calls on dense normal equations against
    rows."""
    rows = [r for r in rows if r["case"].startswith(("lp", "M"))]
    if len(rows) < 2:
        return None
    figure, axes = figures.subplots(form, 1, 1, 3.4)
    a = axes[0, 0]
    curve(a, [(int(r["m"]), number(r["call"])) for r in rows],
          "ours, whole call", {"color": colour("ours")}, linewidth=2.4)
    curve(a, [(int(r["m"]), number(r["factor"])) for r in rows],
          "ours, factorizations",
          {"color": colour("ours"), "linestyle": ":"})
    if limits:
        rate = float(limits["fp64_TF_s"]) * 1e12
        limit_line(a, [(int(r["m"]),
                        number(r["n_2"]) * int(r["m"]) ** 3 / 3 / rate)
                       for r in rows], "limit of these factorizations")
    size_axis(a, [int(r["m"]) for r in rows])
    a.set(yscale="log", xlabel="rows m", ylabel="s")
    figures.legend_below(figure, axes, form)
    return figure


INTERIOR_FORMS = (("CPU dense", "stock", "--"), ("CPU sparse", "stock", "-"),
                  ("GPU dense", "ours", "--"), ("GPU sparse", "ours", "-"),
                  ("GPU dense infinity", "highs", ":"))
INTERIOR_PANELS = (("seconds", "s to 1e-4", "time"),
                   ("accuracy", "stop criterion", "accuracy reached"),
                   ("memory_MB", "MB", "memory"))


def interior_forms(rows, form):
    """Plots time, accuracy and memory of the interior point method by the
    forms of its normal equations, against the rows of the thesis' LPs."""
    if not any(number(r["seconds"]) for r in rows):
        return None
    figure, axes = figures.subplots(form, 1, len(INTERIOR_PANELS), 3.2)
    for a, (column, unit, title) in zip(axes.flat, INTERIOR_PANELS):
        form_curves(a, rows, INTERIOR_FORMS, column, thin=1.5)
        size_axis(a, [int(r["m"]) for r in rows], 2.2)
        a.set(yscale="log", xlabel="rows m", ylabel=unit, title=title)
    figures.legend_below(figure, axes, form)
    return figure


PHASES = {
    "dense": (("lp", "working LP"), ("copy", "copy"), ("build", "tableau"),
              ("pivots", "pivots"), ("certify", "certificate")),
    "netlib": (("lp", "working LP"), ("copy", "copy"), ("build", "tableau"),
               ("pivots_2", "pivots"), ("certify", "certificate")),
    "interior": (("copy", "copy"), ("setup", "set-up"),
                 ("factor", "assembly and factor"), ("rest", "the rest")),
}
PHASE_COLOURS = ("stock", "other", "host", "ours", "highs")
BARS = 12


def phases(kind, rows, form):
    """Plots shares of a call, the longest calls first; rows: (name, row)."""
    total = "call" if kind == "interior" else "ours"
    rows = [(n, r) for n, r in rows if number(r[total])]
    rows = sorted(rows, key=lambda nr: -number(nr[1][total]))[:BARS]
    if not rows:
        return None
    figure, axes = figures.subplots(form, 1, 1, 1.1 + 0.27 * len(rows))
    a = axes[0, 0]
    names = [f"{n}  {number(r[total]):.3g} s" for n, r in rows]
    left = [0.0] * len(rows)
    for (column, label), name in zip(PHASES[kind], PHASE_COLOURS):
        share = [100 * (number(r[column]) or 0.0) / number(r[total])
                 for _, r in rows]
        a.barh(names, share, left=left, label=label, color=colour(name),
               height=0.7)
        left = [x + y for x, y in zip(left, share)]
    a.invert_yaxis()
    a.set(xlim=(0, 100), xlabel="% of the whole call")
    a.grid(axis="y", visible=False)
    figures.legend_below(figure, axes, form, 5)
    return figure
