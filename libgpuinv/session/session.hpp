// session.hpp (what the handles of gpuinv.h stand for)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/basis/basis_inverse.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/session/apart.hpp"
#include "libgpuinv/session/device_interior_choice.hpp"
#include "libgpuinv/session/engine.hpp"
#include "libgpuinv/session/gpu.hpp"
#include "libgpuinv/session/interior_run.hpp"
#include "libgpuinv/session/messages.hpp"

// A basis inverse and the session in whose registry it is.
struct gpuinv_basis {
  gpuinv_session* session;
  std::shared_ptr<gpuinv::BasisInverse> inverse;
  bool if_it_pays = false;  // else LIMIT
  int device = 0;           // if its back end is cuda
  bool in_use = false;      // and told so
};

// In a child process the thread that uses the engine's memory does not
// exist: it can be neither joined nor finished, so all is left as it is.
struct DeleteEngine {
  void operator()(gpuinv::Engine* engine) const {
    if (!engine->orphaned()) delete engine;
  }
};
using EngineOwner = std::unique_ptr<gpuinv::Engine, DeleteEngine>;

// A simplex engine, likewise; base is that of the caller's indices.  Without
// an engine it was deleted.
struct gpuinv_engine {
  gpuinv_session* session;
  int base;
  bool told = false;  // of the result
  EngineOwner engine;
};

// One caller thread's view of the library: registry of what was created (so
// that nothing is leaked when a caller leaves by longjmp), the GPUs,
// the last error, and what waits for the log callback.
struct gpuinv_session : gpuinv::Messages {
 public:
  gpuinv_session(gpuinv_log log, void* info) : Messages(log, info) {}

  // New basis in the registry; Error(INVALID, CANNOT, ...).
  gpuinv_basis* create_basis(const char* options);
  // Tells, once, where the inverse is.
  void say_in_use(gpuinv_basis& basis);
  // Any thread may delete.
  void delete_basis(gpuinv_basis* basis);

  // New engine in the registry, running; Error(INVALID, CANNOT, ...).
  gpuinv_engine* create_engine(const char* options, const gpuinv_lp& lp,
                               const gpuinv_smcp& parm);
  // Any thread may delete.
  void delete_engine(gpuinv_engine* engine);
  // Takes over what the engine's thread has to say.
  void collect_messages(gpuinv_engine& engine);
  // Tells of the result, once.
  void say_result(gpuinv_engine& engine);

  // New interior point method in the registry, to be set up; Error(INVALID).
  gpuinv_interior* add_interior(const gpuinv_interior_lp& lp,
                                const gpuinv_iptcp& parm);
  // Sets it up, which may take long; Error(INVALID, CANNOT, ...).
  void set_up_interior(gpuinv_interior& interior, const char* options,
                       const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm);
  // Any thread may delete.
  void delete_interior(gpuinv_interior* interior);

  // Lines on versions, devices and what these options would use, if it is
  // usable.
  std::string describe(const char* options, bool& usable);

  void set_error(const char* text) noexcept;
  const char* last_error() const noexcept { return error_; }

  // Appends a message that tells, once for each status, that this failed.
  void say_failure(int status);

  // For what may take long.
  gpuinv::Apart& apart() { return apart_; }

 private:
  std::shared_ptr<gpuinv::BasisInverse> create_inverse(
      const gpuinv::Options& options);
  std::shared_ptr<gpuinv::BasisInverse> create_cuda(
      const gpuinv::Options& options);
  std::shared_ptr<gpuinv::BasisInverse> create_host(
      const gpuinv::Options& options);
  std::unique_ptr<gpuinv::Gpu> gpu_for_engine(const gpuinv::Options& options);
  std::unique_ptr<gpuinv::InteriorSolver> interior_on_host(
      const gpuinv::Options& options, int ord_alg,
      const std::shared_ptr<gpuinv::PhaseTimes>& times, gpuinv::InteriorLp lp,
      const gpuinv::InteriorControl& control);
  std::unique_ptr<gpuinv::InteriorSolver> interior_on_cuda(
      const gpuinv::CudaInteriorOptions& cuda, const gpuinv_interior_lp& lp,
      const gpuinv::InteriorControl& control);
  std::unique_ptr<gpuinv::InteriorSolver> interior_by_cost(
      const gpuinv::Options& options, const gpuinv::CudaInteriorOptions& cuda,
      const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm,
      const gpuinv::InteriorControl& control, bool* device);
  std::unique_ptr<gpuinv::InteriorSolver> interior_on_asked(
      const gpuinv::Options& options, const gpuinv::CudaInteriorOptions& cuda,
      const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm,
      const gpuinv::InteriorControl& control, bool* device);
  void say_failed_device(const gpuinv::Error& e);
  bool cuda_started(int device);
  void say_place(int device, const std::string& line);
  std::unique_ptr<gpuinv::InteriorSolver> create_solver(
      const gpuinv::Options& options, const gpuinv_interior_lp& lp,
      const gpuinv_iptcp& parm, const gpuinv::InteriorControl& control,
      const std::shared_ptr<gpuinv::PhaseTimes>& times, bool* device);
  void join_ended();

  gpuinv::Gpu gpu_;  // outlives the bases below
  std::mutex registry_lock_;
  std::list<std::unique_ptr<gpuinv_basis>> registry_;
  std::list<std::unique_ptr<gpuinv_engine>> engines_;
  std::list<std::unique_ptr<gpuinv_interior>> interiors_;
  std::list<EngineOwner> leaving_;  // deleted, not joined
  // Deleted as well: a handler can leave a caller who has not noted that, and
  // deletes them once more before he creates the next.
  std::list<std::unique_ptr<gpuinv_engine>> spent_engines_;
  std::list<std::unique_ptr<gpuinv_interior>> spent_interiors_;
  std::list<std::unique_ptr<gpuinv::Gpu>> idle_;  // of past engines
  unsigned failures_ = 0;                         // said, by bits
  char error_[1024] = "";
  gpuinv::Apart apart_;  // last: it works on all of the above
};
