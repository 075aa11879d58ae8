// interior_task.hpp (interior point methods on a thread apart)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

#include "libgpuinv/session/apart.hpp"
#include "libgpuinv/session/session.hpp"

namespace gpuinv {

// Whether the set-up for this problem, or an iteration, may take longer than
// a signal should wait.  False for a problem that the checks will refuse.
bool interior_takes_long(const gpuinv_interior_lp& lp);

// session->create_interior(...) of copies of its arguments.
struct CreateInterior : Apart::Task {
  // lp is of a shape for which interior_takes_long is true.
  CreateInterior(gpuinv_session* session, const char* options,
                 const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm);
  int work() override;
  void left() override;

  gpuinv_interior* interior = nullptr;  // the result

 private:
  gpuinv_session* const session_;
  const std::string options_;
  gpuinv_interior_lp lp_;
  const gpuinv_iptcp parm_;
  std::vector<int> ptr_, ind_;
  std::vector<double> val_, c_, l_, u_;
};

// interior->step()
struct StepInterior : Apart::Task {
  explicit StepInterior(gpuinv_interior* interior) : interior_(interior) {}
  int work() override;

 private:
  gpuinv_interior* const interior_;
};

// What they do, here and now.
gpuinv_interior* create_interior(gpuinv_session* session, const char* options,
                                 const gpuinv_interior_lp& lp,
                                 const gpuinv_iptcp& parm);
void step_interior(gpuinv_interior& interior);

}  // namespace gpuinv
