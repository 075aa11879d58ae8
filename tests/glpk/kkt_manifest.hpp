// kkt_manifest.hpp (known facts about files of LPs)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <map>
#include <optional>
#include <string>

namespace gpuinv::kkt {

struct Known {
  std::optional<double> objective;  // optimal value
  bool infeasible = false;
  bool free_format = false;  // of the MPS file
};

// Reads a table whose first line names its columns, separated by tabs: `name`;
// `glpk_ref_obj` or else `ref_obj`; optionally `status` (infeasible or optimal)
// and `mps` (fixed or free).  Throws std::runtime_error if it cannot be read or
// names no LPs.
std::map<std::string, Known> read_manifest(const std::string& path);

// Returns the name of the LP in this file: without folder, .mps and .gz.
std::string lp_name(const std::string& path);

}  // namespace gpuinv::kkt
