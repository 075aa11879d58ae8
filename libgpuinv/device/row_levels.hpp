// row_levels.hpp (rows that wait for no other of their level)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/sparse/singletons.hpp"

namespace gpuinv::device {

// Steps first..last-1, side by side or one after the other.
struct LevelRun {
  int first, last;
  bool parallel;
};

// (*place)[first..last-1], a part of the order, is sorted by level: a place is
// one above the highest of the part that its row has an entry in.  Returns
// runs of the positions first..last-1 there.
std::vector<LevelRun> sort_by_level(const Singletons& order, int first,
                                    int last, std::vector<int>* place);

}  // namespace gpuinv::device
