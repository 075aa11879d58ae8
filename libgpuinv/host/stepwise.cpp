// stepwise.cpp (dense linear algebra in steps of some milliseconds)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/host/stepwise.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/sparse/dense_column.hpp"
#include "libgpuinv/vendors/blas_guard.hpp"
#include "libgpuinv/vendors/vendors.hpp"

namespace gpuinv::host {
namespace {

// Operations of a step: 10 ms of a core that does 20 of them per nanosecond,
// and enough for BLAS to be near its best speed.
constexpr double kStep = 2e8;

// Elements that a step reads or writes once, in order or scattered.
constexpr std::size_t kElements = std::size_t{1} << 22;
constexpr double kScattered = 1 << 19;

// Inner dimension of the products in a step.
constexpr int kDepth = 512;

// BLAS solves triangles up to this order; LAPACK factorizes panels of up to so
// many columns.
constexpr int kTriangle = 256;
constexpr int kPanel = 64;

[[noreturn]] void refuse(int argument) {
  throw Error(GPUINV_INTERNAL,
              "LAPACK refused argument " + std::to_string(-argument));
}

int share_of(double most) {
  return static_cast<int>(std::clamp(most, 1.0, 1e9));
}

}  // namespace

void Stepwise::fill(std::size_t count, double* x, double value) const {
  for (std::size_t first = 0; first < count; first += kElements) {
    interrupt_.look();
    std::fill_n(x + first, std::min(kElements, count - first), value);
  }
}

bool Stepwise::all_finite(std::size_t count, const double* x) const {
  for (std::size_t first = 0; first < count; first += kElements) {
    interrupt_.look();
    if (!gpuinv::all_finite(std::min(kElements, count - first), x + first))
      return false;
  }
  return true;
}

// Multiplies blocks of C by blocks of the sum, about square if both dimensions
// are large: larger sides mean less time per step for the operands.
void Stepwise::gemm(char op_a, char op_b, int m, int n, int k, double alpha,
                    Operand a, Operand b, double beta, Block c) const {
  const double step = kStep * BlasGuard::threads();
  const bool whole = 2.0 * m * n * k <= step;
  const int depth = whole ? k : std::min(k, kDepth);
  const double area = step / (2.0 * std::max(depth, 1));
  const double side = std::sqrt(area);
  const int rows = whole ? m : std::min(m, share_of(std::max(side, area / n)));
  const int columns = whole ? n : std::min(n, share_of(area / rows));
  for (int j = 0; j < n; j += columns)
    for (int i = 0; i < m; i += rows)
      for (int t = 0; t < k; t += depth) {
        interrupt_.look();
        const int mi = std::min(rows, m - i), nj = std::min(columns, n - j),
                  kt = std::min(depth, k - t);
        const double* at = op_a == 'N' ? a.at(i, t) : a.at(t, i);
        const double* bt = op_b == 'N' ? b.at(t, j) : b.at(j, t);
        const double keep = t == 0 ? beta : 1.0;
        const BlasGuard guard(flops_);
        vendors().dgemm(&op_a, &op_b, &mi, &nj, &kt, &alpha, at, &a.ld, bt,
                        &b.ld, &keep, c.at(i, j), &c.ld);
      }
}

void Stepwise::gemv(char op, int m, int n, Operand a, const double* x,
                    double* y) const {
  const int one = 1;
  const int columns = share_of(static_cast<double>(kElements) / std::max(m, 1));
  const double unit = 1.0, zero = 0.0;
  for (int j = 0; j < n; j += columns) {
    interrupt_.look();
    const int nj = std::min(columns, n - j);
    const bool sums = op == 'N';  // sums over the blocks
    const BlasGuard guard(flops_);
    vendors().dgemv(&op, &m, &nj, &unit, a.at(0, j), &a.ld, sums ? x + j : x,
                    &one, sums && j > 0 ? &unit : &zero, sums ? y : y + j,
                    &one);
  }
}

// Rows first..last-1 are exchanged with those in pivots, in n columns.
void Stepwise::swap_rows(int n, Block a, int first, int last,
                         const int* pivots) const {
  const int columns = share_of(kScattered / std::max(last - first, 1));
  for (int j = 0; j < n; j += columns) {
    interrupt_.look();
    for (int c = j; c < std::min(j + columns, n); c++) {
      double* own = a.at(0, c);
      for (int i = first; i < last; i++)
        if (pivots[i] - 1 != i) std::swap(own[i], own[pivots[i] - 1]);
    }
  }
}

// X := inv(T)*X, where T of order m is lower with a unit diagonal, or upper.
// It recurs on halves; the products between them are most of the work.
void Stepwise::solve_left(char uplo, int m, int n, Block t, Block x) const {
  if (m > kTriangle) {
    const int h = m / 2;
    const Block below = x.from(h, 0);
    if (uplo == 'L') {
      solve_left(uplo, h, n, t, x);
      gemm('N', 'N', m - h, n, h, -1.0, t.from(h, 0), x, 1.0, below);
      solve_left(uplo, m - h, n, t.from(h, h), below);
    } else {
      solve_left(uplo, m - h, n, t.from(h, h), below);
      gemm('N', 'N', h, n, m - h, -1.0, t.from(0, h), below, 1.0, x);
      solve_left(uplo, h, n, t, x);
    }
    return;
  }
  const double unit = 1.0;
  const char diagonal = uplo == 'L' ? 'U' : 'N';
  const int columns =
      share_of(kStep * BlasGuard::threads() / (static_cast<double>(m) * m));
  for (int j = 0; j < n; j += columns) {
    interrupt_.look();
    const int nj = std::min(columns, n - j);
    const BlasGuard guard(flops_);
    vendors().dtrsm("L", &uplo, "N", &diagonal, &m, &nj, &unit, t.data, &t.ld,
                    x.at(0, j), &x.ld);
  }
}

// X := X*inv(U), U of order n
void Stepwise::solve_right_upper(int m, int n, Block u, Block x) const {
  if (n > kTriangle) {
    const int h = n / 2;
    solve_right_upper(m, h, u, x);
    gemm('N', 'N', m, n - h, h, -1.0, x, u.from(0, h), 1.0, x.from(0, h));
    solve_right_upper(m, n - h, u.from(h, h), x.from(0, h));
    return;
  }
  const double unit = 1.0;
  const int rows =
      share_of(kStep * BlasGuard::threads() / (static_cast<double>(n) * n));
  for (int i = 0; i < m; i += rows) {
    interrupt_.look();
    const int mi = std::min(rows, m - i);
    const BlasGuard guard(flops_);
    vendors().dtrsm("R", "U", "N", "N", &mi, &n, &unit, u.data, &u.ld,
                    x.at(i, 0), &x.ld);
  }
}

// Recurs on halves of the columns (Toledo 1997).
bool Stepwise::factorize(int m, int n, Block a, int* pivots) const {
  if (n <= kPanel || static_cast<double>(m) * n * n <= kStep) {
    interrupt_.look();
    int info = 0;
    const BlasGuard guard(flops_);
    vendors().dgetrf(&m, &n, a.data, &a.ld, pivots, &info);
    if (info < 0) refuse(info);
    return info == 0;
  }
  const int h = n / 2;
  const Block right = a.from(0, h), rest = a.from(h, h);
  if (!factorize(m, h, a, pivots)) return false;
  swap_rows(n - h, right, 0, h, pivots);
  solve_left('L', h, n - h, a, right);
  gemm('N', 'N', m - h, n - h, h, -1.0, a.from(h, 0), right, 1.0, rest);
  if (!factorize(m - h, n - h, rest, pivots + h)) return false;
  for (int i = h; i < n; i++) pivots[i] += h;
  swap_rows(h, a, h, n, pivots);
  return true;
}

void Stepwise::solve(int m, int n, Block factors, const int* pivots,
                     Block x) const {
  swap_rows(n, x, 0, m, pivots);
  solve_left('L', m, n, factors, x);
  solve_left('U', m, n, factors, x);
}

// inv(U) = [inv(U1), -inv(U1)*U2*inv(U3); 0, inv(U3)]
void Stepwise::invert_upper(int m, Block u) const {
  if (m <= kTriangle) {
    interrupt_.look();
    int info = 0;
    const BlasGuard guard(flops_);
    vendors().dtrtri("U", "N", &m, u.data, &u.ld, &info);
    if (info < 0) refuse(info);
    return;
  }
  const int h = m / 2;
  const Block beside = u.from(0, h), rest = u.from(h, h);
  solve_left('U', h, m - h, u, beside);
  solve_right_upper(h, m - h, rest, beside);
  for (int j = h; j < m; j++)
    for (int i = 0; i < h; i++) *u.at(i, j) = -*u.at(i, j);
  invert_upper(h, u);
  invert_upper(m - h, rest);
}

// Solves X*L = inv(U) for X, by blocks of columns from the last one on.  A
// contains L below the diagonal, inv(U) on and above it, and X in the columns
// that are done.
void Stepwise::invert_lower_from(int m, Block a) const {
  std::vector<double> lower(m * static_cast<std::size_t>(kWork));
  const double unit = 1.0;
  for (int end = m; end > 0;) {
    const int j = (end - 1) / kWork * kWork, width = end - j;
    const Block own = {lower.data(), m};
    for (int c = 0; c < width; c++)
      for (int i = j + c + 1; i < m; i++) {
        *own.at(i, c) = *a.at(i, j + c);
        *a.at(i, j + c) = 0.0;
      }
    gemm('N', 'N', m, width, m - end, -1.0, a.from(0, end), own.from(end, 0),
         1.0, a.from(0, j));
    interrupt_.look();
    const BlasGuard guard(flops_);
    vendors().dtrsm("R", "L", "N", "U", &m, &width, &unit, own.at(j, 0), &m,
                    a.at(0, j), &a.ld);
    end = j;
  }
}

void Stepwise::swap_columns(int m, Block a, const int* pivots) const {
  Lookout lookout(interrupt_);
  for (int j = m - 1; j >= 0; j--) {
    const int p = pivots[j] - 1;
    if (p != j) std::swap_ranges(a.at(0, j), a.at(0, j) + m, a.at(0, p));
    lookout.add(m);
  }
}

void Stepwise::invert(int m, Block factors, const int* pivots) const {
  invert_upper(m, factors);
  invert_lower_from(m, factors);
  swap_columns(m, factors, pivots);
}

}  // namespace gpuinv::host
