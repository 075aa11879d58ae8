// make_host_normal.cpp (creates the host's normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/make_host_normal.hpp"

#include <algorithm>
#include <utility>

#include "libgpuinv/faults/faulty_parts.hpp"
#include "libgpuinv/host/host_memory.hpp"
#include "libgpuinv/host/host_normal.hpp"
#include "libgpuinv/host/host_rates.hpp"

namespace gpuinv {

NormalMachine host_machine(std::size_t memory) {
  const std::size_t available = host_bytes_available();
  const std::size_t most =
      memory == 0 ? available : std::min(memory, available);
  return {host_rates(), "host", static_cast<double>(most), true, false};
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

std::unique_ptr<InteriorMethod> make_host_method(
    const Side& side, std::optional<NormalKind> wanted, std::string* line,
    std::size_t memory, const std::shared_ptr<PhaseTimes>& times) {
  auto normal = std::make_unique<TimedNormal>(
      make_host_normal(side.analysis, wanted, line, memory), times);
  auto method = side.for_given(
      create_host_method(*side.form, side.norms, std::move(normal)));
  times->end_setup();
  return method;
}

}  // namespace gpuinv
