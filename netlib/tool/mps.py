"""mps.py (problems as stated, and fixed MPS format)
SPDX-License-Identifier: GPL-3.0-or-later

Data in the order of the file, nothing interpreted: the first N row is the
objective, and of several right-hand sides, ranges or bound sets the first is
the one to use.
"""

import dataclasses
import decimal
import gzip
import hashlib
import math
import re

# in the order of their numbers in the compressed format, from 1
BOUNDS = ("UP", "LO", "FX", "FR", "MI", "PL")
VALUED = ("UP", "LO", "FX")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?")
NAME_WIDTH, NUMBER_WIDTH = 8, 12


class Error(ValueError):
    """The data are bad: "source:line: cause"."""


@dataclasses.dataclass
class Problem:
    """rows: (type, name); columns: (name, [(row, value)...]); rhs and ranges:
    (set, row, value); bounds: (set, type, column, value).  Sets, rows and
    columns are counted from 0; *_sets are the names of the sets."""

    name: str = ""
    rows: list = dataclasses.field(default_factory=list)
    columns: list = dataclasses.field(default_factory=list)
    rhs_sets: list = dataclasses.field(default_factory=list)
    range_sets: list = dataclasses.field(default_factory=list)
    bound_sets: list = dataclasses.field(default_factory=list)
    rhs: list = dataclasses.field(default_factory=list)
    ranges: list = dataclasses.field(default_factory=list)
    bounds: list = dataclasses.field(default_factory=list)

    def sizes(self):
        """Returns rows, columns, nonzeros as GLPK counts them: without N
        rows."""
        counted = [kind != "N" for kind, _ in self.rows]
        nonzeros = sum(counted[i] and value != 0
                       for _, entries in self.columns for i, value in entries)
        return sum(counted), len(self.columns), nonzeros

    def first_sets(self):
        """Drops all but the first set of each kind: GLPK refuses more."""
        for items, sets in ((self.rhs, self.rhs_sets),
                            (self.ranges, self.range_sets),
                            (self.bounds, self.bound_sets)):
            items[:] = [item for item in items if item[0] == 0]
            del sets[1:]
        return self

    def checksum(self):
        """Returns the SHA-256 of the numbers in a canonical form.  It depends
        on the order of rows and columns, but not on names, on the form of
        numbers, on the order within a vector, on stated zeros, or on later
        sets."""
        lines = ["rows " + "".join(kind for kind, _ in self.rows)]
        lines += ["column" + canonical(entries) for _, entries in self.columns]
        lines.append("rhs" + canonical(r[1:] for r in self.rhs if r[0] == 0))
        lines.append("ranges" + canonical(
            (r[1:] for r in self.ranges if r[0] == 0), zeros=True))
        lines += [f"bound {kind} {column + 1} {value + 0.0:.17g}"
                  for which, kind, column, value
                  in sorted(self.bounds, key=lambda b: b[2]) if which == 0]
        text = "\n".join(lines) + "\n"
        return hashlib.sha256(text.encode()).hexdigest()

    def facts(self):
        """Yields what the problem states, piece by piece: (text, value)."""
        yield f"name '{self.name}'", 0
        for kind, name in self.rows:
            yield f"row {kind} '{name}'", 0
        for name, entries in self.columns:
            for row, value in entries:
                yield f"column '{name}' row '{self.rows[row][1]}'", value
        for title, items, sets in (
                ("right-hand side", self.rhs, self.rhs_sets),
                ("range", self.ranges, self.range_sets)):
            for which, row, value in items:
                yield f"{title} '{sets[which]}' row '{self.rows[row][1]}'", \
                    value
        for which, kind, column, value in self.bounds:
            yield (f"bound {kind} '{self.bound_sets[which]}' column "
                   f"'{self.columns[column][0]}'"), value
        yield "end of problem", 0


def canonical(entries, zeros=False):
    return "".join(f" {row + 1} {value + 0.0:.17g}"
                   for row, value in sorted(entries, key=lambda e: e[0])
                   if zeros or value != 0)


def first_difference(a, b):
    """Returns what is different in b, "" if nothing.  A column without
    coefficients counts only if a bound needs it: MPS cannot state it
    otherwise."""
    for (text, value), (other, theirs) in zip(a.facts(), b.facts()):
        if text != other:
            return f"{text} against {other}"
        if value != theirs:
            return f"{text}: {value!r} against {theirs!r}"
    return ""


def number_of(text):
    """Returns the whole text as a finite number, or None."""
    if not NUMBER.fullmatch(text):
        return None
    value = float(re.sub("[dD]", "e", text))
    return value if math.isfinite(value) else None


def read_text(path):
    """Returns the content of a file, .gz or not, whatever its bytes are."""
    try:
        with open(path, "rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with (gzip.open if packed else open)(path, "rb") as file:
            return file.read().decode("latin-1")
    except (OSError, EOFError) as error:
        raise Error(f"{path}: {getattr(error, 'strerror', None) or error}"
                    ) from error


class Reader:
    """Reads fixed MPS format: names in columns 5-12, 15-22 and 40-47, numbers
    from columns 25 and 50.  Integer markers and bounds, negated objectives and
    free format are not read."""

    def __init__(self, text, source):
        self.lines, self.source, self.number = text.split("\n"), source, 0
        self.line, self.problem = "", None
        self.row_of, self.column_of, self.seen = {}, {}, set()

    def reject(self, cause):
        raise Error(f"{self.source}:{self.number}: {cause}")

    def next_line(self):
        """Moves on to a line that is neither empty nor a comment; False at the
        end."""
        while self.number < len(self.lines):
            self.line = self.lines[self.number].rstrip(" \r")
            self.number += 1
            if self.line and self.line[0] != "*":
                return True
        self.number = len(self.lines) - (not self.lines[-1])
        return False

    def data_lines(self):
        """Yields the fields of the lines up to the next section."""
        while True:
            if not self.next_line():
                self.reject("unexpected end of file, no ENDATA")
            if self.line[0] != " ":
                return
            yield self.fields()

    def field(self, begin, end, gap):
        """Returns columns begin+1 to end; those up to gap must be blank."""
        if self.line[end:gap].strip(" "):
            self.reject(f"columns {end + 1}-{gap} must be blank")
        return self.line[begin:end].rstrip(" ")

    def fields(self):
        """Returns type, name, name 1, number 1, name 2, number 2."""
        line = self.line
        if "\t" in line:
            self.reject("a tab has no place in fixed MPS format")
        first = (self.field(1, 3, 4).strip(), self.field(4, 12, 14),
                 self.field(14, 22, 24))
        if first[2].startswith("$"):  # the rest is a comment
            return *first[:2], "", "", "", ""
        # The first number may be longer than its field if nothing follows it.
        match = re.compile(r" *(\S+)").match(line, 24)
        if not match:
            return *first, "", "", ""
        begin, end = match.span(1)
        number = match[1] if begin < 36 else ""
        rest = re.compile(r" *\S").match(line, end if number else begin)
        if not rest:
            return *first, number, "", ""
        if rest.end() - 1 < 39:
            self.reject("columns 37-39 must be blank")
        name = self.field(39, 47, 49)
        if name.startswith("$"):
            return *first, number, "", ""
        return *first, number, name, line[49:72].strip()

    def value(self, text):
        value = number_of(text)
        if value is None:
            self.reject(f"bad number: {text}" if text else "number missing")
        return value

    def place(self, index, name, kind):
        if name not in index:
            self.reject(f"unknown {kind}: {name}")
        return index[name]

    def entries(self, fields):
        for name, text in [fields[2:4]] + [fields[4:6]] * bool(fields[4]):
            row = self.place(self.row_of, name, "row")
            if row in self.seen:
                self.reject(f"second value for row: {name}")
            self.seen.add(row)
            yield row, self.value(text)

    def read_rows(self):
        for kind, name, *_ in self.data_lines():
            if kind not in ("N", "L", "G", "E"):
                self.reject(f"bad row type: '{kind}'")
            if not name:
                self.reject("row name missing")
            if name in self.row_of:
                self.reject(f"second row of the name: {name}")
            self.row_of[name] = len(self.problem.rows)
            self.problem.rows.append((kind, name))

    def read_columns(self):
        columns = self.problem.columns
        for fields in self.data_lines():
            if fields[2] == "'MARKER'":
                self.reject("integer markers are not supported")
            name = fields[1]
            if not name and columns:  # as GLPK reads it
                name = columns[-1][0]
            if not name:
                self.reject("column name missing")
            if not columns or columns[-1][0] != name:
                if name in self.column_of:
                    self.reject(f"column not in one piece: {name}")
                self.column_of[name] = len(columns)
                columns.append((name, []))
                self.seen = set()
            columns[-1][1].extend(self.entries(fields))

    def set_of(self, sets, name):
        if not sets or sets[-1] != name:
            sets.append(name)
            self.seen = set()
        return len(sets) - 1

    def read_vectors(self, sets, items):
        for fields in self.data_lines():
            which = self.set_of(sets, fields[1])
            items.extend((which, *e) for e in self.entries(fields))

    def read_bounds(self):
        for kind, name, column, text, *_ in self.data_lines():
            if kind not in BOUNDS:
                self.reject(f"bad bound type: '{kind}'")
            which = self.set_of(self.problem.bound_sets, name)
            j = self.place(self.column_of, column, "column")
            self.problem.bounds.append(
                (which, kind, j, self.value(text) if kind in VALUED else 0.0))

    def read_problem(self):
        p = self.problem = Problem(self.line[4:].strip())
        self.row_of, self.column_of = {}, {}
        # Sections may be left out but keep their order.
        sections = (("ROWS", self.read_rows), ("COLUMNS", self.read_columns),
                    ("RHS", lambda: self.read_vectors(p.rhs_sets, p.rhs)),
                    ("RANGES",
                     lambda: self.read_vectors(p.range_sets, p.ranges)),
                    ("BOUNDS", self.read_bounds))
        titles = [title for title, _ in sections]
        step = 0
        if not self.next_line():
            self.reject("unexpected end of file after NAME")
        while self.line != "ENDATA":
            here = titles.index(self.line) if self.line in titles else -1
            if here < step or (step < 2 and here != step):
                self.reject(f"section not known or out of order: {self.line}")
            self.seen = set()
            sections[here][1]()
            step = here + 1
        if step < 2:
            self.reject("no COLUMNS section")
        return p

    def read_all(self):
        problems = []
        while self.next_line():
            if self.line.startswith("NAME"):
                problems.append(self.read_problem())
        if not problems:
            raise Error(f"{self.source}: no NAME line")
        return problems


def parse(text, source):
    """Returns all problems (usually one) of a text."""
    return Reader(text, source).read_all()


def number_text(value):
    """Returns a number as text that reads back as the same: without an
    exponent if that takes at most 12 characters ("2.5", ".0012"), else in the
    shorter of both forms ("-725E-13")."""
    if value == 0:
        return "0."
    sign, digits, exponent = decimal.Decimal(repr(value)).normalize(
        ).as_tuple()
    sign, digits = "-" * sign, "".join(map(str, digits))
    point = len(digits) + exponent
    if exponent >= 0:
        plain = f"{sign}{digits}{'0' * exponent}."
    elif point <= 0:
        plain = f"{sign}.{'0' * -point}{digits}"
    else:
        plain = f"{sign}{digits[:point]}.{digits[point:]}"
    if len(plain) <= NUMBER_WIDTH:
        return plain
    if plain[-1] == "." and len(plain) == NUMBER_WIDTH + 1:
        return plain[:-1]  # an integer may do without its point
    return min(plain, f"{sign}{digits}E{exponent}", key=len)


class Writer:
    """Writes fixed MPS format.  A number of more than 12 characters stands
    alone on its line.  A column without coefficients gets a zero one if a
    bound needs it, else it is left out."""

    def __init__(self, problem):
        self.problem, self.lines, self.open_name = problem, [], None

    def checked(self, name):
        if len(name) > NAME_WIDTH:
            raise Error(f"{self.problem.name}: name too long for fixed MPS "
                        f"format: {name}")
        return name

    def add(self, name, row, value):
        """Adds an entry; two of them share a line if both belong to one
        name."""
        number = number_text(value)
        item = f"{self.checked(self.problem.rows[row][1]):10}{number:>12}"
        short = len(number) <= NUMBER_WIDTH
        if self.open_name == name and short:
            self.lines[-1] += "   " + item
            self.open_name = None
            return
        self.lines.append(f"    {self.checked(name):10}{item}")
        self.open_name = name if short else None

    def section(self, title, items, sets):
        self.lines.append(title)
        self.open_name = None
        for which, row, value in items:
            self.add(sets[which], row, value)

    def text(self):
        p = self.problem
        self.lines = [f"NAME          {p.name}", "ROWS"]
        self.lines += [f" {kind}  {self.checked(name)}"
                       for kind, name in p.rows]
        self.lines.append("COLUMNS")
        bounded = {column for _, _, column, _ in p.bounds}
        for j, (name, entries) in enumerate(p.columns):
            self.open_name = None
            for row, value in entries or [(0, 0.0)] * (j in bounded):
                self.add(name, row, value)
        self.section("RHS", p.rhs, p.rhs_sets)
        if p.ranges:
            self.section("RANGES", p.ranges, p.range_sets)
        if p.bounds:
            self.lines.append("BOUNDS")
        for which, kind, column, value in p.bounds:
            line = (f" {kind} {self.checked(p.bound_sets[which]):10}"
                    f"{self.checked(p.columns[column][0])}")
            if kind in VALUED:
                line = f"{line:24}{number_text(value):>12}"
            self.lines.append(line)
        return "\n".join(self.lines + ["ENDATA", ""])
