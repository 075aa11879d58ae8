// catch_all.hpp (exceptions to status codes)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_BASE_CATCH_ALL_HPP
#define GPUINV_BASE_CATCH_ALL_HPP

#include <cstddef>

namespace gpuinv {

// To be called in a catch block: status of the exception in flight, what
// it says goes into text[size], cut to fit.
int catch_all(char* text, std::size_t size) noexcept;

}  // namespace gpuinv

#endif
