// make_host_normal.hpp (creates the host's normal equations)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libgpuinv/interior/choose_side.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/interior/phase_times.hpp"

namespace gpuinv {

// memory: most bytes that may be used; 0: all that are available.
NormalMachine host_machine(std::size_t memory = 0);

// Creates the wanted kind or, if none, that of least cost by symbolic analysis.
// *line is set to a line for the log.  kPacked is not available here.
std::unique_ptr<NormalEquations> make_host_normal(
    const ColumnMatrix& a, std::optional<NormalKind> wanted, std::string* line,
    Ordering ordering = Ordering::kBest, std::size_t memory = 0);
// The same after the analysis on that machine.
std::unique_ptr<NormalEquations> make_host_normal(
    const NormalAnalysis& analysis, std::optional<NormalKind> wanted,
    std::string* line, std::size_t memory = 0);
// Creates the iterations for the form and side that were chosen.  *line is as
// above; phases of the method are added to *times.
std::unique_ptr<InteriorMethod> make_host_method(
    const Side& side, std::optional<NormalKind> wanted, std::string* line,
    std::size_t memory, const std::shared_ptr<PhaseTimes>& times);

}  // namespace gpuinv
