// conformance.cpp (tests that every back end must pass, in order)
// SPDX-License-Identifier: GPL-3.0-or-later

#include "conformance.hpp"

#include <initializer_list>
#include <string>

#include "testing.hpp"

static const char* options_ = nullptr;

const char* conformance_options() { return options_; }

static const char* form_ = "form=tableau";
static void use_tableau_form() { form_ = "form=tableau"; }
static void use_inverse_form() { form_ = "form=inverse"; }
static void use_sparse_form() { form_ = "form=sparse"; }

void conformance_form(TCase* tcase, EngineForm form) {
  constexpr SFun kUse[] = {use_tableau_form, use_inverse_form, use_sparse_form};
  tcase_add_checked_fixture(tcase, kUse[static_cast<int>(form)], NULL);
}
const char* conformance_form() { return form_; }

static int failures(const std::string& options, fork_status fork,
                    std::initializer_list<TCase*> tcases) {
  options_ = options.c_str();
  Suite* suite = suite_create(options_);
  for (TCase* tcase : tcases) suite_add_tcase(suite, tcase);
  SRunner* runner = srunner_create(suite);
  srunner_set_fork_status(runner, fork);
  srunner_run_all(runner, CK_NORMAL);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed;
}

int conformance_failures(const std::string& backend, fork_status fork) {
  testing::seed();
  const std::string options = "backend=" + backend;
  int failed = failures(options, fork,
                        {hand_cases(),
                         accuracy_cases(),
                         trust_cases(),
                         peel_cases(),
                         outcome_cases(),
                         misuse_cases(),
                         border_cases(),
                         fork_cases(),
                         allocation_cases(),
                         simplex_cases(EngineForm::kTableau),
                         simplex_cases(EngineForm::kInverse),
                         engine_cases(EngineForm::kTableau),
                         engine_cases(EngineForm::kInverse),
                         engine_limit_cases(EngineForm::kTableau),
                         engine_limit_cases(EngineForm::kInverse),
                         engine_watch_cases(EngineForm::kTableau),
                         engine_watch_cases(EngineForm::kInverse),
                         engine_fork_cases(),
                         engine_misuse_cases(),
                         interior_cases(),
                         interior_misuse_cases()});
  if (backend == "host")  // sparse factors are on the host
    failed += failures(
        options, fork,
        {simplex_cases(EngineForm::kSparse), engine_cases(EngineForm::kSparse),
         engine_limit_cases(EngineForm::kSparse),
         engine_watch_cases(EngineForm::kSparse)});
  // changes of the inverse at once or pending: a few, or as many as possible
  for (const char* pivots : {" pivots=1", " pivots=7", " pivots=128"})
    failed += failures(
        options + pivots, fork,
        {hand_cases(), accuracy_cases(), trust_cases(), outcome_cases()});
  return failed;
}
