// interior_problem.hpp (linear programs by hand and at random, and their
// proofs)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <limits>
#include <random>
#include <vector>

#include "libgpuinv/interior/interior_solver.hpp"

namespace testing {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Interval {
  double lower, upper;
};

// Dense rows with their bounds; columns with costs and bounds.
struct Row {
  std::vector<double> a;
  Interval bounds;
};
struct Column {
  double cost;
  Interval bounds;
};
gpuinv::InteriorLp make_lp(const std::vector<Row>& rows,
                           const std::vector<Column>& columns);

// A random problem of m rows and n columns with bounds of every type and
// its optimum: costs are made of multipliers that are complementary to a
// point.  Each row after the first `independent` is a sum of two earlier
// ones.
struct KnownLp {
  gpuinv::InteriorLp lp;
  double optimum;
};
KnownLp random_lp(int m, int n, int independent, std::mt19937& rng);

// Two problems that have nothing to do with each other, as one.
gpuinv::InteriorLp joined(const gpuinv::InteriorLp& a,
                          const gpuinv::InteriorLp& b);

// The sum, over the rows and columns of a problem whose solution is the first
// part of s, of what the method measures a product of a multiplier and a
// distance by, up to twice as much.
double product_size(const gpuinv::InteriorLp& lp,
                    const gpuinv::InteriorSolution& s);

// Fail the test if s does not prove what its status says, all of it
// computed anew: optimality to 1e-8, or a ray.
void check_proof(const gpuinv::InteriorLp& lp,
                 const gpuinv::InteriorSolution& s);

}  // namespace testing
