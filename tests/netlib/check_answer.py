"""check_answer.py (what the page says before its plots)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import math
import unittest

import answer
import bench_text
import gather
from bench_text import Section


def pair(stock, ours):
    return answer.Pair(f"p{stock}", stock, ours, "peers")


def row(problem, solver, seconds, verdict="ok"):
    return {"problem": problem, "solver": solver, "label": solver.upper(),
            "verdict": verdict, "solve_s": str(seconds), "status": "optimal"}


def table(rows, commit, **facts):
    return Section("peers", "t.tsv", dict(facts, gpu="Card", commit=commit,
                                          date="D"),
                   "", list(rows[0]), list(rows))


class BreakEven(unittest.TestCase):
    def test_all_gain(self):
        found = [pair(t, 0.1) for t in (1.0, 2.0, 3.0)]
        self.assertEqual(answer.break_even(found), 1.0)

    def test_small_ones_lose(self):
        # 95 of 100 gain, but of those below 6 s none.
        found = [pair(float(t), t + 1.0 if t < 6 else 0.5)
                 for t in range(1, 101)]
        # one of ten may lose
        self.assertEqual(answer.break_even(found), 5.0)

    def test_too_few(self):
        self.assertIsNone(answer.break_even([pair(1.0, 0.5)] * 2))

    def test_the_largest_lose(self):
        found = [pair(float(t), 0.5) for t in range(1, 30)]
        found += [pair(100.0 + t, 200.0) for t in range(3)]
        self.assertIsNone(answer.break_even(found))


class Parts(unittest.TestCase):
    ours = [row("a", "gpu-primal", 1.0)]
    theirs = [row("a", "clp-dual", 2.0), row("a", "highs-ipx", 3.0)]

    def test_same_sources(self):
        joined = gather.join_peers([table(self.ours, "1", absent=(
            "CLP-DUAL: no clp; set CLP; X: none")), table(self.theirs, "1")])
        self.assertEqual(len(joined), 1)
        self.assertEqual(len(joined[0].rows), 3)
        self.assertEqual(joined[0].facts["absent"], "X: none")
        self.assertNotIn("runs", joined[0].facts)

    def test_two_runs(self):
        # What is not ours does not depend on our sources, but it is said.
        joined = gather.join_peers([table(self.ours, "1"),
                                    table(self.theirs, "2")])
        self.assertEqual(len(joined), 1)
        self.assertEqual(joined[0].facts["runs"],
                         "commit 1 of D; commit 2 of D")

    def test_not_parts(self):
        for other in (self.ours + self.theirs,
                      [row("b", "clp-dual", 1.0)]):
            joined = gather.join_peers([table(self.ours, "1"),
                                        table(other, "2")])
            self.assertEqual(len(joined), 2)

    def test_ours_not_run(self):
        self.assertEqual(list(answer.peer_comparisons(
            table(self.theirs, "1"))), [])
        wrong = [row("a", "gpu-primal", 1.0, "limit"), *self.theirs]
        behind = list(answer.peer_comparisons(table(wrong, "1")))
        self.assertEqual([c.ours for c in behind], ["GPU-PRIMAL: limit"])


class PlainCpu(unittest.TestCase):
    rows = [{"problem": "lp6x7", "form": "CPU dense", "iterations": "10",
             "status": "solved", "accuracy": "1e-9", "seconds": "1",
             "before_failure": "1e-9"}]

    def compared(self, facts):
        section = Section("interior_forms", "t", facts, "",
                          list(self.rows[0]), self.rows)
        found = answer.comparisons(gather.Evidence([section], []))
        return {c.behind is None for c in found}

    def test_only_measured(self):
        self.assertEqual(self.compared({"cpu": "C", "cores": "2"}), {False})
        self.assertEqual(self.compared({"gpu": "Card"}), {False, True})


class Cholesky(unittest.TestCase):
    def test_largest(self):
        rows = [dict(zip(("m", "precision", "form", "median_ms"), r))
                for r in (("512", "double", "ours, packed", "9"),
                          ("512", "double", "cuSOLVER, full", "1"),
                          ("4096", "double", "ours, packed", "4.0"),
                          ("4096", "double", "cuSOLVER, full", "2.0"),
                          ("4096", "double", "inner product", "90"),
                          ("8192", "double", "inner product", ""),
                          ("4096", "single", "ours, packed", "3.0"))]
        found = list(answer.cholesky_comparisons(
            Section("cholesky_forms", "t", {"gpu": "Card"}, "", [], rows)))
        self.assertEqual([(c.whose, c.subject, c.behind) for c in found],
                         [("cuSOLVER, full", "dense, m = 4096", 2.0)])


class Grouped(unittest.TestCase):
    def test_refused(self):
        def one(subject, theirs, behind, ours="too dense"):
            return answer.Comparison("Card", "A", subject, "accuracy",
                                     theirs, ours, behind)
        found = answer.grouped([
            one("a", "1", math.inf), one("b", "2", math.inf),
            one("c", "2", math.inf), one("d", "3", 2.0),
            one("e", "3", 2.0), one("f", "3", math.inf, "limit")])
        self.assertEqual([(c.subject, c.theirs) for c in found],
                         [("a, b, c", "1; 2; 2"), ("d", "3"), ("e", "3"),
                          ("f", "3")])


class Text(unittest.TestCase):
    def test_form_on_several_cards(self):
        head = "problem form factor it status; residuals, gap"
        columns = bench_text.columns_of("sphere", head)
        for said, name in (
                ("device dense", "device_dense"),
                ("device dense, several cards", "device_dense_several_cards")):
            self.assertEqual(
                bench_text.fields_of("sphere",
                                     f"lp {said} double 15 optimal; 0.0 1.0",
                                     columns),
                ["lp", name, "double", "15", "optimal; 0.0 1.0"])


if __name__ == "__main__":
    unittest.main()
