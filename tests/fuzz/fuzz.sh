#!/bin/sh
# fuzz.sh (hostile calls and texts, under sanitizers)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: fuzz.sh [TARGET...].  Each target runs $FUZZ_SECONDS (600) seconds,
# from tests/fuzz/corpus/TARGET and from the findings of earlier runs, which
# stay in the build folder.  libFuzzer makes the inputs if there is clang, else
# tests/fuzz/driver.cpp.  A failure leaves its input there as crash-....

set -eu
seconds=${FUZZ_SECONDS:-600}
src=$abs_top_srcdir
make=$abs_top_builddir/Makefile
glpk=$abs_top_builddir/glpk
work=$abs_top_builddir/tests/fuzz
mkdir -p "$work/glpk" "$work/lib"
cd "$work"

variable() { sed -n "s/^$1 = //p" "$make"; }

# --- compilers
launcher=
case ${CXX:-} in ccache*) launcher=ccache ;; esac
check=address,undefined
echo 'extern "C" int LLVMFuzzerTestOneInput(const char *, long) { return 0; }' \
   >probe.cpp
if clang++ -fsanitize=fuzzer,$check probe.cpp -o probe 2>/dev/null; then
   cc="$launcher clang" cxx="$launcher clang++"
   instrument=-fsanitize=fuzzer-no-link,$check link=-fsanitize=fuzzer,$check
   main='' with="libFuzzer of $(clang --version | head -n 1)"
else
   cc=${CC:-cc} cxx=${CXX:-c++}
   instrument=-fsanitize=$check link=$instrument
   main=$src/tests/fuzz/driver.cpp with='own driver'
   $cxx $instrument -c probe.cpp 2>/dev/null ||
      { echo "$cxx has no sanitizers"; exit 77; }
fi
flags="-g1 -O1 -fPIC $instrument -fno-sanitize-recover=all"
plus="-std=c++17 -DGPUINV_PACKAGE_VERSION='\"fuzzed\"' -I$src -I$src/libgpuinv"
plus="$plus $(variable CHOLMOD_CPPFLAGS) $(variable THRUST_CPPFLAGS)"
plus="$plus $(variable GPUINV_BUILD_CPPFLAGS)"

# compile FOLDER COMPILER FLAGS: compiles the sources named on the standard
# input, two at a time, each to an object that is named for its path
compile() {
   while read -r file; do
      name=$(echo "${file#"$src"/}" | tr / _)
      test "$1/$name.o" -nt "$file" -a "$1/$name.o" -nt "$newest" ||
         printf '%s\0%s\0' "$file" "$1/$name.o"
   done | xargs -0 -r -n 2 -P 2 sh -c "$2 $3 -w -c \"\$0\" -o \"\$1\""
}

# --- the library, with all parts, and GLPK
newest=$(find "$src/libgpuinv" -name '*.h*' -printf '%T@ %p\n' | sort -n |
   tail -n 1 | cut -d ' ' -f 2)
find "$src/libgpuinv" -name '*.cpp' ! -path '*/device/*' |
   compile lib "$cxx" "$flags $plus"
$cxx $flags -shared lib/*.o -o libgpuinv.so $(variable LAPACK_LIBS) \
   $(variable CHOLMOD_LIBS) -ldl -lpthread
newest=$glpk/src/src/glpk.h
# GLPK's own arithmetic on pointers is not judged here.
folders=$(find "$glpk/src/src" -type d -printf ' -I%p'
   sed -n 's/^CPPFLAGS = //p; s/^CFLAGS = //p' "$glpk/build/src/Makefile" |
      tr ' ' '\n' | sed -n 's/^-I\/usr/ &/p' | tr -d '\n')
plain=$(echo "$instrument" | sed 's/,undefined//')
find "$glpk/src/src" -name '*.c' ! -name 'main.c' |
   compile glpk "$cc" "-g1 -O1 $plain -DHAVE_CONFIG_H -I$glpk/build \
      $folders -I$src/libgpuinv"

# --- a run of each
export GPUINV_LIBRARY="$work/libgpuinv.so" OPENBLAS_NUM_THREADS=1
unset GLP_GPU GPUINV_FAULT
UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# Memory that a thread of a vendor's library holds at the end is not our leak.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=1
export UBSAN_OPTIONS ASAN_OPTIONS

fuzz() {
   mkdir -p "found/$1"
   "./fuzz_$1" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 \
      -print_final_stats=1 -verbosity=0 -artifact_prefix="$work/crash-$1-" \
      "found/$1" "$src/tests/fuzz/corpus/$1" >"$1.log" 2>&1 || {
      tail -n 60 "$1.log"
      echo "FAIL: $1"
      exit 1
   }
   echo "$1: $(sed -n 's/^stat::number_of_executed_units: *//p' "$1.log")" \
      "inputs in $seconds s, none fails ($with)"
}

for target in ${*:-table options glpk emps}; do
   case $target in
   emps)
      "${PYTHON:-python3}" "$src/tests/fuzz/fuzz_emps.py" "$seconds" ||
         { echo 'FAIL: emps'; exit 1; }
      continue ;;
   glpk)
      $cc -g1 -O1 $plain -I"$glpk/src/src" \
         -c "$src/tests/fuzz/fuzz_glpk.c" -o fuzz_glpk.o
      $cxx $link fuzz_glpk.o $main glpk/*.o -o fuzz_glpk -L. -lgpuinv \
         -Wl,-rpath,"$work" -lgmp -lm -ldl -lpthread ;;
   *)
      eval "$cxx $flags $plus $src/tests/fuzz/fuzz_$target.cpp $main $link" \
         "-o fuzz_$target -L. -lgpuinv -Wl,-rpath,$work" ;;
   esac
   fuzz "$target"
done
