// messages.cpp (messages that wait for the log callback)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/messages.hpp"

#include <algorithm>
#include <cstdio>

#include "libgpuinv/base/blocked_signals.hpp"

namespace gpuinv {

void Messages::say_plain(int level, const std::string& text) {
  if (log_ != nullptr) messages_.push_back({level, text});
}

void Messages::say_once(const std::string& text) {
  if (std::find(said_.begin(), said_.end(), text) != said_.end()) return;
  said_.push_back(text);
  say(GPUINV_LOG_INFO, text);
}

bool Messages::next_message(int* level, char* text, std::size_t size) {
  if (messages_.empty()) return false;
  const Undisturbed undisturbed;
  *level = messages_.front().level;
  std::snprintf(text, size, "%s", messages_.front().text.c_str());
  messages_.pop_front();
  return true;
}

void Messages::deliver_messages() {
  int level = 0;
  char text[512];
  while (next_message(&level, text, sizeof text)) log_(info_, level, text);
}

}  // namespace gpuinv
