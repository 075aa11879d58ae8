// files.cpp (commands on single files: expand, checksum, same; and list)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <filesystem>
#include <iostream>

#include "arguments.hpp"
#include "commands.hpp"
#include "emps.hpp"
#include "error.hpp"
#include "manifest.hpp"
#include "mps.hpp"
#include "table.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

struct ExpandOptions {
  std::vector<std::string> files;
  std::string output = "-";
  bool first_sets = false;
};

ExpandOptions parse_expand(const Arguments& arguments) {
  ExpandOptions options;
  ArgumentReader reader(arguments);
  while (reader.next()) {
    if (reader.word() == "-o")
      options.output = reader.value();
    else if (reader.word() == "--first-sets")
      reader.no_value(), options.first_sets = true;
    else if (reader.is_option())
      reader.unknown("expand");
    else
      options.files.push_back(reader.word());
  }
  if (options.files.empty()) throw UsageError("expand needs a file");
  return options;
}

// A file with several problems gives NAME-1.mps, NAME-2.mps ...
void write_problems(const std::vector<MpsProblem>& problems,
                    const std::string& name, const ExpandOptions& options) {
  for (size_t i = 0; i < problems.size(); ++i) {
    const std::string text =
        format_mps(options.first_sets ? first_sets(problems[i]) : problems[i]);
    if (options.output == "-") {
      std::cout << text;
      continue;
    }
    const std::string number =
        problems.size() > 1 ? "-" + std::to_string(i + 1) : "";
    write_file(options.output + "/" + name + number + ".mps", text);
  }
}

void require_files(const Arguments& arguments, const std::string& command,
                   size_t at_least, size_t at_most) {
  ArgumentReader reader(arguments);
  while (reader.next())
    if (reader.is_option()) reader.unknown(command);
  if (arguments.size() < at_least || arguments.size() > at_most)
    throw UsageError(command + ": wrong number of files");
}

}  // namespace

int expand_command(const Arguments& arguments) {
  const ExpandOptions options = parse_expand(arguments);
  if (options.output != "-")
    std::filesystem::create_directories(options.output);
  int status = 0;
  for (const std::string& file : options.files) {
    try {
      write_problems(decode_emps(read_file(file), file), problem_name(file),
                     options);
    } catch (const Error& e) {
      std::cerr << "gpuinv-netlib: " << e.what() << "\n";
      status = 1;
    }
  }
  return status;
}

int checksum_command(const Arguments& arguments) {
  require_files(arguments, "checksum", 1, arguments.max_size());
  for (const std::string& file : arguments) {
    for (const MpsProblem& problem : parse_any(read_file(file), file)) {
      const MpsSizes sizes = sizes_of(problem);
      std::cout << problem_checksum(problem) << "\t" << sizes.rows << "\t"
                << sizes.columns << "\t" << sizes.nonzeros << "\t"
                << problem_name(file) << "\n";
    }
  }
  return 0;
}

int same_command(const Arguments& arguments) {
  require_files(arguments, "same", 2, 2);
  std::vector<std::vector<MpsProblem>> sides;
  for (const std::string& file : arguments)
    sides.push_back(parse_mps(read_file(file), file));
  if (sides[0].size() != sides[1].size()) {
    std::cout << "different numbers of problems: " << sides[0].size()
              << " against " << sides[1].size() << "\n";
    return 1;
  }
  for (size_t i = 0; i < sides[0].size(); ++i) {
    const std::string what = first_difference(sides[0][i], sides[1][i]);
    if (what.empty()) continue;
    std::cout << "problem " << i + 1 << ": " << what << "\n";
    return 1;
  }
  return 0;
}

int list_command(const Arguments& arguments) {
  require_files(arguments, "list", 0, 0);
  Table table({"name", "class", "rows", "cols", "nonzeros"}, {"name", "class"});
  const Manifest manifest(manifest_path());
  for (const ManifestEntry& e : manifest.entries())
    table.add({e.name, e.kind, std::to_string(e.rows),
               std::to_string(e.columns), std::to_string(e.nonzeros)});
  std::cout << table.text();
  return 0;
}

}  // namespace gpuinv::netlib
