// Films, galleries and comparisons; every page is whole without it.
(function () {
  "use strict";
  var words = document.currentScript.dataset;
  var still = window.matchMedia("(prefers-reduced-motion: reduce)");
  var points = window.matchMedia("(hover: hover) and (pointer: fine)");
  var saves = navigator.connection && navigator.connection.saveData;

  // Films: silent, when a reader points at them or has them in view, and never where nothing may move.
  function play(film) {
    if (still.matches || saves || film.dataset.held) return;
    film.muted = true;
    film.play().catch(function () { /* the browser does not let it: the still stays */ });
  }

  function stop(film) {
    film.dataset.ours = "1"; // this pause is not the reader's
    film.pause();
    film.parentElement.classList.remove("plays");
  }

  var seen = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (entry.isIntersecting) play(entry.target);
      else stop(entry.target);
    });
  }, { threshold: 0.6 });

  document.querySelectorAll("video[data-plays]").forEach(function (film) {
    film.addEventListener("playing", function () {
      delete film.dataset.ours;
      film.parentElement.classList.add("plays");
    });
    film.addEventListener("pause", function () {
      if (!film.dataset.ours && !film.ended && !document.hidden) film.dataset.held = "1";
    });
    film.addEventListener("play", function () { delete film.dataset.held; });
    if (film.dataset.plays === "hover" && points.matches) {
      var area = film.closest("[data-film-area], .entry") || film.parentElement;
      area.addEventListener("pointerenter", function () { delete film.dataset.held; play(film); });
      area.addEventListener("pointerleave", function () { stop(film); });
      area.addEventListener("focusin", function () { play(film); });
      area.addEventListener("focusout", function () { stop(film); });
      return;
    }
    seen.observe(film);
    if (!film.controls && !film.closest("a")) { // a tap stops it, and starts it again
      film.parentElement.addEventListener("click", function () {
        if (film.paused) { delete film.dataset.held; play(film); }
        else { delete film.dataset.ours; film.pause(); }
      });
    }
  });
  still.addEventListener("change", function () {
    if (still.matches) document.querySelectorAll("video[data-plays]").forEach(stop);
  });

  // A picture of a gallery opens above the page.
  var box, open = [], at = 0;

  function button(name, sign, label, act) {
    var made = document.createElement("button");
    made.type = "button";
    made.className = name;
    made.textContent = sign;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    return made;
  }

  function show(number) {
    at = (number + open.length) % open.length;
    var link = open[at], shown = link.querySelector("img");
    var picture = box.querySelector("img"), caption = box.querySelector("figcaption");
    picture.src = link.href;
    picture.alt = shown ? shown.alt : "";
    var said = link.parentElement.querySelector("figcaption");
    caption.replaceChildren.apply(caption, said ? Array.from(said.cloneNode(true).childNodes) : []);
    caption.hidden = !said;
  }

  function make() {
    box = document.createElement("dialog");
    box.className = "lightbox";
    var figure = document.createElement("figure");
    figure.append(document.createElement("img"), document.createElement("figcaption"));
    var back = button("previous", "‹", words.previous, function () { show(at - 1); });
    var on = button("next", "›", words.next, function () { show(at + 1); });
    box.append(figure, button("close", "×", words.close, function () { box.close(); }), back, on);
    box.addEventListener("click", function (event) {
      if (event.target === box || event.target === figure) box.close();
    });
    box.addEventListener("keydown", function (event) {
      var way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!way || open.length < 2) return;
      event.preventDefault();
      show(at + (getComputedStyle(box).direction === "rtl" ? -way : way));
    });
    box.addEventListener("close", function () { box.querySelector("img").removeAttribute("src"); });
    document.body.append(box);
  }

  document.querySelectorAll("a.zoom").forEach(function (link) {
    link.addEventListener("click", function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return;
      if (!HTMLDialogElement.prototype.showModal) return;
      event.preventDefault();
      if (!box) make();
      var group = link.closest(".gallery") || link.parentElement;
      open = Array.from(group.querySelectorAll("a.zoom"));
      box.classList.toggle("single", open.length < 2);
      show(open.indexOf(link));
      box.showModal();
    });
  });

  // Two pictures with a slider: the second lies over the first, from the slider on.
  document.querySelectorAll(".compare").forEach(function (pair) {
    if (pair.querySelectorAll(":scope > figure").length !== 2) return;
    var slider = document.createElement("input");
    slider.type = "range";
    slider.min = 0;
    slider.max = 100;
    slider.value = 50;
    slider.setAttribute("aria-label", pair.dataset.label);
    function move() { pair.style.setProperty("--at", slider.value + "%"); }
    slider.addEventListener("input", move);
    pair.classList.add("slides");
    pair.append(slider);
    move();
  });
})();
