"""lp_swiglpk.py (Python: gpuinv-run python3 lp_swiglpk.py)
SPDX-License-Identifier: GPL-3.0-or-later

The swiglpk of the distribution uses the system's libglpk.so.40; a wheel from
PyPI carries a GLPK of its own, which gpuinv-run --check tells.
"""

import swiglpk as glpk

ROWS = ((1, 1, 1, 100), (10, 4, 5, 600), (2, 2, 6, 300))
lp = glpk.glp_create_prob()
glpk.glp_set_obj_dir(lp, glpk.GLP_MAX)
glpk.glp_add_rows(lp, 3)
glpk.glp_add_cols(lp, 3)
ind, val = glpk.intArray(4), glpk.doubleArray(4)
for j, cost in enumerate((10, 6, 4), 1):
    glpk.glp_set_col_bnds(lp, j, glpk.GLP_LO, 0, 0)
    glpk.glp_set_obj_coef(lp, j, cost)
for i, (*row, most) in enumerate(ROWS, 1):
    glpk.glp_set_row_bnds(lp, i, glpk.GLP_UP, 0, most)
    for j, value in enumerate(row, 1):
        ind[j], val[j] = j, value
    glpk.glp_set_mat_row(lp, i, 3, ind, val)
assert glpk.glp_simplex(lp, None) == 0
print(f"objective {glpk.glp_get_obj_val(lp):.9g}")
