// row_cycles.cpp (a permutation of rows on the device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/row_cycles.hpp"

#include "kernels/inversion.hpp"

namespace gpuinv::device {
namespace {

std::size_t elements_for(std::size_t m) { return 2 * m + 1; }

// Finds the cycles.  The rows of a cycle follow each other; start[] contains
// the first place of each and the end.
void find_cycles(const std::vector<int>& from, std::vector<int>* rows,
                 std::vector<int>* start) {
  std::vector<bool> seen(from.size(), false);
  for (std::size_t i = 0; i < from.size(); i++) {
    if (seen[i] || from[i] == static_cast<int>(i)) continue;
    start->push_back(static_cast<int>(rows->size()));
    for (int r = static_cast<int>(i); !seen[r]; r = from[r]) {
      seen[r] = true;
      rows->push_back(r);
    }
  }
  start->push_back(static_cast<int>(rows->size()));
}

}  // namespace

std::size_t RowCycles::bytes_needed(int m) {
  return elements_for(m) * sizeof(int);
}

void RowCycles::grow(int m) { cycles_.grow(elements_for(m)); }

void RowCycles::send(Context& context, const std::vector<int>& from) {
  std::vector<int> list, start;
  find_cycles(from, &list, &start);
  rows_ = list.size();
  count_ = static_cast<int>(start.size()) - 1;
  if (count_ == 0) return;
  list.insert(list.end(), start.begin(), start.end());
  device::send(context, list.data(), list.size(), cycles_.data());
  context.synchronize();  // before the list is freed
}

void RowCycles::run(Context& context, int columns, std::size_t ld,
                    double* x) const {
  if (count_ == 0) return;
  GPUINV_CUDA(kernels::launch_permute_rows(context.launch(), columns, ld,
                                           count_, cycles_.data(),
                                           cycles_.data() + rows_, x));
}

}  // namespace gpuinv::device
