// cards_problem.cpp (problems whose matrix is made on the cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/cards_problem.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include "libgpuinv/device/device_inverse_tableau.hpp"
#include "libgpuinv/device/device_tableau.hpp"
#include "tests/bench/generate.hpp"

namespace gpuinv::bench {
namespace {

// Variables 0..m-1 are basic, all others at zero without an upper bound.
SimplexState slack_start(int m, int n) {
  SimplexState s;
  for (int i = 0; i < m; i++) s.basic.push_back(i);
  for (int j = 0; j < n; j++) s.nonbasic.push_back(m + j);
  s.basic_lower.assign(m, 0.0);
  s.basic_upper.assign(m, HUGE_VAL);
  s.row_scale.assign(m, 1.0f);
  s.at.assign(n, At::kLower);
  s.lower.assign(n, 0.0);
  s.upper.assign(n, HUGE_VAL);
  s.col_scale.assign(n, 1.0f);
  return s;
}

class DenseProblem final : public CardsProblem {
 public:
  DenseProblem(bool lalami, int m) : lp_{lalami, m, m} {}
  Form form() const override { return Form::kTableau; }
  char name() const override { return lp_.lalami ? 'L' : 'P'; }

  SimplexState start() const override {
    SimplexState s = slack_start(lp_.m, lp_.n);
    for (int i = 0; i < lp_.m; i++) s.beta.push_back(generated_b(lp_, i));
    for (int j = 0; j < lp_.n; j++) s.d.push_back(-generated_c(lp_, j));
    return s;
  }
  double objective(const SimplexState& s) const override {
    double sum = 0.0;
    for (int i = 0; i < lp_.m; i++)
      if (s.basic[i] >= lp_.m)
        sum += generated_c(lp_, s.basic[i] - lp_.m) * s.beta[i];
    return sum;
  }

  std::unique_ptr<device::DeviceSimplex> on_one_card(
      const std::shared_ptr<device::Context>& card,
      const kernels::SimplexWish& wish) const override {
    auto t = std::make_unique<device::DeviceTableau>(card, wish);
    t->lay_out(lp_.m, lp_.n);
    return t;
  }
  void lay_out(device::SpreadTableau& t) const override {
    t.lay_out(lp_.m, lp_.n);
  }
  cudaError_t fill(int first, int rows, std::size_t ld, double* t,
                   cudaStream_t stream) const override {
    return generate_rows(lp_, first, rows, ld, t, stream);
  }

 private:
  const GeneratedLp lp_;
};

class CycleProblem final : public CardsProblem {
 public:
  explicit CycleProblem(int m) : m_(m), state_(slack_start(m, m)) {
    const double keep = 1.0 - 1.0 / m;
    for (int i = 0; i < m; i++) add_column({{i, 1.0}, {(i + 1) % m, -keep}});
    for (int j = 0; j < m; j++) add_sparse_column();
    lp_.m = m;
    lp_.n = 2 * m;
    lp_.ptr = {ptr_.data(), 0};
    lp_.ind = {ind_.data(), 0};
    lp_.val = {val_.data(), val_.size()};
    lp_.c.assign(lp_.n, 0.0);
    for (int i = 0; i < m; i++) {
      state_.beta.push_back(1.0 + uniform_of(key_++));
      state_.basic_upper[i] = 2.0 * state_.beta[i];
      state_.d.push_back(lp_.c[m + i] = -0.1 - uniform_of(key_++));
    }
    for (int i = 0; i < m; i++)
      lp_.b.push_back(state_.beta[i] - keep * state_.beta[(i + m - 1) % m]);
    lp_.l.assign(lp_.n, 0.0);
    lp_.u = state_.basic_upper;
    lp_.u.resize(lp_.n, HUGE_VAL);
    basis_ = {state_.basic, state_.nonbasic, state_.at};
  }

  Form form() const override { return Form::kInverse; }
  char name() const override { return 'C'; }
  SimplexState start() const override { return state_; }
  double objective(const SimplexState& s) const override {
    double sum = 0.0;
    for (int i = 0; i < m_; i++) sum += lp_.c[s.basic[i]] * s.beta[i];
    return sum;
  }

  std::unique_ptr<device::DeviceSimplex> on_one_card(
      const std::shared_ptr<device::Context>& card,
      const kernels::SimplexWish& wish) const override {
    auto t = std::make_unique<device::DeviceInverseTableau>(card, wish);
    t->lay_out(lp_, basis_);
    return t;
  }
  void lay_out(device::SpreadTableau& t) const override {
    t.lay_out(lp_, basis_);
  }
  cudaError_t fill(int first, int rows, std::size_t ld, double* t,
                   cudaStream_t stream) const override {
    return generate_cycle(m_, first, rows, ld, t, stream);
  }

 private:
  static constexpr int kElements = 8;  // of a sparse column

  struct Element {
    int row;
    double value;
  };
  void add_column(const std::vector<Element>& elements) {
    for (const Element& e : elements) {
      ind_.push_back(e.row);
      val_.push_back(e.value);
    }
    ptr_.push_back(static_cast<int>(ind_.size()));
  }
  // One element in each eighth of the rows, of either sign.
  void add_sparse_column() {
    std::vector<Element> elements;
    for (int e = 0; e < kElements; e++) {
      const auto from = static_cast<long long>(m_) * e / kElements;
      const auto to = static_cast<long long>(m_) * (e + 1) / kElements;
      const int row =
          static_cast<int>(static_cast<double>(from) +
                           uniform_of(key_++) * static_cast<double>(to - from));
      const double size = 0.1 + uniform_of(key_++);
      const double value = uniform_of(key_++) < 0.5 ? -size : size;
      if (to > from) elements.push_back({row, value});
    }
    add_column(elements);
  }

  const int m_;
  std::uint64_t key_ = 0;
  std::vector<int> ptr_{0}, ind_;
  std::vector<double> val_;
  WorkingLp lp_;
  SimplexBasis basis_;
  SimplexState state_;
};

}  // namespace

std::unique_ptr<CardsProblem> dense_problem(bool lalami, int m) {
  return std::make_unique<DenseProblem>(lalami, m);
}

std::unique_ptr<CardsProblem> cycle_problem(int m) {
  return std::make_unique<CycleProblem>(m);
}

}  // namespace gpuinv::bench
