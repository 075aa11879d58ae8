// device_normal_sparse.cpp (normal equations with a sparse factor on a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/device_normal_sparse.hpp"

#include <chrono>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/flags.hpp"
#include "kernels/triangular_solve.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv::device {
namespace {

// Most products of entries for which 32-bit indices and the host's memory
// suffice.
constexpr double kMostProducts = 5e8;

// The exact pattern of the upper triangle of S by rows, with the whole
// diagonal, and the sum for each entry:
//   s_t = sum of products.value * d[products.index] over row t of products.
struct NormalProducts {
  explicit NormalProducts(const ColumnMatrix& a);

  std::vector<int> start;  // m+1; row i begins with its diagonal
  std::vector<int> row, column;
  HostRows products;
};

// Calls visit(entry of S, column k of A, product) for all products of row i, in
// the order of the columns.  place[j] is the entry of S in row i, column j.
template <class Visit>
void visit_row(const ColumnMatrix& a, const RowIndex& rows, int i,
               const std::vector<int>& place, Visit visit) {
  for (int q = rows.start[i]; q < rows.start[i + 1]; q++) {
    const int k = rows.column[q], p0 = rows.place[q];
    for (int p = p0; p < a.start[k + 1]; p++) {
      visit(place[a.row[p]], k, a.value[p0] * a.value[p]);
    }
  }
}

// The lower triangle by columns equals the upper one by rows.
NormalProducts::NormalProducts(const ColumnMatrix& a) {
  const RowIndex rows(a);
  const NormalPattern pattern(a, rows);
  start.assign(pattern.start.begin(), pattern.start.end());
  column.assign(pattern.row.begin(), pattern.row.end());
  row.resize(column.size());
  products.start.assign(column.size() + 1, 0);
  std::vector<int> place(a.rows);
  const auto by_rows = [&](auto visit) {
    for (int i = 0; i < a.rows; i++) {
      for (int t = start[i]; t < start[i + 1]; t++) place[column[t]] = t;
      visit_row(a, rows, i, place, visit);
    }
  };
  for (int i = 0; i < a.rows; i++) {
    for (int t = start[i]; t < start[i + 1]; t++) row[t] = i;
  }
  by_rows([&](int t, int, double) { products.start[t + 1]++; });
  std::partial_sum(products.start.begin(), products.start.end(),
                   products.start.begin());
  std::vector<std::size_t> next(products.start);
  products.index.resize(products.start.back());
  products.value.resize(products.start.back());
  by_rows([&](int t, int k, double product) {
    products.index[next[t]] = k;
    products.value[next[t]++] = product;
  });
}

// Returns the number of products in all entries: the sum of c*(c+1)/2 over
// columns with c entries.
double product_count(const ColumnMatrix& a) {
  double sum = 0.0;
  for (int k = 0; k < a.columns; k++) {
    const double count = a.start[k + 1] - a.start[k];
    sum += 0.5 * count * (count + 1.0);
  }
  return sum;
}

// What a lost process has left behind may never end.
void wait_for_stream(cudaStream_t stream) {
  constexpr std::chrono::seconds kPatience(5);
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (cudaStreamQuery(stream) == cudaErrorNotReady) {
    if (std::chrono::steady_clock::now() > end)
      throw DeviceError(GPUINV_DEVICE, "the device does not end its work");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  cudaGetLastError();
}

}  // namespace

DeviceNormalSparse::DeviceNormalSparse(const Cards& cards,
                                       const ColumnMatrix& a, bool repeat,
                                       Ranks* ranks)
    : cards_(ranks != nullptr ? Cards{cards.front()} : cards),
      context_(cards.front()),
      several_(cards_.size() > 1),
      repeat_(repeat),
      ranks_(ranks),
      m_(a.rows),
      n_(a.columns) {
  if (product_count(a) > kMostProducts) {
    throw DeviceError(GPUINV_CANNOT,
                      "normal equations are too dense for a sparse factor");
  }
  const NormalProducts s(a);
  nnz_ = static_cast<int>(s.column.size());
  const std::size_t bytes =
      s.products.bytes() +
      s.column.size() * (2 * sizeof(int) + sizeof(double)) +
      m_ * (sizeof(int) + 3 * sizeof(double));
  require_memory("normal equations", m_, bytes);
  products_ = std::make_unique<RowMatrix>(*context_, s.products);
  send(*context_, s.start, &start_);
  send(*context_, s.row, &row_);
  send(*context_, s.column, &column_);
  value_.grow(nnz_);
  for (DeviceBuffer<double>* v : {&scale_, &b_, &x_}) v->grow(m_);
  flags_.grow(1);
  seen_.grow(1);
  make_factor();
  cost_ = {static_cast<double>(a.start[a.columns]), static_cast<double>(nnz_),
           factor_->nnz(), factor_->flops() + 2.0 * product_count(a),
           factor_->bytes() + static_cast<double>(bytes)};
}

DeviceNormalSparse::~DeviceNormalSparse() {
  context_->drain();
  if (lost_ != nullptr) lost_->await_abort();
}

CudssFactor::Pattern DeviceNormalSparse::pattern() {
  return {m_, nnz_, start_.data(), column_.data(), value_.data()};
}

void DeviceNormalSparse::make_factor() {
  if (ranks_ != nullptr) try {
      team_ = std::make_shared<Team>(*ranks_, context_->device());
      factor_ = std::make_shared<CudssFactor>(context_, pattern(), b_.data(),
                                              x_.data(), team_);
      return;
    } catch (const Error& e) {
      return go_alone(e.what());
    }
  factor_ = std::make_shared<CudssFactor>(cards_, pattern(), b_.data(),
                                          x_.data(), repeat_);
}

// The other processes are lost or cannot do it.  S is here, so this one can.
void DeviceNormalSparse::go_alone(const std::string& why) {
  news_ = why + "; going on with one process";
  if (team_ != nullptr) {
    past_ = team_->text() + ", then one";
    ranks_->give_up("rank 0 goes on alone: " + why);
  }
  ranks_ = nullptr;
  give_up_factor();
  wait_for_stream(context_->stream());
  make_factor();
}

// Ends the factor on a thread that is left behind if that waits for others.
void DeviceNormalSparse::give_up_factor() {
  const std::shared_ptr<Team> team = std::exchange(team_, nullptr);
  if (team == nullptr) return;
  lost_ = team->fabric();
  auto* factor = new std::shared_ptr<CudssFactor>(std::move(factor_));
  try {
    team->run([context = context_, team, factor] {
      const ScopedDevice here(context->device());
      delete factor;
    });
  } catch (const Error&) {
    // its memory stays
  }
}

bool DeviceNormalSparse::run_together(bool (*step)(CudssFactor& factor)) {
  const auto done = std::make_shared<bool>(false);
  team_->run([context = context_, factor = factor_, step, done] {
    const ScopedDevice here(context->device());
    *done = step(*factor);
  });
  return *done;
}

std::string DeviceNormalSparse::remark() const {
  return team_ != nullptr ? team_->text() : past_;
}

bool DeviceNormalSparse::factorize_values() {
  if (team_ != nullptr) try {
      return run_together([](CudssFactor& f) { return f.factorize(); });
    } catch (const Error& e) {
      go_alone(e.what());
    }
  return factor_->factorize();
}

// cuDSS needs ones on the diagonal: see cudss_factor.hpp.
void DeviceNormalSparse::assemble(const double* d, const double* r) {
  const kernels::Launch& launch = context_->launch();
  products_->multiply(*context_, d, value_.data());
  GPUINV_CUDA(
      kernels::launch_add_at(launch, m_, start_.data(), r, value_.data()));
  GPUINV_CUDA(kernels::launch_unit_scale(launch, m_, start_.data(),
                                         value_.data(), scale_.data()));
  GPUINV_CUDA(kernels::launch_scale_entries(
      launch, nnz_, row_.data(), column_.data(), scale_.data(), value_.data()));
}

DeviceNormalSparse::Flags DeviceNormalSparse::read_flags() {
  GPUINV_CUDA(cudaMemcpyAsync(seen_.data(), flags_.data(), sizeof(Flags),
                              cudaMemcpyDeviceToHost, context_->stream()));
  context_->synchronize();
  return *seen_.data();
}

bool DeviceNormalSparse::factorize(const double* d, const double* r) {
  const ScopedDevice here(context_->device());
  const kernels::Launch& launch = context_->launch();
  Flags* flags = flags_.data();
  GPUINV_CUDA(cudaMemsetAsync(flags, 0, sizeof(Flags), launch.stream));
  GPUINV_CUDA(kernels::launch_find_nonfinite(launch, n_, d, &flags->nonfinite));
  GPUINV_CUDA(kernels::launch_find_nonfinite(launch, m_, r, &flags->nonfinite));
  assemble(d, r);
  GPUINV_CUDA(kernels::launch_find_nonfinite(launch, nnz_, value_.data(),
                                             &flags->failed));
  const Flags seen = read_flags();
  if (seen.nonfinite != 0) {
    throw DeviceError(GPUINV_NONFINITE,
                      "weight of the normal equations is not finite");
  }
  return seen.failed == 0 && factorize_values();
}

// The values of S are still those of the factor that is lost.
void DeviceNormalSparse::solve_together() {
  try {
    run_together([](CudssFactor& f) {
      f.solve();
      return true;
    });
  } catch (const Error& e) {
    go_alone(e.what());
    if (!factor_->factorize())
      throw DeviceError(GPUINV_DEVICE, "a factor cannot be computed again");
    factor_->solve();
  }
}

void DeviceNormalSparse::solve(double* x) {
  const ScopedDevice here(context_->device());
  const kernels::Launch& launch = context_->launch();
  GPUINV_CUDA(
      kernels::launch_scale_down(launch, m_, scale_.data(), x, b_.data()));
  if (team_ == nullptr)
    factor_->solve();
  else
    solve_together();
  GPUINV_CUDA(
      kernels::launch_scale_up(launch, m_, scale_.data(), x_.data(), x));
}

}  // namespace gpuinv::device
