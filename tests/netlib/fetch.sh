#!/bin/sh
# fetch.sh (downloading, from a site on this machine)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
. "$abs_top_srcdir/tests/netlib/common.sh"
mkdir "$work/site" "$work/site/lp"

# This starts a site on this machine, at a free port.
cat >"$work/serve.py" <<'END'
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler,
                            directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
with open(sys.argv[2], "w") as file:
    file.write(f"{server.server_address[1]}\n")
server.serve_forever()
END
"${PYTHON:-python3}" "$work/serve.py" "$work/site" "$work/port" 2>/dev/null &
server=$!
trap 'kill $server; rm -rf "$work"' EXIT
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ -s "$work/port" ] && break
  sleep 0.5
done
site=http://127.0.0.1:$(cat "$work/port")
no_proxy=127.0.0.1
export no_proxy

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
export GPUINV_MANIFEST

expect 0 fetch --base $site "$work/got" tiny
says out "tiny: fetched and verified"
says out "1 fetched, 0 already there, 0 not offered as files, 0 failed"
expect 0 same "$work/got/tiny.mps" "$work/tiny.mps"

# The second time nothing is fetched, unless the file was damaged.
expect 0 fetch --base $site "$work/got" tiny
says out "0 fetched, 1 already there, 0 not offered as files, 0 failed"
small_problem TINY 4 >"$work/got/tiny.mps"
expect 0 fetch --base $site "$work/got" tiny
expect 0 same "$work/got/tiny.mps" "$work/tiny.mps"

# The whole manifest is asked for: the good one comes, the others are named.
rm "$work/got/tiny.mps"
expect 1 fetch --base $site "$work/got"
says out "1 fetched, 0 already there, 1 not offered as files, 3 failed"
says err "$site/lp/damaged:12: checksum"
says err "$site/lp/tiny: checksum $sum, expected 0123"
says err "$site/lp/missing: download failed: HTTP Error 404"
says out "made: Netlib has a program that generates it"
[ "$(ls "$work/got")" = tiny.mps ] || fault "left behind: $(ls "$work/got")"
expect 1 fetch --base $site "$work/got" made
expect 2 fetch --base $site "$work/got" unheard-of
expect 2 fetch --frob "$work/got"

# No network.
kill $server
wait $server 2>/dev/null
trap 'rm -rf "$work"' EXIT
expect 1 fetch --base $site "$work/none"
says err "(is there a network?)"
[ "$failed" -eq 0 ]
