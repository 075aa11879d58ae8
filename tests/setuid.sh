#!/bin/sh
# setuid.sh (a set-uid program heeds none of the user's variables)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# It needs root, to give a program to another user.

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
${CC:-cc} -w -I"$glpk/src/src" "$glpk/src/examples/glpsol.c" \
   -o "$tmp/glpsol" -L"$libs" -lglpk -lm -Wl,-rpath,"$libs"
cp "$tmp/glpsol" "$tmp/set-uid-glpsol"
chown 65534 "$tmp/secure" "$tmp/privileged" "$tmp/set-uid-glpsol"
chmod 4755 "$tmp/secure" "$tmp/privileged" "$tmp/set-uid-glpsol"
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

# --- glpsol: the mode, and the options of the run that GPUINV_* would change
failed() { echo "FAIL: $*"; exit 1; }
solve() {
   "$tmp/$1" "$2" --mps "$tmp/plan.mps" >"$tmp/$1.out" 2>&1 ||
      failed "$1 $2: $(cat "$tmp/$1.out")"
}
for method in --simplex --interior; do
   unset GLP_GPU
   solve set-uid-glpsol $method
   mv "$tmp/set-uid-glpsol.out" "$tmp/without"
   GLP_GPU=only GPUINV_FAULT=blas:1+ GPUINV_LIBRARY=$GPUINV_LIBRARY
   export GLP_GPU GPUINV_FAULT GPUINV_LIBRARY
   solve glpsol $method
   grep -q 'GPU' "$tmp/glpsol.out" || failed "$method: GLP_GPU has no effect"
   solve set-uid-glpsol $method
   cmp "$tmp/set-uid-glpsol.out" "$tmp/without" ||
      failed "$method: a variable has an effect in a set-uid glpsol"
done
unset GPUINV_FAULT

# --- CUDA, which heeds variables of its own, is not even opened
mkdir "$tmp/lib"
echo '#include <stdio.h>
__attribute__((constructor)) static void opened(void) { puts("opened"); }' |
   ${CC:-cc} -shared -fPIC -x c - -o "$tmp/lib/libcuda.so.1"
cp "$abs_top_builddir/libgpuinv/.libs/libgpuinv.so.0" \
   "$abs_top_builddir/libgpuinv/.libs/libgpuinv-lapack.so" "$tmp/lib"
cat >"$tmp/on-cuda.c" <<'EOT'
#include <stdio.h>
#include "gpuinv.h"
int main(void)
{  const gpuinv_api *api = gpuinv_get_api(GPUINV_VERSION);
   gpuinv_session *session = NULL;
   gpuinv_basis *basis = NULL;
   static char text[10000];
   if (api->session_create(&session, NULL, NULL) != GPUINV_OK)
      return 1;
   if (api->basis_create(session, "backend=cuda", &basis) == GPUINV_OK)
      return 1;
   puts(api->last_error(session));
   api->describe(session, "", text, sizeof text);
   puts(text);
   api->session_delete(session);
   return 0;
}
EOT
# dlopen heeds this old form of a path, in set-uid programs, too
${CC:-cc} -I"$abs_top_srcdir/libgpuinv" "$tmp/on-cuda.c" -o "$tmp/on-cuda" \
   "$tmp/lib/libgpuinv.so.0" -Wl,--disable-new-dtags,-rpath,"$tmp/lib"
cp "$tmp/on-cuda" "$tmp/set-uid-on-cuda"
chown 65534 "$tmp/set-uid-on-cuda"
chmod 4755 "$tmp/set-uid-on-cuda"
for program in on-cuda set-uid-on-cuda; do
   "$tmp/$program" >"$tmp/$program.out" 2>&1 ||
      failed "$program: $(cat "$tmp/$program.out")"
done
grep -q '^opened$' "$tmp/on-cuda.out" || failed "no program opens the driver"
! grep '^opened$' "$tmp/set-uid-on-cuda.out" ||
   failed "a set-uid program opens the driver"
grep -q '^no CUDA in a set-uid program' "$tmp/set-uid-on-cuda.out" ||
   failed "$(cat "$tmp/set-uid-on-cuda.out")"

# --- no other way to the environment is there
# libgpuinv-cuda.so contains the CUDA runtime and Thrust, which read their own
# variables.  Therefore its objects are looked at, except those of kernels.
for file in "$libs/libglpk.so.40" "$glpk/build/examples/.libs/glpsol" \
   "$abs_top_builddir/libgpuinv/.libs/libgpuinv.so" \
   "$abs_top_builddir/libgpuinv/.libs/libgpuinv-lapack.so" \
   $(find "$abs_top_builddir/libgpuinv" -name '*_la-*.o') \
   "$abs_top_builddir/netlib/gpuinv-point" \
   "$abs_top_builddir/netlib/.libs/gpuinv-point"; do
   [ -f "$file" ] || continue
   # one object replaces the environment of a program that is not privileged
   case $file in
   */libgpuinv.so | *_la-blas_core.o) names=getenv ;;
   *) names='getenv|environ|__environ' ;;
   esac
   { ${NM:-nm} "$file"; ${NM:-nm} -D "$file"; } >"$tmp/symbols" 2>/dev/null ||
      true
   ! grep -E " U ($names)(@|\$)" "$tmp/symbols" ||
      failed "$file reads the environment of a privileged program"
done
echo "3 set-uid programs, 3 variables: none heeded; no CUDA"
