// row_levels.cpp (levels of rows that do not depend on each other)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/row_levels.hpp"

#include <algorithm>

namespace gpuinv::device {
namespace {

// A level of fewer rows shares a launch with a narrow one before it.
constexpr int kWideLevel = 4;

void add_level(int first, int last, std::vector<LevelRun>* runs) {
  const bool narrow = last - first < kWideLevel;
  if (narrow && !runs->empty() && !runs->back().parallel)
    runs->back().last = last;
  else
    runs->push_back({first, last, !narrow});
}

}  // namespace

std::vector<LevelRun> sort_by_level(const Singletons& order, int first,
                                    int last, std::vector<int>* place) {
  std::vector<int> level(last - first, 0);
  for (int p = first; p < last; p++) {
    const int i = order.row(p);
    for (std::size_t t = order.start(i); t < order.start(i + 1); t++) {
      const int source = order.place(order.index(t));
      if (source >= first && source < p)
        level[p - first] =
            std::max(level[p - first], level[source - first] + 1);
    }
  }
  const auto of = [&](int p) { return level[p - first]; };
  std::stable_sort(place->begin() + first, place->begin() + last,
                   [&](int p, int q) { return of(p) < of(q); });
  std::vector<LevelRun> runs;
  for (int s = first, end; s < last; s = end) {
    end = s;
    while (end < last && of((*place)[end]) == of((*place)[s])) end++;
    add_level(s, end, &runs);
  }
  return runs;
}

}  // namespace gpuinv::device
