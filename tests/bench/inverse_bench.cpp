// inverse_bench.cpp (wall times of the device inverse)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/inverse_bench.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>

#include "kernels/pending.hpp"
#include "libgpuinv/device/cuda_devices.hpp"
#include "libgpuinv/device/device_inverse.hpp"
#include "libgpuinv/gpuinv.h"
#include "tests/bench/kernel_bench.hpp"
#include "tests/bench/table.hpp"

namespace gpuinv::bench {
namespace {

constexpr int kMostPivots = kernels::kMostPending;

class Random {
 public:
  double value() { return value_(engine_); }
  int below(int n) { return static_cast<int>(engine_() % n); }
  std::vector<double> vector(std::size_t n) {
    std::vector<double> x(n);
    for (double& e : x) e = value();
    return x;
  }
  // Returns s different numbers below m, ascending: one of each of s ranges.
  std::vector<int> indices(int m, int s) {
    std::vector<int> ind(s);
    for (int t = 0; t < s; t++) ind[t] = m / s * t + below(m / s);
    return ind;
  }
  std::mt19937_64& engine() { return engine_; }

 private:
  std::mt19937_64 engine_{std::random_device{}()};
  std::uniform_real_distribution<double> value_{-1.0, 1.0};
};

// Returns a sparse regular basis: a strong element per row and column, and four
// weak ones per column.
SparseColumns make_basis(Random& random, int m) {
  std::vector<int> pivot(m);
  std::iota(pivot.begin(), pivot.end(), 0);
  std::shuffle(pivot.begin(), pivot.end(), random.engine());
  SparseColumns b;
  b.reset(m);
  for (int j = 0; j < m; j++) {
    std::vector<int> ind;
    std::vector<double> val;
    for (const int i : random.indices(m, 4)) {
      if (i == pivot[j]) continue;
      ind.push_back(i);
      val.push_back(random.value());
    }
    ind.push_back(pivot[j]);
    val.push_back(5.0 + random.value());
    b.set_column(j, static_cast<int>(ind.size()), ind.data(), val.data());
  }
  return b;
}

class Inverse {
 public:
  Inverse(int device, int m, int pivots) : all_(m), y_(m) {
    std::iota(all_.begin(), all_.end(), 0);
    BasisInverse::Limits limits;
    limits.pivots = pivots;
    inverse_ = std::static_pointer_cast<device::DeviceInverse>(
        devices_.create_inverse(device, limits));
  }

  void factorize(SparseColumns& b) {
    double norm = 0.0;
    if (inverse_->do_factorize(b, &norm) != GPUINV_OK)
      throw std::runtime_error("the basis is singular");
  }
  // Without indices, all elements are used.
  const std::vector<double>& ftran(const std::vector<int>& ind,
                                   const std::vector<double>& val) {
    inverse_->do_ftran(0, vector(ind, val), y_.data());
    return y_;
  }
  void btran(const std::vector<int>& ind, const std::vector<double>& val) {
    inverse_->do_btran(vector(ind, val), y_.data());
  }
  void update(int k) { inverse_->do_update(k, 0, nullptr, true); }

 private:
  const SparseVector& vector(const std::vector<int>& ind,
                             const std::vector<double>& val) {
    a_.ind = ind.empty() ? all_ : ind;
    a_.val = val;
    return a_;
  }

  device::CudaDevices devices_;
  std::shared_ptr<device::DeviceInverse> inverse_;
  std::vector<int> all_;
  std::vector<double> y_;
  SparseVector a_;
};

int largest(const std::vector<double>& y) {
  std::size_t k = 0;
  for (std::size_t i = 1; i < y.size(); i++) {
    if (std::fabs(y[i]) > std::fabs(y[k])) k = i;
  }
  return static_cast<int>(k);
}

void bench_solves(Inverse& inverse, Random& random, int m) {
  constexpr int kCalls = 101;
  const std::vector<double> dense = random.vector(m);
  const std::vector<double> sparse = random.vector(kSparse);
  const std::vector<int> ind = random.indices(m, kSparse);
  const double matrix = 8.0 * m * m;
  print_row(m, "FTRAN, 16 nnz",
            wall_times(kCalls, [&] { inverse.ftran(ind, sparse); }), 0.0,
            "wall, with transfers");
  print_row(m, "FTRAN, dense",
            wall_times(kCalls, [&] { inverse.ftran({}, dense); }), matrix,
            "wall, with transfers");
  print_row(m, "BTRAN, unit",
            wall_times(kCalls, [&] { inverse.btran({m / 3}, {1.0}); }), 0.0,
            "wall, with transfers");
  print_row(m, "BTRAN, 16 nnz",
            wall_times(kCalls, [&] { inverse.btran(ind, sparse); }), 0.0,
            "wall, with transfers");
  print_row(m, "BTRAN, dense",
            wall_times(kCalls, [&] { inverse.btran({}, dense); }), matrix,
            "wall, with transfers");
}

// Measures what a simplex pivot asks for, in the mean of as many as make a
// fold.
void bench_pivots(Inverse& inverse, Random& random, int m, int pivots) {
  constexpr int kRounds = 3;
  const auto pivot = [&] {
    const std::vector<double>& alpha =
        inverse.ftran(random.indices(m, kSparse), random.vector(kSparse));
    const int k = largest(alpha);
    inverse.btran({k}, {1.0});
    inverse.update(k);
  };
  Times times = wall_times(kRounds, [&] {
    for (int i = 0; i < kMostPivots; i++) pivot();
  });
  for (double* t : {&times.median, &times.least, &times.most})
    *t /= kMostPivots;
  const std::string name = "F, BTRAN, update, K = " + std::to_string(pivots);
  print_row(m, name.c_str(), times, 0.0, "wall, a pivot in the mean");
}

}  // namespace

void bench_inverse(int device, int m) {
  Random random;
  SparseColumns basis = make_basis(random, m);
  for (const int pivots : {1, kMostPivots}) {
    Inverse inverse(device, m, pivots);
    if (pivots > 1) {
      inverse.factorize(basis);
    } else {
      print_row(
          m, "factorize",
          wall_times(m <= 4000 ? 9 : 3, [&] { inverse.factorize(basis); }), 0.0,
          "wall, upload to 1-norm");
      bench_solves(inverse, random, m);
    }
    bench_pivots(inverse, random, m, pivots);
  }
}

}  // namespace gpuinv::bench
