// endpoint.cpp (one end of the connections between rank 0 and the others)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/ranks/endpoint.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "libgpuinv/base/blocked_signals.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/steady_time.hpp"

namespace gpuinv {
namespace {

constexpr double kIntroduction = 10.0;  // seconds for a peer to tell its rank
constexpr double kAnswer = 120.0;       // and for an answer: CUDA may start
constexpr std::size_t kStrangers = 64;  // that may wait for theirs
constexpr double kRest = 1.0;           // seconds until descriptors are free
constexpr double kForEver = 1e9;        // seconds that a clock can count

std::string as_body(const Order& order) {
  return std::string(reinterpret_cast<const char*>(&order), sizeof order);
}

}  // namespace

Endpoint::Endpoint(const Launch& launch) : launch_(launch), owner_(getpid()) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(GPUINV_CANNOT, std::string("socketpair: ") + strerror(errno));
  for (int i = 0; i < 2; i++) wake_[i] = Socket(ends[i]);
}

Endpoint::~Endpoint() = default;

bool Endpoint::mine() const { return owner_ == getpid(); }

void Endpoint::start() {
  thread_ = std::thread([this] {
    const BlockedSignals blocked;
    run();
  });
}

void Endpoint::stop() {
  if (!thread_.joinable()) return;
  if (!mine()) return thread_.detach();  // it does not exist here
  {
    const std::lock_guard<std::mutex> guard(lock_);
    stopping_ = true;
  }
  wake_[0].send("x");
  thread_.join();
}

bool Endpoint::wait(double seconds, const std::function<bool()>& condition) {
  std::unique_lock<std::mutex> guard(lock_);
  changed_.wait_for(guard,
                    std::chrono::duration<double>(std::min(kForEver, seconds)),
                    [&] { return !loss_.empty() || condition(); });
  return loss_.empty() && condition();
}

// The lock may stay locked for ever in a child, so it is not taken before.
void Endpoint::require_owner() const {
  if (!mine())
    throw Error(GPUINV_CANNOT, "the ranks belong to the parent process");
}

void Endpoint::tell(const Order& order) {
  require_owner();
  std::string why;
  {
    const std::lock_guard<std::mutex> guard(lock_);
    if (!loss_.empty()) throw Error(GPUINV_DEVICE, loss_);
    if (order.what == Do::kMeet || order.what == Do::kEnd) answers_ = 0;
    const std::string bytes = as_bytes({Kind::kOrder, as_body(order)});
    for (const Peer& peer : peers_)
      if (peer.rank >= 0 && !peer.socket.send(bytes))
        why = "rank " + std::to_string(peer.rank) + " takes no orders";
  }
  if (why.empty()) return;
  give_up(why);
  throw Error(GPUINV_DEVICE, why);
}

void Endpoint::await() {
  require_owner();
  if (wait(kAnswer, [this] { return answers_ == size() - 1; })) return;
  give_up("a rank does not answer");
  throw Error(GPUINV_DEVICE, loss());
}

bool Endpoint::next(Order* order) {
  std::unique_lock<std::mutex> guard(lock_);
  changed_.wait(guard, [this] { return !orders_.empty() || !loss_.empty(); });
  if (!loss_.empty()) return false;
  *order = orders_.front();
  orders_.pop_front();
  return true;
}

void Endpoint::ready() {
  const std::lock_guard<std::mutex> guard(lock_);
  for (const Peer& peer : peers_)
    peer.socket.send(as_bytes({Kind::kReady, ""}));
}

void Endpoint::give_up(const std::string& why) {
  if (!mine()) return;
  {
    const std::lock_guard<std::mutex> guard(lock_);
    if (loss_.empty())
      for (const Peer& peer : peers_)
        if (peer.rank >= 0) peer.socket.send(as_bytes({Kind::kFailed, why}));
    close_with(why);
  }
  announce();
}

std::string Endpoint::loss() const {
  const std::lock_guard<std::mutex> guard(lock_);
  return loss_;
}

void Endpoint::on_loss(std::function<void()> call) {
  {
    const std::lock_guard<std::mutex> guard(call_lock_);
    call_ = std::move(call);
  }
  if (!loss().empty()) announce();
}

void Endpoint::announce() {
  const std::lock_guard<std::mutex> guard(call_lock_);
  if (const auto call = std::exchange(call_, nullptr)) call();
}

void Endpoint::close_with(const std::string& why) {
  if (loss_.empty()) loss_ = why;
  for (const Peer& peer : peers_) peer.socket.shut();
  changed_.notify_all();
}

// Reads what has arrived, at most a piece, so that this never waits.
void Endpoint::read_from(Peer& peer) {
  char piece[4096];
  const ssize_t n = recv(peer.socket.fd(), piece, sizeof piece, MSG_DONTWAIT);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  std::string why;
  if (n > 0) {
    peer.reader.add(piece, static_cast<std::size_t>(n));
    while (const auto message = peer.reader.next()) {
      why = receive(peer, *message);
      if (!why.empty() || !peer.socket.open()) break;
    }
  }
  if (why.empty() && peer.socket.open() && (n <= 0 || peer.reader.broken())) {
    why = gone(peer);
    peer.socket = Socket();
  }
  if (!why.empty()) close_with(why);
}

// Forgets who has gone or does not tell its rank, and lists what to wait for.
// Once the connections have ended, that is only the end of the thread.
Endpoint::Round Endpoint::next_round() {
  Round round{{{wake_[1].fd(), POLLIN, 0}}, {nullptr}};
  const double now = steady_seconds();
  peers_.remove_if([&](const Peer& peer) {
    return !peer.socket.open() ||
           (peer.rank < 0 && now - peer.since > kIntroduction);
  });
  if (!loss_.empty()) return round;
  for (Peer& peer : peers_) {
    round.polls.push_back({peer.socket.fd(), POLLIN, 0});
    round.peers.push_back(&peer);
  }
  const Socket* open = listener();
  if (open != nullptr && now >= rest_ &&
      peers_.size() < kStrangers + static_cast<std::size_t>(size())) {
    round.polls.push_back({open->fd(), POLLIN, 0});
    round.peers.push_back(nullptr);
  }
  return round;
}

void Endpoint::serve(const Round& round) {
  for (std::size_t i = 1; i < round.polls.size(); i++) {
    if (round.polls[i].revents == 0) continue;
    if (round.peers[i] != nullptr) {
      read_from(*round.peers[i]);
      continue;
    }
    Peer stranger;
    stranger.socket = accept_from(round.polls[i].fd, &deaf_);
    stranger.since = steady_seconds();
    if (!deaf_.empty()) rest_ = stranger.since + kRest;
    if (stranger.socket.open()) peers_.push_back(std::move(stranger));
  }
}

void Endpoint::run() {
  constexpr int kTurn = 1000;  // milliseconds; strangers may have to go
  for (;;) {
    Round round;
    {
      const std::lock_guard<std::mutex> guard(lock_);
      if (stopping_) return;
      round = next_round();
    }
    if (poll(round.polls.data(), round.polls.size(), kTurn) <= 0) continue;
    {
      const std::lock_guard<std::mutex> guard(lock_);
      serve(round);
    }
    if (!loss().empty()) announce();
  }
}

}  // namespace gpuinv
