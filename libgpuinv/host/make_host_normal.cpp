// make_host_normal.cpp (the host's normal equations for a matrix)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "libgpuinv/host/make_host_normal.hpp"

#include <algorithm>

#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/host/host_normal_dense.hpp"
#include "libgpuinv/host/host_normal_sparse.hpp"
#include "libgpuinv/host/host_normal_split.hpp"

namespace gpuinv {

// Measured on two cores of 2 to 3 GHz with OpenBLAS
NormalMachine host_machine(std::size_t memory) {
  const std::size_t available = host_bytes_available();
  return {"host",
          3e10,  // dense
          2e10,  // sparse
          5e8,   // sums
          1e8,   // entries
          8e9,   // bandwidth
          2e-5,  // latency
          0.0,   // of a row
          1e-5,  // of an iteration
          5e-8,  // of an entry of A
          4e-7,  // of a column
          static_cast<double>(memory == 0 ? available
                                          : std::min(memory, available)),
          true,
          false};
}

std::unique_ptr<NormalEquations> make_host_normal(
    const ColumnMatrix& a, std::optional<NormalKind> wanted, std::string* line,
    Ordering ordering, std::size_t memory) {
  NormalAnalysis analysis(a);
  analysis.analyze(host_machine(memory), wanted, ordering);
  return make_host_normal(analysis, wanted, line, memory);
}

static std::unique_ptr<NormalEquations> make(const NormalAnalysis& analysis,
                                             NormalKind kind) {
  if (kind == NormalKind::kDense)
    return std::make_unique<HostNormalDense>(analysis.a);
  if (!analysis.apart.empty())
    return std::make_unique<HostNormalSplit>(analysis.a, analysis.apart,
                                             *analysis.order);
  return std::make_unique<HostNormalSparse>(analysis.a, *analysis.order);
}

std::unique_ptr<NormalEquations> make_host_normal(
    const NormalAnalysis& analysis, std::optional<NormalKind> wanted,
    std::string* line, std::size_t memory) {
  const NormalChoice choice =
      choose_normal(analysis.shape, host_machine(memory), wanted);
  *line = choice.line;
  return with_faults(make(analysis, choice.kind), analysis.a.rows);
}

}  // namespace gpuinv
