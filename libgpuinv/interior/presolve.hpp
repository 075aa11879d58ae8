// presolve.hpp (reductions of a linear program, and their reversal)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "libgpuinv/interior/lp.hpp"
#include "libgpuinv/interior/remainder.hpp"

namespace gpuinv {

// Removes what needs no method.  Rows go that are empty, bound one column,
// cannot be violated, hold only at one corner of their columns' bounds, or
// repeat another row.  Columns go that are fixed, empty, pushed to a bound by
// their cost and all their rows, or free and in one row only.  No coefficient
// changes.
class Presolve {
 public:
  enum class Outcome { kReduced, kInfeasible, kUnbounded };

  // lp outlives this object.
  explicit Presolve(const InteriorLp& lp);

  Outcome outcome() const { return outcome_; }
  const InteriorLp& reduced() const { return reduced_; }
  // Moves the reduced problem out; it has room for a slack column per row.
  InteriorLp take_reduced() { return std::move(reduced_); }
  // The constant to add to the reduced problem's objective.
  double objective() const { return objective_; }

  // Return values x[n] and multipliers y[m] of the given problem from those of
  // the reduced one.  Rays are those of a problem without costs whose finite
  // bounds are 0.  If the outcome is kUnbounded or kInfeasible, ({}, true)
  // gives the ray that proves it.
  std::vector<double> expand_values(const std::vector<double>& x,
                                    bool ray) const;
  std::vector<double> expand_duals(const std::vector<double>& y,
                                   bool ray) const;
  // Return a ray of the given problem from its elements at the rows or columns
  // that another presolve has kept.
  std::vector<double> complete_values(std::vector<double> d) const;
  std::vector<double> complete_duals(std::vector<double> y) const;

 private:
  enum class Kind : signed char { kBound, kForcing, kDuplicate, kSubstituted };
  // Tells how to find the multiplier of a removed row.
  struct Step {
    Kind kind;
    int row, other;      // other: column (kBound, kSubstituted), or row kept
                         // (kDuplicate)
    double coefficient;  // a(row,other), or row over the row kept
    bool lower, upper;   // which bounds come from this row; for kForcing: which
                         // side of the row holds
    double cost;         // cost of the column, for kSubstituted
    double side;         // value of the row, for kSubstituted
  };

  bool crossed() const;
  bool lopsided() const;
  void run();
  void count_entries();
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
  // Rows that are multiples of each other have equal fingerprints.
  struct Fingerprint {
    std::uint64_t pattern;
    double projection, size;  // size: rounding error of projection
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
  SparseVectors rows_;
  std::vector<double> lower_, upper_, row_lower_, row_upper_, cost_;
  std::vector<double> cost_size_;  // largest term of the cost
  std::vector<double> value_;      // values of removed columns
  std::vector<char> row_out_, column_out_;
  std::vector<int> row_count_, column_count_;
  std::vector<int> fixed_by_;  // row that forced the column, or -1
  Remainder kept_;
  std::vector<Step> steps_;
  std::vector<double> injected_;  // Farkas ray that a failed row begins, or 0
  int unbounded_ = -1;            // column of a primal ray
  double direction_ = 0.0;
  double objective_ = 0.0;
  bool changed_ = false;
};

}  // namespace gpuinv
