// sha256.hpp (SHA-256 of a text)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_SHA256_HPP
#define GPUINV_NETLIB_SHA256_HPP

#include <string>
#include <string_view>

namespace gpuinv::netlib {

// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace gpuinv::netlib

#endif
