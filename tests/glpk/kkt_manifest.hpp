// kkt_manifest.hpp (what is known about files of LPs)
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

// Reads a table whose columns are named in its first line and separated by
// tabs: `name`; `glpk_ref_obj` or else `ref_obj`; `status` (infeasible or
// optimal) and `mps` (fixed or free) if there are such.  Throws
// std::runtime_error if it cannot be read or names no LPs.
std::map<std::string, Known> read_manifest(const std::string& path);

// The name of the LP in this file: without folder, .mps and .gz.
std::string lp_name(const std::string& path);

}  // namespace gpuinv::kkt
