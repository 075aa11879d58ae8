// beside.hpp (modules that are installed beside this library)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace gpuinv {

// Path of the module `name` in the folder of the library that this code is
// in; `name` alone, if the system does not tell.
std::string beside(const std::string& name);

}  // namespace gpuinv
