// fetch.cpp (command fetch: Netlib's problems from the network, verified)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <atomic>
#include <filesystem>
#include <iostream>
#include <map>

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

// No answer from the network: other problems would fare no better.
struct NoNetwork : Error {
  using Error::Error;
};

std::string find_downloader() {
  for (const char* name : {"curl", "wget"}) {
    const std::string program = find_program(name);
    if (!program.empty()) return program;
  }
  throw Error("neither curl nor wget found: nothing can be downloaded");
}

// Words that make the downloader write url into file.
std::vector<std::string> download_words(const std::string& program,
                                        const std::string& url,
                                        const std::string& file) {
  if (ends_with(program, "/curl"))
    return {program,    "-fsSL",   "--connect-timeout",
            "20",       "--retry", "2",
            "--output", file,      url};
  return {program, "-nv", "--timeout=20", "--tries=3", "-O", file, url};
}

// The exit status by which it says that the server answered with an error.
int refused_status(const std::string& program) {
  constexpr int kCurl = 22, kWget = 8;
  return ends_with(program, "/curl") ? kCurl : kWget;
}

enum class Outcome { kPresent, kFetched, kNotOffered, kFailed };

class Fetcher {
 public:
  explicit Fetcher(const FetchOptions& options)
      : options_(options), program_(find_downloader()), temporary_("") {
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
    const ProcessResult result = run_process(
        download_words(program_, url, file), log, kLimit_s, cancelled);
    if (cancelled) throw NoNetwork("interrupted");
    const bool exited = result.end == ProcessEnd::kExited;
    if (exited && result.code == 0 && fs::exists(file)) return read_file(file);
    const std::string cause =
        url + ": download failed: " +
        (exited ? last_line(read_file(log)) : "no end within the time limit");
    if (exited && result.code == refused_status(program_)) throw Error(cause);
    throw NoNetwork(cause + " (is there a network?)");
  }

  static std::string last_line(const std::string& text) {
    const std::vector<std::string_view> lines = split_lines(text);
    return lines.empty() ? "no cause given" : std::string(trim(lines.back()));
  }

  const FetchOptions& options_;
  const std::string program_;
  const WorkFolder temporary_;
};

// As Fetcher::fetch, but a bad answer for one problem is reported only.
Outcome fetch_one(Fetcher& fetcher, const ManifestEntry& entry) {
  try {
    return fetcher.fetch(entry);
  } catch (const NoNetwork&) {
    throw;
  } catch (const Error& e) {
    std::cerr << "gpuinv-netlib: " << e.what() << "\n";
    return Outcome::kFailed;
  }
}

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
  Fetcher fetcher(options);
  std::map<Outcome, long long> counts;
  for (const ManifestEntry& entry : wanted) {
    const Outcome outcome = fetch_one(fetcher, entry);
    ++counts[outcome];
    if (outcome == Outcome::kFetched)
      std::cout << entry.name << ": fetched and verified" << std::endl;
    if (outcome == Outcome::kNotOffered)
      std::cout << generator_note(entry, options) << std::endl;
  }
  std::cout << counts[Outcome::kFetched] << " fetched, "
            << counts[Outcome::kPresent] << " already there, "
            << counts[Outcome::kNotOffered] << " not offered as files, "
            << counts[Outcome::kFailed] << " failed\n";
  // Asked for by name, a problem that is not offered is a failure.
  const bool missed =
      !options.names.empty() && counts[Outcome::kNotOffered] > 0;
  return missed || counts[Outcome::kFailed] > 0 ? 1 : 0;
}

}  // namespace gpuinv::netlib
