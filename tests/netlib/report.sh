#!/bin/sh
# report.sh (the page of gpuinv-netlib report, in a browser)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
. "$abs_top_srcdir/tests/netlib/common.sh"
# Matplotlib may be installed, or available, or neither.
timeout 300 "$tool" report --help >"$work/out" 2>&1 ||
  { echo "no Python with Matplotlib:"; cat "$work/out"; exit 77; }

# This table of peers has names that would break a page, on another machine.
{
  printf '# kind\tpeers\n# gpu\tCard <&" 1\n# absent\tX: no <b>x</b>\n'
  awk 'BEGIN {
    OFS = "\t"
    print "problem", "rows", "columns", "nonzeros", "solver", "label", \
      "version", "options", "tolerances", "threads", "limit_s", "status", \
      "verdict", "objective", "reference", "objective_error", "kkt_pe", \
      "kkt_pb", "kkt_de", "kkt_db", "gap", "iterations", "runs", "wall_s", \
      "wall_min_s", "wall_max_s", "solve_s", "solve_min_s", "solve_max_s", \
      "cpu_s", "memory_mb", "message"
    for (p = 1; p <= 4; p++)
      for (s = 1; s <= 3; s++) {
        name = s == 1 ? "stock-primal" : s == 2 ? "gpu-primal" : "clp-dual"
        t = s == 1 ? p : s == 2 ? (p == 4 ? 9 : p / 10) : 2 * p
        bad = s == 3 && p == 1
        print "<i>p" p "</i>", 1, 1, 1, name, name, "V 1", "-", "-", 1, 60, \
          bad ? "crash" : "optimal", bad ? "crash" : "ok", 1, 1, 0, 0, 0, \
          0, 0, 0, 7, 5, t, t, t, bad ? "" : t, t, t, t, 1, "a & b"
      }
  }'
} >"$work/other.tsv"
printf 'no\ttable\n' >"$work/odd.tsv"
# The rows of CLP were made apart.
sed '/clp-dual/d' "$work/other.tsv" >"$work/first.tsv"
sed '/\(stock\|gpu\)-primal/d' "$work/other.tsv" >"$work/second.tsv"
mv "$work/first.tsv" "$work/other.tsv"
"$tool" report "$abs_top_srcdir/netlib/results" "$work/other.tsv" \
  "$work/second.tsv" "$work/odd.tsv" --out "$work/page.html" --svg "$work/svg" \
  >"$work/out" 2>"$work/err" || fault "report: $(cat "$work/err")"
says err "left out: $work/odd.tsv"
[ ! -s "$work/err" ] || [ "$(wc -l <"$work/err")" = 1 ] ||
  fault "more is said: $(cat "$work/err")"

# The page beside the tables shows these tables and no others.
for page in "$work/page.html" "$abs_top_srcdir/netlib/results/report.html"; do
  grep -o '<summary>[^<]*: [^<]*' "$page" | grep -v 'other\.tsv' >"$work/tables"
  [ -f "$work/tables0" ] || mv "$work/tables" "$work/tables0"
done
diff "$work/tables0" "$work/tables" ||
  fault "netlib/results/report.html is of other tables"

# One file, no network; the answer first, then where ours is behind.
grep -oE '(src|href)="[^"#][^"]*"|url\([^)#][^)]*\)|@import' \
  "$work/page.html" | grep -v '"data:' && fault "the page is not alone"
awk '/class="answer"/ && !a { a = NR } /id="behind"/ && !b { b = NR }
  /<figure/ && !f { f = NR } END { exit !(a && a < b && b < f) }' \
  "$work/page.html" || fault "the page does not open with the answer"
grep -q '<i>p1' "$work/page.html" && fault "names are not escaped"
# p4: ours 9, stock 4, CLP 8.
grep -q '<tr class="behind"><td[^>]*>2.25</td><td>Card &lt;&amp;' \
  "$work/page.html" || fault "what is behind is not said"
grep -q '<summary>other.tsv: .*, 12 rows' "$work/page.html" ||
  fault "two parts of a table are not one"
grep -q 'faster than stock GLPK on 3' "$work/page.html" ||
  fault "the answer does not count right"
for f in "$work"/svg/*.svg; do
  python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$f" ||
    fault "$f is no XML"
done
[ -s "$work/svg/gains-nvidia-h200.svg" ] || fault "no plots as files"

if command -v tidy >/dev/null; then
  tidy -q -e "$work/page.html" >"$work/tidy" 2>&1
  [ ! -s "$work/tidy" ] || fault "tidy: $(head -n 5 "$work/tidy")"
else
  echo "no tidy: HTML is not validated"
fi

browser=
for name in chromium chromium-browser google-chrome; do
  command -v $name >/dev/null && browser=$name && break
done
[ -n "$browser" ] || { echo "no Chromium: the page is not rendered"; }

# look WIDTH THEME: renders the page in a frame of this width, and prints what
# is wider than it, what is in the tables after a click, and the messages of
# the console.
frame() {
  cat <<END
<!DOCTYPE html><title>frame</title><pre id="said">not loaded</pre>
<iframe id="f" style="width:$1px;height:2000px;border:0" src="page.html">
</iframe><script>
f.onload = () => {
  const d = f.contentDocument, w = d.documentElement.clientWidth, out = [];
  if (d.documentElement.scrollWidth > w) out.push("PAGE STICKS OUT");
  for (const e of d.querySelectorAll("body *")) {
    if (e.closest(".wide") && !e.matches(".wide")) continue;
    const r = e.getBoundingClientRect();
    if (r.width && r.right > w + 1) out.push("STICKS OUT " + e.outerHTML.slice(0, 80));
  }
  let shown = 0;
  for (const s of d.querySelectorAll("figure > svg"))
    if (getComputedStyle(s).display !== "none") {
      shown += 1;
      const h = s.getBoundingClientRect().height;
      if (h < 100) out.push("A PLOT IS " + h + " HIGH");
    }
  const figures = d.querySelectorAll("figure").length;
  if (shown !== figures) out.push(shown + " PLOTS OF " + figures);
  const table = d.getElementById("behind"), head = table.tHead.rows[0].cells[0];
  head.firstChild.click();
  const keys = Array.from(table.tBodies[0].rows, r => Number(r.cells[0].dataset.key));
  if (keys.length < 2 || keys.some((k, i) => i && k < keys[i - 1]))
    out.push("NOT SORTED " + keys);
  const style = getComputedStyle(d.body);
  out.push("done", "width " + w, style.backgroundColor, style.color);
  said.textContent = "\n" + out.join("\n") + "\n";
};
</script>
END
}

look() {
  frame "$1" >"$work/frame$1.html"
  # shellcheck disable=SC2086  # options
  timeout 120 $browser --headless=new --no-sandbox --disable-gpu \
    --disable-dev-shm-usage --allow-file-access-from-files \
    --enable-logging=stderr --hide-scrollbars --user-data-dir="$work/chromium" \
    --virtual-time-budget=20000 --window-size=1400,2100 $2 --dump-dom \
    "file://$work/frame$1.html" >"$work/dom" 2>"$work/log"
  sed -n '/id="said"/,/<\/pre>/p' "$work/dom" | sed 's/<[^>]*>//g' >"$work/said"
  grep -q '^done$' "$work/said" || fault "$1: not rendered: $(tail -n 3 "$work/log")"
  grep -q "^width $1\$" "$work/said" || fault "not $1 wide"
  grep -E '[A-Z]{4}' "$work/said" && fault "$1: it does not fit, see above"
  grep 'CONSOLE' "$work/log" && fault "$1: the console is not silent"
}

if [ -n "$browser" ]; then
  look 1280 ""
  grep -q '^rgb(255, 255, 255)$' "$work/said" || fault "light is not light"
  look 390 "--blink-settings=preferredColorScheme=0"
  grep -q '^rgb(13, 17, 23)$' "$work/said" || fault "dark is not dark"
  for width in 1280 390; do
    timeout 120 $browser --headless=new --no-sandbox --disable-gpu \
      --disable-dev-shm-usage --user-data-dir="$work/chromium" \
      --hide-scrollbars --window-size=$width,3000 \
      --screenshot="$work/$width.png" "file://$work/page.html" 2>"$work/log"
    python=${GPUINV_REPORT_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/libgpuinv/report}
    "$python/bin/python" - "$work/$width.png" <<'END' || fault "$width: a blank"
import sys
from PIL import Image
image = Image.open(sys.argv[1]).convert("RGB")
colours = image.getcolors(1 << 24)
red = sum(n for n, (r, g, b) in colours if r > 180 and g < 60 and b < 70)
blank = max(n for n, _ in colours) / (image.size[0] * image.size[1])
sys.exit(not (red > 500 and blank < 0.98))
END
  done
  timeout 120 $browser --headless=new --no-sandbox --disable-gpu \
    --disable-dev-shm-usage --user-data-dir="$work/chromium" \
    --print-to-pdf="$work/page.pdf" "file://$work/page.html" 2>"$work/log"
  [ "$(head -c 5 "$work/page.pdf")" = "%PDF-" ] || fault "it does not print"
fi

[ "$failed" = 0 ] || exit 1
[ -n "$browser" ] || exit 77
