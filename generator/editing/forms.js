// Draws forms from the JSON Schema of a record; there is no form for a single kind.
//
// A widget is {node, get}: an element, and a function that returns the value it shows, or undefined
// for none. It may have more: `set` takes a file's path, `put` a link, `input` is its main field.

import { labelOf, languageName, t } from "./words.js";
import { SITE, ask, button, el, filterOf, helpOf, newId, touch, tried, upload } from "./shell.js";

// ---------------------------------------------------------------- values and their changes

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isEmpty = (value) => value === undefined || value === null || value === "";

/** A part of a record that is shown as YAML. Only `changesOf` distinguishes it from its value. */
export class Raw {
  constructor(text, value) {
    this.text = text;
    this.value = value;
  }

  toJSON() {
    return this.value;
  }
}

export function isSame(one, other) {
  if (one instanceof Raw && other instanceof Raw) return one.text === other.text;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  if (isMap(one) && isMap(other)) {
    const keys = Object.keys(one);
    return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]));
  }
  return one === other;
}

/** Return the fewest changes, in order, that turn one value into another. */
export function changesOf(before, after, path = []) {
  if (isSame(before, after)) return [];
  if (after === undefined) return [{ op: "remove", path }];
  if (after instanceof Raw) return [{ op: "raw", path, value: after.text }];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path);
  if (!isMap(before) || !isMap(after) || before instanceof Raw) return [{ op: "set", path, value: after }];
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => changesOf(before[key], after[key], [...path, key]));
}

function listChanges(before, after, path) {
  const work = [...before];
  const wanted = [...after];
  const gone = work.filter((item) => {
    const index = wanted.findIndex((other) => isSame(item, other));
    if (index >= 0) wanted.splice(index, 1);
    return index < 0;
  });
  if (before.length === after.length && gone.length) { // items were changed in their places
    return after.flatMap((item, index) => changesOf(before[index], item, [...path, index]));
  }
  const changes = [];
  for (let index = work.length - 1; index >= 0; index--) {
    if (!gone.includes(work[index])) continue;
    gone.splice(gone.indexOf(work[index]), 1);
    work.splice(index, 1);
    changes.push({ op: "remove", path: [...path, index] });
  }
  after.forEach((item, index) => {
    if (index < work.length && isSame(work[index], item)) return;
    const from = work.findIndex((other, place) => place > index && isSame(other, item));
    if (from >= 0) {
      work.splice(index, 0, ...work.splice(from, 1));
      changes.push({ op: "move", path: [...path, from], to: index });
    } else {
      work.splice(index, 0, item);
      changes.push({ op: "insert", path: [...path, index], value: item });
    }
  });
  return changes;
}

// ---------------------------------------------------------------- schemas

/** The record of the form: its schema's definitions, languages and raw parts. */
export class Context {
  constructor(record, path = []) {
    this.record = record;
    this.path = path;
  }

  at(key) {
    return new Context(this.record, [...this.path, key]);
  }

  get name() {
    return this.path.findLast((key) => typeof key === "string") ?? "";
  }

  get raw() {
    return this.record.raw?.[this.path.join(".")];
  }

  /** Return a schema with its reference resolved. */
  resolved(schema) {
    const { $ref, ...own } = schema;
    if (!$ref) return schema;
    return { ...this.resolved(this.record.schema.$defs[$ref.split("/").pop()]), ...own };
  }

  /** Return the possible forms of a value, except null. Texts count as one form. */
  forms(schema) {
    const whole = this.resolved(schema);
    if (whole.title === "Text" || whole.title === "Author") return [whole];
    if (whole.anyOf) return whole.anyOf.flatMap((one) => this.forms(one));
    return whole.type === "null" ? [] : [whole];
  }
}

const has = (schema, type) => [].concat(schema.type ?? []).includes(type);

/** Return the widget for a value. */
export function widgetOf(schema, value, context) {
  if (value instanceof Raw) return rawWidget(value.text, value.value);
  if (context.raw !== undefined) return rawWidget(context.raw, value);
  const whole = context.resolved(schema);
  const forms = context.forms(whole);
  const list = forms.find((form) => has(form, "array"));
  const map = forms.find((form) => has(form, "object"));
  const text = forms.find((form) => form.title === "Text");
  const scalar = forms.find((form) => form.enum || (form.type && !has(form, "array") && !has(form, "object")));
  const author = forms.find((form) => form.title === "Author");
  const prefersList = list && (Array.isArray(value) || !scalar || context.resolved(schema).title !== "When") && !isWhen(whole, context);
  if (list && (Array.isArray(value) || (prefersList && !isMap(value)) || (prefersList && author))) {
    return listWidget(list, value, context);
  }
  if (author) return authorWidget(author, value, context);
  if (text && !(isMap(value) && map)) return textWidget(value, context);
  if (map && (isMap(value) || !scalar)) {
    return map.properties ? groupWidget(map, value, context) : mapWidget(map, value, context);
  }
  if (scalar && map) return partsWidget(scalar, map, value, context);
  if (scalar) return scalarWidget({ description: whole.description, default: whole.default, ...scalar }, value, context);
  return rawWidget(value === undefined ? "" : JSON.stringify(value), value);
}

/** Whether a schema is that of dates. People type a date as one text. */
function isWhen(schema, context) {
  return [schema, ...(schema.anyOf ?? [])].some((one) => context.resolved(one).title === "When");
}

// ---------------------------------------------------------------- widgets of single values

/** Return a field with lines of YAML, for a value that forms cannot show. */
function rawWidget(yaml, value) {
  const area = el("textarea", { class: "yaml", spellcheck: "false", rows: 2, value: yaml });
  const note = el("p", { class: "help" }, t("As YAML: a form cannot show it"));
  return {
    node: el("div", {}, area, note),
    input: area,
    get: () => (area.value.trim() || !isEmpty(value) ? new Raw(area.value, value) : undefined),
  };
}

export const PICTURES = /\.(jpe?g|png|webp|gif|svg|avif)$/i;
const LONG = /^(abstract|body|bio|summary|text|description|note)$/;
const COMPLETED = { authors: "people", editors: "people", inventors: "people", teachers: "people", advisor: "people", venue: "venues", tags: "tags", to: "pages" };
export const completions = new Map();

/** Give an input suggestions from other records, which are fetched when it is used. */
function complete(input, name) {
  const what = COMPLETED[name];
  if (!what) return;
  input.addEventListener("focus", async () => {
    if (!completions.has(what)) {
      completions.set(what, newId());
      const texts = await ask("complete", { what }).catch(() => []);
      const options = texts.map((text) => [].concat(text)).map(([value, label]) => el("option", { value, label }));
      document.body.append(el("datalist", { id: completions.get(what) }, ...options));
    }
    input.setAttribute("list", completions.get(what));
  }, { once: true });
}

function scalarWidget(schema, value, context) {
  if (schema.enum) return choiceWidget(schema, value);
  if (has(schema, "boolean") && !has(schema, "string")) return switchWidget(schema, value);
  const isNumber = !has(schema, "string") && (has(schema, "integer") || has(schema, "number"));
  const shown = isEmpty(value) ? "" : String(value);
  const isLong = !isNumber && (shown.includes("\n") || LONG.test(context.name));
  const input = isLong
    ? el("textarea", { rows: 3, value: shown })
    : el("input", { type: isNumber ? "number" : "text", step: isNumber && "any", value: shown, autocomplete: "off" });
  complete(input, context.name);
  const get = () => {
    if (input.value === shown) return isEmpty(value) && value !== "" ? undefined : value;
    const typed = input.value.trim();
    if (!typed) return undefined;
    const isPlain = /^-?(0|[1-9]\d{0,14})$/.test(typed) && (has(schema, "number") || isNumber);
    return isPlain || (isNumber && isFinite(typed)) ? Number(typed) : isLong ? input.value : typed;
  };
  if (!takesFile(schema)) return { node: input, input, get };
  return fileWidget(input, get);
}

/** Whether a field names a file: its help says so. */
function takesFile(schema) {
  return /`static\/`|`photos?\//.test(schema.description ?? "");
}

/** Return a text field for a file's path, with a button to upload a file and a look at pictures. */
function fileWidget(input, get) {
  const picture = el("img", { class: "picture", alt: "", crossorigin: "anonymous", hidden: true, error: () => { picture.hidden = true; }, load: () => { picture.hidden = false; } });
  const show = () => {
    const isOwn = PICTURES.test(input.value) && !/^\w+:/.test(input.value);
    if (isOwn) picture.src = new URL(input.value.replace(/^\//, ""), SITE);
    else picture.hidden = true;
  };
  const set = (path) => {
    input.value = path;
    touch(input);
    show();
    setTimeout(show, 1500); // the build has to copy the file first
  };
  const picker = el("input", { type: "file", hidden: true, change: async () => {
    const path = picker.files[0] && (await tried(() => upload(picker.files[0])));
    if (path) set(path);
  } });
  input.addEventListener("change", show);
  show();
  const choice = button(t("File"), () => picker.click(), { class: "small plain", title: t("Choose a file…") });
  return { node: el("div", {}, el("div", { class: "withfile" }, input, choice, picker), picture), input, get, set };
}

function choiceWidget(schema, value) {
  const words = [...schema.enum];
  if (!isEmpty(value) && !words.includes(value)) words.push(value);
  const none = schema.default === undefined ? "—" : `— (${schema.default})`;
  const options = [el("option", { value: "" }, none), ...words.map((word) => el("option", { value: word }, String(word)))];
  const select = el("select", {}, ...options);
  select.value = isEmpty(value) ? "" : value;
  const get = () => words.find((word) => String(word) === select.value && select.value !== "");
  return { node: select, input: select, get };
}

function switchWidget(schema, value) {
  const usual = schema.default ?? false;
  const box = el("input", { type: "checkbox" });
  const before = isEmpty(value) ? usual : /^(true|yes|on)$/i.test(value);
  box.checked = before;
  const get = () => (box.checked !== before ? box.checked : isEmpty(value) ? undefined : value);
  return { node: box, input: box, get };
}

/** Return a field for a value that is usually one word, but may have parts: a name, a link. */
function partsWidget(scalar, map, value, context) {
  const help = map.properties && Object.values(map.properties).map((part) => part.description).join(" ");
  const inner = scalarWidget({ ...scalar, description: `${scalar.description ?? ""} ${help ?? ""}` }, value, context);
  const widget = { ...inner, node: el("div", { class: "withfile" }, inner.node) };
  widget.node.append(inPartsButton(widget, map, context));
  return widget;
}

/** Return a button that replaces a widget of one word by the fields of a map. */
function inPartsButton(widget, map, context) {
  const words = t(map.properties ? "In parts" : "by field");
  return button("⋯", () => {
    const { node, get } = map.properties
      ? groupWidget(map, inParts(map, widget.get()), context)
      : mapWidget(map, undefined, context);
    Object.assign(widget, { get, set: undefined });
    widget.node.replaceChildren(node);
    node.querySelector("input, select, textarea")?.focus();
    touch(node);
  }, { class: "small plain", title: words, "aria-label": words });
}

function inParts(map, value) {
  if (isEmpty(value)) return {};
  if (isMap(value)) return value;
  const main = map.required?.[0];
  if (main) return { [main]: value };
  if (!map.properties.family) return {};
  const words = String(value).trim().split(/\s+/);
  const family = words.pop();
  return words.length ? { given: words.join(" "), family } : { family };
}

/** Return a widget for a text: one field, or a tab for each language of the site. */
function textWidget(value, context) {
  const site = context.record.languages?.length ? context.record.languages : ["en"];
  const isPlain = !isMap(value);
  const codes = [...new Set([...site, ...(isPlain ? [] : Object.keys(value))])];
  const holdsChinese = isPlain && /\p{Script=Han}/u.test(value ?? "");
  const home = (holdsChinese && codes.find((code) => code.startsWith("zh"))) || codes[0];
  const shown = isPlain ? { [home]: isEmpty(value) ? "" : String(value) } : { ...value };
  const isLong = LONG.test(context.name) || Object.values(shown).some((text) => String(text ?? "").includes("\n"));
  const areas = codes.map((code) => el("textarea", {
    rows: isLong ? 3 : 1, lang: code, value: shown[code] ?? "", hidden: code !== home,
    keydown: (event) => {
      if (event.key === "Enter" && !isLong && !event.isComposing) event.preventDefault();
    },
  }));
  const typed = (index) => (isLong ? areas[index].value : areas[index].value.trim());
  const get = () => {
    if (codes.every((code, index) => areas[index].value === String(shown[code] ?? ""))) {
      return isEmpty(value) && value !== "" ? undefined : value;
    }
    const texts = Object.fromEntries(codes.map((code, index) => [code, typed(index)]).filter(([, text]) => text));
    const given = Object.keys(texts);
    if (!given.length) return undefined;
    return isPlain && given.length === 1 && given[0] === home ? texts[home] : texts;
  };
  if (codes.length < 2) return { node: el("div", {}, ...areas), input: areas[0], get };

  const id = newId();
  const tabs = codes.map((code, index) => button(languageName(code), () => {
    open(index);
    areas[index].focus();
  }, {
    role: "tab", id: `${id}-tab-${index}`, "aria-controls": `${id}-${index}`,
  }));
  areas.forEach((area, index) => {
    area.id = `${id}-${index}`;
    area.setAttribute("aria-label", `${labelOf(context.name)}, ${languageName(codes[index])}`);
  });
  const open = (index) => {
    areas.forEach((area, at) => { area.hidden = at !== index; });
    tabs.forEach((tab, at) => {
      tab.setAttribute("aria-selected", at === index);
      tab.tabIndex = at === index ? 0 : -1;
    });
  };
  const mark = () => {
    const isAny = areas.some((area) => area.value.trim());
    const isOne = isPlain && areas.every((area, index) => codes[index] === home || !area.value.trim());
    tabs.forEach((tab, index) => {
      const isEmptyTab = isAny && !areas[index].value.trim();
      tab.classList.toggle("missing", isEmptyTab && !isOne);
      tab.title = !isEmptyTab ? "" : isOne ? `${t("the same as")} ${languageName(home)}` : t("missing");
    });
  };
  const bar = el("div", { class: "tabs", role: "tablist", "aria-label": t("Language"), keydown: (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
    open(next);
    tabs[next].focus();
  } }, ...tabs);
  const node = el("div", { input: mark }, bar, ...areas);
  open(codes.indexOf(home));
  mark();
  return { node, input: areas[0], get, labels: true };
}

const BUTTON_ROLES = { equal: ["=", "Equal contribution"], corresponding: ["✉", "Corresponding author"] };

/** Return a widget for an author: name, buttons for usual roles, and a button for the rest. */
function authorWidget(schema, value, context) {
  const map = schema.anyOf.map((form) => context.resolved(form)).find((form) => form.properties);
  const given = isMap(value) ? value : { name: value };
  const isOdd = isMap(given.name) || Object.keys(given).some((key) => !/^(name|roles)$/.test(key));
  if (isOdd || given.roles instanceof Raw) return groupWidget(map, given, context);
  const before = [].concat(given.roles ?? []);
  const roles = new Set(before);
  const name = scalarWidget({ type: ["string"] }, given.name, context);
  const buttons = Object.entries(BUTTON_ROLES).map(([role, [sign, words]]) => {
    const one = button(sign, () => {
      if (!roles.delete(role)) roles.add(role);
      one.setAttribute("aria-pressed", roles.has(role));
      touch(one);
    }, { class: "small plain", title: t(words), "aria-label": t(words), "aria-pressed": String(roles.has(role)) });
    return one;
  });
  const get = () => {
    const called = name.get();
    if (isEmpty(called)) return undefined;
    if (!isMap(value) && !roles.size) return called;
    const now = [...roles];
    const said = isSame(now, before) ? given.roles : now;
    return { name: called, ...(now.length && { roles: said }) };
  };
  const node = el("div", { class: "withfile author" }, name.node, ...buttons);
  const widget = { node, input: name.input, get };
  node.append(inPartsButton(widget, map, context));
  return widget;
}

// ---------------------------------------------------------------- widgets of lists and maps

/** The row that is dragged. */
export let dragged = null;

/** Return a row of a list that can be moved and removed; `parts` is its content. */
export function rowOf(parts, after) {
  const step = (by) => {
    const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
    if (!other?.classList.contains("row")) return;
    if (by < 0) other.before(row);
    else other.after(row);
    after();
  };
  const words = t("Move: drag, or press the arrow keys");
  const handle = button("⠿", () => {}, {
    class: "handle plain", title: words, "aria-label": words, draggable: "true",
    keydown: (event) => {
      const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (!by) return;
      event.preventDefault();
      step(by);
      handle.focus();
    },
    dragstart: (event) => {
      dragged = row;
      row.classList.add("dragged");
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", "");
    },
    dragend: () => {
      row.classList.remove("dragged");
      dragged = null;
    },
  });
  const row = el("div", {
    class: "row",
    dragover: (event) => {
      if (!dragged || dragged.parentNode !== row.parentNode || dragged === row) return;
      event.preventDefault();
      event.stopPropagation();
      row.classList.add("into");
    },
    dragleave: () => row.classList.remove("into"),
    drop: (event) => {
      row.classList.remove("into");
      if (!dragged || dragged.parentNode !== row.parentNode) return;
      event.preventDefault();
      event.stopPropagation();
      const isBelow = dragged.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isBelow) row.after(dragged);
      else row.before(dragged);
      after();
    },
  }, handle, ...parts,
  button("↑", () => step(-1), { class: "small plain step", "aria-label": t("Up") }),
  button("↓", () => step(1), { class: "small plain step", "aria-label": t("Down") }),
  button("×", () => {
    const next = row.nextElementSibling ?? row.previousElementSibling ?? row.parentNode.nextElementSibling;
    row.remove();
    after();
    next?.querySelector?.("input, textarea, button")?.focus();
  }, { class: "small plain", title: t("Remove"), "aria-label": t("Remove") }));
  return row;
}

/** Separators of several items in a text that was typed or pasted into one row of a list. */
const BETWEEN = { people: /\s*(?:[;；、\n]|\band\b)\s*/, tags: /\s*[,;，；、\n]\s*/ };

/** Return the items of such a text. A comma divides full names, so `Fang, Jin` is one. */
function itemsIn(text, what) {
  const items = text.split(BETWEEN[what] ?? /\s*\n\s*/).filter(Boolean);
  if (what !== "people") return items;
  const isFull = (name) => /\p{Script=Han}|\p{L}{2,}.*\s|\s.*\p{L}{2,}/u.test(name);
  return items.flatMap((item) => {
    const names = item.split(/\s*[,，]\s*/);
    return names.every(isFull) ? names : item;
  });
}

function listWidget(schema, value, context) {
  const items = schema.items ?? {};
  const isSingle = value !== undefined && value !== null && !Array.isArray(value);
  const forms = context.forms(items);
  const what = COMPLETED[context.name];
  const isShort = forms.every((form) => !form.properties && !form.anyOf && !form.title) && what !== "people";
  const rows = el("div", { class: isShort ? "short" : "long" });
  const widgets = new Map();
  const node = el("div", {}, rows);
  const renumber = () => [...rows.children].forEach((row, index) => { row.dataset.key = index; });
  const changed = () => {
    renumber();
    touch(node);
  };
  const add = (item, index, before = null) => {
    const widget = widgetOf(items, item, isSingle ? context : context.at(index));
    const row = rowOf([el("div", { class: "value" }, widget.node)], changed);
    widgets.set(row, widget);
    rows.insertBefore(row, before);
    widget.input?.setAttribute("aria-label", labelOf(context.name));
    widget.input?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || widget.input.tagName === "TEXTAREA") return;
      event.preventDefault();
      if (widget.input.value.trim()) fresh(row.nextElementSibling);
    });
    const divide = (text) => {
      const [first, ...others] = itemsIn(text, what);
      if (!others.length) return false;
      widget.input.value = first;
      others.reverse().forEach((other) => add(other, `new${newId()}`, row.nextElementSibling));
      changed();
      return true;
    };
    widget.input?.addEventListener("change", () => widget.input.tagName === "INPUT" && divide(widget.input.value));
    widget.input?.addEventListener("paste", (event) => {
      if (!widget.input.value.trim() && divide(event.clipboardData.getData("text"))) event.preventDefault();
    });
    return widget;
  };
  const fresh = (before = null) => {
    // An index that is not a raw part's.
    const beside = [...widgets.values()].pop()?.get();
    const widget = add(isMap(beside) ? {} : undefined, `new${newId()}`, before);
    renumber();
    (widget.input ?? widget.node.querySelector("input, textarea, select"))?.focus();
  };
  (isSingle ? [value] : value ?? []).forEach((item, index) => add(item, index));
  renumber();
  node.append(el("div", { class: "tools" }, button(`+ ${t("Add")}`, () => fresh(), {
    class: "small plain", mousedown: (event) => event.preventDefault(), // or it moves from under the mouse when names are divided
  })));
  const get = () => {
    const found = [...rows.children].map((row) => widgets.get(row).get()).filter((item) => !isEmpty(item));
    if (!found.length) return Array.isArray(value) && !value.length ? [] : undefined;
    return isSingle && found.length === 1 ? found[0] : found;
  };
  return { node, get };
}

/** Common names of links; any other may be typed. */
const LINK_NAMES = ["pdf", "slides", "code", "video", "poster", "dataset", "website", "doi", "arxiv", "blog", "github", "scholar", "orcid", "dblp", "linkedin"];

function mapWidget(schema, value, context) {
  const inner = isMap(schema.additionalProperties) ? schema.additionalProperties : {};
  const names = schema.propertyNames?.enum ?? (context.name === "links" ? LINK_NAMES : []);
  const rows = el("div", {});
  const widgets = new Map();
  const node = el("div", {}, rows);
  const changed = () => touch(node);
  const options = el("datalist", { id: newId() }, ...names.map((name) => el("option", { value: name })));
  const add = (key, item) => {
    const widget = widgetOf(Object.keys(inner).length ? inner : { type: ["string", "number"] }, item, context.at(key || newId()));
    const name = el("input", { class: "key", value: key, list: options.id, "aria-label": t("kind"), placeholder: t("kind"), input: () => { row.dataset.key = name.value; } });
    name.addEventListener("change", () => { // "Google Scholar" is meant
      const known = name.value.trim().toLowerCase().replace(/^google /, "");
      if (names.includes(known)) row.dataset.key = name.value = known;
    });
    const row = rowOf([name, el("div", { class: "value" }, widget.node)], changed);
    row.dataset.key = key;
    widgets.set(row, { name, widget });
    widget.input?.setAttribute("aria-label", key || labelOf(context.name));
    rows.append(row);
    return { name, widget };
  };
  Object.entries(value ?? {}).forEach(([key, item]) => add(key, item));
  node.append(options, el("div", { class: "tools" }, button(`+ ${t("Add")}`, () => add("", undefined).name.focus(), { class: "small plain" })));
  const get = () => {
    const pairs = [...rows.children].map((row) => widgets.get(row))
      .map(({ name, widget }) => [name.value.trim(), widget.get()])
      .filter(([key, item]) => key && item !== undefined);
    return pairs.length || (isMap(value) && !Object.keys(value).length) ? Object.fromEntries(pairs) : undefined;
  };
  /** Give a link its target, in a row of its name or a new one. */
  const put = (key, path) => {
    const all = [...widgets.values()];
    const found = all.find(({ name, widget }) => name.value === key && isEmpty(widget.get()));
    const taken = new Set(all.map(({ name }) => name.value));
    let free = key;
    for (let number = 2; !found && taken.has(free); number++) free = `${key}-${number}`;
    const { widget } = found ?? add(free, undefined);
    widget.set?.(path);
    changed();
  };
  return { node, get, put };
}

const MANY = 8;
/** Inner fields that few people fill in. */
const RARE = /^(id|aliases|prefix|part)$/;

/** Return the fields of a map: those it has, the `usual` ones, and the others under "more". */
export function groupWidget(schema, value, context, usual = null) {
  const properties = schema.properties;
  const given = value ?? {};
  const required = schema.required ?? [];
  const expected = [...required, ...(usual ?? [...Object.keys(properties).filter((name) => !RARE.test(name)).slice(0, 4), "portrait", "links"])];
  const isOpen = (name) => name in given || expected.includes(name);
  const open = [...Object.keys(properties).filter(isOpen), ...Object.keys(given).filter((name) => !(name in properties))];
  const rest = Object.keys(properties).filter((name) => !open.includes(name));
  const widgets = new Map();
  const node = el("div", { class: context.path.length ? "group" : "" });
  const draw = (name, parent) => {
    const isKnown = properties[name];
    const field = fieldOf(name, properties[name] ?? {}, given[name], context.at(name), required.includes(name));
    if (!isKnown) field.node.classList.add("unknown");
    widgets.set(name, field.widget);
    parent.append(field.node);
    return field.node;
  };
  open.forEach((name) => draw(name, node));
  if (rest.length) node.append(moreFields(rest, properties, draw));
  const get = () => {
    const pairs = [...widgets].map(([name, widget]) => [name, widget.get()]);
    const found = pairs.filter(([, item]) => item !== undefined);
    return found.length || !context.path.length ? Object.fromEntries(found) : undefined;
  };
  return { node, get, widgets, show: (name) => {
    if (!widgets.has(name) && properties[name]) node.append(draw(name, node));
    return widgets.get(name);
  } };
}

/** Return a fold with the fields that a record lacks, and a search for them. */
function moreFields(names, properties, draw) {
  const list = el("div", {});
  const search = filterOf("Search fields", () => list.children);
  return el("details", { class: "more", toggle: () => {
    if (list.children.length) return;
    for (const name of names) {
      const field = draw(name, list);
      field.dataset.words = `${name} ${labelOf(name)} ${properties[name].description ?? ""}`.toLowerCase();
    }
  } }, el("summary", {}, `${t("More fields")} (${names.length})`), names.length > MANY && search, list);
}

/** Return a field: its label, its widget and its help. */
function fieldOf(name, schema, value, context, isRequired) {
  const widget = widgetOf(schema, value, context);
  const id = newId();
  const help = helpOf(schema.description);
  const isMade = name === "id" && !context.record.source;
  const mark = isRequired && el("span", { class: "quiet" }, t(isMade ? "made if you leave it out" : "required"));
  const isSingle = widget.input && !widget.labels;
  if (isSingle) widget.input.id = id;
  if (help && widget.input) {
    help.id = `${id}-help`;
    widget.input.setAttribute("aria-describedby", help.id);
    widget.input.addEventListener("keydown", (event) => {
      if (event.key !== "F1") return;
      event.preventDefault();
      help.open = !help.open;
    });
  }
  const label = el(isSingle ? "label" : "span", { class: "label", for: isSingle && id, id: `${id}-label`, title: name }, labelOf(name), mark);
  const node = el("div", { class: "field", role: !isSingle && "group", "aria-labelledby": !isSingle && `${id}-label`, "data-key": name }, label, widget.node, help);
  return { node, widget };
}
