// What the book does beside its widgets, in a JavaScript that old browsers read.

// A page opened from a folder may not read other pages, so a search shows no excerpts there. Ask for none.
if (window.location.protocol === "file:" && typeof DOCUMENTATION_OPTIONS !== "undefined") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

// What can only be scrolled by a pointer is nothing for the keyboard: let it have the focus.
function reachScrollers() {
  document.querySelectorAll("article pre, article .table-wrapper, article .output, article .gk-wide").forEach(function (one) {
    if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0;
    else one.removeAttribute("tabindex");
  });
}
window.addEventListener("resize", reachScrollers);
document.addEventListener("toggle", reachScrollers, true);
document.addEventListener("load", reachScrollers, true); // of a picture

window.addEventListener("load", function () {
  reachScrollers();

  // A browser that cannot read or unpack the living parts keeps the pictures, and hears why.
  var first = document.querySelector("[data-gk-living]");
  if (first && !(window.gamekit && window.gamekit.told && window.DecompressionStream)) {
    var note = document.createElement("p");
    note.className = "gk-note";
    note.textContent = "Your browser is too old for the live parts of this page: they stay pictures.";
    document.querySelector("article").insertBefore(note, document.querySelector("article").firstChild);
  }

  // Where the book is served, a worker keeps it for reading offline; not for readers who save data.
  var saves = navigator.connection && navigator.connection.saveData;
  if (window.location.protocol.indexOf("http") === 0 && "serviceWorker" in navigator && !saves) {
    var root = document.documentElement.dataset.content_root || "./";
    navigator.serviceWorker.register(root + "offline.js").catch(function () {});
  }
});
