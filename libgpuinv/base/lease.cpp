// lease.cpp (the caller's matrix, lent to the engine's thread)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/base/lease.hpp"

#include "libgpuinv/base/interrupt.hpp"

namespace gpuinv {
namespace {

thread_local Lease* of_thread = nullptr;

bool pause() {
  if (of_thread == nullptr || !of_thread->taken()) return false;
  of_thread->give_back();
  return true;
}

void resume() {
  if (!of_thread->take()) throw Interrupted();
}

constexpr Lease::Calls kOwn = {pause, resume};
std::atomic<const Lease::Calls*> used{&kOwn};

}  // namespace

bool Lease::take() {
  const std::lock_guard<std::mutex> guard(lock_);
  taken_ = !cancelled_.load();
  return taken_;
}

void Lease::give_back() {
  const std::lock_guard<std::mutex> guard(lock_);
  taken_ = false;
  returned_.notify_all();
}

bool Lease::taken() {
  const std::lock_guard<std::mutex> guard(lock_);
  return taken_;
}

void Lease::await() {
  std::unique_lock<std::mutex> guard(lock_);
  returned_.wait(guard, [this] { return !taken_; });
}

Lease::OnThread::OnThread(Lease* lease) { of_thread = lease; }

Lease::OnThread::~OnThread() { of_thread = nullptr; }

const Lease::Calls& Lease::calls() { return kOwn; }

void Lease::share(const Calls& calls) { used.store(&calls); }

const Lease::Calls& Lease::shared() { return *used.load(); }

}  // namespace gpuinv
