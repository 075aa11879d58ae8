// auto_runs.cpp (compares runs of glpsol in mode auto and mode off)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "tests/bench/auto_table.hpp"

namespace gpuinv::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// One process of glpsol, seen from outside.
struct Run {
  double whole = 0.0;    // from fork to the end of the process
  double simplex = 0.0;  // glp_simplex: from its first line to the report
  std::string end;       // the search's last message
  double objective = 0.0;
  bool proposed = false;  // the engine was first

  bool same_answer(const Run& other) const {
    const double scale = std::max(1.0, std::fabs(other.objective));
    return !end.empty() && end == other.end &&
           (end.find("OPTIMAL") == std::string::npos ||
            std::fabs(objective - other.objective) <= 1e-6 * scale);
  }
};

// glpsol flushes every line, so a line's time is that of its arrival here.
void read_line(const char* line, double time, Run* run) {
  const char* value = std::strstr(line, "obj = ");
  if (value != nullptr) run->objective = std::atof(value + 6);
  if (std::strstr(line, "GLPK Simplex Optimizer") == line) run->simplex = -time;
  if (std::strstr(line, "Time used:") == line) run->simplex += time;
  if (std::strstr(line, "pivots in") != nullptr) run->proposed = true;
  for (const char* end : {"OPTIMAL LP SOLUTION FOUND", "PROBLEM HAS ",
                          "LP HAS ", "TIME LIMIT EXCEEDED"})
    if (std::strstr(line, end) == line)
      run->end.assign(line, std::strcspn(line, "\n"));
}

[[noreturn]] void become_glpsol(const AutoOptions& o, const std::string& model,
                                const char* mode, int out) {
  dup2(out, STDOUT_FILENO);
  setenv("GLP_GPU", mode, 1);
  std::vector<std::string> words = {o.glpsol};
  words.insert(words.end(), o.arguments.begin(), o.arguments.end());
  words.push_back(model);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  _exit(127);
}

Run run_glpsol(const AutoOptions& o, const std::string& model,
               const char* mode) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const auto begin = Clock::now();
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    become_glpsol(o, model, mode, ends[1]);
  }
  close(ends[1]);
  Run run;
  char line[1024];
  FILE* log = fdopen(ends[0], "r");
  while (std::fgets(line, sizeof line, log) != nullptr)
    read_line(line, seconds_since(begin), &run);
  std::fclose(log);
  int status = 0;
  waitpid(child, &status, 0);
  run.whole = seconds_since(begin);
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 127)
    throw std::runtime_error("cannot run " + o.glpsol);
  return run;
}

struct Comparison {
  Pair simplex, whole;
  int repeats = 0, proposed = 0;
  bool same = true;
};

// Runs both modes in turn, each as often first as the other.  The first pair
// warms up caches and does not count, unless it alone uses the budget.
Comparison compare(const AutoOptions& o, const std::string& model) {
  std::vector<double> simplex[2], whole[2];
  Comparison c;
  const auto begin = Clock::now();
  for (int r = 0; r <= o.repeats; r++) {
    Run run[2];
    for (const int mode : {r % 2, 1 - r % 2})
      run[mode] = run_glpsol(o, model, mode ? "auto" : "off");
    c.same = c.same && run[1].same_answer(run[0]);
    const bool late = seconds_since(begin) > o.budget;
    if (r == 0 && !late) continue;
    for (int mode = 0; mode < 2; mode++) {
      simplex[mode].push_back(run[mode].simplex);
      whole[mode].push_back(run[mode].whole);
    }
    c.repeats++;
    c.proposed += run[1].proposed;
    if (late) break;
  }
  c.simplex = {median(simplex[0]), median(simplex[1])};
  c.whole = {median(whole[0]), median(whole[1])};
  return c;
}

std::string name_of(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find('.'));
}

const char* verdict(const Comparison& c) {
  if (!c.same) return "DIFFERS";
  return c.simplex.slow() || c.whole.slow() ? "SLOW" : "ok";
}

}  // namespace

bool compare_runs(const AutoOptions& o) {
  if (o.models.empty()) return true;
  std::printf("%-12s %7s %6s %10s %10s %7s %10s %10s %7s %s\n", "model",
              "repeats", "engine", "simplex_off", "auto", "ratio", "glpsol_off",
              "auto", "ratio", "verdict");
  Summary simplex, whole;
  bool same = true;
  for (const std::string& model : o.models) {
    const Comparison c = compare(o, model);
    simplex.add(name_of(model), c.simplex);
    whole.add(name_of(model), c.whole);
    same = same && c.same;
    std::printf("%-12s %7d %6d %11.4f %10.4f %7.3f %10.4f %10.4f %7.3f %s\n",
                name_of(model).c_str(), c.repeats, c.proposed, c.simplex.off,
                c.simplex.automatic, c.simplex.ratio(), c.whole.off,
                c.whole.automatic, c.whole.ratio(), verdict(c));
    std::fflush(stdout);
  }
  simplex.print("glp_simplex");
  whole.print("glpsol");
  return same && !simplex.slow() && !whole.slow();
}

}  // namespace gpuinv::bench
