// opening.hpp (which libraries are opened, where, and when)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/auxv.h>

#include <string>

namespace gpuinv {

// Libraries are opened, and CUDA is started, while an Opening lives.  A process
// that forks meanwhile would give its child the loader's data half changed and
// locks that nobody will release.  Therefore fork() on another thread waits,
// but no longer than it takes to start CUDA on a slow machine.  On this thread
// it does not wait: NVIDIA's driver may start a program of its own.
//
// Threads may have Openings at the same time, and one within another.
class Opening {
 public:
  // Begin and end an Opening on the calling thread.
  struct Calls {
    void (*begin)();
    void (*end)();
  };

  // What fork() has to do when no Opening is left.
  struct AtFork {
    void (*before)();
    void (*in_parent)();
    void (*in_child)();
  };

  Opening();
  ~Opening();
  Opening(const Opening&) = delete;
  Opening& operator=(const Opening&) = delete;

  // Returns those of this library.
  static const Calls& calls();
  // From now on Openings of this library are those of another: a fork() that
  // waits already when a library is opened does not know of that one's lock.
  static void share(const Calls& calls);
  // From now on fork() calls these.  Handlers that a library registers while
  // it is opened come too late for a fork() that waits for this; what is set
  // here does not.  The last ones set count.
  static void set_at_fork(const AtFork& calls);
};

// Returns the path of the module `name` in the folder of the library that holds
// this code.  Returns `name` alone if the system does not tell that folder.
std::string beside(const std::string& name);

// Returns whether the system holds the process for privileged, as one that is
// set-uid.  Such a process must not heed its user's variables.
inline bool privileged() { return getauxval(AT_SECURE) != 0; }

}  // namespace gpuinv
