// cudss_factor.hpp (sparse Cholesky factor by cuDSS)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <memory>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/cudss_library.hpp"
#include "libgpuinv/device/peers.hpp"
#include "libgpuinv/device/team.hpp"
#include "libgpuinv/ranks/order.hpp"

namespace gpuinv::device {

// S has m rows; its upper triangle is in device arrays, by rows, which must
// outlive this object.  Its diagonal must be about 1, because pivots are judged
// by their absolute size.
class CudssFactor {
 public:
  struct Pattern {
    int m;
    std::int64_t nnz;
    const int *start, *column;  // m+1, nnz
    double* value;              // nnz
  };

  // The arrays are on the first card; the others take part in the factor, if
  // cuDSS can do that.  Analyzes the pattern and waits.  b and x, m elements
  // each, are the vectors of solve.  repeat: equal input gives equal bits.  On
  // an H200 a factorization then takes 1.4 times as long, and solves with a
  // narrow factor ten times.
  CudssFactor(const Cards& cards, const Pattern& s, double* b, double* x,
              bool repeat);
  // The same on one card, where other processes share the factor.  Rank 0 has
  // all arrays, the others null pointers.  Their factor does nothing by itself,
  // not even the analysis.
  CudssFactor(const std::shared_ptr<Context>& card, const Pattern& s, double* b,
              double* x, std::shared_ptr<Team> team);
  ~CudssFactor();
  CudssFactor(const CudssFactor&) = delete;
  CudssFactor& operator=(const CudssFactor&) = delete;

  double nnz() const { return nnz_; }      // entries of the factor
  double flops() const { return flops_; }  // operations of a factorization
  double bytes() const { return bytes_; }  // device memory of the factor

  // Factorizes with the present values and waits.  Returns false if a pivot was
  // not positive.
  bool factorize();
  // x := inv(S)*b, queued; if others share the factor, waits.
  void solve();

  // Another rank: makes the calls of rank 0 that belong to the order.
  void follow(const Order& order);

 private:
  enum class State { kAnalyzed, kFactorized, kFailed };

  void create(const Cards& cards, const Pattern& s, double* b, double* x,
              bool repeat);
  void open(const Cards& cards);
  void use_threads();
  void be_deterministic();
  void destroy() noexcept;
  void open_layer();
  void share();
  void analyze();
  void make_ready();
  void reset_info();
  void run(int phase);
  void read_estimates();
  std::int64_t get(cudssDataParam_t what) const;

  Context& context_;
  const std::shared_ptr<Team> team_;  // null: this process alone
  CudssLibrary library_;
  cudssHandle_t handle_ = nullptr;
  cudssConfig_t config_ = nullptr;
  cudssData_t data_ = nullptr;
  cudssMatrix_t s_ = nullptr, b_ = nullptr, x_ = nullptr;
  State state_ = State::kAnalyzed;
  bool good_ = false;  // no pivot of the last factorization has failed
  double nnz_ = 0.0, flops_ = 0.0, bytes_ = 0.0;
};

}  // namespace gpuinv::device
