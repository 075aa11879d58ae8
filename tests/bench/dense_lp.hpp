// dense_lp.hpp (dense random LPs of the benchmarks)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::bench {

enum class LpFamily {
  kP,      // max c'x, A*x <= b, primal feasible slacks; a third of A < 0
  kD,      // min c'x, A*x >= b, dual feasible slacks; A as in P
  kLalami  // as P, coefficients uniform integers in [1, 1000]
};

// minimize c'x, A*x + S*s = b, x, s >= 0 with m rows and m columns x after m
// slacks s, S = I or -I; the start basis consists of the slacks.  Every run has
// the same numbers, so that tables of different days can be compared.
class DenseLp {
 public:
  DenseLp(LpFamily family, int m) : family_(family), m_(m) {
    make_slacks();
    make_columns();
    make_costs();
    make_state();
  }

  // The arrays belong to this object.
  WorkingLp matrix() const {
    WorkingLp lp;
    lp.m = m_;
    lp.n = 2 * m_;
    lp.ptr = {ptr_.data(), 0};
    lp.ind = {ind_.data(), 0};
    lp.val = {val_.data(), val_.size()};
    lp.b = b_;
    return lp;
  }
  SimplexBasis basis() const { return {basic_, nonbasic_, start_.at}; }
  const SimplexState& start() const { return start_; }
  bool dual() const { return family_ == LpFamily::kD; }

  double objective(const SimplexState& s) const {
    double sum = 0.0;
    for (int i = 0; i < m_; i++) {
      if (s.basic[i] >= m_) sum += c_[s.basic[i] - m_] * s.beta[i];
    }
    return sum;
  }

 private:
  // xorshift64
  double uniform() {
    bits_ ^= bits_ << 13;
    bits_ ^= bits_ >> 7;
    bits_ ^= bits_ << 17;
    return static_cast<double>(bits_ >> 11) * 0x1p-53;
  }
  double coefficient() {
    if (family_ == LpFamily::kLalami) {
      return 1.0 + std::floor(1000.0 * uniform());
    }
    return 0.1 + 9.9 * uniform();
  }
  void make_slacks() {
    for (int i = 0; i < m_; i++) {
      ptr_.push_back(i);
      ind_.push_back(i);
      val_.push_back(dual() ? -1.0 : 1.0);
    }
    ptr_.push_back(m_);
  }
  void make_columns() {
    const std::size_t nnz = static_cast<std::size_t>(m_) * (m_ + 1);
    ind_.resize(nnz);
    val_.resize(nnz);
    b_.assign(m_, 0.0);
    std::size_t t = m_;
    for (int j = 0; j < m_; j++) {
      const double x = uniform();
      for (int i = 0; i < m_; i++, t++) {
        const double a = coefficient();
        const bool negative =
            family_ != LpFamily::kLalami && uniform() < 1.0 / 3.0;
        ind_[t] = i;
        val_[t] = negative ? -a : a;
        b_[i] += val_[t] * x;
      }
      ptr_.push_back(static_cast<int>(t));
    }
    if (dual()) return;  // b = A*x for an x > 0
    for (double& b : b_) b = coefficient() * m_;
  }
  void make_costs() {
    c_.resize(m_);
    for (double& c : c_) c = dual() ? coefficient() : -coefficient();
  }
  void make_state() {
    for (int i = 0; i < m_; i++) {
      basic_.push_back(i);
      nonbasic_.push_back(m_ + i);
    }
    start_.basic = basic_;
    start_.nonbasic = nonbasic_;
    start_.beta = b_;
    if (dual()) {
      for (double& x : start_.beta) x = -x;
    }
    start_.basic_lower.assign(m_, 0.0);
    start_.basic_upper.assign(m_, HUGE_VAL);
    start_.row_scale.assign(m_, 1.0);
    start_.at.assign(m_, At::kLower);
    start_.lower.assign(m_, 0.0);
    start_.upper.assign(m_, HUGE_VAL);
    start_.d = c_;
    start_.col_scale.assign(m_, 1.0);
  }

  LpFamily family_;
  int m_;
  std::uint64_t bits_ = 88172645463325252u;
  std::vector<int> ptr_, ind_;
  std::vector<double> val_, b_, c_;
  std::vector<int> basic_, nonbasic_;
  SimplexState start_;
};

}  // namespace gpuinv::bench
