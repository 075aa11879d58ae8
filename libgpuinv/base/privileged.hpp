// privileged.hpp (programs that act for somebody else than their user)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/auxv.h>

namespace gpuinv {

// Returns whether the system holds the process for privileged, as one that is
// set-uid.  Such a process must not heed its user's variables.
inline bool privileged() { return getauxval(AT_SECURE) != 0; }

}  // namespace gpuinv
