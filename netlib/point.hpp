// point.hpp (solving an LP by libglpk, and judging any point)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "glpk.h"

namespace gpuinv::netlib {

enum class Method { kPrimal, kDual, kInterior };

struct SolveOptions {
  Method method = Method::kPrimal;
  bool presolve = true, warm = false, free_format = false;
  double limit_s = 0.0;  // 0: none
  int repeats = 1;
};

// Row duals and column values: the parts of an answer that must be believed.
struct Point {
  std::vector<double> y;  // m
  std::vector<double> x;  // n
};

struct Solved {
  std::string version, gpu;  // of libglpk; "-" if it knows no GPU
  std::string status;        // optimal, infeasible, unbounded, limit, undefined
  double seconds, warm_s;
  std::vector<double> again_s;  // of further solves that ended alike
  std::string once;             // status of one that did not
  int iterations;
  Point point;  // if optimal
};

// Errors on the problem as it was read.  The four are relative errors of
// glp_check_kkt.  The gap is |p - d| / (1 + |p|), where the dual objective d
// uses bounds for multipliers of the right sign; kkt_db measures those of the
// wrong sign, but kkt_de what may come from rounding y to doubles.
struct Errors {
  double objective, kkt_pe, kkt_pb, kkt_de, kkt_db, gap;
};

class Problem {
 public:
  // Throws std::runtime_error if GLPK cannot read it.
  Problem(const std::string& path, bool free_format);

  int rows() const { return glp_get_num_rows(lp_.get()); }
  int columns() const { return glp_get_num_cols(lp_.get()); }
  int nonzeros() const { return glp_get_num_nz(lp_.get()); }

  Solved solve(const SolveOptions& options) const;
  // Throws std::runtime_error for a point of other sizes, or with NaN.
  Errors judge(const Point& point) const;

 private:
  struct Delete {
    void operator()(glp_prob* lp) const { glp_delete_prob(lp); }
  };
  std::unique_ptr<glp_prob, Delete> lp_;
};

void write_point(const std::string& path, const Point& point);
Point read_point(const std::string& path);

}  // namespace gpuinv::netlib
