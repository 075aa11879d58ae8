"""check_runs.py (logs, manifests, verdicts, processes)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import contextlib
import importlib.util
import io
import math
import os
import pathlib
import signal
import tempfile
import threading
import time
import unittest

import glpsol_output
import manifest
import process
import results
from mps import Error

LOG = """GLPSOL--GLPK LP/MIP Solver 5.0
GLPK Simplex Optimizer 5.0
27 rows, 32 columns, 83 non-zeros
GPU: basis inverse on cuda device 0 (Some Card)
      0: obj =   0.000000000e+00 inf =   3.796e+02 (2)
GPU: out of memory; using the CPU
     12: obj =  -3.0e+02 inf =   0.000e+00 (0) 1
*    17: obj =  -4.647531429e+02 inf =   0.000e+00 (0) 1
OPTIMAL LP SOLUTION FOUND
Time used:   0.0 secs
Memory used: 0.1 Mb (102310 bytes)
"""
MANIFEST = "\t".join(manifest.HEADER) + """
good\tfeasible\t1\t2\t3\toptimal\t-1000\t1e-7\tlp/data/good\tx
bad\tinfeasible\t1\t2\t3\tinfeasible\t-\t1e-7\tlp/infeas/bad\tx
"""


def command_line():
    """The module of the command line, which has no name to import."""
    path = pathlib.Path(manifest.__file__).with_name("__main__.py")
    spec = importlib.util.spec_from_file_location("command_line", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def manifest(self, text=MANIFEST):
        path = self.folder / "m.tsv"
        path.write_text(text, encoding="utf-8")
        return manifest.read(str(path))


class Output(unittest.TestCase):
    def test_log(self):
        log = glpsol_output.read_log(LOG)
        self.assertEqual(log, glpsol_output.Log(
            17, "cuda device 0 (Some Card)",
            "GPU: out of memory; using the CPU", "OPTIMAL LP SOLUTION FOUND",
            "Memory used: 0.1 Mb (102310 bytes)"))
        dual = glpsol_output.read_log(
            "     77:                         inf =   3.796e+02 (2)\n"
            "#   123: obj =  -4.6e+02 inf =   0.000e+00 (0)\n"
            "  a 200: obj = inf = 3\n")
        self.assertEqual(dual.iterations, 123)
        interior = glpsol_output.read_log(
            "GPU: interior point on host (LAPACK, CHOLMOD)\n"
            "  0: obj =   1.0e+00; rpi =  1.0e+00; rdi =  3.0e-01\n"
            "100: obj =  -4.6e+02; rpi =  9.1e-16; rdi =  2.0e-16\n")
        self.assertEqual((interior.iterations, interior.backend),
                         (100, "host (LAPACK, CHOLMOD)"))
        self.assertEqual(glpsol_output.read_log(""), glpsol_output.Log())

    def test_solutions(self):
        none = glpsol_output.Log()
        self.assertEqual(
            glpsol_output.end_of("c x\ns bas 27 32 f f -464.753142857143\n"
                                 "i 1 b 0 0\n", none),
            ("optimal", -464.753142857143))
        for solution, verdict, status in (
                ("s bas 2 3 f f 1", "", "optimal"),
                ("s bas 2 3 n i 1", "", "infeasible"),
                ("s bas 2 3 n f 1", "", "infeasible"),
                ("s bas 2 3 f n 1", "", "unbounded"),
                ("s bas 2 3 i n 1", "", "dual-infeasible"),
                ("s bas 2 3 f i 1", "", "feasible"),
                ("s bas 2 3 u u 0", "", "undefined"),
                ("s bas 2 3 u u 0", "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION",
                 "infeasible"),
                ("s bas 2 3 u u 0", "PROBLEM HAS NO DUAL FEASIBLE SOLUTION",
                 "dual-infeasible"),
                ("s bas 2 3 f i 0", "TIME LIMIT EXCEEDED; SEARCH TERMINATED",
                 "time-limit"),
                ("s ipt 2 3 o 1e3", "", "optimal"),
                ("s ipt 2 3 n 1e3", "", "infeasible"),
                ("s mip 2 3 o -2", "", "optimal")):
            log = glpsol_output.read_log(verdict)
            self.assertEqual(glpsol_output.end_of(solution, log)[0], status)
        for text in ("", "c nothing\n", "s bas 2 3 f f", "s bas 1 1 f f x",
                     "s bas 1 1 f f nan", "s foo 1 1 f 1"):
            self.assertIsNone(glpsol_output.end_of(text, none), text)

    def test_kkt_errors(self):
        self.assertEqual(glpsol_output.kkt_errors(
            "KKT.PE: max.abs.err = 7.28e-12 on row 4\n"
            "        max.rel.err = 7.11e-15 on row 320\n"
            "        High quality\n\n"
            "KKT.DB: max.abs.err = 3.15e+04 on row 236\n"
            "        max.rel.err = 3.15e+03 on row 236\n"),
            {"kkt_pe": 7.11e-15, "kkt_db": 3.15e3})


def row(name, kind, mode, status, objective):
    backend = {"host": "host (LAPACK)", "stock": ""}.get(
        mode, "cuda device 0 (Card)")
    return {"name": name, "class": kind, "mode": mode, "status": status,
            "objective": objective, "iterations": 5, "backend": backend,
            "wall_s": 0.0, "message": ""}


class Verdicts(Folder):
    def fault(self, *rows):
        """Of the last row."""
        return results.judge(list(rows), self.manifest())[-1]["fault"]

    def test_problems_of_the_manifest(self):
        def good(status, objective):
            return self.fault(row("good", "feasible", "stock", status,
                                  objective))

        def bad(status):
            return self.fault(row("bad", "infeasible", "stock", status, 3.0))
        self.assertEqual(good("optimal", -1000.0), "")
        self.assertEqual(good("optimal", -1000.00009), "")
        self.assertEqual(good("optimal", -1000.00011),
                         "objective error 1.1e-07 above 1e-07")
        self.assertNotEqual(good("optimal", math.nan), "")
        self.assertEqual(good("optimal", None), "no objective")
        for status in ("infeasible", "unbounded", "undefined", "feasible",
                       "time-limit", "crash", "error"):
            self.assertEqual(good(status, -1000.0),
                             f"{status}, expected optimal")
        for status in ("infeasible", "dual-infeasible"):
            self.assertEqual(bad(status), "")
        for status in ("optimal", "undefined", "unbounded", "crash"):
            self.assertNotEqual(bad(status), "")
        self.assertNotEqual(
            self.fault(row("other", "feasible", "stock", "optimal", 3.0)), "")

    def test_other_problems(self):
        stock = row("p", "-", "stock", "optimal", 50.0)

        def host(status, objective):
            return row("p", "-", "host", status, objective)
        self.assertEqual(self.fault(stock), "")
        self.assertEqual(self.fault(stock, host("optimal", 50.0)), "")
        self.assertEqual(self.fault(stock, host("optimal", 51.0)),
                         "objective error 2.0e-02 above 1e-07")
        self.assertEqual(self.fault(stock, host("infeasible", 50.0)),
                         "infeasible, expected optimal")
        self.assertEqual(self.fault(host("unbounded", 50.0)), "")
        self.assertEqual(self.fault(host("crash", 50.0)),
                         "crash, expected an end")
        late = row("p", "-", "stock", "time-limit", 1.0)
        self.assertEqual(self.fault(late, host("optimal", 50.0)), "")
        # a name of the manifest with other numbers
        self.assertEqual(
            self.fault(row("good", "-", "stock", "optimal", 1.0)), "")

    def test_back_end_must_run(self):
        for mode in ("host", "cuda", "gpu"):
            r = row("good", "feasible", mode, "optimal", -1000.0)
            self.assertEqual(self.fault(r), "")
            r["backend"] = "cuda device 0" if mode == "host" else ""
            self.assertNotEqual(self.fault(r), "")
            r["iterations"] = None  # solved by the presolver
            self.assertEqual(self.fault(r), "")

    def test_results_survive_a_file(self):
        r = row("good", "feasible", "host", "optimal", -1000.125)
        r.update(kkt_pe=1e-9, wall_s=1.25, message="a\tb")
        empty = dict.fromkeys(results.COLUMNS, "")
        empty.update(dict.fromkeys(results.FORMATS))
        path = self.folder / "r.tsv"
        path.write_text(results.header() + results.line_of(r)
                        + results.line_of(empty), encoding="utf-8")
        again, nothing = results.read(path)
        for key, value in (("objective", -1000.125), ("iterations", 5),
                           ("kkt_pe", 1e-9), ("kkt_pb", None),
                           ("obj_rel_err", None), ("wall_s", 1.25),
                           ("message", "a b")):
            self.assertEqual(again[key], value)
        self.assertIsNone(nothing["objective"])
        self.assertIsNone(nothing["iterations"])

    def test_totals(self):
        rows = results.judge(
            [row("good", "feasible", "stock", "optimal", -1000.0),
             row("good", "feasible", "host", "optimal", -999.0),
             row("bad", "infeasible", "stock", "crash", 0.0)],
            self.manifest())
        self.assertTrue(results.report(rows).endswith(
            "\nstock: 1 passed, 1 failed, 0.000 s\n"
            "host: 0 passed, 1 failed, 0.000 s\n1 passed, 2 failed\n"))

    def test_bad_manifests(self):
        for old, new, cause in (
                ("\t2\t", "\tx\t", "m.tsv:2: bad count: x"),
                ("-1000", "1,5", "m.tsv:2: bad objective: 1,5"),
                ("1e-7", "-1", "m.tsv:2: bad tolerance: -1"),
                ("\tlp/data", "lp/data", "m.tsv:2: 10 fields expected"),
                ("bad\t", "good\t", "m.tsv:3: second good"),
                ("optimal\t-1000", "optimal\t-",
                 "m.tsv:2: bad status, or no objective: optimal"),
                (MANIFEST, "x\n", "m.tsv:1: not a manifest")):
            with self.assertRaises(Error) as caught:
                self.manifest(MANIFEST.replace(old, new, 1))
            self.assertIn(cause, str(caught.exception))


class CommandLine(unittest.TestCase):
    def test_options_of_run(self):
        parse = command_line().parse
        o = parse(["run", "--modes", "stock,host", "--jobs=3", "--timeout",
                   "2.5", "--presol", "--nopresol", "--dual", "dir",
                   "--only=a,b", "--", "--std", "--jobs"])
        self.assertEqual(
            (o.modes, o.jobs, o.timeout, o.presol, o.dual, o.only, o.paths,
             o.glpsol_options),
            (["stock", "host"], 3, 2.5, False, True, ["a", "b"], ["dir"],
             ["--std", "--jobs"]))
        for words, cause in (
                ("", "required: DIR|FILE"),
                ("--frob d", "unrecognized arguments: --frob"),
                ("d --jobs", "--jobs: expected one argument"),
                ("d --jobs=0", "--jobs: not an integer above 0: 0"),
                ("d --timeout=-1", "--timeout: not a number above 0: -1"),
                ("d --modes=host,tpu", "--modes: unknown mode: tpu"),
                ("d --modes=host,host", "--modes: mode given twice: host"),
                ("d --only=a,,b", "--only: empty item in a,,b"),
                ("d --resume", "--resume needs --out"),
                ("d --class=odd", "--class: invalid choice: 'odd'")):
            with contextlib.redirect_stderr(io.StringIO()) as said:
                with self.assertRaises(SystemExit) as ended:
                    parse(["run", *words.split()])
            self.assertEqual(ended.exception.code, 2)
            self.assertIn(cause, said.getvalue())


class Processes(Folder):
    def shell(self, script, limit_s=10.0):
        return process.run(["sh", "-c", script], os.environ,
                           self.folder / "out", limit_s)

    def test_every_end(self):
        r = self.shell("echo one; echo two >&2; exit 3")
        self.assertEqual((r.end, r.code, r.log), ("exit", 3, "one\ntwo\n"))
        r = self.shell("kill -SEGV $$")
        self.assertEqual((r.end, r.code), ("signal", signal.SIGSEGV))
        # a grandchild must not survive, whether the child hangs or ends
        late = self.folder / "late"
        grandchild = f"(sleep 1; touch '{late}') & "
        r = self.shell(grandchild + "exit 0")
        self.assertEqual((r.end, r.code), ("exit", 0))
        r = self.shell(grandchild + "wait", 0.2)
        self.assertEqual(r.end, "limit")
        self.assertLess(r.wall_s, 10)
        time.sleep(1.5)
        self.assertFalse(late.exists())
        with self.assertRaises(OSError):
            process.run(["/nonexistent/program"], os.environ,
                        self.folder / "out", 1.0)

    def test_all_are_stopped(self):
        threading.Timer(0.3, process.stop_all).start()
        self.assertEqual(self.shell("sleep 60", 50.0).end, "signal")


if __name__ == "__main__":
    unittest.main()
