// mps.hpp (a linear program as an MPS file states it)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_MPS_HPP
#define GPUINV_NETLIB_MPS_HPP

#include <string>
#include <string_view>
#include <vector>

namespace gpuinv::netlib {

// A coefficient, a right-hand side or a range: row is 0-based, set is the
// 0-based number of the vector that it belongs to (0 for coefficients).
struct MpsEntry {
  int set;
  int row;
  double value;
};

struct MpsRow {
  char type;  // N, L, G or E
  std::string name;
};

struct MpsColumn {
  std::string name;
  std::vector<MpsEntry> entries;  // in the order of the file
};

enum class BoundType { kUp = 1, kLo, kFx, kFr, kMi, kPl };

// Two letters of MPS, "UP" for kUp.
const char* bound_text(BoundType type);

// Only UP, LO and FX have a value.
bool bound_has_value(BoundType type);

struct MpsBound {
  int set;
  BoundType type;
  int column;  // 0-based
  double value;
};

// Data as stated, in the order of the file, nothing interpreted: the first N
// row is the objective, and of several right-hand sides, ranges or bound
// sets the first is the one to use.
struct MpsProblem {
  std::string name;
  std::vector<MpsRow> rows;
  std::vector<MpsColumn> columns;
  std::vector<std::string> rhs_sets, range_sets, bound_sets;
  std::vector<MpsEntry> rhs, ranges;
  std::vector<MpsBound> bounds;
};

// Sizes as GLPK counts them: without N rows, their coefficients, and zeros.
struct MpsSizes {
  long long rows, columns, nonzeros;
};
MpsSizes sizes_of(const MpsProblem& problem);

// Reads all problems (usually one) of a text in fixed MPS format: names in
// columns 5-12, 15-22 and 40-47, numbers from columns 25 and 50. Throws
// Error "source:line: cause"; integer markers and bounds, negated objectives
// and free format are not read.
std::vector<MpsProblem> parse_mps(std::string_view text,
                                  const std::string& source);

// The only problem of a text; Error if there are more.
MpsProblem parse_single_mps(std::string_view text, const std::string& source);

// The problem without all but the first set of right-hand sides, ranges and
// bounds: GLPK refuses files with more.
MpsProblem first_sets(MpsProblem problem);

// A finite number as text that reads back as the same number: without an
// exponent if that takes at most 12 characters ("2.5", ".0012"), else in the
// shorter of both forms ("-725E-13").
std::string number_text(double value);

// Text in fixed MPS format. Numbers of more than 12 characters stand alone
// on their line. A column without coefficients gets a zero one if a bound
// needs it, otherwise it is left out (MPS cannot state it).
std::string format_mps(const MpsProblem& problem);

// What is different in b, names included, "" if nothing; columns without
// coefficients are left out of the comparison when no bound mentions them,
// as a file in MPS format cannot state them.
std::string first_difference(const MpsProblem& a, const MpsProblem& b);

}  // namespace gpuinv::netlib

#endif
