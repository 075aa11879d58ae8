// judge.cpp (checking results against what is known about the problems)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "judge.hpp"

#include <map>

#include "table.hpp"
#include "text.hpp"

namespace gpuinv::netlib {
namespace {

constexpr double kStockTolerance = 1e-7;

bool has_no_solution(const std::string& status) {
  return status == "infeasible" || status == "dual-infeasible";
}

bool is_final(const std::string& status) {
  return status == "optimal" || status == "unbounded" ||
         has_no_solution(status);
}

bool is_same_end(const std::string& a, const std::string& b) {
  return a == b || (has_no_solution(a) && has_no_solution(b));
}

// What the log should have named for the mode did not run, "" if it did.
// Without any simplex iteration line (the presolver may solve a problem) no
// basis was factorized and nothing is expected.
std::string backend_fault(const Result& r) {
  if (r.mode == "stock" || !r.iterations) return "";
  const std::string wanted = r.mode == "gpu" ? "" : r.mode;
  if (!r.backend.empty() && starts_with(r.backend, wanted)) return "";
  return "not solved on " + (wanted.empty() ? "any back end" : wanted);
}

// status against the expected end, and objective against the reference.
std::string end_fault(const Result& r, const std::string& expected,
                      double tolerance) {
  if (!is_same_end(r.status, expected))
    return r.status + ", expected " + expected;
  if (r.status != "optimal" || !r.reference) return "";
  if (!r.error) return "no objective";
  // Written so that NaN fails.
  if (*r.error <= tolerance) return "";
  return "objective error " + format_number(*r.error, "%.1e") + " above " +
         format_number(tolerance, "%.0e");
}

class Judge {
 public:
  Judge(const std::vector<Result>& results, const Manifest& manifest)
      : manifest_(manifest) {
    for (const Result& r : results)
      if (r.mode == "stock" && is_final(r.status)) stock_[r.name] = r;
  }

  Judged operator()(Result r) const {
    const ManifestEntry* entry =
        r.kind == "-" ? nullptr : manifest_.find(r.name);
    if (r.kind != "-" && !entry)
      return {r, "class " + r.kind + ", but not in the manifest"};
    const auto stock = stock_.find(r.name);
    const bool has_stock = stock != stock_.end() && r.mode != "stock";
    r.reference.reset();
    if (entry)
      r.reference = entry->objective;
    else if (has_stock && stock->second.status == "optimal")
      r.reference = stock->second.objective;
    r.error.reset();
    if (r.reference && r.objective)
      r.error = relative_error(*r.objective, *r.reference);

    std::string fault;
    if (entry)
      fault = end_fault(r, entry->status, entry->tolerance);
    else if (has_stock)
      fault = end_fault(r, stock->second.status, kStockTolerance);
    else if (!is_final(r.status))
      fault = r.status + ", expected an end";
    if (fault.empty()) fault = backend_fault(r);
    return {std::move(r), fault};
  }

 private:
  const Manifest& manifest_;
  std::map<std::string, Result> stock_;  // finished ones, by problem
};

}  // namespace

std::vector<Judged> judge(std::vector<Result> results,
                          const Manifest& manifest) {
  const Judge judge_one(results, manifest);
  std::vector<Judged> judged;
  for (Result& r : results) judged.push_back(judge_one(std::move(r)));
  return judged;
}

}  // namespace gpuinv::netlib
