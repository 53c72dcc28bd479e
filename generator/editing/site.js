// Views of the whole site: tasks, the look, sections, and the Markdown of pages.
//
// A view takes the `panel`, whose functions are listed in `panel.js`.

import { labelOf, t } from "./words.js";
import { SITE, ask, button, choose, el, newId, say, sentence, tried, upload, withCode } from "./shell.js";
import { Context, changesOf, groupWidget, isSame, rowOf } from "./forms.js";

/** Return the field for a page's Markdown, with buttons for common syntax. */
export function bodyWidget(before, shown) {
  const lead = /^(\r?\n)*/.exec(before)[0]; // below the front matter
  const area = el("textarea", { class: "markdown", value: (shown ?? before).slice(lead.length), id: newId() });
  let kept = area.value;
  const insert = (text, from = text.length, to = from) => {
    area.focus();
    const start = area.selectionStart;
    if (!document.execCommand("insertText", false, text)) area.setRangeText(text);
    area.setSelectionRange(start + from, start + to);
  };
  const around = (left, right, words) => {
    const selected = area.value.slice(area.selectionStart, area.selectionEnd) || words;
    insert(left + selected + right, left.length, left.length + selected.length);
  };
  const put = async (path) => {
    const words = el("input", { "aria-label": t("What does the picture show?") });
    const content = el("div", {}, words, el("p", { class: "help" }, t("For readers who do not see it.")));
    if (await choose("What does the picture show?", content, [["Add", "yes", "main"]])) {
      insert(`![${words.value.replace(/[[\]\\]/g, "\\$&")}](/${path})`);
    }
  };
  const picture = el("input", { type: "file", accept: "image/*", hidden: true, change: async () => {
    const path = picture.files[0] && (await tried(() => upload(picture.files[0])));
    if (path) await put(path);
  } });
  const section = async () => {
    const names = (await tried(() => ask("kinds")) ?? []).filter((one) => !one.source && !/^(pages|posts)$/.test(one.kind)).map((one) => one.kind);
    const select = el("select", { "aria-label": t("Which records?") }, ...names.map((name) => el("option", { value: name }, labelOf(name))));
    const isMeant = await choose("Which records?", select, [["Cancel", "", ""], ["Add", "yes", "main"]]);
    if (isMeant) insert(`\n\n:::{${select.value}}\n:::\n\n`);
  };
  const tools = el("div", { class: "tools" },
    button(t("Link"), () => around("[", "](https://)", t("text")), { class: "small" }),
    button(t("Picture"), () => picture.click(), { class: "small" }), picture,
    button(t("Formula"), () => around("$", "$", "x^2"), { class: "small" }),
    button(t("Section"), section, { class: "small" }));
  const label = el("label", { class: "label", for: area.id }, t("Text"));
  return {
    node: el("div", { class: "field", "data-key": "body" }, label, tools, area),
    insert, picture: put,
    isChanged: () => area.value !== kept,
    get: () => lead + (before.includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value),
    keep: () => { kept = area.value; },
  };
}

// ---------------------------------------------------------------- what to do next

/** Return a row of a list that is a link; `more` follows its words in a quiet style. */
export function rowTo(words, more, go) {
  const item = button("", go);
  item.append(words, el("span", { class: "quiet" }, more));
  return el("li", {}, item);
}

/** Return the place of a field in words: `Education 2: Degree`. */
function placeOf(source, field = "") {
  const [file, id] = source.replace(/^content\//, "").split(/#(.*)/);
  const number = /^#\d+$/.test(id) ? ` ${Number(id.slice(1)) + 1}` : id && ` ${id}`;
  const names = field.split(".").filter((name) => name && !/^\d+$/.test(name)).map(labelOf);
  const what = /\.md$/.test(file) ? file : labelOf(file.replace(/\.\w+$/, ""));
  return `${what}${number}${names.length ? `: ${names.join(", ")}` : ""}`;
}

/** Return the field of a task, without its language or its number in a list. */
const fieldIn = ({ field }) => field.split(".").filter((name, index) => name !== "person" && !(index && /^(\d+|[a-z]{2}(-\w+)?)$/.test(name))).pop() ?? "";

export async function showTasks(panel) {
  const hint = "Point at an entry of the page and press its button, or the key e.";
  const content = el("div", {}, el("h1", {}, "Masthead"), el("p", {}, t(hint)));
  const waits = el("p", { class: "quiet" }, t("Loading…"));
  content.append(waits);
  panel.put(content, 0);
  const tasks = await tried(() => ask("tasks"));
  waits.remove();
  if (!tasks) return;
  tasks.sort((one, other) => other.source.startsWith(SETTINGS) - one.source.startsWith(SETTINGS)); // whose site it is comes first
  content.append(el("h2", {}, t("What could be done")));
  if (!tasks.length) content.append(el("p", { class: "quiet" }, t("Nothing is left to do.")));
  for (const [rule, group] of Map.groupBy(tasks, (task) => task.rule || task.severity)) {
    const records = [...Map.groupBy(group, (task) => partOf(task) || task.source || task.place).values()];
    const isAlike = group.length > records.length && group.every(({ message }) => message === group[0].message);
    const rows = records.map((some) => {
      const [{ source, field, message, place }] = some;
      if (!source) return el("li", {}, el("span", {}, withCode(message)), el("span", { class: "quiet" }, place));
      const words = isAlike ? some.map((task) => labelOf(fieldIn(task))) : some.map((task) => task.message);
      return rowTo(t(partOf(some[0])) || placeOf(source), withCode([...new Set(words)].join(isAlike ? ", " : "; ")), () => panel.go(source, field));
    });
    const head = el("summary", {}, `${labelOf(rule)} `, el("span", { class: "quiet" }, group.length));
    content.append(el("details", { class: "more", open: group.length < 6 || group[0] === tasks[0] }, head, el("ul", { class: "rows" }, ...rows)));
  }
  const found = el("p", { class: "quiet" }, t("Loading…"));
  const deploy = el("p", { class: "help" }, `${t("To publish the site, run")} `, el("code", {}, "masthead deploy"));
  content.append(el("h2", {}, t("Changed since the last deployment")), found, deploy);
  const changed = await tried(() => ask("changed"));
  if (!changed) return found.remove();
  found.replaceChildren(sentence(changed.message || changed.against));
  if (changed.lines.length) found.after(el("p", { class: "now" }, changed.lines.join("\n")));
}

// ---------------------------------------------------------------- the site as a whole

export const SETTINGS = "content/site.yaml#";
const PARTS = [["Profile", "person"], ["Menu", "menu"], ["Languages and title", "languages", "title", "description", "url"], ["Colours and typefaces", "theme"]];

/** Return the part of the settings that a task concerns, if any. */
const partOf = ({ source, field }) => (source === SETTINGS && PARTS.find((part) => part.includes(field.split(".")[0]))?.[0]) || "";

/** Open the part of the settings with a field, and go to the field. */
export function openSettings(panel, field) {
  const [words, ...fields] = PARTS.find((part) => part.includes(field.split(".")[0])) ?? [];
  return panel.openSource(SETTINGS, false, field, words && { title: t(words), fields });
}

/** Add a page to the menu, and show the menu. A site without one shows all pages in it. */
export async function addToMenu(panel, source, label) {
  const { value, digest } = await ask("record", { source: SETTINGS });
  const to = source.replace(/^content\/|\.md#$/g, "");
  const changes = [{ op: "insert", path: ["menu", value.menu?.length], value: { to, label } }];
  if (!Array.isArray(value.menu)) return openSettings(panel, "menu");
  if (!(await saved(panel, { source: SETTINGS, digest, changes }))) return;
  await openSettings(panel, `menu.${value.menu.length}`);
  say(t("Saved. The page follows."));
}

/** Return the home page in each language. */
async function homes() {
  const records = await ask("list", { kind: "pages" });
  return records.filter(({ source }) => /^content\/index(\.[\w-]+)?\.(md|markdown)#$/.test(source));
}

/** Show the sections of the home page, or the view of the site if the home has no file. */
export async function showHome(panel) {
  const [home] = await homes();
  return home ? showSections(panel, home.source) : showSite(panel);
}

export async function showSite(panel) {
  const [pages, cvs] = await Promise.all([homes(), ask("list", { kind: "cv" })]);
  const sections = ({ source, title }) => rowTo(
    t("Sections"), `${title} · ${source.replace(/^content\/|#$/g, "")}`, () => panel.leaveFor(() => showSections(panel, source))
  );
  panel.put(el("div", {}, el("h1", {}, t("The site")), el("ul", { class: "rows" },
    ...PARTS.map(([words, field]) => rowTo(t(words), "", () => openSettings(panel, field))),
    rowTo(t("Look"), "", () => panel.leaveFor(() => showLooks(panel))),
    ...pages.map(sections), ...cvs.map(sections),
    rowTo(t("All settings"), "", () => panel.openSource(SETTINGS)))), 3);
}

/** Ask whether to write a change that breaks the build; mistakes link to their records' forms. */
async function isMeant(panel, problems, isDeletion = false) {
  const rows = problems.map(({ source, field, title, message, place }) => {
    if (!source) return el("li", { class: "problem" }, withCode(message), " ", el("span", { class: "quiet" }, place));
    return rowTo(title || labelOf(field.split(".")[0]), withCode(`${placeOf(source, field)} — ${message}`), (event) => {
      event.target.closest("dialog").close();
      panel.go(source, field);
    });
  });
  const words = isDeletion ? "Change these first, or the site is not built until you have:" : "The site would not be built:";
  const content = el("div", {}, el("p", {}, t(words)), el("ul", { class: "rows" }, ...rows));
  return choose(isDeletion ? "Other parts of the site lead to it" : "It was not written", content,
    [["Cancel", "", ""], [isDeletion ? "Delete all the same" : "Save all the same", "force", "bad"]]);
}

/** Have the server write something, also what would break the build if the author says so. Return its
    answer, if it is written or the file changed in the meantime. */
export async function written(panel, name, question) {
  const answer = await tried(() => ask(name, question));
  if (answer?.can_force) {
    const isForced = await isMeant(panel, answer.problems, name === "delete");
    return isForced ? written(panel, name, { ...question, force: true }) : undefined;
  }
  if (answer?.ok) {
    panel.countUndo(answer.undo);
    say(t("Saved. The page follows."));
  } else if (answer) say(answer.refused ?? t("The file changed in the meantime"), true);
  return answer;
}

/** Save a view that is not a record's form; return whether it was saved. */
const saved = async (panel, question) => Boolean((await written(panel, "save", question))?.ok);

// ---------------------------------------------------------------- the look

const WIDE = 1200; // pixels of a page in a small frame

async function showLooks(panel) {
  say(t("Loading…"));
  const looks = await ask("looks");
  say("");
  const content = el("div", {}, el("h1", {}, t("Look")), el("p", {}, t("Your home page in each theme. Choose one to see it large; nothing is written until you keep it.")));
  const mark = () => cards.forEach((card) => card.mark());
  const cards = looks.themes.map((theme) => lookCard(panel, looks, theme, mark));
  content.append(...cards.map((card) => card.node), button(t("Colours and typefaces"), () => openSettings(panel, "theme")));
  panel.put(content, 3);
  for (const card of cards) { // one after the other: each is a build
    if (!content.isConnected) return;
    await card.draw();
  }
}

function lookCard(panel, looks, theme, kept) {
  const isOwn = theme.name === looks.theme;
  const usual = theme.skins[0]?.name ?? "";
  let skin = (isOwn && looks.skin) || usual;
  const shot = el("iframe", { sandbox: "allow-same-origin", tabindex: "-1", inert: true, "aria-hidden": "true", title: theme.title });
  const frame = el("div", { class: "shot" }, shot);
  new ResizeObserver(() => { shot.style.scale = frame.clientWidth / WIDE; }).observe(frame);
  const draw = async () => {
    const answer = await tried(() => ask("look", { theme: theme.name, skin: skin === usual ? "" : skin }));
    if (answer) shot.src = new URL(answer.address, SITE);
    return answer?.address;
  };
  const show = async () => {
    say(t("Loading…"));
    const address = await draw();
    if (address) panel.show(address);
    if (address) say("");
  };
  const skins = theme.skins.map(({ name, description, colours }) => {
    const swatch = el("span", { class: "swatch" }, ...colours.map(() => el("i")));
    colours.forEach((colour, index) => { swatch.children[index].style.background = colour; });
    const one = button("", () => {
      skin = name;
      skins.forEach((other) => other.setAttribute("aria-pressed", other === one));
      return show();
    }, { class: "small", title: description, "aria-pressed": String(name === skin) });
    one.append(swatch, name);
    return one;
  });
  const keep = async () => {
    const record = await tried(() => ask("record", { source: SETTINGS }));
    const changes = record && themeChanges(record.value.theme, theme.name, skin === usual ? "" : skin);
    if (!changes || !(await saved(panel, { source: SETTINGS, digest: record.digest, changes }))) return;
    looks.theme = theme.name;
    kept();
    panel.show("");
  };
  const own = el("span", { class: "quiet" }, ` · ${t("the site has it now")}`);
  const mark = () => { own.hidden = looks.theme !== theme.name; };
  mark();
  const title = el("h2", {}, theme.title, own);
  const node = el("article", { class: "look", "aria-label": theme.title }, title, el("p", { class: "help" }, withCode(theme.description)), frame,
    skins.length > 1 && el("div", { class: "tools", role: "group", "aria-label": t("Skins") }, ...skins),
    el("div", { class: "tools" }, button(t("Show it large"), show, { class: "small" }), button(t("Keep it"), keep, { class: "small main" })));
  return { node, draw, mark };
}

/** Return the changes of `theme` in site.yaml that choose a theme and one of its skins. */
function themeChanges(before, name, skin) {
  if (typeof before !== "object" || before === null) {
    return [{ op: "set", path: ["theme"], value: skin ? { name, options: { skin } } : name }];
  }
  const changes = [{ op: "set", path: ["theme", "name"], value: name }];
  if (skin) changes.push({ op: "set", path: ["theme", "options", "skin"], value: skin });
  else if (before.options?.skin !== undefined) changes.push({ op: "remove", path: ["theme", "options", "skin"] });
  return changes;
}

// ---------------------------------------------------------------- sections

const USUAL = ["title", "limit", "selected", "style", "group", "where"];

/** Show the parts of a page, or the sections of a CV, as a list to move, set up and add to; `before`
    is the view whose place it takes, if it is still shown, `opens` the heading of the one to unfold,
    on the page that is shown. */
export async function showSections(panel, source, { before = null, opens = "" } = {}) {
  const [record, { parts, schema, extends: other }] = await Promise.all([ask("record", { source }), ask("sections", { source })]);
  const kinds = (await ask("kinds")).filter((one) => !one.source && !/^(pages|posts|cv|venues)$/.test(one.kind));
  if (before?.isConnected === false) return;
  const shown = new Arrangement(panel, record, parts, schema, kinds);
  if (other) shown.node.append(el("p", {}, t("This CV shows the sections of another one.")), el("ul", { class: "rows" },
    rowTo(t("Sections"), other.replace(/^content\/|#$/g, ""), () => panel.leaveFor(() => showSections(panel, other))),
    rowTo(t("What it changes in them"), "", () => panel.openSource(source, false, "change"))));
  panel.put(shown, 3);
  if (!before && !opens) panel.see(source);
  shown.open(opens);
}

class Arrangement {
  constructor(panel, record, parts, schema, kinds) {
    Object.assign(this, { panel, record, parts, isPage: record.kind === "page" });
    const { of, id, ...own } = schema.properties;
    this.schema = this.isPage ? { ...schema, properties: own } : { ...schema, properties: { of, ...own, id } };
    this.rows = el("div", { class: "sections" });
    this.items = new Map();
    parts.forEach((part, was) => this.add({ ...part, was }));
    const kind = el("select", { "aria-label": t("Which records?") }, ...kinds.map((one) => el("option", { value: one.kind }, labelOf(one.kind))));
    const add = () => {
      const item = this.add(this.isPage ? { name: kind.value, value: {} } : { name: "", value: { of: kind.value } });
      this.note();
      item.fold.open = true;
      item.fold.firstChild.focus();
    };
    this.node = el("form", { submit: (event) => event.preventDefault(), input: () => this.note(), "data-source": record.source },
      el("h1", {}, t("Sections")), el("p", { class: "path" }, record.file), el("p", { class: "help" }, t("Drag a section, or move it with the arrow keys; open it to set it up.")),
      this.rows, el("div", { class: "tools" }, kind, button(`+ ${t("Add")}`, add, { class: "small" })));
  }

  /** Add a row; `was` is its number in the file, if it is there. */
  add({ was = null, heading = "", name, value }) {
    const item = { was, name, value, get: () => value };
    const count = el("span", { class: "quiet" });
    const title = () => heading || textOf(item.get()?.title) || String(item.get()?.of ?? name).split(/,\s*/).map(labelOf).join(", ") || t("Text");
    const words = el("span", {}, title());
    const shown = el("ul", { class: "rows" });
    const list = async () => {
      const answer = await ask("shown", { name: name || firstKind(item.get()), value: item.get() }).catch(() => null);
      if (!answer) return;
      count.textContent = ` ${answer.records.length}`;
      const problems = answer.problems.map((text) => el("li", { class: "problem" }, withCode(text)));
      shown.replaceChildren(...problems, ...answer.records.map(({ source, title: one }) => rowTo(one, "", () => this.panel.openSource(source))));
    };
    let timer;
    const draw = () => {
      if (item.fields) return;
      item.fields = groupWidget(this.schema, value, new Context({ ...this.record, schema: this.schema, raw: {} }), USUAL);
      const first = item.fields.get();
      item.get = () => (isSame(item.fields.get(), first) ? value : item.fields.get());
      item.fields.node.addEventListener("input", () => {
        words.textContent = title();
        clearTimeout(timer);
        timer = setTimeout(list, 300);
      });
      item.fold.append(item.fields.node, el("h2", {}, t("It shows")), shown);
    };
    item.fold = value
      ? el("details", { class: "section", toggle: draw }, el("summary", {}, words, count))
      : el("p", { class: "section" }, words, " ", el("span", { class: "quiet" }, t("Text")));
    const row = rowOf([el("div", { class: "value" }, item.fold)], () => this.note());
    this.items.set(row, item);
    this.rows.append(row);
    if (value) list();
    return item;
  }

  /** Unfold the section with this heading, and go there. */
  open(heading) {
    const item = heading && this.now.find(({ fold }) => fold.textContent.startsWith(heading.trim()));
    if (!item) return;
    item.fold.open = true;
    item.fold.firstElementChild.focus();
    item.fold.scrollIntoView({ block: "center" });
  }

  get now() {
    return [...this.rows.children].map((row) => this.items.get(row));
  }

  get isDirty() {
    const now = this.now;
    return !this.isSaved && (now.length !== this.parts.length || now.some((item, index) => item.was !== index || item.get() !== item.value));
  }

  note() {
    this.panel.note(this.isDirty);
  }

  /** Show the file's current content. */
  reopen() {
    return showSections(this.panel, this.record.source, { before: this.node });
  }

  async save() {
    const { record, panel } = this;
    const parts = this.now.map((item) => ({ was: item.was, name: item.name, value: item.get() === item.value && item.was !== null ? null : item.get() }));
    const question = { source: record.source, digest: record.digest, changes: [] };
    if (this.isPage) {
      const answer = await tried(() => ask("arranged", { source: record.source, parts }));
      if (!answer) return false;
      question.body = answer.body;
    } else question.changes = changesOf(this.parts.map((part) => part.value), this.now.map((item) => item.get()), ["sections"]);
    if (!(await saved(panel, question))) return false;
    this.isSaved = true;
    await this.reopen();
    say(t("Saved. The page follows."));
    return true;
  }
}

const firstKind = (value) => String([].concat(value?.of ?? "section")[0]).split(",")[0];
const textOf = (text) => (text !== null && typeof text === "object" ? Object.values(text)[0] : text);
