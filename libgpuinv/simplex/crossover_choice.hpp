// crossover_choice.hpp (whether interior point and crossover pay)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/simplex/form.hpp"

namespace gpuinv {

// Returns whether the matrix without its slack columns has so many elements
// that the basis fills up anyway.
bool is_dense(const Size& size);

// Estimates the seconds of GLPK's simplex method on an LP of this size.  A
// pivot takes time for rows, columns and elements, and for the elements of the
// LU factors of the basis; in its tight rows these fill up where the factor L
// of the normal equations does, which has nnz_l elements.  The number of pivots
// is 1.5 times the number of rows or of columns, whichever is smaller, and more
// where columns are many, but as few as a fifth of that where demands are few
// and L has few elements.
// If the LP is dense, it is the number of columns, and a pivot takes time for
// each element.
double simplex_seconds(const Size& size, double nnz_l = 0.0);

// Estimates the seconds of the pushes: one for every second row or column, and
// more where rows are many, because more of them than columns may be tight.  A
// push takes time for columns, elements and those of the factors.
double push_seconds(const Size& size, double nnz_l);

// Returns whether the simplex method is slow enough to analyze the normal
// equations.  If the LP is dense, these are known to be full, and the interior
// point method must seem faster by far: it is so where the LP has many more
// columns than rows, or fewer.
bool crossover_may_pay(const Size& size);

// Returns whether the interior point method and the pushes together take less
// time than the simplex method.  The caller computes interior_seconds from the
// exact symbolic cost of the factorizations.
bool crossover_pays(const Size& size, double nnz_l, double interior_seconds);

// --- on a device, in the rough, where a pivot of the engine takes so many
// seconds

// The engine from its own start.
double engine_seconds(const Size& size, double pivot);

// From an interior solution to a basis over the optimal face, see face.hpp.
double face_seconds(const Size& size, double pivot);

// An interior point method before anything but the size is known.
double device_interior_seconds(const Size& size);

// Who begins.  Nobody knows how many pivots an engine takes: half a row of
// the shorter side, or thirty.  So crossover begins only where it seems
// shorter by far.  Else the engine does, and where it has not ended after
// about the time that crossover takes, that has its turn: together they never
// take much longer than thrice the shorter one.  That time is counted with
// pushes on the host unless the engine is one that carries the basis over the
// face, as in tableau form.  No budget: the engine alone, as its time is short
// anyway.
struct Turns {
  bool crossover_first;
  double budget;       // seconds of the engine, if it begins
  std::string reason;  // for the log
};
Turns device_turns(const Size& size, double pivot, bool carries);

// Whether crossover is to go on, now that the seconds of the interior point
// method are known by the exact symbolic cost; spent: seconds that the engine
// has worked in vain.
bool turn_pays(const Size& size, double pivot, double interior_seconds,
               double spent);

}  // namespace gpuinv
