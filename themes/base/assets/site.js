// Enhances; every page is whole without it.
(function () {
  "use strict";
  var root = document.documentElement;
  var KEY = "masthead-theme";

  // Colours: as the system has them -> the other ones -> the system's, kept -> as the system has them.
  var button = document.querySelector("[data-theme-switch]");
  var system = window.matchMedia("(prefers-color-scheme: dark)");

  // Pictures for dark pages follow the choice; a browser alone knows the system's.
  function repicture() {
    var theme = root.dataset.theme;
    document.querySelectorAll("source[data-dark]").forEach(function (source) {
      source.media = theme ? (theme === "dark" ? "all" : "not all") : "(prefers-color-scheme: dark)";
    });
  }
  if (root.dataset.theme) repicture();

  function say() {
    repicture();
    var text = button.dataset[root.dataset.theme || "system"];
    button.title = text;
    button.setAttribute("aria-label", button.dataset.label + ": " + text);
  }

  function choose(theme) {
    if (theme) root.dataset.theme = theme;
    else delete root.dataset.theme;
    try {
      if (theme) localStorage.setItem(KEY, theme);
      else localStorage.removeItem(KEY);
    } catch (_) { /* no storage: the choice lasts as long as the page */ }
    say();
  }

  if (button) {
    say();
    button.addEventListener("click", function () {
      var own = system.matches ? "dark" : "light";
      var other = system.matches ? "light" : "dark";
      var now = root.dataset.theme;
      choose(!now ? other : now === other ? own : "");
    });
    window.addEventListener("storage", function (event) {
      if (event.key !== KEY) return;
      if (event.newValue) root.dataset.theme = event.newValue;
      else delete root.dataset.theme;
      say();
    });
  }

  // On a phone, a long menu opens below the bar.
  var menu = document.querySelector(".menu-button");
  if (menu) {
    menu.addEventListener("click", function () {
      menu.setAttribute("aria-expanded", String(menu.getAttribute("aria-expanded") !== "true"));
    });
  }

  // The search: its script comes when somebody wants to search. `/` does, too.
  var search = document.querySelector("button.search");

  function openSearch() {
    var box = document.querySelector("main .finder input");
    if (box) box.focus(); // this is the search page
    else if (search.dataset.script) {
      var script = document.createElement("script");
      script.src = search.dataset.script;
      script.addEventListener("load", function () { document.dispatchEvent(new Event("search:open")); });
      script.addEventListener("error", function () { location.href = search.dataset.page; });
      delete search.dataset.script; // it comes once
      document.head.append(script);
    } else document.dispatchEvent(new Event("search:open"));
  }

  if (search) {
    search.addEventListener("click", openSearch);
    document.addEventListener("keydown", function (event) {
      var held = event.metaKey || event.ctrlKey;
      if (event.altKey || !(held ? event.key === "k" && !event.shiftKey : event.key === "/")) return;
      var at = event.target;
      if (at.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return;
      event.preventDefault();
      openSearch();
    });
  }

  // A button that copies a BibTeX entry.
  document.querySelectorAll("pre[data-copy]").forEach(function (pre) {
    if (!navigator.clipboard) return;
    var copy = document.createElement("button");
    copy.type = "button";
    copy.className = "button copy";
    copy.textContent = pre.dataset.copy;
    copy.addEventListener("click", function () {
      navigator.clipboard.writeText(pre.querySelector("code").textContent).then(function () {
        copy.textContent = pre.dataset.copied;
        setTimeout(function () { copy.textContent = pre.dataset.copy; }, 2000);
      });
    });
    pre.prepend(copy);
  });

  // Opened from disk there is no server to find a folder's index.html.
  if (location.protocol === "file:") {
    document.querySelectorAll("a[href]").forEach(function (link) {
      if (link.protocol === "file:" && link.pathname.endsWith("/")) link.pathname += "index.html";
    });
  }
})();
