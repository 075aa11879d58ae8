// exact_tally.cpp (counts right and wrong answers, and judges the counts)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "exact_tally.hpp"

#include <cstdio>

namespace gpuinv::exact {
namespace {

constexpr double kPasses = 1e-6;     // relative error of glp_check_kkt
constexpr int kFewerThanStock = 10;  // times
constexpr double kNoAnswer = 0.003;  // of the LPs, interior point

std::string status_text(const Truth& truth) {
  if (!truth.known) return "unknown";
  if (truth.primal && truth.dual) return "optimal";
  if (truth.primal) return "unbounded";
  return truth.dual ? "infeasible" : "infeasible, dual too";
}

}  // namespace

Tally::Tally(const std::vector<Method>& methods, std::vector<bool> runs,
             bool verbose)
    : methods_(methods),
      runs_(std::move(runs)),
      verbose_(verbose),
      counts_(methods.size()) {}

bool Tally::is_clear(const std::vector<Answer>& answers) const {
  for (std::size_t k = 0; k < methods_.size(); k++)
    if (runs_[k] && is_stock(methods_, k) && !methods_[k].interior &&
        answers[k].verdict == Verdict::kWrong)
      return false;
  return true;
}

void Tally::count(Counts& c, const std::vector<Answer>& answers, std::size_t k,
                  bool clear) const {
  const Verdict verdict = answers[k].verdict;
  const bool stock_right =
      answers[methods_[k].stock].verdict == Verdict::kRight;
  c.lps++;
  c.refused += answers[k].optimal && !(answers[k].kkt <= kPasses);
  if (verdict == Verdict::kWrong) {
    c.wrong++;
    c.wrong_alone += stock_right;
    c.wrong_clear += clear;
    c.wrong_claims += !answers[k].optimal;
    c.wrong_passes += answers[k].optimal && answers[k].kkt <= kPasses;
  } else if (verdict == Verdict::kNone) {
    c.no_answer++;
    c.lost += stock_right;
  }
}

bool Tally::add(unsigned seed, bool scaled, const Truth& truth,
                const std::vector<Answer>& answers) {
  bool wrong = false;
  statuses_[status_text(truth)].lps++;
  if (!truth.known) {
    std::printf("GPUINV_SEED=%u: glp_exact has no answer\n", seed);
    unknown_++;
    return true;
  }
  const bool clear = is_clear(answers);
  for (std::size_t k = 0; k < methods_.size(); k++) {
    if (!runs_[k]) continue;
    count(counts_[k][scaled], answers, k, clear);
    if (verbose_ && answers[k].verdict == Verdict::kNone)
      std::printf("GPUINV_SEED=%u %s: %s has no answer: %s\n", seed,
                  scaled ? "scaled" : "integers", methods_[k].name.c_str(),
                  answers[k].text.c_str());
    if (answers[k].verdict != Verdict::kWrong) continue;
    const bool stock = is_stock(methods_, k);
    wrong = wrong || !stock;
    if (verbose_ || !stock)
      std::printf("GPUINV_SEED=%u %s: %s %s, KKT %.0e; it is %s, %.9g%s\n",
                  seed, scaled ? "scaled" : "integers",
                  methods_[k].name.c_str(), answers[k].text.c_str(),
                  answers[k].kkt, status_text(truth).c_str(),
                  truth.primal && truth.dual ? truth.optimum : 0.0,
                  answers[methods_[k].stock].verdict == Verdict::kRight
                      ? "; stock is right"
                      : "");
  }
  return wrong;
}

// Returns what is not as wanted in the answers of a method, or "".
std::string Tally::complaint(std::size_t k) const {
  const auto& [integers, scaled] = counts_[k];
  const auto& [stock_integers, stock_scaled] = counts_[methods_[k].stock];
  std::string text;
  if (integers.refused + scaled.refused > 0)
    text += "; optima that glp_check_kkt refuses";
  if (methods_[k].interior) {
    const int none = integers.no_answer + scaled.no_answer;
    if (integers.wrong + scaled.wrong > 0) text += "; wrong answers";
    if (none > kNoAnswer * (integers.lps + scaled.lps))
      text += "; too many without an answer";
    return text;
  }
  if (integers.wrong > 0) text += "; wrong on integers";
  if (methods_[k].gpu != GLP_GPU_OFF && integers.lost + scaled.lost > 0)
    text += "; without an answer where stock has the right one";
  if (integers.wrong_alone + scaled.wrong_alone > 0)
    text += "; wrong where stock is right";
  if (kFewerThanStock * scaled.wrong > stock_scaled.wrong)
    text += "; more than a tenth of stock's wrong answers";
  return text;
}

bool Tally::report() const {
  bool good = unknown_ == 0;
  for (const auto& [status, counts] : statuses_)
    std::printf("%d %s\n", counts.lps, status.c_str());
  std::printf(
      "alone: wrong where stock's same method is right; clear: wrong where\n"
      "no simplex method of stock is wrong; claims: wrongly infeasible or\n"
      "unbounded; passes: wrong optimum with errors of glp_check_kkt up to\n"
      "1e-6; refused: optima, right or wrong, with larger errors; none: no\n"
      "answer; lost: none where stock's same method is right\n");
  std::printf("%-20s %-8s %6s %6s %6s %6s %6s %6s %7s %6s %6s\n", "method",
              "kind", "LPs", "wrong", "alone", "clear", "claims", "passes",
              "refused", "none", "lost");
  for (std::size_t k = 0; k < methods_.size(); k++)
    for (int scaled = 0; scaled < 2; scaled++) {
      const Counts& c = counts_[k][scaled];
      if (c.lps == 0) continue;
      std::printf("%-20s %-8s %6d %6d %6d %6d %6d %6d %7d %6d %6d\n",
                  methods_[k].name.c_str(), scaled ? "scaled" : "integers",
                  c.lps, c.wrong, c.wrong_alone, c.wrong_clear, c.wrong_claims,
                  c.wrong_passes, c.refused, c.no_answer, c.lost);
    }
  for (std::size_t k = 0; k < methods_.size(); k++) {
    const std::string text =
        runs_[k] && !is_stock(methods_, k) ? complaint(k) : "";
    if (text.empty()) continue;
    good = false;
    std::printf("FAIL: %s: %s\n", methods_[k].name.c_str(), text.c_str() + 2);
  }
  return good;
}

}  // namespace gpuinv::exact
