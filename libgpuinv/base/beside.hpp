// beside.hpp (modules that are installed beside this library)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_BASE_BESIDE_HPP
#define GPUINV_BASE_BESIDE_HPP

#include <string>

namespace gpuinv {

// Path of the module `name` in the folder of the library that this code is
// in; `name` alone, if the system does not tell.
std::string beside(const std::string& name);

}  // namespace gpuinv

#endif
