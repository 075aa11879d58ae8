// engine.hpp (a simplex solve on a thread of its own)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/base/latch.hpp"
#include "libgpuinv/base/worker.hpp"
#include "libgpuinv/basis/inversion_pays.hpp"
#include "libgpuinv/crossover/start_basis.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/session/gpu.hpp"
#include "libgpuinv/session/preparation.hpp"
#include "libgpuinv/session/rival.hpp"
#include "libgpuinv/simplex/cards.hpp"
#include "libgpuinv/simplex/crossover_choice.hpp"
#include "libgpuinv/simplex/form.hpp"
#include "libgpuinv/simplex/progress.hpp"
#include "libgpuinv/simplex/simplex.hpp"

namespace gpuinv {

// A problem, the thread that solves it, and its proposal.  The matrix belongs
// to the caller, who must not touch it until cancel() returns.  The constructor
// starts the thread; all work on a device happens there.  The other functions
// are for the caller's threads, one at a time.  After fork the thread does not
// exist in the child: see orphaned().
class Engine {
 public:
  struct Message {
    int level;
    std::string text;
  };

  // gpu belongs to this engine alone, because one object is not for two
  // threads; NULL if the options exclude devices.  `began`: processor seconds
  // of the caller's thread when its search began.  Error(INVALID): a parameter
  // is out of range.  Error(NOMEM): no thread can be started.
  Engine(const gpuinv_lp& lp, const gpuinv_smcp& parm, const Options& options,
         std::unique_ptr<Gpu> gpu,
         const std::optional<Declined>& declined = std::nullopt,
         double began = NAN);
  // Cancels and waits.  It must not run if the engine is orphaned or hangs.
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Returns true in a child of the process that runs the thread.
  bool orphaned() const;
  // Returns true if the thread waits for a device that hangs, and no longer
  // uses the caller's matrix.  No device is used in this process any more.
  bool hangs();

  // Waits at most so long for the end of the solve; NaN and negative numbers
  // count as zero, which costs one atomic read.  Returns true if it has ended,
  // or never will.  A signal handler may leave this call for good.
  bool wait(double seconds);

  // Waits as wait() does, for the end of all work: after the solve the thread
  // may have to wait for an order that it has begun beside it.
  bool has_left(double seconds);

  // Asks for the progress of the solve.  Returns true if there is news, which
  // may be some pivots old, and it is time to display it.
  bool progress(gpuinv_progress* progress);

  // Returns the proposal.  Error(STATE) before the end; else throws the Error
  // that ended the solve, if any.
  const SimplexResult& result() const;

  // Returns the messages of the thread since the last call.
  std::vector<Message> take_messages();

  // After the end: figures of a crossover that was not worth while, or was
  // not at the last time.
  const std::optional<Declined>& declined() const { return declined_; }

  // Asks the thread to end soon and waits until it no longer uses the caller's
  // matrix.  This takes some milliseconds; it does not wait for the start of a
  // device.
  void cancel();

  // Cancels, waits and returns the device objects for another engine; NULL if
  // there are none or they may be broken.
  std::unique_ptr<Gpu> stop();

 private:
  Worker& worker();
  void run() noexcept;
  void solve();
  FormChoice first_choice(const Size& shape, bool on_device);
  void postpone(const Error& later);
  bool may_have_device() const { return gpu_ != nullptr && !gpu_->absent(); }
  void look_for_driver();
  Place place() const;
  double early_end() const;
  bool wait_early(double seconds);
  bool solve_early();
  void look_at_defects();
  void look_at_slacks();
  void look_at_coupling();
  bool pivot_sparsely(bool on_device);
  std::size_t bytes_for_factors() const;
  Interrupt within(double seconds) const;
  bool may_have_beside() const;
  bool device_may_begin();
  bool look_for_device();
  Form own_form() const;
  bool has_engine() const;
  double own_pivot() const;
  bool out_of_limits() const;
  bool crossover_has_turn() const;
  void cross_on_host();
  bool try_crossing(const std::string& reason);
  void pivot(std::shared_ptr<Tableau> tableau, const SimplexBasis& start,
             double budget);
  void cross(const std::string& reason);
  void take_from_rival();
  void leave_to_rival(const std::string& why);
  void drop_rival();
  void look_at_nucleus(bool on_device);
  void accept(SimplexResult found, int pivots_before);
  bool may_have_rival() const;
  InteriorSite interior_site(bool shares);
  void prepare_crossing();
  void start_rival(const SimplexControl& control, const std::string& other);
  void limit_rival(double seconds, bool shares);
  std::shared_ptr<Tableau> create_carrier();
  void say_estimate(double nnz_l, double interior_seconds);
  void require_gain(double nnz_l, double seconds, bool shares);
  void look_back(const std::optional<Declined>& declined);
  void look_at_start(const WorkingLp& lp, const Violations& violations);
  bool cross_beside();
  double cost_of(double seconds) const;
  void require_pay(double nnz_l, double seconds);
  void require_less_than_sparse(double seconds);
  [[noreturn]] void decline(const std::string& why) const;
  BasisSize nucleus_of(const SimplexBasis& basis) const;
  void say_plan(Tableau& tableau, int n);
  void say_times(double copied, double ended);
  void choose(bool on_device);
  void require_memory(Tableau& tableau, int n);
  std::shared_ptr<Tableau> create_tableau();
  std::shared_ptr<Tableau> create_cuda();
  void look_at(int device);
  CardChoice choose_cards(std::vector<int>* cards);
  std::shared_ptr<Tableau> create_on_cards();
  void solve_on(const std::shared_ptr<Tableau>& tableau,
                const SimplexControl& control);
  std::shared_ptr<Tableau> create_host();
  void say(int level, const std::string& text);
  double elapsed() const;

  const std::chrono::steady_clock::time_point begin_;
  const double clock_;  // of the caller's thread, processor seconds
  const pid_t owner_;
  const Options options_;
  const bool races_;            // with the caller, on a processor of its own
  const bool early_;            // it has a head start
  SearchState search_;          // the caller's, before this engine
  std::optional<Error> later_;  // ends the solve if the head start does not
  FormChoice choice_;           // the first one needs the shape alone
  const WorkingLp lp_;
  Size size_;
  // of the start; many after sparse factors had their turn
  Defects defects_{kManyDefects};
  SimplexBasis start_;  // the caller's, or a better one
  SimplexControl control_;
  const bool has_time_;
  const Interrupt::Clock::time_point end_;
  std::unique_ptr<Gpu> gpu_;
  int cards_ = 1;                  // number of cards that hold the tableau
  double spent_ = 0.0;             // seconds of an engine that did not end
  std::atomic<bool> lost_{false};  // a device has failed during its work
  double bandwidth_ = machine::kDeviceBandwidth;  // of the device's memory

  ProgressRecord progress_;
  Display display_;
  BatchLimit batch_;
  std::atomic<bool> hangs_{false};
  Lease lease_;
  Latch done_;  // when open, all below but messages_ is final
  SimplexResult result_ = {};
  std::unique_ptr<Rival> rival_;  // of GLPK in a race, a crossover, or a device
  std::unique_ptr<Preparation> preparation_;  // of the next crossover
  Latch left_;                 // the thread uses nothing any more
  bool beside_ = false;        // cross_beside() is under way
  bool tried_sparse_ = false;  // sparse factors have had their turn
  std::optional<Declined> declined_;
  int status_ = GPUINV_OK;
  char error_[1024] = "";

  std::mutex lock_;
  std::vector<Message> messages_;
  Worker own_;  // used without a device; last: it uses all members above
};

}  // namespace gpuinv
