# common.sh (what the tests of the patched GLPK share)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# This file is sourced.  It works in tests/glpk of the build tree.

set -u

work=$abs_top_builddir/tests/glpk
src=$abs_top_builddir/glpk/src      # patched sources
build=$abs_top_builddir/glpk/build  # patched build
stock=$work/stock                   # src and build of pristine GLPK
patches=$abs_top_srcdir/glpk-patch
failures=0

fail() {
   echo "FAIL: $*"
   failures=$((failures + 1))
}

die() {
   echo "FAIL: $*"
   exit 1
}

finish() {
   test "$failures" -eq 0 || die "$failures failure(s)"
   exit 0
}

# unpack DIR: unpacks pristine GLPK into DIR
unpack() {
   rm -rf "$1" && mkdir -p "$1" || die "cannot make $1"
   gzip -dc "$GLPK_TARBALL" | (cd "$1" && tar xf - && mv glpk-5.0/* .) ||
      die "cannot unpack $GLPK_TARBALL"
}

# quietly LOG COMMAND...: shows the log only if the command fails
quietly() {
   log=$1
   shift
   "$@" >"$log" 2>&1 || {
      tail -n 30 "$log"
      die "$* (log: $log)"
   }
}

# configure_glpk SRC BUILD [OPTION...]: configures as the project does
configure_glpk() {
   from=$1
   to=$2
   shift 2
   rm -rf "$to" && mkdir -p "$to" || die "cannot make $to"
   # shellcheck disable=SC2046
   (cd "$to" && quietly config.out "$from/configure" -q --disable-static \
      $("$patches/configure-options") "$@") || exit 1
}

# The first test that asks for the pristine build makes it.
ensure_stock() {
   mkdir -p "$work"
   waited=0
   while ! mkdir "$work/stock.lock" 2>/dev/null; do
      waited=$((waited + 1))
      test $waited -lt 600 || die "$work/stock.lock is held"
      sleep 1
   done
   trap 'rmdir "$work/stock.lock"' EXIT
   trap 'exit 1' HUP INT TERM
   if ! test "$stock/done" -nt "$build/config.status"; then
      unpack "$stock/src"
      flags=$(sed -n 's/^CFLAGS = //p' "$build/Makefile")
      configure_glpk "$stock/src" "$stock/build" CFLAGS="$flags"
      quietly "$stock/make.out" make -C "$stock/build" -j2
      touch "$stock/done"
   fi
   rmdir "$work/stock.lock"
   trap - EXIT HUP INT TERM
}

stock_glpsol=$stock/build/examples/glpsol

# input_option FILE: prints the option for the file's format
input_option() {
   case $1 in
   *.mod) echo --math ;;
   *.mps) echo --mps ;;
   *.mps.gz) echo --freemps ;;
   *.lp) echo --lp ;;
   *) die "$1: unknown kind of model" ;;
   esac
}

# write_infeasible: writes infeasible.lp into the current folder
write_infeasible() {
   cat >infeasible.lp <<END
minimize obj: x + y
subject to
 a: x + y <= 1
 b: x - y >= 2
 c: x + 2 y >= 3
end
END
}

# build_faulty: builds faulty.so in the current folder, with faults by $FAULTY
build_faulty() {
   $CC -shared -fPIC -I"$abs_top_srcdir/libgpuinv" -o faulty.so \
      "$abs_top_srcdir/tests/glpk/faulty.c" -ldl || die "cannot build faulty.c"
   FAULTY_TRUE=$GPUINV_LIBRARY
   export FAULTY FAULTY_TRUE
}

# objective FILE: prints status and objective value of a file written by -w
objective() {
   awk '$1 == "s" { print $2, $5 (NF > 6 ? $6 : ""), $NF }' "$1"
}

# same_objective FILE FILE: checks for equal status, values within 1e-7
same_objective() {
   { objective "$1"; objective "$2"; } | awk '
      { kind[NR] = $1; stat[NR] = $2; obj[NR] = $3 }
      END {
         d = obj[1] - obj[2]; if (d < 0) d = -d
         s = obj[1] < 0 ? -obj[1] : obj[1]; if (s < 1) s = 1
         exit !(NR == 2 && kind[1] == kind[2] && stat[1] == stat[2] &&
            d <= 1e-7 * s)
      }'
}
