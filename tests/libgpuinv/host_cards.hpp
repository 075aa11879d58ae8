// host_cards.hpp (the inverse form on several cards, by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/simplex/partition.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/tableau.hpp"

namespace testing {

// The twin of device/spread_tableau.hpp in inverse form, with cards that go
// step by step and read of each other what the kernels read.  All weights are
// 1, and steps are short.
class HostCards final : public gpuinv::Tableau {
 public:
  explicit HostCards(int parts) : parts_(parts) {}
  std::size_t bytes_needed(int, int, std::size_t) override { return 0; }
  int most_pending(int, int) override { return kMost; }
  bool build(const gpuinv::WorkingLp& lp,
             const gpuinv::SimplexBasis& basis) override;
  void push(const gpuinv::SimplexState& s) override;
  void pull(gpuinv::SimplexState& s) override;
  gpuinv::Batch primal(int budget, const gpuinv::Tolerances& tol) override {
    return run(budget, false, tol);
  }
  gpuinv::Batch dual(int budget, const gpuinv::Tolerances& tol,
                     gpuinv::Steps) override {
    return run(budget, true, tol);
  }
  void multiply(const double* z, double* y, const double* w,
                double* v) override;

  // Returns how many ratio tests took a second exchange.
  int second_exchanges() const { return second_exchanges_; }

 private:
  using Vector = std::vector<double>;
  static constexpr int kMost = 16;  // pending changes

  // One card's memory, as in device/inverse_part.cpp: its rows of W0 and U and
  // their vectors, all of V, and all vectors of the columns.
  struct Card {
    int first = 0, count = 0;
    Vector w0, u, v;  // count*m, count*kMost, m*kMost
    gpuinv::SimplexState s;
    Vector alpha, rho, line;  // count, m, nn
  };

  // What a card tells the others of its rows, as in kernels/spread_select.cuh.
  struct Offer {
    int index = -1;
    double element = 0.0, gap = gpuinv::rules::kInfinity;
    double longest = gpuinv::rules::kInfinity;
    double least = gpuinv::rules::kInfinity, most = 0.0;
  };

  struct Change {
    double move, theta;  // of x_q, and the factor of the row in that of d
    gpuinv::At leaves_at;
    bool passed;  // the bound, which moves with the leaving variable
  };

  std::size_t elements(int rows) const {
    return static_cast<std::size_t>(rows) * m_;
  }
  const double* row(const Card& c, int i) const {
    return c.w0.data() + elements(i);
  }
  double dot(const double* a, const Vector& b) const;
  void add_column(int j, double by, Vector* x) const;
  Card& owner(int p);
  void load_column(int q);
  void load_row(int p);
  Offer offer(const Card& c, double sign, const gpuinv::Tolerances& tol,
              double within) const;
  bool settle(const std::vector<Offer>& told, double longest,
              Offer* best) const;
  Offer choose_row(double sign, const gpuinv::Tolerances& tol);
  template <class Choose>
  int agreed(Choose choose);
  int price_columns(const Card& c, const gpuinv::Tolerances& tol) const;
  int price_rows(const gpuinv::Tolerances& tol) const;
  int dual_ratio(const Card& c, bool below,
                 const gpuinv::Tolerances& tol) const;
  gpuinv::Stop primal_step(const gpuinv::Tolerances& tol, gpuinv::Batch* batch);
  gpuinv::Stop dual_step(const gpuinv::Tolerances& tol, gpuinv::Batch* batch);
  void pivot(int p, int q, const Change& by);
  void exchange(Card* c, int q, const gpuinv::SimplexState& from, int i,
                const Change& by, double left) const;
  gpuinv::Stop flip(int q, double move, gpuinv::Batch* batch);
  void fold();
  gpuinv::Stop refuse(int index, bool row);
  gpuinv::Batch run(int budget, bool dual, const gpuinv::Tolerances& tol);

  const int parts_;
  const gpuinv::WorkingLp* lp_ = nullptr;
  int m_ = 0, nn_ = 0, k_ = 0, refused_ = 0, second_exchanges_ = 0;
  gpuinv::Partition rows_;
  std::vector<Card> cards_;
};

}  // namespace testing
