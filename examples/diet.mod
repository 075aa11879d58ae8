# diet.mod (a small model in MathProg: glpsol --gpu --math diet.mod)
# SPDX-License-Identifier: GPL-3.0-or-later
#
set FOOD;
set NEED;
param price{FOOD};
param has{FOOD, NEED};
param least{NEED};
var x{FOOD} >= 0, <= 10;
minimize cost: sum{f in FOOD} price[f] * x[f];
s.t. enough{n in NEED}: sum{f in FOOD} has[f, n] * x[f] >= least[n];
solve;
printf "objective %.9g\n", cost;
data;
set FOOD := bread milk cheese potato fish yogurt;
set NEED := energy protein calcium;
param price := bread 2.0, milk 3.5, cheese 8.0, potato 1.5, fish 11.0, yogurt 1.0;
param has: energy protein calcium :=
   bread   90   4.0  15
   milk   120   8.0 285
   cheese 106   7.0 200
   potato  97   1.3  10
   fish   130   8.0  80
   yogurt 180   9.2  80;
param least := energy 300, protein 10, calcium 700;
end;
