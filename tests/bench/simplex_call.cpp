// simplex_call.cpp (one timed glp_simplex call)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/simplex_call.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>

namespace gpuinv::bench {
namespace {

struct Log {
  Call call;
  double engine_end = NAN;
};

// GLPK's terminal hook.  The engine's own line comes when it has ended, GLPK's
// when the basis is factorized.
int read_log(void* info, const char* text) {
  Log* log = static_cast<Log*>(info);
  Split& s = log->call.split;
  if (std::sscanf(text, "GPU: simplex: copy %lf s, build %lf s, pivots %lf s",
                  &s.copy, &s.build, &s.pivots) == 3)
    log->engine_end = now();
  std::sscanf(text, "GPU: %d pivots in", &log->call.pivots);
  if (std::strncmp(text, "GPU: simplex on ", 16) == 0)
    log->call.engine.assign(text + 5, std::strcspn(text + 5, "\n"));
  return 1;
}

// Returns the meaning of a return code of glp_simplex; the presolver has
// verdicts, too.
int status_of(int code, glp_prob* lp) {
  if (code == GLP_ENOPFS) return GLP_NOFEAS;
  if (code == GLP_ENODFS) return GLP_UNBND;
  return code == 0 ? glp_get_status(lp) : GLP_UNDEF;
}

void set_mode(glp_prob* lp, const How& how) {
  glp_bfcp bfcp;
  glp_get_bfcp(lp, &bfcp);
  bfcp.gpu = how.mode;
  bfcp.gpu_backend = how.backend;
  bfcp.gpu_form = how.form;
  glp_set_bfcp(lp, &bfcp);
}

}  // namespace

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

Call call_simplex(glp_prob* lp, const How& how) {
  set_mode(lp, how);
  glp_smcp smcp;
  glp_init_smcp(&smcp);
  smcp.meth = how.method;
  smcp.presolve = how.presolve;
  smcp.tm_lim = static_cast<int>(1000 * how.limit);
  smcp.msg_lev = how.mode == GLP_GPU_OFF ? GLP_MSG_ALL : GLP_MSG_DBG;
  Log log;
  glp_term_hook(read_log, &log);
  const int before = glp_get_it_cnt(lp);
  const double begin = now();
  const int code = glp_simplex(lp, &smcp);
  const double end = now();
  glp_term_hook(nullptr, nullptr);
  Call& call = log.call;
  call.ran = true;
  call.seconds = end - begin;
  Split& s = call.split;
  s.lp = log.engine_end - s.copy - s.build - s.pivots - begin;
  s.certify = end - log.engine_end;
  call.iterations = glp_get_it_cnt(lp) - before;
  call.status = status_of(code, lp);
  call.finished = call.status != GLP_UNDEF;
  call.objective = glp_get_obj_val(lp);
  return call;
}

const char* status_word(int status) {
  switch (status) {
    case GLP_OPT:
      return "opt";
    case GLP_NOFEAS:
      return "inf";
    case GLP_UNBND:
      return "unb";
    default:
      return "?";
  }
}

std::string fixed(double x, int precision) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", precision, x);
  return std::isnan(x) ? "-" : text;
}

std::string seconds(const Call& call, double limit) {
  if (!call.ran) return "-";
  return call.finished ? fixed(call.seconds, 3) : ">" + fixed(limit, 0);
}

std::string ratio(const Call& call, double limit, const Call& ours) {
  if (!call.ran) return "-";
  const double x = (call.finished ? call.seconds : limit) / ours.seconds;
  return (call.finished ? "" : ">") + fixed(x, x < 100 ? 1 : 0);
}

}  // namespace gpuinv::bench
