// run_options.hpp (command line of run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_RUN_OPTIONS_HPP
#define GPUINV_NETLIB_RUN_OPTIONS_HPP

#include <optional>
#include <string>
#include <vector>

#include "commands.hpp"

namespace gpuinv::netlib {

struct RunOptions {
  std::vector<std::string> paths;  // folders and files
  std::vector<std::string> modes{"stock"};
  std::string glpsol;
  bool dual = false;
  bool presol = false;
  bool resume = false;   // keep the rows that out has
  double timeout_s = 0;  // 0: none
  long long jobs = 1;
  std::vector<std::string> except;  // names to leave out
  std::vector<std::string> only;    // names; empty: all
  std::string kind;                 // class; empty: all
  std::optional<long long> max_rows, smallest;
  std::string out, logs;                    // empty: not wanted
  std::vector<std::string> glpsol_options;  // passed on
};

// UsageError for what it does not understand.
RunOptions parse_run_options(const Arguments& arguments);

}  // namespace gpuinv::netlib

#endif
