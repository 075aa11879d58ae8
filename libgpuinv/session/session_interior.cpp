// session_interior.cpp (interior point methods of a session)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <new>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/interior/interior_solver.hpp"
#include "libgpuinv/session/auto_interior.hpp"
#include "libgpuinv/session/session.hpp"

using gpuinv::Backend;
using gpuinv::CudaInteriorOptions;
using gpuinv::Error;
using gpuinv::InteriorSolver;
using gpuinv::Options;
using gpuinv::Ordering;
using gpuinv::PhaseTimes;

namespace {

// Returns the ordering for glp_iptcp's ord_alg.  GLPK's default lets the
// library choose; its other minimum degree orderings ask for one of that kind.
Ordering ordering_of(int ord_alg) {
  constexpr int kNone = 0, kAmd = 2;  // GLP_ORD_...
  if (ord_alg == kNone) return Ordering::kNatural;
  return ord_alg == kAmd ? Ordering::kBest : Ordering::kMinimumDegree;
}

// A lack of host memory for a device's method does not exclude a smaller method
// on the host.  An Error lets the caller go on with that.
template <class Make>
auto with_memory_errors(Make&& make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
    throw Error(GPUINV_NOMEM, "interior point: out of memory");
  }
}

}  // namespace

std::unique_ptr<InteriorSolver> gpuinv_session::interior_on_host(
    const Options& options, int ord_alg,
    const std::shared_ptr<PhaseTimes>& times, gpuinv::InteriorLp lp,
    const gpuinv::InteriorControl& control) {
  // the search for certificates creates more normal equations
  const auto line = std::make_shared<std::string>();
  const gpuinv::MethodFactory method =
      [line, times, wanted = options.normal, ordering = ordering_of(ord_alg),
       memory = options.most_bytes(true)](const gpuinv::BoundedForm& form,
                                          const gpuinv::Norms& norms) {
        const gpuinv::Side side = choose_side(
            form, norms, gpuinv::host_machine(memory), wanted, ordering);
        return make_host_method(side, wanted, line.get(), memory, times);
      };
  auto solver = gpuinv::create_interior(std::move(lp), control, method);
  say_place(-1, *line);
  return solver;
}

// device: -1 stands for the host.
void gpuinv_session::say_place(int device, const std::string& line) {
  say(GPUINV_LOG_INFO, device < 0 ? "interior point on host (LAPACK, CHOLMOD)"
                                  : "interior point on cuda device " +
                                        std::to_string(device) + " (" +
                                        gpu_.info(device, false).name + ")");
  if (!line.empty()) say(GPUINV_LOG_ALL, line);
}

// Creates the method on the device that was asked for, else where it takes
// least time, or on the host if the device fails.  A device that was asked for
// and does not exist is never silently replaced; that another one is missing is
// worth a message for debugging only.  *device is set to whether the method is
// on a device.
std::unique_ptr<InteriorSolver> gpuinv_session::create_solver(
    const Options& options, const gpuinv_interior_lp& lp,
    const gpuinv_iptcp& parm, const gpuinv::InteriorControl& control,
    const std::shared_ptr<PhaseTimes>& times, bool* device) {
  const CudaInteriorOptions cuda(options, times);
  const bool asked = options.asks_for_device();
  const auto place = std::make_shared<gpuinv::InteriorPlace>();
  if (options.backend != Backend::kHost) try {
      auto solver = with_memory_errors([&] {
        if (asked)
          return gpuinv::create_cuda_interior(gpu_, cuda, gpuinv::copy_lp(lp),
                                              control);
        return gpuinv::create_auto_interior(
            gpu_, cuda, gpuinv::Gpu::started(cuda.device()),
            ordering_of(parm.ord_alg), gpuinv::copy_lp(lp), control, place);
      });
      *device = asked || place->device;
      say_place(*device ? cuda.device() : -1, *cuda.line);
      if (!place->estimate.empty()) say(GPUINV_LOG_ALL, place->estimate);
      return solver;
    } catch (const Error& e) {
      const bool failed =
          e.status() == GPUINV_DEVICE || e.status() == GPUINV_NOMEM;
      if (asked ? !failed : !place->device) throw;
      if (e.status() == GPUINV_CANNOT)
        say(gpuinv::Gpu::level_of_absence(), e.what());
      else
        say(GPUINV_LOG_INFO,
            std::string(e.what()) + "; going on with the host back end");
    }
  *device = false;
  return interior_on_host(options, parm.ord_alg, times, gpuinv::copy_lp(lp),
                          control);
}

gpuinv_interior* gpuinv_session::add_interior(const gpuinv_interior_lp& lp,
                                              const gpuinv_iptcp& parm) {
  auto interior = std::make_unique<gpuinv_interior>(this, *this, lp,
                                                    gpuinv::copy_control(parm));
  interior->elements = static_cast<std::size_t>(lp.m) + lp.n;
  const std::lock_guard<std::mutex> guard(registry_lock_);
  spent_interiors_.clear();
  interiors_.push_back(std::move(interior));
  return interiors_.back().get();
}

void gpuinv_session::set_up_interior(gpuinv_interior& interior,
                                     const char* text,
                                     const gpuinv_interior_lp& lp,
                                     const gpuinv_iptcp& parm) {
  const auto times = std::make_shared<PhaseTimes>();
  const Options options = gpuinv::options_here(text);
  bool device = false;
  auto solver =
      create_solver(options, lp, parm, interior.control(), times, &device);
  const std::string presolved = solver->description();
  gpuinv::MakeInterior host;
  if (device)
    host = [this, options, times, ord_alg = parm.ord_alg](
               gpuinv::InteriorLp problem,
               const gpuinv::InteriorControl& control) {
      return interior_on_host(options, ord_alg, times, std::move(problem),
                              control);
    };
  interior.begin(std::move(solver), times, std::move(host));
  if (!presolved.empty()) say(GPUINV_LOG_ALL, presolved);
  interior.say_iteration();
}

void gpuinv_session::delete_interior(gpuinv_interior* interior) {
  const std::lock_guard<std::mutex> guard(registry_lock_);
  const auto found =
      std::find_if(interiors_.begin(), interiors_.end(),
                   [interior](const auto& e) { return e.get() == interior; });
  if (found == interiors_.end()) return;
  interior->end_for_good();
  spent_interiors_.splice(spent_interiors_.end(), interiors_, found);
}
