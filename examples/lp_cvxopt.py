"""lp_cvxopt.py (Python with cvxopt: gpuinv-run python3 lp_cvxopt.py)
SPDX-License-Identifier: GPL-3.0-or-later
"""

from cvxopt import matrix, solvers

c = matrix([-10.0, -6.0, -4.0])
G = matrix([[1.0, 10.0, 2.0, -1.0, 0.0, 0.0],
            [1.0, 4.0, 2.0, 0.0, -1.0, 0.0],
            [1.0, 5.0, 6.0, 0.0, 0.0, -1.0]])
h = matrix([100.0, 600.0, 300.0, 0.0, 0.0, 0.0])
solution = solvers.lp(c, G, h, solver="glpk")
assert solution["status"] == "optimal"
print(f"objective {-solution['primal objective']:.9g}")
