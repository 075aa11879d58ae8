// process.hpp (child processes with a time limit)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_PROCESS_HPP
#define GPUINV_NETLIB_PROCESS_HPP

#include <atomic>
#include <csignal>
#include <string>
#include <vector>

namespace gpuinv::netlib {

// Keeps SIGINT, SIGTERM and SIGHUP waiting in this thread, and in threads
// that it starts, so that run_process can take them and end its children.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

enum class ProcessEnd {
  kExited,    // code: exit status
  kKilled,    // code: number of the signal that the process died of
  kTimedOut,  // killed after the time limit
  kCancelled  // killed because of a signal to this process
};

struct ProcessResult {
  ProcessEnd end;
  int code;
  double wall_s;  // seconds from start to end
};

// Starts words[0], looked up on the PATH, as leader of a process group, with
// nothing on standard input and both outputs in the file output, and waits.
// However it ends, the rest of its group is killed. limit_s <= 0 means no
// limit. A signal held by SignalsHeld sets cancelled; a set cancelled ends
// the child. Error if the program cannot be started.
ProcessResult run_process(const std::vector<std::string>& words,
                          const std::string& output, double limit_s,
                          std::atomic<bool>& cancelled);

// Full path of a program as run_process finds it, "" if there is none.
std::string find_program(const std::string& name);

}  // namespace gpuinv::netlib

#endif
