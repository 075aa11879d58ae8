// chart.cpp (log-log charts in SVG)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/chart.hpp"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <set>

namespace gpuinv::bench {
namespace {

// Pixels.
constexpr double kPlotWidth = 310, kPlotHeight = 270;
constexpr double kLeft = 62, kRight = 98, kTop = 34, kBottom = 46;
constexpr double kHead = 64, kMargin = 8;
constexpr double kLine = 13;  // between two labels

constexpr char kStyle[] =
    "<style>\n"
    "text { font: 12px 'Helvetica Neue', Arial, sans-serif; fill: #24292f; }\n"
    ".title { font-size: 17px; font-weight: bold; }\n"
    ".panel { font-size: 13px; font-weight: bold; }\n"
    ".small { fill: #57606a; }\n"
    ".ground { fill: #ffffff; }\n"
    ".grid { stroke: #d8dee4; }\n"
    ".axis { stroke: #8c959f; fill: none; }\n"
    ".curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }\n"
    ".hollow { stroke-width: 1.5; }\n"
    ".gpu { stroke: #cf222e; } .gpu.curve { stroke-width: 3; }\n"
    ".host { stroke: #bc6c00; }\n"
    ".primal { stroke: #0969da; }\n"
    ".dual { stroke: #0969da; stroke-dasharray: 5 3; }\n"
    ".clp { stroke: #2c8a3e; }\n"
    ".highs { stroke: #8250df; }\n"
    ".dot { stroke-dasharray: none; }\n"
    ".hollow { fill: #ffffff; }\n"
    "text.gpu { fill: #cf222e; font-weight: bold; }\n"
    "text.host { fill: #bc6c00; }\n"
    "text.primal, text.dual { fill: #0969da; }\n"
    "text.clp { fill: #2c8a3e; }\n"
    "text.highs { fill: #8250df; }\n"
    "text.label { stroke: #ffffff; stroke-width: 3; paint-order: stroke;"
    " stroke-dasharray: none; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  text { fill: #e6edf3; } .small { fill: #9198a1; }\n"
    "  .ground, .hollow { fill: #0d1117; }\n"
    "  text.label { stroke: #0d1117; }\n"
    "  .grid { stroke: #2a313c; } .axis { stroke: #656c76; }\n"
    "  .gpu { stroke: #ff7b72; } text.gpu { fill: #ff7b72; }\n"
    "  .host { stroke: #f0a04b; } text.host { fill: #f0a04b; }\n"
    "  .primal, .dual { stroke: #58a6ff; }\n"
    "  text.primal, text.dual { fill: #58a6ff; }\n"
    "  .clp { stroke: #56d364; } text.clp { fill: #56d364; }\n"
    "  .highs { stroke: #bc8cff; } text.highs { fill: #bc8cff; }\n"
    "}\n"
    "</style>\n";

std::string format(const char* pattern, ...) {
  char text[512];
  va_list list;
  va_start(list, pattern);
  std::vsnprintf(text, sizeof text, pattern, list);
  va_end(list);
  return text;
}

std::string escape(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
  return out;
}

std::string text_at(double x, double y, const char* style, const char* anchor,
                    const std::string& text) {
  return format("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
                style, x, y, anchor) +
         escape(text) + "</text>\n";
}

std::string line(const char* style, double x1, double y1, double x2,
                 double y2) {
  return format(
      "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
      style, x1, y1, x2, y2);
}

// Both axes of all panels; whole decades of y.
class Scale {
 public:
  explicit Scale(const std::vector<Panel>& panels) {
    double least = HUGE_VAL, most = 0.0;
    for (const Panel& panel : panels)
      for (const Curve& curve : panel.curves)
        for (const Point& p : curve.points) {
          ticks_.insert(p.x);
          least = std::min(least, p.y);
          most = std::max(most, p.y);
        }
    if (ticks_.empty()) return;
    low_ = static_cast<int>(std::floor(std::log10(least)));
    high_ = std::max(static_cast<int>(std::ceil(std::log10(most))), low_ + 1);
    left_ = std::log(*ticks_.begin());
    right_ = std::max(std::log(*ticks_.rbegin()), left_ + 1.0);
  }
  double x(double value) const {
    return kPlotWidth * (std::log(value) - left_) / (right_ - left_);
  }
  double y(double value) const {
    return kPlotHeight * (high_ - std::log10(value)) / (high_ - low_);
  }
  const std::set<double>& ticks() const { return ticks_; }
  int low() const { return low_; }
  int high() const { return high_; }

 private:
  std::set<double> ticks_;
  int low_ = 0, high_ = 1;
  double left_ = 0.0, right_ = 1.0;
};

std::string draw_axes(const Scale& scale, const Chart& chart) {
  std::string out;
  for (int e = scale.low(); e <= scale.high(); e++) {
    const double y = scale.y(std::pow(10.0, e));
    out += line("grid", 0, y, kPlotWidth, y);
    out += text_at(-7, y + 4, "small", "end", format("%g", std::pow(10.0, e)));
  }
  double last = -HUGE_VAL;
  for (const double tick : scale.ticks()) {
    const double x = scale.x(tick);
    out += line("grid", x, 0, x, kPlotHeight);
    if (x - last < 34) continue;
    out += text_at(x, kPlotHeight + 17, "small", "middle", format("%g", tick));
    last = x;
  }
  out += format("<path class=\"axis\" d=\"M0 0V%.1fH%.1f\"/>\n", kPlotHeight,
                kPlotWidth);
  out += text_at(kPlotWidth / 2, kPlotHeight + 36, "small", "middle",
                 chart.x_axis);
  out += format(
             "<text class=\"small\" transform=\"translate(-44 %.1f) "
             "rotate(-90)\" text-anchor=\"middle\">",
             kPlotHeight / 2) +
         escape(chart.y_axis) + "</text>\n";
  return out;
}

std::string draw_curve(const Scale& scale, const Curve& curve) {
  std::string path, marks;
  const char* style = curve.style.c_str();
  for (const Point& p : curve.points) {
    const double x = scale.x(p.x), y = scale.y(p.y);
    path += format("%c%.1f %.1f", path.empty() ? 'M' : 'L', x, y);
    marks += p.limit
                 ? format(
                       "<path class=\"hollow dot %s\" d=\"M%.1f %.1fl5 8h-10z"
                       "\"/>\n",
                       style, x, y - 5)
                 : format(
                       "<circle class=\"dot hollow %s\" cx=\"%.1f\" "
                       "cy=\"%.1f\" r=\"2.6\"/>\n",
                       style, x, y);
  }
  return format("<path class=\"curve %s\" d=\"", style) + path + "\"/>\n" +
         marks;
}

struct Label {
  double x, y;
  const Curve* curve;
};

// Labels stand right of the last points; where they would meet, the lower
// one goes further down, and all of them up again if that leaves the plot.
std::string draw_labels(const Scale& scale, const Panel& panel) {
  std::vector<Label> labels;
  for (const Curve& curve : panel.curves) {
    const Point& p = curve.points.back();
    labels.push_back({scale.x(p.x) + 8, scale.y(p.y) + 4, &curve});
  }
  std::stable_sort(labels.begin(), labels.end(),
                   [](const Label& a, const Label& b) { return a.y < b.y; });
  const auto meet = [](const Label& a, const Label& b) {
    return std::fabs(a.x - b.x) < 85 && std::fabs(a.y - b.y) < kLine;
  };
  for (std::size_t i = 1; i < labels.size(); i++)
    for (std::size_t k = 0; k < i; k++)
      if (meet(labels[i], labels[k])) labels[i].y = labels[k].y + kLine;
  for (std::size_t i = labels.size(); i-- > 0;) {
    labels[i].y = std::min(labels[i].y, kPlotHeight - 2);
    for (std::size_t k = i + 1; k < labels.size(); k++)
      if (meet(labels[i], labels[k])) labels[i].y = labels[k].y - kLine;
  }
  std::string out;
  for (const Label& label : labels)
    out += text_at(label.x, label.y, ("label " + label.curve->style).c_str(),
                   "start", label.curve->label);
  return out;
}

}  // namespace

std::string to_svg(const Chart& chart) {
  const Scale scale(chart.panels);
  const double cell_w = kLeft + kPlotWidth + kRight;
  const double cell_h = kTop + kPlotHeight + kBottom;
  const int rows = static_cast<int>(chart.panels.size() + 1) / 2;
  const double width = 2 * cell_w + 2 * kMargin;
  const double height = kHead + rows * cell_h + kMargin;
  std::string out = format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" "
      "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n",
      width, height, width, height);
  out += kStyle;
  out += format("<rect class=\"ground\" width=\"%.0f\" height=\"%.0f\"/>\n",
                width, height);
  out += text_at(kMargin + 12, 28, "title", "start", chart.title);
  out += text_at(kMargin + 12, 48, "small", "start", chart.subtitle);
  int cell = 0;
  for (const Panel& panel : chart.panels) {
    out += format("<g transform=\"translate(%.1f %.1f)\">\n",
                  kMargin + cell % 2 * cell_w + kLeft,
                  kHead + cell / 2 * cell_h + kTop);
    out += text_at(0, -12, "panel", "start", panel.title);
    out += draw_axes(scale, chart);
    for (const Curve& curve : panel.curves) out += draw_curve(scale, curve);
    out += draw_labels(scale, panel) + "</g>\n";
    cell++;
  }
  return out + "</svg>\n";
}

}  // namespace gpuinv::bench
