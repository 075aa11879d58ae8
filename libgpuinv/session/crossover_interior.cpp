// crossover_interior.cpp (interior point method before a crossover)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/session/crossover_interior.hpp"

#include <new>
#include <utility>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/crossover/runner.hpp"
#include "libgpuinv/host/make_host_normal.hpp"
#include "libgpuinv/interior/interior_method.hpp"
#include "libgpuinv/session/relay.hpp"

namespace gpuinv {
namespace {

// After a device has failed, the veto is not asked again: its estimate already
// included the host's seconds.
std::unique_ptr<InteriorSolver> on_host(const InteriorSite& site, bool ask,
                                        InteriorLp lp,
                                        const InteriorControl& control) {
  const std::size_t memory = site.options.most_bytes(true);
  const MethodFactory method = [site, ask, memory](const BoundedForm& form,
                                                   const Norms& norms) {
    const NormalMachine machine = host_machine(memory);
    const Side side =
        choose_side(form, norms, machine, std::nullopt, Ordering::kBest,
                    [&site](const NormalShape&) { return site.other_seconds; });
    const NormalShape& shape = side.analysis.shape;
    const auto least = normal_alternatives(shape, machine).front();
    if (ask && site.veto)
      site.veto(least.nnz_l,
                run_seconds(least, shape, machine, machine::kIterationsBefore));
    std::string line;
    auto made = make_host_method(side, std::nullopt, &line, memory, site.times);
    site.say(GPUINV_LOG_ALL, line);
    return made;
  };
  return create_interior(std::move(lp), control, method);
}

void tell_step(const InteriorSite& site, bool more) {
  PhaseTimes& times = *site.times;
  const std::string news = std::exchange(times.news, "");
  if (!news.empty()) site.say(GPUINV_LOG_INFO, news);
  if (more) return;
  site.say(GPUINV_LOG_ALL, times.text());
  if (!times.remark.empty()) site.say(GPUINV_LOG_ALL, times.remark);
}

class Places {
 public:
  Places(const InteriorSite& site, const InteriorControl& control)
      : site_(site), control_(control), cuda_(site.options, site.times) {
    cuda_.given.normal.reset();  // always those that cost least
    cuda_.other_seconds = site.other_seconds;
    cuda_.only = site.gpu != nullptr && site.options.asks_for_device();
    if (cuda_.only) site.gpu->devices_with(cuda_.device());
  }

  // Keeps a copy of the problem for the host, because a device may fail to
  // begin.
  std::unique_ptr<InteriorSolver> make(InteriorLp lp) {
    InteriorLp kept = lp;
    const auto place = std::make_shared<InteriorPlace>();
    std::string why;
    try {
      auto solver = create_auto_interior(
          *site_.gpu, cuda_, Gpu::started(cuda_.device()), Ordering::kBest,
          std::move(lp), control_, place, site_.veto);
      if (!place->device && !site_.falls_back)
        throw Error(GPUINV_CANNOT, "the host seems faster");
      tell_place(*place);
      return relay(std::move(solver), place->device);
    } catch (const Error& e) {
      if (!place->device || !site_.falls_back) throw;
      tell_failure(e.what(), e.status() != GPUINV_CANNOT);
    } catch (const std::bad_alloc&) {
      if (!place->device || !site_.falls_back) throw;
      tell_failure("out of host memory", false);
    }
    return relay(on_host(site_, false, std::move(kept), control_), false);
  }

  // Reports news at once, and the times at the end.  If the method began on a
  // device, the host may take over.
  std::unique_ptr<InteriorSolver> relay(std::unique_ptr<InteriorSolver> solver,
                                        bool device) const {
    MakeInterior successor;
    if (device)
      successor = [site = site_](InteriorLp lp,
                                 const InteriorControl& control) {
        return on_host(site, false, std::move(lp), control);
      };
    const auto tell = [site = site_](const std::string& why, bool failed) {
      if (failed) *site.lost = true;
      site.say(GPUINV_LOG_INFO, why + "; going on with the host back end");
    };
    return std::make_unique<Relay>(
        std::move(solver), control_, is_near, successor, tell,
        [site = site_](bool more) { tell_step(site, more); });
  }

 private:
  void tell_place(const InteriorPlace& place) const {
    if (place.device)
      site_.say(GPUINV_LOG_INFO,
                "interior point on cuda device " +
                    std::to_string(cuda_.device()) + " (" +
                    site_.gpu->info(cuda_.device(), false).name + ")");
    if (!cuda_.line->empty()) site_.say(GPUINV_LOG_ALL, *cuda_.line);
    if (!place.estimate.empty()) site_.say(GPUINV_LOG_ALL, place.estimate);
  }

  // A missing device is worth a message only if the user asked for one.
  void tell_failure(const std::string& why, bool failed) const {
    if (failed) *site_.lost = true;
    site_.say(failed || cuda_.only ? GPUINV_LOG_INFO : GPUINV_LOG_DEBUG,
              why + "; going on with the host back end");
  }

  const InteriorSite& site_;
  const InteriorControl& control_;
  CudaInteriorOptions cuda_;
};

}  // namespace

std::unique_ptr<InteriorSolver> create_crossover_interior(
    const InteriorSite& site, InteriorLp lp, const InteriorControl& control) {
  InteriorControl enough = control;
  enough.each_row = false;
  Places places(site, enough);
  if (site.gpu != nullptr) return places.make(std::move(lp));
  return places.relay(on_host(site, true, std::move(lp), enough), false);
}

}  // namespace gpuinv
