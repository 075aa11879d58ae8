// form.cpp (which form of the simplex engine suits a problem)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/simplex/form.hpp"

#include <cmath>
#include <cstdio>

#include "libgpuinv/simplex/crossover_choice.hpp"
#include "libgpuinv/simplex/sparse_choice.hpp"

namespace gpuinv {

namespace {

double tableau_elements(const Size& size) {
  return static_cast<double>(size.m) * (size.n - size.m - size.idle);
}

double inverse_elements(const Size& size) {
  return static_cast<double>(size.m) * size.m;
}

double fold_share(double elements, double bandwidth) {
  return 16.0 * elements / machine::kFoldEvery / bandwidth;
}

double exchange_seconds(int cards) {
  return cards > 1 ? machine::kCardsExchange : 0.0;
}

FormChoice sparse_choice(const Size& size) {
  char text[80];
  std::snprintf(text, sizeof text,
                "%d defects of the start, by estimate %.2g s",
                size.defects.count, sparse_seconds(size));
  return {Form::kSparse, text, Form::kNone,
          machine::kSparsePatience * sparse_seconds(size)};
}

FormChoice choose_on_host(const Size& size, const SearchState& search) {
  const bool dense = is_dense(size);
  const bool network = size.defects.network && search.made == 0;
  if (dense ? simplex_seconds(size, 0.0, search) < machine::kShortSolve
            : !crossover_may_pay(size, search)) {
    if (network && simplex_seconds(size) >= machine::kShortSolve)
      return {Form::kSparse, "a network"};
    return {Form::kNone, "problems of this size are done as fast without"};
  }
  if (has_few_defects(size) && search.made == 0) return sparse_choice(size);
  if (!dense)
    return {Form::kCrossover, "sparse", network ? Form::kSparse : Form::kNone};
  if (crossover_may_pay(size, search))
    return {Form::kCrossover, "far from square"};
  if (8.0 * tableau_elements(size) > kTableauBytes)
    return {Form::kNone, "too large"};
  return {Form::kTableau, "dense"};
}

FormChoice choose_on_device(const Size& size, int cards, double bandwidth,
                            const SearchState& search) {
  FormChoice engine = choose_engine(size, cards, bandwidth);
  if (engine.form == Form::kNone) return choose_on_host(size, search);
  const double pivot = pivot_seconds(engine.form, size, cards, bandwidth);
  if (engine.form == Form::kInverse && has_few_defects(size) &&
      sparse_pivot_seconds(size) < machine::kSparseGain * pivot)
    return sparse_choice(size);
  const Turns turns = device_turns(size, pivot, engine.form == Form::kTableau);
  if (turns.crossover_first)
    return {Form::kCrossover, turns.reason, engine.form};
  if (turns.budget < HUGE_VAL) {
    engine.other = Form::kCrossover;
    engine.budget = turns.budget;
  }
  return engine;
}

}  // namespace

std::string microseconds(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f us", 1e6 * seconds);
  return text;
}

FormChoice choose_engine(const Size& size, int cards, double bandwidth) {
  const auto fits = [cards](double elements, double alone) {
    return 8.0 * elements <= (cards > 1 ? cards * kNamedCardBytes : alone);
  };
  const bool tableau = fits(tableau_elements(size), kTableauBytes);
  const bool inverse = fits(inverse_elements(size), kInverseBytes);
  const double t = tableau_seconds(size, cards, bandwidth),
               w = inverse_seconds(size, cards, bandwidth);
  if (tableau && (t <= w || !inverse))
    return {Form::kTableau, "a pivot takes some " + microseconds(t) +
                                ", in inverse form " + microseconds(w)};
  if (inverse)
    return {Form::kInverse,
            "a pivot takes some " + microseconds(w) +
                (tableau ? ", in tableau form " + microseconds(t)
                         : std::string(", the tableau is too large"))};
  return {Form::kNone, "too large"};
}

double tableau_seconds(const Size& size, int cards, double bandwidth) {
  return machine::kTableauPivot + exchange_seconds(cards) +
         fold_share(tableau_elements(size), bandwidth) / cards;
}

double inverse_seconds(const Size& size, int cards, double bandwidth) {
  return machine::kInversePivot + exchange_seconds(cards) +
         fold_share(inverse_elements(size), bandwidth) / cards +
         machine::kEngineElement * static_cast<double>(size.nnz) +
         machine::kEngineColumn * (size.n - size.m) +
         machine::kEngineRow * size.m;
}

double pivot_seconds(Form form, const Size& size, int cards, double bandwidth) {
  return form == Form::kTableau ? tableau_seconds(size, cards, bandwidth)
                                : inverse_seconds(size, cards, bandwidth);
}

FormChoice choose_form(Form asked, const Size& size, bool on_device, int cards,
                       double bandwidth, const SearchState& search) {
  if (asked != Form::kAny) return {asked, "asked for"};
  return on_device ? choose_on_device(size, cards, bandwidth, search)
                   : choose_on_host(size, search);
}

}  // namespace gpuinv
