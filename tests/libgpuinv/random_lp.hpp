// random_lp.hpp (random linear programs for tests of crossovers)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "libgpuinv/simplex/working_lp.hpp"

namespace testing {

using gpuinv::At;
using gpuinv::SimplexBasis;
using gpuinv::WorkingLp;

constexpr double kInf = std::numeric_limits<double>::infinity();

inline std::mt19937 generator;

inline double uniform(double a, double b) {
  return std::uniform_real_distribution<double>(a, b)(generator);
}

// Rows r = F*x with slack columns 0..m-1, r - F*x = 0, around a point x0, so
// that there is a solution.  All x except free ones are boxed.
struct RandomLp {
  RandomLp(int m, int nn, double density) {
    ptr.push_back(0);
    std::vector<double> activity(m, 0.0);
    lp.l.assign(m, 0.0);
    lp.u = lp.l;
    lp.c.assign(m + nn, 0.0);
    for (int i = 0; i < m; i++) add(i, 1.0);
    for (int j = 0; j < nn; j++) {
      const bool free = j % 11 == 7;
      const double x0 = std::floor(uniform(0.0, 4.0));
      for (int i = 0; i < m; i++) {
        if (uniform(0.0, 1.0) > density && i != j % m) continue;
        const double a = std::floor(uniform(1.0, 9.0)) - 4.5;
        put(i, -a);
        activity[i] += a * x0;
      }
      end();
      lp.l.push_back(free ? -kInf : 0.0);
      lp.u.push_back(free ? kInf : 4.0);
      lp.c[m + j] = free ? 0.0 : std::floor(uniform(-5.0, 6.0));
    }
    for (int i = 0; i < m; i++) {
      lp.l[i] = i % 3 == 0 ? -kInf : activity[i];
      lp.u[i] = i % 3 == 1 ? kInf : activity[i] + (i % 2 ? 0.0 : 1.0);
    }
    lp.m = m;
    lp.n = m + nn;
    lp.b.assign(m, 0.0);
    lp.ptr = {ptr.data(), 0};
    lp.ind = {ind.data(), 0};
    lp.val = {val.data(), val.size()};
    for (int k = 0; k < lp.n; k++) {
      (k < m ? slack.basic : slack.nonbasic).push_back(k);
      if (k >= m)
        slack.at.push_back(std::isinf(lp.l[k]) ? At::kFree : At::kLower);
    }
  }
  void put(int i, double a) {
    ind.push_back(i);
    val.push_back(a);
  }
  void end() { ptr.push_back(static_cast<int>(ind.size())); }
  void add(int i, double a) {
    put(i, a);
    end();
  }
  std::vector<int> ptr, ind;
  std::vector<double> val;
  WorkingLp lp;
  SimplexBasis slack;
};

}  // namespace testing
