// run_options.cpp (command line of run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "run_options.hpp"

#include <algorithm>
#include <cstdlib>

#include "arguments.hpp"
#include "error.hpp"

namespace gpuinv::netlib {
namespace {

void check_modes(const std::vector<std::string>& modes) {
  for (auto mode = modes.begin(); mode != modes.end(); ++mode) {
    if (*mode != "stock" && *mode != "host" && *mode != "cuda" &&
        *mode != "gpu")
      throw UsageError("--modes: unknown mode: " + *mode);
    if (std::find(modes.begin(), mode, *mode) != mode)
      throw UsageError("--modes: mode given twice: " + *mode);
  }
}

// Options with a value; false for any other word.
bool parse_valued(ArgumentReader& reader, RunOptions& o) {
  const std::string& word = reader.word();
  if (word == "--modes")
    o.modes = reader.list(), check_modes(o.modes);
  else if (word == "--glpsol")
    o.glpsol = reader.value();
  else if (word == "--timeout")
    o.timeout_s = reader.positive_number();
  else if (word == "--jobs")
    o.jobs = reader.positive_count();
  else if (word == "--only")
    o.only = reader.list();
  else if (word == "--except")
    o.except = reader.list();
  else if (word == "--class")
    o.kind = reader.value();
  else if (word == "--max-rows")
    o.max_rows = reader.positive_count();
  else if (word == "--smallest")
    o.smallest = reader.positive_count();
  else if (word == "--out")
    o.out = reader.value();
  else if (word == "--logs")
    o.logs = reader.value();
  else
    return false;
  return true;
}

// Options without; false for any other word.
bool parse_flag(ArgumentReader& reader, RunOptions& o) {
  const std::string& word = reader.word();
  if (word == "--dual")
    o.dual = true;
  else if (word == "--presol")
    o.presol = true;
  else if (word == "--nopresol")
    o.presol = false;
  else if (word == "--resume")
    o.resume = true;
  else
    return false;
  reader.no_value();
  return true;
}

}  // namespace

RunOptions parse_run_options(const Arguments& arguments) {
  RunOptions o;
  const char* glpsol = std::getenv("GLPSOL");
  o.glpsol = glpsol && *glpsol ? glpsol : "glpsol";
  ArgumentReader reader(arguments);
  while (reader.next()) {
    if (reader.word() == "--") {
      o.glpsol_options = reader.rest();
      break;
    }
    if (parse_valued(reader, o) || parse_flag(reader, o)) continue;
    if (reader.is_option()) reader.unknown("run");
    o.paths.push_back(reader.word());
  }
  if (o.paths.empty()) throw UsageError("run needs a folder or a file");
  if (o.resume && o.out.empty()) throw UsageError("--resume needs --out");
  if (!o.kind.empty() && o.kind != "feasible" && o.kind != "infeasible")
    throw UsageError("--class: feasible or infeasible, not " + o.kind);
  return o;
}

}  // namespace gpuinv::netlib
