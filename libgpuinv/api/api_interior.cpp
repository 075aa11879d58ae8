// api_interior.cpp (the C border of interior point methods)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libgpuinv/api/border.hpp"
#include "libgpuinv/api/verbs.hpp"
#include "libgpuinv/base/error.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/lp/options.hpp"
#include "libgpuinv/session/session.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace gpuinv {
namespace {

// The results of glp_interior and glp_ipt_status, in GLPK's numbers.
struct Outcome {
  int done;  // GPUINV_IPT_..., 0 while the method runs
  int code, stat;
};

Outcome outcome(InteriorStatus status) {
  constexpr int kInfeas = 3, kNoFeas = 4, kOpt = 5;                 // GLP_...
  constexpr int kItLim = 8, kTmLim = 9, kNoCvg = 16, kInstab = 17;  // GLP_E...
  switch (status) {
    case InteriorStatus::kRunning:
      return {};
    case InteriorStatus::kOptimal:
      return {GPUINV_IPT_OPTIMAL, 0, kOpt};
    case InteriorStatus::kPrimalInfeasible:
      return {GPUINV_IPT_INFEASIBLE, 0, kNoFeas};
    case InteriorStatus::kDualInfeasible:
      return {GPUINV_IPT_UNBOUNDED, 0, kNoFeas};
    case InteriorStatus::kNoProgress:
      return {GPUINV_IPT_STALLED, kNoCvg, kInfeas};
    case InteriorStatus::kIterationLimit:
      return {GPUINV_IPT_ITERATIONS, kItLim, kInfeas};
    case InteriorStatus::kTimeLimit:
    case InteriorStatus::kCancelled:
      return {GPUINV_IPT_TIME, kTmLim, kInfeas};
    case InteriorStatus::kUnstable:
      break;
  }
  return {GPUINV_IPT_UNSTABLE, kInstab, kInfeas};
}

void put(const std::vector<double>& rows, const std::vector<double>& columns,
         double* to) {
  std::copy(columns.begin(), columns.end(),
            std::copy(rows.begin(), rows.end(), to));
}

// Throws if the point is not finite, which numbers near the largest double can
// cause.
void require_point(const InteriorSolution& solution) {
  const auto check = [](const std::vector<double>& x, const char* what) {
    require_finite(static_cast<int>(x.size()), x.data(), what);
  };
  check({solution.objective}, "interior point: objective");
  check(solution.row_value, "interior point: row value");
  check(solution.column_value, "interior point: column value");
  check(solution.row_dual, "interior point: multiplier");
  check(solution.column_dual, "interior point: reduced cost");
}

// Most rows, columns and elements together whose set-up takes less than some 20
// ms; the other thread costs 20 us a call.
constexpr std::size_t kShort = 20000;

// If an iteration takes so many seconds, the next ones run on the other thread.
constexpr double kLong = 0.02;

std::size_t elements(const gpuinv_interior_lp& lp) {
  return static_cast<std::size_t>(lp.ptr[lp.n] - lp.base);
}

// Returns whether the set-up for this problem, or an iteration, may take longer
// than a signal should wait: because of its size, or as the options ask for a
// device: CUDA takes some 0.3 s to start, and a device may hang.  Returns false
// for a problem that the checks will refuse.  Error(INVALID): the options are
// wrong.
bool takes_long(const gpuinv_interior_lp& lp, const char* options) {
  const bool shaped = (lp.base == 0 || lp.base == 1) && lp.m > 0 && lp.n > 0 &&
                      lp.ptr != nullptr && lp.ind != nullptr &&
                      lp.val != nullptr && lp.c != nullptr && lp.l != nullptr &&
                      lp.u != nullptr;
  return shaped && lp.ptr[0] == lp.base &&
         std::is_sorted(lp.ptr, lp.ptr + lp.n + 1) &&
         (elements(lp) + lp.m + lp.n > kShort ||
          options_here(options).asks_for_device());
}

void set_up(gpuinv_interior& interior, const char* options,
            const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm) {
  gpuinv_session* session = interior.session;
  try {
    session->set_up_interior(interior, options, lp, parm);
  } catch (const Error& e) {
    interior.end_for_good();
    if (e.status() == GPUINV_NONFINITE)
      session->say(GPUINV_LOG_WARNING, e.what());
    throw;
  } catch (...) {
    interior.end_for_good();
    throw;
  }
}

void step(gpuinv_interior& interior) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  interior.step();
  const std::chrono::duration<double> used = Clock::now() - begin;
  interior.slow = interior.slow || used.count() > kLong;
}

// Work on a method on a thread of its own.  It keeps its status there, if
// nobody waits for it, and deletes the method, if nobody wants it any more.
struct InteriorTask : Apart::Task {
  explicit InteriorTask(gpuinv_interior* interior) : interior_(interior) {}

  void left() override {
    gpuinv_session* session = interior_->session;
    interior_->under_way = false;
    interior_->status_of_task = status;
    if (!interior_->unwanted) return;
    session->forget_messages();
    session->delete_interior(interior_);
  }

 protected:
  gpuinv_interior* const interior_;
};

// set_up() with copies of its arguments, for which takes_long() is true.
struct SetUpInterior : InteriorTask {
  SetUpInterior(gpuinv_interior* interior, const char* options,
                const gpuinv_interior_lp& lp, const gpuinv_iptcp& parm)
      : InteriorTask(interior),
        options_(options != nullptr ? options : ""),
        lp_(lp),
        parm_(parm) {
    const std::size_t m = lp.m, n = lp.n;
    copy(n + 1, &lp_.ptr, &ptr_);
    copy(elements(lp), &lp_.ind, &ind_);
    copy(elements(lp), &lp_.val, &val_);
    copy(n, &lp_.c, &c_);
    copy(m + n, &lp_.l, &l_);
    copy(m + n, &lp_.u, &u_);
  }

  int work() override {
    return run(interior_->session, [this]() -> int {
      set_up(*interior_, options_.c_str(), lp_, parm_);
      interior_->slow = true;
      return GPUINV_OK;
    });
  }

 private:
  template <class T>
  static void copy(std::size_t count, const T** array, std::vector<T>* to) {
    to->assign(*array, *array + count);
    *array = to->data();
  }

  const std::string options_;
  gpuinv_interior_lp lp_;
  const gpuinv_iptcp parm_;
  std::vector<int> ptr_, ind_;
  std::vector<double> val_, c_, l_, u_;
};

// Seconds that a caller waits at a time.
constexpr double kSlice = 0.02;

// A task begins further iterations until so many seconds have passed, because
// each task costs what kShort tells.
constexpr double kTask = 0.01;

struct StepInterior : InteriorTask {
  using InteriorTask::InteriorTask;
  int work() override {
    return run(interior_->session, [this]() -> int {
      using Clock = std::chrono::steady_clock;
      const auto end = Clock::now() + std::chrono::duration<double>(kTask);
      do step(*interior_);
      while (interior_->status() == InteriorStatus::kRunning &&
             Clock::now() < end);
      return GPUINV_OK;
    });
  }
};

// Waits a while for the task that has the interior, and asks for no more than
// that of the session, which the task uses.  False if it goes on.
bool task_ended(gpuinv_interior* interior) {
  Apart& apart = interior->session->apart();
  if (!apart.wait(kSlice)) return false;
  run(interior->session, [&]() -> int {
    apart.take()->left();
    return GPUINV_OK;
  });
  return true;
}

// What the task has come to, or done = 0 if it goes on.
int wait_for_task(gpuinv_interior* interior, int* done) {
  gpuinv_session* session = interior->session;
  *done = 0;
  // of another thread, or in a child of the process: settled() knows
  if (interior->under_way && session->apart().is_ours() &&
      !task_ended(interior)) {
    if (!interior->past_its_limit()) return GPUINV_OK;
    interior->overdue = true;
    interior->give_up();
    *done = GPUINV_IPT_TIME;
    session->deliver(GPUINV_LOG_ALL, "TIME LIMIT EXCEEDED; SEARCH TERMINATED");
    return GPUINV_OK;
  }
  const int status = settled(session, [&]() -> int {
    const int status = interior->status_of_task.value_or(GPUINV_INTERNAL);
    interior->status_of_task.reset();
    if (status == GPUINV_OK) *done = outcome(interior->status()).done;
    return status;
  });
  return tell(session, status, GPUINV_NONFINITE);
}

int start_task(gpuinv_interior* interior, std::unique_ptr<InteriorTask> task) {
  interior->session->apart().start(std::move(task));
  interior->under_way = true;
  return GPUINV_OK;
}

}  // namespace

int interior_create(gpuinv_session* session, const char* options,
                    const gpuinv_interior_lp* lp, const gpuinv_iptcp* parm,
                    gpuinv_interior** interior) {
  if (session == nullptr) return GPUINV_INVALID;
  if (interior == nullptr)
    return missing(session, "interior_create: interior is NULL");
  *interior = nullptr;
  if (lp == nullptr || parm == nullptr)
    return missing(session, "interior_create: lp or parm is NULL");
  const auto body = [&]() -> int {
    gpuinv_interior* made = session->add_interior(*lp, *parm);
    try {
      if (takes_long(*lp, options))
        start_task(made,
                   std::make_unique<SetUpInterior>(made, options, *lp, *parm));
      else
        set_up(*made, options, *lp, *parm);
    } catch (...) {
      session->delete_interior(made);
      throw;
    }
    *interior = made;
    return GPUINV_OK;
  };
  const int status = settled(session, body);
  if (status == GPUINV_OK && (*interior)->under_way) return status;
  return tell(session, status, GPUINV_NONFINITE);
}

int interior_step(gpuinv_interior* interior, int* done) {
  if (interior == nullptr) return GPUINV_INVALID;
  gpuinv_session* session = interior->session;
  if (done == nullptr) return missing(session, "interior_step: done is NULL");
  if (interior->overdue) {
    *done = GPUINV_IPT_TIME;
    return GPUINV_OK;
  }
  if (!interior->under_way && !interior->status_of_task && interior->slow) {
    const int status = settled(session, [&]() -> int {
      return start_task(interior, std::make_unique<StepInterior>(interior));
    });
    if (status != GPUINV_OK) return tell(session, status, GPUINV_OK);
  }
  if (interior->under_way || interior->status_of_task)
    return wait_for_task(interior, done);
  return call_aloud(session, [&]() -> int {
    step(*interior);
    *done = outcome(interior->status()).done;
    return GPUINV_OK;
  });
}

// There is no point where the limit passed within a task.
int overdue_result(const gpuinv_interior& interior, int* code, int* stat,
                   double* obj, double prim[], double dual[]) {
  constexpr int kUndef = 1;  // GLP_UNDEF
  *code = outcome(InteriorStatus::kTimeLimit).code;
  *stat = kUndef;
  *obj = 0.0;
  std::fill_n(prim, interior.elements, 0.0);
  std::fill_n(dual, interior.elements, 0.0);
  return GPUINV_OK;
}

int interior_result(gpuinv_interior* interior, int* code, int* stat,
                    double* obj, double prim[], double dual[]) {
  if (interior == nullptr) return GPUINV_INVALID;
  if (interior->overdue && code != nullptr && stat != nullptr &&
      obj != nullptr && prim != nullptr && dual != nullptr)
    return overdue_result(*interior, code, stat, obj, prim, dual);
  return call_aloud(interior->session, [&]() -> int {
    if (code == nullptr || stat == nullptr || obj == nullptr ||
        prim == nullptr || dual == nullptr)
      throw Error(GPUINV_INVALID, "interior_result: an argument is NULL");
    const InteriorSolution& solution = interior->solution();
    require_point(solution);
    *code = outcome(solution.status).code;
    *stat = outcome(solution.status).stat;
    *obj = solution.objective;
    put(solution.row_value, solution.column_value, prim);
    put(solution.row_dual, solution.column_dual, dual);
    return GPUINV_OK;
  });
}

void interior_delete(gpuinv_interior* interior) {
  if (interior == nullptr) return;
  gpuinv_session* session = interior->session;
  if (interior->under_way && session->apart().is_ours()) {
    // its thread ends by itself; the next call on the session cleans up
    interior->unwanted = true;
    interior->give_up();
    return;
  }
  settled(session, [&]() -> int {
    session->delete_interior(interior);
    return GPUINV_OK;
  });
}

}  // namespace gpuinv
