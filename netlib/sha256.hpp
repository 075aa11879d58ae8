/* sha256.hpp (SHA-256 of a text) */

/***********************************************************************
 *  This file is part of libgpuinv, a GPU back end for GLPK.
 *
 *  libgpuinv is free software: you can redistribute it and/or modify it
 *  under the terms of the GNU General Public License as published by
 *  the Free Software Foundation, either version 3 of the License, or
 *  (at your option) any later version.
 ***********************************************************************/

#ifndef GPUINV_NETLIB_SHA256_HPP
#define GPUINV_NETLIB_SHA256_HPP

#include <string>
#include <string_view>

namespace gpuinv::netlib {

// SHA-256 (FIPS 180-4) as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view text);

}  // namespace gpuinv::netlib

#endif
