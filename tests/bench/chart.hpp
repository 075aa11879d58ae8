// chart.hpp (log-log charts in SVG)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace gpuinv::bench {

struct Point {
  double x, y;
  bool limit;  // stopped at y: the true value is above
};

struct Curve {
  std::string label, style;   // a class of the style sheet
  std::vector<Point> points;  // x ascending
};

struct Panel {
  std::string title;
  std::vector<Curve> curves;
};

struct Chart {
  std::string title, subtitle, x_axis, y_axis;
  std::vector<Panel> panels;  // two in a row, axes of equal range
};

// Same chart, same bytes.  Readable on light and dark grounds.
std::string to_svg(const Chart& chart);

}  // namespace gpuinv::bench
