// tableau_cases.cpp (scenarios that any tableau must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/kernels/tableau_cases.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

namespace gpuinv::tests {
namespace {

using Vector = std::vector<double>;

constexpr Tolerances kTolerances{1e-9, 1e-9, 1e-9};
constexpr int kCheckAfter[] = {1, 2, 63, 64, 65, 200};

void raise(double* worst, double x) {
  if (!(x <= *worst || std::isnan(*worst))) *worst = x;  // a NaN stays
}

Batch iterate(Tableau& t, bool dual, int budget, Steps steps) {
  return dual ? t.dual(budget, kTolerances, steps)
              : t.primal(budget, kTolerances);
}

double value_of(const SimplexState& s, int j) {
  return s.at[j] == At::kFree    ? 0.0
         : s.at[j] == At::kLower ? s.lower[j]
                                 : s.upper[j];
}

class Checker {
 public:
  Checker(Tableau& tableau, const TableauLp& problem, TableauErrors* errors)
      : t_(tableau),
        p_(problem),
        e_(errors),
        m_(problem.lp.m),
        nn_(problem.lp.n - problem.lp.m) {}

  void check() {
    t_.pull(s_);
    check_basis();
    if (e_->wrong > 0) return;
    download();
    check_columns();
    check_transposed();
    check_costs();
    check_values();
    for (int i = 0; i < m_; i++) {
      check_bounds(s_.basic[i], s_.basic_lower[i], s_.basic_upper[i]);
    }
    for (int j = 0; j < nn_; j++) {
      check_bounds(s_.nonbasic[j], s_.lower[j], s_.upper[j]);
    }
  }

 private:
  double t(int i, int j) const {
    return columns_[static_cast<std::size_t>(j) * m_ + i];
  }

  // Every variable has one place, and the bound that a variable is at exists.
  void check_basis() {
    std::vector<int> seen(p_.lp.n, 0);
    for (const int k : s_.basic) count(seen, k);
    for (const int k : s_.nonbasic) count(seen, k);
    for (const int times : seen) e_->wrong += times != 1;
    for (int j = 0; j < nn_; j++) e_->wrong += !std::isfinite(value_of(s_, j));
  }
  void count(std::vector<int>& seen, int k) {
    if (k < 0 || k >= p_.lp.n) {
      e_->wrong++;
    } else {
      seen[k]++;
    }
  }

  void download() {
    columns_.assign(static_cast<std::size_t>(m_) * (nn_ + 1), NAN);
    Vector unit(nn_ + 1, 0.0);
    for (int j = 0; j <= nn_; j++) {
      unit[j] = 1.0;
      t_.multiply(unit.data(), columns_.data() + static_cast<long>(j) * m_,
                  nullptr, nullptr);
      unit[j] = 0.0;
    }
  }

  // r := r - A_k*x, size := size + |A_k*x|
  void subtract(int k, double x, Vector* r, Vector* size) {
    const WorkingLp& lp = p_.lp;
    for (std::size_t e = lp.ptr[k]; e < lp.ptr[k + 1]; e++) {
      (*r)[lp.ind[e]] -= lp.val[e] * x;
      (*size)[lp.ind[e]] += std::fabs(lp.val[e] * x);
    }
  }

  void check_columns() {
    for (int j = 0; j <= nn_; j++) {
      Vector r(m_, 0.0), size(m_, 1.0);
      if (j < nn_) {
        subtract(s_.nonbasic[j], -1.0, &r, &size);
      } else {
        r = p_.lp.b;
      }
      for (int i = 0; i < m_; i++) subtract(s_.basic[i], t(i, j), &r, &size);
      const double most = *std::max_element(size.begin(), size.end());
      for (const double x : r) raise(&e_->columns, std::fabs(x) / most);
    }
  }

  // Column nn of N is b.
  template <class Visit>
  void visit_column(int j, const Visit& visit) const {
    const WorkingLp& lp = p_.lp;
    if (j == nn_) {
      for (int i = 0; i < m_; i++) visit(i, lp.b[i]);
      return;
    }
    const int k = s_.nonbasic[j];
    for (std::size_t e = lp.ptr[k]; e < lp.ptr[k + 1]; e++)
      visit(lp.ind[e], lp.val[e]);
  }

  // T'*(B'*y) is N'*y, and comes together with T*z as it does alone.  A form
  // that solves with B'+E' in the place of B' makes an error of
  // |y'*E*T| <= max(|E|/|B|)*|y'|*|B|*|T|.
  void check_transposed() {
    const WorkingLp& lp = p_.lp;
    Vector w(m_, 0.0), most(m_, 0.0), y(m_), z(nn_ + 1, 0.0), x(m_);
    Vector v(nn_ + 1, NAN), beside(nn_ + 1);
    for (int i = 0; i < m_; i++) y[i] = std::sin(1.0 + i);
    for (int i = 0; i < m_; i++) {
      const int k = s_.basic[i];
      for (std::size_t e = lp.ptr[k]; e < lp.ptr[k + 1]; e++) {
        w[i] += y[lp.ind[e]] * lp.val[e];
        most[i] += std::fabs(y[lp.ind[e]] * lp.val[e]);
      }
    }
    t_.multiply(nullptr, nullptr, w.data(), v.data());
    z[nn_] = 1.0;
    t_.multiply(z.data(), x.data(), w.data(), beside.data());
    e_->wrong += beside != v;
    for (int i = 0; i < m_; i++) e_->wrong += x[i] != t(i, nn_);
    for (int j = 0; j <= nn_; j++) {
      double sum = 0.0, size = 1.0;
      visit_column(j, [&](int i, double a) {
        sum += y[i] * a;
        size += std::fabs(y[i] * a);
      });
      for (int i = 0; i < m_; i++) size += most[i] * std::fabs(t(i, j));
      raise(&e_->transposed, std::fabs(v[j] - sum) / size);
    }
  }

  void check_costs() {
    for (int j = 0; j < nn_; j++) {
      double d = p_.lp.c[s_.nonbasic[j]], size = 1.0 + std::fabs(d);
      for (int i = 0; i < m_; i++) {
        const double term = p_.lp.c[s_.basic[i]] * t(i, j);
        d -= term;
        size += std::fabs(term);
      }
      raise(&e_->costs, std::fabs(s_.d[j] - d) / size);
    }
  }

  void check_values() {
    for (int i = 0; i < m_; i++) {
      double x = t(i, nn_), size = 1.0 + std::fabs(x);
      for (int j = 0; j < nn_; j++) {
        const double term = t(i, j) * value_of(s_, j);
        x -= term;
        size += std::fabs(term);
      }
      raise(&e_->values, std::fabs(s_.beta[i] - x) / size);
    }
  }

  void check_bounds(int k, double lower, double upper) {
    check_bound(lower, p_.lp.l[k]);
    check_bound(upper, p_.lp.u[k]);
    e_->wrong += !(lower <= upper);
  }
  void check_bound(double working, double given) {
    if (std::isinf(working) || std::isinf(given)) {
      e_->wrong += working != given;
    } else {
      raise(&e_->bounds, std::fabs(working - given) / (1.0 + std::fabs(given)));
    }
  }

  Tableau& t_;
  const TableauLp& p_;
  TableauErrors* e_;
  int m_, nn_;
  SimplexState s_;
  Vector columns_;  // T by columns
};

void begin(Tableau& t, const TableauLp& problem, TableauErrors* e) {
  e->wrong += !t.build(problem.lp, problem.basis);
  t.push(problem.state);
}

// Iterates until `after` iterations are done or the method stops.
bool advance(Tableau& t, bool dual, int after, Steps steps, TableauErrors* e) {
  const int budget = after - e->pivots - e->flips;
  const Batch batch = iterate(t, dual, budget, steps);
  e->pivots += batch.pivots;
  e->flips += batch.flips;
  e->passed += batch.passed;
  e->wrong += batch.passed != 0 && steps == Steps::kShort;
  e->wrong += batch.pivots < 0 || batch.flips < 0 || batch.degenerate < 0;
  e->wrong += batch.degenerate > batch.pivots;
  const int done = batch.pivots + batch.flips;
  e->wrong += batch.stop == Stop::kBudget ? done != budget : done > budget;
  return batch.stop == Stop::kBudget;
}

// They are at their lower bounds, 0.
void add_empty_columns(int count, TableauLp* p) {
  const int n = p->lp.n + count, nn = n - p->lp.m;
  p->matrix->ptr.resize(n + 1, p->matrix->ptr.back());
  for (int k = p->lp.n; k < n; k++) p->basis.nonbasic.push_back(k);
  p->basis.at.resize(nn, At::kLower);
  p->lp.n = n;
  p->lend(0);
  for (Vector* v : {&p->lp.c, &p->lp.l}) v->resize(n);
  p->lp.u.resize(n, HUGE_VAL);
  p->state.nonbasic = p->basis.nonbasic;
  p->state.at = p->basis.at;
  for (Vector* v : {&p->state.lower, &p->state.d}) v->resize(nn);
  p->state.upper.resize(nn, HUGE_VAL);
  p->state.col_scale.resize(nn, 1.0f);
}

// B = I, all x >= 0 without upper bounds.  Candidate 1, a column or in the dual
// method a row, is infeasible by 1, the other one by `wrong`.  `empty` more
// columns are empty and without costs.
TableauLp make_poor_pivot(bool dual, double wrong, int empty) {
  const Vector n = dual ? Vector{-1.0, 1.0, -1e-8, 1.0}  // by rows
                        : Vector{1.0, 1e-8, 1.0, -1.0};
  TableauLp p;
  p.lp.m = 2;
  p.lp.n = 4;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < 2; i++) {
      p.matrix->ind.push_back(i);
      p.matrix->val.push_back(k < 2 ? i == k : n[2 * i + k - 2]);
    }
    p.matrix->ptr.push_back(2 * k + 2);
  }
  p.lend(0);
  const Vector good{1.0, 1.0}, bad{-wrong, -1.0}, zero{0.0, 0.0};
  const Vector infinite(2, HUGE_VAL), &d = dual ? good : bad;
  const std::vector<float> one(2, 1.0f);
  p.lp.b = dual ? bad : good;
  p.lp.c = {0.0, 0.0, d[0], d[1]};
  p.lp.l.assign(4, 0.0);
  p.lp.u.assign(4, HUGE_VAL);
  p.basis = {{0, 1}, {2, 3}, {At::kLower, At::kLower}};
  p.state = {p.basis.basic, p.lp.b, zero,     infinite, one, p.basis.nonbasic,
             p.basis.at,    zero,   infinite, d,        one};
  add_empty_columns(empty, &p);
  return p;
}

template <class T>
void append(Vector* all, const std::vector<T>& part) {
  for (const T x : part) all->push_back(static_cast<double>(x));
}

}  // namespace

TableauErrors run_scenario(Tableau& tableau, const TableauLp& problem,
                           bool dual, Steps steps) {
  TableauErrors errors;
  try {
    begin(tableau, problem, &errors);
    Checker checker(tableau, problem, &errors);
    checker.check();
    for (const int after : kCheckAfter) {
      const bool goes_on = advance(tableau, dual, after, steps, &errors);
      checker.check();
      if (!goes_on) break;
    }
  } catch (const std::exception& error) {
    errors.failure = error.what();
  }
  return errors;
}

std::vector<double> run_transcript(Tableau& tableau, const TableauLp& problem,
                                   bool dual, Steps steps) {
  TableauErrors errors;
  SimplexState s;
  Vector all;
  begin(tableau, problem, &errors);
  for (const int after : kCheckAfter) {
    const bool goes_on = advance(tableau, dual, after, steps, &errors);
    tableau.pull(s);
    append(&all, s.basic);
    append(&all, s.nonbasic);
    for (const Vector* v :
         {&s.beta, &s.basic_lower, &s.basic_upper, &s.lower, &s.upper, &s.d}) {
      append(&all, *v);
    }
    if (!goes_on) break;
  }
  return all;
}

std::vector<std::vector<int>> run_bases(Tableau& tableau,
                                        const TableauLp& problem, bool dual,
                                        int count, int step, Steps steps) {
  std::vector<std::vector<int>> bases;
  TableauErrors errors;
  SimplexState s;
  begin(tableau, problem, &errors);
  for (int after = step; after <= count; after += step) {
    const bool goes_on = advance(tableau, dual, after, steps, &errors);
    tableau.pull(s);
    bases.push_back(s.basic);
    for (const At at : s.at) bases.back().push_back(static_cast<int>(at));
    if (!goes_on) break;
  }
  return bases;
}

PoorPivot run_poor_pivot(Tableau& tableau, bool dual, bool alone, int empty) {
  const TableauLp problem = make_poor_pivot(dual, alone ? 0.0 : 0.5, empty);
  TableauErrors errors;
  begin(tableau, problem, &errors);
  const Batch batch = iterate(tableau, dual, 1, Steps::kShort);
  SimplexState s;
  tableau.pull(s);
  return {batch, dual ? s.row_scale : s.col_scale};
}

}  // namespace gpuinv::tests
