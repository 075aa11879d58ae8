// no_forms.cpp (without CUDA there are no forms of a device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/forms.hpp"

namespace gpuinv::bench {

std::vector<Form> device_forms() { return {}; }
std::string device_name() { return {}; }

}  // namespace gpuinv::bench
