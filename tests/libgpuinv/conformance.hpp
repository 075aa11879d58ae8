// conformance.hpp (tests that every back end must pass)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <check.h>

#include <string>

// Runs all tests below on the named back end and returns the number of
// failures.
int conformance_failures(const std::string& backend, fork_status fork);

// The options of basis_create that the test cases run with.
const char* conformance_options();
TCase* hand_cases();        // m = 1, 2, 3 with known answers
TCase* accuracy_cases();    // random bases up to m = 600, 500 updates
TCase* trust_cases();       // bad scaling, structural zeros, near-singular
TCase* peel_cases();        // bases with triangular parts
TCase* outcome_cases();     // singular, near-singular, limits
TCase* misuse_cases();      // bad input, calls out of order
TCase* border_cases();      // log, longjmp, threads, fork, memory
TCase* fork_cases();        // fork while others solve
TCase* allocation_cases();  // allocations that fail
// Tests of simplex engines in one of the forms.
enum class EngineForm { kTableau, kInverse, kSparse };
void conformance_form(TCase* tcase, EngineForm form);
const char* conformance_form();        // the option
TCase* engine_cases(EngineForm form);  // proposals and lifetime
TCase* engine_limit_cases(EngineForm form);
TCase* engine_watch_cases(EngineForm form);  // progress, objective limits
TCase* engine_fork_cases();
TCase* engine_misuse_cases();
TCase* interior_cases();  // interior point methods at the C border
TCase* interior_misuse_cases();
TCase* simplex_cases(EngineForm form);  // statuses, classic LPs, warm starts
