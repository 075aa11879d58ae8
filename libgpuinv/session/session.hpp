// session.hpp (the objects behind the handles of gpuinv.h)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cmath>
#include <cstring>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/basis/basis_inverse.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/lp/review.hpp"
#include "libgpuinv/session/apart.hpp"
#include "libgpuinv/session/auto_interior.hpp"
#include "libgpuinv/session/engine.hpp"
#include "libgpuinv/session/gpu.hpp"
#include "libgpuinv/session/interior_run.hpp"
#include "libgpuinv/session/messages.hpp"

// A basis inverse and the session that owns it.
struct gpuinv_basis {
  gpuinv_session* session;
  gpuinv::Options options;
  std::shared_ptr<gpuinv::BasisInverse> inverse;
  bool in_use = false;  // and the log says so

  bool on_host() const { return !std::strcmp(inverse->backend_name(), "host"); }
  // LIMIT if it does not pay
  bool if_it_pays() const { return options.inverse == gpuinv::Use::kAuto; }
};

// In a child process the engine's thread does not exist, so it can be neither
// joined nor finished; nor can one that waits for a device that hangs.  The
// engine is then left as it is.
struct DeleteEngine {
  void operator()(gpuinv::Engine* engine) const {
    if (engine->orphaned()) return;
    engine->cancel();
    engine->has_left(HUGE_VAL);
    if (!engine->hangs()) delete engine;
  }
};
using EngineOwner = std::unique_ptr<gpuinv::Engine, DeleteEngine>;

// A simplex engine and the session that owns it.  The caller counts indices
// from `base`.  A null engine was deleted.
struct gpuinv_engine {
  gpuinv_session* session;
  int base;
  bool told = false;  // whether the result was logged
  EngineOwner engine;
};

// The library as one thread of the caller sees it: a registry of the objects it
// created (so that nothing leaks if the caller leaves by longjmp), the GPUs,
// the last error, and messages for the log callback.
struct gpuinv_session : gpuinv::Messages {
 public:
  gpuinv_session(gpuinv_log log, void* info) : Messages(log, info) {}

  // Creates a basis in the registry.  Error(INVALID, CANNOT, ...).
  gpuinv_basis* create_basis(const char* options);
  // Where the back end is not given, an inverse begins on the host.  It moves
  // to a device when it is known to be worth CUDA's start: one that was asked
  // for before its m rows are entered, any other with its columns.  If the
  // device is late, it moves back before rows are entered.
  void choose_place(gpuinv_basis& basis, int m);
  // Returns false if the entered columns should not be inverted anywhere.
  bool choose_place(gpuinv_basis& basis);
  // Logs, once, where the inverse is.
  void say_in_use(gpuinv_basis& basis);
  // Any thread may call this.
  void delete_basis(gpuinv_basis* basis);

  // Creates an engine in the registry and starts it.  Error(INVALID, CANNOT,
  // ...).
  gpuinv_engine* create_engine(const char* options, const gpuinv_lp& lp,
                               const gpuinv_smcp& parm);
  // Any thread may call this.
  void delete_engine(gpuinv_engine* engine);
  // Waits for deleted engines, which may be in the middle of long work.  A
  // signal handler may leave this for good.
  void await_engines();
  // Takes over the messages of the engine's thread.
  void collect_messages(gpuinv_engine& engine);
  // Logs the result, once.
  void say_result(gpuinv_engine& engine);

  // Creates an interior point method in the registry, which set_up_interior
  // must set up.  Error(INVALID).
  gpuinv_interior* add_interior(const gpuinv_interior_lp& lp,
                                const gpuinv_iptcp& parm);
  // Sets the method up, which may take long.  Error(INVALID, CANNOT, ...).
  void set_up_interior(gpuinv_interior& interior, const char* options,
                       const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm);
  // Any thread may delete.
  void delete_interior(gpuinv_interior* interior);

  // Returns lines on versions and devices and on what these options would use;
  // `usable` says whether that can be used.
  std::string describe(const char* options, bool& usable);

  void set_error(const char* text) noexcept;
  const char* last_error() const noexcept { return error_; }

  // Appends a message on the last error, once for each status.
  void say_failure(int status);

  gpuinv::ReviewedPoint& reviewed() { return reviewed_; }

  // The thread for calls that may take long.
  gpuinv::Apart& apart() { return apart_; }

 private:
  std::shared_ptr<gpuinv::BasisInverse> create_cuda(
      const gpuinv::Options& options);
  std::shared_ptr<gpuinv::BasisInverse> create_on_host(
      const gpuinv::Options& options);
  void move_to_device(gpuinv_basis& basis);
  void leave_late_device(gpuinv_basis& basis);
  std::unique_ptr<gpuinv::Gpu> gpu_for_engine(const gpuinv::Options& options);
  std::unique_ptr<gpuinv::InteriorSolver> interior_on_host(
      const gpuinv::Options& options, int ord_alg,
      const std::shared_ptr<gpuinv::PhaseTimes>& times, gpuinv::InteriorLp lp,
      const gpuinv::InteriorControl& control);
  void say_place(int device, const std::string& line);
  std::unique_ptr<gpuinv::InteriorSolver> create_solver(
      const gpuinv::Options& options, const gpuinv_interior_lp& lp,
      const gpuinv_iptcp& parm, const gpuinv::InteriorControl& control,
      const std::shared_ptr<gpuinv::PhaseTimes>& times, bool* device);
  void join_ended();
  gpuinv::Engine* leaving_engine();

  gpuinv::Gpu gpu_;  // outlives the bases below
  // The inverse on the host that the last basis left when it moved to a device,
  // or NULL.  The next basis begins with it and its memory: touching memory for
  // the first time takes longer than entering the columns.
  std::shared_ptr<gpuinv::BasisInverse> spare_;
  std::mutex registry_lock_;
  std::list<std::unique_ptr<gpuinv_basis>> registry_;
  std::list<std::unique_ptr<gpuinv_engine>> engines_;
  std::list<std::unique_ptr<gpuinv_interior>> interiors_;
  std::list<EngineOwner> leaving_;  // deleted, but not joined yet
  // Also deleted.  A signal handler may interrupt a caller before it has noted
  // that, so it may delete them again before it creates the next one.
  std::list<std::unique_ptr<gpuinv_engine>> spent_engines_;
  std::list<std::unique_ptr<gpuinv_interior>> spent_interiors_;
  std::list<std::unique_ptr<gpuinv::Gpu>> idle_;  // of past engines
  std::optional<gpuinv::Declined> declined_;      // of the last engine
  // When the search began: processor seconds of the caller's thread.
  double search_began_ = NAN;
  unsigned failures_ = 0;  // bit of each status that was logged
  char error_[1024] = "";
  gpuinv::ReviewedPoint reviewed_;
  gpuinv::Apart apart_;  // last: it uses all members above
};
