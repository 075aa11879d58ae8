// small_lp.cpp (linear programs for engine tests, and their certificates)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "small_lp.hpp"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace testing {
namespace {

using Row = std::vector<long double>;

// Owns the arrays of a gpuinv_lp.
struct Arrays {
  std::vector<int> ptr, ind, head;
  std::vector<double> val, b, c, l, u;
  std::vector<char> flag;
};

double limit(double bound) {
  return std::isinf(bound) ? std::copysign(DBL_MAX, bound) : bound;
}

void add_entries(const SmallLp& lp, int k, int base, Arrays& a) {
  a.ptr.push_back(static_cast<int>(a.ind.size()) + base);
  for (int i = 0; i < lp.m; i++) {
    const double value = k < lp.m ? (i == k) : -lp.entries[k - lp.m][i];
    if (value == 0.0) continue;
    a.ind.push_back(i + base);
    a.val.push_back(value);
  }
}

Arrays arrays_of(const SmallLp& lp, int base, const Verdict* start) {
  Arrays a;
  a.b.assign(lp.m, 0.0);
  for (int k = 0; k < lp.n(); k++) {
    const bool row = k < lp.m;
    add_entries(lp, k, base, a);
    a.c.push_back(row ? 0.0 : lp.cost[k - lp.m]);
    a.l.push_back(limit(row ? lp.row_lower[k] : lp.lower[k - lp.m]));
    a.u.push_back(limit(row ? lp.row_upper[k] : lp.upper[k - lp.m]));
    a.head.push_back((start ? start->head[k] : k) + base);
    if (!row)
      a.flag.push_back(start ? start->flag[k - lp.m]
                             : a.l[k] == -DBL_MAX && a.u[k] != DBL_MAX);
  }
  a.ptr.push_back(static_cast<int>(a.ind.size()) + base);
  return a;
}

double coefficient(const SmallLp& lp, int i, int k) {
  return k < lp.m ? (i == k) : -lp.entries[k - lp.m][i];
}

// Solves M*x = rhs, with x replacing rhs.  Returns false if M is singular.
bool eliminate(std::vector<Row> M, Row& rhs) {
  const std::size_t m = rhs.size();
  for (std::size_t c = 0; c < m; c++) {
    std::size_t best = c;
    for (std::size_t i = c; i < m; i++)
      if (std::fabs(M[i][c]) > std::fabs(M[best][c])) best = i;
    if (std::fabs(M[best][c]) < 1e-15L) return false;
    std::swap(M[c], M[best]);
    std::swap(rhs[c], rhs[best]);
    for (std::size_t i = 0; i < m; i++) {
      if (i == c) continue;
      const long double f = M[i][c] / M[c][c];
      for (std::size_t j = c; j < m; j++) M[i][j] -= f * M[c][j];
      rhs[i] -= f * rhs[c];
    }
  }
  for (std::size_t i = 0; i < m; i++) rhs[i] /= M[i][i];
  return true;
}

bool within(long double x, double l, double u) {
  const double tol = 1e-7;
  return x >= l - tol * (1 + std::fabs(l)) && x <= u + tol * (1 + std::fabs(u));
}

void judge(const SmallLp& lp, const Arrays& a, Verdict& v) {
  const int m = lp.m, n = lp.n();
  std::vector<int> sorted(v.head);
  std::sort(sorted.begin(), sorted.end());
  for (int k = 0; k < n; k++)
    if (sorted[k] != k) return;
  Row x(n), xb(m, 0.0L), pi(m);
  std::vector<Row> B(m, Row(m)), Bt(m, Row(m));
  for (int j = 0; j < n - m; j++) {
    const int k = v.head[m + j];
    const bool free = a.l[k] == -DBL_MAX && a.u[k] == DBL_MAX;
    x[k] = free ? 0.0 : v.flag[j] ? a.u[k] : a.l[k];
    for (int i = 0; i < m; i++) xb[i] -= coefficient(lp, i, k) * x[k];
  }
  for (int c = 0; c < m; c++) {
    pi[c] = a.c[v.head[c]];
    for (int i = 0; i < m; i++)
      B[i][c] = Bt[c][i] = coefficient(lp, i, v.head[c]);
  }
  v.basis = eliminate(B, xb) && eliminate(Bt, pi);
  if (!v.basis) return;
  v.primal = v.dual = true;
  for (int c = 0; c < m; c++) {
    x[v.head[c]] = xb[c];
    v.primal = v.primal && within(xb[c], a.l[v.head[c]], a.u[v.head[c]]);
  }
  for (int j = 0; j < n - m; j++) {
    const int k = v.head[m + j];
    long double d = a.c[k];
    for (int i = 0; i < m; i++) d -= pi[i] * coefficient(lp, i, k);
    const bool free = a.l[k] == -DBL_MAX && a.u[k] == DBL_MAX;
    if (a.l[k] == a.u[k]) continue;
    if ((d < -1e-7L && (free || !v.flag[j])) ||
        (d > 1e-7L && (free || v.flag[j])))
      v.dual = false;
  }
  long double z = 0.0L;
  for (int k = 0; k < n; k++) z += a.c[k] * x[k];
  v.objective = static_cast<double>(z);
}

}  // namespace

void SmallLp::bound_row(int i, double low, double high) {
  row_lower[i] = low;
  row_upper[i] = high;
}

void SmallLp::add_column(double c, double low, double high,
                         const std::vector<double>& column) {
  cost.push_back(c);
  lower.push_back(low);
  upper.push_back(high);
  entries.push_back(column);
}

Verdict solve(const SmallLp& lp, const char* options, int base,
              const Verdict* start, int it_lim) {
  const gpuinv_api* api = gpuinv_get_api(GPUINV_VERSION);
  const Arrays a = arrays_of(lp, base, start);
  const gpuinv_lp problem = {base,         lp.m,          lp.n(),
                             a.ptr.data(), a.ind.data(),  a.val.data(),
                             a.b.data(),   a.c.data(),    a.l.data(),
                             a.u.data(),   a.head.data(), a.flag.data()};
  const gpuinv_smcp parm = {1e-7, 1e-7, 1e-9, it_lim, 60.0, DBL_MAX, 0.0, 0.0};
  gpuinv_session* session = nullptr;
  gpuinv_engine* engine = nullptr;
  Verdict v;
  api->session_create(&session, nullptr, nullptr);
  v.status = api->engine_start(session, options, &problem, &parm, &engine);
  if (v.status == GPUINV_OK) {
    v.head.resize(lp.n());
    v.flag.resize(lp.n() - lp.m);
    std::vector<double> ray(lp.n());
    api->engine_wait(engine, 60.0);
    v.status = api->engine_result(engine, &v.claim, &v.pivots, &v.dense,
                                  v.head.data(), v.flag.data(), ray.data());
    for (int& k : v.head) k -= base;
    if (v.status == GPUINV_OK) judge(lp, a, v);
  }
  api->engine_delete(engine);
  api->session_delete(session);
  return v;
}

}  // namespace testing
