// make_host_normal.hpp (the host's normal equations for a matrix)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "libgpuinv/interior/choose_side.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/interior/phase_times.hpp"

namespace gpuinv {

// memory: bytes that it may use at most, 0: what it has.
NormalMachine host_machine(std::size_t memory = 0);

// What is wanted, or what costs least by symbolic analysis; *line is what
// the log should say of it.  Packed is not offered.
std::unique_ptr<NormalEquations> make_host_normal(
    const ColumnMatrix& a, std::optional<NormalKind> wanted, std::string* line,
    Ordering ordering = Ordering::kBest, std::size_t memory = 0);
// The same after the analysis on that machine.
std::unique_ptr<NormalEquations> make_host_normal(
    const NormalAnalysis& analysis, std::optional<NormalKind> wanted,
    std::string* line, std::size_t memory = 0);
// Iterations on that side, for the given form; times are kept up to date.
std::unique_ptr<InteriorMethod> make_host_method(
    const Side& side, std::optional<NormalKind> wanted, std::string* line,
    std::size_t memory, const std::shared_ptr<PhaseTimes>& times);

}  // namespace gpuinv
