#!/bin/sh
# fetch.sh (downloading, with a stand-in for curl)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.

set -u
. "$abs_top_srcdir/tests/netlib/common.sh"
mkdir "$work/bin" "$work/site" "$work/site/lp" "$work/empty"

# Serves files below $SITE; "refused" as curl -f does, "down" as without a
# network.
cat >"$work/bin/curl" <<'END'
#!/bin/sh
while [ $# -gt 1 ]; do
  [ "$1" = --output ] && file=$2
  shift
done
path=$SITE/${1#http://site/}
if [ ! -d "$SITE" ]; then
  echo "curl: (6) Could not resolve host: site" >&2
  exit 6
elif [ ! -f "$path" ]; then
  echo "curl: (22) The requested URL returned error: 404" >&2
  exit 22
fi
cp "$path" "$file"
END
chmod +x "$work/bin/curl"

# minimize 1.5 x subject to x >= 3, compressed by hand: the table holds 15E-1;
# the last line has the check characters of the seven before it.
cat >"$work/site/lp/tiny" <<'END'

NAME          TINY
 2 1 2 2 1 1 0 0
 0 0 1
PS0
NCOST
GLIM
8X
99;c
8RHS
;e
 UZKl"Ty
END
small_problem TINY 3 >"$work/tiny.mps"
expect 0 checksum "$work/tiny.mps"
sum=$(cut -f1 "$work/out")
expect 0 checksum "$work/site/lp/tiny"
says out "$sum"
sed 's/^NCOST/NCASH/' "$work/site/lp/tiny" >"$work/site/lp/damaged"

# A manifest with the problem, a damaged one, one with other numbers than the
# manifest says, one that is not there, and one that is not offered.
header="name class rows cols nonzeros status glpk_ref_obj tolerance source"
{
  echo "$header checksum"
  echo "tiny feasible 1 1 1 optimal 4.5 1e-7 lp/tiny $sum"
  echo "damaged feasible 1 1 1 optimal 4.5 1e-7 lp/damaged $sum"
  echo "other feasible 1 1 1 optimal 4.5 1e-7 lp/tiny 0123"
  echo "missing feasible 1 1 1 optimal 4.5 1e-7 lp/missing $sum"
  echo "made feasible 1 1 1 optimal 4.5 1e-7 generator:lp/gen $sum"
} | tr ' ' '\t' >"$work/manifest.tsv"
GPUINV_MANIFEST=$work/manifest.tsv
PATH=$work/bin:$PATH
SITE=$work/site
export GPUINV_MANIFEST PATH SITE

expect 0 fetch --base http://site "$work/got" tiny
says out "tiny: fetched and verified"
says out "1 fetched, 0 already there, 0 not offered as files, 0 failed"
expect 0 same "$work/got/tiny.mps" "$work/tiny.mps"

# The second time nothing is fetched, unless the file was damaged.
expect 0 fetch --base http://site "$work/got" tiny
says out "0 fetched, 1 already there, 0 not offered as files, 0 failed"
small_problem TINY 4 >"$work/got/tiny.mps"
expect 0 fetch --base http://site "$work/got" tiny
expect 0 same "$work/got/tiny.mps" "$work/tiny.mps"

# All of the manifest: the good one comes, the others are named.
rm "$work/got/tiny.mps"
expect 1 fetch --base http://site "$work/got"
says out "1 fetched, 0 already there, 1 not offered as files, 3 failed"
says err "http://site/lp/damaged:12: checksum"
says err "http://site/lp/tiny: checksum $sum, expected 0123"
says err "http://site/lp/missing: download failed: curl: (22)"
says out "made: Netlib has a program that generates it"
[ "$(ls "$work/got")" = tiny.mps ] || fault "left behind: $(ls "$work/got")"
expect 1 fetch --base http://site "$work/got" made
expect 2 fetch --base http://site "$work/got" unheard-of
expect 2 fetch --frob "$work/got"

# No network, no downloader.
SITE=$work/nowhere
expect 1 fetch --base http://site "$work/none"
says err "Could not resolve host: site (is there a network?)"
PATH=$work/empty
expect 1 fetch "$work/none"
PATH=$work/bin:/usr/bin:/bin
says err "neither curl nor wget found"
[ "$failed" -eq 0 ]
