"""emps.py (the compressed format in which Netlib keeps its problems)
SPDX-License-Identifier: GPL-3.0-or-later

The decoder is strict: what the format does not allow, a wrong check character,
and data left over or missing are an Error "source:line: cause".
"""

from mps import BOUNDS, VALUED, Error, Problem, number_of
import mps

# 92 characters: ASCII 33..126 without ':' and '\', numbered from 0
ALPHABET = "".join(chr(c) for c in range(33, 127) if chr(c) not in ":\\")
VALUE = {c: v for v, c in enumerate(ALPHABET)}
CHECKS = 71  # check characters on a line
# ranges of the value v of a first character
BASE = 46  # of the long forms, half the alphabet
INDEX_SHORT = 23  # v = 23..45: the index v - 23, complete
NEGATIVE = 69  # v = 69..91: negative numbers
# classes c of a number: v - 46 or, if it is negative, v - 69
INTEGER = 11  # 11..16: an integer in long form
INTEGER_SHORT = 17  # 17..22: the integer c - 17, complete
EXPONENT_BIAS = 50
INTEGER_MAX = 1 << 52  # exact as a double
MANTISSA_SPLIT = 100000000  # 9 digits are complete


def check_char(line):
    """Computes x := rotated x + value over the characters of a line."""
    x = 0
    for c in line:
        x = x // 2 + VALUE.get(c, 92) + (16384 if x % 2 else 0)
    return ALPHABET[x % 92]


class Lines:
    """Splits a text into lines and tokens.  From start_checks to finish_checks
    each line adds its check character.  The check lines (a blank and up to 71
    such characters) are verified and dropped; extension lines, which start
    with ':', are dropped, too."""

    def __init__(self, text, source):
        lines = text.split("\n")
        self.lines = [line.rstrip("\r")
                      for line in (lines if lines[-1] else lines[:-1])]
        self.source, self.next, self.number = source, 0, 0
        self.line, self.position, self.checks = "", 0, ""

    def reject(self, cause):
        raise Error(f"{self.source}:{self.number}: {cause}")

    def bytes_left(self):
        return sum(len(line) + 1 for line in self.lines[self.next:])

    def find_name(self):
        """Moves on to the next line that starts with NAME, if there is one."""
        self.position = 0
        while self.next < len(self.lines):
            self.line = self.lines[self.next]
            self.next += 1
            self.number = self.next
            if self.line.startswith("NAME"):
                return True
        return False

    def take_line(self):
        self.number = self.next + 1
        if self.next == len(self.lines):
            self.reject("premature end of file")
        self.next += 1
        return self.lines[self.next - 1]

    def cover(self, line):
        self.checks += check_char(line)
        if len(self.checks) == CHECKS:
            number = self.number
            self.verify()
            self.number = number

    def verify(self):
        expected, first = " " + self.checks, self.next + 1 - len(self.checks)
        found = self.take_line()
        if found != expected:
            p = 0
            while p < min(len(found), len(expected)) and \
                    found[p] == expected[p]:
                p += 1
            self.reject(f"checksum: character {p + 1} of this line differs, "
                        f"which checks line {first + max(p - 1, 0)}")
        self.checks = ""

    def finish_checks(self):
        while self.checks and self.next < len(self.lines) and \
                self.lines[self.next].startswith(":"):
            self.cover(self.take_line())
        if self.checks:
            self.verify()

    def open_line(self):
        """Takes the tokens of the next covered line."""
        self.position, self.line = 0, ":"
        while self.line.startswith(":"):
            self.line = self.take_line()
            self.cover(self.line)

    def rest(self):
        """Returns the rest of the line and uses it up."""
        rest, self.position = self.line[self.position:], len(self.line)
        return rest

    def end_section(self):
        if self.position < len(self.line):
            self.reject("unused characters at end of section")

    def first_value(self):
        if self.position == len(self.line):
            self.open_line()
        if not self.line:
            self.reject("empty line where data are due")
        return self.value()

    def value(self):
        if self.position == len(self.line):
            self.reject("item cut by end of line")
        value = VALUE.get(self.line[self.position])
        self.position += 1
        if value is None:
            self.reject("character outside the alphabet at column "
                        f"{self.position}")
        return value

    def digits(self, x):
        """Adds digits of base 46 to x; the last one has 46 added."""
        while True:
            w = self.value()
            x = BASE * x + w % BASE
            if x > INTEGER_MAX:
                self.reject("integer out of range")
            if w >= BASE:
                return x

    def index(self, first=None):
        """Reads a non-negative integer of one or more characters."""
        first = self.first_value() if first is None else first
        if first >= BASE:
            self.reject("index expected")
        return first - INDEX_SHORT if first >= INDEX_SHORT else \
            self.digits(first)

    def mantissa(self, size):
        """Reads the digits of a decimal in 1..11 characters: an integer of
        base 92, or two of them if the first is complete with nine digits.  A
        leading 1 then keeps the zeros of the second."""
        high, m = "", self.value()
        for _ in range(1, size):
            d = self.value()
            if m < MANTISSA_SPLIT:
                m = 92 * m + d
            else:
                if high:
                    self.reject("mantissa too long")
                high, m = str(m), d
        low = str(m)
        if high and low[0] != "1":
            self.reject("malformed second part of a mantissa")
        return high + low[1:] if high else low

    def take_number(self):
        """Returns the text of a decimal number ("-43E-2"), or a reference to
        the table as an int, from 1."""
        v = self.first_value()
        if v < BASE:
            reference = self.index(v)
            if reference == 0:
                self.reject("table reference 0")
            return reference
        sign, c = ("-", v - NEGATIVE) if v >= NEGATIVE else ("", v - BASE)
        if c >= INTEGER_SHORT:
            return f"{sign}{c - INTEGER_SHORT}"
        if c >= INTEGER:
            return f"{sign}{self.digits(c - INTEGER)}"
        exponent = self.value() - EXPONENT_BIAS
        return f"{sign}{self.mantissa(c + 1)}E{exponent}"


class Decoder:
    """Decodes one text, problem by problem."""

    def __init__(self, text, source):
        self.lines, self.source = Lines(text, source), source
        self.problem, self.table, self.counts = None, [], {}

    def all(self):
        problems = []
        while self.lines.find_name():
            problems.append(self.one())
        if not problems:
            raise Error(f"{self.source}: no NAME line")
        return problems

    def one(self):
        lines = self.lines
        p = self.problem = Problem(lines.rest()[4:].strip())
        self.read_counts()
        lines.checks = ""
        self.read_table()
        self.read_rows()
        self.read_columns()
        self.read_vectors(self.counts["rhs"], p.rhs_sets, p.rhs)
        self.read_vectors(self.counts["ranges"], p.range_sets, p.ranges)
        self.read_bounds()
        lines.finish_checks()
        return p

    def read_counts(self):
        counts = []
        for wanted in (8, 3):
            line = ":"
            while line.startswith(":"):
                line = self.lines.take_line()
            words = line.split()[:wanted]
            if len(words) < wanted or not all(
                    w.isascii() and w.isdigit() for w in words):
                self.lines.reject(f"bad statistics: {wanted} non-negative "
                                  "integers expected")
            counts += map(int, words)
        names = ("rows", "columns", None, "entries", None, "rhs", None,
                 "ranges", None, "bounds", "table")
        self.counts = {n: c for n, c in zip(names, counts) if n}
        left = self.lines.bytes_left()  # an item takes a character or more
        for count in self.counts.values():
            if count > left:
                self.lines.reject(f"bad statistics: {count} items cannot be "
                                  f"in the {left} bytes that follow")

    def convert(self, text):
        value = number_of(text)
        if value is None:
            self.lines.reject(f"number out of range: {text}")
        return value

    def value(self):
        text = self.lines.take_number()
        if isinstance(text, str):
            return self.convert(text)
        if text > len(self.table):
            self.lines.reject(f"table reference {text} of {len(self.table)}")
        return self.table[text - 1]

    def read_table(self):
        self.table = []
        for _ in range(self.counts["table"]):
            text = self.lines.take_number()
            if not isinstance(text, str):
                self.lines.reject("table reference inside the table")
            self.table.append(self.convert(text))
        self.lines.end_section()

    def read_rows(self):
        for _ in range(self.counts["rows"]):
            self.lines.open_line()
            line = self.lines.rest()
            if not line or line[0] not in "NLGE":
                self.lines.reject("row type N, L, G or E expected")
            self.problem.rows.append((line[0], line[1:]))

    def entry(self, row):
        if row > self.counts["rows"]:
            self.lines.reject(f"row index {row} of {self.counts['rows']}")
        return row - 1, self.value()

    def read_columns(self):
        lines, columns = self.lines, self.problem.columns
        expected, left = self.counts["columns"], self.counts["entries"]
        while left > 0:
            k = lines.index()
            if k == 0:
                columns.append((lines.rest(), []))
                if len(columns) > expected:
                    lines.reject(f"too many columns, expected {expected}")
                continue
            if not columns:
                lines.reject("entry before any column name")
            columns[-1][1].append(self.entry(k))
            left -= 1
        lines.end_section()
        if len(columns) < expected:
            lines.reject(f"column count {len(columns)}, expected {expected}")

    def read_vectors(self, count, sets, items):
        while count > 0:
            k = self.lines.index()
            if k == 0:
                sets.append(self.lines.rest())
                continue
            if not sets:  # entries before any name: a set without one
                sets.append("")
            items.append((len(sets) - 1, *self.entry(k)))
            count -= 1
        self.lines.end_section()

    def read_bounds(self):
        lines, p = self.lines, self.problem
        left = self.counts["bounds"]
        while left > 0:
            t = lines.index()
            if t == 0:
                p.bound_sets.append(lines.rest())
                continue
            if t > len(BOUNDS):
                lines.reject(f"bound type {t}")
            kind, j = BOUNDS[t - 1], lines.index()
            if not 0 < j <= self.counts["columns"]:
                lines.reject(f"column index {j} of {self.counts['columns']}")
            value = self.value() if kind in VALUED else 0.0
            if not p.bound_sets:
                p.bound_sets.append("")
            p.bounds.append((len(p.bound_sets) - 1, kind, j - 1, value))
            left -= 1
        lines.end_section()


def decode(text, source):
    """Returns every problem of a compressed text (usually one)."""
    return Decoder(text, source).all()


def is_compressed(text):
    """Returns whether the line after NAME holds numbers, as in the compressed
    format, and not the title of a section, as in MPS."""
    named = False
    for line in text.split("\n"):
        if not named:
            named = line.startswith("NAME")
        elif not line.startswith(":"):
            return line.split()[:1] != [] and line.split()[0].isdigit()
    return False


def parse_any(text, source):
    """Returns all problems of a text in either format."""
    return (decode if is_compressed(text) else mps.parse)(text, source)
