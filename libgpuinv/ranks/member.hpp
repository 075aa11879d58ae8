// member.hpp (the end of another rank's connection to rank 0)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/ranks/endpoint.hpp"

namespace gpuinv {

class Member final : public Endpoint {
 public:
  // Connects to rank 0, which may begin to listen as late as in so many
  // seconds, and may take as long to answer.  Error(CANNOT): nobody listens, or
  // this process is refused.
  Member(const Launch& launch, const std::string& build, double seconds);
  ~Member() override;

 private:
  std::string receive(Peer& peer, const Message& message) override;
  std::string gone(Peer& peer) override;

  std::string refusal_;
  bool welcome_ = false;
};

}  // namespace gpuinv
