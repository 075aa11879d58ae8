// test_choose_solve.cpp (choice of a solve, packing, levels; no device)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <check.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <vector>

#include "kernels/layout.hpp"
#include "libgpuinv/device/choose_solve.hpp"
#include "libgpuinv/device/pack_columns.hpp"
#include "libgpuinv/device/row_levels.hpp"
#include "libgpuinv/sparse/dense_column.hpp"

namespace {

using namespace gpuinv::device;
using gpuinv::HostColumn;
using gpuinv::HostColumns;
namespace kernels = gpuinv::kernels;

START_TEST(sectors_are_counted_once) {
  const int near[] = {0, 1, 2, 3};
  const int apart[] = {3, 4, 11, 12};
  ck_assert_uint_eq(count_sectors(0, nullptr), 0);
  ck_assert_uint_eq(count_sectors(4, near), 1);
  ck_assert_uint_eq(count_sectors(4, apart), 4);
}
END_TEST

START_TEST(ftran_takes_the_fewer_bytes) {
  const int spread[] = {0, 4, 8, 12};
  const int dense_run[] = {0, 1, 2, 3};
  ck_assert(choose_ftran(17, 0, nullptr) == SolvePath::kZero);
  // four sectors of 32 bytes compared to 8 m bytes per row: equal at m = 16
  ck_assert(choose_ftran(17, 4, spread) == SolvePath::kSparse);
  ck_assert(choose_ftran(16, 4, spread) == SolvePath::kDense);
  // neighbours share a sector
  ck_assert(choose_ftran(5, 4, dense_run) == SolvePath::kSparse);
  // a dense vector has no indices
  ck_assert(choose_ftran(4, 4, nullptr) == SolvePath::kDense);
  ck_assert(choose_ftran(1, 1, nullptr) == SolvePath::kDense);
}
END_TEST

START_TEST(btran_takes_rows_while_they_are_fewer) {
  ck_assert(choose_btran(10, 0) == SolvePath::kZero);
  ck_assert(choose_btran(10, 1) == SolvePath::kRow);
  ck_assert(choose_btran(10, 2) == SolvePath::kSparse);
  ck_assert(choose_btran(10, 9) == SolvePath::kSparse);
  ck_assert(choose_btran(10, 10) == SolvePath::kDense);
  ck_assert(choose_btran(1, 1) == SolvePath::kDense);
}
END_TEST

START_TEST(only_large_inverses_wait_with_changes) {
  ck_assert_int_eq(choose_pending(1), 1);
  ck_assert_int_eq(choose_pending(kLeastDeferred - 1), 1);
  ck_assert_int_eq(choose_pending(kLeastDeferred), kDeferred);
  ck_assert_int_eq(choose_pending(60000), kDeferred);
}
END_TEST

START_TEST(layout_pads_up_and_does_not_overflow) {
  ck_assert_uint_eq(kernels::leading_dimension(1), 16);
  ck_assert_uint_eq(kernels::leading_dimension(16), 16);
  ck_assert_uint_eq(kernels::leading_dimension(17), 32);
  ck_assert_uint_eq(kernels::padded_rows(1), 8);
  ck_assert_uint_eq(kernels::padded_rows(8), 8);
  ck_assert_uint_eq(kernels::padded_rows(9), 16);
  // more than 2^31 elements
  ck_assert(kernels::matrix_elements(60000) == std::size_t{3600000000u});
}
END_TEST

// Columns as a piece of a transfer: dense ones in and out of order, short and
// empty ones.
struct Columns {
  Columns(int rows, int columns, int base) : m(rows) {
    for (int c = 0; c < columns; c++) {
      const int kind = c % 5;
      std::vector<int> row(kind == 3 ? m / 2 : kind == 4 ? 0 : m);
      for (std::size_t t = 0; t < row.size(); t++) {
        const int i = static_cast<int>(t);
        row[t] = base + (kind == 1 ? m - 1 - i : (i + (kind == 2)) % m);
      }
      ind.push_back(row);
      val.push_back(std::vector<double>(row.size(), c + 1.0));
      for (std::size_t t = 0; t < row.size(); t++) val[c][t] += 1e-4 * row[t];
    }
    for (int c = 0; c < columns; c++)
      column.push_back({ind[c].size(), ind[c].data(), val[c].data()});
    all = {m, columns, base, column.data()};
  }
  Piece piece(int first, int last) const {
    Piece piece{first, last, 0};
    for (int c = first; c < last; c++) piece.nnz += column[c].nnz;
    return piece;
  }

  int m;
  std::vector<std::vector<int>> ind;
  std::vector<std::vector<double>> val;
  std::vector<HostColumn> column;
  HostColumns all;
};

// Counts entries of a packed piece that differ from the columns, read as the
// kernel reads them.
long differences(const Columns& from, const Piece& piece, const char* packed) {
  const std::size_t n = piece.last - piece.first;
  const PieceLayout at(n, piece.nnz);
  const auto* ptr = reinterpret_cast<const std::size_t*>(packed);
  const auto* val = reinterpret_cast<const double*>(packed + at.val);
  const auto* rows = reinterpret_cast<const gpuinv::Rows*>(packed + at.rows);
  const auto* ind = reinterpret_cast<const int*>(packed + at.ind);
  long wrong = ptr[0] != 0;
  for (std::size_t c = 0; c < n; c++) {
    const HostColumn& column = from.column[piece.first + c];
    wrong += ptr[c + 1] - ptr[c] != column.nnz;
    for (std::size_t t = 0; t < column.nnz; t++) {
      const int place = static_cast<int>(t);
      const int row = rows[c] == gpuinv::Rows::kListed ? ind[ptr[c] + t]
                      : rows[c] == gpuinv::Rows::kAscending
                          ? place
                          : from.m - 1 - place;
      wrong += row != column.ind[t] - from.all.base;
      wrong += val[ptr[c] + t] != column.val[t];
    }
  }
  return wrong;
}

START_TEST(pieces_hold_their_columns) {
  for (int base : {0, 1}) {
    for (int m : {1, 2, 7, 1200}) {  // the last one: several threads
      const Columns columns(m, 1500, base);
      const Piece piece = columns.piece(3, 1499);
      const PieceLayout layout(1496, piece.nnz);
      std::vector<char> packed(layout.end);
      std::size_t bytes = 0;
      ck_assert_int_eq(pack_columns(columns.all, piece, packed.data(), &bytes),
                       1499);
      ck_assert_uint_eq(bytes, layout.end);
      ck_assert_int_eq(differences(columns, piece, packed.data()), 0);
    }
  }
}
END_TEST

START_TEST(dense_pieces_need_no_rows) {
  const Columns columns(100, 10, 1);
  const Piece piece = columns.piece(5, 7);
  const PieceLayout layout(2, piece.nnz);
  std::vector<char> packed(layout.ind);  // no room for indices
  std::size_t bytes = 0;
  ck_assert_int_eq(pack_columns(columns.all, piece, packed.data(), &bytes), 7);
  ck_assert_uint_eq(bytes, layout.ind);
  ck_assert_int_eq(differences(columns, piece, packed.data()), 0);
}
END_TEST

START_TEST(rows_out_of_range_are_found) {
  Columns columns(1200, 1500, 1);
  const Piece piece = columns.piece(0, 1500);
  std::vector<char> packed(PieceLayout(1500, piece.nnz).end);
  std::size_t bytes = 0;
  for (int bad : {1202, 1201, 1200, 7, 3}) {  // all kinds, the first counts
    columns.ind[bad].back() = bad % 2 ? 0 : 1201;
    ck_assert_int_eq(pack_columns(columns.all, piece, packed.data(), &bytes),
                     bad);
  }
}
END_TEST

// A lower triangle: column j has row j and up to `most` rows of the next
// `near`.
struct Triangle {
  Triangle(int m, int most, int near, std::mt19937& rng) : ind(m), val(m) {
    for (int j = 0; j < m; j++) {
      ind[j] = {j};
      for (int t = 0; t < most; t++) {
        const int i = j + 1 + static_cast<int>(rng() % near);
        if (i < m && std::count(ind[j].begin(), ind[j].end(), i) == 0)
          ind[j].push_back(i);
      }
      val[j].assign(ind[j].size(), 1.0);
      columns.push_back({ind[j].size(), ind[j].data(), val[j].data()});
    }
  }
  std::vector<std::vector<int>> ind;
  std::vector<std::vector<double>> val;
  std::vector<HostColumn> columns;
};

// Returns when each place is done; those of a parallel run are done at one
// time.
std::vector<int> times(const std::vector<LevelRun>& runs,
                       const std::vector<int>& place) {
  std::vector<int> time(place.size(), -1);
  int now = 0;
  for (const LevelRun& run : runs) {
    for (int s = run.first; s < run.last; s++)
      time[place[s]] = run.parallel ? now : now++;
    now++;
  }
  return time;
}

// Every place comes once, and after those where its row has entries.
START_TEST(levels_keep_the_order) {
  std::mt19937 rng(_i);
  const int m = 60;
  const Triangle b(m, _i % 4, 1 + _i, rng);
  gpuinv::Singletons order;
  ck_assert(order.find({m, m, 0, b.columns.data()}));
  ck_assert_int_eq(order.nucleus(), 0);
  std::vector<int> place(m);
  for (int p = 0; p < m; p++) place[p] = p;
  const auto runs = sort_by_level(order, 0, m, &place);
  ck_assert_int_eq(runs.front().first, 0);
  ck_assert_int_eq(runs.back().last, m);
  for (std::size_t r = 1; r < runs.size(); r++)
    ck_assert_int_eq(runs[r].first, runs[r - 1].last);
  const std::vector<int> time = times(runs, place);
  for (int p = 0; p < m; p++) {
    ck_assert_int_ge(time[p], 0);
    for (auto t = order.start(order.row(p)); t < order.start(order.row(p) + 1);
         t++) {
      const int source = order.place(order.index(t));
      if (source != p) ck_assert_int_lt(time[source], time[p]);
    }
  }
  if (_i % 4 == 0) ck_assert(runs.size() == 1 && runs[0].parallel);
}
END_TEST

}  // namespace

int main() {
  Suite* suite = suite_create("choose_solve");
  TCase* cases = tcase_create("host");
  tcase_add_test(cases, sectors_are_counted_once);
  tcase_add_test(cases, ftran_takes_the_fewer_bytes);
  tcase_add_test(cases, btran_takes_rows_while_they_are_fewer);
  tcase_add_test(cases, only_large_inverses_wait_with_changes);
  tcase_add_test(cases, layout_pads_up_and_does_not_overflow);
  tcase_add_test(cases, pieces_hold_their_columns);
  tcase_add_test(cases, dense_pieces_need_no_rows);
  tcase_add_test(cases, rows_out_of_range_are_found);
  tcase_add_loop_test(cases, levels_keep_the_order, 0, 40);
  suite_add_tcase(suite, cases);
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
