// random_problem.cpp (random problems for tests of file formats)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "random_problem.hpp"

#include <cmath>
#include <cstdlib>
#include <random>

using namespace gpuinv::netlib;

MpsProblem random_problem(unsigned seed, int rows, int columns) {
  std::mt19937 random(seed);
  const auto value = [&] {
    const double scale[] = {1, 1, 10, 1000, 1e6};
    const long long digits =
        static_cast<long long>(random() % 2000001) - 1000000;
    const long long small = static_cast<long long>(random() % 13) - 6;
    const std::string text =
        random() % 2
            ? std::to_string(small)
            : std::to_string(digits) + "E-" +
                  std::to_string(std::lround(std::log10(scale[random() % 5])));
    const double v = std::strtod(text.c_str(), nullptr);
    return v == 0 ? 1.0 : v;
  };
  MpsProblem p;
  p.name = "RANDOM";
  for (int i = 0; i < rows; ++i)
    p.rows.push_back({"NLGE"[random() % 4], " R" + std::to_string(i)});
  const auto entries = [&](int set, std::vector<MpsEntry>& into) {
    for (int i = 0; i < rows; ++i)
      if (random() % 4 == 0) into.push_back({set, i, value()});
    into.push_back({set, rows, value()});
  };
  p.rows.push_back({'E', "last"});
  for (int j = 0; j < columns; ++j) {
    p.columns.push_back({"C " + std::to_string(j), {}});
    entries(0, p.columns.back().entries);
    const auto type = static_cast<BoundType>(1 + random() % 6);
    p.bounds.push_back({j <= columns / 2 ? 0 : 1, type, j,
                        bound_has_value(type) ? value() : 0});
  }
  p.bound_sets = {"", "BND 2"};
  p.rhs_sets = {"RHS", ""};
  entries(0, p.rhs);
  entries(1, p.rhs);
  p.range_sets = {"RNG"};
  entries(0, p.ranges);
  return p;
}
