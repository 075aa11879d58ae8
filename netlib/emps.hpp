// emps.hpp (decoder of the compressed format of netlib.org/lp)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_EMPS_HPP
#define GPUINV_NETLIB_EMPS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "mps.hpp"

namespace gpuinv::netlib {

// Expands every problem of a compressed text (usually there is one). The
// decoder is strict: whatever the format does not allow, a wrong check
// character, and data left over or missing end in Error "source:line: cause".
std::vector<MpsProblem> decode_emps(std::string_view text,
                                    const std::string& source);

// Whether the line after NAME holds numbers, as in the compressed format,
// rather than the title of a section, as in MPS.
bool looks_compressed(std::string_view text);

// All problems of a text of either format.
std::vector<MpsProblem> parse_any(std::string_view text,
                                  const std::string& source);

}  // namespace gpuinv::netlib

#endif
