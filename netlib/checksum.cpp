// checksum.cpp (checksum over the numbers of a problem)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <algorithm>
#include <cstdio>

#include "manifest.hpp"
#include "sha256.hpp"

namespace gpuinv::netlib {
namespace {

// 17 digits tell any two doubles apart.
std::string exact(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

// " row value" for the entries of the first set, ordered by row (1-based).
// Zeros are what is not stated, except in ranges.
std::string canonical(std::vector<MpsEntry> entries, bool keep_zeros) {
  std::stable_sort(
      entries.begin(), entries.end(),
      [](const MpsEntry& a, const MpsEntry& b) { return a.row < b.row; });
  std::string text;
  for (const MpsEntry& e : entries)
    if (e.set == 0 && (keep_zeros || e.value != 0))
      text += " " + std::to_string(e.row + 1) + " " + exact(e.value + 0.0);
  return text + "\n";
}

}  // namespace

std::string problem_checksum(const MpsProblem& problem) {
  std::string text = "rows ";
  for (const MpsRow& row : problem.rows) text += row.type;
  text += "\n";
  for (const MpsColumn& column : problem.columns)
    text += "column" + canonical(column.entries, false);
  text += "rhs" + canonical(problem.rhs, false);
  text += "ranges" + canonical(problem.ranges, true);
  std::vector<MpsBound> bounds = problem.bounds;
  std::stable_sort(
      bounds.begin(), bounds.end(),
      [](const MpsBound& a, const MpsBound& b) { return a.column < b.column; });
  for (const MpsBound& b : bounds)
    if (b.set == 0)
      text += std::string("bound ") + bound_text(b.type) + " " +
              std::to_string(b.column + 1) + " " + exact(b.value + 0.0) + "\n";
  return sha256(text);
}

}  // namespace gpuinv::netlib
