// form.hpp (which form of the simplex engine suits a problem)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/lp/options.hpp"

namespace gpuinv {

// Largest tableau and largest inverse, in bytes, that the engine makes unasked,
// because others need memory, too.  An inverse of 60 000 rows is just allowed.
constexpr double kTableauBytes = 2e9;
constexpr double kInverseBytes = 3e10;
// Largest part of a tableau or an inverse, in bytes, on each of several cards
// that the caller named.
constexpr double kNamedCardBytes = 6e10;

// Share of non-zeros in N above which the host's tableau, which fills up
// anyway, beats sparse products with N.  A device takes 9 to 30 us per pivot at
// any density; GLPK takes 100 us and more on Netlib's larger sparse problems.
constexpr double kDenseShare = 0.2;

// Defects of a start (sparse_choice.hpp): not counted yet, and too many.
constexpr int kUnknownDefects = -1;
constexpr int kManyDefects = std::numeric_limits<int>::max();

// What is known of a start: its defects, whether it is a dual feasible one of a
// network of one commodity, and how many paths the defects need beyond one
// each.
struct Defects {
  int count = kUnknownDefects;
  bool network = false;
  double paths = 0.0;

  double all() const { return count + paths; }
};

// A problem of m rows, n columns (m slack columns included) and nnz elements.
// The tableau form leaves idle columns out (active_lp.hpp).  Only some
// estimates use the number of rows that are inequalities (loose), the demands,
// the elements of a column in tight rows (crossover_choice.hpp), the defects of
// the start, and which share of a full triangle the factor of A*A' has
// (coupled).  Unknown demands and elements count as many, and an unknown share
// as none.
struct Size {
  int m, n;
  std::size_t nnz;
  int loose = 0;
  int demands = std::numeric_limits<int>::max();
  double coupled = 0.0;
  double tight_elements = std::numeric_limits<double>::infinity();
  Defects defects = {};
  int idle = 0;
};

// How far the search of the simplex method has come: its pivots, how many basic
// values are outside their bounds, and the processor seconds of a pivot.  These
// are a mean since the search began (mean) and one since the library looked at
// it last (pivot); 0 where unknown.
struct SearchState {
  int made = 0;
  int violations = 0;
  double mean = 0.0;
  double pivot = 0.0;
};

// Seconds of a pivot on a device (H200): exchanges between its blocks and
// trips to memory, the share of a fold that reads and writes all of T or W,
// and in inverse form the product of a row with N.  Several cards divide the
// fold.  bandwidth: of a card's memory, bytes a second.
double tableau_seconds(const Size& size, int cards = 1,
                       double bandwidth = machine::kDeviceBandwidth);
double inverse_seconds(const Size& size, int cards = 1,
                       double bandwidth = machine::kDeviceBandwidth);
// The same in the given form.
double pivot_seconds(Form form, const Size& size, int cards = 1,
                     double bandwidth = machine::kDeviceBandwidth);

// Such a time in words.
std::string microseconds(double seconds);

// `form` is what to begin with, for `budget` seconds.  `other` takes its turn
// if that has not ended by then: a form of the engine, kCrossover, or kNone for
// nothing.  A crossover has no limit, but may find that it cannot succeed.
struct FormChoice {
  Form form;
  std::string reason;  // for the log
  Form other = Form::kNone;
  double budget = std::numeric_limits<double>::infinity();
};

// Returns the form of the engine on a device, kNone if none fits.
FormChoice choose_engine(const Size& size, int cards = 1,
                         double bandwidth = machine::kDeviceBandwidth);

// Returns the form asked for, without another one.  For kAny it returns the
// form that fits and is fastest by estimate, or kNone if the caller's own
// sparse method suits the problem better, as far as its search has shown.
FormChoice choose_form(Form asked, const Size& size, bool on_device,
                       int cards = 1,
                       double bandwidth = machine::kDeviceBandwidth,
                       const SearchState& search = {});

}  // namespace gpuinv
