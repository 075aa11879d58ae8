// host/host_memory.hpp (memory that the host can still give)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_HOST_HOST_MEMORY_HPP
#define GPUINV_HOST_HOST_MEMORY_HPP

#include <cstddef>

namespace gpuinv {

// Bytes that can be allocated without swapping: MemAvailable of Linux,
// elsewhere the free physical pages.
std::size_t host_bytes_available();

}  // namespace gpuinv

#endif
