// row_levels.hpp (levels of rows that do not depend on each other)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// Steps first..last-1, in parallel or one after the other.
struct LevelRun {
  int first, last;
  bool parallel;
};

// Sorts (*place)[first..last-1], a part of the order, by level.  The level of a
// place is one more than the highest level of the places in this part where its
// row has an entry.  Returns runs of the positions first..last-1.
std::vector<LevelRun> sort_by_level(const Singletons& order, int first,
                                    int last, std::vector<int>* place);

}  // namespace gpuinv::device
