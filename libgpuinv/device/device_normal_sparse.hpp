// device_normal_sparse.hpp (normal equations with a sparse factor on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <string>
#include <utility>

#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/cudss_factor.hpp"
#include "libgpuinv/device/device_matrix.hpp"
#include "libgpuinv/interior/normal_equations.hpp"
#include "libgpuinv/sparse/columns.hpp"

namespace gpuinv::device {

class DeviceNormalSparse final : public NormalEquations {
 public:
  // The device of the first card must be current; the others take part in the
  // factor.  Error(CANNOT): there is no cuDSS or too little memory.  Unless
  // ranks is null, the other processes take part instead, as long as they can.
  DeviceNormalSparse(const Cards& cards, const ColumnMatrix& a, bool repeat,
                     Ranks* ranks = nullptr);
  ~DeviceNormalSparse() override;
  DeviceNormalSparse(const DeviceNormalSparse&) = delete;
  DeviceNormalSparse& operator=(const DeviceNormalSparse&) = delete;

  const char* name() const override {
    return ranks_ != nullptr ? "device sparse, several processes"
           : several_        ? "device sparse, several cards"
                             : "device sparse";
  }
  const Cost& cost() const override { return cost_; }
  bool factorize(const double* d, const double* r) override;
  void solve(double* x) override;
  std::string remark() const override;
  std::string take_news() override { return std::exchange(news_, ""); }

  // The first step of factorize, for measurements; queued.
  void assemble(const double* d, const double* r);

 private:
  // On the device: whether d or r is not finite, and whether S is not.
  struct Flags {
    int nonfinite, failed;
  };
  Flags read_flags();
  CudssFactor::Pattern pattern();
  bool factorize_values();
  void make_factor();
  void solve_together();
  void go_alone(const std::string& why);
  bool run_together(bool (*step)(CudssFactor& factor));
  void give_up_factor();

  const Cards cards_;
  std::shared_ptr<Context> context_;
  const bool several_, repeat_;
  Ranks* ranks_;  // null: this process alone
  std::string news_, past_;
  int m_, n_, nnz_ = 0;
  Cost cost_{};
  std::unique_ptr<RowMatrix> products_;  // times d, the entries of S
  DeviceBuffer<int> start_, row_, column_;
  DeviceBuffer<double> value_, scale_, b_, x_;
  DeviceBuffer<Flags> flags_;
  PinnedBuffer<Flags> seen_;
  std::shared_ptr<Fabric> lost_;  // of the team that was given up
  std::shared_ptr<Team> team_;
  std::shared_ptr<CudssFactor> factor_;  // before the team in its end
};

}  // namespace gpuinv::device
