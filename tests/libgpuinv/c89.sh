#!/bin/sh
# gpuinv.h compiles as pedantic C89 and as C++, alone and twice
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cat > "$tmp/use.c" <<'EOT'
#include "gpuinv.h"
#include "gpuinv.h"
int main(void)
{     gpuinv_get_api_t get = gpuinv_get_api;
      return get == NULL || GPUINV_OK != 0;
}
EOT
cp "$tmp/use.c" "$tmp/use.cpp"
${CC:-cc} -std=c89 -pedantic -Wall -Wextra -Werror \
   -I"$abs_top_srcdir/libgpuinv" -c "$tmp/use.c" -o "$tmp/use.o"
${CXX:-c++} -pedantic -Wall -Wextra -Werror \
   -I"$abs_top_srcdir/libgpuinv" -c "$tmp/use.cpp" -o "$tmp/use++.o"
