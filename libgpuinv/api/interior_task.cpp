// interior_task.cpp (interior point methods on a thread of their own)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/api/interior_task.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>

#include "libgpuinv/api/border.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/lp/options.hpp"

namespace gpuinv {
namespace {

// Most rows, columns and elements together whose set-up takes less than some 20
// ms; the other thread costs 20 us a call.
constexpr std::size_t kShort = 20000;

// If an iteration takes so many seconds, the next ones run on the other thread.
constexpr double kLong = 0.02;

std::size_t elements(const gpuinv_interior_lp& lp) {
  return static_cast<std::size_t>(lp.ptr[lp.n] - lp.base);
}

template <class T>
const T* copy(const T* from, std::size_t count, std::vector<T>* to) {
  to->assign(from, from + count);
  return to->data();
}

}  // namespace

// CUDA takes some 0.3 s to start, and a device may hang.
bool interior_takes_long(const gpuinv_interior_lp& lp, const char* options) {
  const bool shaped = (lp.base == 0 || lp.base == 1) && lp.m > 0 && lp.n > 0 &&
                      lp.ptr != nullptr && lp.ind != nullptr &&
                      lp.val != nullptr && lp.c != nullptr && lp.l != nullptr &&
                      lp.u != nullptr;
  return shaped && lp.ptr[0] == lp.base &&
         std::is_sorted(lp.ptr, lp.ptr + lp.n + 1) &&
         (elements(lp) + lp.m + lp.n > kShort ||
          options_here(options).asks_for_device());
}

void InteriorTask::left() {
  gpuinv_session* session = interior_->session;
  interior_->under_way = false;
  interior_->status_of_task = status;
  if (!interior_->unwanted) return;
  session->forget_messages();
  session->delete_interior(interior_);
}

SetUpInterior::SetUpInterior(gpuinv_interior* interior, const char* options,
                             const gpuinv_interior_lp& lp,
                             const gpuinv_iptcp& parm)
    : InteriorTask(interior),
      options_(options != nullptr ? options : ""),
      lp_(lp),
      parm_(parm) {
  const std::size_t m = lp.m, n = lp.n;
  lp_.ptr = copy(lp.ptr, n + 1, &ptr_);
  lp_.ind = copy(lp.ind, elements(lp), &ind_);
  lp_.val = copy(lp.val, elements(lp), &val_);
  lp_.c = copy(lp.c, n, &c_);
  lp_.l = copy(lp.l, m + n, &l_);
  lp_.u = copy(lp.u, m + n, &u_);
}

int SetUpInterior::work() {
  return run(interior_->session, [this]() -> int {
    set_up_interior(*interior_, options_.c_str(), lp_, parm_);
    interior_->slow = true;
    return GPUINV_OK;
  });
}

int StepInterior::work() {
  return run(interior_->session, [this]() -> int {
    step_interior(*interior_);
    return GPUINV_OK;
  });
}

void set_up_interior(gpuinv_interior& interior, const char* options,
                     const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm) {
  gpuinv_session* session = interior.session;
  try {
    session->set_up_interior(interior, options, lp, parm);
  } catch (const Error& e) {
    interior.end_for_good();
    if (e.status() == GPUINV_NONFINITE)
      session->say(GPUINV_LOG_WARNING, e.what());
    throw;
  } catch (...) {
    interior.end_for_good();
    throw;
  }
}

void step_interior(gpuinv_interior& interior) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  interior.step();
  const std::chrono::duration<double> used = Clock::now() - begin;
  interior.slow = interior.slow || used.count() > kLong;
}

}  // namespace gpuinv
