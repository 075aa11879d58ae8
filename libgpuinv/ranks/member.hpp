// member.hpp (the end of another rank's connection to rank 0)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>

#include "libgpuinv/ranks/endpoint.hpp"

namespace gpuinv {

class Member final : public Endpoint {
 public:
  // Connects to rank 0.  Waits so many seconds until it listens, and as long
  // again until it answers.  Error(CANNOT): it does not, or refuses.
  Member(const Launch& launch, const std::string& build, double seconds);
  ~Member() override;

 private:
  std::string receive(Peer& peer, const Message& message) override;
  std::string gone(Peer& peer) override;

  std::string refusal_;
  bool welcome_ = false;
};

}  // namespace gpuinv
