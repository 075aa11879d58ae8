// apart.cpp (long work on a thread of its own, while the caller waits)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/apart.hpp"

#include <unistd.h>

#include <cmath>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/departure.hpp"
#include "libgpuinv/base/error.hpp"

namespace gpuinv {
void Apart::start(std::unique_ptr<Task> task) {
  auto done = std::make_shared<Latch>();
  Stay::begin();  // if this throws, nothing has begun
  {
    const std::lock_guard<std::mutex> guard(lock_);
    done_ = done;
  }
  owner_ = std::this_thread::get_id();
  process_ = getpid();
  task_ = std::move(task);
  busy_.store(true);
  Stay::leave_with_main();
  try {
    worker_.run([task = task_.get(), done] {
      task->status = task->work();
      Stay::end();
      done->open();
    });
  } catch (...) {
    Stay::end();
    (void)take();
    throw;
  }
}

bool Apart::wait(double seconds) { return done_->wait(seconds); }

bool Apart::is_ours() const {
  return busy_.load() && process_ == getpid() &&
         owner_ == std::this_thread::get_id();
}

std::unique_ptr<Apart::Task> Apart::take() {
  busy_.store(false);
  return std::move(task_);
}

void Apart::settle() {
  if (!busy_.load() || process_ != getpid()) return;
  Latch* done = nullptr;
  std::shared_ptr<Latch>* kept = nullptr;  // lost if a handler leaves
  {
    const BlockedSignals blocked;
    const std::lock_guard<std::mutex> guard(lock_);
    kept = new std::shared_ptr<Latch>(done_);
    done = kept->get();
  }
  done->wait(HUGE_VAL);
  const BlockedSignals blocked;
  delete kept;
}

void Apart::clean_up() {
  if (!busy_.load() || owner_ != std::this_thread::get_id()) return;
  if (process_ != getpid())
    throw Error(GPUINV_CANNOT, "the session works in the parent process");
  const std::unique_ptr<Task> task = take();
  task->left();
}

}  // namespace gpuinv
