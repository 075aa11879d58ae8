"""check_mps.py (fixed MPS format, checksums)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import random
import unittest

import mps
from emps_encoder import random_problem

SMALL = """* a comment
NAME          SMALL
ROWS
 N  COST
 L   LIM 1
 E  a:b
 N  OTHER
COLUMNS
    X         COST               1.5    LIM 1          -2.E-3
    X         a:b                 0.
    Y 2       a:b                .25\r
              OTHER               7.   $ remark
RHS
    RHS1       LIM 1             10.   COST                3.
    RHS2       LIM 1              9.
RANGES
    RNG        LIM 1              4.
BOUNDS
 UP BND       X                   4.
 FR BND       Y 2
ENDATA
"""


def parse(text):
    problem, = mps.parse(text, "f")
    return problem


class Format(unittest.TestCase):
    def replaced(self, old, new):
        self.assertIn(old, SMALL)
        return SMALL.replace(old, new, 1)

    def test_is_read(self):
        p = parse(SMALL)
        self.assertEqual(p.name, "SMALL")
        self.assertEqual(p.rows, [("N", "COST"), ("L", " LIM 1"),
                                  ("E", "a:b"), ("N", "OTHER")])
        self.assertEqual(p.columns, [
            ("X", [(0, 1.5), (1, -2e-3), (2, 0.0)]),
            ("Y 2", [(2, 0.25), (3, 7.0)])])
        self.assertEqual(p.rhs, [(0, 1, 10.0), (0, 0, 3.0), (1, 1, 9.0)])
        self.assertEqual(p.rhs_sets, ["RHS1", "RHS2"])
        self.assertEqual(p.ranges, [(0, 1, 4.0)])
        self.assertEqual(p.bounds, [(0, "UP", 0, 4.0), (0, "FR", 1, 0.0)])
        self.assertEqual(p.sizes(), (2, 2, 2))

    def test_survives_writing(self):
        for p in (parse(SMALL), random_problem(7, 30, 40)):
            again = parse(mps.Writer(p).text())
            self.assertEqual(mps.first_difference(p, again), "")

    def test_differences_are_found(self):
        p = parse(SMALL)
        for old, new in ((" L   LIM", " G   LIM"), ("1.5", "1.6"),
                         ("4.\n", "5.\n"), (" UP", " LO"),
                         ("NAME          SMALL", "NAME          LARGE")):
            q = parse(self.replaced(old, new))
            self.assertNotEqual(mps.first_difference(p, q), "", new)

    def test_errors_name_the_line(self):
        for old, new, cause in (
                ("NAME          SMALL", "ROWS", "f: no NAME line"),
                ("ROWS\n", "",
                 "f:3: section not known or out of order:  N  COST"),
                (" L   LIM 1", " X   LIM 1", "f:5: bad row type: 'X'"),
                (" E  a:b", " E   LIM 1",
                 "f:6: second row of the name:  LIM 1"),
                ("X         a:b", "X         a.b", "f:10: unknown row: a.b"),
                ("X         a:b ", "X         COST",
                 "f:10: second value for row: COST"),
                ("1.5", "1,5", "f:9: bad number: 1,5"),
                ("1.5", "nan", "f:9: bad number: nan"),
                ("Y 2       a:b", "Y 2      xa:b",
                 "f:11: columns 13-14 must be blank"),
                ("    Y 2    ", "    \t       ",
                 "f:11: a tab has no place"),
                (" FR BND", " BV BND", "f:20: bad bound type: 'BV'"),
                (" FR BND       Y 2", " FR BND       Z",
                 "f:20: unknown column: Z"),
                ("UP BND       X                   4.", "UP BND       X",
                 "f:19: number missing"),
                ("ENDATA\n", "", "f:20: unexpected end of file, no ENDATA"),
                ("RANGES\n", "RHS\n",
                 "f:16: section not known or out of order: RHS")):
            with self.assertRaises(mps.Error, msg=new) as caught:
                parse(self.replaced(old, new))
            found = str(caught.exception)
            self.assertTrue(found.startswith(cause), found)

    def test_numbers_are_short_and_exact(self):
        for value, text in (
                (0.0, "0."), (-0.0, "0."), (2.5, "2.5"), (-1.0, "-1."),
                (.0012, ".0012"), (1e30, "1E30"), (-7.25e-11, "-725E-13"),
                (999999999999.0, "999999999999"), (100.0, "100."),
                (-.00123456789, "-.00123456789")):
            self.assertEqual(mps.number_text(value), text)
        dice = random.Random(11)
        for _ in range(20000):
            v = float(dice.getrandbits(53)) * 2.0 ** dice.randint(-200, 199)
            self.assertEqual(mps.number_of(mps.number_text(v)), v)

    def test_checksum_sees_numbers_only(self):
        checksum = parse(SMALL).checksum()
        for old, new, same in (
                ("NAME          SMALL", "NAME          OTHER", True),
                (" N  COST\n", " L  COST\n", False),
                ("   1.5", "15.E-1", True),
                ("1.5", "1.6", False),
                ("a:b                 0.", "a:b                 1.", False),
                ("    X         a:b                 0.\n", "", True),
                ("    RHS2       LIM 1              9.\n", "", True),
                ("RHS1       LIM 1             10.",
                 "RHS1       LIM 1             11.", False),
                ("    RNG ", "    R   ", True),
                (" FR BND ", " MI BND ", False)):
            p = parse(self.replaced(old, new))
            self.assertEqual(p.checksum() == checksum, same, new)


if __name__ == "__main__":
    unittest.main()
