/* error.hpp (errors that end a command) */

/***********************************************************************
 *  This file is part of libgpuinv, a GPU back end for GLPK.
 *
 *  libgpuinv is free software: you can redistribute it and/or modify it
 *  under the terms of the GNU General Public License as published by
 *  the Free Software Foundation, either version 3 of the License, or
 *  (at your option) any later version.
 ***********************************************************************/

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
