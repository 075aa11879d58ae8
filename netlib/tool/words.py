"""words.py (what the page says)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import math
import pathlib

import answer as answers
import gather
import page

TITLE = "When the GPU pays: GLPK with libgpuinv, measured"
GAINS = ("One point a problem: stock's time over ours, both whole calls of "
         "the solver out of one run, reading and the start of CUDA "
         "excluded. Above the line it pays.")
GAIN_TABLE = ("Stock's time over ours (simplex, mode only), by what stock "
              "takes; a limit that stock ran into counts as its time.")
DENSE = ("Dense random LPs, m rows and columns. Where a curve ends, the "
         "solver ran into its limit or was not run. ")
UPDATES = ("Median time of one pivot's change of the dense inverse of the "
           "basis, with its share of a fold where changes are deferred. ")
FORMS = ("One update of the dense inverse by the six forms of Shah et al. and "
         "by ours, in one run. The column-wise form ends where omega does not "
         "fit into 48 KB of shared memory, m = 6144. ")
REPLAYS = ("The same on Netlib's six largest problems: 96 pivots of GLPK's "
           "primal simplex method from its iteration 1000 on, replayed by "
           "each form. ")
INTERIOR_FORMS = (
    "The interior point method on LPs with the sizes and densities of the KTH "
    "thesis, by its forms of the normal equations: seconds until their stop "
    "criterion is below 1e-4, the least value that it reaches, and memory, of "
    "the process or of the GPU. A bad pivot raises the diagonal, in the form "
    "called infinity it becomes 1e128. Where a curve ends, the form ran into "
    "its limit, was refused or was not run; the table says which.")
CHOLESKY = ("One factorization of a dense matrix by the forms of Jung, by "
            "cuSOLVER in full storage and by ours in half of it, in one run. ")
INTERIOR = ("Whole glp_interior calls to 1e-8 on LPs with the sizes and "
            "densities of the KTH thesis, and on a dense one. ")
PHASES = ("Shares of the whole call, the longest calls. What is missing to "
          "100 % is not attributed.")
NO_PEERS = ("No table of peers is here: gpuinv-netlib peers DIR --out "
            "FILE.tsv makes one.")
KINDS = {
    "peers": "all solvers on the same files", "runs": "glpsol, judged",
    "dense": "dense LPs", "dense_peers": "dense LPs, peers",
    "netlib": "model files, simplex", "interior": "interior point",
    "auto": "mode auto beside mode off", "update": "basis inverse",
    "update_forms": "basis updates of the literature",
    "update_replays": "basis updates on Netlib's pivots",
    "interior_forms": "interior point, four forms",
    "cholesky_forms": "Cholesky forms of the literature",
    "tableau_rounds": "tableau simplex with round trips",
    "normal": "normal equations", "sphere": "interior point, all forms",
    "tableau": "simplex iteration",
}


def limit(limits):
    if not limits:
        return ("The limit of this machine's hardware is not known to the "
                "page and not drawn.")
    barrier = (f", {limits['barrier_us']} µs a grid barrier"
               if limits["barrier_us"] else "")
    return (f"Limit: {limits['bandwidth_TB_s']} TB/s, "
            f"{limits['fp64_TF_s']} TF/s{barrier}; {limits['source']}.")


def seconds(s):
    return f"{s:.2g} s" if s >= 0.1 else f"{1000 * s:.2g} ms"


def span(b):
    if math.isinf(b["high"]):
        return f"{seconds(b['low'])} or more"
    return f"{seconds(b['low'])} to {seconds(b['high'])}"


def on_gpu(machine):
    return machine.name.startswith("NVIDIA")


def who(machine):
    return "the GPU" if on_gpu(machine) else "the host back end"


def answer(machine):
    """Returns sentences that answer the page's question for one machine."""
    found = machine.pairs
    if not found:
        return []
    faster = [p for p in found if p.gain() > 1.0]
    said = (f"{machine.name}: of {len(found)} LPs {who(machine)} is faster "
            f"than stock GLPK on {len(faster)}")
    at = answers.break_even(found)
    if at is None:
        said += "; there is no size from which on it pays on nine of ten."
    else:
        large = [p for p in found if p.stock_s >= at]
        gains = [p.gain() for p in large]
        least = "at least " if any(p.at_least for p in large) else ""
        only = ", the least here" if len(large) == len(found) else ""
        said += (f". It pays from about {seconds(at)} of stock's time{only}: "
                 f"from there on {least}{answers.geometric_mean(gains):.3g} times "
                 f"faster in the geometric mean, {min(gains):.2g} to "
                 f"{max(gains):.3g} times.")
    return [said] + auto_answer(machine)


def auto_answer(machine):
    if not machine.auto:
        return []
    off = sum(p.stock_s for p in machine.auto)
    on = sum(p.ours_s for p in machine.auto)
    slow = [p for p in machine.auto
            if p.ours_s > 1.05 * p.stock_s and
            p.ours_s - p.stock_s > answers.DRAW_S]
    return [f"Mode auto, {len(machine.auto)} LPs: {seconds(off)} of stock "
            f"become {seconds(on)}; {len(slow)} calls are more than 5 % and "
            "10 ms slower."]


def behind(worse, every):
    measured = [c for c in every if c.behind is not None]
    missing = len(every) - len(measured)
    lacks = f" {missing} figures of the papers are not measured." \
        if missing else ""
    if not measured:
        return "There is nothing here to compare with." + lacks
    if not worse:
        return f"Behind on none of {len(measured)} comparisons." + lacks
    return (f"Behind on {len(worse)} of {len(measured)} comparisons: ours is "
            "more than 5 % worse (and more than 10 ms where times of peers "
            "are compared). Papers' times come from the cards of their "
            "years." + lacks)


def profile(section):
    problems = len({r["problem"] for r in section.rows})
    absent = section.facts.get("absent")
    return (f"{problems} problems of {pathlib.Path(section.path).name}; "
            "times of the solve below 10 ms count as 10 ms; an answer that "
            "is wrong, or that is not there within the limit, counts as "
            "none." + beside(section) +
            (f" Absent: {absent}." if absent else ""))


def beside(section):
    jobs, runs = section.facts.get("jobs"), section.facts.get("runs")
    return (f" They did not run alone: {jobs}." if jobs else "") + (
        f" Ours and the others come from two runs: {runs}." if runs else "")


def peers(section):
    first = section.rows[0]
    return (f"Limit {first['limit_s']} s, {first['threads']} thread each, "
            "tolerances as each has them by default; objective and KKT "
            "errors of every answer by glp_check_kkt on the file as given, "
            "from row duals and column values alone. solve_s: median, as "
            "the solver says it, of CLP the process without its reading; "
            "wall_s: of the process, of those by libglpk with all their "
            "solves." + beside(section))


def machines(evidence):
    parts = []
    for name in evidence.machines():
        sections = [s for s in evidence.sections
                    if gather.machine(s) == name]
        facts = {}
        for s in sections:
            for key, value in s.facts.items():
                if key in ("kind", "started", "runs"):
                    continue
                facts.setdefault(key, [])
                if value and value not in facts[key]:
                    facts[key].append(value)
        for version in sorted({r["version"] for s in sections
                               if s.kind == "peers" for r in s.rows}):
            facts.setdefault("solvers", []).append(version)
        entries = "".join(
            f"<dt>{page.text(k.replace('_', ' '))}</dt>"
            f"<dd>{page.text('; '.join(v))}</dd>\n"
            for k, v in facts.items())
        parts.append(f"<h3>{page.text(name)}</h3>\n" + (
            f"<dl>\n{entries}</dl>\n" if entries else
            "<p>Its tables do not say what it is.</p>\n"))
    return "".join(parts)
