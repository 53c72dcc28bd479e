// Runs before the page is painted: without it, a stored choice of colours would flash.
(function (root) {
  "use strict";
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("masthead-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (_) {}
})(document.documentElement);
