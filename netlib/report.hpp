/* report.hpp (tables and totals of judged results) */

/***********************************************************************
 *  This file is part of libgpuinv, a GPU back end for GLPK.
 *
 *  libgpuinv is free software: you can redistribute it and/or modify it
 *  under the terms of the GNU General Public License as published by
 *  the Free Software Foundation, either version 3 of the License, or
 *  (at your option) any later version.
 ***********************************************************************/

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
