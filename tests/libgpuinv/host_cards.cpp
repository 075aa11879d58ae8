// host_cards.cpp (the inverse form on several cards, by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "host_cards.hpp"

#include <check.h>

#include <algorithm>
#include <cmath>

#include "libgpuinv/host/host_peeled_inverse.hpp"

using namespace gpuinv;

namespace testing {

bool HostCards::build(const WorkingLp& lp, const SimplexBasis& basis) {
  lp_ = &lp;
  m_ = lp.m;
  nn_ = lp.n - lp.m;
  k_ = 0;
  const auto columns = columns_of(lp, basis.basic);
  Vector w(elements(m_));
  Singletons order;
  if (!host::invert_basis({m_, m_, lp.ind.base(), columns.data()}, &order,
                          w.data(), host::Stepwise()))
    return false;
  rows_ = Partition(m_, parts_);
  cards_.assign(rows_.parts(), {});
  for (int c = 0; c < rows_.parts(); c++) {
    Card& card = cards_[c];
    card.first = rows_.first(c);
    card.count = rows_.count(c);
    const double* own = w.data() + elements(card.first);
    card.w0.assign(own, own + elements(card.count));
    card.u.assign(static_cast<std::size_t>(card.count) * kMost, NAN);
    card.v.assign(static_cast<std::size_t>(m_) * kMost, NAN);
    card.alpha.resize(card.count);
    card.rho.resize(m_);
    card.line.resize(nn_);
  }
  return true;
}

void HostCards::push(const SimplexState& s) {
  for (Card& c : cards_) {
    c.s = s;
    const auto own = [&](auto& all) {
      all = {all.begin() + c.first, all.begin() + c.first + c.count};
    };
    own(c.s.basic), own(c.s.beta), own(c.s.basic_lower);
    own(c.s.basic_upper), own(c.s.row_scale);
  }
}

void HostCards::pull(SimplexState& s) {
  s = cards_[0].s;
  for (std::size_t c = 1; c < cards_.size(); c++) {
    const auto add = [](auto& all, const auto& own) {
      all.insert(all.end(), own.begin(), own.end());
    };
    const SimplexState& part = cards_[c].s;
    add(s.basic, part.basic), add(s.beta, part.beta);
    add(s.basic_lower, part.basic_lower);
    add(s.basic_upper, part.basic_upper), add(s.row_scale, part.row_scale);
  }
}

double HostCards::dot(const double* a, const Vector& b) const {
  double sum = 0.0;
  for (int r = 0; r < m_; r++) sum += a[r] * b[r];
  return sum;
}

// x := x + by*column j of [N b]
void HostCards::add_column(int j, double by, Vector* x) const {
  for (int r = 0; j == nn_ && r < m_; r++) (*x)[r] += by * lp_->b[r];
  if (j == nn_) return;
  const int k = cards_[0].s.nonbasic[j];
  for (std::size_t t = lp_->ptr[k]; t < lp_->ptr[k + 1]; t++)
    (*x)[lp_->ind[t]] += by * lp_->val[t];
}

void HostCards::multiply(const double* z, double* y, const double* w,
                         double* v) {
  Vector x(m_, 0.0), sum(m_, 0.0);
  for (int j = 0; z != nullptr && j <= nn_; j++) add_column(j, z[j], &x);
  for (const Card& c : cards_)
    for (int i = 0; i < c.count; i++) {
      if (z != nullptr) y[c.first + i] = dot(row(c, i), x);
      for (int r = 0; w != nullptr && r < m_; r++)
        sum[r] += w[c.first + i] * row(c, i)[r];
    }
  for (int j = 0; w != nullptr && j <= nn_; j++) {
    Vector column(m_, 0.0);
    add_column(j, 1.0, &column);
    v[j] = dot(column.data(), sum);
  }
}

HostCards::Card& HostCards::owner(int p) {
  return *std::find_if(cards_.begin(), cards_.end(),
                       [p](const Card& c) { return p < c.first + c.count; });
}

// alpha := W*a_q, each card its own rows
void HostCards::load_column(int q) {
  for (Card& c : cards_) {
    Vector a(m_, 0.0), inner(kMost, 0.0);
    add_column(q, 1.0, &a);
    for (int r = 0; r < m_; r++)
      for (int t = 0; t < k_; t++) inner[t] += c.v[r * kMost + t] * a[r];
    for (int i = 0; i < c.count; i++) {
      double x = dot(row(c, i), a);
      for (int t = 0; t < k_; t++) x += c.u[i * kMost + t] * inner[t];
      c.alpha[i] = rules::without_noise(x);
    }
  }
}

// rho := row p of W0 + U*V, which all cards read of its owner; line := rho*N
void HostCards::load_row(int p) {
  const Card& from = owner(p);
  for (Card& c : cards_) {
    const double* u = from.u.data() + (p - from.first) * kMost;
    for (int r = 0; r < m_; r++) {
      double x = row(from, p - from.first)[r];
      for (int t = 0; t < k_; t++) x += u[t] * c.v[r * kMost + t];
      c.rho[r] = rules::without_noise(x);
    }
    for (int j = 0; j < nn_; j++) {
      Vector a(m_, 0.0);
      add_column(j, 1.0, &a);
      c.line[j] = dot(a.data(), c.rho);
    }
  }
}

// The best element within a step or, if that is infinite, within the card's own
// longest one.
HostCards::Offer HostCards::offer(const Card& c, double sign,
                                  const Tolerances& tol, double within) const {
  Offer best;
  best.longest = within;
  const SimplexState& s = c.s;
  const auto rate = [&](int i) { return sign * c.alpha[i]; };
  const auto gap = [&](int i) {
    return rules::primal_gap(rate(i), s.beta[i], s.basic_lower[i],
                             s.basic_upper[i], tol.pivot);
  };
  for (int i = 0; i < c.count; i++) {
    best.most = std::max(best.most, std::fabs(c.alpha[i]));
    if (within < rules::kInfinity || gap(i) == rules::kInfinity) continue;
    best.longest = std::min(
        best.longest,
        rules::primal_relaxed_step(rate(i), s.beta[i], s.basic_lower[i],
                                   s.basic_upper[i], tol.pivot, tol.bound));
    const double step = rules::step_over(gap(i), rate(i));
    best.least = std::min(best.least, step - 1e-15 * std::fabs(step));
  }
  double size = 0.0;
  for (int i = 0; i < c.count && best.longest < rules::kInfinity; i++) {
    const double x =
        rules::primal_pivot_size(rate(i), s.beta[i], s.basic_lower[i],
                                 s.basic_upper[i], tol.pivot, best.longest);
    if (x <= size) continue;
    size = x;
    best.index = c.first + i;
    best.element = c.alpha[i];
    best.gap = gap(i);
  }
  return best;
}

// Returns false if an offer that is not valid may hide a better one.
bool HostCards::settle(const std::vector<Offer>& told, double longest,
                       Offer* best) const {
  bool hidden = false;
  *best = {};
  for (const Offer& o : told) {
    best->most = std::max(best->most, o.most);
    const bool holds = o.index >= 0 && o.gap <= longest * std::fabs(o.element);
    if (!holds && o.least <= longest) hidden = true;
    if (!holds || std::fabs(o.element) <= std::fabs(best->element)) continue;
    best->index = o.index;
    best->element = o.element;
    best->gap = o.gap;
  }
  return !hidden || longest == rules::kInfinity;
}

HostCards::Offer HostCards::choose_row(double sign, const Tolerances& tol) {
  std::vector<Offer> told;
  Offer best;
  double longest = rules::kInfinity;
  for (const Card& c : cards_) {
    told.push_back(offer(c, sign, tol, rules::kInfinity));
    longest = std::min(longest, told.back().longest);
  }
  if (settle(told, longest, &best)) return best;
  second_exchanges_++;
  for (std::size_t c = 0; c < cards_.size(); c++)
    told[c] = offer(cards_[c], sign, tol, longest);
  settle(told, longest, &best);
  return best;
}

// Every card chooses a column for itself, and all choose the same.
template <class Choose>
int HostCards::agreed(Choose choose) {
  const int q = choose(cards_[0]);
  for (const Card& c : cards_) ck_assert_int_eq(choose(c), q);
  return q;
}

int HostCards::price_columns(const Card& c, const Tolerances& tol) const {
  float best = 0.0f;
  int q = -1;
  for (int j = 0; j < nn_; j++) {
    const float score = rules::primal_score(
        c.s.d[j], c.s.col_scale[j], static_cast<int>(c.s.at[j]), c.s.lower[j],
        c.s.upper[j], tol.cost);
    if (score > best) best = score, q = j;
  }
  return q;
}

int HostCards::price_rows(const Tolerances& tol) const {
  float best = 0.0f;
  int p = -1;
  for (const Card& c : cards_)
    for (int i = 0; i < c.count; i++) {
      const float score =
          rules::dual_score(c.s.beta[i], c.s.row_scale[i], c.s.basic_lower[i],
                            c.s.basic_upper[i], tol.bound);
      if (score > best) best = score, p = c.first + i;
    }
  return p;
}

int HostCards::dual_ratio(const Card& c, bool below,
                          const Tolerances& tol) const {
  const SimplexState& s = c.s;
  double longest = rules::kInfinity, best = 0.0;
  int q = -1;
  const auto at = [&](int j) { return static_cast<int>(s.at[j]); };
  for (int j = 0; j < nn_; j++)
    longest =
        std::min(longest, rules::dual_relaxed_step(
                              rules::dual_rate(c.line[j], below), s.d[j], at(j),
                              s.lower[j], s.upper[j], tol.pivot, tol.cost));
  for (int j = 0; j < nn_ && longest < rules::kInfinity; j++) {
    const double size = rules::dual_pivot_size(
        rules::dual_rate(c.line[j], below), s.d[j], at(j), s.lower[j],
        s.upper[j], tol.pivot, longest);
    if (size > best) best = size, q = j;
  }
  return q;
}

Stop HostCards::primal_step(const Tolerances& tol, Batch* batch) {
  const int q = agreed([&](const Card& c) { return price_columns(c, tol); });
  if (q < 0) return Stop::kOptimal;
  batch->candidate = q;
  const double d = cards_[0].s.d[q], sign = d < 0.0 ? 1.0 : -1.0;
  const double range = cards_[0].s.upper[q] - cards_[0].s.lower[q];
  load_column(q);
  const Offer row = choose_row(sign, tol);
  const int p = row.index;
  const double alpha = row.element;
  const double step =
      p < 0 ? rules::kInfinity : std::max(0.0, row.gap) / std::fabs(alpha);
  if (p < 0 && range == rules::kInfinity) return Stop::kNoPivot;
  if (range <= step) return flip(q, sign * range, batch);
  load_row(p);
  if (std::fabs(alpha) < rules::kPoorPivot * row.most ||
      !rules::same_pivot(alpha, cards_[0].line[q], tol.pivot))
    return refuse(q, false);
  const At at = sign * alpha > 0.0 ? At::kLower : At::kUpper;
  pivot(p, q, {sign * step, d / alpha, at, row.gap < 0.0});
  batch->pivots++;
  batch->degenerate += step == 0.0;
  return Stop::kBudget;
}

Stop HostCards::dual_step(const Tolerances& tol, Batch* batch) {
  const int p = price_rows(tol);
  if (p < 0) return Stop::kOptimal;
  batch->candidate = p;
  const Card& own = owner(p);
  const int i = p - own.first;
  const bool below = own.s.beta[i] < own.s.basic_lower[i];
  const double target = below ? own.s.basic_lower[i] : own.s.basic_upper[i];
  load_row(p);
  const int q =
      agreed([&](const Card& c) { return dual_ratio(c, below, tol); });
  if (q < 0) return Stop::kNoPivot;
  load_column(q);
  const double rho = cards_[0].line[q], alpha = own.alpha[i];
  double most = 0.0;
  for (const double x : cards_[0].line) most = std::max(most, std::fabs(x));
  if (std::fabs(rho) < rules::kPoorPivot * most ||
      !rules::same_pivot(alpha, rho, tol.pivot))
    return refuse(p, true);
  const double d = cards_[0].s.d[q];
  const double room = rules::dual_rate(rho, below) > 0.0 ? d : -d;
  const double theta = room > 0.0 ? d / rho : 0.0;
  const At at = below ? At::kLower : At::kUpper;
  pivot(p, q, {(own.s.beta[i] - target) / rho, theta, at, false});
  batch->pivots++;
  batch->degenerate += theta == 0.0;
  return Stop::kBudget;
}

// Column q gets the leaving variable, which row i of `from` had.
void HostCards::exchange(Card* c, int q, const SimplexState& from, int i,
                         const Change& by, double left) const {
  SimplexState& s = c->s;
  s.d[q] = -by.theta;
  s.nonbasic[q] = from.basic[i];
  s.lower[q] = from.basic_lower[i];
  s.upper[q] = from.basic_upper[i];
  s.at[q] = by.leaves_at;
  if (!by.passed) return;
  const bool fixed = s.lower[q] == s.upper[q];
  if (fixed || by.leaves_at == At::kLower) s.lower[q] = left;
  if (fixed || by.leaves_at == At::kUpper) s.upper[q] = left;
}

void HostCards::pivot(int p, int q, const Change& by) {
  const Card& own = owner(p);
  const int i = p - own.first;
  const SimplexState out = own.s;
  const double alpha = own.alpha[i], left = out.beta[i] - by.move * alpha;
  for (Card& c : cards_) {
    SimplexState& s = c.s;
    for (int r = 0; r < m_; r++) c.v[r * kMost + k_] = c.rho[r];
    for (int e = 0; e < c.count; e++) {
      const bool here = c.first + e == p;
      c.u[e * kMost + k_] = ((here ? 1.0 : 0.0) - c.alpha[e]) / alpha;
      s.beta[e] =
          here ? s.value(q) + by.move : s.beta[e] - by.move * c.alpha[e];
      if (!here) continue;
      s.basic[e] = s.nonbasic[q];
      s.basic_lower[e] = s.lower[q];
      s.basic_upper[e] = s.upper[q];
    }
    for (int j = 0; j < nn_; j++) s.d[j] -= by.theta * c.line[j];
    exchange(&c, q, out, i, by, left);
  }
  if (++k_ == kMost) fold();
}

Stop HostCards::flip(int q, double move, Batch* batch) {
  for (Card& c : cards_) {
    for (int i = 0; i < c.count; i++) c.s.beta[i] -= move * c.alpha[i];
    c.s.at[q] = c.s.at[q] == At::kLower ? At::kUpper : At::kLower;
  }
  batch->flips++;
  return Stop::kBudget;
}

// W0 := W0 + U*V, each card its own rows
void HostCards::fold() {
  for (Card& c : cards_)
    for (int i = 0; i < c.count; i++)
      for (int r = 0; r < m_; r++)
        for (int t = 0; t < k_; t++)
          c.w0[elements(i) + r] += c.u[i * kMost + t] * c.v[r * kMost + t];
  k_ = 0;
}

// The price of a row or a column falls until others have had their turn.
Stop HostCards::refuse(int index, bool row) {
  if (refused_++ == rules::kMostRefused) return Stop::kPoorPivot;
  if (row)
    owner(index).s.row_scale[index - owner(index).first] = rules::kRefusedScale;
  for (Card& c : cards_)
    if (!row) c.s.col_scale[index] = rules::kRefusedScale;
  return Stop::kBudget;
}

Batch HostCards::run(int budget, bool dual, const Tolerances& tol) {
  Batch batch{Stop::kBudget, 0, 0, 0, -1};
  refused_ = 0;
  while (batch.stop == Stop::kBudget && batch.pivots + batch.flips < budget)
    batch.stop = dual ? dual_step(tol, &batch) : primal_step(tol, &batch);
  fold();
  return batch;
}

}  // namespace testing
