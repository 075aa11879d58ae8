// sparse_choice.hpp (whether the simplex method on sparse factors pays)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// Returns how many basic variables are outside their bounds, and how many
// reduced costs have a sign that no bound allows, at a start whose matrix is
// triangular; kManyDefects at any other one.  Reduced costs of the wrong
// sign whose variables may go to their other bounds count as one defect for
// machine::kFlipsPerDefect of them.  Also returns whether the LP has one
// commodity and no reduced cost has a wrong sign, so that the dual method can
// begin, and the paths: as in a network, one carries the median of all
// distances of two bounds, so a variable that is farther outside needs several.
// The 22 defects of pds-30, at its slacks, need 2 700.  Throws Interrupted.
Defects count_defects(const WorkingLp& lp, const SimplexBasis& start,
                      const Interrupt& interrupt = {});

// Returns whether a start has so few defects that the dual method takes no more
// pivots than there are rows, at machine::kPivotsPerDefect for each path. Bases
// then remain nearly triangular: from_lp_file (492 defects in 24 617 rows),
// radio (633 in 57 422), flows (145 in 14 016) and charges (222 in 16 800) take
// 3 to 46 pivots for each defect, by sparse factors 45 to 430 us a pivot. Where
// a fifth of the rows has defects, as a rule, they take far more.
bool has_few_defects(const Size& size);

// Estimates seconds on the host of a pivot by sparse factors, and of the solve
// from a start with few defects.
double sparse_pivot_seconds(const Size& size);
double sparse_seconds(const Size& size);

// Estimates the seconds of the dual method, with long steps on sparse factors,
// in a network of one commodity from a dual feasible start.  It takes 1.2
// pivots for each node in random networks of 3 000 to 20 000 nodes, and 1.5 in
// a transport.  Most of a pivot's time goes to its row of the tableau.
double network_seconds(const Size& size);

}  // namespace gpuinv
