// choose_normal.cpp (choice of the normal equations' factorization)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "libgpuinv/interior/choose_normal.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "libgpuinv/base/error.hpp"
#include "libgpuinv/interior/dense_columns.hpp"
#include "libgpuinv/sparse/normal_pattern.hpp"

namespace gpuinv {
namespace {

constexpr double kSolves = 6;   // solves per iteration
constexpr double kDense = 0.5;  // density of S above which L is dense

// kElsewhere: share of a run elsewhere that the analysis may take.  An ordering
// by METIS takes four times as long as kOrderingElement says, and its result
// may not be needed. kSaved: share of the time saved by a factor without fill
// that counts, because there will be fill.
// kBestOrder: how many times as fast as with a minimum degree order a run may
// be with the best order.
constexpr double kElsewhere = 0.1, kSaved = 0.5, kBestOrder = 4.0;

double seconds_of(const Elsewhere& elsewhere, const NormalShape& shape) {
  return elsewhere ? elsewhere(shape) : HUGE_VAL;
}

double triangle(double m) { return m * (m + 1) / 2; }

double solves(double nnz_l, const NormalMachine& machine) {
  return kSolves * 16 * nnz_l / machine.bandwidth;
}

NormalAlternative dense(const NormalShape& s, const NormalMachine& machine) {
  const double m = s.rows;
  const double flops = m * (m + 1) * (2 * m + 1) / 6;
  const double assembly = std::min(s.sums / machine.sum_rate,
                                   m * m * s.columns / machine.dense_rate);
  return {NormalKind::kDense, triangle(m), flops, 8 * m * m,
          assembly + flops / machine.dense_rate + m * machine.row_latency +
              solves(triangle(m), machine)};
}

NormalAlternative packed(const NormalShape& s, const NormalMachine& machine) {
  NormalAlternative all = dense(s, machine);
  all.kind = NormalKind::kPacked;
  all.bytes = 8 * triangle(s.rows);
  all.seconds *= machine::kPackedTime;
  return all;
}

NormalAlternative sparse(const NormalShape& s, const NormalMachine& machine) {
  return {NormalKind::kSparse, s.nnz_l, s.flops,
          10 * s.nnz_l + 16 * s.nnz_s + 24 * s.nnz_a,
          machine.latency + s.kept_sums / machine.sum_rate +
              s.flops / machine.sparse_rate + s.nnz_l / machine.entry_rate +
              solves(s.nnz_l, machine)};
}

// The smallest possible sparse factor: the entries of S alone, in columns of
// equal length.
NormalAlternative without_fill(NormalShape s, const NormalMachine& machine) {
  s.nnz_l = s.nnz_s;
  s.flops = s.nnz_s * s.nnz_s / s.rows;
  return sparse(s, machine);
}

const char* text(NormalKind kind) {
  switch (kind) {
    case NormalKind::kSparse:
      return "sparse";
    case NormalKind::kDense:
      return "dense";
    default:
      return "packed";
  }
}

std::string line(const NormalShape& s, const NormalMachine& machine,
                 NormalKind kind, const std::vector<NormalAlternative>& all) {
  char part[160];
  std::snprintf(part, sizeof part,
                "normal equations: %s on the %s; %sm = %.0f, nnz(A) = %.0f, "
                "nnz(S) %s %.0f",
                text(kind), machine.name, s.dual ? "dual form, " : "", s.rows,
                s.nnz_a, s.analyzed ? "=" : "about", s.nnz_s);
  std::string line = part;
  for (const NormalAlternative& each : all) {
    std::snprintf(part, sizeof part, "; %s: nnz(L) = %.0f, %.3g Gflop, %.3g MB",
                  text(each.kind), each.nnz_l, each.flops / 1e9,
                  each.bytes / 1e6);
    line += part;
  }
  if (s.apart > 0) {
    std::snprintf(part, sizeof part, "; dense columns apart: %d", s.apart);
    line += part;
  }
  return line;
}

std::string too_large(double bytes, const NormalMachine& machine) {
  char text[100];
  std::snprintf(text, sizeof text, "%.0f MB needed, %.0f MB there for ",
                1e-6 * bytes, 1e-6 * machine.memory);
  return text;
}

}  // namespace

std::vector<NormalAlternative> normal_alternatives(
    const NormalShape& shape, const NormalMachine& machine) {
  std::vector<NormalAlternative> all;
  if (machine.sparse && shape.analyzed) all.push_back(sparse(shape, machine));
  all.push_back(dense(shape, machine));
  if (machine.packed) all.push_back(packed(shape, machine));
  const auto rank = [&](const NormalAlternative& x) {
    return std::make_pair(x.bytes > machine.memory, x.seconds);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const NormalAlternative& x, const NormalAlternative& y) {
                     return rank(x) < rank(y);
                   });
  return all;
}

NormalChoice choose_normal(const NormalShape& shape,
                           const NormalMachine& machine,
                           std::optional<NormalKind> wanted) {
  const std::vector<NormalAlternative> all =
      normal_alternatives(shape, machine);
  const auto choice =
      std::find_if(all.begin(), all.end(), [&](const NormalAlternative& each) {
        return !wanted || each.kind == *wanted;
      });
  if (choice == all.end())
    throw Error(GPUINV_CANNOT, std::string("no ") + text(*wanted) +
                                   " normal equations on the " + machine.name);
  const std::string log = line(shape, machine, choice->kind, all);
  if (choice->bytes > machine.memory)
    throw Error(GPUINV_CANNOT, too_large(choice->bytes, machine) + log);
  return {choice->kind, log};
}

double run_seconds(const NormalAlternative& each, const NormalShape& shape,
                   const NormalMachine& machine, double iterations) {
  const double order =
      each.kind == NormalKind::kSparse ? machine.order * shape.nnz_s : 0.0;
  return order + iterations * (each.seconds + machine.iteration +
                               machine.entry * shape.nnz_a +
                               machine.column * shape.columns);
}

double least_seconds(const NormalShape& shape, const NormalMachine& machine) {
  const double factor = std::min(dense(shape, machine).seconds,
                                 without_fill(shape, machine).seconds);
  return run_seconds({NormalKind::kDense, 0.0, 0.0, 0.0, factor}, shape,
                     machine);
}

CardChoice cards_for_factor(NormalKind kind, double rows, double dense_rate,
                            int most) {
  if (most == 1) return {1, "there are no others"};
  if (kind != NormalKind::kDense)
    return {1, "only a full dense factor is shared"};
  const auto seconds = [&](int cards) {
    const double alone = rows * rows * rows / 3.0 / dense_rate / cards;
    if (cards == 1) return machine::kIterations * alone;
    return machine::kIterations * (alone + machine::kCardsColumn * rows) +
           machine::kCardStart;
  };
  int best = 1;
  for (int cards = 2; cards <= most; cards++)
    if (seconds(cards) < (1.0 - kWorthSaving) * seconds(best)) best = cards;
  char text[100];
  std::snprintf(text, sizeof text, "%.2g s by estimate, %.2g s with %s",
                seconds(best), seconds(best == 1 ? 2 : 1),
                best == 1 ? "two" : "one");
  return {best, text};
}

bool analysis_pays(const NormalShape& shape, const NormalMachine& machine,
                   double elsewhere) {
  if (!machine.sparse || shape.nnz_s > kDense * triangle(shape.rows))
    return false;
  const NormalAlternative other = dense(shape, machine);
  const double seconds =
      other.bytes <= machine.memory ? other.seconds : HUGE_VAL;
  const double saved =
      machine::kIterations * (seconds - without_fill(shape, machine).seconds);
  return machine::kOrderingElement * shape.nnz_s <
         std::min(kSaved * saved, kElsewhere * elsewhere);
}

NormalAnalysis::NormalAnalysis(const ColumnMatrix& matrix)
    : a(matrix), apart(dense_columns(a)) {
  if (!apart.empty())
    without = some_columns(a, other_columns(a.columns, apart));
  shape.rows = a.rows;
  shape.columns = a.columns;
  shape.nnz_a = a.start[a.columns];
  shape.nnz_s = sampled_nnz(rest());
  shape.sums = assembly_flops(a);
  shape.kept_sums = apart.empty() ? shape.sums : assembly_flops(rest());
}

void NormalAnalysis::analyze(const NormalMachine& machine,
                             std::optional<NormalKind> wanted,
                             Ordering ordering, const Elsewhere& elsewhere) {
  const bool pays =
      wanted ? *wanted == NormalKind::kSparse
             : analysis_pays(shape, machine, seconds_of(elsewhere, shape));
  if (order || !pays) return;
  const NormalPattern pattern(rest());
  const bool best = ordering == Ordering::kBest;
  order.emplace(pattern, best ? Ordering::kMinimumDegree : ordering);
  shape.nnz_s = static_cast<double>(pattern.row.size());
  take_order();
  if (best) improve(machine, elsewhere);
}

void NormalAnalysis::improve(const NormalMachine& machine,
                             const Elsewhere& elsewhere) {
  const NormalAlternative least = normal_alternatives(shape, machine).front();
  if (!order || run_seconds(least, shape, machine) >
                    kBestOrder * seconds_of(elsewhere, shape))
    return;
  order->improve(NormalPattern(rest()));
  take_order();
}

void NormalAnalysis::take_order() {
  const double k = static_cast<double>(apart.size()), m = a.rows;
  shape.analyzed = true;
  shape.apart = static_cast<int>(apart.size());
  shape.nnz_l = order->nnz_l + 3 * k * m;
  shape.flops = order->flops + 2 * k * order->nnz_l + 3 * k * k * m;
}

}  // namespace gpuinv
