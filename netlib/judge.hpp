// judge.hpp (checking results against what is known about the problems)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_JUDGE_HPP
#define GPUINV_NETLIB_JUDGE_HPP

#include <string>
#include <vector>

#include "manifest.hpp"
#include "results.hpp"

namespace gpuinv::netlib {

// A result and the expectation that it missed, "" if it held all.
struct Judged {
  Result result;
  std::string fault;
};

// Fills in reference and error of each result and judges it:
//  - a problem of the manifest must end optimal with
//    |objective - ref| / max(1, |ref|) within its tolerance, or infeasible
//    (for lack of a primal or of a dual feasible solution);
//  - any other problem must end as in mode stock, with an objective within
//    1e-7 of it, or just end if there is no finished result of mode stock;
//  - with the back end that the mode asks for, if the simplex method ran.
std::vector<Judged> judge(std::vector<Result> results,
                          const Manifest& manifest);

}  // namespace gpuinv::netlib

#endif
