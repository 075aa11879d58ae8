#!/bin/sh
# setuid.sh (a set-uid program heeds no variable of the user's)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Needs root, to give a program to somebody else.

set -eu
skip() { echo "SKIP: $*"; exit 77; }
[ "$(id -u)" = 0 ] || skip "not root"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
chmod 755 "$tmp"
glpk=$abs_top_builddir/glpk
cp "$glpk/src/examples/plan.mps" "$tmp"

# --- a program that says whether the system holds it for privileged
cat >"$tmp/secure.c" <<'EOT'
#include <stdio.h>
#include <sys/auxv.h>
int main(void) { printf("%lu\n", getauxval(AT_SECURE)); return 0; }
EOT
${CC:-cc} "$tmp/secure.c" -o "$tmp/secure"
libs=$glpk/build/src/.libs
${CC:-cc} -I"$glpk/src/src" "$abs_top_srcdir/tests/glpk/client.c" \
   -o "$tmp/client" -L"$libs" -lglpk -Wl,-rpath,"$libs"
cp "$tmp/client" "$tmp/privileged"
chown 65534 "$tmp/secure" "$tmp/privileged"
chmod 4755 "$tmp/secure" "$tmp/privileged"
[ "$("$tmp/secure")" = 1 ] || skip "set-uid has no effect here"

# --- the same program, privileged and not
unset GLP_GPU
run() { "$tmp/$1" "$tmp/plan.mps" >"$tmp/$1.out" 2>&1; }
run privileged || skip "nobody cannot read $libs"
GLP_GPU=only
export GLP_GPU
run client
grep -q '^GPU: ' "$tmp/client.out" || {
   echo "FAIL: GLP_GPU has no effect"; cat "$tmp/client.out"; exit 1; }
run privileged
if grep '^GPU' "$tmp/privileged.out"; then
   echo "FAIL: GLP_GPU has an effect in a set-uid program"
   exit 1
fi
