// auto_table.hpp (results of comparing mode auto with mode off)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace gpuinv::bench {

inline double median(std::vector<double> x) {
  const std::size_t half = x.size() / 2;
  std::sort(x.begin(), x.end());
  return x.size() % 2 ? x[half] : 0.5 * (x[half - 1] + x[half]);
}

// Median seconds of one item in both modes.
struct Pair {
  double off, automatic;

  double ratio() const { return automatic / off; }
  double excess() const { return automatic - off; }
  // The race may cost a twentieth, or 10 ms.
  bool slow() const { return automatic > std::max(1.05 * off, off + 0.010); }
};

// Sums, and the worst of many pairs.
class Summary {
 public:
  void add(const std::string& name, const Pair& pair);
  // Prints one line: totals, the worst ratio and excess, and what is slow.
  void print(const char* what) const;
  bool slow() const { return !slow_.empty(); }

 private:
  struct Worst {
    std::string name = "-";
    double value = 0.0;
    void see(const std::string& name, double value);
  };
  int count_ = 0;
  Pair total_{0.0, 0.0};
  Worst ratio_, excess_;
  std::vector<std::string> slow_;
};

struct AutoOptions {
  std::string glpsol = "glpsol";
  std::vector<std::string> arguments;  // of glpsol
  std::vector<std::string> models;     // files
  int repeats = 5;
  double budget = 20.0;  // seconds for a model's repeats
  int warm = 800;        // warm starts, 0: none
};

// Both print their tables; they return false if a run failed or was slow.
bool compare_runs(const AutoOptions& options);
bool compare_warm_starts(const AutoOptions& options);

}  // namespace gpuinv::bench
