// compare.cpp (command compare: judges files of results)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <iostream>

#include "arguments.hpp"
#include "commands.hpp"
#include "error.hpp"
#include "report.hpp"

namespace gpuinv::netlib {

int compare_command(const Arguments& arguments) {
  std::vector<Result> results;
  ArgumentReader reader(arguments);
  if (arguments.empty()) throw UsageError("compare needs a file");
  while (reader.next()) {
    if (reader.is_option()) reader.unknown("compare");
    for (Result& r : read_results(reader.word())) results.push_back(r);
  }
  if (results.empty()) throw Error("no results to compare");
  const Manifest manifest(manifest_path());
  const std::vector<Judged> judged = judge(std::move(results), manifest);
  std::cout << report(judged);
  return all_passed(judged) ? 0 : 1;
}

}  // namespace gpuinv::netlib
