#!/bin/sh
# retry.sh (a search that fails from a proposed basis is repeated)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
folders=$(find "$src/src" -type d -printf ' -I%p')
# shellcheck disable=SC2086
$CC -DHAVE_CONFIG_H -I"$build" $folders -I"$abs_top_srcdir/libgpuinv" \
   -w "$abs_top_srcdir/tests/glpk/retry.c" "$build"/src/.libs/libglpk_la-*.o \
   -o "$tmp/retry" $(sed -n 's/^LIBS = //p' "$build/src/Makefile") ||
   die "cannot link with GLPK's objects"
"$tmp/retry"
