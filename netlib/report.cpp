// report.cpp (tables and totals of judged results)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "report.hpp"

#include <algorithm>
#include <map>

#include "table.hpp"

namespace gpuinv::netlib {
namespace {

std::string cell(const std::optional<double>& value, const char* format) {
  return value ? format_number(*value, format) : "-";
}

std::string count_cell(const std::optional<long long>& count) {
  return count ? std::to_string(*count) : "-";
}

std::string seconds(double s) { return format_number(s, "%.3f"); }

// "ok", or what is wrong with the cause that glpsol gave.
std::string verdict(const Judged& j) {
  const std::string& message = j.result.message;
  const std::string cause = message.empty() ? "" : "; " + message;
  return j.fault.empty() ? "ok" + cause : "FAILED: " + j.fault + cause;
}

std::string result_table(const std::vector<Judged>& judged) {
  Table table(
      {"name", "mode", "status", "objective", "rel.err", "iter", "seconds",
       "KKT.PE", "KKT.PB", "KKT.DE", "KKT.DB", "backend", "verdict"},
      {"name", "mode", "status", "backend", "verdict"});
  constexpr const char* kError = "%.1e";
  for (const Judged& j : judged) {
    const Result& r = j.result;
    table.add({r.name, r.mode, r.status, cell(r.objective, "%.10g"),
               cell(r.error, kError), count_cell(r.iterations),
               seconds(r.wall_s), cell(r.kkt.pe, kError),
               cell(r.kkt.pb, kError), cell(r.kkt.de, kError),
               cell(r.kkt.db, kError), r.backend.empty() ? "-" : r.backend,
               verdict(j)});
  }
  return table.text();
}

std::string side_by_side(const std::vector<Judged>& judged) {
  std::map<std::string, const Result*> stock;
  for (const Judged& j : judged)
    if (j.result.mode == "stock") stock[j.result.name] = &j.result;
  Table table(
      {"name", "mode", "stock objective", "GPU-path objective", "rel.diff",
       "stock iter", "iter", "stock s", "seconds", "backend"},
      {"name", "mode", "backend"});
  bool has_rows = false;
  for (const Judged& j : judged) {
    const Result& r = j.result;
    if (r.mode == "stock" || !stock.count(r.name)) continue;
    const Result& s = *stock[r.name];
    std::optional<double> difference;
    if (s.objective && r.objective)
      difference = relative_error(*r.objective, *s.objective);
    table.add({r.name, r.mode, cell(s.objective, "%.10g"),
               cell(r.objective, "%.10g"), cell(difference, "%.1e"),
               count_cell(s.iterations), count_cell(r.iterations),
               seconds(s.wall_s), seconds(r.wall_s),
               r.backend.empty() ? "-" : r.backend});
    has_rows = true;
  }
  return has_rows ? "\n" + table.text() : "";
}

// "N passed, N failed" of one mode, or of all if mode is empty.
std::string totals(const std::vector<Judged>& judged, const std::string& mode) {
  long long passed = 0, failed = 0;
  for (const Judged& j : judged)
    if (mode.empty() || j.result.mode == mode)
      ++(j.fault.empty() ? passed : failed);
  return std::to_string(passed) + " passed, " + std::to_string(failed) +
         " failed";
}

std::string mode_totals(const std::vector<Judged>& judged) {
  std::vector<std::pair<std::string, double>> modes;  // in order, with seconds
  for (const Judged& j : judged) {
    const auto is_mode = [&](const auto& m) {
      return m.first == j.result.mode;
    };
    auto found = std::find_if(modes.begin(), modes.end(), is_mode);
    if (found == modes.end())
      found = modes.insert(modes.end(), {j.result.mode, 0.0});
    found->second += j.result.wall_s;
  }
  std::string text;
  for (const auto& [mode, s] : modes)
    text += mode + ": " + totals(judged, mode) + ", " + seconds(s) + " s\n";
  return text;
}

}  // namespace

bool all_passed(const std::vector<Judged>& judged) {
  return std::all_of(judged.begin(), judged.end(),
                     [](const Judged& j) { return j.fault.empty(); });
}

std::string report(const std::vector<Judged>& judged) {
  return result_table(judged) + side_by_side(judged) + "\n" +
         mode_totals(judged) + totals(judged, "") + "\n";
}

}  // namespace gpuinv::netlib
