// inverse_cases.cpp (runs of the device inverse, judged by backward error)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/kernels/inverse_cases.hpp"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/scoped_device.hpp"
#include "tests/kernels/device_handle.hpp"

namespace gpuinv::tests {
namespace {

using Vector = std::vector<double>;

constexpr double kEps = std::numeric_limits<double>::epsilon();

// Calls body(&result); an exception becomes text.
template <class Body>
InverseResult collect(Body body) {
  InverseResult result;
  try {
    body(&result);
  } catch (const std::exception& error) {
    std::snprintf(result.thrown, sizeof result.thrown, "%s", error.what());
  }
  return result;
}

// A NaN counts as larger than everything.
void raise(double* most, double value) {
  if (!(value <= *most || std::isnan(*most))) *most = value;
}

Columns make_basis(Family family, Random& random, int m) {
  switch (family) {
    case Family::kDense:
      return dense_basis(random, m);
    case Family::kSparse:
      return sparse_basis(random, m, 6);
    case Family::kSlacks:
      return signed_permutation(random, m);
    case Family::kHalfSlacks:
      return half_slacks(random, m);
    case Family::kTriangular:
      return parts_basis(random, m, 0);
    case Family::kParts:
      return parts_basis(random, m, m / 4);
    default:
      return permuted_identity(random, m);
  }
}

double one_norm(int m, const Vector& a) {
  Vector sum(m, 0.0);
  for (std::size_t i = 0; i < a.size(); i++) sum[i % m] += std::fabs(a[i]);
  return *std::max_element(sum.begin(), sum.end());
}

// Returns max |B X - I|, with B by columns: row i of the product gathers rows
// of X.
double inverse_residual(const Columns& b, const Vector& x) {
  const std::size_t m = b.m;
  Vector product(m * m, 0.0);
  for (std::size_t i = 0; i < m; i++) product[i * m + i] = -1.0;
  for (std::size_t j = 0; j < m; j++) {
    for (std::size_t t = b.ptr[j]; t < b.ptr[j + 1]; t++) {
      double* row = &product[b.ind[t] * m];
      for (std::size_t c = 0; c < m; c++) row[c] += b.val[t] * x[j * m + c];
    }
  }
  double most = 0.0;
  for (const double e : product) raise(&most, std::fabs(e));
  return most;
}

void check_inverse(const Columns& b, const Vector& x, InverseResult* result) {
  const double unit = b.m * kEps * one_norm(b.m, b.dense()) * one_norm(b.m, x);
  raise(&result->residual, inverse_residual(b, x) / unit);
}

// The downloaded X and the size of its elements: 0 if products with X use its
// own elements, else the largest element, because elements are then sums and
// differences of such terms.
struct Known {
  const Vector& x;
  double size;
};

double largest(const Vector& x) {
  double most = 0.0;
  for (const double e : x) raise(&most, std::fabs(e));
  return most;
}

// Compares y with X a (or X' a) for the sparse vector a.
void check_solve(int m, const Known& known, bool transposed,
                 const std::vector<int>& ind, const Vector& val,
                 const Vector& y, InverseResult* result) {
  const Vector& x = known.x;
  for (std::size_t i = 0; i < y.size(); i++) {
    double want = 0.0, size = 0.0;
    for (std::size_t t = 0; t < val.size(); t++) {
      const std::size_t j = ind[t];
      const double element = transposed ? x[j * m + i] : x[i * m + j];
      want += element * val[t];
      size += std::fabs(std::max(std::fabs(element), known.size) * val[t]);
    }
    if (size == 0.0) {
      result->wrong += y[i] != 0.0;
    } else {
      raise(&result->solve, std::fabs(y[i] - want) / (m * kEps * size));
    }
  }
}

// Does FTRAN and BTRAN of vectors with 0, 1, a few, many and m entries.
void check_solves(DeviceHandle& handle, Random& random, int m,
                  const Known& known, InverseResult* result) {
  for (int s : {0, 1, 2, 7, m / 8, m / 3, m - 1, m}) {
    s = std::max(0, std::min(s, m));
    const std::vector<int> ind = random.indices(m, s);
    const Vector val = random.vector(s);
    check_solve(m, known, false, ind, val, handle.ftran(ind, val), result);
    check_solve(m, known, true, ind, val, handle.btran(ind, val), result);
  }
  for (int trial = 0; trial < 8; trial++) {
    const int j = random.below(m);
    const Vector column = handle.ftran({j}, {1.0});
    for (int i = 0; i < m; i++) {
      result->wrong +=
          column[i] != known.x[static_cast<std::size_t>(i) * m + j];
    }
  }
}

// Returns ||B x - a|| / (||B|| ||x|| + ||a||) in the maximum norm of a dense
// solve.
double backward_error(DeviceHandle& handle, const Columns& b, const Vector& a) {
  std::vector<int> all(b.m);
  std::iota(all.begin(), all.end(), 0);
  const Vector x = handle.ftran(all, a);
  Vector r = a, row_sum(b.m, 0.0);
  double x_norm = 0.0, r_norm = 0.0;
  for (int j = 0; j < b.m; j++) {
    raise(&x_norm, std::fabs(x[j]));
    for (std::size_t t = b.ptr[j]; t < b.ptr[j + 1]; t++) {
      r[b.ind[t]] -= b.val[t] * x[j];
      row_sum[b.ind[t]] += std::fabs(b.val[t]);
    }
  }
  for (const double e : r) raise(&r_norm, std::fabs(e));
  return r_norm /
         (*std::max_element(row_sum.begin(), row_sum.end()) * x_norm + 1.0);
}

// Returns b with column k replaced.
Columns replace(const Columns& b, int k, const std::vector<int>& ind,
                const Vector& val) {
  Columns c(b.m);
  for (int j = 0; j < b.m; j++) {
    if (j == k) {
      c.add(ind, val);
    } else {
      c.add({b.ind.begin() + b.ptr[j], b.ind.begin() + b.ptr[j + 1]},
            {b.val.begin() + b.ptr[j], b.val.begin() + b.ptr[j + 1]});
    }
  }
  return c;
}

// Replaces one column at a large pivot, as a ratio test would choose, but not
// always the largest.
void update_once(DeviceHandle& handle, Random& random, int slot, Columns* b) {
  const int m = b->m;
  const int s = 1 + random.below(std::min(m, 12));
  const std::vector<int> ind = random.indices(m, s);
  const Vector val = random.vector(s);
  const Vector alpha = handle.ftran(ind, val, slot);
  double most = 0.0;
  for (const double e : alpha) raise(&most, std::fabs(e));
  int k = random.below(m);
  while (!(std::fabs(alpha[k]) >= 0.1 * most)) k = (k + 1) % m;
  handle.update(k, slot);
  *b = replace(*b, k, ind, val);
}

// Returns everything that a run computes, in one row of numbers.
Vector transcript(unsigned seed, int m, int pivots) {
  Random random(seed);
  Columns b = sparse_basis(random, m, 6);
  DeviceHandle handle(pivots);
  Vector all{handle.factorize(b)};
  for (int t = 0; t < 20; t++) update_once(handle, random, t % 2, &b);
  for (int s : {1, 5, m / 4, m / 2, m}) {
    s = std::clamp(s, 1, m);
    const std::vector<int> ind = random.indices(m, s);
    const Vector val = random.vector(s);
    for (const Vector& y : {handle.ftran(ind, val), handle.btran(ind, val)}) {
      all.insert(all.end(), y.begin(), y.end());
    }
  }
  return all;
}

std::size_t free_bytes() {
  const device::ScopedDevice here(0);
  GPUINV_CUDA(cudaDeviceSynchronize());
  std::size_t free = 0, total = 0;
  GPUINV_CUDA(cudaMemGetInfo(&free, &total));
  return free;
}

void use_everything(DeviceHandle& handle, Random& random, int m) {
  InverseResult ignored;
  for (const Family family :
       {Family::kDense, Family::kSparse, Family::kParts}) {
    Columns b = make_basis(family, random, m);
    handle.factorize(b);
    update_once(handle, random, 0, &b);
    check_solves(handle, random, m, {handle.download(), 0.0}, &ignored);
  }
}

}  // namespace

InverseResult run_factorize(Family family, unsigned seed, int m) {
  return collect([&](InverseResult* result) {
    Random random(seed);
    const Columns b = make_basis(family, random, m);
    DeviceHandle handle;
    const double norm = handle.factorize(b);
    const Vector x = handle.download();
    const double want = one_norm(m, x);
    check_inverse(b, x, result);
    raise(&result->norm, std::fabs(norm - want) / (m * kEps * want));
    check_solves(handle, random, m, {x, 0.0}, result);
  });
}

InverseResult run_without_room(Family family, unsigned seed, int m) {
  constexpr std::size_t kSpare = std::size_t{4} << 20;  // less than a nucleus
  return collect([&](InverseResult* result) {
    Random random(seed);
    const Columns b = make_basis(family, random, m);
    DeviceHandle handle;
    handle.factorize(make_basis(family, random, 64));  // loads the libraries
    const std::size_t taken = handle.inverse().do_bytes_needed(m) + kSpare;
    const device::ScopedDevice here(0);
    const device::DeviceBuffer<char> filler(free_bytes() - taken);
    handle.factorize(b);
    check_inverse(b, handle.download(), result);
  });
}

InverseResult run_updates(Family family, unsigned seed, int m, int pivots,
                          int updates, double factor) {
  return collect([&](InverseResult* result) {
    Random random(seed);
    Columns b = make_basis(family, random, m);
    DeviceHandle handle(pivots), fresh;
    handle.factorize(b);
    for (int t = 0; t < updates; t++) {
      update_once(handle, random, t % device::DeviceInverse::kSlots, &b);
    }
    fresh.factorize(b);
    const Vector x = handle.download();
    check_inverse(b, x, result);
    const bool pending = pivots > 1;
    check_solves(handle, random, m, {x, pending ? largest(x) : 0.0}, result);
    for (int trial = 0; trial < 5; trial++) {
      const Vector a = random.vector(m);
      const double bound =
          std::max(factor * backward_error(fresh, b, a), 1e-13);
      result->wrong += !(backward_error(handle, b, a) <= bound);
    }
  });
}

InverseResult run_twice(unsigned seed, int m, int pivots) {
  return collect([&](InverseResult* result) {
    const Vector one = transcript(seed, m, pivots);
    const Vector two = transcript(seed, m, pivots);
    for (std::size_t i = 0; i < one.size(); i++) {
      result->wrong += std::memcmp(&one[i], &two[i], sizeof(double)) != 0;
    }
  });
}

InverseResult run_without_allocation(unsigned seed, int m, int pivots,
                                     long* bytes) {
  return collect([&](InverseResult*) {
    Random random(seed);
    DeviceHandle handle(pivots);
    use_everything(handle, random, m);
    const std::size_t before = free_bytes();
    use_everything(handle, random, m);
    use_everything(handle, random, m - 1);
    use_everything(handle, random, m);
    *bytes = static_cast<long>(before) - static_cast<long>(free_bytes());
  });
}

}  // namespace gpuinv::tests
