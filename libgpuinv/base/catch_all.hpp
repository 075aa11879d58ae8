// catch_all.hpp (exceptions to status codes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>

namespace gpuinv {

// To be called in a catch block: status of the exception in flight, what
// it says goes into text[size], cut to fit.
int catch_all(char* text, std::size_t size) noexcept;

}  // namespace gpuinv
