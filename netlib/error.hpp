// error.hpp (errors that end a command)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_ERROR_HPP
#define GPUINV_NETLIB_ERROR_HPP

#include <stdexcept>

namespace gpuinv::netlib {

// Bad data or a failed operation; the text names what and where. Exit status 1.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Wrong command line. Exit status 2.
struct UsageError : Error {
  using Error::Error;
};

}  // namespace gpuinv::netlib

#endif
