#!/bin/sh
# the host suite built with the address and undefined behaviour sanitizers
set -eu
[ -x "$abs_top_builddir/tests/libgpuinv/check_host" ] ||
   { echo "unit tests are switched off"; exit 77; }
cxx=${CXX:-c++}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags='-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main() { return 0; }' > "$tmp/probe.cpp"
$cxx $flags "$tmp/probe.cpp" -o "$tmp/probe" 2> /dev/null &&
   "$tmp/probe" || { echo "$cxx has no sanitizers"; exit 77; }
src=$abs_top_srcdir
lapack=$(sed -n "s/^LAPACK_LIBS = //p" "$abs_top_builddir/Makefile")
cholmod=$(sed -n "s/^CHOLMOD_LIBS = //p" "$abs_top_builddir/Makefile")
include=$(sed -n 's/^CHOLMOD_CPPFLAGS = //p; s/^THRUST_CPPFLAGS = //p' \
   "$abs_top_builddir/Makefile" | tr '\n' ' ')
check=$(sed -n "s/^CHECK_LIBS = //p" "$abs_top_builddir/Makefile")
flags="$flags -DGPUINV_PACKAGE_VERSION='\"sanitized\"' -I$src/libgpuinv -I$src"
build=$(sed -n 's/^GPUINV_BUILD_CPPFLAGS = //p' "$abs_top_builddir/Makefile")
flags="$flags $include $build"
host=$(find "$src"/libgpuinv -name '*.cpp' ! -path '*/device/*')
(cd "$tmp" && eval "$cxx $flags -c" $host)
eval "$cxx $flags" "$src"/tests/libgpuinv/*_cases.cpp \
   "$src"/tests/libgpuinv/*testing.cpp "$src"/tests/libgpuinv/small_lp.cpp \
   "$src"/tests/libgpuinv/seed.cpp \
   "$src"/tests/libgpuinv/conformance.cpp \
   "$src"/tests/libgpuinv/check_host.cpp "$tmp"/*.o \
   -o "$tmp/check_host" $lapack $cholmod $check -ldl -lpthread
eval "$cxx $flags" "$src"/tests/libgpuinv/check_units.cpp \
   "$src"/tests/libgpuinv/weights.cpp "$src"/tests/libgpuinv/forms.cpp \
   "$src"/tests/libgpuinv/turns.cpp "$src"/tests/libgpuinv/workers.cpp \
   "$src"/tests/libgpuinv/steps.cpp "$src"/tests/libgpuinv/limits.cpp \
   "$src"/tests/libgpuinv/residuals.cpp "$src"/tests/libgpuinv/sloppy.cpp \
   "$src"/tests/libgpuinv/accounts.cpp "$src"/tests/libgpuinv/guards.cpp \
   "$src"/tests/libgpuinv/points.cpp "$src"/tests/libgpuinv/parts.cpp \
   "$src"/tests/libgpuinv/places.cpp "$src"/tests/libgpuinv/seed.cpp \
   "$src"/tests/kernels/tableau_cases.cpp \
   "$src"/tests/kernels/tableau_lp.cpp "$tmp"/*.o \
   -o "$tmp/check_units" $lapack $cholmod $check -ldl -lpthread
eval "$cxx $flags" "$src"/tests/libgpuinv/check_normal.cpp \
   "$src"/tests/libgpuinv/normal_*.cpp "$src"/tests/libgpuinv/seed.cpp \
   "$tmp"/*.o -o "$tmp/check_normal" $lapack $cholmod \
   -lsuitesparseconfig $check -ldl -lpthread
eval "$cxx $flags" "$src"/tests/libgpuinv/check_interior.cpp \
   "$src"/tests/libgpuinv/interior_chain.cpp \
   "$src"/tests/libgpuinv/interior_choice.cpp \
   "$src"/tests/libgpuinv/interior_problem.cpp \
   "$src"/tests/libgpuinv/restorations.cpp \
   "$src"/tests/libgpuinv/interior_suite.cpp "$src"/tests/libgpuinv/seed.cpp \
   "$tmp"/*.o -o "$tmp/check_interior" $lapack $cholmod $check -ldl -lpthread
# a thread that leaves by pthread_exit keeps its frames poisoned, among which
# the sanitizer then finds its own signal stack
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}use_sigaltstack=0
export ASAN_OPTIONS CK_FORK=no GPUINV_PATIENCE=10
"$tmp/check_units"
"$tmp/check_normal"
"$tmp/check_interior"
"$tmp/check_host"
