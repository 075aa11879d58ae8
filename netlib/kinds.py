#!/usr/bin/env python3
# kinds.py (random LPs of many kinds, to choose methods by)
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes 22 LPs as free MPS files: flows, networks, plans, crews, and others.

The constants by which the host chooses between GLPK's simplex method and
crossover (libgpuinv/base/machine.hpp) were fitted to these and to Netlib.  The
same files come out every time.
"""

import argparse
import math
import pathlib
import random


class Lp:
    """Rows are (type, right-hand side), columns (cost, elements, bounds)."""

    def __init__(self):
        self.rows = []
        self.columns = []

    def row(self, kind, right=0.0):
        """Appends a row and returns its number."""
        self.rows.append((kind, right))
        return len(self.rows) - 1

    def column(self, cost, elements, lower=0.0, upper=None):
        """Appends a column; None as a bound stands for none."""
        self.columns.append((cost, elements, lower, upper))

    def write(self, path):
        """Writes the LP, which is to be minimized."""
        with open(path, "w", encoding="ascii") as file:
            file.write(f"NAME {path.stem}\nROWS\n N COST\n")
            for i, (kind, _) in enumerate(self.rows):
                file.write(f" {kind} R{i}\n")
            file.write("COLUMNS\n")
            for j, (cost, elements, _, _) in enumerate(self.columns):
                if cost:
                    file.write(f" X{j} COST {cost!r}\n")
                for i, value in elements:
                    file.write(f" X{j} R{i} {value!r}\n")
            file.write("RHS\n")
            for i, (_, right) in enumerate(self.rows):
                if right:
                    file.write(f" RHS R{i} {right!r}\n")
            file.write("BOUNDS\n")
            for j, (_, _, lower, upper) in enumerate(self.columns):
                if lower is None:
                    file.write(f" MI BND X{j}\n")
                elif lower:
                    file.write(f" LO BND X{j} {lower!r}\n")
                if upper is not None:
                    file.write(f" UP BND X{j} {upper!r}\n")
            file.write("ENDATA\n")


def grid_arcs(rng, side):
    """Arcs of a grid in both directions, and some far ones."""
    arcs = []
    for a in range(side):
        for b in range(side):
            for x, y in ((a, b + 1), (a + 1, b)):
                if x < side and y < side:
                    here, there = a * side + b, x * side + y
                    arcs += [(here, there), (there, here)]
    count = side * side
    return arcs + [tuple(rng.sample(range(count), 2))
                   for _ in range(count // 2)]


def add_nodes(rng, lp, nodes, pairs, most):
    """Appends the balances of nodes: pairs of sources and sinks, amounts to
    most."""
    supply = [0] * nodes
    for _ in range(pairs):
        source, sink = rng.sample(range(nodes), 2)
        amount = rng.randint(1, most) if most > 1 else 1
        supply[source] -= amount
        supply[sink] += amount
    for amount in supply:
        lp.row("E", float(amount))


def flows(seed, side, commodities, share, penalties=True):
    """Multicommodity flow on a grid; share of the demand that arcs carry."""
    rng, lp, nodes = random.Random(seed), Lp(), side * side
    arcs = grid_arcs(rng, side)
    for _ in range(commodities):
        add_nodes(rng, lp, nodes, 3, 10)
    cost = [rng.randint(1, 50) for _ in arcs]
    joint = [lp.row("L", float(rng.randint(5, 25) * share * commodities / 12))
             for _ in arcs]
    for k in range(commodities):
        first = k * nodes
        for i, (tail, head) in enumerate(arcs):
            lp.column(float(cost[i] + rng.randint(0, 5)),
                      [(first + tail, -1.0), (first + head, 1.0),
                       (joint[i], 1.0)])
        for node in range(first, first + nodes if penalties else first):
            if lp.rows[node][1]:
                lp.column(1000.0, [(node, math.copysign(1.0,
                                                        lp.rows[node][1]))])
    return lp


def network(seed, nodes, arcs):
    """Flow of one commodity, with a circle that carries anything."""
    rng, lp = random.Random(seed), Lp()
    add_nodes(rng, lp, nodes, nodes // 4, 30)
    for i in range(nodes):
        lp.column(float(rng.randint(50, 90)),
                  [(i, -1.0), ((i + 1) % nodes, 1.0)])
    for _ in range(arcs):
        tail, head = rng.sample(range(nodes), 2)
        lp.column(float(rng.randint(1, 100)), [(tail, -1.0), (head, 1.0)], 0.0,
                  float(rng.randint(5, 60)))
    return lp


def plan(seed, periods, products, resources):
    """Production over time with stocks, outside purchase and overtime."""
    rng, lp = random.Random(seed), Lp()
    for _ in range(periods * products):
        lp.row("E", float(rng.randint(0, 100)))
    use = [[(q, round(rng.uniform(.5, 3), 2))
            for q in rng.sample(range(resources), 3)] for _ in range(products)]
    first = len(lp.rows)
    for _ in range(periods * resources):
        lp.row("L", float(rng.randint(100, 220) * products // resources))
    for t in range(periods):
        here = first + t * resources
        for p in range(products):
            need, cost = t * products + p, rng.randint(5, 20)
            lp.column(float(cost), [(need, 1.0)] +
                      [(here + q, v) for q, v in use[p]])
            lp.column(float(cost * 3), [(need, 1.0)])
            stock = [(need, -1.0)]
            if t + 1 < periods:
                stock.append((need + products, 1.0))
            lp.column(round(rng.uniform(.1, 1.), 2), stock, 0.0, 400.0)
        for q in range(resources):
            lp.column(40.0, [(here + q, -1.0)], 0.0, 50.0)
    return lp


def crew(seed, tasks, duties, most, partition=False):
    """Set covering, or partitioning with a penalty for each task."""
    rng, lp = random.Random(seed), Lp()
    for _ in range(tasks):
        lp.row("E" if partition else "G", 1.0)
    for _ in range(duties):
        size, first = rng.randint(2, most), rng.randrange(tasks)
        duty = set((first + rng.randint(0, 25)) % tasks for _ in range(size))
        lp.column(float(rng.randint(1, 3) + len(duty) *
                        (rng.randint(1, 30) if partition else 1)),
                  [(i, 1.0) for i in duty])
    for i in range(tasks if partition else 0):
        lp.column(1000.0, [(i, 1.0)])
    return lp


def transport(seed, sources, sinks):
    """Transportation between points of a square."""
    rng, lp = random.Random(seed), Lp()
    demand = [rng.randint(10, 99) for _ in range(sinks)]
    for _ in range(sources):
        lp.row("L", float(sum(demand) * 1.1 // sources + rng.randint(1, 20)))
    for amount in demand:
        lp.row("G", float(amount))
    here = [(rng.random(), rng.random()) for _ in range(sources)]
    there = [(rng.random(), rng.random()) for _ in range(sinks)]
    for i, (a, b) in enumerate(here):
        for j, (x, y) in enumerate(there):
            far = ((a - x)**2 + (b - y)**2)**.5
            lp.column(round(100 * far, 2), [(i, 1.0), (sources + j, 1.0)])
    return lp


def assignment(seed, count):
    """Assignment with random costs."""
    rng, lp = random.Random(seed), Lp()
    for _ in range(2 * count):
        lp.row("E", 1.0)
    for i in range(count):
        for j in range(count):
            lp.column(float(rng.randint(1, 1000)), [(i, 1.0), (count + j, 1.0)])
    return lp


def charges(seed, nodes, arcs, commodities):
    """Relaxation of a network with fixed charges."""
    rng, lp = random.Random(seed), Lp()
    pairs = [tuple(rng.sample(range(nodes), 2)) for _ in range(arcs)]
    pairs += [(i, (i + 1) % nodes) for i in range(nodes)]
    pairs += [((i + 1) % nodes, i) for i in range(nodes)]
    for _ in range(commodities):
        add_nodes(rng, lp, nodes, 1, 1)
    first, count = len(lp.rows), len(pairs)
    for _ in range(commodities * count):
        lp.row("L")
    for i, (tail, head) in enumerate(pairs):
        limits = [first + k * count + i for k in range(commodities)]
        lp.column(float(rng.randint(20, 100)), [(r, -1.0) for r in limits],
                  0.0, 1.0)
        for k, limit in enumerate(limits):
            lp.column(float(rng.randint(1, 10)),
                      [(k * nodes + tail, -1.0), (k * nodes + head, 1.0),
                       (limit, 1.0)])
    return lp


def scattered(seed, rows, columns, elements):
    """A sparse random LP with a known feasible point and dual solution."""
    rng, lp = random.Random(seed), Lp()
    point = [rng.random() if rng.random() < .3 else 0. for _ in range(columns)]
    activity, matrix = [0.] * rows, []
    for x in point:
        matrix.append([(i, round(rng.uniform(-1, 3), 3))
                       for i in rng.sample(range(rows), elements)])
        for i, value in matrix[-1]:
            activity[i] += value * x
    kinds = ["L" if rng.random() < .7 else "G" for _ in range(rows)]
    for kind, value in zip(kinds, activity):
        slack = rng.random() * .2
        lp.row(kind, round(value + (slack if kind == "L" else -slack), 4))
    dual = [-rng.random() if kind == "L" else rng.random() for kind in kinds]
    for column in matrix:
        price = sum(value * dual[i] for i, value in column)
        rest = rng.random() * (0 if rng.random() < .1 else 1)
        lp.column(round(price + rest, 4), column)
    return lp


def fit(seed, points, degree):
    """The best uniform fit of a noisy curve by Chebyshev polynomials."""
    rng, lp = random.Random(seed), Lp()
    columns = [[] for _ in range(degree + 2)]
    for i in range(points):
        t = -1 + 2 * i / (points - 1)
        y = round(math.sin(5 * t) + rng.gauss(0, .1), 5)
        for sign in (1, -1):
            r = lp.row("L", sign * y)
            for k in range(degree + 1):
                value = sign * math.cos(k * math.acos(max(-1, min(1, t))))
                if abs(value) > 1e-9:
                    columns[k].append((r, value))
            columns[-1].append((r, -1.0))
    for column in columns[:-1]:
        lp.column(0.0, column, None)
    lp.column(1.0, columns[-1])
    return lp


def balance(seed, rows, reactions):
    """Flux balance: a network of reactions, and growth to be maximal."""
    rng, lp = random.Random(seed), Lp()
    for _ in range(rows):
        lp.row("E")
    for _ in range(reactions):
        size = rng.choice([2, 2, 3, 4, 4, 5])
        column = [(i, float(rng.choice([-2, -1, -1, 1, 1, 2])))
                  for i in rng.sample(range(rows), size)]
        lp.column(0.0, column, -1000.0 if rng.random() < .4 else 0.0, 1000.0)
    for i in range(rows):
        if rng.random() < .15:
            lp.column(0.0, [(i, -1.0)], -10.0, 1000.0)
    lp.column(-1.0, [(i, -round(rng.uniform(.01, 1), 3))
                     for i in rng.sample(range(rows), 25)], 0.0, 1000.0)
    return lp


KINDS = {
    "flows10": (flows, 1, 10, 12, 1.6), "flows14": (flows, 2, 14, 12, 1.6),
    "flows20": (flows, 3, 20, 14, 1.6), "flows-loose": (flows, 4, 16, 15, 6),
    "flows-none": (flows, 5, 14, 10, .2, False),
    "network3": (network, 6, 3000, 15000),
    "network8": (network, 7, 8000, 40000),
    "plan12": (plan, 8, 12, 80, 20), "plan30": (plan, 9, 30, 150, 40),
    "crew-rail": (crew, 10, 300, 20000, 9),
    "crew-air": (crew, 11, 150, 20000, 12, True),
    "crew-more": (crew, 12, 400, 8000, 10, True),
    "transport": (transport, 13, 40, 400), "assignment": (assignment, 14, 120),
    "charges20": (charges, 15, 20, 60, 25),
    "charges30": (charges, 16, 30, 120, 40),
    "scattered5": (scattered, 17, 1500, 3000, 5),
    "scattered3": (scattered, 18, 3000, 4000, 3),
    "fit12": (fit, 19, 2000, 12), "fit20": (fit, 20, 3000, 20),
    "balance1": (balance, 21, 1500, 2500),
    "balance3": (balance, 22, 3500, 6000)}


def main():
    """Writes the files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, (kind, *arguments) in KINDS.items():
        kind(*arguments).write(folder / f"{name}.mps")


if __name__ == "__main__":
    main()
