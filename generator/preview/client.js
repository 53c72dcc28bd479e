// Runs in each page of the preview, and in no page that is deployed.
(function () {
  "use strict";
  if (window.LiveReloadPluginMasthead) return;

  var STATUS = "/__masthead/status";
  var version = document.currentScript.dataset.version;
  var texts = JSON.parse(document.currentScript.dataset.texts);
  // The origin of the panel of `masthead edit`, if it frames this page.
  var panelOrigin = window.parent !== window && document.currentScript.dataset.panel;
  var host = document.createElement("masthead-preview");
  var shadow = host.attachShadow({ mode: "open" });
  // A page's Content-Security-Policy forbids <style>, but allows sheets that a script makes.
  var sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ":host{all:initial;position:fixed;inset:auto 0 0 0;z-index:2147483647;pointer-events:none;" +
    "display:flex;flex-direction:column;align-items:flex-end;gap:.5rem;padding:.5rem;" +
    "font:14px/1.45 system-ui,sans-serif}" +
    "@media print{:host{display:none}}" +
    "*{box-sizing:border-box}section,button,output{pointer-events:auto}[hidden]{display:none!important}" +
    "button{font:inherit;cursor:pointer;border:1px solid #8888;border-radius:.3rem;padding:.1rem .6rem;" +
    "background:#fffc;color:#333}button:hover{background:#fff;color:#000}" +
    ":focus-visible{outline:2px solid #06c;outline-offset:2px}" +
    "output{background:#222;color:#fff;border-radius:.3rem;padding:.3rem .7rem;max-width:100%;" +
    "overflow-wrap:anywhere}" +
    "section{width:100%;max-height:60vh;overflow:auto;background:#1d1416;color:#fff;" +
    "border-top:4px solid #e5484d;border-radius:.3rem;padding:.6rem 1rem 1rem}" +
    "header{display:flex;align-items:center;gap:1rem}h2{font-size:1rem;margin:0;flex:1}" +
    "pre{font:13px/1.45 ui-monospace,monospace;margin:.8rem 0 .3rem;white-space:pre-wrap;" +
    "overflow-wrap:anywhere}p{margin:.3rem 0;color:#ddd}" +
    "section button{background:#0000;color:#fff;border-color:#fff8}" +
    ".entry{position:fixed;background:#0b5cad;color:#fff;border-color:#fff;padding:.1rem .5rem;" +
    "box-shadow:0 1px 4px #0006}.entry:hover{background:#084a8c;color:#fff}" +
    ".frame{position:fixed;border:2px solid #0b5cad88;border-radius:.3rem}"
  );
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML =
    '<section role="alert" hidden></section>' +
    '<output hidden></output><button type="button" class="edit"></button>' +
    '<div class="frame" hidden></div><button type="button" class="entry" tabindex="-1" hidden>✎</button>';
  var panel = shadow.querySelector("section");
  var said = shadow.querySelector("output");
  var edit = shadow.querySelector(".edit");
  edit.textContent = texts.edit;
  edit.title = texts.title;
  edit.setAttribute("aria-keyshortcuts", "e");

  function element(name, text, parent) {
    var made = document.createElement(name);
    made.textContent = text;
    parent.append(made);
    return made;
  }

  // ------------------------------------------------------------ mistakes

  function show(status) {
    panel.replaceChildren();
    panel.hidden = !status.mistakes.length;
    if (panel.hidden) return;
    var head = document.createElement("header");
    panel.append(head);
    element("h2", texts.wrong.replace("{number}", status.mistakes.length), head);
    var close = element("button", texts.hide, head);
    close.addEventListener("click", function () { panel.hidden = true; });
    if (status.note) element("p", status.note, panel);
    status.mistakes.forEach(function (mistake) {
      // People who do not know YAML get the sentence; the button's form shows the rest.
      element("pre", panelOrigin ? mistake.text.split("\n")[0] : mistake.text, panel);
      if (!mistake.place) return;
      element("button", texts.edit + " " + mistake.place, panel)
        .addEventListener("click", function () {
          return panelOrigin ? tell(null, mistake.place) : open({ mistake: mistake.place });
        });
    });
  }

  // `isNew` says that this page has taken in what has changed. Without it, a page that missed a
  // change while it was not connected loads anew.
  function refresh(isNew) {
    return fetch(STATUS, { cache: "no-store" })
      .then(function (answer) { return answer.json(); })
      .then(function (status) {
        if (isNew) version = status.version;
        else if (status.version !== version) return location.reload();
        show(status);
      })
      .catch(function () { /* the preview has ended */ });
  }

  // ------------------------------------------------------------ to the source

  var timer;
  function say(text) {
    said.textContent = text;
    said.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(function () { said.hidden = true; }, 6000);
  }

  function open(query) {
    query.page = location.pathname;
    return fetch("/__masthead/open", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(query),
    })
      .then(function (answer) { return answer.json(); })
      .then(function (answer) {
        if (answer.opened) return say(texts.opened.replace("{place}", answer.place));
        if (!answer.place) return say(answer.message);
        return copy(answer.place).then(
          function () {
            say(texts.copied.replace("{place}", answer.place).replace("{reason}", answer.message));
          },
          function () { say(answer.place + " — " + answer.message); }
        );
      })
      .catch(function () { say(texts.silent); });
  }

  function copy(text) {
    if (!navigator.clipboard) return Promise.reject(new Error("no clipboard"));
    return navigator.clipboard.writeText(text);
  }

  // The element under the pointer, or the selection.
  var BLOCKS = "p,li,dt,dd,h1,h2,h3,h4,h5,h6,pre,tr,figcaption,blockquote,article";
  var pointed = null;
  document.addEventListener("pointermove", function (event) { pointed = event.target; },
    { passive: true });

  function words() {
    var selected = String(window.getSelection() || "").trim();
    if (selected) return selected;
    var block = pointed && pointed.closest && pointed.closest(BLOCKS);
    return block ? block.innerText.slice(0, 2000) : "";
  }

  // ------------------------------------------------------------ to the panel

  var pencil = shadow.querySelector(".entry");
  var outline = shadow.querySelector(".frame");
  var entry = null;
  pencil.title = "Edit this in the panel (key: e)";
  pencil.setAttribute("aria-label", pencil.title);

  // Elements of records carry a mark; headings and others' templates are found by their words.
  // Among navigation, only the site's menu has a form.
  function entryAt(target) {
    if (!target || !target.closest) return null;
    if (target.closest("nav")) return target.closest("nav[data-source]");
    var marked = target.closest("[data-source]"), block = target.closest(BLOCKS);
    return headingOf(block) || marked || block;
  }

  // The heading of a section is inside it, or just before it.
  function headingOf(block) {
    if (!block || !/^H[1-6]$/.test(block.tagName)) return null;
    var next = block.nextElementSibling;
    var isOf = block.matches(".section > *, .section > .group > *") || (next && next.matches(".section"));
    return isOf ? block : null;
  }

  function point(target) {
    if (target === host) return;
    entry = entryAt(target);
    pencil.hidden = outline.hidden = !entry;
    if (!entry) return;
    var box = entry.getBoundingClientRect();
    var top = entry.localName === "nav" ? box.bottom + 2 : box.top; // below, not on its links
    pencil.style.top = Math.max(4, Math.min(top, innerHeight - 34)) + "px";
    pencil.style.left = Math.max(4, Math.min(box.right, innerWidth) - 38) + "px";
    outline.style.cssText = "top:" + (box.top - 4) + "px;left:" + (box.left - 4) + "px;width:" +
      (box.width + 8) + "px;height:" + (box.height + 8) + "px";
  }

  // The panel receives words and names, never a file's path or HTML.
  function tell(element, mistake, isFile) {
    var marked = element && !headingOf(element) && element.closest("[data-source]");
    window.parent.postMessage({
      masthead: "edit",
      mistake: mistake || "",
      isFile: Boolean(isFile),
      page: location.pathname,
      mark: marked ? marked.dataset.source : "",
      words: element ? element.innerText.slice(0, 2000) : "",
      isHeading: Boolean(headingOf(element)),
    }, panelOrigin);
  }

  if (panelOrigin) {
    var menu = document.querySelector("nav");
    if (menu && !document.querySelector('[data-source="site/menu"]')) menu.dataset.source = "site/menu"; // a header of one's own
    edit.title = "Edit this page in the panel (key: e, for what the pointer or the focus is on)";
    pencil.addEventListener("click", function () { tell(entry); });
    document.addEventListener("pointerover", function (event) { point(event.target); });
    document.addEventListener("focusin", function (event) { point(event.target); });
    // The panel accepts files only from the user, so a file must be dropped on the form itself.
    document.addEventListener("dragover", function (event) {
      if (event.dataTransfer.types.includes("Files")) event.preventDefault();
    });
    document.addEventListener("drop", function (event) {
      if (!event.dataTransfer.files.length) return;
      event.preventDefault();
      tell(entryAt(event.target), "", true);
    });
    document.addEventListener("scroll", function () { point(null); }, { passive: true });
    window.parent.postMessage({ masthead: "here", page: location.pathname }, panelOrigin);
    window.addEventListener("message", function (event) {
      if (event.origin !== panelOrigin) return;
      var shown = document.querySelector('[data-source="' + CSS.escape(event.data.mark) + '"]');
      if (!shown) return;
      shown.scrollIntoView({ block: "center", behavior: "instant" });
      setTimeout(function () { point(shown); }, 100); // scrolling points at nothing
    });
  }

  edit.addEventListener("click", function () { return panelOrigin ? tell(null) : open({}); });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "e" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.defaultPrevented || event.isComposing) return;
    var target = event.composedPath()[0];
    if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    event.preventDefault();
    if (!panelOrigin) return open({ words: words() });
    tell(entry || entryAt(document.activeElement));
  });

  // ------------------------------------------------------------ start

  window.LiveReloadPluginMasthead = function () {};
  window.LiveReloadPluginMasthead.identifier = "masthead";
  window.LiveReloadPluginMasthead.version = "1.0";
  window.LiveReloadPluginMasthead.prototype.reload = function (path) {
    if (path === "*") return false;
    refresh(true);
    return path === STATUS;
  };

  document.body.append(host);
  refresh(false);
  document.addEventListener("LiveReloadConnect", function () { refresh(false); });
  var script = document.createElement("script");
  var port = location.port || (location.protocol === "https:" ? 443 : 80);
  script.src = "/livereload.js?port=" + port;
  document.head.append(script);
})();
