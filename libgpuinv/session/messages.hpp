// messages.hpp (messages that wait for the log callback)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <deque>
#include <list>
#include <string>

#include "libgpuinv/gpuinv.h"

namespace gpuinv {

// A log callback may leave by longjmp.  Therefore it is called only when no C++
// object is alive; until then its messages wait here.
class Messages {
 public:
  Messages(gpuinv_log log, void* info) : log_(log), info_(info) {}

  // Append a message for deliver_messages: say_plain as it is, say after "GPU:
  // ".
  void say_plain(int level, const std::string& text);
  void say(int level, const std::string& text) {
    say_plain(level, "GPU: " + text);
  }
  // The same with level INFO, unless it was said before.
  void say_once(const std::string& text);

  // Takes back what waits.
  void forget_messages() { messages_.clear(); }
  // Calls the log callback at once, by a thread that leaves what waits, and
  // who waits, alone.
  void deliver(int level, const char* text) {
    if (log_ != nullptr) log_(info_, level, text);
  }

  // Calls the log callback for every waiting message.  Called from the C
  // border when no C++ object is alive: the callback may longjmp, or end its
  // thread.
  void deliver_messages();

 private:
  struct Message {
    int level;
    std::string text;
  };
  bool next_message(int* level, char* text, std::size_t size);

  gpuinv_log log_;
  void* info_;
  std::deque<Message> messages_;
  std::list<std::string> said_;
};

}  // namespace gpuinv
