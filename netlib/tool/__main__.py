"""__main__.py (gpuinv-netlib: the command line)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys

import bench
import emps
import fetch
import manifest
import mps
import peers
import results
import run
import select_problems
from mps import Error

HERE = pathlib.Path(__file__).resolve().parent


class Parser(argparse.ArgumentParser):
    """Takes no abbreviations, and ends with status 2 on a wrong command
    line."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, allow_abbrev=False, **named)

    def error(self, message):
        self.exit(2, f"gpuinv-netlib: {message}\n"
                  "Try 'gpuinv-netlib --help'.\n")


def names(text):
    if not all(text.split(",")):
        raise argparse.ArgumentTypeError(f"empty item in {text}")
    return text.split(",")


def modes(text):
    for mode in names(text):
        if mode not in run.MODES:
            raise argparse.ArgumentTypeError(f"unknown mode: {mode}")
        if names(text).count(mode) > 1:
            raise argparse.ArgumentTypeError(f"mode given twice: {mode}")
    return names(text)


def positive(kind):
    def convert(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < float("inf"):
            what = "an integer" if kind is int else "a number"
            raise argparse.ArgumentTypeError(f"not {what} above 0: {text}")
        return value
    return convert


def expand(options):
    """Decodes files.  A file with several problems gives NAME-1.mps, ..."""
    status = 0
    for file in options.files:
        try:
            problems = emps.decode(mps.read_text(file), file)
        except Error as error:
            print(f"gpuinv-netlib: {error}", file=sys.stderr)
            status = 1
            continue
        for i, problem in enumerate(problems, 1):
            if options.first_sets:
                problem.first_sets()
            text = mps.Writer(problem).text()
            if options.output == "-":
                sys.stdout.buffer.write(text.encode("latin-1"))
                continue
            number = f"-{i}" if len(problems) > 1 else ""
            folder = pathlib.Path(options.output)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{select_problems.name_of(file)}{number}.mps"
             ).write_text(text, encoding="latin-1")
    return status


def compare(options):
    rows = [row for file in options.files for row in results.read(file)]
    if not rows:
        raise Error("no results to compare")
    results.judge(rows, manifest.read())
    print(results.report(rows), end="")
    return int(any(r["fault"] for r in rows))


def list_problems(_):
    head = ["name", "class", "rows", "cols", "nonzeros"]
    print(results.aligned(head, ("name", "class"), [
        [e.name, e.kind, *map(str, e.sizes)]
        for e in manifest.read().values()]), end="")
    return 0


def checksum(options):
    for file in options.files:
        for problem in emps.parse_any(mps.read_text(file), file):
            print(problem.checksum(), *problem.sizes(),
                  select_problems.name_of(file), sep="\t")
    return 0


def same(options):
    a, b = (mps.parse(mps.read_text(f), f)
            for f in (options.file, options.other))
    if len(a) != len(b):
        print(f"different numbers of problems: {len(a)} against {len(b)}")
        return 1
    for i, pair in enumerate(zip(a, b), 1):
        difference = mps.first_difference(*pair)
        if difference:
            print(f"problem {i}: {difference}")
            return 1
    return 0


def report(words):
    """Runs the report in its own virtual environment: $GPUINV_REPORT_VENV, or
    libgpuinv/report in the user's cache.  That is made on first use, which
    takes a network and a minute, and again if requirements.txt has changed."""
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    venv = pathlib.Path(os.environ.get("GPUINV_REPORT_VENV")
                        or f"{cache}/libgpuinv/report")
    wanted, made = HERE / "requirements.txt", venv / "requirements.txt"
    if not made.exists() or made.read_bytes() != wanted.read_bytes():
        print(f"gpuinv-netlib: setting up {venv}", file=sys.stderr)
        for words_of_step, cause in (
                ([sys.executable, "-m", "venv", venv],
                 "no virtual environment; Debian has it in python3-venv"),
                ([venv / "bin/pip", "install", "--quiet",
                  "--disable-pip-version-check", "-r", wanted],
                 "Matplotlib cannot be installed; is there a network?")):
            if subprocess.run(words_of_step, stdout=sys.stderr,
                              check=False).returncode:
                raise Error(cause)
        shutil.copy(wanted, made)
    python = str(venv / "bin/python")
    os.execv(python, [python, "-B", str(HERE / "report.py"), *words])


def add_run(commands):
    p = commands.add_parser(
        "run", help="solve problems by glpsol and check the results",
        usage="gpuinv-netlib run [OPTION]... DIR|FILE... "
        "[-- OPTION OF GLPSOL...]",
        description="Solve .mps, .mps.gz, .lp and .mod files, one process per "
        "problem and mode, and check the results.")
    p.add_argument("paths", nargs="+", metavar="DIR|FILE")
    p.add_argument("--modes", type=modes, default=["stock"], metavar="LIST",
                   help="of stock (no GPU option, the default), host, cuda "
                   "(--gpu=only with this back end) and gpu (--gpu=only)")
    p.add_argument("--glpsol", default=os.environ.get("GLPSOL") or "glpsol",
                   metavar="PATH", help="default $GLPSOL, or glpsol on the "
                   "PATH")
    p.add_argument("--dual", action="store_true", help="dual simplex")
    p.add_argument("--presol", action=argparse.BooleanOptionalAction,
                   default=False, help="LP presolver")
    p.add_argument("--nopresol", action="store_false", dest="presol",
                   help="the default")
    p.add_argument("--timeout", type=positive(float), metavar="SECONDS",
                   help="per process")
    p.add_argument("--jobs", type=positive(int), default=1, metavar="N",
                   help="processes at a time")
    p.add_argument("--only", type=names, default=[], metavar="NAME,...",
                   help="these problems")
    p.add_argument("--except", type=names, default=[], metavar="NAME,...",
                   dest="leave_out", help="all but these")
    p.add_argument("--class", choices=("feasible", "infeasible"), dest="kind",
                   help="those that the manifest calls so")
    p.add_argument("--max-rows", type=positive(int), metavar="M",
                   help="MPS problems with at most M rows")
    p.add_argument("--smallest", type=positive(int), metavar="N",
                   help="of the rest the N smallest by rows times columns")
    p.add_argument("--out", metavar="FILE.tsv",
                   help="write the results as a table with tabs")
    p.add_argument("--logs", metavar="DIR",
                   help="keep the logs and solutions of glpsol")
    p.add_argument("--resume", action="store_true",
                   help="go on with FILE.tsv where it was left")
    p.set_defaults(act=run.main)


def make_parser():
    parser = Parser(
        prog="gpuinv-netlib",
        description="Netlib's problems: fetch, solve, check, compare.",
        epilog="The manifest is $GPUINV_MANIFEST or the installed "
        "manifest.tsv. Exit status: 0 if all is as expected, 1 if not, 2 for "
        "a wrong command line.")
    commands = parser.add_subparsers(metavar="COMMAND", dest="command",
                                     required=True, parser_class=Parser)
    p = commands.add_parser(
        "fetch", help="download Netlib's problems, verify them and write "
        "DIR/NAME.mps; without names: all of the manifest")
    p.add_argument("folder", metavar="DIR")
    p.add_argument("names", nargs="*", metavar="NAME")
    p.add_argument("--base", default="https://www.netlib.org", metavar="URL")
    p.set_defaults(act=fetch.main, misuse=parser.error)
    p = commands.add_parser("expand", help="Netlib's compressed format to MPS")
    p.add_argument("files", nargs="+", metavar="FILE")
    p.add_argument("-o", default="-", dest="output", metavar="DIR|-")
    p.add_argument("--first-sets", action="store_true",
                   help="only the first right-hand side, range and bound set")
    p.set_defaults(act=expand)
    add_run(commands)
    for name, act, text in (
            ("compare", compare, "check tables of run again"),
            ("checksum", checksum, "checksum, sizes and name of problems, as "
             "in the manifest")):
        p = commands.add_parser(name, help=text)
        p.add_argument("files", nargs="+", metavar="FILE")
        p.set_defaults(act=act)
    p = commands.add_parser("same", help="whether two MPS files state the "
                            "same")
    p.add_argument("file", metavar="FILE")
    p.add_argument("other", metavar="FILE")
    p.set_defaults(act=same)
    commands.add_parser("list", help="problems of the manifest").set_defaults(
        act=list_problems)
    commands.add_parser("peers", help="GLPK with and without the GPU, CLP, "
                        "HiGHS and SoPlex as far as they are here, on the same "
                        "files, judged alike; goes on where it was left")
    commands.add_parser("bench", help="all comparisons with the literature and "
                        "the peers, a table each; goes on where it was left")
    commands.add_parser("report", help="one page from all tables, those of "
                        "other machines too (draws with Matplotlib)")
    return parser


def parse(words):
    """Returns the options; words after -- are options of glpsol."""
    end = words.index("--") if words[:1] == ["run"] and "--" in words else None
    options = make_parser().parse_args(words[:end])
    options.glpsol_options = words[end + 1:] if end is not None else []
    if options.command == "run" and options.resume and not options.out:
        make_parser().error("--resume needs --out")
    return options


def main(words):
    if words[:1] == ["bench"]:
        return bench.main(words[1:])
    if words[:1] == ["peers"]:
        return peers.main(words[1:])
    if words[:1] == ["report"]:
        return report(words[1:])
    options = parse(words)
    return options.act(options)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.default_int_handler)
    try:
        STATUS = main(sys.argv[1:])
        sys.stdout.flush()
    except (Error, OSError) as error:
        print(f"gpuinv-netlib: {error}", file=sys.stderr)
        STATUS = 1
    except KeyboardInterrupt:
        STATUS = run.INTERRUPTED
    sys.exit(STATUS)
