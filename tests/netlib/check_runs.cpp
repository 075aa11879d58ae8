// check_runs.cpp (tests of running glpsol and judging what it says)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <cstdlib>
#include <filesystem>

#include "arguments.hpp"
#include "error.hpp"
#include "glpsol_output.hpp"
#include "judge.hpp"
#include "process.hpp"
#include "report.hpp"
#include "run_options.hpp"
#include "testing.hpp"
#include "text.hpp"
#include "work_folder.hpp"

using namespace gpuinv::netlib;

namespace {

const char* const kLog =
    "GLPSOL--GLPK LP/MIP Solver 5.0\n"
    "GLPK Simplex Optimizer 5.0\n"
    "27 rows, 32 columns, 83 non-zeros\n"
    "GPU: basis inverse on cuda device 0 (Some Card)\n"
    "      0: obj =   0.000000000e+00 inf =   3.796e+02 (2)\n"
    "GPU: out of memory; using the CPU\n"
    "     12: obj =  -3.0e+02 inf =   0.000e+00 (0) 1\n"
    "*    17: obj =  -4.647531429e+02 inf =   0.000e+00 (0) 1\n"
    "OPTIMAL LP SOLUTION FOUND\n"
    "Time used:   0.0 secs\n"
    "Memory used: 0.1 Mb (102310 bytes)\n";

const char* const kManifest =
    "name\tclass\trows\tcols\tnonzeros\tstatus\tglpk_ref_obj\ttolerance\t"
    "source\tchecksum\n"
    "good\tfeasible\t1\t2\t3\toptimal\t-1000\t1e-7\tlp/data/good\tx\n"
    "bad\tinfeasible\t1\t2\t3\tinfeasible\t-\t1e-7\tlp/infeas/bad\tx\n";

Manifest test_manifest(const char* text = kManifest) {
  const WorkFolder folder("");
  write_file(folder.path() + "/m.tsv", text);
  return Manifest(folder.path() + "/m.tsv");
}

std::string manifest_error(const std::string& text) {
  try {
    test_manifest(text.c_str());
  } catch (const Error& e) {
    const std::string error = e.what();
    return error.substr(error.find("m.tsv"));
  }
  return "";
}

Result result(const char* name, const char* kind, const char* mode,
              const char* status, std::optional<double> objective) {
  Result r{};
  r.name = name, r.kind = kind, r.mode = mode, r.status = status;
  r.objective = objective;
  r.iterations = 5;
  if (r.mode == "host") r.backend = "host (LAPACK)";
  if (r.mode == "cuda" || r.mode == "gpu") r.backend = "cuda device 0 (Card)";
  return r;
}

std::string fault_of(const std::vector<Result>& results, size_t which = 0) {
  return judge(results, test_manifest()).at(which).fault;
}

std::string status_of(const char* solution, const char* log) {
  const auto raw = parse_raw_solution(solution);
  ck_assert(raw.has_value());
  return end_status(*raw, parse_log(log));
}

std::string options_error(const Arguments& arguments) {
  try {
    parse_run_options(arguments);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

ProcessResult shell(const std::string& script, const std::string& output,
                    double limit_s) {
  std::atomic<bool> cancelled{false};
  return run_process({"sh", "-c", script}, output, limit_s, cancelled);
}

}  // namespace

START_TEST(log_is_read) {
  const LogFacts facts = parse_log(kLog);
  ck_assert(facts.iterations == 17);
  ASSERT_TEXT(facts.backend, "cuda device 0 (Some Card)");
  ASSERT_TEXT(facts.fallback, "GPU: out of memory; using the CPU");
  ASSERT_TEXT(facts.verdict, "OPTIMAL LP SOLUTION FOUND");
  ASSERT_TEXT(facts.last_line, "Memory used: 0.1 Mb (102310 bytes)");
  const LogFacts dual = parse_log(
      "     77:                         inf =   3.796e+02 (2)\n"
      "#   123: obj =  -4.6e+02 inf =   0.000e+00 (0)\n"
      "  a 200: obj = inf = 3\n");
  ck_assert(dual.iterations == 123);
  const LogFacts empty = parse_log("");
  ck_assert(!empty.iterations && empty.backend.empty());
}
END_TEST

START_TEST(solutions_are_read) {
  const auto s =
      parse_raw_solution("c x\ns bas 27 32 f f -464.753142857143\ni 1 b 0 0\n");
  ck_assert(s && s->objective == -464.753142857143);
  const struct {
    const char *solution, *log, *status;
  } kCases[] = {{"s bas 2 3 f f 1", "", "optimal"},
                {"s bas 2 3 n i 1", "", "infeasible"},
                {"s bas 2 3 n f 1", "", "infeasible"},
                {"s bas 2 3 f n 1", "", "unbounded"},
                {"s bas 2 3 i n 1", "", "dual-infeasible"},
                {"s bas 2 3 f i 1", "", "feasible"},
                {"s bas 2 3 u u 0", "", "undefined"},
                {"s bas 2 3 u u 0", "PROBLEM HAS NO PRIMAL FEASIBLE SOLUTION\n",
                 "infeasible"},
                {"s bas 2 3 u u 0", "PROBLEM HAS NO DUAL FEASIBLE SOLUTION\n",
                 "dual-infeasible"},
                {"s bas 2 3 f i 0", "TIME LIMIT EXCEEDED; SEARCH TERMINATED\n",
                 "time-limit"},
                {"s ipt 2 3 o 1e3", "", "optimal"},
                {"s ipt 2 3 n 1e3", "", "infeasible"},
                {"s mip 2 3 o -2", "", "optimal"}};
  for (const auto& c : kCases)
    ASSERT_TEXT(status_of(c.solution, c.log), c.status);
  for (const char* text :
       {"", "c nothing\n", "s bas 2 3 f f", "s bas 1 1 f f x",
        "s bas 1 1 f f nan", "s foo 1 1 f 1"})
    ck_assert_msg(!parse_raw_solution(text), "%s", text);
}
END_TEST

START_TEST(kkt_errors_are_read) {
  const KktErrors e = parse_kkt(
      "KKT.PE: max.abs.err = 7.28e-12 on row 4\n"
      "        max.rel.err = 7.11e-15 on row 320\n        High quality\n\n"
      "KKT.DB: max.abs.err = 3.15e+04 on row 236\n"
      "        max.rel.err = 3.15e+03 on row 236\n");
  ck_assert(e.pe == 7.11e-15 && e.db == 3.15e3 && !e.pb && !e.de);
}
END_TEST

START_TEST(manifest_problems) {
  const double nan = std::strtod("nan", nullptr);
  ASSERT_TEXT(fault_of({result("good", "feasible", "stock", "optimal", -1000)}),
              "");
  ASSERT_TEXT(
      fault_of({result("good", "feasible", "stock", "optimal", -1000.00009)}),
      "");
  ASSERT_TEXT(
      fault_of({result("good", "feasible", "stock", "optimal", -1000.00011)}),
      "objective error 1.1e-07 above 1e-07");
  ck_assert(
      !fault_of({result("good", "feasible", "stock", "optimal", nan)}).empty());
  ASSERT_TEXT(
      fault_of({result("good", "feasible", "stock", "optimal", std::nullopt)}),
      "no objective");
  for (const char* status : {"infeasible", "unbounded", "undefined", "feasible",
                             "time-limit", "crash", "error"})
    ASSERT_TEXT(fault_of({result("good", "feasible", "stock", status, -1000)}),
                std::string(status) + ", expected optimal");
  ASSERT_TEXT(fault_of({result("bad", "infeasible", "stock", "infeasible", 3)}),
              "");
  ASSERT_TEXT(
      fault_of({result("bad", "infeasible", "stock", "dual-infeasible", 3)}),
      "");
  for (const char* status : {"optimal", "undefined", "unbounded", "crash"})
    ck_assert(
        !fault_of({result("bad", "infeasible", "stock", status, 3)}).empty());
  ck_assert(
      !fault_of({result("other", "feasible", "stock", "optimal", 3)}).empty());
}
END_TEST

START_TEST(other_problems) {
  const Result stock = result("p", "-", "stock", "optimal", 50);
  ASSERT_TEXT(fault_of({stock}), "");
  ASSERT_TEXT(fault_of({stock, result("p", "-", "host", "optimal", 50)}, 1),
              "");
  ASSERT_TEXT(fault_of({stock, result("p", "-", "host", "optimal", 51)}, 1),
              "objective error 2.0e-02 above 1e-07");
  ASSERT_TEXT(fault_of({stock, result("p", "-", "host", "infeasible", 50)}, 1),
              "infeasible, expected optimal");
  ASSERT_TEXT(fault_of({result("p", "-", "host", "unbounded", 50)}), "");
  ASSERT_TEXT(fault_of({result("p", "-", "host", "crash", 50)}),
              "crash, expected an end");
  // Stock did not finish: nothing to compare with.
  const Result late = result("p", "-", "stock", "time-limit", 1);
  ASSERT_TEXT(fault_of({late, result("p", "-", "host", "optimal", 50)}, 1), "");
  // A name of the manifest with other numbers.
  ASSERT_TEXT(fault_of({result("good", "-", "stock", "optimal", 1)}), "");
}
END_TEST

START_TEST(back_end_must_run) {
  for (const char* mode : {"host", "cuda", "gpu"}) {
    Result r = result("good", "feasible", mode, "optimal", -1000);
    ASSERT_TEXT(fault_of({r}), "");
    r.backend = r.mode == "host" ? "cuda device 0" : "";
    ck_assert(!fault_of({r}).empty());
    r.iterations.reset();  // solved by the presolver
    ASSERT_TEXT(fault_of({r}), "");
  }
}
END_TEST

START_TEST(results_survive_a_file) {
  Result r = result("good", "feasible", "host", "optimal", -1000.125);
  r.kkt.pe = 1e-9;
  r.wall_s = 1.25;
  r.message = "a\tb";
  const WorkFolder folder("");
  const std::string path = folder.path() + "/r.tsv";
  write_file(path,
             results_header() + format_result(r) + format_result(Result{}));
  const std::vector<Result> again = read_results(path);
  ck_assert_int_eq(again.size(), 2);
  ck_assert(again[0].objective == -1000.125 && again[0].iterations == 5);
  ck_assert(again[0].kkt.pe == 1e-9 && !again[0].kkt.pb && !again[0].error);
  ck_assert(again[0].wall_s == 1.25);
  ASSERT_TEXT(again[0].message, "a b");
  ck_assert(!again[1].objective && !again[1].iterations);
}
END_TEST

START_TEST(bad_manifests) {
  const auto with = [](const char* old, const char* fresh) {
    std::string text = kManifest;
    return manifest_error(
        text.replace(text.find(old), std::string(old).size(), fresh));
  };
  ASSERT_TEXT(with("\t2\t", "\tx\t"), "m.tsv:2: bad count: x");
  ASSERT_TEXT(with("-1000", "1,5"), "m.tsv:2: bad objective: 1,5");
  ASSERT_TEXT(with("1e-7", "-1"), "m.tsv:2: bad tolerance: -1");
  ASSERT_TEXT(with("\tlp/data", "lp/data"), "m.tsv:2: 10 fields expected");
  ASSERT_TEXT(with("bad\t", "good\t"), "m.tsv:3: second good");
  ASSERT_TEXT(with("optimal\t-1000", "optimal\t-"),
              "m.tsv:2: bad status, or no objective: optimal");
  ck_assert(starts_with(manifest_error("x\n"), "m.tsv:1: not a manifest"));
}
END_TEST

START_TEST(totals_are_counted) {
  const auto judged =
      judge({result("good", "feasible", "stock", "optimal", -1000),
             result("good", "feasible", "host", "optimal", -999),
             result("bad", "infeasible", "stock", "crash", 0)},
            test_manifest());
  const std::string text = report(judged);
  ck_assert(!all_passed(judged));
  ck_assert(ends_with(text,
                      "\nstock: 1 passed, 1 failed, 0.000 s\n"
                      "host: 0 passed, 1 failed, 0.000 s\n"
                      "1 passed, 2 failed\n"));
}
END_TEST

START_TEST(run_options_are_read) {
  const RunOptions o = parse_run_options(
      {"--modes", "stock,host", "--jobs=3", "--timeout", "2.5", "--presol",
       "--nopresol", "--dual", "dir", "--only=a,b", "--", "--std", "--jobs"});
  ck_assert(o.modes == std::vector<std::string>({"stock", "host"}));
  ck_assert(o.jobs == 3 && o.timeout_s == 2.5 && !o.presol && o.dual);
  ck_assert(o.only == std::vector<std::string>({"a", "b"}));
  ck_assert(o.paths == std::vector<std::string>({"dir"}));
  ck_assert(o.glpsol_options == std::vector<std::string>({"--std", "--jobs"}));
  const struct {
    Arguments arguments;
    const char* error;
  } kCases[] = {
      {{}, "run needs a folder or a file"},
      {{"--frob", "d"}, "unknown option of run: --frob"},
      {{"d", "--jobs"}, "--jobs needs a value"},
      {{"d", "--jobs=0"}, "--jobs: not an integer above 0: 0"},
      {{"d", "--timeout=-1"}, "--timeout: not a number above 0: -1"},
      {{"d", "--modes=host,tpu"}, "--modes: unknown mode: tpu"},
      {{"d", "--modes=host,host"}, "--modes: mode given twice: host"},
      {{"d", "--only=a,,b"}, "--only: empty item in a,,b"},
      {{"d", "--dual=1"}, "--dual takes no value"},
      {{"d", "--class=odd"}, "--class: feasible or infeasible, not odd"}};
  for (const auto& c : kCases) ASSERT_TEXT(options_error(c.arguments), c.error);
}
END_TEST

START_TEST(processes_end_in_every_way) {
  const WorkFolder folder("");
  const std::string output = folder.path() + "/out";
  ProcessResult r = shell("echo one; echo two >&2; exit 3", output, 0);
  ck_assert(r.end == ProcessEnd::kExited && r.code == 3);
  ASSERT_TEXT(read_file(output), "one\ntwo\n");
  r = shell("kill -SEGV $$", output, 10);
  ck_assert(r.end == ProcessEnd::kKilled && r.code == SIGSEGV);
  // A grandchild must not survive, whether the child hangs or ends.
  const std::string late = folder.path() + "/late";
  const std::string grandchild = "(sleep 1; touch '" + late + "') & ";
  r = shell(grandchild + "exit 0", output, 10);
  ck_assert(r.end == ProcessEnd::kExited && r.code == 0);
  r = shell(grandchild + "wait", output, 0.2);
  ck_assert(r.end == ProcessEnd::kTimedOut && r.wall_s < 10);
  shell("sleep 1.5", output, 10);
  ck_assert(!std::filesystem::exists(late));
  std::string error;
  try {
    std::atomic<bool> cancelled{false};
    run_process({"/nonexistent/program"}, output, 0, cancelled);
  } catch (const Error& e) {
    error = e.what();
  }
  ck_assert(starts_with(error, "/nonexistent/program: cannot be started"));
}
END_TEST

START_TEST(signals_cancel_a_process) {
  const WorkFolder folder("");
  std::atomic<bool> cancelled{false};
  const SignalsHeld held;
  raise(SIGTERM);
  const ProcessResult r =
      run_process({"sleep", "60"}, folder.path() + "/out", 0, cancelled);
  ck_assert(r.end == ProcessEnd::kCancelled && cancelled && r.wall_s < 10);
}
END_TEST

int main() {
  return run_suite(
      "netlib runs",
      {log_is_read, solutions_are_read, kkt_errors_are_read, manifest_problems,
       other_problems, back_end_must_run, results_survive_a_file, bad_manifests,
       totals_are_counted, run_options_are_read, processes_end_in_every_way,
       signals_cancel_a_process});
}
