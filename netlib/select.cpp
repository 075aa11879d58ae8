// select.cpp (which problems to run)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "select.hpp"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <set>

#include "error.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

namespace fs = std::filesystem;

std::optional<FileFormat> format_of(const std::string& path) {
  if (ends_with(path, ".mps") || ends_with(path, ".mps.gz"))
    return FileFormat::kMps;
  if (ends_with(path, ".lp")) return FileFormat::kLp;
  if (ends_with(path, ".mod")) return FileFormat::kMathProg;
  return std::nullopt;
}

void add_file(const std::string& path, std::vector<Problem>& problems) {
  const auto format = format_of(path);
  if (!format)
    throw Error(path + ": not a problem file (.mps, .mps.gz, .lp, .mod)");
  problems.push_back({problem_name(path), path, *format, "-", -1, 0});
}

std::vector<Problem> find_files(const std::vector<std::string>& paths) {
  std::vector<Problem> problems;
  for (const std::string& path : paths) {
    if (!fs::exists(path)) throw Error(path + ": no such file or folder");
    if (!fs::is_directory(path)) {
      add_file(path, problems);
      continue;
    }
    for (const auto& file : fs::directory_iterator(path))
      if (format_of(file.path().string()) && file.is_regular_file())
        add_file(file.path().string(), problems);
  }
  std::sort(problems.begin(), problems.end(),
            [](const Problem& a, const Problem& b) { return a.name < b.name; });
  for (size_t i = 1; i < problems.size(); ++i)
    if (problems[i].name == problems[i - 1].name)
      throw Error("two problems of one name: " + problems[i - 1].path + ", " +
                  problems[i].path);
  return problems;
}

std::vector<Problem>::iterator find_named(const std::string& name,
                                          std::vector<Problem>& problems) {
  const auto found =
      std::find_if(problems.begin(), problems.end(),
                   [&](const Problem& p) { return p.name == name; });
  if (found == problems.end()) throw Error("no problem of the name " + name);
  return found;
}

void choose_named(const RunOptions& options, std::vector<Problem>& problems) {
  if (!options.only.empty()) {
    std::vector<Problem> kept;
    const std::set<std::string> names(options.only.begin(), options.only.end());
    for (const std::string& name : names)
      kept.push_back(*find_named(name, problems));
    problems = std::move(kept);
  }
  for (const std::string& name : options.except)
    problems.erase(find_named(name, problems));
}

void warn(const std::string& text) {
  std::cerr << "gpuinv-netlib: warning: " << text << "\n";
}

// Sizes and class of a problem in MPS format.
void look_into(const Manifest& manifest, Problem& problem) {
  const ManifestEntry* entry = manifest.find(problem.name);
  try {
    const MpsProblem mps =
        parse_single_mps(read_file(problem.path), problem.path);
    const MpsSizes sizes = sizes_of(mps);
    problem.rows = sizes.rows;
    problem.size = static_cast<double>(sizes.rows) * sizes.columns;
    if (!entry) return;
    if (problem_checksum(mps) == entry->checksum)
      problem.kind = entry->kind;
    else
      warn(problem.path + ": other numbers than those of " + entry->name +
           " in the manifest; not compared with it");
  } catch (const Error& e) {
    // glpsol will tell whether the file is bad.
    if (entry) warn(std::string(e.what()) + "; not compared with the manifest");
  }
}

void keep_smallest(long long count, std::vector<Problem>& problems) {
  if (static_cast<long long>(problems.size()) <= count) return;
  std::stable_sort(
      problems.begin(), problems.end(),
      [](const Problem& a, const Problem& b) { return a.size < b.size; });
  problems.resize(count);
  std::sort(problems.begin(), problems.end(),
            [](const Problem& a, const Problem& b) { return a.name < b.name; });
}

}  // namespace

std::vector<Problem> select_problems(const RunOptions& options,
                                     const Manifest& manifest) {
  std::vector<Problem> problems = find_files(options.paths);
  choose_named(options, problems);
  for (Problem& p : problems) {
    p.size = static_cast<double>(fs::file_size(p.path));
    if (p.format == FileFormat::kMps) look_into(manifest, p);
  }
  const auto unwanted = [&](const Problem& p) {
    return (!options.kind.empty() && p.kind != options.kind) ||
           (options.max_rows && p.rows > *options.max_rows);
  };
  problems.erase(std::remove_if(problems.begin(), problems.end(), unwanted),
                 problems.end());
  if (options.smallest) keep_smallest(*options.smallest, problems);
  if (problems.empty()) throw Error("no problem to run");
  return problems;
}

}  // namespace gpuinv::netlib
