#!/bin/sh
# the library built with the address and undefined behaviour sanitizers, under
# the suites of the host, which are not built so themselves
set -eu
[ -x "$abs_top_builddir/tests/libgpuinv/check_host" ] ||
   { echo "unit tests are switched off"; exit 77; }
cxx=${CXX:-c++}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags='-g1 -O1 -fsanitize=address,undefined -fno-sanitize-recover=all'
echo 'int main() { return 0; }' > "$tmp/probe.cpp"
$cxx $flags "$tmp/probe.cpp" -o "$tmp/probe" 2> /dev/null &&
   "$tmp/probe" || { echo "$cxx has no sanitizers"; exit 77; }
src=$abs_top_srcdir
others='check_units check_normal check_interior check_crossover'
lapack=$(sed -n "s/^LAPACK_LIBS = //p" "$abs_top_builddir/Makefile")
cholmod=$(sed -n "s/^CHOLMOD_LIBS = //p" "$abs_top_builddir/Makefile")
include=$(sed -n 's/^CHOLMOD_CPPFLAGS = //p; s/^THRUST_CPPFLAGS = //p' \
   "$abs_top_builddir/Makefile" | tr '\n' ' ')
check=$(sed -n "s/^CHECK_LIBS = //p" "$abs_top_builddir/Makefile")
flags="$flags -DGPUINV_PACKAGE_VERSION='\"sanitized\"' -I$src/libgpuinv -I$src"
build=$(sed -n 's/^GPUINV_BUILD_CPPFLAGS = //p' "$abs_top_builddir/Makefile")
flags="$flags $include $build"
# Each call compiles one file, and the name of this folder is not in the object,
# so that ccache finds the object again.
flags="$flags -fdebug-prefix-map=$tmp=."
(cd "$tmp" && find "$src"/libgpuinv -name '*.cpp' ! -path '*/device/*' |
   eval "xargs -P 2 -n 1 $cxx $flags -c")
# objects: those of a suite as the makefile has built them.  Of an inline
# function that is in the library, too, the linker takes the first one.
objects()
{  MAKEFLAGS= make -s --no-print-directory -C "$abs_top_builddir" \
      --eval="objects: ; @echo \$(tests_libgpuinv_$1_OBJECTS)" objects
}
for suite in $others check_host; do
   parts=$(objects "$suite")
   (cd "$abs_top_builddir" && eval "$cxx $flags" "$tmp"/*.o $parts \
      -o "$tmp/$suite" $lapack $cholmod -lsuitesparseconfig $check -ldl -lpthread)
done
# A thread that leaves by pthread_exit keeps its frames poisoned; the sanitizer
# then finds its own signal stack among them.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}use_sigaltstack=0
export ASAN_OPTIONS CK_FORK=no GPUINV_PATIENCE=10
# check_host takes longer than all other suites together, so it runs beside
# them.
"$tmp/check_host" >"$tmp/check_host.out" 2>&1 &
host=$! failed=no
for suite in $others; do
   "$tmp/$suite" || failed=$suite
done
wait "$host" || failed=check_host
cat "$tmp/check_host.out"
[ "$failed" = no ] || { echo "FAIL: $failed"; exit 1; }
