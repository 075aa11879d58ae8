"""lp_pulp.py (Python with PuLP, which calls glpsol: gpuinv-run python3 ...)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import pulp

problem = pulp.LpProblem("manual", pulp.LpMaximize)
x, y, z = (pulp.LpVariable(name, lowBound=0) for name in "xyz")
problem += 10 * x + 6 * y + 4 * z
problem += x + y + z <= 100
problem += 10 * x + 4 * y + 5 * z <= 600
problem += 2 * x + 2 * y + 6 * z <= 300
problem.solve(pulp.GLPK_CMD(msg=False))
assert pulp.LpStatus[problem.status] == "Optimal"
print(f"objective {pulp.value(problem.objective):.9g}")
