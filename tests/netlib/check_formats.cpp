// check_formats.cpp (tests of MPS, the compressed format and checksums)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cmath>
#include <cstdlib>
#include <random>

#include "emps.hpp"
#include "emps_encoder.hpp"
#include "emps_lines.hpp"
#include "error.hpp"
#include "manifest.hpp"
#include "mps.hpp"
#include "sha256.hpp"
#include "testing.hpp"
#include "text.hpp"

using namespace gpuinv::netlib;

namespace {

// clang-format off
const char* const kSmall =
    "* a comment\n"
    "NAME          SMALL\n"
    "ROWS\n"
    " N  COST\n"
    " L   LIM 1\n"
    " E  a:b\n"
    " N  OTHER\n"
    "COLUMNS\n"
    "    X         COST               1.5    LIM 1          -2.E-3\n"
    "    X         a:b                 0.\n"
    "    Y 2       a:b                .25\r\n"
    "              OTHER               7.   $ remark\n"
    "RHS\n"
    "    RHS1       LIM 1             10.   COST                3.\n"
    "    RHS2       LIM 1              9.\n"
    "RANGES\n"
    "    RNG        LIM 1              4.\n"
    "BOUNDS\n"
    " UP BND       X                   4.\n"
    " FR BND       Y 2\n"
    "ENDATA\n";
// clang-format on

// What is thrown for a text, "" if nothing is.
std::string mps_error(const std::string& text) {
  try {
    parse_mps(text, "f");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

std::string emps_error(const std::string& text) {
  try {
    decode_emps(text, "f");
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& old,
                     const std::string& fresh) {
  const size_t at = text.find(old);
  ck_assert_msg(at != std::string::npos, "test text lacks: %s", old.c_str());
  return text.replace(at, old.size(), fresh);
}

// A random problem with rows x columns and numbers that the encoder can take.
MpsProblem random_problem(unsigned seed, int rows, int columns) {
  std::mt19937 random(seed);
  const auto value = [&] {
    const double scale[] = {1, 1, 10, 1000, 1e6};
    const long long digits =
        static_cast<long long>(random() % 2000001) - 1000000;
    const long long small = static_cast<long long>(random() % 13) - 6;
    const std::string text =
        random() % 2
            ? std::to_string(small)
            : std::to_string(digits) + "E-" +
                  std::to_string(std::lround(std::log10(scale[random() % 5])));
    const double v = std::strtod(text.c_str(), nullptr);
    return v == 0 ? 1.0 : v;
  };
  MpsProblem p;
  p.name = "RANDOM";
  for (int i = 0; i < rows; ++i)
    p.rows.push_back({"NLGE"[random() % 4], " R" + std::to_string(i)});
  const auto entries = [&](int set, std::vector<MpsEntry>& into) {
    for (int i = 0; i < rows; ++i)
      if (random() % 4 == 0) into.push_back({set, i, value()});
    into.push_back({set, rows, value()});
  };
  p.rows.push_back({'E', "last"});
  for (int j = 0; j < columns; ++j) {
    p.columns.push_back({"C " + std::to_string(j), {}});
    entries(0, p.columns.back().entries);
    const auto type = static_cast<BoundType>(1 + random() % 6);
    p.bounds.push_back({j <= columns / 2 ? 0 : 1, type, j,
                        bound_has_value(type) ? value() : 0});
  }
  p.bound_sets = {"", "BND 2"};
  p.rhs_sets = {"RHS", ""};
  entries(0, p.rhs);
  entries(1, p.rhs);
  p.range_sets = {"RNG"};
  entries(0, p.ranges);
  return p;
}

}  // namespace

START_TEST(mps_is_read) {
  const MpsProblem p = parse_single_mps(kSmall, "f");
  ASSERT_TEXT(p.name, "SMALL");
  ck_assert_int_eq(p.rows.size(), 4);
  ASSERT_TEXT(p.rows[1].name, " LIM 1");
  ck_assert_int_eq(p.rows[1].type, 'L');
  ck_assert_int_eq(p.columns.size(), 2);
  ck_assert_int_eq(p.columns[0].entries.size(), 3);
  ck_assert_int_eq(p.columns[0].entries[1].row, 1);
  ck_assert(p.columns[0].entries[1].value == -2e-3);
  ASSERT_TEXT(p.columns[1].name, "Y 2");
  ck_assert_int_eq(p.columns[1].entries.size(), 2);
  ck_assert_int_eq(p.rhs.size(), 3);
  ck_assert_int_eq(p.rhs_sets.size(), 2);
  ck_assert(p.rhs[2].set == 1 && p.rhs[2].value == 9);
  ck_assert(p.ranges.size() == 1 && p.ranges[0].value == 4);
  ck_assert(p.bounds.size() == 2 && p.bounds[0].type == BoundType::kUp);
  ck_assert(p.bounds[1].type == BoundType::kFr && p.bounds[1].column == 1);
  const MpsSizes sizes = sizes_of(p);
  ck_assert(sizes.rows == 2 && sizes.columns == 2 && sizes.nonzeros == 2);
}
END_TEST

START_TEST(mps_survives_writing) {
  const MpsProblem p = parse_single_mps(kSmall, "f");
  const MpsProblem again = parse_single_mps(format_mps(p), "g");
  ASSERT_TEXT(first_difference(p, again), "");
  const MpsProblem random = random_problem(7, 30, 40);
  const MpsProblem same = parse_single_mps(format_mps(random), "g");
  ASSERT_TEXT(first_difference(random, same), "");
}
END_TEST

START_TEST(mps_differences_are_found) {
  const MpsProblem p = parse_single_mps(kSmall, "f");
  for (auto [old, fresh] : {std::pair{" L   LIM", " G   LIM"},
                            {"1.5", "1.6"},
                            {"4.\n", "5.\n"},
                            {"NAME          SMALL", "NAME          LARGE"},
                            {" UP", " LO"}}) {
    const MpsProblem q = parse_single_mps(replaced(kSmall, old, fresh), "g");
    ck_assert_msg(!first_difference(p, q).empty(), "not seen: %s", fresh);
  }
}
END_TEST

START_TEST(mps_errors_name_the_line) {
  const struct {
    const char *old, *fresh, *error;
  } kCases[] = {
      {"NAME          SMALL", "ROWS", "f: no NAME line"},
      {"ROWS\n", "", "f:3: section not known or out of order:  N  COST"},
      {" L   LIM 1", " X   LIM 1", "f:5: bad row type: 'X'"},
      {" E  a:b", " E   LIM 1", "f:6: second row of the name:  LIM 1"},
      {"X         a:b", "X         a.b", "f:10: unknown row: a.b"},
      {"X         a:b ", "X         COST", "f:10: second value for row: COST"},
      {"1.5", "1,5", "f:9: bad number: 1,5"},
      {"1.5", "nan", "f:9: bad number: nan"},
      {"Y 2       a:b", "Y 2      xa:b", "f:11: columns 13-14 must be blank"},
      {"    Y 2    ", "    \t       ", "f:11: a tab has no place"},
      {" FR BND", " BV BND", "f:20: bad bound type: 'BV'"},
      {" FR BND       Y 2", " FR BND       Z", "f:20: unknown column: Z"},
      {"UP BND       X                   4.", "UP BND       X",
       "f:19: number missing"},
      {"ENDATA\n", "", "f:20: unexpected end of file, no ENDATA"},
      {"RANGES\n", "RHS\n", "f:16: section not known or out of order: RHS"}};
  for (const auto& c : kCases) {
    const std::string error = mps_error(replaced(kSmall, c.old, c.fresh));
    ck_assert_msg(starts_with(error, c.error), "'%s' instead of '%s'",
                  error.c_str(), c.error);
  }
}
END_TEST

START_TEST(numbers_are_short_and_exact) {
  const struct {
    double value;
    const char* text;
  } kCases[] = {{0, "0."},
                {-0.0, "0."},
                {2.5, "2.5"},
                {-1, "-1."},
                {.0012, ".0012"},
                {1e30, "1E30"},
                {-7.25e-11, "-725E-13"},
                {999999999999., "999999999999"},
                {100, "100."},
                {-.00123456789, "-.00123456789"}};
  for (const auto& c : kCases) ASSERT_TEXT(number_text(c.value), c.text);
  std::mt19937_64 random(11);
  for (int i = 0; i < 20000; ++i) {
    const double v = std::ldexp(static_cast<double>(random() >> 11),
                                static_cast<int>(random() % 400) - 200);
    ck_assert(parse_double(number_text(v)) == v);
  }
}
END_TEST

START_TEST(alphabet_and_checks) {
  for (int v = 0; v < 92; ++v)
    ck_assert_int_eq(alphabet_value(alphabet_char(v)), v);
  for (char c : {':', '\\', ' ', '\x7f', '\xe4'})
    ck_assert_int_eq(alphabet_value(c), kNotInAlphabet);
  ck_assert_int_eq(check_char(""), '!');
  ck_assert_int_eq(check_char("ER09"), '0');
  ck_assert_int_eq(check_char("8X01"), '(');
}
END_TEST

START_TEST(indices) {
  const struct {
    const char* text;
    long long x;
  } kCases[] = {{"8", 0},      {">", 5},    {"O", 22},    {"!h", 23},
                {"!~", 45},    {"\"P", 46}, {"7~", 1057}, {"!8P", 1058},
                {"!O~", 2115}, {"!!!h", 23}};
  for (const auto& c : kCases) {
    EmpsLines lines(c.text, "f");
    ck_assert_int_eq(lines.take_index(), c.x);
    lines.end_section();
  }
  for (long long x : {0LL, 22LL, 23LL, 1057LL, 1058LL, 100000LL})
    for (int leading : {0, 1, 3}) {
      const std::string text = EmpsEncoder::index(x, leading);
      ck_assert_int_eq(EmpsLines(text, "f").take_index(), x);
    }
}
END_TEST

START_TEST(numbers) {
  const struct {
    const char *text, *value;
  } kCases[] = {{"e", "3"},
                {"{", "-2"},
                {"b", "0"},
                {"[t", "35"},
                {"st", "-35"},
                {"['P", "276"},
                {"PV&", "5E2"},
                {"hRM", "-43E-2"},
                {"iR\"/", "-106E-2"},
                {"PJ\"", "1E-10"},
                {"VT\"eT*[\"*", "12345678901E0"},
                {"VR\"FHgR\"*", "10000000001E-2"},
                {"VS\"FHgR\".", "10000000005E-1"}};
  for (const auto& c : kCases) {
    EmpsLines lines(c.text, "f");
    long long reference = -1;
    const std::string text = lines.take_number(&reference);
    ck_assert_int_eq(reference, 0);
    ck_assert_msg(parse_double(text) == parse_double(c.value), "%s: %s", c.text,
                  text.c_str());
    lines.end_section();
  }
  long long reference = 0;
  EmpsLines("!h", "f").take_number(&reference);
  ck_assert_int_eq(reference, 23);
}
END_TEST

START_TEST(malformed_tokens) {
  const struct {
    const char *text, *error;
  } kCases[] = {{"P", "f:1: item cut by end of line"},
                {"PT", "f:1: item cut by end of line"},
                {"[", "f:1: item cut by end of line"},
                {"P:!", "f:1: character outside the alphabet at column 2"},
                {" ", "f:1: character outside the alphabet at column 1"},
                {"8", "f:1: table reference 0"},
                {"", "f:1: premature end of file"},
                {"VT\"eT*[!*", "f:1: malformed second part of a mantissa"},
                {"ZT~~~~~~~~~~~", "f:1: mantissa too long"},
                {"[OOOOOOOOOOOOO", "f:1: integer out of range"}};
  for (const auto& c : kCases) {
    std::string error = "nothing";
    long long reference;
    try {
      EmpsLines(c.text, "f").take_number(&reference);
    } catch (const Error& e) {
      error = e.what();
    }
    ASSERT_TEXT(error, c.error);
  }
}
END_TEST

START_TEST(random_round_trips) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const MpsProblem p = random_problem(seed, seed % 9 * 8, 1 + seed % 50);
    const std::string text = EmpsEncoder(seed).encode(p);
    ck_assert(looks_compressed(text));
    const std::vector<MpsProblem> decoded = decode_emps(text + text, "f");
    ck_assert_int_eq(decoded.size(), 2);
    for (const MpsProblem& q : decoded) ASSERT_TEXT(first_difference(p, q), "");
    const MpsProblem plain = parse_single_mps(format_mps(p), "g");
    ASSERT_TEXT(problem_checksum(plain).c_str(),
                problem_checksum(decoded[0]).c_str());
  }
}
END_TEST

// One character changed in the checked part is found but for 1 in 92 or so;
// whatever happens, nothing but Error may come out.
START_TEST(damage_is_found) {
  const std::string good = EmpsEncoder(3).encode(random_problem(3, 40, 30));
  size_t begin = 0;
  for (int i = 0; i < 4; ++i) begin = good.find('\n', begin) + 1;
  std::mt19937 random(5);
  int accepted = 0;
  const int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    std::string bad = good;
    const size_t at = begin + random() % (good.size() - begin - 1);
    bad[at] = static_cast<char>(' ' + random() % 95);
    accepted += bad != good && emps_error(bad).empty();
  }
  ck_assert_int_lt(accepted, kTries / 25);
  for (size_t size = 0; size + 2 < good.size(); size += 3)
    ck_assert_msg(!emps_error(good.substr(0, size)).empty(), "cut at %zu",
                  size);
}
END_TEST

START_TEST(wrong_counts_are_found) {
  const std::string head = "NAME  T\n", rows = "NCOST\nEROW\n";
  // one column with 1 * COST and 2 * ROW; check characters of three lines
  const auto text = [&](const char* counts, const std::string& data) {
    std::string checks;
    const std::string covered = rows + data;
    for (std::string_view line : split_lines(covered))
      checks += check_char(line);
    return head + counts + rows + data + " " + checks + "\n";
  };
  const std::string data = "8X\n9c<d\n";  // entries in rows 1 and 3
  const std::string good = "8X\n9c;d\n";  // in rows 1 and 2
  ASSERT_TEXT(emps_error(text("2 1 2 2 0 0 0 0\n0 0 0\n", good)), "");
  const struct {
    const char* counts;
    const std::string& data;
    const char* error;
  } kCases[] = {
      {"2 1 2 2 0 0 0 0\n0 0 0\n", data, "f:7: row index 3 of 2"},
      {"2 1 2 1 0 0 0 0\n0 0 0\n", good, "f:7: unused characters at end"},
      {"2 2 2 2 0 0 0 0\n0 0 0\n", good, "f:7: column count 1, expected 2"},
      {"2 0 2 2 0 0 0 0\n0 0 0\n", good, "f:6: too many columns, expected 0"},
      {"2 1 2 -2 0 0 0 0\n0 0 0\n", good, "f:2: bad statistics"},
      {"2 1 2 2 0 0 0\n0 0 0\n", good, "f:2: bad statistics"},
      {"2 1 2 2 0 0 0 0\n0 x 0\n", good, "f:3: bad statistics"},
      {"2 1 2 999999999 0 0 0 0\n0 0 0\n", good, "f:3: bad statistics"},
      {"2 1 2 2 0 0 0 0\n0 1 0\n", good, "f:8: character outside the alpha"}};
  for (const auto& c : kCases) {
    const std::string error = emps_error(text(c.counts, c.data));
    ck_assert_msg(starts_with(error, c.error), "'%s' instead of '%s'",
                  error.c_str(), c.error);
  }
  ASSERT_TEXT(emps_error(""), "f: no NAME line");
}
END_TEST

START_TEST(sha256_of_known_texts) {
  ASSERT_TEXT(
      sha256(""),
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  ASSERT_TEXT(
      sha256("abc"),
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  ASSERT_TEXT(
      sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  ASSERT_TEXT(
      sha256(std::string(1000000, 'a')),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

START_TEST(checksum_sees_numbers_only) {
  const std::string sum = problem_checksum(parse_single_mps(kSmall, "f"));
  const struct {
    const char *old, *fresh;
    bool same;
  } kCases[] = {{"NAME          SMALL", "NAME          OTHER", true},
                {" N  COST\n", " L  COST\n", false},
                {"   1.5", "15.E-1", true},
                {"1.5", "1.6", false},
                {"a:b                 0.", "a:b                 1.", false},
                {"    X         a:b                 0.\n", "", true},
                {"    RHS2       LIM 1              9.\n", "", true},
                {"RHS1       LIM 1             10.",
                 "RHS1       LIM 1             11.", false},
                {"    RNG ", "    R   ", true},
                {" FR BND ", " MI BND ", false}};
  for (const auto& c : kCases) {
    const MpsProblem p =
        parse_single_mps(replaced(kSmall, c.old, c.fresh), "f");
    ck_assert_msg((problem_checksum(p) == sum) == c.same, "%s", c.fresh);
  }
}
END_TEST

int main() {
  Suite* suite = suite_create("netlib formats");
  const struct {
    const char* name;
    std::vector<const TTest*> tests;
  } kGroups[] = {
      {"mps",
       {mps_is_read, mps_survives_writing, mps_differences_are_found,
        mps_errors_name_the_line, numbers_are_short_and_exact}},
      {"emps",
       {alphabet_and_checks, indices, numbers, malformed_tokens,
        random_round_trips, damage_is_found, wrong_counts_are_found}},
      {"checksum", {sha256_of_known_texts, checksum_sees_numbers_only}}};
  for (const auto& group : kGroups) {
    TCase* tcase = tcase_create(group.name);
    for (const TTest* test : group.tests) tcase_add_test(tcase, test);
    suite_add_tcase(suite, tcase);
  }
  SRunner* runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
