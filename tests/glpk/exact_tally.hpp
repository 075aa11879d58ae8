// exact_tally.hpp (counts right and wrong answers, and judges the counts)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "exact_judge.hpp"

namespace gpuinv::exact {

inline bool is_stock(const std::vector<Method>& methods, std::size_t k) {
  return methods[k].stock == static_cast<int>(k);
}

class Tally {
 public:
  // runs: which of the methods are run; verbose: also prints wrong answers of
  // stock.
  Tally(const std::vector<Method>& methods, std::vector<bool> runs,
        bool verbose);

  bool runs(std::size_t method) const { return runs_[method]; }

  // Counts the answers to one LP and prints wrong ones.  Returns whether one of
  // a method other than stock's is wrong.
  bool add(unsigned seed, bool scaled, const Truth& truth,
           const std::vector<Answer>& answers);

  // Prints the table and what is not as wanted; returns whether all is:
  // * on integers no wrong answer;
  // * on scaled LPs at most a tenth of those of stock's same method;
  // * none where stock's same method is right;
  // * of the interior point none at all, and at most three LPs in a
  //   thousand without an answer.
  bool report() const;

 private:
  struct Counts {
    int lps = 0;
    int wrong = 0;
    int wrong_alone = 0;   // where stock's same method is right
    int wrong_clear = 0;   // where no simplex method of stock is wrong
    int wrong_claims = 0;  // of no primal or no dual solution
    int wrong_passes = 0;  // optima that glp_check_kkt accepts
    int refused = 0;       // optima that glp_check_kkt refuses
    int no_answer = 0;
    int lost = 0;  // no answer where stock's same method is right
  };
  using Pair = std::array<Counts, 2>;  // integers, scaled

  bool is_clear(const std::vector<Answer>& answers) const;
  void count(Counts& c, const std::vector<Answer>& answers, std::size_t k,
             bool clear) const;
  std::string complaint(std::size_t k) const;

  const std::vector<Method>& methods_;
  const std::vector<bool> runs_;
  const bool verbose_;
  std::vector<Pair> counts_;
  std::map<std::string, Counts> statuses_;
  int unknown_ = 0;
};

}  // namespace gpuinv::exact
