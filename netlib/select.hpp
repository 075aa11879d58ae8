// select.hpp (which problems to run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_SELECT_HPP
#define GPUINV_NETLIB_SELECT_HPP

#include <string>
#include <vector>

#include "manifest.hpp"
#include "run_options.hpp"

namespace gpuinv::netlib {

enum class FileFormat { kMps, kLp, kMathProg };

struct Problem {
  std::string name;
  std::string path;
  FileFormat format;
  std::string kind;  // class of the manifest; "-" if not known there
  long long rows;    // -1 if not known: only MPS files are looked into
  double size;       // rows times columns; bytes of the file if not known
};

// The problems of files and folders (.mps, .mps.gz, .lp, .mod; sorted by
// name) that the options ask for. A problem is known if the manifest has its
// name and its numbers have the checksum there; one with the name alone gets
// a warning on standard error and is taken as unknown. Error if two problems
// have one name, if a name asked for is missing, or if nothing is left.
std::vector<Problem> select_problems(const RunOptions& options,
                                     const Manifest& manifest);

}  // namespace gpuinv::netlib

#endif
