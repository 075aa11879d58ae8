"""bench_text.py (tables in the programs of tests/bench, as they print them)
SPDX-License-Identifier: GPL-3.0-or-later

A file holds one table or more.  Each begins with a line of column names;
lines "#" before it say what, where and from which sources, and hold for the
tables after it until others say otherwise.
"""

import dataclasses
import re

# Kinds of tables by the first words of their column names; of the columns
# after the count, the rest of a line is the last.
KINDS = {
    ("family", "m", "primal"): ("dense", 21),
    ("family", "m", "clp_primal"): ("dense_peers", 10),
    ("problem", "rows", "cols"): ("netlib", 18),
    ("case", "m", "n"): ("interior", 0),
    ("model", "repeats", "engine"): ("auto", 9),
    ("m", "operation", "median"): ("update", 0),
    ("problem", "m", "n", "form"): ("normal", 0),
    ("problem", "form", "factor"): ("sphere", 0),
    ("LP", "m", "="): ("tableau", 0),
}


@dataclasses.dataclass
class Section:
    """One table: the facts of its machine, the remarks about it, its rows."""

    kind: str
    path: str
    facts: dict
    note: str
    columns: list
    rows: list = dataclasses.field(default_factory=list)


def kind_of(line):
    words = line.split()
    for start, (kind, _) in KINDS.items():
        if tuple(words[:len(start)]) == start:
            return kind
    return None


def columns_of(kind, line):
    if kind == "update":
        return ["m", "operation", "median_us", "min_us", "max_us", "TB/s",
                "note"]
    if kind in ("interior", "normal", "sphere", "tableau"):
        line = re.sub(r"\b(mem|time|setup|assem|potrf|solve|rest|fill|factor|"
                      r"build) (s|ms)\b", r"\1_\2", line)
        line = line.replace("m = n", "m").replace("verdict, ", "verdict_")
        line = line.replace("status; residuals, gap", "status")
        line = line.replace("same stop, objective", "same stop")
    return unique(line.split())


def unique(names):
    """Makes names unique: one that comes again, such as the pivots' time after
    their number, gets its number among the equal names."""
    seen, result = {}, []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}_{seen[name]}")
    return result


def fields_of(kind, line, columns):
    """Returns as many fields as columns, or None if the line is not a row."""
    if kind == "update":
        fields = re.split(r" {2,}", line.strip())
        if len(fields) > 7:
            fields = fields[:6] + [" ".join(fields[6:])]
        if len(fields) == 6:
            fields.append("")
    elif kind == "interior":
        fields = interior_fields(line, columns)
    elif kind in ("normal", "sphere"):
        fields = one_word(line).split(None, len(columns) - 1)
    else:
        fields = line.split(None, len(columns) - 1)
    return fields if fields and len(fields) == len(columns) else None


def one_word(line):
    """Makes one word of the name of a form."""
    return re.sub(r"(device|host) (dense|packed|sparse)(, several cards)?",
                  lambda found: found[0].replace(",", "").replace(" ", "_"),
                  line)


def interior_fields(line, columns):
    """Splits a row whose form and verdict contain spaces.  Early rows lack the
    columns for estimates."""
    match = re.search(r"(device|host) (dense|sparse|packed)\s+(.*)$", line)
    if not match:
        return None
    numbers = line[:match.start()].split()
    lead = columns.index("normal")
    if len(numbers) > lead:
        numbers = numbers[:lead]
    numbers += ["nan"] * (lead - len(numbers))
    return numbers + [f"{match[1]} {match[2]}", match[3]]


OLD_FACTS = (
    ("gpu", r"(NVIDIA [A-Z]+\d+\w*)"),
    ("cores", r"(\d+) CPU cores"),
    ("cuda", r"CUDA (?:run time )?(\d+\.\d+)"),
    ("driver", r"driver (\d{3}\.\d[\d.]*)"),
    ("commit", r"commit ([0-9a-f]{7})\b"),
)


def facts_of(lines, before):
    """Takes facts from "# KEY<tab>VALUE", else from sentences."""
    facts = dict(before)
    text = " ".join(lines)
    for key, pattern in OLD_FACTS:
        found = re.search(pattern, text)
        if found:
            facts[key] = found[1]
    for line in lines:
        key, tab, value = line.lstrip("# ").partition("\t")
        if tab:
            facts[key.strip()] = value.strip()
    return facts


def read(path):
    """Returns all tables of a file; lines that fit none are left out."""
    sections, comments, current = [], [], None
    facts = {}
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines:
        kind = kind_of(line)
        if kind:
            facts = facts_of(comments, facts)
            note = " ".join(c.lstrip("# ") for c in comments
                            if "\t" not in c)
            current = Section(kind, str(path), dict(facts), note,
                              columns_of(kind, line))
            sections.append(current)
            comments = []
        elif line.startswith("#") or (line.strip() and current is None):
            comments.append(line)
        elif current and line.strip():
            fields = fields_of(current.kind, line, current.columns)
            if fields:
                current.rows.append(dict(zip(current.columns, fields)))
    return [s for s in sections if s.rows]


def number(text):
    """Returns the number in a cell: None for "-", "nan" and text.  A limit
    such as ">60" counts as its number."""
    try:
        value = float(text.lstrip(">"))
    except (ValueError, AttributeError):
        return None
    return value if value == value else None  # NaN is not itself
