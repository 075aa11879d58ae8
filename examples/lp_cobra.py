"""lp_cobra.py (Python with cobrapy: gpuinv-run python3 lp_cobra.py)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import cobra

model = cobra.Model("chain")
a, b = cobra.Metabolite("a"), cobra.Metabolite("b")
uptake, change, export = (cobra.Reaction(r) for r in
                          ("uptake", "change", "export"))
uptake.add_metabolites({a: 1})
change.add_metabolites({a: -1, b: 2})
export.add_metabolites({b: -1})
uptake.bounds, change.bounds, export.bounds = (0, 10), (0, 8), (0, 1000)
model.add_reactions([uptake, change, export])
model.solver = "glpk"
model.objective = "export"
print(f"objective {model.optimize().objective_value:.9g}")
