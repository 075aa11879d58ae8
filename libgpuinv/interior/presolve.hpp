// presolve.hpp (reductions of a linear program and their way back)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/interior/remainder.hpp"

namespace gpuinv {

// Takes out what needs no method: rows that are empty, bound one column,
// cannot be violated, hold only at one corner of their columns' bounds or
// repeat another row; columns that are fixed, empty, pushed to a bound by
// cost and rows alike, or free within one row alone.  No coefficient
// changes.
class Presolve {
 public:
  enum class Outcome { kReduced, kInfeasible, kUnbounded };

  // lp outlives this object.
  explicit Presolve(const InteriorLp& lp);

  Outcome outcome() const { return outcome_; }
  const InteriorLp& reduced() const { return reduced_; }
  // Leaves none; there is room for a slack column of every row.
  InteriorLp take_reduced() { return std::move(reduced_); }
  // What the objective of the reduced problem lacks.
  double objective() const { return objective_; }

  // Values x[n] and multipliers y[m] of the given problem from those of
  // the reduced one; those of rays are of a problem without costs, and
  // without bounds other than 0.  Where it is kUnbounded or kInfeasible,
  // the ray that proves it comes of nothing: ({}, true).
  std::vector<double> expand_values(const std::vector<double>& x,
                                    bool ray) const;
  std::vector<double> expand_duals(const std::vector<double>& y,
                                   bool ray) const;

 private:
  enum class Kind : signed char { kBound, kForcing, kDuplicate, kSubstituted };
  // How the multiplier of a row that was taken out is found.
  struct Step {
    Kind kind;
    int row, other;      // other: column of kBound and kSubstituted, row kept
                         // of kDuplicate
    double coefficient;  // a(row,other), or row over the row kept
    bool lower, upper;   // bounds that come from this row; for kForcing the
                         // row's side that holds
    double cost;         // of the column, for kSubstituted
    double side;         // the row's value, for kSubstituted
  };

  bool crossed() const;
  bool lopsided() const;
  void run();
  void list_rows();
  bool visit_row(int i);
  void visit_column(int j);
  void bound_by_row(int i);
  bool check_activity(int i);
  void force(int i, bool lower);
  void fix(int j, double value);
  void drop_row(int i);
  void drop_empty_row(int i);
  void drop_empty_column(int j);
  bool push_to_bound(int j);
  bool substitute(int j);
  void merge_duplicates();
  // What rows that are multiples of each other have in common.
  struct Fingerprint {
    std::uint64_t pattern;
    double projection, size;  // size: what rounding may change of it
    int row;
    bool near(const Fingerprint& f) const {
      return pattern == f.pattern && f.projection - projection <= size + f.size;
    }
  };
  Fingerprint fingerprint(int i) const;
  std::uint64_t pattern(int i) const;
  bool is_multiple(int i, int k, double* ratio) const;
  void merge(int kept, int other, double ratio);
  bool tighten(double lower, double upper, double* l, double* u,
               Step* step) const;
  bool implied_free(int i, int j, double a) const;
  void fail(int i, double multiplier);
  void extract();
  void undo(const Step& step, bool ray, std::vector<double>* y) const;
  double reduced_cost(int j, bool ray, const std::vector<double>& y) const;
  double solve_row(const Step& step, double side,
                   const std::vector<double>& x) const;
  double undo_forcing(const Step& step, bool ray,
                      const std::vector<double>& y) const;

  const InteriorLp& lp_;
  Outcome outcome_ = Outcome::kReduced;
  InteriorLp reduced_;
  std::vector<int> row_start_, column_;  // A by rows
  std::vector<double> by_row_;
  std::vector<double> lower_, upper_, row_lower_, row_upper_, cost_;
  std::vector<double> cost_size_;  // largest term of the cost
  std::vector<double> value_;      // of columns taken out
  std::vector<char> row_out_, column_out_;
  std::vector<int> row_count_, column_count_;
  std::vector<int> fixed_by_;  // row that forced the column, or -1
  Remainder kept_;
  std::vector<Step> steps_;
  std::vector<double> injected_;  // Farkas ray begun where a row failed, or 0
  int unbounded_ = -1;            // column of a primal ray
  double direction_ = 0.0;
  double objective_ = 0.0;
  bool changed_ = false;
};

}  // namespace gpuinv
