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

// Dense rows with their bounds, and columns with costs and bounds.
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

// A random problem of m rows and n columns with bounds of every type, and its
// optimum: costs are made of multipliers that are complementary to a point.
// Each row after the first `independent` ones is a sum of two earlier ones.
struct KnownLp {
  gpuinv::InteriorLp lp;
  double optimum;
};
KnownLp random_lp(int m, int n, int independent, std::mt19937& rng);

// Returns two independent problems as one.
gpuinv::InteriorLp joined(const gpuinv::InteriorLp& a,
                          const gpuinv::InteriorLp& b);

// s starts with the solution of lp.  Returns the sum, over the rows and columns
// of lp, of the size by which the method measures a product of a multiplier and
// a distance, or up to twice that size.
double product_size(const gpuinv::InteriorLp& lp,
                    const gpuinv::InteriorSolution& s);

// These fail the test if s does not prove what its status says, optimality to
// 1e-8 or a ray; everything is computed again.
void check_proof(const gpuinv::InteriorLp& lp,
                 const gpuinv::InteriorSolution& s);

}  // namespace testing
