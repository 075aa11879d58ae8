// spread.hpp (medians)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <vector>

namespace gpuinv::bench {

struct Times {
  double median, least, most;
};

inline Times summarize(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return {samples[samples.size() / 2], samples.front(), samples.back()};
}

}  // namespace gpuinv::bench
