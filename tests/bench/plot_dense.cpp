// plot_dense.cpp (tables of bench_dense and peers.sh as a chart)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: plot_dense TITLE TABLE ... >FILE.svg
//
// Tables are found by their headings: whatever else a file holds, such as
// the rest of make bench, is passed over.  Of several rows for the same
// family, size and solver the least time is drawn, the better of CLP's
// methods, and of HiGHS's; a time that is a limit has a hollow triangle.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/bench/chart.hpp"

namespace gpuinv::bench {
namespace {

struct Series {
  const char *style, *label;
};
constexpr Series kSeries[] = {{"primal", "GLPK primal"},
                              {"dual", "GLPK dual"},
                              {"clp", "CLP"},
                              {"highs", "HiGHS"},
                              {"host", "ours, on host"},
                              {"gpu", "ours, on GPU"}};

struct Family {
  char letter;
  const char* title;
};
constexpr Family kPanels[] = {{'P', "P: max cx, Ax ≤ b, feasible start"},
                              {'D', "D: min cx, Ax ≥ b, dual feasible start"},
                              {'M', "M: rows of both kinds, 0 ≤ x ≤ 20"},
                              {'L', "L: integers in 1…1000 (Lalami et al.)"}};

// By style, then family, then size.
using Times = std::map<std::string, std::map<char, std::map<int, Point>>>;

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

class Reader {
 public:
  void read(std::istream& in) {
    head_.clear();
    on_host_ = false;
    for (std::string line; std::getline(in, line);) read_line(line);
  }
  const Times& times() const { return times_; }

 private:
  void read_line(const std::string& line) {
    if (line.rfind("# simplex on ", 0) == 0)
      on_host_ = line.rfind("# simplex on host", 0) == 0;
    const std::vector<std::string> words = words_of(line);
    if (words.size() < 3) return;
    if (words[0] == "family" && words[1] == "m") {
      head_ = words;
    } else if (words.size() == head_.size() && words[0].size() == 1 &&
               words.back() != "FAILED") {
      for (std::size_t i = 2; i < words.size(); i++)
        add(style_of(head_[i]), words[0][0], std::atoi(words[1].c_str()),
            words[i]);
    }
  }
  std::string style_of(const std::string& column) const {
    if (column == "ours") return on_host_ ? "host" : "gpu";
    if (column == "primal" || column == "dual" || column == "host")
      return column;
    if (column == "clp_primal" || column == "clp_dual") return "clp";
    if (column == "highs_simplex" || column == "highs_ipm") return "highs";
    return "";
  }
  void add(const std::string& style, char family, int m,
           const std::string& text) {
    const bool limit = text[0] == '>';
    const double seconds = std::atof(text.c_str() + limit);
    if (style.empty() || !(seconds > 0.0)) return;
    const Point p{static_cast<double>(m), seconds, limit};
    const auto [place, fresh] = times_[style][family].insert({m, p});
    Point& known = place->second;
    if (!fresh && (known.limit != limit ? known.limit : seconds < known.y))
      known = p;
  }

  std::vector<std::string> head_;
  bool on_host_ = false;
  Times times_;
};

Chart chart_of(const Times& times, const std::string& title) {
  Chart chart{title,
              "Whole glp_simplex call on the engine; stock GLPK, CLP and "
              "HiGHS on one thread; triangle: stopped by the limit",
              "m = n",
              "seconds",
              {}};
  for (const Family& family : kPanels) {
    Panel panel{family.title, {}};
    for (const Series& series : kSeries) {
      const auto style = times.find(series.style);
      if (style == times.end()) continue;
      const auto found = style->second.find(family.letter);
      if (found == style->second.end()) continue;
      Curve curve{series.label, series.style, {}};
      for (const auto& [m, point] : found->second)
        curve.points.push_back(point);
      panel.curves.push_back(curve);
    }
    if (!panel.curves.empty()) chart.panels.push_back(panel);
  }
  return chart;
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: plot_dense TITLE TABLE ... >FILE.svg\n");
    return 2;
  }
  gpuinv::bench::Reader reader;
  for (int a = 2; a < argc; a++) {
    std::ifstream in(argv[a]);
    if (!in) {
      std::fprintf(stderr, "plot_dense: cannot read '%s'\n", argv[a]);
      return EXIT_FAILURE;
    }
    reader.read(in);
  }
  const auto chart = gpuinv::bench::chart_of(reader.times(), argv[1]);
  if (chart.panels.empty()) {
    std::fprintf(stderr, "plot_dense: no table of bench_dense or peers.sh\n");
    return EXIT_FAILURE;
  }
  std::fputs(gpuinv::bench::to_svg(chart).c_str(), stdout);
  return EXIT_SUCCESS;
}
