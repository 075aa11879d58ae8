// table.cpp (aligned tables of text)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "table.hpp"

#include <algorithm>
#include <cstdio>

namespace gpuinv::netlib {

Table::Table(std::vector<std::string> header, std::vector<std::string> left) {
  for (const std::string& title : header)
    is_left_.push_back(std::find(left.begin(), left.end(), title) !=
                       left.end());
  rows_.push_back(std::move(header));
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(is_left_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text() const {
  std::vector<size_t> widths(is_left_.size());
  for (const auto& row : rows_)
    for (size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], row[c].size());
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (size_t c = 0; c < row.size(); ++c) {
      const std::string fill(widths[c] - row[c].size(), ' ');
      line += (c ? "  " : "") + (is_left_[c] ? row[c] + fill : fill + row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string format_number(double value, const char* format) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace gpuinv::netlib
