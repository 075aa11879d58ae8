"use strict";
// A click on the head of a column sorts the table by it, a second one the
// other way round: by number where both are numbers, else by text.
function keyOf(cell) {
  const text = cell.dataset.key || cell.textContent.replace(/^>/, "");
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? text : number;
}
function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === typeof b) return a.localeCompare(b);
  return typeof a === "number" ? -1 : 1;
}
for (const head of document.querySelectorAll("th")) {
  head.firstChild.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    const body = head.closest("table").tBodies[0];
    const keyed = Array.from(body.rows, (row) =>
      ({row, key: keyOf(row.cells[head.cellIndex])}));
    keyed.sort((a, b) => (down ? -1 : 1) * compare(a.key, b.key));
    for (const other of head.parentNode.cells)
      other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    body.append(...keyed.map((k) => k.row));
  });
}
