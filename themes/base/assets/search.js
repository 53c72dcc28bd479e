// Searches the site. The index of the page's language, search.json, holds the words of every page,
// post and paper, and is loaded when somebody begins to search. It is searched as it is, so that
// Chinese needs no dictionary: Latin words are found by how they begin, Chinese ones wherever they
// stand, and where all of a phrase is found nowhere, its pairs of characters are looked for.
(function () {
  "use strict";
  var button = document.querySelector("button.search");
  var KINDS = ["page", "post", "paper"];
  var LISTED = 20; // results at most
  var AROUND = 60; // characters of a text before the first find in it
  var LENGTH = 180; // characters of a text
  var TERMS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\u30fc]+|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}])+/gu;
  var CJK = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
  var SIMPLE = /^[\n -@[-~\u4e00-\u9fff]$/; // what folding leaves alone
  var LETTER = /[\p{L}\p{N}]/u;
  var SINGLE = { "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ı": "i", "þ": "th", "ð": "d" };

  // ---- words

  // Letters as they are compared: without case, accents and widths.
  function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
      .replace(/[ßæœøłđıþð]/g, function (letter) { return SINGLE[letter]; });
  }

  // What to look for: { text, parts } with the pairs of a Chinese phrase, or a word and no pairs.
  function termsOf(query) {
    return Array.from(new Set(folded(query).match(TERMS) || [])).map(function (text) {
      var parts = [];
      if (CJK.test(text)) {
        for (var i = 0; i + 2 < text.length + 1; i += 1) parts.push(text.slice(i, i + 2));
      }
      return { text: text, isWord: !CJK.test(text), parts: parts };
    });
  }

  // Whether a letter of a word stands there that is written with others, as Latin ones are.
  function goesOn(text, at) {
    var code = text.charCodeAt(at);
    if (code < 128) return (code > 96 && code < 123) || (code > 47 && code < 58);
    return LETTER.test(text[at]) && !CJK.test(text[at]);
  }

  // The first place of a term in a text from a place on, or -1. A word is found where one begins.
  function placeOf(text, word, isWord, from) {
    var at = text.indexOf(word, from);
    while (at > 0 && isWord && goesOn(text, at - 1)) {
      at = text.indexOf(word, at + 1);
    }
    return at;
  }

  // How well a text answers a term: 0 not at all, 1 in pieces, 2 as it is written.
  function fit(text, term) {
    if (placeOf(text, term.text, term.isWord, 0) >= 0) return 2;
    if (term.parts.length < 2) return 0;
    return term.parts.every(function (part) { return text.indexOf(part) >= 0; }) ? 1 : 0;
  }

  // ---- the index

  var plural = new Intl.PluralRules(document.documentElement.lang);

  var loading = null;

  function load() {
    if (!loading) {
      loading = part(0).then(function (first) {
        var others = [];
        for (var n = 1; n < first.parts; n += 1) others.push(part(n));
        return Promise.all(others).then(function (rest) {
          var rows = [first].concat(rest).flatMap(function (found) { return found.documents; });
          return { words: first.words, documents: rows.map(documentOf) };
        });
      });
      loading.catch(function () { loading = null; }); // the next letter tries again
    }
    return loading;
  }

  function part(number) {
    var address = button.dataset.index.replace(/\.json$/, (number ? "-" + number : "") + ".json");
    return fetch(address).then(function (answer) {
      if (!answer.ok) throw new Error(address + ": " + answer.status);
      return answer.json();
    });
  }

  function documentOf(row) {
    return {
      url: button.dataset.root + row[0], kind: KINDS[row[1]], title: row[2], date: row[3], said: row[5],
      // By how much a find in it counts.
      fields: [[10, folded(row[2])], [5, folded(row[4])], [1, folded(row[5])]]
    };
  }

  // The documents that answer every term, the best first, of equals the newest.
  function find(documents, terms) {
    var found = [];
    documents.forEach(function (document) {
      var score = 0;
      var fits = terms.every(function (term) {
        var best = 0;
        document.fields.some(function (field) {
          best = Math.max(best, field[0] * fit(field[1], term));
          return best >= field[0] * 2; // what is left counts for less
        });
        score += best;
        return best > 0;
      });
      if (fits) found.push({ document: document, score: score });
    });
    return found.sort(function (a, b) {
      return b.score - a.score || (a.document.date < b.document.date ? 1 : a.document.date > b.document.date ? -1 : 0);
    });
  }

  // ---- what is shown

  // Folded text and, of each of its letters, where it stands in the text itself.
  function mapped(text) {
    var letters = "", places = [], at = 0;
    for (var character of text) {
      var plain = SIMPLE.test(character) ? character : folded(character);
      for (var i = 0; i < plain.length; i += 1) places.push(at);
      letters += plain;
      at += character.length;
    }
    places.push(at);
    return { letters: letters, places: places };
  }

  // Where the terms stand in a text: [start, end] in order, none inside of another.
  function finds(text, terms) {
    var map = mapped(text), spans = [];
    terms.forEach(function (term) {
      var whole = placeOf(map.letters, term.text, term.isWord, 0) >= 0;
      (whole ? [term.text] : term.parts).forEach(function (word) {
        var at = placeOf(map.letters, word, term.isWord, 0);
        while (at >= 0) {
          spans.push([map.places[at], map.places[at + word.length]]);
          at = placeOf(map.letters, word, term.isWord, at + word.length);
        }
      });
    });
    spans.sort(function (a, b) { return a[0] - b[0] || b[1] - a[1]; });
    return spans.reduce(function (kept, span) {
      var last = kept[kept.length - 1];
      if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
      else kept.push(span.slice());
      return kept;
    }, []);
  }

  function put(element, text, terms) {
    var at = 0;
    finds(text, terms).forEach(function (span) {
      element.append(text.slice(at, span[0]));
      var mark = document.createElement("mark");
      mark.textContent = text.slice(span[0], span[1]);
      element.append(mark);
      at = span[1];
    });
    element.append(text.slice(at));
  }

  // The part of a text around the first find in it of the longest term that it has.
  function snippet(text, terms) {
    var byLength = terms.slice().sort(function (a, b) { return b.text.length - a.text.length; });
    var first = byLength.reduce(function (found, term) { return found || finds(text, [term])[0]; }, null);
    var start = first ? Math.max(0, first[0] - AROUND) : 0;
    var space = start ? text.indexOf(" ", start) : -1;
    if (first && space >= 0 && space < first[0]) start = space + 1;
    var end = start + LENGTH;
    if (text.lastIndexOf(" ", end) > start + LENGTH / 2 && end < text.length) end = text.lastIndexOf(" ", end);
    return (start ? "… " : "") + text.slice(start, end) + (end < text.length ? " …" : "");
  }

  function item(found, terms, words) {
    var row = document.createElement("li"), target = document.createElement("a");
    target.href = found.url;
    [["kind", words[found.kind] + (found.date ? " · " + found.date : "")],
      ["name", found.title], ["said", snippet(found.said, terms)]].forEach(function (part) {
      if (!part[1]) return;
      var piece = document.createElement("span");
      piece.className = part[0];
      if (part[0] === "kind") piece.textContent = part[1];
      else put(piece, part[1], terms);
      target.append(piece);
    });
    row.append(target);
    return row;
  }

  // ---- the box

  function setUp(box) {
    var input = box.querySelector("input"), list = box.querySelector(".finds");
    var status = box.querySelector("[role=status]");

    function show() {
      var asked = input.value;
      load().then(function (index) {
        if (asked !== input.value) return; // a later letter has its own answer
        var terms = termsOf(asked), words = index.words;
        var found = terms.length ? find(index.documents, terms) : [];
        list.replaceChildren.apply(list, found.slice(0, LISTED).map(function (one) {
          return item(one.document, terms, words);
        }));
        var said = found.length > LISTED ? words.more : !found.length ? words.none : words[plural.select(found.length)] || words.count;
        status.textContent = terms.length ? said.replace("{n}", found.length).replace("{shown}", LISTED) : "";
      }, function () { status.textContent = box.dataset.failed; });
    }

    function links() { return Array.from(list.querySelectorAll("a")); }

    input.addEventListener("focus", function () { load().catch(function () {}); });
    input.addEventListener("input", show);
    box.querySelector("form").addEventListener("submit", function (event) {
      event.preventDefault();
      if (links().length) links()[0].click();
    });
    box.addEventListener("keydown", function (event) {
      var step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (!step || event.isComposing) return;
      var stops = [input].concat(links()), to = stops[stops.indexOf(document.activeElement) + step];
      event.preventDefault();
      if (to) to.focus();
    });
    box.hidden = false;
    return { input: input, show: show };
  }

  // ---- the search on its own page, with what was asked for in the address

  var own = document.querySelector("main .finder");
  if (own) {
    var there = setUp(own);
    var read = function () {
      there.input.value = new URLSearchParams(location.search).get("q") || "";
      there.show();
    };
    there.input.addEventListener("input", function () {
      var address = new URL(location.href);
      if (there.input.value) address.searchParams.set("q", there.input.value);
      else address.searchParams.delete("q");
      history.replaceState(null, "", address);
    });
    window.addEventListener("popstate", read);
    read();
    there.input.focus();
    return;
  }

  // ---- above any other page

  var dialog = null, here = null;

  // The style of the box, as the search page names it; without it there is no dialog, but that page.
  function styled(page) {
    return new Promise(function (resolve, reject) {
      var there = new URL(button.dataset.page, location.href), sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = new URL(page.querySelector("link.finding-style").getAttribute("href"), there);
      sheet.addEventListener("load", resolve);
      sheet.addEventListener("error", reject);
      document.head.append(sheet);
    });
  }

  // The box and its words are taken from the search page.
  function made() {
    return fetch(button.dataset.page).then(function (answer) {
      if (!answer.ok) throw new Error(button.dataset.page + ": " + answer.status);
      return answer.text();
    }).then(function (text) {
      var page = new DOMParser().parseFromString(text, "text/html");
      return styled(page).then(function () { return page.querySelector(".finder"); });
    }).then(function (box) {
      var close = document.createElement("button");
      dialog = document.createElement("dialog");
      dialog.className = "finding";
      dialog.setAttribute("aria-label", button.getAttribute("aria-label"));
      close.type = "button";
      close.className = "button";
      close.textContent = box.dataset.close;
      close.addEventListener("click", shut);
      here = setUp(document.adoptNode(box));
      box.querySelector("form").append(close);
      dialog.append(box);
      dialog.addEventListener("keydown", function (event) {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault(); // the first Escape would only empty the field
        shut();
      });
      dialog.addEventListener("click", function (event) { if (event.target === dialog) shut(); });
      // A link into this very page leads nowhere else, so the dialog must go.
      box.addEventListener("click", function (event) { if (event.target.closest(".finds a")) shut(); });
      document.body.append(dialog);
    });
  }

  // Where nothing had the focus before, the hidden field would keep it until the next frame.
  function shut() {
    dialog.close();
    if (dialog.contains(document.activeElement)) document.activeElement.blur();
  }

  document.addEventListener("search:open", function () {
    (dialog ? Promise.resolve() : made()).then(function () {
      if (!dialog.open) dialog.showModal();
      here.input.focus();
      here.input.select();
    }, function () { location.href = button.dataset.page; });
  });
})();
