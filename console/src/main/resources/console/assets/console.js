"use strict";
// The feed only says when to look again; parts of a page that change ask for themselves (hx-trigger="tick from:body").
if (document.querySelector("[hx-trigger*='tick']")) {
  const feed = new EventSource("/console/live");
  feed.addEventListener("tick", () => {
    if (!document.hidden) {
      htmx.trigger(document.body, "tick");
    }
  });
  window.addEventListener("pagehide", () => feed.close());
}
// A session that has ended answers with the login page: show it as a page, not inside this one.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (new URL(event.detail.xhr.responseURL).pathname === "/console/login") {
    event.detail.shouldSwap = false;
    window.location.assign("/console/login");
  }
});
// On a phone a row is a card: each cell then shows the heading of its column, and stays a cell for those who listen.
function label() {
  for (const table of document.querySelectorAll(".wide table")) {
    const heads = [...table.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    table.setAttribute("role", "table");
    for (const row of table.rows) {
      row.setAttribute("role", "row");
      [...row.cells].forEach((cell, i) => {
        const isHead = cell.tagName === "TH";
        cell.setAttribute("role", !isHead ? "cell" : cell.scope === "col" ? "columnheader" : "rowheader");
        if (!cell.closest("thead") && heads[i]) {
          cell.dataset.label = heads[i];
        }
      });
    }
  }
}
label();
document.addEventListener("htmx:afterSettle", label);
// The node cannot know in which zone its operator sits; the browser can.
for (const button of document.querySelectorAll("button.zone")) {
  button.value = Intl.DateTimeFormat().resolvedOptions().timeZone || button.value;
}
