// crossover_choice.hpp (whether interior point and crossover pay)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/simplex/working_lp.hpp"

namespace gpuinv {

// What is known from an earlier attempt to use crossover in the same search:
// pivots made until then, processor seconds of the caller's thread, elements of
// L, and seconds of the interior point method.
struct Declined {
  Size size;
  int made;
  double clock, nnz_l, seconds;
};

// Returns whether the matrix without its slack columns has so many elements
// that the basis fills up anyway.
bool is_dense(const Size& size);

// Returns how many rows are violated, and how many columns would improve the
// objective, where every variable is at its bound nearest to zero.  Columns
// with one element and no cost are slacks of their rows.  Where these demands
// are few the simplex method takes few pivots, whatever the size: each demand
// is met along paths that touch a part of the rows only.
int count_demands(const WorkingLp& lp);

// Returns the mean number of elements in tight rows of a column that is no
// slack.  An equation is tight; of the rows that are `loose`, a share is.
double count_tight_elements(const WorkingLp& lp,
                            const std::vector<char>& loose);

// Estimates the seconds that GLPK's simplex method still needs on an LP of this
// size.  A pivot takes time for rows, columns and elements, and for the
// elements of the LU factors of the basis; in its tight rows, those of
// equations and at least the violated ones, these fill up where the factor L of
// the normal equations does, which has nnz_l elements.  They do not if a column
// has two elements there, as an arc of a network has: then a basis is a forest.
// The number of pivots is 2.2 times the number of rows or of columns, whichever
// is smaller, and more where columns are many, but as few as a seventh of that
// where demands are few and L has few elements. If the LP is dense, it is the
// number of columns, and a pivot takes time for each element. That number may
// be far from the truth, but the search itself tells more.  A pivot brings at
// most about one basic value within its bounds.  And nobody knows how long a
// search that has lasted will last: half as long again is assumed, so that at
// worst a third of the time is lost.
double simplex_seconds(const Size& size, double nnz_l = 0.0,
                       const SearchState& search = {});

// Estimates the seconds of the pushes: one for every second row or column, and
// more where rows are many, because more of them than columns may be tight.  A
// push takes time for columns, elements and those of the factors.
double push_seconds(const Size& size, double nnz_l);

// Returns whether the simplex method is, or has been, slow enough to analyze
// the normal equations.  If the LP is dense, these are known to be full, and
// the interior point method must seem faster by far: it is so where the LP has
// many more columns than rows, or fewer.
bool crossover_may_pay(const Size& size, const SearchState& search = {});

// Returns whether the interior point method and the pushes together take less
// time than the simplex method, and whether that takes long enough
// (kShortSolve).  The caller computes interior_seconds from the exact symbolic
// cost of the factorizations.  As long as no pivot was timed, it must seem
// clearly less: the caller may ask again.
bool crossover_pays(const Size& size, double nnz_l, double interior_seconds,
                    const SearchState& search = {});

// Returns whether two LPs may be the same one.
bool is_same(const Size& a, const Size& b);

// Returns whether GLPK's pivots have taken as long as a solve that would not be
// called short.
bool has_searched_long(const Size& size, const SearchState& search);

// Returns whether a crossover that was declined may be looked at again: by its
// figures it pays now, or the search has gone on so long since that it may be
// elsewhere.
bool is_worth_a_look(const Declined& before, const SearchState& search);

// The following are rough estimates for a device.  `pivot` is the time of one
// pivot of the engine, in seconds.

// Estimates the seconds of the engine from its own start.  Where the rows are
// coupled through and through, it takes several times as many pivots.
double engine_seconds(const Size& size, double pivot);

// Estimates the seconds from an interior solution to a basis by pivots over the
// optimal face, see face.hpp.
double face_seconds(const Size& size, double pivot);

// Estimates the seconds of an interior point method when only the size of the
// problem is known.
double device_interior_seconds(const Size& size);

// Whether crossover with pushes on the host is so much faster than an engine
// with pivots of so many seconds that this one's turn should end: nnz_l is of
// the symbolic factor, and the seconds are those of the interior point method.
bool ends_turn(const Size& size, double pivot, double nnz_l,
               double interior_seconds);

// Tells whether crossover or the engine begins.  Nobody knows how many pivots
// an engine takes: half as many as rows of the shorter side, or thirty times as
// many.  So crossover begins only if it seems shorter by far.  Else the engine
// begins.  If it has not ended after about the time that crossover would take,
// crossover has its turn; together they never take much longer than thrice the
// shorter one.  The time of crossover includes pushes on the host, unless the
// engine carries the basis over the optimal face, as in tableau form.  An
// infinite budget means that the engine works alone, because its time is short.
struct Turns {
  bool crossover_first;
  double budget;       // seconds of the engine, if it begins
  std::string reason;  // for the log
};
Turns device_turns(const Size& size, double pivot, bool carries);

// Returns whether crossover is to go on, now that the exact symbolic cost tells
// the seconds of the interior point method.  `spent` are the seconds that the
// engine has worked in vain.
bool turn_pays(const Size& size, double pivot, double interior_seconds,
               double spent);

}  // namespace gpuinv
