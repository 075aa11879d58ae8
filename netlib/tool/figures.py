"""figures.py (plots as SVG, for light and dark, for a desk and a phone)
SPDX-License-Identifier: GPL-3.0-or-later

Matplotlib draws with colours that stand for names; svg() puts variables of
CSS in their places, so that one drawing serves light and dark.
"""

import html
import io
import re

import matplotlib
matplotlib.use("svg")
from matplotlib import pyplot, ticker  # noqa: E402  # pylint: disable=C0413

# Stand-in, light, dark; the first three rows are text, lines and ground.
COLOURS = {
    "text": ("#010101", "#24292f", "#e6edf3"),
    "line": ("#020202", "#8c959f", "#656c76"),
    "ground": ("#030303", "#ffffff", "#0d1117"),
    "grid": ("#040404", "#d8dee4", "#2a313c"),
    "ours": ("#050505", "#cf222e", "#ff7b72"),
    "stock": ("#060606", "#0969da", "#58a6ff"),
    "clp": ("#070707", "#2c8a3e", "#56d364"),
    "highs": ("#080808", "#8250df", "#bc8cff"),
    "host": ("#090909", "#bc6c00", "#f0a04b"),
    "other": ("#0a0a0a", "#1b7c83", "#39c5cf"),
    "limit": ("#0b0b0b", "#6e7781", "#9198a1"),
}
# This font is no wider than the one that Matplotlib computes with.
FONTS = "'Helvetica Neue', Arial, sans-serif"
WIDTHS = {"desk": 8.6, "phone": 4.2}

matplotlib.rcParams.update({
    "svg.fonttype": "none", "svg.hashsalt": "libgpuinv",
    "font.family": "DejaVu Sans",  # comes with Matplotlib; see FONTS
    "font.size": 10, "axes.spines.top": False, "axes.spines.right": False,
    "axes.grid": True, "axes.axisbelow": True, "legend.frameon": False,
    "figure.dpi": 100,
})
for _key in ("text.color", "axes.labelcolor", "xtick.labelcolor",
             "ytick.labelcolor"):
    matplotlib.rcParams[_key] = COLOURS["text"][0]
for _key in ("axes.edgecolor", "xtick.color", "ytick.color"):
    matplotlib.rcParams[_key] = COLOURS["line"][0]
matplotlib.rcParams["grid.color"] = COLOURS["grid"][0]
for _key in ("axes.facecolor", "figure.facecolor", "savefig.facecolor"):
    matplotlib.rcParams[_key] = "none"


def colour(name):
    return COLOURS[name][0]


def of_solver(name):
    """Returns colour and dashes of a solver by the words of its name."""
    family = {"gpu": "ours", "ours": "ours", "stock": "stock", "clp": "clp",
              "highs": "highs", "host": "host", "soplex": "host"}
    start = re.split(r"[-_ ]", name)[0]
    dashes = {"primal": "-", "interior": "--", "dual": "--",
              "simplex": "-", "ipm": "--", "ipx": "--", "hipo": ":"}
    end = re.split(r"[-_ ]", name)[-1]
    return {"color": colour(family.get(start, "other")),
            "linestyle": dashes.get(end, "-")}


def variables(theme):
    column = {"light": 1, "dark": 2}[theme]
    return "".join(f"--{n}:{c[column]};" for n, c in COLOURS.items())


def subplots(form, rows, columns, height, **more):
    """Places panels beside each other on a desk, below each other on a
    phone."""
    if form == "phone":
        rows, columns = rows * columns, 1
    return pyplot.subplots(
        rows, columns, figsize=(WIDTHS[form], height * rows),
        layout="constrained", squeeze=False, **more)


def legend_below(figure, axes, form, columns=3):
    """Draws one legend of all that any of the panels shows."""
    entries = {}
    for a in axes.flat:
        for handle, label in zip(*a.get_legend_handles_labels()):
            entries.setdefault(label, handle)
    if entries:
        figure.legend(entries.values(), entries.keys(), fontsize=9,
                      loc="outside lower center",
                      ncols=columns if form == "desk" else 2)


def plain_ticks(axes):
    """Writes 0.1 and 200, not powers of ten, and more of them where an axis
    covers little.  Ticks that were set one by one stay."""
    for axis in (axes.xaxis, axes.yaxis):
        if axis.get_scale() != "log" or isinstance(
                axis.get_major_locator(), ticker.FixedLocator):
            continue
        low, high = axis.get_view_interval()
        few = high > 30.0 * low
        axis.set_major_locator(ticker.LogLocator(
            subs=(1,) if few else (1, 2, 5), numticks=8))
        axis.set_major_formatter(lambda value, _: f"{value:g}")
        axis.set_minor_formatter(ticker.NullFormatter())


def svg(figure, name, form, title):
    """Returns the picture as an element of HTML; screen readers read title."""
    for axes in figure.axes:
        plain_ticks(axes)
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", metadata={
        "Date": None, "Creator": None, "Format": None, "Type": None})
    pyplot.close(figure)
    text = buffer.getvalue()
    text = text[text.index("<svg"):]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r"<defs>\s*<style[^>]*>.*?</style>\s*</defs>",
                  "", text, flags=re.S)
    for key, (stand_in, _, _) in COLOURS.items():
        text = text.replace(stand_in, f"var(--{key})")
    text = text.replace("'DejaVu Sans'", FONTS)
    prefix = f"{name}-{form}-"
    text = re.sub(r'\bid="', f'id="{prefix}', text)
    text = re.sub(r'href="#', f'href="#{prefix}', text)
    text = text.replace("url(#", f"url(#{prefix}")
    text = text.replace("xlink:href", "href")
    width, height = re.search(r'viewBox="0 0 (\S+) (\S+)"', text).groups()
    start = (f'<svg class="{form}" role="img" aria-label="{html.escape(title)}" '
             f'viewBox="0 0 {width} {height}" '
             'xmlns="http://www.w3.org/2000/svg">')
    return start + text[text.index(">") + 1:]


def standalone(element):
    """Makes a separate file of an element for a desk."""
    width, height = re.search(r'viewBox="0 0 (\S+) (\S+)"', element).groups()
    style = (f":root{{{variables('light')}}}"
             "@media (prefers-color-scheme:dark){"
             f":root{{{variables('dark')}}}}}")
    element = element.replace(
        "<svg ", f'<svg width="{float(width):.0f}" '
        f'height="{float(height):.0f}" ', 1)
    ground = '<rect width="100%" height="100%" fill="var(--ground)"/>'
    style += "*{stroke-linejoin:round;stroke-linecap:butt}"
    return element.replace(">", f"><style>{style}</style>{ground}", 1)
