// socket.hpp (connections between processes)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <utility>

namespace gpuinv {

// Owns a socket.  Programs that this one starts do not inherit it.
class Socket {
 public:
  explicit Socket(int fd = -1) : fd_(fd) {}
  ~Socket();
  Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Socket& operator=(Socket&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int fd() const { return fd_; }
  bool open() const { return fd_ >= 0; }

  // Sends all bytes.  Returns false if the other end is gone or takes nothing
  // for some seconds.
  bool send(const std::string& bytes) const;
  // Ends the connection for both ends, also where a child process holds it.
  void shut() const;

 private:
  int fd_;
};

// A child of fork() keeps none of the connections of these sockets alive: there
// each becomes another socket, without a connection.

// Returns a TCP socket that listens.  Error(CANNOT) says why not.
Socket listen_at(const std::string& host, const std::string& port);
// Returns the port of a socket that listens.
std::string port_of(const Socket& socket);
// Returns the next connection, or a closed socket and the reason in *why, which
// is "" if none waits.
Socket accept_from(int listener, std::string* why);
// Returns a TCP connection, or a closed socket and the reason in *why.
Socket connect_to(const std::string& host, const std::string& port,
                  std::string* why);

}  // namespace gpuinv
