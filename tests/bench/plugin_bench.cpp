// plugin_bench.cpp (wall times of calls through the plugin's table)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
//
// libgpuinv is free software: you can redistribute it and/or modify it
// under the terms of the GNU General Public License as published by the
// Free Software Foundation, either version 3 of the License, or (at your
// option) any later version.

#include "tests/bench/plugin_bench.hpp"

#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>

#include "kernels/pending.hpp"
#include "libgpuinv/device/plugin.h"
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
  // s different numbers below m, ascending: one out of each of s ranges.
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

// A sparse regular basis: a strong element per row and column, and four
// weak ones per column.
struct Basis {
  Basis(Random& random, int m) : ptr(1, 0) {
    std::vector<int> pivot(m);
    std::iota(pivot.begin(), pivot.end(), 0);
    std::shuffle(pivot.begin(), pivot.end(), random.engine());
    for (int j = 0; j < m; j++) {
      for (const int i : random.indices(m, 4)) {
        if (i == pivot[j]) continue;
        ind.push_back(i);
        val.push_back(random.value());
      }
      ind.push_back(pivot[j]);
      val.push_back(5.0 + random.value());
      ptr.push_back(ind.size());
    }
  }
  std::vector<std::size_t> ptr;
  std::vector<int> ind;
  std::vector<double> val;
};

class Inverse {
 public:
  Inverse(int device, int m, int pivots)
      : table_(*gpuinv_get_plugin(GPUINV_PLUGIN_VERSION)), m_(m), y_(m) {
    check(table_.context_create(device, &context_, &err_));
    check(table_.inverse_create(context_, pivots, &inverse_, &err_));
  }
  ~Inverse() {
    table_.inverse_destroy(inverse_);
    table_.context_destroy(context_);
  }
  Inverse(const Inverse&) = delete;
  Inverse& operator=(const Inverse&) = delete;

  void factorize(const Basis& b) {
    double norm = 0.0;
    check(table_.factorize(inverse_, m_, b.ptr.data(), b.ind.data(),
                           b.val.data(), &norm, &err_));
  }
  const std::vector<double>& ftran(const std::vector<int>& ind,
                                   const std::vector<double>& val) {
    check(table_.ftran(inverse_, 0, static_cast<int>(val.size()), ind.data(),
                       val.data(), y_.data(), &err_));
    return y_;
  }
  void btran(const std::vector<int>& ind, const std::vector<double>& val) {
    check(table_.btran(inverse_, static_cast<int>(val.size()), ind.data(),
                       val.data(), y_.data(), &err_));
  }
  void update(int k) { check(table_.update(inverse_, k, 0, nullptr, &err_)); }

 private:
  void check(int status) {
    if (status == GPUINV_OK) return;
    throw std::runtime_error("status " + std::to_string(status) + ": " +
                             err_.text);
  }
  const gpuinv_plugin& table_;
  int m_;
  std::vector<double> y_;
  void* context_ = nullptr;
  void* inverse_ = nullptr;
  gpuinv_error_text err_ = {};
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

// What a simplex pivot asks for, in the mean of as many as make a fold.
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

void bench_plugin(int device, int m) {
  Random random;
  const Basis basis(random, m);
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
