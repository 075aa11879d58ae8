// process.cpp (child processes with a time limit)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>

#include "error.hpp"
#include "text.hpp"

extern "C" char** environ;

namespace gpuinv::netlib {
namespace {

using Clock = std::chrono::steady_clock;

sigset_t ending_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Attributes of a spawned process: own group, no signal blocked.
class SpawnAttributes {
 public:
  SpawnAttributes() {
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes_, 0);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
  }
  ~SpawnAttributes() { posix_spawnattr_destroy(&attributes_); }
  SpawnAttributes(const SpawnAttributes&) = delete;
  SpawnAttributes& operator=(const SpawnAttributes&) = delete;
  const posix_spawnattr_t* get() const { return &attributes_; }

 private:
  posix_spawnattr_t attributes_;
};

// Standard streams of a spawned process: nothing, and one file for both.
class SpawnFiles {
 public:
  explicit SpawnFiles(const std::string& output) {
    constexpr int kMode = 0666;
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC | O_APPEND,
                                     kMode);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
  }
  ~SpawnFiles() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnFiles(const SpawnFiles&) = delete;
  SpawnFiles& operator=(const SpawnFiles&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

pid_t spawn(const std::vector<std::string>& words, const std::string& output) {
  std::vector<char*> argv;
  for (const std::string& word : words)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  const SpawnAttributes attributes;
  const SpawnFiles files(output);
  pid_t pid = 0;
  const int code = posix_spawnp(&pid, argv[0], files.get(), attributes.get(),
                                argv.data(), environ);
  if (code != 0)
    throw Error(words[0] + ": cannot be started: " + std::strerror(code));
  return pid;
}

// True when the process has ended; it is not reaped yet, so that its number
// and that of its group cannot belong to anybody else.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

// Sleeps for about 2 % of the time gone by (0.2 to 20 ms), so that the
// measured time is that exact; true if an ending signal came.
bool signal_during_pause(double gone_s) {
  constexpr double kShare = 0.02, kShortest_s = 2e-4, kLongest_s = 0.02;
  const sigset_t set = ending_signals();
  timespec pause{};
  pause.tv_nsec = static_cast<long>(
      1e9 * std::clamp(kShare * gone_s, kShortest_s, kLongest_s));
  return sigtimedwait(&set, nullptr, &pause) > 0;
}

}  // namespace

SignalsHeld::SignalsHeld() {
  const sigset_t set = ending_signals();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
}

SignalsHeld::~SignalsHeld() {
  // A second signal of the same kind may have come in the meantime: the
  // command is ending anyway.
  const sigset_t set = ending_signals();
  const timespec none{};
  while (sigtimedwait(&set, nullptr, &none) > 0) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

ProcessResult run_process(const std::vector<std::string>& words,
                          const std::string& output, double limit_s,
                          std::atomic<bool>& cancelled) {
  const Clock::time_point start = Clock::now();
  const pid_t pid = spawn(words, output);
  ProcessResult result{ProcessEnd::kExited, 0, 0};
  while (!has_ended(pid)) {
    const double gone = seconds_since(start);
    if (signal_during_pause(gone)) cancelled = true;
    if (cancelled) result.end = ProcessEnd::kCancelled;
    if (limit_s > 0 && gone > limit_s) result.end = ProcessEnd::kTimedOut;
    if (result.end != ProcessEnd::kExited) break;
  }
  kill(-pid, SIGKILL);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  result.wall_s = seconds_since(start);
  if (result.end != ProcessEnd::kExited) return result;
  if (WIFSIGNALED(status)) {
    result.end = ProcessEnd::kKilled;
    result.code = WTERMSIG(status);
  } else {
    result.code = WEXITSTATUS(status);
  }
  return result;
}

std::string find_program(const std::string& name) {
  const auto runs = [](const std::string& path) {
    return access(path.c_str(), X_OK) == 0 &&
           !std::filesystem::is_directory(path);
  };
  if (name.find('/') != std::string::npos) return runs(name) ? name : "";
  const char* path = std::getenv("PATH");
  for (const std::string& folder : split(path ? path : "", ':'))
    if (runs(folder + "/" + name)) return folder + "/" + name;
  return "";
}

}  // namespace gpuinv::netlib
