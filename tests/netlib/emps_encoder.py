"""emps_encoder.py (random problems, and their compressed form)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import random

from emps import ALPHABET, check_char
from mps import BOUNDS, VALUED, Problem


def random_problem(seed, rows, columns):
    """Its numbers are integers below 2^31 times a power of ten."""
    dice = random.Random(seed)

    def value():
        if dice.random() < 0.5:
            return float(dice.randint(-6, 6)) or 1.0
        text = f"{dice.randint(-1000000, 1000000)}E-{dice.choice('00136')}"
        return float(text) or 1.0

    def entries():
        for i in range(rows):
            if dice.random() < 0.25:
                yield i, value()
        yield rows, value()

    p = Problem("RANDOM", bound_sets=["", "BND 2"], rhs_sets=["RHS", ""],
                range_sets=["RNG"])
    p.rows = [(dice.choice("NLGE"), f" R{i}") for i in range(rows)]
    p.rows.append(("E", "last"))
    for j in range(columns):
        p.columns.append((f"C {j}", list(entries())))
        kind = dice.choice(BOUNDS)
        p.bounds.append((int(j > columns // 2), kind, j,
                         value() if kind in VALUED else 0.0))
    p.rhs = [(s, *e) for s in (0, 1) for e in entries()]
    p.ranges = [(0, *e) for e in entries()]
    return p


def in_base(x, base):
    digits = [x % base]
    while x >= base:
        x //= base
        digits.insert(0, x % base)
    return digits


def long_form(x):
    """x in base 46; the last digit is marked as the end."""
    digits = in_base(x, 46)
    return digits[:-1] + [46 + digits[-1]]


def letters(values):
    return "".join(ALPHABET[v] for v in values)


def index(x, leading):
    """x with at least so many characters of the long form; 0 allows the
    short form."""
    if leading == 0 and x <= 22:
        return ALPHABET[23 + x]
    values = long_form(x)
    if len(values) == 1 or values[0] > 22:
        values.insert(0, 0)
    return letters([0] * max(0, leading - 1) + values)


def take_apart(value):
    """Digits and exponent of value, as few digits as it takes."""
    for n in range(10):
        digits = round(value * 10 ** n)
        if float(f"{digits}E-{n}") == value:
            return digits, -n
    raise ValueError(value)


class Encoder:
    """With legal variety: lines of any length, long forms where short ones
    would do, references to a table or literals, and extension lines."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.lines, self.line, self.checks, self.table = [], "", "", []

    def chance(self, percent):
        return self.dice.random() < percent / 100

    def cover(self, line):
        self.lines.append(line)
        self.checks += check_char(line)
        if len(self.checks) == 71:
            self.finish_checks()

    def finish_checks(self):
        if self.checks:
            self.lines.append(" " + self.checks)
        self.checks = ""

    def finish_line(self):
        if self.line:
            self.cover(self.line)
        self.line = ""
        if self.chance(2):
            self.cover(": a remark")

    def token(self, text):
        if len(self.line) + len(text) > 70 or (self.line and self.chance(5)):
            self.finish_line()
        self.line += text

    def name(self, text):
        self.token(index(0, self.chance(10)) + text)
        self.finish_line()

    def index(self, x):
        self.token(index(x, self.chance(10)))

    def literal(self, value):
        digits, exponent = take_apart(value)
        sign, size = (69 if digits < 0 else 46), abs(digits)
        if exponent or self.chance(50):
            mantissa = in_base(size, 92)
            return letters([sign + len(mantissa) - 1, 50 + exponent,
                            *mantissa])
        if size <= 5 and self.chance(80):
            return ALPHABET[sign + 17 + size]
        values = long_form(size)  # the first holds a leading digit 0..5
        if len(values) == 1 or values[0] > 5:
            values.insert(0, 0)
        return letters([sign + 11 + values[0], *values[1:]])

    def number(self, value):
        if value in self.table:
            self.index(self.table.index(value) + 1)
        else:
            self.token(self.literal(value))

    def vectors(self, items, sets):
        at = -1
        for which, row, value in items:
            while at < which:
                at += 1
                self.name(sets[at])
            self.index(row + 1)
            self.number(value)
        self.finish_line()

    def encode(self, p):
        values = [v for _, entries in p.columns for _, v in entries]
        self.table = list(dict.fromkeys(v for v in values if self.chance(20)))
        self.lines = ["", f"NAME          {p.name}",
                      f" {len(p.rows)} {len(p.columns)} 0 {len(values)} 1 "
                      f"{len(p.rhs)} 1 {len(p.ranges)}",
                      f" 1 {len(p.bounds)} {len(self.table)}"]
        for value in self.table:
            self.token(self.literal(value))
        self.finish_line()
        for kind, name in p.rows:
            self.cover(kind + name)
        for name, entries in p.columns:
            self.name(name)
            for row, value in entries:
                self.index(row + 1)
                self.number(value)
        self.finish_line()
        self.vectors(p.rhs, p.rhs_sets)
        self.vectors(p.ranges, p.range_sets)
        at = -1
        for which, kind, column, value in p.bounds:
            while at < which:
                at += 1
                self.name(p.bound_sets[at])
            self.index(BOUNDS.index(kind) + 1)
            self.index(column + 1)
            if kind in VALUED:
                self.number(value)
        self.finish_line()
        self.finish_checks()
        return "\n".join(self.lines) + "\n"
