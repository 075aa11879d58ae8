// ranks.hpp (unit tests of the connections between ranks)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <string>

#include "libgpuinv/base/error.hpp"

namespace testing {

// Returns the text of the Error that the body ends by, or "".
template <class Body>
std::string refusal(Body body) {
  try {
    body();
  } catch (const gpuinv::Error& e) {
    return e.what();
  }
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

}  // namespace testing

TCase* launch_cases();
TCase* rank_cases();
