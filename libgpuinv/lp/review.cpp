// review.cpp (what to do about an answer of GLPK's simplex method)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/lp/review.hpp"

#include <algorithm>
#include <cfloat>
#include <cstdio>

#include "libgpuinv/base/error.hpp"

namespace gpuinv {
namespace {

// Numbers of glpk.h.
enum Code { kOk = 0, kFail = 5, kObjLower, kObjUpper, kIterations, kTime };
enum Status { kFeasible = 2, kNoFeasible = 4 };
enum Method { kPrimal = 1, kDualPrimal = 2 };

// What the step asked for was for.
enum State {
  kBegin,
  kClaim,
  kConfirmed,
  kJudged,
  kDoubtful,
  kRefined,
  kScaled,
  kSolved,
  kMisled,
  kAgain,
  kFound,
  kBetter,
  kStored,
  kEnd
};

enum Wrong { kPrimalWrong = 1, kDualWrong = 2 };

constexpr int kRounds = 3;
constexpr double kTolerance = 1e-7;  // in the first round
constexpr double kLeastBound = 1e-9;
// Share of tol by which a solution that is exact may violate a bound.
constexpr double kExact = 1e-3;
constexpr double kLeastCost = 1e-13;  // below it the simplex method may pivot
                                      // on noise for ever

// In a matrix of elements of many sizes, a bound that is hardly violated may be
// worth much of the objective.
bool is_exact(const gpuinv_review& r) {
  return r.kkt.bad == 0 || r.kkt.pb <= kExact * r.tol;
}

class Review {
 public:
  Review(gpuinv_review& r, ReviewedPoint& best, const Say& say)
      : r_(r), best_(best), say_(say) {}

  void next() {
    switch (r_.state) {
      case kBegin:
        return begin();
      case kClaim:
        return proven() ? decide() : confirm();
      case kConfirmed:
        return confirmed();
      case kJudged:
        return judged();
      case kDoubtful:
        return proven() ? done() : search(DBL_MAX);
      case kRefined:
        return good_enough() ? ask(GPUINV_STEP_STORE, kEnd) : search(error());
      case kScaled:
        return first_round();
      case kSolved:
        return solved();
      case kMisled:
        return r_.round == kRounds || proven() ? weigh() : change_method();
      case kAgain:
        return next_round();
      case kFound:
        return error() > r_.tol ? ask(GPUINV_STEP_REFINE, kBetter)
                                : compare(error());
      case kBetter:
        return compare(error());
      case kStored:
        return stored();
      default:
        return done();
    }
  }

 private:
  void ask(int step, State then) {
    r_.step = step;
    r_.state = then;
  }
  void done() { ask(GPUINV_STEP_DONE, kEnd); }

  // Only GLPK's tests refuse a solution; a share is searched for again, too.
  bool passes() const { return r_.kkt.worst <= r_.tol; }
  double error() const { return std::max(r_.kkt.worst, r_.kkt.share); }
  // After a limit what GLPK's tests accept is all that can be had.
  bool good_enough() const {
    return error() <= r_.tol && (r_.limit != 0 || is_exact(r_));
  }
  // What a smaller tolerance of reduced costs may reduce.
  double dual_error() const {
    return r_.kkt.share > r_.kkt.worst ? r_.kkt.share : r_.kkt.db;
  }

  bool optimal() const {
    return r_.pbs_stat == kFeasible && r_.dbs_stat == kFeasible;
  }
  // Whether the user's problem was presolved.
  bool given() const { return r_.last != 0 && r_.presolve != 0; }
  bool known() const { return r_.best < DBL_MAX; }
  // A ray alone proves that there is no feasible solution.
  bool proven() const {
    return (r_.failed == GPUINV_OK || r_.failed == GPUINV_ILLCOND) &&
           (r_.pbs_stat != kFeasible ||
            (r_.kkt.pe <= r_.tol && r_.kkt.pb <= r_.tol));
  }

  void begin() {
    const bool claim = r_.ret == kOk && !optimal();
    if (r_.left != 0) return leave();
    if (r_.on_gpu == 0 || given()) return decide();
    if (r_.ret == kFail || r_.ret == kObjLower || r_.ret == kObjUpper ||
        (r_.ret == kOk && r_.tree != 0))
      return confirm();
    return claim ? ask(GPUINV_STEP_PROVE, kClaim) : decide();
  }

  // From the last basis this takes no pivot if the inverse was right.
  void confirm() {
    r_.it_lim = r_.it_left;
    ask(GPUINV_STEP_SOLVE, kConfirmed);
  }

  // The primal method goes on from the basis; a few pivots are left.  If it
  // fails, the user's method begins again.
  void leave() {
    r_.users_meth = r_.meth;
    r_.meth = kPrimal;
    r_.cut = r_.it_left > 100 + 2 * r_.size;
    r_.it_lim = std::min(r_.it_left, 100 + 2 * r_.size);
    ask(GPUINV_STEP_SOLVE, kConfirmed);
  }

  void confirmed() {
    const bool left = r_.left != 0;
    r_.left = r_.fresh = 0;
    if (left && r_.cut != 0 && r_.ret == kIterations) r_.ret = kFail;
    if (left) r_.meth = r_.users_meth;
    if (!left || r_.ret != kFail) return decide();
    r_.fresh = 1;
    confirm();
  }

  void decide() {
    const int ret = r_.first = r_.ret;
    r_.limit = ret >= kObjLower && ret <= kTime;
    const bool candidate =
        (ret == kOk || (r_.limit != 0 && r_.last != 0)) && optimal();
    r_.cut = r_.limit != 0 && r_.last != 0 && !candidate && !given() &&
             r_.on_gpu != 0;
    const bool good = r_.err >= 0.0 && r_.err <= r_.tol;
    const bool other = r_.presolve != 0 || !(ret == kOk || ret == kFail);
    if (r_.tree != 0 || (candidate ? good : r_.cut == 0 && other))
      return done();
    ask(GPUINV_STEP_JUDGE, kJudged);
  }

  void judged() {
    if (r_.cut != 0) return ask(GPUINV_STEP_DENY, kEnd);
    if (r_.limit != 0 || (r_.ret == kOk && optimal())) {
      if (error() > r_.tol) return ask(GPUINV_STEP_REFINE, kRefined);
      return good_enough() ? done() : search(error());
    }
    if (r_.ret == kOk)
      return r_.kkt.bad == 0 ? done() : ask(GPUINV_STEP_PROVE, kDoubtful);
    return r_.kkt.bad < 2 ? done() : search(DBL_MAX);
  }

  // Goes on from the solution at hand, with this error.
  void search(double error) {
    r_.best = error;
    best_.passes = known() && passes();
    best_.exact = is_exact(r_);
    if (r_.limit != 0) return finish();
    char text[100];
    std::snprintf(text, sizeof text,
                  "Continuing on problem as given (error = %.1e)...", error);
    say_(GPUINV_LOG_ALL, text);
    r_.keep = known() && r_.kkt.bad == 1 && r_.exists != 0 && r_.on_gpu == 0;
    r_.wrong = 0;
    if (!known() || r_.kkt.pe > r_.tol || r_.kkt.pb > r_.tol)
      r_.wrong |= kPrimalWrong;
    if (!known() || r_.kkt.de > r_.tol || r_.kkt.db > r_.tol)
      r_.wrong |= kDualWrong;
    return r_.kkt.bad == 1 ? first_round() : ask(GPUINV_STEP_SCALE, kScaled);
  }

  void first_round() {
    r_.careful = 1;
    r_.meth = kPrimal;
    r_.tol_bnd = std::min(r_.tol_bnd, kTolerance);
    r_.tol_dj = std::min(r_.tol_dj, kTolerance) / (r_.fz * r_.kkt.objective);
    if (!known() || passes()) doubt_point();
    next_round();
  }

  // A point that is feasible by GLPK's tolerance may not be by the review's.
  void doubt_point() {
    if (r_.pbs_stat == kFeasible) tighten_bounds();
  }

  void tighten_bounds() {
    const bool accepted = r_.kkt.pb <= r_.tol;
    if (accepted && is_exact(r_)) return;
    const double tighter =
        accepted ? kLeastBound : 0.1 * r_.tol_bnd * r_.tol / r_.kkt.pb;
    r_.tol_bnd = std::min(r_.tol_bnd, std::max(tighter, kLeastBound));
  }

  void next_round() {
    r_.round++;
    r_.tol_dj = std::max(r_.tol_dj, kLeastCost);
    save();
    r_.cut = r_.it_left > most_pivots();
    r_.it_lim = std::min(r_.it_left, most_pivots());
    ask(GPUINV_STEP_SOLVE, kSolved);
  }

  // A few pivots are left.
  int most_pivots() const { return 1000 + 2 * (1 + r_.size); }

  void save() {
    if (r_.prim == nullptr || r_.dual == nullptr || r_.stat == nullptr)
      throw Error(GPUINV_INVALID, "review: there is no point");
    best_.prim.assign(r_.prim, r_.prim + r_.size);
    best_.dual.assign(r_.dual, r_.dual + r_.size);
    best_.stat.assign(r_.stat, r_.stat + r_.size);
  }
  // A call from within the search may have left another point.
  void restore() const {
    if (best_.stat.size() != static_cast<std::size_t>(r_.size)) return;
    std::copy(best_.prim.begin(), best_.prim.end(), r_.prim);
    std::copy(best_.dual.begin(), best_.dual.end(), r_.dual);
    std::copy(best_.stat.begin(), best_.stat.end(), r_.stat);
  }

  void solved() {
    r_.keep = 0;
    if (r_.cut != 0 && r_.ret == kIterations) r_.ret = kFail;
    if (r_.ret == kOk &&
        (r_.pbs_stat == kNoFeasible || r_.dbs_stat == kNoFeasible))
      return ask(GPUINV_STEP_PROVE, kMisled);
    if (r_.round < kRounds && r_.ret == kFail && best_.claimed)
      return begin_again();
    weigh();
  }

  // Perturbed bounds or costs may have misled the method.
  void change_method() {
    best_.claimed = true;
    best_.tol_bnd = r_.tol_bnd;
    swap_method();
    doubt_point();
    restore();
    next_round();
  }

  // The other method has failed: the first has the last word, from the basis
  // that it began with and by the tolerance that it had.
  void begin_again() {
    swap_method();
    r_.tol_bnd = best_.tol_bnd;
    restore();
    ask(GPUINV_STEP_STORE, kAgain);
  }

  void swap_method() { r_.meth = r_.meth == kPrimal ? kDualPrimal : kPrimal; }

  // Whether the best point violates bounds, if only by what GLPK's tests
  // accept, and a ray proves that nothing is feasible even if bounds are moved
  // by that.
  bool far_from_feasible() const {
    return !best_.exact && r_.failed == GPUINV_OK;
  }

  // A claim that there is no solution counts if that side was wrong before.  In
  // a presolved problem it may rest on a cost that rounding has left of 0; then
  // the optimum stays, and the last word on the user's problem judges it.
  void weigh() {
    if (r_.ret == kOk && (r_.last != 0 || !known()) &&
        ((r_.pbs_stat == kNoFeasible &&
          ((r_.wrong & kPrimalWrong) != 0 || far_from_feasible())) ||
         (r_.dbs_stat == kNoFeasible && (r_.wrong & kDualWrong) != 0))) {
      r_.best = DBL_MAX;  // what seemed to be optimal was an error
      return finish();
    }
    if (r_.ret == kOk && optimal()) return ask(GPUINV_STEP_JUDGE, kFound);
    compare(DBL_MAX);
  }

  // A point that GLPK's tests accept gives way to another such point only.
  void compare(double error) {
    const bool more_exact = !best_.exact && error <= r_.tol && is_exact(r_);
    const bool worse =
        !(error < r_.best || more_exact) || (best_.passes && !passes());
    if (worse && known()) {
      if (best_.passes)
        say_(GPUINV_LOG_ALL, "Keeping the solution found before");
      restore();
      return finish();
    }
    r_.best = error;
    best_.passes = passes();
    best_.exact = is_exact(r_);
    const bool last_try = is_exact(r_) || r_.tol_bnd <= kLeastBound;
    if (!known() || (error <= r_.tol && last_try) || r_.round == kRounds)
      return finish();
    r_.wrong = 0;
    if (dual_error() > r_.tol) r_.tol_dj *= 0.1 * r_.tol / dual_error();
    tighten_bounds();
    next_round();
  }

  void finish() {
    best_ = {{}, {}, {}, best_.passes};
    if (known()) return ask(GPUINV_STEP_STORE, kStored);
    if (r_.first == kFail && r_.ret != kOk) r_.ret = kFail;
    stored();
  }

  // The caller judges a solution once more if it is not good enough, or if the
  // last errors are those of another one.
  void stored() {
    if (!optimal()) return done();
    const bool late = r_.ret == kIterations || r_.ret == kTime;
    if (r_.limit == 0 && (best_.passes || !late)) r_.ret = kOk;
    const bool again = r_.last != 0 && (r_.best > r_.tol || !passes());
    return again ? ask(GPUINV_STEP_JUDGE, kEnd) : done();
  }

  gpuinv_review& r_;
  ReviewedPoint& best_;
  const Say& say_;
};

}  // namespace

void next_step(gpuinv_review& review, ReviewedPoint& best, const Say& say) {
  Review(review, best, say).next();
}

bool is_plain(const gpuinv_review& r) {
  return r.state == kBegin || (r.state == kJudged && r.kkt.worst <= r.tol &&
                               r.kkt.bad < 2 && is_exact(r));
}

}  // namespace gpuinv
