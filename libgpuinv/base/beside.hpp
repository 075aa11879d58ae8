// beside.hpp (modules that are installed beside this library)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

namespace gpuinv {

// Returns the path of the module `name` in the folder of the library that holds
// this code.  Returns `name` alone if the system does not tell that folder.
std::string beside(const std::string& name);

}  // namespace gpuinv
