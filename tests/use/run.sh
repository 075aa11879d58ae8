#!/bin/sh
# run.sh (gpuinv-run: what a program finds, and what --check tells)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
. "$abs_top_srcdir/tests/use/common.sh"

# expect STATUS WORD...: checks the exit status
expect() {
   wanted=$1
   shift
   "$run" "$@" >"$work/out" 2>"$work/err"
   status=$?
   [ "$status" -eq "$wanted" ] && return
   fault "gpuinv-run $*: exit status $status, expected $wanted"
   cat "$work/out" "$work/err"
}
says() {
   grep -qF -e "$2" "$work/$1" && return
   fault "no '$2' on $1:"
   cat "$work/$1"
}

# The environment of the program.
expect 0 sh -c 'echo "$GLP_GPU $LD_LIBRARY_PATH $R_LD_LIBRARY_PATH"'
lib=$(readlink -f "$work/bin")/../lib
says out "auto $lib $lib"
GLP_GPU=off expect 0 sh -c 'echo "mode $GLP_GPU"'
says out "mode off"
GLP_GPU=off expect 0 --mode only --device 3 \
   sh -c 'echo "mode $GLP_GPU device $CUDA_VISIBLE_DEVICES"'
says out "mode only device 3"
LD_LIBRARY_PATH=/a:/b expect 0 sh -c 'echo "$LD_LIBRARY_PATH"'
says out "$lib:/a:/b"
expect 0 sh -c 'command -v glpsol'
says out "/bin/glpsol"
# The same by a link, and from where it is.
ln -s "$run" "$work/link"
for start in "$work/link" bin/gpuinv-run ./link "sh bin/gpuinv-run"; do
   (cd "$work" && $start sh -c 'cd / && command -v glpsol') >"$work/out"
   says out "/bin/glpsol"
   grep -q '^/' "$work/out" || fault "$start: a folder that is not absolute"
done
expect 7 sh -c 'exit 7'

# What is loaded by a linked program, by one that opens the library, by a
# child, by none, and another library under that name.
cat >"$work/version.c" <<'END'
#include <stdio.h>
#include <glpk.h>
int main(void)
{     const char *gpu = glp_config("GPU");
      printf("%s\n", gpu != NULL ? gpu : "none");
      return 0;
}
END
compile version "$work/version.c"
expect 0 --check "$work/version"
says out "libgpuinv.so"
says err "libglpk.so.40 (this GLPK)"
expect 0 --check sh -c "'$work/version'; true"
says err "libglpk.so.40 (this GLPK)"
expect 3 --check true
says err "no libglpk was loaded"
expect 1 --check false
mkdir "$work/other"
cp "$work/lib/libglpk.so.40" "$work/other/libglpk.so.40"
expect 3 --check sh -c "LD_LIBRARY_PATH='$work/other' '$work/version'"
says err "$work/other/libglpk.so.40 (another GLPK)"
if python3 -c 'import ctypes' 2>/dev/null; then
   expect 0 --check python3 -c \
      'import ctypes; ctypes.CDLL("libglpk.so.40").glp_version()'
   says err "libglpk.so.40 (this GLPK)"
fi
plan=$build/glpk/src/examples/plan.mps
expect 0 --check --mode only glpsol --mps "$plan"
says out "OPTIMAL LP SOLUTION FOUND"
says err "/libgpuinv.so"

# Wrong command lines are refused with the cause.
for words in "" "--frob true" "--mode" "--mode fast true" "--device x true"; do
   # shellcheck disable=SC2086
   expect 2 $words
   says err "Try 'gpuinv-run --help'."
done
expect 0 --help
says out "Usage: gpuinv-run"
rm "$work/lib/libglpk.so.40"
expect 1 true
says err "no libglpk.so.40 in"
[ "$failed" -eq 0 ]
