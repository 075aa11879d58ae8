// glpsol_output.hpp (what glpsol says about a run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_GLPSOL_OUTPUT_HPP
#define GPUINV_NETLIB_GLPSOL_OUTPUT_HPP

#include <optional>
#include <string>
#include <string_view>

namespace gpuinv::netlib {

// The line "s ..." of a solution file (glpsol --write) of any of the three
// kinds: bas (primal and dual status), ipt and mip (one status).
struct RawSolution {
  std::string kind;    // "bas", "ipt", "mip"
  std::string status;  // letters of GLPK: "ff", "ni", "o", ...
  double objective;    // full precision
};

// Nothing if the file has no complete solution line.
std::optional<RawSolution> parse_raw_solution(std::string_view text);

// Largest relative errors of the optimality conditions from a printable
// solution (glpsol --output); those not printed are absent.
struct KktErrors {
  std::optional<double> pe, pb, de, db;
};
KktErrors parse_kkt(std::string_view text);

// From the log of glpsol.
struct LogFacts {
  std::optional<long long> iterations;  // of the last simplex progress line
  std::string backend;    // of the first "GPU: " line that tells where
  std::string fallback;   // first "GPU: " line that says "using the CPU"
  std::string verdict;    // last line of capitals that states the outcome, for
                          // example "OPTIMAL LP SOLUTION FOUND"
  std::string last_line;  // last line that is not empty
};
LogFacts parse_log(std::string_view text);

// optimal, feasible, infeasible, dual-infeasible (no dual feasible solution,
// so infeasible or unbounded), unbounded, time-limit or undefined. The
// presolver leaves the solution undefined: then the verdict decides.
std::string end_status(const RawSolution& solution, const LogFacts& log);

}  // namespace gpuinv::netlib

#endif
