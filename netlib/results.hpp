// results.hpp (rows of results and their file format)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_RESULTS_HPP
#define GPUINV_NETLIB_RESULTS_HPP

#include <optional>
#include <string>
#include <vector>

#include "glpsol_output.hpp"

namespace gpuinv::netlib {

// One run of glpsol. On disk: a line with a field for each member, in this
// order and with tabs between; what is absent is empty.
struct Result {
  std::string name;
  std::string kind;     // column class; "-" if the manifest does not know it
  std::string mode;     // stock, host, cuda or gpu
  std::string backend;  // as the log names it
  // optimal, feasible, infeasible, dual-infeasible, unbounded, undefined,
  // time-limit, crash (died of a signal), error (no solution)
  std::string status;
  std::optional<double> objective;
  std::optional<double> reference;  // of the manifest, or of mode stock
  std::optional<double> error;      // |objective - ref| / max(1, |ref|)
  std::optional<long long> iterations;
  double wall_s;
  KktErrors kkt;
  std::string message;
};

// The header line of a file of results, with LF.
std::string results_header();

// A line of a file of results, with LF.
std::string format_result(const Result& result);

// Reads a file of results; Error "file:line: cause".
std::vector<Result> read_results(const std::string& path);

// |objective - reference| / max(1, |reference|)
double relative_error(double objective, double reference);

}  // namespace gpuinv::netlib

#endif
