/* fetch.cpp (command fetch: Netlib's problems from the network, verified) */

/***********************************************************************
 *  This file is part of libgpuinv, a GPU back end for GLPK.
 *
 *  libgpuinv is free software: you can redistribute it and/or modify it
 *  under the terms of the GNU General Public License as published by
 *  the Free Software Foundation, either version 3 of the License, or
 *  (at your option) any later version.
 ***********************************************************************/

#include <atomic>
#include <filesystem>
#include <iostream>

#include "arguments.hpp"
#include "commands.hpp"
#include "emps.hpp"
#include "error.hpp"
#include "manifest.hpp"
#include "process.hpp"
#include "text.hpp"
#include "work_folder.hpp"

namespace gpuinv::netlib {
namespace {

namespace fs = std::filesystem;

// Problems that Netlib has as programs that generate them.
constexpr const char* kGenerator = "generator:";

struct FetchOptions {
  std::string folder;
  std::vector<std::string> names;
  std::string base = "https://www.netlib.org";
};

FetchOptions parse_fetch(const Arguments& arguments) {
  FetchOptions options;
  ArgumentReader reader(arguments);
  while (reader.next()) {
    if (reader.word() == "--base")
      options.base = reader.value();
    else if (reader.is_option())
      reader.unknown("fetch");
    else if (options.folder.empty())
      options.folder = reader.word();
    else
      options.names.push_back(reader.word());
  }
  if (options.folder.empty()) throw UsageError("fetch needs a folder");
  return options;
}

// Words that make the downloader write url into file; curl, else wget.
std::vector<std::string> download_words(const std::string& url,
                                        const std::string& file) {
  for (const char* name : {"curl", "wget"}) {
    const std::string program = find_program(name);
    if (program.empty()) continue;
    if (std::string(name) == "curl")
      return {program,    "-fsSL",   "--connect-timeout",
              "20",       "--retry", "2",
              "--output", file,      url};
    return {program, "-nv", "--timeout=20", "--tries=3", "-O", file, url};
  }
  throw Error("neither curl nor wget found: nothing can be downloaded");
}

enum class Outcome { kPresent, kFetched, kNotOffered };

class Fetcher {
 public:
  explicit Fetcher(const FetchOptions& options)
      : options_(options), temporary_("") {
    fs::create_directories(options_.folder);
  }

  // Makes the file of one problem; Error with the cause if that fails.
  Outcome fetch(const ManifestEntry& entry) {
    const std::string target = options_.folder + "/" + entry.name + ".mps";
    if (is_good(target, entry) || is_good(target + ".gz", entry))
      return Outcome::kPresent;
    if (starts_with(entry.source, kGenerator)) return Outcome::kNotOffered;
    const std::string url = options_.base + "/" + entry.source;
    const std::string text = download(url);
    // GLPK reads one set of bounds only; infeas/greenbea comes with two.
    const MpsProblem problem = first_sets(only_problem(text, url));
    const std::string checksum = problem_checksum(problem);
    if (checksum != entry.checksum)
      throw Error(url + ": checksum " + checksum + ", expected " +
                  entry.checksum);
    const std::string partial = target + ".part";
    write_file(partial, format_mps(problem));
    fs::rename(partial, target);
    return Outcome::kFetched;
  }

 private:
  static MpsProblem only_problem(const std::string& text,
                                 const std::string& source) {
    std::vector<MpsProblem> problems = parse_any(text, source);
    if (problems.size() != 1) throw Error(source + ": not a single problem");
    return std::move(problems.front());
  }

  static bool is_good(const std::string& path, const ManifestEntry& entry) {
    if (!fs::exists(path)) return false;
    try {
      return problem_checksum(only_problem(read_file(path), path)) ==
             entry.checksum;
    } catch (const Error&) {
      return false;  // a damaged file is fetched again
    }
  }

  std::string download(const std::string& url) {
    constexpr double kLimit_s = 300;
    const std::string file = temporary_.path() + "/download";
    const std::string log = temporary_.path() + "/log";
    fs::remove(file);
    const SignalsHeld held;
    std::atomic<bool> cancelled{false};
    const ProcessResult result =
        run_process(download_words(url, file), log, kLimit_s, cancelled);
    if (cancelled) throw Error("interrupted");
    if (result.end == ProcessEnd::kExited && result.code == 0 &&
        fs::exists(file))
      return read_file(file);
    throw Error(url + ": download failed: " +
                (result.end == ProcessEnd::kTimedOut
                     ? "time limit"
                     : std::string(trim(last_line(read_file(log))))));
  }

  static std::string last_line(const std::string& text) {
    const std::vector<std::string_view> lines = split_lines(text);
    return lines.empty() ? "no cause given" : std::string(lines.back());
  }

  const FetchOptions& options_;
  const WorkFolder temporary_;
};

std::vector<ManifestEntry> wanted_entries(const FetchOptions& options,
                                          const Manifest& manifest) {
  if (options.names.empty()) return manifest.entries();
  std::vector<ManifestEntry> wanted;
  for (const std::string& name : options.names) {
    const ManifestEntry* entry = manifest.find(name);
    if (!entry) throw UsageError("not in the manifest: " + name);
    wanted.push_back(*entry);
  }
  return wanted;
}

std::string generator_note(const ManifestEntry& entry,
                           const FetchOptions& options) {
  return entry.name + ": Netlib has a program that generates it, not a file; " +
         "see " + options.base + "/" +
         entry.source.substr(std::string(kGenerator).size()) + " and put " +
         entry.name + ".mps into the folder yourself";
}

}  // namespace

int fetch_command(const Arguments& arguments) {
  const FetchOptions options = parse_fetch(arguments);
  const Manifest manifest(manifest_path());
  const std::vector<ManifestEntry> wanted = wanted_entries(options, manifest);
  download_words("", "");  // no downloader: say so before anything else
  Fetcher fetcher(options);
  long long fetched = 0, present = 0, not_offered = 0;
  for (const ManifestEntry& entry : wanted) {
    switch (fetcher.fetch(entry)) {
      case Outcome::kPresent:
        ++present;
        break;
      case Outcome::kFetched:
        ++fetched;
        std::cout << entry.name << ": fetched and verified" << std::endl;
        break;
      case Outcome::kNotOffered:
        ++not_offered;
        std::cout << generator_note(entry, options) << std::endl;
        break;
    }
  }
  std::cout << fetched << " fetched, " << present << " already there, "
            << not_offered << " not offered as files\n";
  // Asked for by name, a problem that is not offered is a failure.
  return not_offered > 0 && !options.names.empty() ? 1 : 0;
}

}  // namespace gpuinv::netlib
