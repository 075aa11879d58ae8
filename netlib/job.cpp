// job.cpp (one run of glpsol)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "job.hpp"

#include <cstring>
#include <filesystem>

#include "process.hpp"
#include "table.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

std::string file_stem(const Job& job, const std::string& folder) {
  return folder + "/" + job.problem.name + "." + job.mode;
}

std::string existing_text(const std::string& path) {
  return std::filesystem::exists(path) ? read_file(path) : "";
}

const char* format_option(FileFormat format) {
  switch (format) {
    case FileFormat::kLp:
      return "--lp";
    case FileFormat::kMathProg:
      return "--math";
    case FileFormat::kMps:
      break;
  }
  return "--mps";
}

// What ended the process otherwise than by a solution, "" if nothing did.
std::string abnormal_status(const ProcessResult& process) {
  switch (process.end) {
    case ProcessEnd::kTimedOut:
      return "time-limit";
    case ProcessEnd::kKilled:
      return "crash";
    case ProcessEnd::kCancelled:
      return "error";
    case ProcessEnd::kExited:
      break;
  }
  return process.code == 0 ? "" : "error";
}

std::string end_message(const ProcessResult& process, const LogFacts& log,
                        const RunOptions& options) {
  switch (process.end) {
    case ProcessEnd::kTimedOut:
      return "killed after " + format_number(options.timeout_s, "%g") + " s";
    case ProcessEnd::kKilled:
      return std::string("signal: ") + strsignal(process.code);
    case ProcessEnd::kCancelled:
      return "cancelled";
    case ProcessEnd::kExited:
      break;
  }
  return "exit status " + std::to_string(process.code) + ": " + log.last_line;
}

void read_solution(const std::string& stem, const LogFacts& log, Result& r) {
  const auto solution = parse_raw_solution(existing_text(stem + ".sol"));
  if (!solution) {
    r.status = "error";
    r.message = "no solution written: " + log.last_line;
    return;
  }
  r.status = end_status(*solution, log);
  r.objective = solution->objective;
  r.kkt = parse_kkt(existing_text(stem + ".txt"));
  if (r.status == "undefined" || r.status == "time-limit")
    r.message = log.verdict.empty() ? log.last_line : log.verdict;
}

}  // namespace

std::vector<std::string> glpsol_words(const Job& job, const RunOptions& options,
                                      const std::string& folder) {
  const std::string stem = file_stem(job, folder);
  std::vector<std::string> words = {
      options.glpsol, format_option(job.problem.format), job.problem.path,
      options.presol ? "--presol" : "--nopresol"};
  if (options.dual) words.push_back("--dual");
  if (job.mode != "stock") words.push_back("--gpu=only");
  if (job.mode == "host" || job.mode == "cuda")
    words.push_back("--gpu-backend=" + job.mode);
  words.insert(words.end(), {"-w", stem + ".sol", "-o", stem + ".txt"});
  words.insert(words.end(), options.glpsol_options.begin(),
               options.glpsol_options.end());
  return words;
}

Result run_job(const Job& job, const RunOptions& options,
               const std::string& folder, std::atomic<bool>& cancelled) {
  const std::string stem = file_stem(job, folder);
  for (const char* suffix : {".sol", ".txt"})
    std::filesystem::remove(stem + suffix);
  const ProcessResult process =
      run_process(glpsol_words(job, options, folder), stem + ".log",
                  options.timeout_s, cancelled);
  const LogFacts log = parse_log(existing_text(stem + ".log"));
  Result r{};
  r.name = job.problem.name;
  r.kind = job.problem.kind;
  r.mode = job.mode;
  r.backend = log.backend;
  r.iterations = log.iterations;
  r.wall_s = process.wall_s;
  r.status = abnormal_status(process);
  if (r.status.empty())
    read_solution(stem, log, r);
  else
    r.message = end_message(process, log, options);
  if (!log.fallback.empty())
    r.message += (r.message.empty() ? "" : "; ") + log.fallback;
  return r;
}

}  // namespace gpuinv::netlib
