// root.cpp (rank 0's end of the connections between ranks)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/ranks/root.hpp"

#include <algorithm>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {

Root::Root(const Launch& launch, const std::string& build)
    : Endpoint(launch),
      build_(build),
      listener_(listen_at(launch.host, launch.port)) {
  start();
}

Root::~Root() { stop(); }

int Root::here() const {
  return static_cast<int>(
      std::count_if(peers_.begin(), peers_.end(),
                    [](const Peer& peer) { return peer.rank > 0; }));
}

const Socket* Root::listener() const {
  return here() < size() - 1 ? &listener_ : nullptr;
}

void Root::gather(double seconds) {
  require_owner();
  if (wait(seconds, [this] { return here() == size() - 1; })) return;
  const std::lock_guard<std::mutex> guard(lock_);
  if (!loss_.empty()) throw Error(GPUINV_CANNOT, loss_);
  throw Error(GPUINV_CANNOT, std::to_string(here()) + " of " +
                                 std::to_string(size() - 1) +
                                 " other processes are there" +
                                 (deaf_.empty() ? "" : " (" + deaf_ + ")"));
}

// Returns why this is not the first message of a process that belongs here.
std::string Root::fault_of(const Message& message, int* rank) const {
  const auto hello = as_hello(message.body);
  if (message.kind != Kind::kHello || !hello) return "not a rank";
  if (hello->token != launch_.token) return "wrong token";
  if (hello->build != build_)
    return "another build (" + hello->build + ") than rank 0's (" + build_ +
           ")";
  if (hello->size != size() || hello->rank < 1 || hello->rank >= size())
    return "rank " + std::to_string(hello->rank) + " of " +
           std::to_string(hello->size) + ", where there are " +
           std::to_string(size());
  for (const Peer& other : peers_)
    if (other.rank == hello->rank)
      return "rank " + std::to_string(hello->rank) + " is there already";
  *rank = hello->rank;
  return "";
}

std::string Root::receive(Peer& peer, const Message& message) {
  if (peer.rank > 0) {
    const std::string who = "rank " + std::to_string(peer.rank);
    if (message.kind == Kind::kFailed)
      return who + " gives up: " + message.body;
    if (message.kind != Kind::kReady) return who + " says what it should not";
    answers_++;
    changed_.notify_all();
    return "";
  }
  int rank = -1;
  const std::string fault = fault_of(message, &rank);
  if (fault.empty()) {
    peer.socket.send(as_bytes({Kind::kWelcome, ""}));
    peer.rank = rank;
    changed_.notify_all();
  } else {
    peer.socket.send(as_bytes({Kind::kRefused, fault}));
    peer.socket = Socket();
  }
  return "";
}

// A stranger may come and go.
std::string Root::gone(Peer& peer) {
  if (peer.rank < 0) return "";
  return "rank " + std::to_string(peer.rank) + " is lost";
}

}  // namespace gpuinv
