// border.hpp (how a function of the C border calls and catches)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_BORDER_HPP
#define GPUINV_BORDER_HPP

#include "catch_all.hpp"
#include "session.hpp"

namespace gpuinv {

// body(), or the status of what it throws, whose text the session keeps.
template <class Body>
int run(gpuinv_session* session, Body&& body) noexcept {
  try {
    return body();
  } catch (...) {
    char text[1024];
    const int status = catch_all(text, sizeof text);
    session->set_error(text);
    return status;
  }
}

// The same; then, with no C++ object alive, waiting messages go to the
// log callback, which may longjmp.
template <class Body>
int call(gpuinv_session* session, Body&& body) {
  const int status = run(session, body);
  session->deliver_messages();
  return status;
}

// The same, and what failed is told, once for each status: all but
// outcomes, and what `silent` names.
template <class Body>
int call_aloud(gpuinv_session* session, Body&& body, int silent = GPUINV_OK) {
  const int status = run(session, body);
  if (status > GPUINV_LIMIT && status != silent)
    run(session, [&]() -> int {
      session->say_failure(status);
      return status;
    });
  session->deliver_messages();
  return status;
}

inline int missing(gpuinv_session* session, const char* argument) {
  session->set_error(argument);
  return GPUINV_INVALID;
}

}  // namespace gpuinv

#endif
