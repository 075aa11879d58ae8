// message.cpp (what ranks tell each other over a connection)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/ranks/message.hpp"

#include <cstring>

namespace gpuinv {
namespace {

constexpr std::uint32_t kMark = 0x47524b31;  // changes with the format
constexpr std::uint32_t kLongestBody = 4096;

// All processes run the same build on machines of one kind, so numbers keep the
// order of bytes that they have in memory.
struct Head {
  std::uint32_t mark, kind, length;
};

bool is_good(const Head& head) {
  return head.mark == kMark && head.length <= kLongestBody &&
         head.kind <= static_cast<std::uint32_t>(Kind::kFailed);
}

}  // namespace

std::string as_bytes(const Message& message) {
  const std::string body = message.body.substr(0, kLongestBody);
  const Head head = {kMark, static_cast<std::uint32_t>(message.kind),
                     static_cast<std::uint32_t>(body.size())};
  std::string bytes(sizeof head, '\0');
  std::memcpy(&bytes[0], &head, sizeof head);
  return bytes + body;
}

std::optional<Message> MessageReader::next() {
  Head head;
  if (broken_ || waiting_.size() < sizeof head) return std::nullopt;
  std::memcpy(&head, waiting_.data(), sizeof head);
  if (!is_good(head)) {
    broken_ = true;
    return std::nullopt;
  }
  const std::size_t all = sizeof head + head.length;
  if (waiting_.size() < all) return std::nullopt;
  Message message = {static_cast<Kind>(head.kind),
                     waiting_.substr(sizeof head, head.length)};
  waiting_.erase(0, all);
  return message;
}

std::string as_body(const Hello& hello) {
  const std::int32_t numbers[2] = {hello.rank, hello.size};
  std::string body(sizeof numbers, '\0');
  std::memcpy(&body[0], numbers, sizeof numbers);
  return body + hello.token + '\0' + hello.build;
}

std::optional<Hello> as_hello(const std::string& body) {
  std::int32_t numbers[2];
  if (body.size() < sizeof numbers) return std::nullopt;
  std::memcpy(numbers, body.data(), sizeof numbers);
  const std::size_t zero = body.find('\0', sizeof numbers);
  if (zero == body.npos) return std::nullopt;
  return Hello{numbers[0], numbers[1],
               body.substr(sizeof numbers, zero - sizeof numbers),
               body.substr(zero + 1)};
}

}  // namespace gpuinv
