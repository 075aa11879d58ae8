"""page.py (elements of HTML)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import html
import math
import pathlib

import figures

HERE = pathlib.Path(__file__).resolve().parent


def text(value):
    return html.escape(str(value))


def paragraph(value, css=""):
    mark = f' class="{css}"' if css else ""
    return f"<p{mark}>{text(value)}</p>\n"


def figure(name, title, caption, draw):
    """Returns a plot in both forms; draw(form) returns a figure or None."""
    parts = []
    for form in figures.WIDTHS:
        drawn = draw(form)
        if drawn is None:
            return ""
        parts.append(figures.svg(drawn, name, form, title))
    return (f'<figure id="{name}">\n<h3>{text(title)}</h3>\n' +
            "\n".join(parts) +
            f"\n<figcaption>{text(caption)}</figcaption>\n</figure>\n")


def cell(value, tag="td"):
    """Returns a cell.  Numbers stand at the right; infinite and absent ones
    sort to the end."""
    shown, key, css = text(value), "", ""
    if isinstance(value, float):
        shown = "not solved" if math.isinf(value) else f"{value:.3g}"
        key = f' data-key="{1e300 if math.isinf(value) else value!r}"'
        css = ' class="number"'
    elif isinstance(value, int) or is_number(value):
        css = ' class="number"'
    return f"<{tag}{css}{key}>{shown}</{tag}>"


def is_number(value):
    try:
        float(str(value).lstrip(">"))
        return True
    except ValueError:
        return False


def is_numeric(cells):
    """Returns whether a column has numbers, and no words."""
    said = [c for c in cells if c not in ("", "-")]
    return bool(said) and all(is_number(c) for c in said)


def table(name, columns, rows, caption="", classes=None):
    """Returns a table whose heads sort it; classes are those of the rows, or
    None."""
    head = "".join(
        '<th scope="col"{}><button type="button">{}</button></th>'.format(
            ' class="number"' if is_numeric(cells) else "", text(c))
        for c, cells in zip(columns, zip(*rows) if rows else [()] *
                            len(columns)))
    body = "".join(
        "<tr{}>{}</tr>\n".format(
            f' class="{classes[i]}"' if classes and classes[i] else "",
            "".join(map(cell, row))) for i, row in enumerate(rows))
    said = paragraph(caption, "small") if caption else ""
    return (f'{said}<div class="wide" tabindex="0" role="region" '
            f'aria-label="{text(caption or name)}">\n<table id="{name}">\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n"
            "</table>\n</div>\n")


def details(summary, content):
    return (f"<details><summary>{text(summary)}</summary>\n{content}"
            "</details>\n")


def section(name, title, content):
    if not content:
        return ""
    return (f'<section id="{name}">\n<h2>{text(title)}</h2>\n{content}'
            "</section>\n")


def document(title, body):
    style = (HERE / "page.css").read_text(encoding="utf-8")
    colours = (f":root{{{figures.variables('light')}}}\n"
               "@media (prefers-color-scheme:dark){"
               f":root{{{figures.variables('dark')}}}}}\n"
               f"@media print{{:root{{{figures.variables('light')}}}}}\n")
    script = (HERE / "page.js").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, '
        'initial-scale=1">\n<meta name="color-scheme" '
        f'content="light dark">\n<title>{text(title)}</title>\n'
        f'<link rel="icon" href="data:,">\n'
        f"<style>\n{colours}{style}</style>\n</head>\n<body>\n<main>\n"
        f"{body}</main>\n<script>\n{script}</script>\n</body>\n</html>\n")
