// measured.hpp (figures of this machine, measured once and kept)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gpuinv {

// One of the figures of machine.hpp, all of which are above zero.
struct Figure {
  const char* name;
  double usual;  // what machine.hpp says
};

// The folder that figures are kept in: GPUINV_CACHE, or libgpuinv in
// XDG_CACHE_HOME or in ~/.cache.  "": none, if the variable is empty, if there
// is no home, or if the process runs with the rights of somebody else.
std::string cache_folder();

// The values of figures, in their order, that were measured on `subject`, the
// name of a processor or device, and are kept in FOLDER/measured-SUBJECT.
// If this release of the library kept none there, or the file is damaged,
// they are measured now.  A value that is measured more than a hundredfold
// above or below the usual one is not believed: the usual one stands for it,
// and nothing is kept.  Without a folder that can be written to, under
// valgrind, or if measure() throws, they are the usual ones, and nothing is
// kept.
std::vector<double> measured(
    const std::string& folder, const std::string& subject,
    const std::vector<Figure>& figures,
    const std::function<std::vector<double>()>& measure);

}  // namespace gpuinv
