// message.hpp (what ranks tell each other over a connection)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace gpuinv {

// A member begins with kHello, which the root answers by kWelcome or kRefused.
enum class Kind : std::uint32_t {
  kHello,    // body: Hello
  kWelcome,  // no body
  kRefused,  // body: the reason
  kOrder,    // body: Order; from the root
  kReady,    // no body; a member's answer to kMeet or kEnd
  kFailed,   // body: the reason; from whoever gives up
};

struct Message {
  Kind kind;
  std::string body;
};

// Returns the message in bytes: a mark, the kind, the length, the body.
std::string as_bytes(const Message& message);

// Finds messages in a stream of bytes that arrives in pieces.  What follows
// bytes that are not a message is ignored.
class MessageReader {
 public:
  void add(const char* bytes, std::size_t count) {
    waiting_.append(bytes, count);
  }
  // Returns the next message if all of it has arrived.
  std::optional<Message> next();
  // Returns whether there were bytes that no message begins with.
  bool broken() const { return broken_; }

 private:
  std::string waiting_;
  bool broken_ = false;
};

// A member's first message.  In its body, a zero is between token and build.
struct Hello {
  int rank = 0, size = 0;
  std::string token, build;
};
std::string as_body(const Hello& hello);
// Returns nothing if the body is not of this form.
std::optional<Hello> as_hello(const std::string& body);

}  // namespace gpuinv
