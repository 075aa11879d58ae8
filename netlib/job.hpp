// job.hpp (one run of glpsol)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_JOB_HPP
#define GPUINV_NETLIB_JOB_HPP

#include <atomic>
#include <string>

#include "results.hpp"
#include "run_options.hpp"
#include "select.hpp"

namespace gpuinv::netlib {

struct Job {
  Problem problem;
  std::string mode;
};

// Words of the command line of glpsol for a job; its files are
// folder/NAME.MODE.sol (raw solution) and .txt (printable solution).
std::vector<std::string> glpsol_words(const Job& job, const RunOptions& options,
                                      const std::string& folder);

// Runs glpsol as a process of its own, log in folder/NAME.MODE.log, and reads
// what it left. Crashes and exceeded time limits are results, not errors.
Result run_job(const Job& job, const RunOptions& options,
               const std::string& folder, std::atomic<bool>& cancelled);

}  // namespace gpuinv::netlib

#endif
