// cudss_factor.cpp (sparse Cholesky factor by cuDSS)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/device/cudss_factor.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "libgpuinv/base/opening.hpp"
#include "libgpuinv/base/steady_time.hpp"

namespace gpuinv::device {
namespace {

// cuDSS replaces smaller pivots, which counts as a failure.
constexpr double kLeastPivot = 1e-18;

// On an H200's host 16 threads are no faster.
constexpr int kMostThreads = 8;

}  // namespace

CudssFactor::CudssFactor(const Cards& cards, const Pattern& s, double* b,
                         double* x, bool repeat)
    : context_(*cards.front()), team_(nullptr) {
  try {
    create(cards, s, b, x, repeat);
    analyze();
  } catch (...) {
    destroy();
    throw;
  }
}

CudssFactor::CudssFactor(const std::shared_ptr<Context>& card, const Pattern& s,
                         double* b, double* x, std::shared_ptr<Team> team)
    : context_(*card), team_(std::move(team)) {
  try {
    team_->tell(Do::kShape, s.m, s.nnz);
    create({card}, s, b, x, false);
    if (team_->leads()) analyze();
  } catch (...) {
    destroy();
    throw;
  }
}

CudssFactor::~CudssFactor() { destroy(); }

// Creates the handle for all cards, which are different devices.
void CudssFactor::open(const Cards& cards) {
#if CUDSS_VERSION >= 10000
  if (cards.size() > 1) {
    std::vector<int> devices;
    std::vector<cudaStream_t> streams;
    for (const auto& card : cards) {
      devices.push_back(card->device());
      streams.push_back(card->stream());
    }
    const int count = static_cast<int>(cards.size());
    GPUINV_CUDSS(library_.CreateMg(&handle_, count, devices.data()));
    GPUINV_CUDSS(library_.SetMgStreams(handle_, streams.data(), count));
    return;
  }
#endif
  GPUINV_CUDSS(library_.Create(&handle_));
  if (team_ != nullptr) open_layer();
  GPUINV_CUDSS(library_.SetStream(handle_, cards.front()->stream()));
}

void CudssFactor::create(const Cards& cards, const Pattern& s, double* b,
                         double* x, bool repeat) {
  {
    const Opening opening;  // it opens libraries of its own
    open(cards);
    GPUINV_CUDSS(library_.ConfigCreate(&config_));
    if (!repeat) use_threads();
  }
  if (repeat) be_deterministic();
  double least = kLeastPivot;
  GPUINV_CUDSS(library_.ConfigSet(config_, CUDSS_CONFIG_PIVOT_EPSILON, &least,
                                  sizeof least));
  GPUINV_CUDSS(library_.DataCreate(handle_, &data_));
  if (team_ != nullptr) share();
  GPUINV_CUDSS(library_.MatrixCreateCsr(&s_, s.m, s.m, s.nnz, s.start, nullptr,
                                        s.column, s.value, CUDA_R_32I,
                                        CUDA_R_32I, CUDA_R_64F, CUDSS_MTYPE_SPD,
                                        CUDSS_MVIEW_UPPER, CUDSS_BASE_ZERO));
  GPUINV_CUDSS(library_.MatrixCreateDn(&b_, s.m, 1, s.m, b, CUDA_R_64F,
                                       CUDSS_LAYOUT_COL_MAJOR));
  GPUINV_CUDSS(library_.MatrixCreateDn(&x_, s.m, 1, s.m, x, CUDA_R_64F,
                                       CUDSS_LAYOUT_COL_MAJOR));
}

// The layer of communication is this library itself, see rank_layer.cpp.
void CudssFactor::open_layer() {
#if CUDSS_VERSION >= 10000
  const std::string layer = beside("libgpuinv-cuda.so");
  GPUINV_CUDSS(library_.SetCommLayer(handle_, layer.c_str()));
#else
  throw DeviceError(GPUINV_CANNOT, "processes share a factor with cuDSS 1.0");
#endif
}

void CudssFactor::share() {
#if CUDSS_VERSION >= 10000
  Fabric& fabric = *team_->fabric();
  GPUINV_CUDSS(library_.DataSet(handle_, data_, CUDSS_DATA_COMM_DEVICE,
                                fabric.on_device(), sizeof(Communicator*)));
  GPUINV_CUDSS(library_.DataSet(handle_, data_, CUDSS_DATA_COMM_HOST,
                                fabric.on_host(), sizeof(Communicator*)));
#endif
}

// Threads of the host take half the time for an order of S.  Where they are not
// to be had, cuDSS does without.
void CudssFactor::use_threads() {
  if (library_.threads.empty()) return;
  const unsigned processors = std::thread::hardware_concurrency();
  int count = std::clamp(static_cast<int>(processors), 1, kMostThreads);
  if (library_.SetThreadingLayer(handle_, library_.threads.c_str()) ==
      CUDSS_STATUS_SUCCESS)
    library_.ConfigSet(config_, CUDSS_CONFIG_HOST_NTHREADS, &count,
                       sizeof count);
}

// Releases before 1.0 may refuse it.
void CudssFactor::be_deterministic() {
#if CUDSS_VERSION >= 10000
  int on = 1;
  library_.ConfigSet(config_, CUDSS_CONFIG_DETERMINISTIC_MODE, &on, sizeof on);
#endif
}

void CudssFactor::destroy() noexcept {
  if (team_ != nullptr) team_->end();
  if (x_ != nullptr) library_.MatrixDestroy(x_);
  if (b_ != nullptr) library_.MatrixDestroy(b_);
  if (s_ != nullptr) library_.MatrixDestroy(s_);
  if (data_ != nullptr) library_.DataDestroy(handle_, data_);
  if (config_ != nullptr) library_.ConfigDestroy(config_);
  if (handle_ != nullptr) library_.Destroy(handle_);
}

std::int64_t CudssFactor::get(cudssDataParam_t what) const {
  std::int64_t value = 0;  // little-endian: a shorter value fits as well
  std::size_t written = 0;
  GPUINV_CUDSS(library_.DataGet(handle_, data_, what, nullptr, 0, &written));
  if (written > sizeof value) return 0;
  GPUINV_CUDSS(
      library_.DataGet(handle_, data_, what, &value, written, &written));
  return value;
}

// A phase with what is asked of cuDSS after it.  Processes that share a factor
// make the same calls in the same order, because each of them may transfer
// something.
void CudssFactor::run(int phase) {
  const double begin = steady_seconds();
  if (team_ != nullptr) team_->tell(Do::kPhase, phase);
  GPUINV_CUDSS(library_.Execute(handle_, phase, config_, data_, s_, x_, b_));
  if (phase == CUDSS_PHASE_ANALYSIS) {
    context_.synchronize();
    read_estimates();
  } else if (phase != CUDSS_PHASE_SOLVE) {
    const bool worked = get(CUDSS_DATA_INFO) == 0;
    const bool ask = worked || team_ != nullptr;
    good_ = ask && get(CUDSS_DATA_NPIVOTS) == 0 && worked;
  }
  if (team_ == nullptr) return;
  context_.synchronize();
  team_->check();
  team_->count(phase == CUDSS_PHASE_ANALYSIS ? &team_->analysis()
               : phase == CUDSS_PHASE_SOLVE  ? &team_->solves()
                                             : &team_->factors(),
               steady_seconds() - begin);
}

void CudssFactor::follow(const Order& order) {
  if (order.what == Do::kReset) return reset_info();
  run(static_cast<int>(order.a));
}

void CudssFactor::read_estimates() {
  nnz_ = static_cast<double>(get(CUDSS_DATA_LU_NNZ));
  flops_ = static_cast<double>(get(CUDSS_DATA_FLOPS));
  std::int64_t estimates[16] = {};  // [0]: bytes of the factor
  std::size_t written = 0;
  GPUINV_CUDSS(library_.DataGet(handle_, data_, CUDSS_DATA_MEMORY_ESTIMATES,
                                estimates, sizeof estimates, &written));
  bytes_ = static_cast<double>(estimates[0]);
}

void CudssFactor::analyze() { run(CUDSS_PHASE_ANALYSIS); }

// After a failure cuDSS fails with any values until it is made ready.
bool CudssFactor::factorize() {
  if (state_ == State::kFailed) make_ready();
  const int phase = state_ == State::kFactorized ? CUDSS_PHASE_REFACTORIZATION
                                                 : CUDSS_PHASE_FACTORIZATION;
  state_ = State::kFailed;
  run(phase);
  if (good_) state_ = State::kFactorized;
  return good_;
}

// Since version 1.0 the indicator of errors can be reset.  Before, only another
// analysis helps, which takes as long as dozens of factorizations.
void CudssFactor::make_ready() {
#if CUDSS_VERSION_MAJOR >= 1
  reset_info();
#else
  GPUINV_CUDSS(library_.DataDestroy(handle_, std::exchange(data_, nullptr)));
  GPUINV_CUDSS(library_.DataCreate(handle_, &data_));
  analyze();
#endif
}

void CudssFactor::reset_info() {
  int none = 0;
  if (team_ != nullptr) team_->tell(Do::kReset);
  GPUINV_CUDSS(
      library_.DataSet(handle_, data_, CUDSS_DATA_INFO, &none, sizeof none));
}

void CudssFactor::solve() { run(CUDSS_PHASE_SOLVE); }

}  // namespace gpuinv::device
