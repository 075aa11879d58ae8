// made_once.hpp (one object per process, without a lock)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <atomic>
#include <memory>

namespace gpuinv {

// Returns the object at `known`.  If there is none, make() returns a unique_ptr
// to one, which stays until the process ends.  Threads may make one each at the
// same time; the first one counts.  A static object of a function does not do:
// while one thread makes it, the others wait at a lock, and in a child that is
// forked meanwhile nobody ever releases that.
template <class T, class Make>
T& made_once(std::atomic<T*>* known, const Make& make) {
  T* object = known->load();
  if (object != nullptr) return *object;
  std::unique_ptr<T> mine = make();
  return known->compare_exchange_strong(object, mine.get()) ? *mine.release()
                                                            : *object;
}

}  // namespace gpuinv
