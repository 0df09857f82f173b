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
