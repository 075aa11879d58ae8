"""literature.py (plots of what the literature did, beside ours)
SPDX-License-Identifier: GPL-3.0-or-later

As in plots.py, each function takes rows and a form, "desk" or "phone".
"""

import figures
from bench_text import number
from figures import colour
from plots import FORMS, curve, size_axis

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
        for name, hue, dashes in INTERIOR_FORMS:
            curve(a, [(int(r["m"]), number(r[column])) for r in rows
                      if r["form"] == name], name,
                  {"color": colour(hue), "linestyle": dashes})
        size_axis(a, [int(r["m"]) for r in rows], 2.2)
        a.set(yscale="log", xlabel="rows m", ylabel=unit, title=title)
    figures.legend_below(figure, axes, form)
    return figure


def replays(rows, limits, form):
    """Plots updates of the inverse on pivots of Netlib's problems."""
    if not rows:
        return None
    figure, axes = figures.subplots(form, 1, 1, 4.0)
    a = axes[0, 0]
    for name, hue, dashes in FORMS:
        curve(a, [(int(r["m"]), number(r["median_us"])) for r in rows
                  if r["form"] == name], name,
              {"color": colour(hue), "linestyle": dashes},
              linewidth=2.2 if name == "ours, deferred" else 1.3)
    sizes = sorted({int(r["m"]) for r in rows})
    if limits:
        bandwidth = float(limits["bandwidth_TB_s"]) * 1e6
        a.plot(sizes, [16.0 * m * m / bandwidth for m in sizes],
               color=colour("limit"), linewidth=1, linestyle=(0, (1, 1)),
               label="limit of memory, in place")
    size_axis(a, sizes)
    a.set(yscale="log", xlabel="rows m", ylabel="µs an update")
    figures.legend_below(figure, axes, form)
    return figure
