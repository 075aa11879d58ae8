/* fail_new.h (allocations of C++ that fail)
 * SPDX-License-Identifier: GPL-3.0-or-later */

#ifndef TESTS_GLPK_FAIL_NEW_H
#define TESTS_GLPK_FAIL_NEW_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on allocation n by operator new fails, on any thread and, if
 * lasting, all later ones do; with n = 0 none does. */
void fail_new(long n, int lasting);

/* Ends that.  Returns how many allocations there were; sets how many failed. */
long count_new(long *faults);

#ifdef __cplusplus
}
#endif

#endif
