# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs outside Octave, R and Python's modelling: how their tests are run.

igraph and pyglpk are compiled first; LEMON's and Java's tests are programs;
4ti2 and GDL come without tests, and Sage's are the examples of its manual.
"""

import re
import shutil
import zlib

from program_base import found, pytest, unpack


def build_igraph(place):
    """Builds igraph with the distribution's GLPK, as igraph's packages contain
    their own.  It is built once, in the folder of the sources."""
    folder = place.sources / "igraph-built"
    if not folder.exists():
        unpack(found(place.sources, "igraph-*.tar.gz"), place.work / "source")
        source = found(place.work / "source", "igraph-*")
        said, status = place.run(
            place.python, "setup.py", "-q", "build_ext", "--inplace",
            cwd=source, modeless=True, more={
                "IGRAPH_CMAKE_EXTRA_ARGS": "-DIGRAPH_USE_INTERNAL_GLPK=OFF"})
        if status != 0:
            print(said[-2000:])
            return
        shutil.rmtree(source / "vendor", ignore_errors=True)
        shutil.copytree(source, folder)


def igraph(place):
    """Runs the tests of igraph's Python interface."""
    folder = place.sources / "igraph-built"
    return pytest(place, "tests", "-p", "no:warnings", cwd=folder,
                  more={"PYTHONPATH": str(folder / "src")})


def pyglpk(place):
    """Compiles pyglpk with the distribution's headers and runs its tests."""
    unpack(found(place.sources, "glpk-0*.tar.gz"), place.work / "source")
    folder = found(place.work / "source", "glpk-*")
    said, status = place.run(place.python, "setup.py", "-q", "build_ext",
                             "--inplace", cwd=folder, modeless=True)
    if status != 0:
        print(said[-2000:])
        return {"(build)": "failed"}
    return pytest(place, "tests", "-o", "python_files=*_test.py", "-o",
                  "python_classes=*TestCase", cwd=folder,
                  more={"PYTHONPATH": f"{folder}:{folder}/src"})


# --- C++ and Java ------------------------------------------------------------

def lemon(place):
    """Runs LEMON's tests of its LP and MIP interfaces on Debian's build."""
    source = found(place.sources, "liblemon_*.orig.tar.xz")
    unpack(source, place.work / "source")
    folder = found(place.work / "source", "lemon-*")
    cases = {}
    for name in ("lp_test", "mip_test"):
        said, status = place.run(
            "g++", "-w", "-DLEMON_HAVE_GLPK=1", "-DLEMON_HAVE_LP=1",
            "-DLEMON_HAVE_MIP=1", f"-I{folder}", f"test/{name}.cc", "-o", name,
            "-llemon", "-lglpk", cwd=folder, modeless=True)
        if status == 0:
            said, status = place.run(f"./{name}", cwd=folder)
        if status != 0:
            print(said[-1000:])
        cases[name] = "passed" if status == 0 else "failed"
    return cases


def java(place):
    """Runs the examples of glpk-java that need no window."""
    cases = {}
    folder = place.work / "java"
    shutil.copytree("/usr/share/doc/libglpk-java/examples/java", folder)
    jar = "/usr/share/java/glpk-java.jar"
    for name, words in (("Lp", ()), ("Mip", ()), ("LinOrd", ("tiw56r72.mat",
                        "out")), ("Gmpl", ("marbles.mod",)),
                        ("MinimumCostFlow", ()), ("Relax4", ("sample.min",)),
                        ("BranchDown", ("marbles.mod",)), ("ErrorDemo", ())):
        said, status = place.run(
            "java", "-Djava.library.path=/usr/lib/x86_64-linux-gnu/jni",
            "-cp", jar, f"{name}.java", *words, cwd=folder)
        value = re.findall(r"^ *(?:obj|z|Objective|Total cost)\S* *[=:]? *"
                           r"(-?[0-9.e+]+)", said, flags=re.M)
        cases[f"{name} {value[-1] if value else ''}".strip()] = (
            "passed" if status == 0 else "failed")
    return cases


# --- 4ti2 and GDL, whose packages have no tests -------------------------------

# Margins of 3 x 3 x 3 and 3 x 3 x 4 tables: 81 and 450 moves, as published.
TABLES = {"333": "3\n3 3 3\n3\n2 1 2\n2 2 3\n2 3 1\n",
          "334": "3\n3 3 4\n3\n2 1 2\n2 2 3\n2 3 1\n"}
MOVES = {"333": "81", "334": "450"}
COINS = {"mat": "2 4\n1 1 1 1\n1 5 10 25\n", "sign": "1 4\n1 1 1 1\n"}
PURSES = ("20 30 20 10", "7 0 13 2", "5 5 5 5", "0 41 1 6", "31 2 0 9")


def four_ti_two(place):
    """Markov and Groebner bases, truncated by GLPK's LPs and MIPs, and integer
    minima; a reduced Groebner basis is unique, so that its checksum is part of
    the case's name."""
    folder, cases = place.work / "4ti2", {}
    folder.mkdir()

    def basis(tool, name, *words):
        _, status = place.run(f"4ti2-{tool}", "-q", *words, name, cwd=folder)
        out = folder / f"{name}.{dict(markov='mar', groebner='gro')[tool]}"
        rows = out.read_text().splitlines() if out.exists() else [""]
        out.unlink(missing_ok=True)
        return status, rows[0].split()[:1], [row.split() for row in rows[1:]]

    for name, text in TABLES.items():
        (folder / f"{name}.mod").write_text(text)
        place.run("4ti2-genmodel", "-q", name, cwd=folder, modeless=True)
        status, count, _ = basis("markov", name)
        cases[f"markov {name}"] = (
            "passed" if status == 0 and count == [MOVES[name]] else "failed")
    for name, text in COINS.items():
        (folder / f"coins.{name}").write_text(text)
    for purse in PURSES:
        coins = [int(word) for word in purse.split()]
        (folder / "coins.zsol").write_text(f"1 4\n{purse}\n")
        for cost in ("1 0 0 0", "0 3 1 2"):
            (folder / "coins.cost").write_text(f"1 4\n{cost}\n")
            for words in ((), ("-t", "lp"), ("-t", "ip")):
                status, _, rows = basis("groebner", "coins", *words)
                mark = zlib.crc32(repr(sorted(rows)).encode())
                name = " ".join(("groebner", purse, "cost", cost, *words))
                cases[f"{name}: {len(rows)} {mark:08x}"] = (
                    "passed" if status == 0 and rows else "failed")
            place.run("4ti2-minimize", "-q", "coins", cwd=folder)
            out = folder / "coins.min"
            best = [int(word) for word in out.read_text().split()[1:]] if (
                out.exists()) else []
            out.unlink(missing_ok=True)
            least = least_cost(coins, [int(word) for word in cost.split()])
            right = len(best) == 4 and min(best) >= 0 and purse_of(
                best) == purse_of(coins) and value_of(best, cost) == least
            cases[f"minimize {purse} cost {cost}"] = (
                "passed" if right else "failed")
    return cases


def purse_of(coins):
    """How many coins, and how many cents."""
    return sum(coins), sum(n * c for n, c in zip(coins, (1, 5, 10, 25)))


def value_of(coins, cost):
    """What a purse costs."""
    return sum(n * int(c) for n, c in zip(coins, cost.split()))


def least_cost(coins, cost):
    """The least cost of a purse of as many coins and cents, by trying all."""
    count, cents = purse_of(coins)
    least = None
    for quarters in range(cents // 25 + 1):
        for dimes in range((cents - 25 * quarters) // 10 + 1):
            # pennies + nickels and pennies + 5 nickels are what is left
            left, worth = count - quarters - dimes, cents - (
                25 * quarters + 10 * dimes)
            nickels, odd = divmod(worth - left, 4)
            if odd or nickels < 0 or nickels > left:
                continue
            value = sum(n * c for n, c in zip(
                (left - nickels, nickels, dimes, quarters), cost))
            least = value if least is None else min(least, value)
    return least


GDL = r"""
z = SIMPLEX([1.d,1,3,-0.5d], [[740.d,-1,0,-2,0],[0,0,-2,0,7], $
   [0.5d,0,-1,1,-2],[9,-1,-1,-1,-1]], 2, 1, 1)
ok = abs(z[0] - 17.025d) lt 1e-9
print, 'case of the manual', ok
for k = 1, 25 do begin & $
   m = 3 + k & n = 5 + 2*k & $
   a = reform(((lindgen(n*m)*7919L + 31*k) mod 23) - 4.d, n, m) & $
   b = 40.d + ((lindgen(m)*104729L + k) mod 61) & $
   c = 1.d + ((lindgen(n)*1299709L + k) mod 17) & $
   rows = dblarr(n + 1, m + 1) & $
   rows[0, 0:m-1] = b & $
   rows[1:n, 0:m-1] = -a & $
   rows[0, m] = 500 & $
   rows[1:n, m] = -1 & $
   z = SIMPLEX(c, rows, m + 1, 0, 0) & $
   x = z[1:n] & $
   ok = (min(x) ge -1e-9) and (total(x) le 500 + 1e-6) and $
      (max(reform(transpose(a) # x) - b) le 1e-6) and $
      (abs(total(c*x) - z[0]) le 1e-8*z[0]) & $
   print, 'case ', strtrim(k, 2), ' ', string(z[0], format='(g14.8)'), ok & $
endfor
exit
"""


def gdl(place):
    """SIMPLEX of GDL: the example of its manual, and 25 problems whose points
    must be feasible and whose optima are part of the cases' names."""
    script = place.work / "simplex.pro"
    script.write_text(GDL)
    said, _ = place.run("gdl", "-q", script, text="",
                        more={"GDL_DISABLE_WX_PLOTS": "YES"})
    cases = {" ".join(name.split()): "passed" if ok == "1" else "failed"
             for name, ok in re.findall(r"^case (.*?) +([01])$", said,
                                        flags=re.M)}
    if len(cases) != 26:
        print(said[-2000:])
        cases["(all)"] = "failed"
    return cases


# --- Sage ---------------------------------------------------------------------

SAGE = ("backends/glpk_backend.pyx", "backends/glpk_exact_backend.pyx",
        "backends/glpk_graph_backend.pyx", "backends/generic_backend.pyx",
        "mip.pyx")


def sage(place):
    """Sage's doctests of GLPK and of mixed integer programs."""
    folder, cases = "/usr/lib/python3/dist-packages/sage/numerical/", {}
    for name in SAGE:
        said, _ = place.run("sage", "-t", "--random-seed=0", "--warn-long",
                            "1000", folder + name)
        bad = {int(line) for line in
               re.findall(r"^File \S+, line (\d+), in", said, flags=re.M)}
        total = re.search(r"^ +\[(\d+) tests?,", said, flags=re.M)
        ended = total and ("All tests passed!" in said or bad)
        if not ended:
            print(said[-2000:])
        cases[f"{name} to its end"] = "passed" if ended else "failed"
        for line in sorted(bad):
            cases[f"{name} line {line}"] = "failed"
        for number in range(int(total[1]) - len(bad) if total else 0):
            cases[f"{name}, {number}th that is right"] = "passed"
    return cases
