// member.cpp (the end of another rank's connection to rank 0)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/ranks/member.hpp"

#include <chrono>
#include <cstring>
#include <thread>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/steady_time.hpp"

namespace gpuinv {
namespace {

constexpr std::chrono::milliseconds kTurn(100);

Socket connect_in_time(const Launch& launch, double seconds) {
  const double end = steady_seconds() + seconds;
  for (;;) {
    std::string why;
    Socket socket = connect_to(launch.host, launch.port, &why);
    if (socket.open()) return socket;
    if (steady_seconds() >= end)
      throw Error(GPUINV_CANNOT, "no rank 0 at " + launch.host + ", port " +
                                     launch.port + ": " + why);
    std::this_thread::sleep_for(kTurn);
  }
}

}  // namespace

Member::Member(const Launch& launch, const std::string& build, double seconds)
    : Endpoint(launch) {
  Peer root;
  root.socket = connect_in_time(launch, seconds);
  root.rank = 0;
  const std::string hello =
      as_body(Hello{launch.rank, launch.size, launch.token, build});
  if (!root.socket.send(as_bytes({Kind::kHello, hello})))
    throw Error(GPUINV_CANNOT, "rank 0 does not listen");
  peers_.push_back(std::move(root));
  start();
  if (wait(seconds, [this] { return welcome_; })) return;
  stop();
  throw Error(GPUINV_CANNOT, !refusal_.empty() ? "rank 0 refuses: " + refusal_
                                               : "rank 0 does not answer");
}

Member::~Member() { stop(); }

std::string Member::receive(Peer&, const Message& message) {
  switch (message.kind) {
    case Kind::kWelcome:
      welcome_ = true;
      break;
    case Kind::kRefused:
      refusal_ = message.body;
      return "refused";
    case Kind::kFailed:
      return message.body;
    case Kind::kOrder:
      if (!welcome_ || message.body.size() != sizeof(Order))
        return "rank 0 sends what is not an order";
      orders_.emplace_back();
      std::memcpy(&orders_.back(), message.body.data(), sizeof(Order));
      break;
    default:
      return "rank 0 says what it should not";
  }
  changed_.notify_all();
  return "";
}

std::string Member::gone(Peer&) { return "rank 0 has ended"; }

}  // namespace gpuinv
