// Narrows a list down. What can be chosen comes from the attributes of the entries (data-year,
// data-kind, data-tags, data-authors), what was chosen stands in the address: ?q=…&year=2024.
(function () {
  "use strict";

  // Letters as they are compared: without case and accents. Chinese stays as it is.
  function folded(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  }

  function listOf(entry, name) {
    return (entry.dataset[name] || "").split("|").filter(Boolean);
  }

  function setUp(form, number) {
    var section = form.parentElement;
    var groups = Array.from(section.querySelectorAll(".group"));
    var entries = Array.from(section.querySelectorAll(".entries > .entry"));
    var status = form.querySelector("[role=status]");
    var reset = form.querySelector("[type=reset]");
    var jumps = section.querySelector(".jumps");
    // A second list on the page has names of its own in the address: q2, year2, …
    var suffix = number ? String(number + 1) : "";
    var fields = Array.from(form.elements).filter(function (field) { return field.name; });

    // On a phone, what can be chosen opens below the words.
    var fold = form.querySelector(".fold");
    fold.addEventListener("click", function () {
      fold.setAttribute("aria-expanded", String(fold.getAttribute("aria-expanded") !== "true"));
    });

    // Of each entry, what is compared. Numbers stay with their entries when others are hidden.
    var known = entries.map(function (entry) {
      if (entry.parentElement.tagName === "OL") {
        var first = entry.parentElement.start;
        entry.value = first + Array.from(entry.parentElement.children).indexOf(entry);
      }
      return {
        entry: entry,
        year: [entry.dataset.year],
        kind: [entry.dataset.kind],
        tag: listOf(entry, "tags"),
        author: listOf(entry, "authors"),
        text: null
      };
    });

    function textOf(item) {
      if (item.text === null) {
        item.text = folded([item.entry.textContent].concat(item.tag, item.author, item.year).join(" "));
      }
      return item.text;
    }

    // ---- what can be chosen

    function fill(name, compare) {
      var counts = new Map();
      known.forEach(function (item) {
        item[name].forEach(function (value) {
          if (value) counts.set(value, (counts.get(value) || 0) + 1);
        });
      });
      var select = form.elements[name];
      if (name !== "kind") {
        Array.from(counts.keys()).sort(compare(counts)).forEach(function (value) {
          select.append(new Option(value, value));
        });
      }
      select.closest("label").hidden = counts.size < 2;
    }

    function byName() {
      return function (a, b) { return a.localeCompare(b); };
    }
    fill("year", function () { return function (a, b) { return b - a; }; });
    fill("kind", byName);
    fill("tag", byName);
    fill("author", function (counts) {
      return function (a, b) { return counts.get(b) - counts.get(a) || a.localeCompare(b); };
    });

    // ---- choosing

    function apply() {
      var words = folded(form.elements.q.value).split(/\s+/).filter(Boolean);
      var chosen = fields.filter(function (field) { return field.tagName === "SELECT" && field.value; });
      var shown = 0;
      known.forEach(function (item) {
        var fits = chosen.every(function (field) {
          return item[field.name].indexOf(field.value) >= 0;
        }) && words.every(function (word) { return textOf(item).indexOf(word) >= 0; });
        item.entry.hidden = !fits;
        if (fits) shown += 1;
      });
      groups.forEach(function (group) {
        group.hidden = !group.querySelector(".entry:not([hidden])");
        var title = group.querySelector("[id]");
        var jump = title && jumps && Array.from(jumps.querySelectorAll("a")).find(function (link) {
          return decodeURIComponent(link.hash.slice(1)) === title.id;
        });
        if (jump) jump.parentElement.hidden = group.hidden;
      });
      var isActive = words.length + chosen.length > 0;
      reset.hidden = !isActive;
      var said = shown || !isActive ? form.dataset.count : form.dataset.none;
      status.textContent = isActive ? said.replace("{n}", shown).replace("{all}", known.length) : "";
    }

    // ---- the address

    function read() {
      var wanted = new URLSearchParams(location.search);
      fields.forEach(function (field) {
        field.value = wanted.get(field.name + suffix) || "";
        if (field.selectedIndex === -1) field.value = ""; // an old link to what is not there any more
      });
      apply();
    }

    // A choice is a step that the back button takes back; the letters of one word are one step.
    function write(isStep) {
      var address = new URL(location.href);
      fields.forEach(function (field) {
        var value = field.value.trim();
        if (value) address.searchParams.set(field.name + suffix, value);
        else address.searchParams.delete(field.name + suffix);
      });
      if (address.href === location.href) return;
      if (isStep) history.pushState(null, "", address);
      else history.replaceState(null, "", address);
    }

    var isTyping = false;
    form.addEventListener("input", function (event) {
      if (event.target.name === "q") {
        write(!isTyping);
        isTyping = true;
      } else {
        write(true);
        isTyping = false;
      }
      apply();
    });
    form.elements.q.addEventListener("blur", function () { isTyping = false; });
    form.addEventListener("submit", function (event) { event.preventDefault(); });
    form.addEventListener("reset", function (event) {
      event.preventDefault(); // which would give back what the browser had kept, not nothing
      fields.forEach(function (field) { field.value = ""; });
      write(true);
      apply();
      form.elements.q.focus();
    });
    window.addEventListener("popstate", read);
    window.addEventListener("pageshow", read); // browsers fill in a form after the scripts have run

    form.dataset.filter = "on";
    read();
  }

  // Two lists on a page bring this file twice.
  document.querySelectorAll("form[data-filter]").forEach(function (form, number) {
    if (!form.dataset.filter) setUp(form, number);
  });
})();
