// command.hpp (GPU options of a command line)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// Interprets an argument that begins with --gpu, as described by kHelp, and the
// next one (NULL at the end) if that is its value.  Returns how many arguments
// these are; 0 if they are wrong, and then *text says why, in lines.
int read_argument(const char* argument, const char* next, gpuinv_choice* choice,
                  std::string* text);

// Help lines, indented as those of glpsol.
extern const char* const kHelp;

}  // namespace gpuinv
