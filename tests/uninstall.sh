#!/bin/sh
# uninstall.sh (make uninstall leaves nothing of what make install made)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
failures=0
fail() {
   echo "FAIL: $*"
   failures=$((failures + 1))
}
unset MAKEFLAGS MFLAGS MAKELEVEL
stage=$tmp/stage
# The folder of make distcheck has our name itself.
root=$stage$(sed -n 's/^prefix = //p' "$abs_top_builddir/Makefile")
make_it() {
   make -C "$abs_top_builddir" "$@" DESTDIR="$stage" >"$tmp/log" 2>&1 || {
      tail -n 20 "$tmp/log"
      fail "make $*"
   }
}
# A file of another owner stays in each folder that is not only ours.
make_it install
folders=$(cd "$root" && find . -type d ! -path '*libgpuinv*' | sort)
for folder in $folders; do
   echo mine >"$root/$folder/another"
done
installed=$(find "$stage" ! -type d ! -name another | wc -l)
[ "$installed" -gt 30 ] || fail "only $installed files were installed"
# without the CUDA part it fits into 10 MB
bytes=$(find "$stage" -type f ! -name another ! -name 'libgpuinv-cuda*' \
   -exec stat -c %s {} + | awk '{ sum += $1 } END { print sum }')
[ "$bytes" -le 10000000 ] || fail "$bytes bytes are installed"
make_it uninstall
left=$(find "$stage" ! -type d ! -name another)
[ -z "$left" ] || fail "left: $left"
for folder in $folders; do
   [ -f "$root/$folder/another" ] || fail "gone: $folder/another"
done
# Does it once more, with the reference page.
make_it install install-html
make_it uninstall
left=$(find "$stage" ! -type d ! -name another)
[ -z "$left" ] || fail "left after install-html: $left"
# These folders were made for us only.
ours=$(cd "$root" && find . -type d -path '*libgpuinv*')
[ -z "$ours" ] || fail "folders: $ours"
echo "$installed files, $bytes bytes"
[ "$failures" -eq 0 ]
