// catch_all.hpp (exceptions to status codes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace gpuinv {

// Call it in a catch block.  Returns the status code of the exception in flight
// and writes its message into text[size], cut to fit.
int catch_all(char* text, std::size_t size) noexcept;

}  // namespace gpuinv
