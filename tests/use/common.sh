# common.sh (an installation as gpuinv-run finds it)
# SPDX-License-Identifier: GPL-3.0-or-later

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0
fault() {
   echo "FAILED: $*"
   failed=$((failed + 1))
}

# An installation moved as a whole is found: the script beside bin/, libraries
# in lib/.
build=$abs_top_builddir
mkdir "$work/bin" "$work/lib"
sed "s|^libdir=.*|libdir=$work/none|" "$build/use/gpuinv-run" \
   >"$work/bin/gpuinv-run"
chmod +x "$work/bin/gpuinv-run"
cp "$build/glpk/build/src/.libs/libglpk.so.40" "$work/lib/"
cp "$build/glpk/build/examples/.libs/glpsol" "$work/bin/" 2>/dev/null ||
   cp "$build/glpk/build/examples/glpsol" "$work/bin/"
run=$work/bin/gpuinv-run
unset GLP_GPU LD_LIBRARY_PATH R_LD_LIBRARY_PATH

# compile NAME FILE: compiles a program like any of a user
compile() {
   ${CC:-cc} -I"$build/glpk/src/src" -o "$work/$1" "$2" -L"$work/lib" \
      -l:libglpk.so.40 -lm || fault "$2 does not compile"
}
