// message.hpp (what ranks tell each other over a connection)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace gpuinv {

// Kinds of messages.  The first is the member's, kWelcome and kRefused are the
// root's answers.
enum class Kind : std::uint32_t {
  kHello,    // body: Hello and the text of token and build
  kWelcome,  //
  kRefused,  // body: the reason
  kOrder,    // body: Order; from the root
  kReady,    // an order was done that is answered
  kFailed,   // body: the reason; the member gives up
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

// A member's first message; token and build are divided by a zero.
struct Hello {
  int rank = 0, size = 0;
  std::string token, build;
};
std::string as_body(const Hello& hello);
// Returns nothing if the body is not of this form.
std::optional<Hello> as_hello(const std::string& body);

}  // namespace gpuinv
