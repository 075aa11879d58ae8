// socket.cpp (connections between processes)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/ranks/socket.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

constexpr int kPatience = 10;  // seconds that a message may take
constexpr int kBacklog = 64;   // connections that wait to be accepted

// The sockets of the whole process, which fork() copies.  Nothing deletes them:
// a thread may work with them until the process ends.
struct Made {
  Made();
  std::mutex lock;  // of the descriptors, also while one comes or goes
  std::set<int> fds;
};

Made& made() {
  static Made* const all = new Made;
  return *all;
}

// The objects of the child, which close the descriptors, keep their numbers.
void replace_in_child() {
  for (int fd : made().fds) {
    close(fd);
    const int blank = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (blank < 0 || blank == fd) continue;
    dup3(blank, fd, O_CLOEXEC);
    close(blank);
  }
  made().lock.unlock();
}

Made::Made() {
  pthread_atfork([] { made().lock.lock(); }, [] { made().lock.unlock(); },
                 replace_in_child);
}

// Returns the socket that make() makes, by a descriptor or -1.
template <class Make>
Socket make_socket(Make make) {
  Socket socket;
  const std::lock_guard<std::mutex> guard(made().lock);
  socket = Socket(make());
  if (socket.open()) made().fds.insert(socket.fd());
  return socket;
}

using Addresses = std::unique_ptr<addrinfo, void (*)(addrinfo*)>;

Addresses look_up(const std::string& host, const std::string& port, int flags,
                  std::string* why) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int rc = getaddrinfo(host.c_str(), port.c_str(), &hints, &found);
  if (rc != 0) *why = gai_strerror(rc);
  return {rc == 0 ? found : nullptr, freeaddrinfo};
}

void set(int fd, int level, int name, int value) {
  setsockopt(fd, level, name, &value, sizeof value);
}

// Messages are small and go at once.  A host that was switched off sends
// nothing any more, not even an end; keep-alive finds that in half a minute.
void prepare(int fd) {
  constexpr int kIdle = 10, kBetween = 5, kTimes = 4;
  set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  set(fd, IPPROTO_TCP, TCP_KEEPIDLE, kIdle);
  set(fd, IPPROTO_TCP, TCP_KEEPINTVL, kBetween);
  set(fd, IPPROTO_TCP, TCP_KEEPCNT, kTimes);
  const timeval patience = {kPatience, 0};
  setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
}

Socket socket_for(const addrinfo& address, int flags = 0) {
  return make_socket([&] {
    return ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  });
}

}  // namespace

Socket::~Socket() {
  if (fd_ < 0) return;
  const std::lock_guard<std::mutex> guard(made().lock);
  made().fds.erase(fd_);
  close(fd_);
}

bool Socket::send(const std::string& bytes) const {
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t n =
        ::send(fd_, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return true;
}

void Socket::shut() const {
  if (fd_ >= 0) shutdown(fd_, SHUT_RDWR);
}

Socket listen_at(const std::string& host, const std::string& port) {
  std::string why;
  const Addresses all = look_up(host, port, AI_PASSIVE, &why);
  for (const addrinfo* a = all.get(); a != nullptr; a = a->ai_next) {
    Socket listener = socket_for(*a, SOCK_NONBLOCK);
    if (listener.open()) set(listener.fd(), SOL_SOCKET, SO_REUSEADDR, 1);
    if (listener.open() &&
        bind(listener.fd(), a->ai_addr, a->ai_addrlen) == 0 &&
        listen(listener.fd(), kBacklog) == 0)
      return listener;
    why = std::strerror(errno);
  }
  throw Error(GPUINV_CANNOT,
              "cannot listen at " + host + ", port " + port + ": " + why);
}

std::string port_of(const Socket& socket) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  char port[NI_MAXSERV] = "";
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (getsockname(socket.fd(), any, &size) == 0)
    getnameinfo(any, size, nullptr, 0, port, sizeof port, NI_NUMERICSERV);
  return port;
}

Socket accept_from(int listener, std::string* why) {
  why->clear();
  return make_socket([&] {
    const int fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd >= 0)
      prepare(fd);
    else if (errno != EAGAIN)
      *why = std::string("accept: ") + std::strerror(errno);
    return fd;
  });
}

Socket connect_to(const std::string& host, const std::string& port,
                  std::string* why) {
  const Addresses all = look_up(host, port, 0, why);
  for (const addrinfo* a = all.get(); a != nullptr; a = a->ai_next) {
    Socket socket = socket_for(*a);
    if (socket.open()) prepare(socket.fd());
    if (socket.open() && connect(socket.fd(), a->ai_addr, a->ai_addrlen) == 0)
      return socket;
    *why = std::strerror(errno);
  }
  return Socket();
}

}  // namespace gpuinv
