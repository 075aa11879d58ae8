// table.hpp (aligned tables of text)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_TABLE_HPP
#define GPUINV_NETLIB_TABLE_HPP

#include <string>
#include <vector>

namespace gpuinv::netlib {

// A table whose columns are as wide as their widest cell. Columns named in
// left are flush left, all others flush right.
class Table {
 public:
  Table(std::vector<std::string> header, std::vector<std::string> left);

  // Adds a row; it has as many cells as the header.
  void add(std::vector<std::string> cells);
  std::string text() const;  // lines ending in LF

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<bool> is_left_;
};

// A number in a format of printf, for example "%.2e".
std::string format_number(double value, const char* format);

}  // namespace gpuinv::netlib

#endif
