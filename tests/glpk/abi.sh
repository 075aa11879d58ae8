#!/bin/sh
# abi.sh (the patched libglpk can stand in for the stock one)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
ensure_stock

area=$work/abi
rm -rf "$area" && mkdir -p "$area" && cd "$area" || exit 1
old=$stock/build/src/.libs
new=$build/src/.libs

# --- names
exported() { ${NM:-nm} -D --defined-only "$1" | awk '{ print $NF }' | sort; }
exported "$old/libglpk.so.40" >old.names
exported "$new/libglpk.so.40" >new.names
lost=$(comm -23 old.names new.names)
test -z "$lost" || fail "libglpk no longer exports $lost"
foreign=$(comm -13 old.names new.names | grep -v '^glp_')
test -z "$foreign" || fail "libglpk exports also $foreign"
added=$(comm -13 old.names new.names | tr '\n' ' ')
test "$added" = 'glp_gpu_info glp_gpu_option ' || fail "new in libglpk: $added"

# libtool names the file current - age, age, revision: if a routine is added
# without a new `current', the name stays 40.3.
real() { basename "$(readlink -f "$1/libglpk.so.40")"; }
test "$(real "$old")" = libglpk.so.40.3.1 || fail "stock is $(real "$old")"
test "$(real "$new")" = libglpk.so.40.4.0 || fail "ours is $(real "$new")"

dynamic() { readelf -d "$1" | sed -n "s/.*($2).*\[\(.*\)\]/\1/p"; }
test "$(dynamic "$new/libglpk.so.40" SONAME)" = libglpk.so.40 ||
   fail "soname of libglpk is $(dynamic "$new/libglpk.so.40" SONAME)"
dynamic "$old/libglpk.so.40" NEEDED | sort >old.needed
dynamic "$new/libglpk.so.40" NEEDED | sort >new.needed
diff old.needed new.needed || fail "libglpk needs other libraries"

test "$(exported "$GPUINV_LIBRARY")" = gpuinv_get_api ||
   fail "libgpuinv exports $(exported "$GPUINV_LIBRARY" | head -n 20)"
cuda=$(dynamic "$GPUINV_LIBRARY" NEEDED | grep -iE 'cu(da|blas|solver|sparse|dss)|nvidia')
test -z "$cuda" || fail "libgpuinv needs $cuda"

# --- structures: sizes and offsets as in a program compiled earlier
layout() {
   $CC -I"$1" -o layout "$abs_top_srcdir/tests/glpk/layout.c" 2>&1 &&
      ./layout
}
layout "$stock/src/src" >old.layout || fail "layout.c: $(cat old.layout)"
layout "$src/src" >new.layout || fail "layout.c: $(cat new.layout)"
test -s old.layout || fail "layout.c prints nothing"
diff old.layout new.layout || fail "structures have changed"

# sizes as a compiler sees them where doubles are aligned to four bytes (i386)
cat >sizes.c <<END
#include <glpk.h>
const unsigned sizes[] = { sizeof(glp_bfcp), sizeof(glp_smcp),
   sizeof(glp_iptcp), sizeof(glp_iocp) };
END
if $CC -m32 -S -I"$stock/src/src" -o old.s sizes.c 2>m32.log; then
   $CC -m32 -S -I"$src/src" -o new.s sizes.c || fail "sizes.c does not compile"
   diff old.s new.s || fail "structures of i386 have changed"
else
   echo "no -m32: $(head -n 1 m32.log)"
fi

# --- a program compiled and linked against stock runs with ours
client=$abs_top_srcdir/tests/glpk/client.c
$CC -I"$stock/src/src" -o client "$client" -L"$old" -lglpk -lm ||
   die "cannot build client.c"
for mode in '' only; do
   LD_LIBRARY_PATH=$old ./client "$src/examples/plan.mps" >old.out 2>&1 ||
      fail "client with stock libglpk: $(tail -n 3 old.out)"
   GLP_GPU=$mode LD_LIBRARY_PATH=$new ./client "$src/examples/plan.mps" \
      >new.out 2>&1 || fail "client with ours: $(tail -n 3 new.out)"
   if test -z "$mode"; then
      cmp old.out new.out || fail "client prints something else"
   else
      grep -q '^GPU: ' new.out ||
         fail "GLP_GPU does not reach an unmodified program"
      grep '^result' old.out >old.result
      grep '^result' new.out | diff old.result - ||
         fail "client has other results with GLP_GPU=$mode"
   fi
done
cd "$work" && rm -rf "$area"
finish
