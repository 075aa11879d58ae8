// manifest.hpp (the problems that results are compared with)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_MANIFEST_HPP
#define GPUINV_NETLIB_MANIFEST_HPP

#include <optional>
#include <string>
#include <vector>

#include "mps.hpp"

namespace gpuinv::netlib {

// One line of netlib/manifest.tsv, a table with a header line and a tab
// between fields; "-" where there is nothing.
struct ManifestEntry {
  std::string name;                   // of the file, without .mps.gz
  std::string kind;                   // column class: feasible or infeasible
  long long rows, columns, nonzeros;  // as sizes_of counts
  std::string status;                 // expected: optimal or infeasible
  std::optional<double> objective;    // column glpk_ref_obj: GLPK's convention,
                                      // which adds the constant of e226
  double tolerance;                   // of |objective - ref| / max(1, |ref|)
  std::string source;                 // path below netlib.org
  std::string checksum;               // problem_checksum
};

class Manifest {
 public:
  // Reads the file; Error "file:line: cause".
  explicit Manifest(const std::string& path);

  const std::vector<ManifestEntry>& entries() const { return entries_; }
  const ManifestEntry* find(const std::string& name) const;  // or null
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::vector<ManifestEntry> entries_;
};

// $GPUINV_MANIFEST, or the installed file, or the one of the source tree.
std::string manifest_path();

// SHA-256 over the numbers of a problem in a canonical form. It depends on
// the order of rows and columns, but not on names, on the form of numbers, on
// the order of entries within a vector, on stated zeros, or on right-hand
// side, range and bound sets after the first.
std::string problem_checksum(const MpsProblem& problem);

}  // namespace gpuinv::netlib

#endif
