"""check_emps.py (Netlib's compressed format)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import random
import unittest

import emps
import emps_encoder
import mps
from emps_encoder import Encoder, random_problem
from mps import Error


def error_of(text):
    """What is thrown for a text, "" if nothing is."""
    try:
        emps.decode(text, "f")
    except Error as error:
        return str(error)
    return ""


class Tokens(unittest.TestCase):
    def test_alphabet_and_checks(self):
        self.assertEqual(len(emps.ALPHABET), 92)
        for c in ":\\ \x7f\xe4":
            self.assertNotIn(c, emps.VALUE)
        for line, check in (("", "!"), ("ER09", "0"), ("8X01", "(")):
            self.assertEqual(emps.check_char(line), check)

    def test_indices(self):
        for text, x in (("8", 0), (">", 5), ("O", 22), ("!h", 23),
                        ("!~", 45), ('"P', 46), ("7~", 1057), ("!8P", 1058),
                        ("!O~", 2115), ("!!!h", 23)):
            lines = emps.Lines(text, "f")
            self.assertEqual(lines.index(), x)
            lines.end_section()
        for x in (0, 22, 23, 1057, 1058, 100000):
            for leading in (0, 1, 3):
                text = emps_encoder.index(x, leading)
                self.assertEqual(emps.Lines(text, "f").index(), x)

    def test_numbers(self):
        for text, value in (
                ("e", "3"), ("{", "-2"), ("b", "0"), ("[t", "35"),
                ("st", "-35"), ("['P", "276"), ("PV&", "5E2"),
                ("hRM", "-43E-2"), ('iR"/', "-106E-2"), ('PJ"', "1E-10"),
                ('VT"eT*["*', "12345678901E0"),
                ('VR"FHgR"*', "10000000001E-2"),
                ('VS"FHgR".', "10000000005E-1")):
            lines = emps.Lines(text, "f")
            self.assertEqual(float(lines.take_number()), float(value))
            lines.end_section()
        self.assertEqual(emps.Lines("!h", "f").take_number(), 23)

    def test_malformed(self):
        for text, cause in (
                ("P", "item cut by end of line"),
                ("PT", "item cut by end of line"),
                ("[", "item cut by end of line"),
                ("P:!", "character outside the alphabet at column 2"),
                (" ", "character outside the alphabet at column 1"),
                ("8", "table reference 0"),
                ("", "premature end of file"),
                ('VT"eT*[!*', "malformed second part of a mantissa"),
                ("ZT~~~~~~~~~~~", "mantissa too long"),
                ("[OOOOOOOOOOOOO", "integer out of range")):
            with self.assertRaises(Error) as caught:
                emps.Lines(text, "f").take_number()
            self.assertEqual(str(caught.exception), f"f:1: {cause}")


class Problems(unittest.TestCase):
    def test_random_round_trips(self):
        for seed in range(1, 61):
            p = random_problem(seed, seed % 9 * 8, 1 + seed % 50)
            text = Encoder(seed).encode(p)
            self.assertTrue(emps.is_compressed(text))
            decoded = emps.decode(text + text, "f")
            self.assertEqual(len(decoded), 2)
            for q in decoded:
                self.assertEqual(mps.first_difference(p, q), "")
            plain, = mps.parse(mps.Writer(p).text(), "g")
            self.assertEqual(plain.checksum(), decoded[0].checksum())

    def test_damage_is_found(self):
        """One character changed in the checked part is found but for 1 in 92
        or so; whatever happens, nothing but Error may come out."""
        good = Encoder(3).encode(random_problem(3, 40, 30))
        begin = len("\n".join(good.split("\n")[:4])) + 1
        dice, accepted, tries = random.Random(5), 0, 300
        for _ in range(tries):
            at = dice.randrange(begin, len(good) - 1)
            bad = good[:at] + chr(dice.randrange(32, 127)) + good[at + 1:]
            accepted += bad != good and not error_of(bad)
        self.assertLess(accepted, tries / 25)
        for size in range(0, len(good) - 2, 17):
            self.assertTrue(error_of(good[:size]), f"cut at {size}")

    def test_wrong_counts_are_found(self):
        rows = ["NCOST", "EROW"]

        def text(first, second, data):
            checks = "".join(map(emps.check_char, rows + data))
            return "\n".join(["NAME  T", first, second, *rows, *data,
                              " " + checks, ""])
        # one column with 1 * COST and 2 * row 3, or 2 * ROW
        data, good = ["8X", "9c<d"], ["8X", "9c;d"]
        self.assertEqual(error_of(text("2 1 2 2 0 0 0 0", "0 0 0", good)), "")
        for first, second, lines, cause in (
                ("2 1 2 2 0 0 0 0", "0 0 0", data, "7: row index 3 of 2"),
                ("2 1 2 1 0 0 0 0", "0 0 0", good,
                 "7: unused characters at end"),
                ("2 2 2 2 0 0 0 0", "0 0 0", good,
                 "7: column count 1, expected 2"),
                ("2 0 2 2 0 0 0 0", "0 0 0", good,
                 "6: too many columns, expected 0"),
                ("2 1 2 -2 0 0 0 0", "0 0 0", good, "2: bad statistics"),
                ("2 1 2 2 0 0 0", "0 0 0", good, "2: bad statistics"),
                ("2 1 2 2 0 0 0 0", "0 x 0", good, "3: bad statistics"),
                ("2 1 2 999999999 0 0 0 0", "0 0 0", good,
                 "3: bad statistics"),
                ("2 1 2 2 0 0 0 0", "0 1 0", good,
                 "8: character outside the alpha")):
            found = error_of(text(first, second, lines))
            self.assertTrue(found.startswith("f:" + cause), found)
        self.assertEqual(error_of(""), "f: no NAME line")


if __name__ == "__main__":
    unittest.main()
