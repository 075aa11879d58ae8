// choose_normal.hpp (choice of the normal equations' factorization)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "libgpuinv/base/machine.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/simplex/cards.hpp"
#include "libgpuinv/sparse/columns.hpp"
#include "libgpuinv/vendors/sparse_cholesky.hpp"

namespace gpuinv {

struct NormalMachine : machine::Rates {
  const char* name;     // "host", "device"
  double memory;        // bytes available
  bool sparse, packed;  // whether it offers these forms
};

// What is known of S = A*D*A' before its numbers are computed.
struct NormalShape {
  double rows, columns;
  double nnz_a, nnz_s;  // nnz_s: lower triangle of S, estimated unless analyzed
  double sums;          // operations of the assembly, entry by entry
  double kept_sums;     // the same without dense columns, for a sparse factor
  bool analyzed;        // whether the three following are known
  double nnz_l, flops;  // of the sparse factor, dense columns apart
  int apart;            // the number of those
  bool dual;            // A belongs to a dual form
};

struct NormalAlternative {
  NormalKind kind;
  double nnz_l, flops, bytes;
  double seconds;  // per iteration: assembly, factorization, a few solves
};

// Returns all forms that the machine offers and the analysis knows: first the
// fastest that fits into memory, then the others that fit, then those that do
// not.
std::vector<NormalAlternative> normal_alternatives(
    const NormalShape& shape, const NormalMachine& machine);

// Returns the seconds of a run of so many iterations with this factorization.
double run_seconds(const NormalAlternative& each, const NormalShape& shape,
                   const NormalMachine& machine,
                   double iterations = machine::kIterations);

// Returns a lower limit of these seconds for any factor: that nothing fills up.
double least_seconds(const NormalShape& shape, const NormalMachine& machine);

struct NormalChoice {
  NormalKind kind;
  std::string line;  // for the log: choice and alternatives
};

// Chooses the form.  Error(NOMEM) if nothing fits, Error(CANNOT) if the machine
// does not offer what is wanted.
NormalChoice choose_normal(const NormalShape& shape,
                           const NormalMachine& machine,
                           std::optional<NormalKind> wanted);

// Chooses how many of `most` devices compute a factor: several only if that
// saves a tenth of the time of a run, their start included.  Only full dense
// factors are chosen to be shared: cuDSS's supernodes are too small where a
// device's memory suffices.
CardChoice cards_for_factor(NormalKind kind, double rows, double dense_rate,
                            int most);

// Returns whether a symbolic analysis of the sparse factor is worth its time:
// whether it takes less than it may save of a run with the dense factor, and
// little of the `elsewhere` seconds that a run at the other place would take.
bool analysis_pays(const NormalShape& shape, const NormalMachine& machine,
                   double elsewhere = std::numeric_limits<double>::infinity());

// Estimated seconds of a run at the other place, by what is known of S.  An
// empty function means that there is no other place.
using Elsewhere = std::function<double(const NormalShape&)>;

// The shape of A and what a symbolic analysis finds.  The arrays of A must
// outlive this object.
struct NormalAnalysis {
  explicit NormalAnalysis(const ColumnMatrix& a);
  // Analyzes the sparse factor if it is wanted or analysis_pays; a second call
  // does nothing.  With Ordering::kBest it finds a minimum degree order first
  // and then calls improve.
  void analyze(const NormalMachine& machine, std::optional<NormalKind> wanted,
               Ordering ordering = Ordering::kBest,
               const Elsewhere& elsewhere = {});
  // Replaces a minimum degree order, if there is one, by the best order, unless
  // a run elsewhere would be faster even then.  The order found so far tells
  // the time of a sparse factor there.
  void improve(const NormalMachine& machine, const Elsewhere& elsewhere = {});
  ColumnMatrix rest() const { return without ? without->columns(a.rows) : a; }

  const ColumnMatrix a;
  NormalShape shape{};
  std::vector<int> apart;                // dense columns
  std::optional<SparseVectors> without;  // the others, if there are such
  std::optional<SparseOrder> order;      // of these

 private:
  void take_order();
};

}  // namespace gpuinv
