// report.hpp (tables and totals of judged results)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_REPORT_HPP
#define GPUINV_NETLIB_REPORT_HPP

#include <string>
#include <vector>

#include "judge.hpp"

namespace gpuinv::netlib {

// All results as a table, a table of mode stock beside each other mode where
// both ran, totals per mode, and the line "N passed, N failed".
std::string report(const std::vector<Judged>& judged);

bool all_passed(const std::vector<Judged>& judged);

}  // namespace gpuinv::netlib

#endif
