% lp.m (Octave: gpuinv-run octave lp.m)
% SPDX-License-Identifier: GPL-3.0-or-later
%
% maximize 10 x + 6 y + 4 z subject to three <= rows, as in GLPK's manual.
c = [10, 6, 4]';
A = [1, 1, 1; 10, 4, 5; 2, 2, 6];
b = [100, 600, 300]';
[x, value, err] = glpk(c, A, b, zeros(3, 1), [], "UUU", "CCC", -1);
assert(err == 0);
printf("objective %.9g\n", value);
