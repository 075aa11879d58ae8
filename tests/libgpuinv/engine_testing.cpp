// engine_testing.cpp (linear programs and a handle for engine tests)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "engine_testing.hpp"

#include <algorithm>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>

#include "conformance.hpp"

namespace testing {
namespace {

std::vector<int> add(const std::vector<int>& x, int base) {
  std::vector<int> y(x);
  for (int& k : y) k += base;
  return y;
}

// Solves B*x = r, dense by rows, with partial pivoting; returns NaN if B is
// singular.
std::vector<double> eliminate(std::vector<std::vector<double>> b,
                              std::vector<double> r) {
  const std::size_t m = r.size();
  for (std::size_t k = 0; k < m; k++) {
    std::size_t p = k;
    for (std::size_t i = k; i < m; i++)
      if (std::fabs(b[i][k]) > std::fabs(b[p][k])) p = i;
    if (b[p][k] == 0.0) return std::vector<double>(m, NAN);
    std::swap(b[k], b[p]);
    std::swap(r[k], r[p]);
    for (std::size_t i = 0; i < m; i++) {
      if (i == k || b[i][k] == 0.0) continue;
      const double f = b[i][k] / b[k][k];
      for (std::size_t j = k; j < m; j++) b[i][j] -= f * b[k][j];
      r[i] -= f * r[k];
    }
  }
  for (std::size_t k = 0; k < m; k++) r[k] /= b[k][k];
  return r;
}

}  // namespace

Lp::Lp(int rows, int columns, const std::vector<std::vector<double>>& a,
       const std::vector<double>& rhs, const std::vector<double>& cost)
    : m(rows), n(rows + columns), b(rhs), c(n, 0.0), l(n, 0.0), u(n, DBL_MAX) {
  ptr.push_back(0);
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < m; i++) {
      const double v = k < m ? (i == k ? 1.0 : 0.0) : a[i][k - m];
      if (v == 0.0) continue;
      ind.push_back(i);
      val.push_back(v);
    }
    ptr.push_back(static_cast<int>(ind.size()));
  }
  std::copy(cost.begin(), cost.end(), c.begin() + m);
  head.resize(n);
  std::iota(head.begin(), head.end(), 0);
  flag.assign(n - m, 0);
}

gpuinv_lp Lp::view() const {
  based_ptr_ = add(ptr, base);
  based_ind_ = add(ind, base);
  based_head_ = add(head, base);
  return {base,
          m,
          n,
          based_ptr_.data(),
          based_ind_.data(),
          val.data(),
          b.data(),
          c.data(),
          l.data(),
          u.data(),
          based_head_.data(),
          flag.data()};
}

Lp long_lp(int size) {
  std::mt19937 rng(20201216);
  std::uniform_real_distribution<double> magnitude(0.1, 10.0), unit(0.0, 1.0);
  std::vector<std::vector<double>> a(size, std::vector<double>(size));
  std::vector<double> rhs(size), cost(size);
  for (int i = 0; i < size; i++) {
    double sum = 0.0;  // the row's value at x = (1, ..., 1)
    for (double& v : a[i]) {
      v = unit(rng) < 1.0 / 3.0 ? -magnitude(rng) : magnitude(rng);
      sum += v;
    }
    const double room = size * unit(rng);
    const double sign = i % 2 ? -1.0 : 1.0;
    for (double& v : a[i]) v *= sign;
    rhs[i] = sign * sum + room;
  }
  for (double& v : cost) v = magnitude(rng) - 5.0;
  Lp lp(size, size, a, rhs, cost);
  std::fill(lp.u.begin() + size, lp.u.end(), 20.0);
  return lp;
}

Lp busy_lp() {
  int size =
      std::strstr(conformance_options(), "cuda") != nullptr ? 2500 : 1200;
  if (std::strstr(conformance_form(), "inverse") != nullptr) size /= 2;
  return long_lp(size);
}

gpuinv_smcp parameters() {
  return {1e-7, 1e-7, 1e-9, INT_MAX, 1e9, DBL_MAX, 0.0, 0.0};
}

double patience() {
  const char* text = std::getenv("GPUINV_PATIENCE");
  return text != nullptr ? std::max(1.0, std::strtod(text, nullptr)) : 1.0;
}

Engine::Engine(gpuinv_log log, void* info)
    : api(gpuinv_get_api(GPUINV_VERSION)),
      options(std::string(conformance_options()) + " " + conformance_form()) {
  api->session_create(&session, log, info);
}

Engine::~Engine() { api->session_delete(session); }

int Engine::start(const Lp& lp) {
  drop();
  base_ = lp.base;
  head.assign(lp.n, -1);
  flag.assign(lp.n - lp.m, -1);
  ray.assign(lp.n, 0.0);
  borrowed_ = std::make_unique<Lp>(lp);
  const Lp copied(lp);  // freed while the engine runs
  gpuinv_lp view = copied.view();
  const gpuinv_lp matrix = borrowed_->view();
  view.ptr = matrix.ptr;
  view.ind = matrix.ind;
  view.val = matrix.val;
  return api->engine_start(session, options.c_str(), &view, &parm, &handle);
}

int Engine::result() {
  based_.resize(head.size());  // a member, because a hook may leave by longjmp
  const int status = api->engine_result(handle, &claim, &pivots, &dense,
                                        based_.data(), flag.data(), ray.data());
  if (status == GPUINV_OK) head = add(based_, -base_);
  return status;
}

int Engine::finish(const Lp& lp) {
  base_ = lp.base;
  head.assign(lp.n, -1);
  flag.assign(lp.n - lp.m, -1);
  ray.assign(lp.n, 0.0);
  while (api->engine_wait(handle, 10.0) == 0) continue;
  return result();
}

int Engine::solve(const Lp& lp) {
  const int status = start(lp);
  return status == GPUINV_OK ? finish(lp) : status;
}

void Engine::drop() {
  api->engine_delete(handle);
  handle = nullptr;
  borrowed_.reset();
}

double Engine::objective(const Lp& lp) const {
  std::vector<double> x(lp.n, 0.0), r(lp.b);
  for (int j = 0; j < lp.n - lp.m; j++) {
    const int k = head[lp.m + j];
    x[k] = flag[j] ? lp.u[k] : lp.l[k];
    if (std::fabs(x[k]) == DBL_MAX) x[k] = 0.0;
    for (int t = lp.ptr[k]; t < lp.ptr[k + 1]; t++)
      r[lp.ind[t]] -= lp.val[t] * x[k];
  }
  std::vector<std::vector<double>> basis(lp.m, std::vector<double>(lp.m, 0.0));
  for (int i = 0; i < lp.m; i++)
    for (int t = lp.ptr[head[i]]; t < lp.ptr[head[i] + 1]; t++)
      basis[lp.ind[t]][i] = lp.val[t];
  const std::vector<double> beta = eliminate(basis, r);
  for (int i = 0; i < lp.m; i++) x[head[i]] = beta[i];
  return std::inner_product(x.begin(), x.end(), lp.c.begin(), 0.0);
}

}  // namespace testing
