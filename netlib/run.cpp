// run.cpp (command run: glpsol on many problems, several at a time)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>

#include "commands.hpp"
#include "error.hpp"
#include "job.hpp"
#include "process.hpp"
#include "report.hpp"
#include "text.hpp"
#include "work_folder.hpp"

namespace gpuinv::netlib {
namespace {

// Exit status of a shell command that SIGINT ended.
constexpr int kInterrupted = 130;

std::vector<Job> make_jobs(const RunOptions& options,
                           const Manifest& manifest) {
  std::vector<Job> jobs;
  for (const Problem& problem : select_problems(options, manifest))
    for (const std::string& mode : options.modes)
      jobs.push_back({problem, mode});
  return jobs;
}

// What an earlier run of these jobs left; a last line that it did not finish
// is none.  Rows of other jobs are an error: they would be lost.
std::vector<std::optional<Result>> earlier_results(const std::vector<Job>& jobs,
                                                   const RunOptions& options) {
  std::vector<std::optional<Result>> results(jobs.size());
  if (!options.resume || !std::filesystem::exists(options.out)) return results;
  const std::string text = read_file(options.out);
  const size_t end = text.rfind('\n');
  write_file(options.out, text.substr(0, end == text.npos ? 0 : end + 1));
  if (end == text.npos) return results;
  for (Result& row : read_results(options.out)) {
    const auto is_job = [&](const Job& job) {
      return job.problem.name == row.name && job.mode == row.mode;
    };
    const auto job = std::find_if(jobs.begin(), jobs.end(), is_job);
    if (job == jobs.end())
      throw Error(options.out + ": " + row.name + " in mode " + row.mode +
                  " is not one of these runs");
    results[job - jobs.begin()] = std::move(row);
  }
  return results;
}

// Hands out jobs to threads and collects their results, which also go to the
// file as they come: a run that is killed leaves those that it had.
class Batch {
 public:
  Batch(std::vector<Job> jobs, const RunOptions& options)
      : jobs_(std::move(jobs)),
        options_(options),
        folder_(options.logs),
        results_(earlier_results(jobs_, options)) {
    std::string text = results_header();
    for (size_t i = 0; i < jobs_.size(); ++i) {
      if (results_[i])
        text += format_result(*results_[i]);
      else
        todo_.push_back(i);
    }
    if (options_.out.empty()) return;
    write_file(options_.out, text);
    file_.open(options_.out, std::ios::app);
  }

  // The results in the order of the jobs; without those that a signal kept
  // from ending. Rethrows what a thread threw first.
  std::vector<Result> run() {
    const SignalsHeld held;
    std::vector<std::thread> threads;
    const size_t count =
        std::min<size_t>(options_.jobs, std::max<size_t>(todo_.size(), 1));
    for (size_t t = 0; t < count; ++t) threads.emplace_back([this] { work(); });
    for (std::thread& thread : threads) thread.join();
    clear_progress();
    if (failure_) std::rethrow_exception(failure_);
    std::vector<Result> done;
    for (std::optional<Result>& result : results_)
      if (result) done.push_back(std::move(*result));
    return done;
  }

  bool was_cancelled() const { return cancelled_; }

 private:
  void work() {
    try {
      for (size_t k; !cancelled_ && (k = next_++) < todo_.size();) {
        const size_t i = todo_[k];
        show_progress(jobs_[i]);
        Result result = run_job(jobs_[i], options_, folder_.path(), cancelled_);
        if (!cancelled_) keep(i, std::move(result));
      }
    } catch (...) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      cancelled_ = true;
    }
  }

  void keep(size_t i, Result result) {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++done_;
    if (file_.is_open()) file_ << format_result(result) << std::flush;
    results_[i] = std::move(result);
  }

  void show_progress(const Job& job) {
    if (!is_terminal_) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    std::cerr << "\r\033[K[" << done_ << "/" << todo_.size() << time_left()
              << "] " << job.problem.name << " (" << job.mode << ")"
              << std::flush;
  }

  // As if the rest took as long as what is done, one with another.
  std::string time_left() const {
    if (done_ == 0) return "";
    const std::chrono::duration<double> past = Clock::now() - begin_;
    const double left = past.count() / done_ * (todo_.size() - done_);
    const int minutes = static_cast<int>(left / 60);
    char text[48];
    std::snprintf(text, sizeof text, ", %d:%02d left", minutes,
                  static_cast<int>(left - 60.0 * minutes));
    return text;
  }

  void clear_progress() const {
    if (is_terminal_) std::cerr << "\r\033[K" << std::flush;
  }

  using Clock = std::chrono::steady_clock;

  const std::vector<Job> jobs_;
  std::vector<size_t> todo_;  // places in jobs_
  const RunOptions& options_;
  const WorkFolder folder_;
  const bool is_terminal_ = isatty(STDERR_FILENO);
  const Clock::time_point begin_ = Clock::now();
  std::atomic<size_t> next_{0};
  std::atomic<bool> cancelled_{false};
  std::mutex mutex_;  // for all that follows
  size_t done_ = 0;
  std::vector<std::optional<Result>> results_;
  std::ofstream file_;
  std::exception_ptr failure_;
};

void write_results(const std::string& path, const std::vector<Judged>& judged) {
  std::string text = results_header();
  for (const Judged& j : judged) text += format_result(j.result);
  write_file(path, text);
}

}  // namespace

int run_command(const Arguments& arguments) {
  const RunOptions options = parse_run_options(arguments);
  if (find_program(options.glpsol).empty())
    throw Error(options.glpsol + ": no such program; give --glpsol PATH");
  const Manifest manifest(manifest_path());
  // A mode is a matter of options here, not of the user's environment.
  unsetenv("GLP_GPU");
  Batch batch(make_jobs(options, manifest), options);
  const std::vector<Judged> judged = judge(batch.run(), manifest);
  if (!options.out.empty()) write_results(options.out, judged);
  std::cout << report(judged);
  if (batch.was_cancelled()) {
    std::cerr << "gpuinv-netlib: interrupted\n";
    return kInterrupted;
  }
  return all_passed(judged) ? 0 : 1;
}

}  // namespace gpuinv::netlib
