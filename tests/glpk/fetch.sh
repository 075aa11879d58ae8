#!/bin/sh
# fetch.sh (glpk-patch/fetch takes the right file and nothing else)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"

area=$work/fetch
rm -rf "$area" && mkdir -p "$area/cache/libgpuinv" "$area/bin" || exit 1
given=$GLPK_TARBALL
unset GLPK_TARBALL
XDG_CACHE_HOME=$area/cache
export XDG_CACHE_HOME
cached=$XDG_CACHE_HOME/libgpuinv/glpk-5.0.tar.gz
echo damaged >"$area/bad.tar.gz"

# Without network or distribution: these programs come before the true ones.
for program in apt-get curl wget; do
   printf '#!/bin/sh\nexit 1\n' >"$area/bin/$program"
   chmod +x "$area/bin/$program"
done
PATH=$area/bin:$PATH

# fetch STATUS PATH MESSAGE ARGUMENT...
fetch() {
   status=$1
   path=$2
   message=$3
   shift 3
   found=$("$patches/fetch" "$@" 2>"$area/log")
   rc=$?
   test $rc -eq "$status" || fail "fetch $*: exit status $rc, not $status"
   test "$found" = "$path" || fail "fetch $*: prints '$found', not '$path'"
   test -z "$message" || grep -q -e "$message" "$area/log" ||
      fail "fetch $*: $(cat "$area/log")"
}

fetch 0 "$given" '' --tarball "$given"
fetch 0 "$given" '' "--tarball=$given"
fetch 1 '' 'bad.tar.gz: wrong checksum' --tarball "$area/bad.tar.gz"
test -f "$area/bad.tar.gz" || fail "a file of the user's was removed"
fetch 1 '' 'none.tar.gz: no such file' --tarball "$area/none.tar.gz"
fetch 1 '' 'needs a file name' --tarball
fetch 1 '' "invalid argument '--what'" --what
fetch 0 "$area/out.tar.gz" '' --tarball "$given" --output "$area/out.tar.gz"
cmp "$given" "$area/out.tar.gz" || fail "--output is another file"

GLPK_TARBALL=$area/bad.tar.gz
export GLPK_TARBALL
fetch 1 '' 'bad.tar.gz: wrong checksum'
GLPK_TARBALL=$given
fetch 0 "$given" ''
unset GLPK_TARBALL

fetch 1 '' 'cannot obtain glpk-5.0.tar.gz'
cp "$area/bad.tar.gz" "$cached"
fetch 1 '' 'the cache: wrong checksum of .*; removed'
test ! -f "$cached" || fail "damaged file left in the cache"
cp "$given" "$cached"
fetch 0 "$cached" 'from the cache'

# download FILE: sets the file that curl downloads from now on
download() {
   cat >"$area/bin/curl" <<EOT
#!/bin/sh
while test \$# -gt 1; do
   test "\$1" = -o && cp "$1" "\$2"
   shift
done
EOT
}

# A damaged download is not kept.
rm -f "$cached"
download "$area/bad.tar.gz"
fetch 1 '' 'ftp.gnu.org.*: wrong checksum'
test ! -f "$cached" || fail "damaged download kept"
download "$given"
fetch 0 "$cached" 'from https://ftp.gnu.org/'

# For the distribution's package apt-get is called with private settings and
# with deb-src entries made from the system's own.
rm -f "$cached"
cat >"$area/bin/apt-get" <<EOT
#!/bin/sh
for argument; do
   case \$argument in
   Dir::Etc::sourceparts=*) parts=\${argument#*=} ;;
   Dir::State::lists=/var/* | Dir::Cache=/var/*) exit 9 ;;
   source) cp "$given" glpk_5.0.orig.tar.gz ;;
   esac
done
test -n "\$parts" || exit 9
cat "\$parts"/* >"$area/sources" 2>/dev/null
exit 0
EOT
fetch 0 "$cached" 'source package'
grep -E '^(deb[[:space:]]|[Tt]ypes:.*deb([[:space:]]|$))' "$area/sources" &&
   fail "entries for binary packages were asked for"
grep -hE '^(deb |Types:.*deb)' /etc/apt/sources.list \
   /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources \
   >"$area/system" 2>/dev/null
test ! -s "$area/system" || grep -q 'deb-src' "$area/sources" ||
   fail "the system's entries were not turned into deb-src"

rm -rf "$area"
finish
