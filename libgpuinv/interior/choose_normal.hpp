// choose_normal.hpp (which factorization serves a problem best)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/interior/dense_columns.hpp"
#include "libgpuinv/sparse/column_matrix.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

enum class NormalKind {
  kSparse,  // dense columns of A apart, if there are any
  kDense,   // the whole square
  kPacked   // half of it, a little slower
};

struct NormalMachine : machine::Rates {
  const char* name;     // "host", "device"
  double memory;        // bytes there are
  bool sparse, packed;  // whether offered
};

// What is known of S = A*D*A' before a number is computed
struct NormalShape {
  double rows, columns;
  double nnz_a, nnz_s;  // S: lower triangle; estimated unless analyzed
  double sums;          // operations of the assembly, entry by entry
  bool analyzed;        // whether the three following are known
  double nnz_l, flops;  // of the sparse factor, dense columns apart
  int apart;            // the number of those
  bool dual;            // A is that of a dual form
};

struct NormalAlternative {
  NormalKind kind;
  double nnz_l, flops, bytes;
  double seconds;  // one iteration: assembly, factorization, a few solves
};

// All that the machine offers and the analysis knows, the fastest that fits
// into memory first, the others that fit next, those that do not last.
std::vector<NormalAlternative> normal_alternatives(
    const NormalShape& shape, const NormalMachine& machine);

// Seconds of a run of some dozen iterations with that factorization.
double run_seconds(const NormalAlternative& each, const NormalShape& shape,
                   const NormalMachine& machine);

// The least that it can be with any factor: nothing fills up.
double least_seconds(const NormalShape& shape, const NormalMachine& machine);

struct NormalChoice {
  NormalKind kind;
  std::string line;  // for the log: the choice and the alternatives
};

// Error(GPUINV_NOMEM) if nothing fits, Error(GPUINV_CANNOT) if what is
// wanted is not offered.
NormalChoice choose_normal(const NormalShape& shape,
                           const NormalMachine& machine,
                           std::optional<NormalKind> wanted);

// Whether a symbolic analysis of the sparse factor is worth its time: it must
// be able to save more of a run with the dense factor than it takes, and the
// run on another place, if there is one, must not be about as fast.
// elsewhere: the estimated seconds of that run.
bool analysis_pays(const NormalShape& shape, const NormalMachine& machine,
                   double elsewhere = std::numeric_limits<double>::infinity());

// Shape of A, which outlives this, and what an analysis found on the way
struct NormalAnalysis {
  explicit NormalAnalysis(const ColumnMatrix& a);
  // Of the sparse factor, once, if it is wanted or analysis_pays.
  void analyze(const NormalMachine& machine, std::optional<NormalKind> wanted,
               Ordering ordering = Ordering::kBest,
               double elsewhere = std::numeric_limits<double>::infinity());
  // Of a minimum degree order, if there is one, the best.
  void improve();
  ColumnMatrix rest() const { return without ? without->view() : a; }

  const ColumnMatrix a;
  NormalShape shape{};
  std::vector<int> apart;               // dense columns
  std::optional<ColumnSubset> without;  // the others, if there are such
  std::optional<SparseOrder> order;     // of these

 private:
  void take_order();
};

}  // namespace gpuinv
