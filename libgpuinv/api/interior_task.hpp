// interior_task.hpp (interior point methods on a thread of their own)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

#include "libgpuinv/session/apart.hpp"
#include "libgpuinv/session/session.hpp"

namespace gpuinv {

// Returns whether the set-up for this problem, or an iteration, may take longer
// than a signal should wait: because of its size, or as the options ask for a
// device.  Returns false for a problem that the checks will refuse.
// Error(INVALID): the options are wrong.
bool interior_takes_long(const gpuinv_interior_lp& lp, const char* options);

// Work on a method.  It keeps its status there, if nobody waits for it, and
// deletes the method, if nobody wants it any more.
struct InteriorTask : Apart::Task {
  explicit InteriorTask(gpuinv_interior* interior) : interior_(interior) {}
  void left() override;

 protected:
  gpuinv_interior* const interior_;
};

// session->set_up_interior(...) of copies of its arguments.
struct SetUpInterior : InteriorTask {
  // lp is of a shape for which interior_takes_long is true.
  SetUpInterior(gpuinv_interior* interior, const char* options,
                const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm);
  int work() override;

 private:
  const std::string options_;
  gpuinv_interior_lp lp_;
  const gpuinv_iptcp parm_;
  std::vector<int> ptr_, ind_;
  std::vector<double> val_, c_, l_, u_;
};

// interior->step()
struct StepInterior : InteriorTask {
  using InteriorTask::InteriorTask;
  int work() override;
};

// The work of these tasks, done on the calling thread.
void set_up_interior(gpuinv_interior& interior, const char* options,
                     const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm);
void step_interior(gpuinv_interior& interior);

}  // namespace gpuinv
