// border.hpp (how functions of the C border call and catch)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/session/session.hpp"

namespace gpuinv {

// Returns body(), or the status of what it throws, whose text the session
// keeps.  Signals wait meanwhile, so that no handler leaves by longjmp while a
// lock is held or memory is allocated.
template <class Body>
int run(gpuinv_session* session, Body&& body) noexcept {
  const Undisturbed undisturbed;
  try {
    return body();
  } catch (...) {
    char text[1024];
    const int status = catch_all(text, sizeof text);
    session->set_error(text);
    return status;
  }
}

// The same, after abandoned work has ended.
template <class Body>
int settled(gpuinv_session* session, Body&& body) {
  session->apart().settle();
  return run(session, [&]() -> int {
    session->apart().clean_up();
    return body();
  });
}

// Logs a failure, once for each status, except outcomes and the status
// `silent`.  Then, with no C++ object alive, waiting messages go to the log
// callback, which may longjmp.
inline int tell(gpuinv_session* session, int status, int silent) {
  if (status > GPUINV_LIMIT && status != GPUINV_LATER && status != silent)
    run(session, [&]() -> int {
      session->say_failure(status);
      return status;
    });
  session->deliver_messages();
  return status;
}

// Calls body() and delivers its messages.
template <class Body>
int call(gpuinv_session* session, Body&& body) {
  const int status = settled(session, body);
  session->deliver_messages();
  return status;
}

// The same, and logs a failure.
template <class Body>
int call_aloud(gpuinv_session* session, Body&& body, int silent = GPUINV_OK) {
  return tell(session, settled(session, body), silent);
}

// The same on a thread of its own, see Apart: make() returns a unique_ptr to a
// task, and bring(task) hands over its result.
template <class Task, class Make, class Bring>
int call_apart(gpuinv_session* session, Make&& make, Bring&& bring,
               int silent = GPUINV_OK) {
  int status = settled(session, [&]() -> int {
    session->apart().start(make());
    return GPUINV_OK;
  });
  if (status == GPUINV_OK) {
    session->apart().wait(HUGE_VAL);
    status = run(session, [&]() -> int {
      const auto task = session->apart().take();
      if (task->status == GPUINV_OK) bring(static_cast<Task&>(*task));
      return task->status;
    });
  }
  return tell(session, status, silent);
}

inline int missing(gpuinv_session* session, const char* argument) {
  session->set_error(argument);
  return GPUINV_INVALID;
}

}  // namespace gpuinv
