// The panel of `masthead edit`: the form of the open record, the views, and their routing.
//
// `words.js` has the words, `shell.js` elements and the server, `forms.js` the widgets of values,
// `site.js` the views of the whole site.

import { IS_CHINESE, labelOf, t } from "./words.js";
import { SITE, ask, button, choose, el, filterOf, newId, said, say, sentence, touch, tried, upload, withCode } from "./shell.js";
import { Context, PICTURES, changesOf, completions, dragged, groupWidget, widgetOf } from "./forms.js";
import { SETTINGS, addToMenu, bodyWidget, openSettings, rowTo, showHome, showSections, showSite, showTasks, written } from "./site.js";

// ---------------------------------------------------------------- the form of one record

/** Milliseconds without a key after which a form is tried. */
const PAUSE = 400;

class Form {
  /** `record` is the server's answer; `isNew` that the record is in no file yet. `value` and `body`
      are what the form shows at first, where that is not what the file says. */
  constructor(record, { isNew = false, after = null, only = null, value = record.value, body = record.body } = {}) {
    Object.assign(this, { record, isNew, after, only });
    this.fields = this.fieldsOf(value);
    this.before = isNew ? {} : value === record.value ? this.fields.get() : this.fieldsOf(record.value).get();
    this.body = "body" in record ? bodyWidget(record.body ?? "", body) : null;
    this.problems = el("div", { role: "alert" });
    this.node = el("form", {
      novalidate: true, "data-source": record.source,
      submit: (event) => {
        event.preventDefault();
        this.save();
      },
      input: () => this.note(),
      dragover: (event) => {
        if (dragged || !event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        this.node.classList.add("dropping");
        say(t("Drop the file to add it to this record"));
      },
      dragleave: () => this.node.classList.remove("dropping"),
      drop: (event) => this.dropped(event),
    }, this.head(), this.problems, this.fields.node, this.body?.node);
    this.node.append(el("button", { hidden: true })); // Enter in a field saves
    this.show(record.problems ?? []);
  }

  fieldsOf(value) {
    const { record } = this;
    const context = new Context(record);
    const isWhole = context.raw === undefined && record.schema.properties;
    return isWhole
      ? groupWidget(record.schema, value, context, record.usual)
      : widgetOf(record.schema, value, context);
  }

  head() {
    const { record, isNew } = this;
    const isOne = /#.+/.test(record.source ?? "");
    const isBib = /\.bib#/.test(record.source ?? ""); // its fields are BibTeX's, and its order shows nowhere
    const actions = el("div", { class: "actions" },
      isOne && !isBib && button(t("Duplicate"), () => leaveFor(() => this.duplicate()), { class: "small" }),
      isOne && !isBib && button("↑", () => this.act("move", { by: -1 }), { class: "small", "aria-label": t("Up"), title: t("Up") }),
      isOne && !isBib && button("↓", () => this.act("move", { by: 1 }), { class: "small", "aria-label": t("Down"), title: t("Down") }),
      !isNew && button(t("Show"), () => this.see(), { class: "small", title: t("Show the page that it is on") }),
      !isNew && button(t("In the editor"), () => this.edit(), { class: "small" }),
      (isOne || this.body) && button(t("Delete"), () => this.remove(), { class: "small bad" }));
    return el("header", {},
      el("h1", {}, record.title || (isNew ? t("New entry") : record.source)),
      el("p", { class: "path" }, isNew ? labelOf(record.kind) : record.file),
      !isNew && actions);
  }

  get changes() {
    return changesOf(this.before, this.fields.get());
  }

  get isDirty() {
    return this.changes.length > 0 || Boolean(this.body?.isChanged());
  }

  /** Show whether there are unsaved changes. */
  note() {
    const changed = new Set(this.changes.map((change) => String(change.path[0])));
    for (const field of this.fields.node.querySelectorAll(":scope > .field, :scope > .more .field")) {
      if (!field.parentElement.closest(".field")) field.classList.toggle("changed", changed.has(field.dataset.key));
    }
    note(this.isDirty);
    clearTimeout(this.pause);
    if (this.isDirty) this.pause = setTimeout(() => this.try(), PAUSE);
  }

  /** Show the result of a trial save, of a new record only for fields that have a value. The server
      keeps the trial, so that the save is faster. */
  async try() {
    const { pause, question, isNew } = this;
    const answer = await ask(isNew ? "add" : "try", { ...question, only_tries: true }).catch(() => null); // a save says what is wrong
    if (!answer?.problems || pause !== this.pause || this.isSaving) return;
    this.show(answer.problems.filter(({ path = [] }) => !isNew || path[0] in question.value));
  }

  get question() {
    const { record } = this;
    const body = this.body?.isChanged() || (this.isNew && this.body) ? { body: this.body.get() } : {};
    return this.isNew
      ? { kind: record.kind, value: this.fields.get() ?? {}, after: this.after ?? undefined, ...body }
      : { source: record.source, digest: record.digest, changes: this.changes, ...body };
  }

  /** Show problems beside their fields, or at the top if the field is unknown. */
  show(problems) {
    for (const old of this.node.querySelectorAll(".problem")) old.remove();
    for (const old of this.node.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
    let first = null;
    for (const { path = [], message, hint, source, field, title, place: where } of problems) {
      const text = [message, !/`[^`]*[:[{]/.test(hint) && hint, !source && where].filter(Boolean).join(" — ");
      const way = source && button(title || labelOf(field.split(".")[0]), () => go(source, field), { class: "small" });
      const note = el("p", { class: "problem" }, withCode(sentence(text)), way && " ", way);
      const place = this.placeOf(path);
      if (!place) {
        this.problems.append(note);
        continue;
      }
      place.append(note);
      const input = place.querySelector("input, textarea, select");
      input?.setAttribute("aria-invalid", "true");
      first ??= input;
    }
    return first;
  }

  /** Return the element of the longest visible part of a path. */
  placeOf(path) {
    if (path.length && this.fields.show) this.fields.show(String(path[0]));
    let place = null;
    for (const key of path) {
      const found = (place ?? this.fields.node).querySelector(`[data-key="${CSS.escape(String(key))}"]`);
      if (!found) break;
      place = found;
    }
    for (let fold = place?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    return place;
  }

  /** Save, and return whether nothing is left to save. `force` writes what would break the build. */
  async save(force = false) {
    document.activeElement?.dispatchEvent(new Event("change")); // what is being typed counts
    if (!this.isDirty) {
      say(t("Nothing has changed"));
      return true;
    }
    if (this.isSaving) return false;
    this.isSaving = true;
    clearTimeout(this.pause);
    saveButton.disabled = true;
    say(t("Saving…"));
    const value = this.fields.get();
    const answer = await tried(() => ask(this.isNew ? "add" : "save", { ...this.question, force }));
    this.isSaving = false;
    saveButton.disabled = false;
    if (!answer) return false;
    if (answer.ok) return this.saved(answer, value);
    if (answer.changed) return this.overtaken(answer.changed);
    if (answer.refused) return this.refused(answer);
    return this.wrong(answer);
  }

  async saved(answer, value) {
    countUndo(answer.undo);
    completions.clear();
    const hasRaw = Object.keys(this.record.raw ?? {}).length > 0;
    if (this.isNew || hasRaw || answer.source !== this.record.source) {
      this.isAdded = this.isNew;
      this.isNew = false;
      this.before = value;
      this.body?.keep();
      const record = await tried(() => ask("record", { source: answer.source }));
      if (record && current === this) open(record);
      if (this.isAdded && current?.record === record) current.see(15);
    } else {
      this.record.digest = answer.digest;
      this.before = value;
      this.body?.keep();
      if (answer.title && this.record.kind !== "site") this.node.querySelector("h1").textContent = this.record.title = answer.title;
      this.show(answer.problems ?? []);
      this.note();
    }
    say(t("Saved. The page follows."));
    if (this.isAdded && this.record.kind === "pages") {
      said.append(" ", button(t("Add it to the menu"), () => addToMenu(PANEL, answer.source, value.title), { class: "small" }));
    }
    return true;
  }

  async wrong(answer) {
    const first = this.show(answer.problems ?? []);
    say(t("The record has mistakes"), true);
    if (answer.can_force) {
      this.problems.append(el("p", { class: "problem" }, `${t("It was not written")}. `,
        button(t("Save all the same"), () => this.save(true), { class: "small" })));
    }
    (first ?? this.problems.querySelector("button"))?.focus();
    return false;
  }

  /** Others have changed the file: show its new content, and keep typed text. */
  async overtaken(record) {
    const text = JSON.stringify(record.value, null, 2);
    const content = el("div", {}, el("p", {}, t("What you typed is kept. The record now says:")), el("p", { class: "now" }, text));
    const answer = await choose("The file changed in the meantime", content,
      [["Cancel", "", ""], ["Take what the file says", "theirs", ""], ["Save what I typed", "mine", "main"]]);
    if (answer === "theirs") open(record);
    if (answer !== "mine") return false;
    // Only fields that were changed here replace the file's new content.
    const mine = this.fields.get();
    const value = { ...record.value };
    for (const { path: [name] } of this.changes) {
      if (mine[name] === undefined) delete value[name];
      else value[name] = mine[name];
    }
    open(record, { value, ...(this.body?.isChanged() && { body: this.body.get() }) });
    return current.save();
  }

  async refused(answer) {
    const content = el("p", {}, answer.refused, answer.place && el("span", { class: "path" }, ` ${answer.place}`));
    const choice = await choose("It was not written", content, [["Close", "", ""], ["In the editor", "open", "main"]]);
    if (choice) this.edit();
    say(t("It was not written"), true);
    return false;
  }

  async edit() {
    const answer = await tried(() => ask("open", { source: this.record.source }));
    if (answer) say(answer.message ?? answer.place ?? "", !answer.opened && Boolean(answer.message));
  }

  /** Show a page with the record. A new record must be built first, so ask several times. */
  async see(times = 1) {
    if (await see(this.record.source)) return;
    if (times > 1) setTimeout(() => current === this && this.see(times - 1), 400);
    else {
      say(t("No page shows it yet: add a section for it to a page, or mark it as selected."));
      said.append(" ", button(t("Sections of the home page"), () => leaveFor(() => showHome(PANEL)), { class: "small" }));
    }
  }

  /** Show the state after an undo: this record's fields, or another record. */
  reopen(source) {
    return source ? openSource(source, true, "", source === this.record.source ? this.only : null) : null;
  }

  async act(name, more = {}) {
    if (!(await mayLeave())) return undefined;
    const { source, digest, kind } = this.record;
    const answer = await written(PANEL, name, { source, digest, ...more });
    if (answer?.changed) return open(answer.changed);
    if (!answer?.ok) return undefined;
    if (name !== "delete") return openSource(answer.source, true);
    return kind === "page" ? showKinds() : showKind({ kind });
  }

  /** Open the form of a new record with the values of this one; nothing is written until it is saved. */
  duplicate() {
    const { id, ...value } = this.record.value;
    return fresh(this.record.kind, value);
  }

  async remove() {
    const words = el("p", {}, `${this.record.title}. ${t("Undo brings it back.")}`);
    if (await choose("Delete this record?", words, [["Cancel", "", ""], ["Delete", "yes", "bad"]])) {
      this.before = this.fields.get();
      this.body?.keep();
      this.act("delete");
    }
  }

  // ------------------------------------------------------------ files

  async dropped(event) {
    this.node.classList.remove("dropping");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    const field = event.target.closest?.(".withfile")?.querySelector("input:not([type=file])");
    for (const file of event.dataTransfer.files) await tried(() => this.take(file, field));
  }

  /** Upload a file, and put its path into the field for files of its sort. */
  async take(file, field) {
    const properties = this.record.schema.properties ?? {};
    const isSeen = /^(image|video)\//.test(file.type) || PICTURES.test(file.name);
    const name = ["preview", "portrait", "photo"].find((one) => properties[one]);
    const person = this.fields.widgets?.get("person");
    const put = field ? (path) => setInput(field, path)
      : isSeen && person?.show ? (path) => person.show("portrait").set?.(path)
      : isSeen && name ? (path) => this.fields.show(name).set?.(path)
      : properties.links ? (path) => this.fields.show("links").put?.(linkNameOf(file.name), path)
      : this.body ? (path) => (isSeen ? this.body.picture(path) : this.body.insert(`[${file.name}](/${path})`))
      : null;
    if (!put) throw new Error(t("This record takes no such file"));
    const path = await upload(file);
    if (path) {
      put(path);
      this.note();
      say(t("The file is there; save to link it."));
    }
  }
}

function setInput(input, text) {
  input.value = text;
  touch(input);
  input.dispatchEvent(new Event("change"));
}

/** Return the usual name of the link to a file. */
function linkNameOf(name) {
  if (/slide|talk|\.(pptx?|key|odp)$/i.test(name)) return "slides";
  if (/poster/i.test(name)) return "poster";
  if (/\.(mp4|webm|mov)$/i.test(name)) return "video";
  return /\.pdf$/i.test(name) ? "pdf" : name.split(".").pop().toLowerCase();
}

// ---------------------------------------------------------------- views

const frame = el("iframe", {
  title: t("The site"), src: SITE,
  sandbox: "allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads",
});
const view = el("div", { class: "view", tabindex: "-1" });
const saveButton = button(t("Save"), () => current?.save(), { class: "main", disabled: true, title: "Ctrl+S" });
const undoButton = button(t("Undo"), undo, { disabled: true });
const navigation = [
  ["To do", () => showTasks(PANEL)], ["Everything", showKinds], ["New", showNew], ["The site", () => showSite(PANEL)],
].map(([words, show]) => button(t(words), () => leaveFor(show)));
const phoneButton = button(t("Hide the page"), () => {
  const isTall = document.body.classList.toggle("tall");
  phoneButton.textContent = t(isTall ? "Show the page" : "Hide the page");
}, { class: "phone" });

/** Functions for views of other modules. */
const PANEL = { put, go, openSource, leaveFor, countUndo, note, show, see };

/** Show a page with a record, and return its address, if there is one. */
async function see(source) {
  const { page, mark } = (await tried(() => ask("where", { source }))) ?? {};
  if (!page) return page;
  wanted = { address: new URL(page, SITE), mark, left: 3 };
  frame.src = wanted.address;
  return page;
}

/** The page that the frame is loading. A reload after a build does not change this. */
let wanted = null;

const pathOf = (path) => path.replace(/index\.html$/, "");

/** A page has loaded: show the wanted element on it, or request the right page again. */
function arrived(page) {
  if (!wanted) return;
  const { address, mark } = wanted;
  const isThere = pathOf(page) === pathOf(address.pathname);
  if (isThere) frame.contentWindow.postMessage({ mark }, address.origin);
  else if (wanted.left-- > 0) frame.src = address;
  if (isThere || wanted.left < 0) wanted = null;
}

/** Show whether anything is unsaved. */
function note(isDirty) {
  saveButton.disabled = !isDirty;
  say(isDirty ? t("Not saved yet") : "");
}

/** Show an address of the site's server in the large frame, or the site again. */
function show(address) {
  isOnTrial = Boolean(address);
  wanted = null;
  frame.src = new URL(address, SITE);
}
let isOnTrial = false;

/** The current view; after an undo, its `reopen`, if any, shows it again. */
let shown = null;
/** The same, if it is a form. */
let current = null;

function countUndo(left) {
  undoButton.disabled = !left;
  undoButton.title = left || "";
}

async function undo() {
  if (!(await mayLeave())) return;
  const answer = await tried(() => ask("undo"));
  if (!answer) return;
  countUndo(answer.left);
  if (answer.ok && shown.reopen) await (shown.reopen(answer.source) ?? showKinds());
  say(answer.message, !answer.ok);
}

/** Return whether the open form may close: nothing is unsaved, or the author has decided. */
async function mayLeave() {
  if (!current?.isDirty) return true;
  const answer = await choose("There are changes that are not saved", el("p", {}, current.record.title),
    [["Stay", "", ""], ["Discard", "discard", "bad"], ["Save", "save", "main"]]);
  return answer === "save" ? current.save() : answer === "discard";
}

async function leaveFor(show) {
  if (await mayLeave()) await tried(show);
}

/** Show a view; a view that can be saved is {node, record, isDirty, save}. */
function put(node, tab = -1) {
  shown = node;
  current = node.save ? node : null;
  if (isOnTrial) show("");
  saveButton.hidden = !current;
  saveButton.disabled = true;
  navigation.forEach((one, index) => {
    if (index === tab) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  });
  view.replaceChildren(node.node ?? node);
  view.scrollTop = 0;
}

function open(record, options) {
  current = new Form(record, options);
  put(current);
  current.note();
  view.querySelector("form input:not([type=file]), form textarea, form select")?.focus({ preventScroll: true });
}

/** Open the form of a record; `field` is the one to go to, `only` are those to show, if not all, with a title. */
async function openSource(source, isDecided = false, field = "", only = null) {
  if (!isDecided && !(await mayLeave())) return;
  const record = await tried(() => ask("record", { source }));
  if (!record) return;
  if (only) narrow(record, only);
  await tried(() => open(record, { only }));
  if (!field) return;
  const place = current.placeOf(String(field).split("."));
  if (place?.previousElementSibling?.matches(".field")) place.scrollIntoView({ block: "center" });
  const inner = (what) => place?.querySelector(what);
  (inner(":is(input, textarea, select):not([hidden])") ?? inner("button"))?.focus();
}

/** Open a place: the form of a record, or the part of the settings with a field. */
function go(source, field) {
  return source === SETTINGS && field ? openSettings(PANEL, field) : openSource(source, false, field);
}

/** Show only some fields of a record in its form; the others do not change. */
function narrow(record, { title, fields }) {
  const some = (all) => Object.fromEntries(fields.filter((name) => name in all).map((name) => [name, all[name]]));
  record.schema = { ...record.schema, properties: some(record.schema.properties) };
  const raw = Object.entries(record.raw).filter(([path]) => fields.includes(path.split(".")[0]));
  Object.assign(record, { title, value: some(record.value), raw: Object.fromEntries(raw), usual: fields });
}

const titleOf = ({ kind, title = kind }) => (title === kind ? labelOf(kind) : title);

async function showKinds() {
  const kinds = await ask("kinds");
  const rows = kinds.map((one) => rowTo(titleOf(one), one.count, () => (one.source ? openSource(one.source) : showKind(one))));
  put(el("div", {}, el("h1", {}, t("Everything")), el("ul", { class: "rows" }, ...rows)), 1);
}

async function showKind(one) {
  const records = await ask("list", { kind: one.kind });
  const rows = records.map(({ source, title, year }) => {
    const row = rowTo(title || source, year, () => openSource(source));
    row.dataset.words = `${title} ${year} ${source}`.toLowerCase();
    row.append(button("×", async () => {
      const record = await tried(() => ask("record", { source }));
      if (record) new Form(record).remove();
    }, { class: "small plain", title: t("Delete"), "aria-label": `${t("Delete")}: ${title || source}` }));
    return row;
  });
  const none = el("p", { class: "quiet", hidden: true }, t("No entry has these words."));
  const filter = filterOf("Filter", () => rows, () => { none.hidden = rows.some((row) => !row.hidden); });
  const head = el("div", { class: "head" }, el("h1", {}, titleOf(one)), button(`+ ${t("New")}`, () => fresh(one.kind)));
  const list = el("div", {}, head, filter, none, el("ul", { class: "rows" }, ...rows));
  put(Object.assign(list, { reopen: () => showKind(one) }), 1);
}

async function showNew() {
  const kinds = (await ask("kinds")).filter((one) => !one.source);
  const rows = kinds.map((one) => el("li", {}, button(titleOf(one), () => tried(() => fresh(one.kind)))));
  put(el("div", {}, el("h1", {}, t("What is new?")), lookup(), el("ul", { class: "rows" }, ...rows)), 2);
}

async function fresh(kind, value) {
  const record = await tried(() => ask("blank", { kind }));
  if (!record) return;
  open(record, { isNew: true, value: value ?? record.value });
  if (value) current.note();
  if (kind === "publications" && !value) current.node.querySelector("header").append(lookup());
}

/** Return a field that turns BibTeX, a DOI or an arXiv id into papers. */
function lookup() {
  const words = "Paste BibTeX, a DOI or an arXiv id";
  const area = el("textarea", { rows: 2, placeholder: "10.1109/… · 2404.01234 · @article{…}", id: newId(), spellcheck: "false", input: (event) => event.stopPropagation() });
  const found = el("div", { role: "status" });
  const wrong = (text) => el("p", { class: "problem" }, withCode(text));
  const look = async () => {
    if (!area.value.trim()) return area.focus();
    found.replaceChildren(t("Looking it up…"));
    const answer = await ask("lookup", { text: area.value }).catch((error) => found.replaceChildren(wrong(error.message)));
    if (!answer) return undefined;
    const { papers, problems } = answer;
    const news = papers.filter(({ duplicates }) => !duplicates.length);
    if (news.length === 1 && papers.length === 1 && !problems.length) return fresh("publications", news[0].value);
    const there = [...new Set(papers.flatMap(({ duplicates }) => duplicates))];
    const rows = there.map((source) => el("li", {}, button(source.replace(/^.*#/, ""), () => openSource(source))));
    const add = (some, words) => button(`+ ${t(words)}${papers.length > 1 ? ` (${some.length})` : ""}`, () => (papers.length > 1 ? addAll(some) : fresh("publications", some[0].value)), { class: "small" });
    found.replaceChildren(...problems.map(wrong),
      ...(rows.length ? [wrong(t("Already there:")), el("ul", { class: "rows" }, ...rows)] : []),
      ...(there.length && news.length ? [add(news, "Add the new entries"), " "] : []),
      add(papers, papers.length > 1 ? "Add all entries" : "New"));
    return undefined;
  };
  return el("div", { class: "field" }, el("label", { class: "label", for: area.id }, t(words)), area,
    el("div", { class: "tools" }, button(t("Fill in the form"), look, { class: "small" })), found);
}

/** Add several papers at once; one undo removes them all. */
async function addAll(papers) {
  if (!(await mayLeave())) return;
  say(t("Saving…"));
  const answer = await written(PANEL, "add", { kind: "publications", value: papers.map(({ value }) => value) });
  if (!answer?.ok) return;
  completions.clear();
  await showKind({ kind: "publications" });
  say(`${t("Saved. The page follows.")} ${t("New")}: ${papers.length}`);
}

// ---------------------------------------------------------------- start

window.addEventListener("message", async (event) => {
  if (event.source !== frame.contentWindow || event.origin !== new URL(SITE).origin) return;
  const { masthead, mark = "", words = "", page = "/", mistake = "", isHeading, isFile } = event.data ?? {};
  if (masthead === "here") arrived(String(page));
  if (masthead !== "edit") return;
  const found = await tried(() => ask("find", { mark: String(mark), words: String(words), page: String(page), mistake: String(mistake) }));
  if (!found) return;
  const { source, field } = found;
  if (isFile) {
    await openSource(source, false, field);
    say(t("Drop the file once more, on this form."));
  } else if (isHeading && /\.md#|^content\/cv\//.test(source)) leaveFor(() => showSections(PANEL, source, { opens: words }));
  else go(source, field);
});

window.addEventListener("beforeunload", (event) => {
  if (current?.isDirty) event.preventDefault();
});

window.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  if (!document.querySelector("dialog[open]")) current?.save();
});

// A file that is dropped beside the form must not replace the panel.
for (const name of ["dragover", "drop"]) {
  window.addEventListener(name, (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    if (name === "drop") say(t("Open an entry first, and drop the file on its form."), true);
  });
}

document.documentElement.lang = IS_CHINESE ? "zh" : "en";
const panel = document.getElementById("panel");
panel.setAttribute("aria-label", t("The panel"));
panel.replaceChildren(
  el("nav", { class: "bar", "aria-label": t("The panel") }, ...navigation, el("span", { class: "gap" }), phoneButton, undoButton),
  view,
  el("footer", { class: "foot" }, said, saveButton)
);
document.body.append(frame);
tried(() => showTasks(PANEL));
