// pivot_record.hpp (pivots of GLPK's primal simplex method, to be replayed)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <glpk.h>

#include <vector>

namespace gpuinv::bench {

struct RecordedColumn {
  std::vector<int> row;  // from 0
  std::vector<double> value;
};

// The column that became basic, and its position.
struct RecordedPivot {
  int position;
  RecordedColumn column;
};

// A basis of m columns in GLPK's scaled working problem, (I | -A), and some
// pivots from there on.
struct PivotRecord {
  int m = 0, first = 0;  // first: GLPK's iterations before
  std::vector<RecordedColumn> basis;
  std::vector<RecordedPivot> pivots;
};

// Scales lp, starts from GLPK's advanced basis, and goes `first` iterations of
// the primal method without presolver; then records up to `count` pivots.  For
// these glp_simplex is called for one iteration each, so that it chooses them
// with new reference weights.  An iteration without a pivot (a bound flip) is
// not recorded, and one that exchanges more columns ends the record.
PivotRecord record_pivots(glp_prob* lp, int first, int count);

}  // namespace gpuinv::bench
