// The panel of `masthead edit`: forms for what the framed site shows.
//
// A form is drawn from the JSON Schema of its record; none is written for a kind. A widget is
// {node, get}: an element, and a function that returns the value it shows, or undefined for none.
// Nothing that the server answers becomes HTML: it is put into the page as text.

// ---------------------------------------------------------------- words

const CHINESE = {
  "To do": "待办", "Everything": "全部内容", "New": "新建", "Undo": "撤销", "Save": "保存", "Saved": "已保存",
  "Saving…": "正在保存……", "Nothing has changed": "没有改动", "Not saved yet": "尚未保存",
  "Saved. The page follows.": "已保存，页面随即更新。", "Save all the same": "仍然保存",
  "The record has mistakes": "此条目有错误", "Delete": "删除", "Duplicate": "复制一份", "Up": "上移", "Down": "下移",
  "In the editor": "在编辑器中打开", "Cancel": "取消", "Discard": "放弃改动", "Close": "关闭", "Add": "添加",
  "Remove": "移除", "More fields": "更多字段", "Search fields": "查找字段", "Filter": "筛选", "Back": "返回",
  "The site": "网站", "The panel": "编辑面板", "Show the page": "显示页面", "Hide the page": "隐藏页面",
  "Point at an entry of the page and press its button, or the key e.": "把鼠标移到页面中的条目上，点击出现的按钮，或按 e 键。",
  "Nothing is left to do.": "没有待办事项。", "What could be done": "可以改进之处", "Changed since the last deployment": "上次发布后的改动",
  "To publish the site, run": "要发布网站，请运行", "Loading…": "正在载入……",
  "Delete this record?": "要删除此条目吗？", "Undo brings it back.": "可以用“撤销”恢复。",
  "There are changes that are not saved": "有尚未保存的改动", "Stay": "留在这里",
  "The file has changed meanwhile": "文件已被改动", "What you typed is kept. The record now says:": "您输入的内容仍在。此条目现在是：",
  "Save what I typed": "保存我输入的内容", "Take what the file says": "采用文件中的内容",
  "It was not written": "没有写入", "Move: drag, or press the arrow keys": "移动：拖动，或按方向键",
  "missing": "缺", "Language": "语言", "File": "文件", "Choose a file…": "选择文件……", "A file of this name is there": "已有同名文件",
  "Replace it": "替换", "Keep both": "两个都保留", "Uploading…": "正在上传……", "Drop the file to add it to this record": "松开鼠标，把文件加到此条目",
  "The file is there; save to link it.": "文件已上传；保存后生效。", "This record takes no such file": "此条目不能加这种文件",
  "equal": "共同贡献", "corresponding": "通讯", "Equal contribution": "共同贡献", "Corresponding author": "通讯作者",
  "In parts": "分项填写", "by field": "按字段", "As YAML: a form cannot show it": "以 YAML 显示：表单无法呈现",
  "Text": "正文", "Link": "链接", "Picture": "图片", "Formula": "公式", "Section": "栏目", "text": "文字",
  "Paste BibTeX, a DOI or an arXiv id": "粘贴 BibTeX、DOI 或 arXiv 编号", "Look it up": "查询", "Looking it up…": "正在查询……",
  "Already there:": "已有：", "Or fill in the form by hand": "或手动填写表单", "New entry": "新条目",
  "The program does not answer. Start `masthead edit` again, and open the address that it prints.": "程序没有应答。请重新运行 masthead edit，并打开它显示的网址。",
  "Open the address that `masthead edit` prints in the terminal.": "请打开 masthead edit 在终端中显示的网址。",
  "What is new?": "要新建什么？", "yes": "是", "no": "否", "changed": "已改动", "required": "必填", "kind": "种类", "No entry has these words.": "没有符合的条目。",
  "Which records?": "显示哪些条目？", "the same as": "同",
};
const FIELDS = {
  id: "编号", title: "标题", name: "姓名", authors: "作者", editors: "编者", venue: "发表处", date: "日期", links: "链接", tags: "标签",
  abstract: "摘要", details: "要点", body: "详细内容", preview: "预览图", preview_alt: "预览图说明", selected: "代表作", priority: "优先级",
  visibility: "可见范围", status: "状态", kind: "类型", volume: "卷", number: "期", pages: "页码", publisher: "出版社", place: "地点",
  award: "获奖", note: "备注", doi: "DOI", arxiv: "arXiv", isbn: "ISBN", language: "语言", versions: "版本", role: "职务",
  affiliation: "单位", location: "所在地", bio: "简介", email: "电子邮箱", url: "网址", portrait: "照片", photo: "照片", given: "名",
  family: "姓", native: "本名", suffix: "后缀", person: "个人资料", description: "描述", languages: "语言", menu: "菜单", theme: "主题",
  summary: "概述", sections: "栏目", start: "开始", end: "结束", degree: "学位", organization: "机构", course: "课程", group: "分组",
  roles: "角色", affiliations: "单位", to: "目标", label: "文字", labels: "按钮文字", text: "内容", extra: "自定字段", aliases: "旧地址",
  permalink: "固定地址", layout: "版式", updated: "更新日期", draft: "草稿", posts: "文章", advisor: "导师", department: "院系", order: "顺序",
};
const IS_CHINESE = (navigator.languages?.[0] ?? navigator.language).startsWith("zh");

/** Return a sentence in the language of the reader. */
const t = (english) => (IS_CHINESE && CHINESE[english]) || english;

function labelOf(name) {
  if (IS_CHINESE && FIELDS[name]) return FIELDS[name];
  if (/^(doi|isbn|id|url|cv)$/.test(name)) return name.toUpperCase();
  const words = String(name).replace(/[_-]/g, " ");
  return words[0].toUpperCase() + words.slice(1);
}

function languageName(code) {
  try {
    return new Intl.DisplayNames([code], { type: "language" }).of(code);
  } catch {
    return code;
  }
}

// ---------------------------------------------------------------- elements

/** Return an element; of its attributes, functions are listeners and `true` stands for "". */
function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (key === "value") made.value = value;
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null && child !== false));
  return made;
}

function button(words, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, words);
}

let lastNumber = 0;
const newId = () => `n${++lastNumber}`;

/** Return text whose `code` is set as code. */
function withCode(text) {
  const parts = text.split("`").map((part, index) => (index % 2 ? el("code", {}, part) : part));
  return el("span", {}, ...parts);
}

/** Return the help of a field: its first sentence, which unfolds if there are more. */
function helpOf(text) {
  if (!text) return null;
  const [, first, rest] = /^((?:`[^`]*`|[^`])*?)([.;]\s.*)$/s.exec(text) ?? [];
  if (!first) return el("p", { class: "help" }, withCode(text));
  return el("details", { class: "help" }, el("summary", {}, withCode(first)), withCode(rest));
}

/** Ask in a dialog, and return the value of the chosen button, or undefined. */
function choose(title, content, choices) {
  return new Promise((done) => {
    const dialog = el("dialog", { "aria-labelledby": "dialog-title", close: () => {
      dialog.remove();
      done(answer);
    } });
    let answer;
    const buttons = choices.map(([words, value, style]) => button(t(words), () => {
      answer = value;
      dialog.close();
    }, { class: style }));
    dialog.append(
      el("h2", { id: "dialog-title" }, t(title)), content, el("div", { class: "actions" }, ...buttons)
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Say that a widget has changed by other means than typing. */
const touch = (node) => node.dispatchEvent(new Event("input", { bubbles: true }));

// ---------------------------------------------------------------- the server

const SITE = document.documentElement.dataset.site;
const TOKEN = location.hash.slice(1);

async function send(path, options) {
  const headers = { "X-Masthead-Token": TOKEN, ...options.headers };
  let answer;
  try {
    answer = await fetch(`/api/${path}`, { ...options, headers, cache: "no-store" });
  } catch {
    const silent = "The program does not answer. Start `masthead edit` again, and open the address that it prints.";
    throw new Error(t(silent));
  }
  const said = await answer.json().catch(() => ({}));
  if (answer.ok) return said;
  const why = answer.status === 403 ? t("Open the address that `masthead edit` prints in the terminal.") : said.message;
  throw Object.assign(new Error(why ?? `${answer.status}`), { status: answer.status, said });
}

/** Ask the server one of its questions; the names stand in `server.py`. */
function ask(name, question = {}) {
  const headers = { "Content-Type": "application/json" };
  return send(name, { method: "POST", headers, body: JSON.stringify(question) });
}

/** Send a file to `static/` and return its path there, or undefined where the author says no. */
async function upload(file, name = file.name, replaces = false) {
  say(t("Uploading…"));
  const query = new URLSearchParams({ name, ...(replaces && { replace: "1" }) });
  const headers = { "Content-Type": "application/octet-stream" };
  try {
    const { path } = await send(`upload?${query}`, { method: "PUT", headers, body: file });
    say(t("The file is there; save to link it."));
    return path.replace(/^\//, "");
  } catch (error) {
    if (error.status !== 409) throw error;
    const free = error.said.free;
    const choices = [["Cancel", "", ""], ["Replace it", "replace", "bad"], ["Keep both", "keep", "main"]];
    const answer = await choose("A file of this name is there", el("p", {}, error.message), free ? choices : choices.slice(0, 2));
    say("");
    if (answer === "replace") return upload(file, name, true);
    return answer === "keep" ? upload(file, free) : undefined;
  }
}

// ---------------------------------------------------------------- values and their changes

const isMap = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isEmpty = (value) => value === undefined || value === null || value === "";

/** A part of a record that is shown as YAML. To all but `changesOf` it is the value it stands for. */
class Raw {
  constructor(text, value) {
    this.text = text;
    this.value = value;
  }

  toJSON() {
    return this.value;
  }
}

function isSame(one, other) {
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

/** Return the fewest changes, in their order, that make one value of another. */
function changesOf(before, after, path = []) {
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

/** The record whose form is drawn: its schema's definitions, languages and raw parts. */
class Context {
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

  /** Return a schema with the definition that it refers to. */
  resolved(schema) {
    const { $ref, ...own } = schema;
    if (!$ref) return schema;
    return { ...this.resolved(this.record.schema.$defs[$ref.split("/").pop()]), ...own };
  }

  /** Return the forms that a value may have, but null. Texts count as one form. */
  forms(schema) {
    const whole = this.resolved(schema);
    if (whole.title === "Text" || whole.title === "Author") return [whole];
    if (whole.anyOf) return whole.anyOf.flatMap((one) => this.forms(one));
    return whole.type === "null" ? [] : [whole];
  }
}

const has = (schema, type) => [].concat(schema.type ?? []).includes(type);

/** Return the widget of a value. */
function widgetOf(schema, value, context) {
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

/** Whether a schema is that of dates, which people type as one text. */
function isWhen(schema, context) {
  return [schema, ...(schema.anyOf ?? [])].some((one) => context.resolved(one).title === "When");
}

// ---------------------------------------------------------------- widgets of single values

/** Return lines of YAML, for what no form can show. */
function rawWidget(yaml, value) {
  const area = el("textarea", { class: "yaml", spellcheck: "false", rows: 2, value: yaml });
  const note = el("p", { class: "help" }, t("As YAML: a form cannot show it"));
  return {
    node: el("div", {}, area, note),
    input: area,
    get: () => (area.value.trim() || !isEmpty(value) ? new Raw(area.value, value) : undefined),
  };
}

const PICTURES = /\.(jpe?g|png|webp|gif|svg|avif)$/i;
const LONG = /^(abstract|body|bio|summary|text|description|note)$/;
const COMPLETED = { authors: "people", editors: "people", inventors: "people", teachers: "people", advisor: "people", venue: "venues", tags: "tags" };
const completions = new Map();

/** Give an input the words that other records have in its place; they are fetched when it is used. */
function complete(input, name) {
  const what = COMPLETED[name];
  if (!what) return;
  input.addEventListener("focus", async () => {
    if (!completions.has(what)) {
      completions.set(what, newId());
      const texts = await ask("complete", { what }).catch(() => []);
      const options = (texts.texts ?? texts).map((text) => el("option", { value: text }));
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

/** Return a text field for a file's path, with a button that uploads one and a look at pictures. */
function fileWidget(input, get) {
  const picture = el("img", { class: "picture", alt: "", hidden: true, error: () => { picture.hidden = true; }, load: () => { picture.hidden = false; } });
  const show = () => {
    const isOwn = PICTURES.test(input.value) && !/^\w+:/.test(input.value);
    if (isOwn) picture.src = new URL(input.value.replace(/^\//, ""), SITE);
    else picture.hidden = true;
  };
  const picker = el("input", { type: "file", hidden: true, change: async () => {
    const path = picker.files[0] && (await tried(() => upload(picker.files[0])));
    if (path) set(path);
  } });
  const set = (path) => {
    input.value = path;
    touch(input);
    show();
    setTimeout(show, 1500); // the build has to copy the file first
  };
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
  box.checked = value ?? usual;
  const get = () => (box.checked === usual && isEmpty(value) ? undefined : box.checked);
  return { node: box, input: box, get };
}

/** Return a field for a value that is mostly one word, and may be given in parts: a name, a link. */
function partsWidget(scalar, map, value, context) {
  const help = map.properties && Object.values(map.properties).map((part) => part.description).join(" ");
  let inner = scalarWidget({ ...scalar, description: `${scalar.description ?? ""} ${help ?? ""}` }, value, context);
  const node = el("div", { class: "withfile" }, inner.node);
  const widget = { node, input: inner.input, get: () => inner.get(), set: (path) => inner.set?.(path) };
  const words = t(map.properties ? "In parts" : "by field");
  node.append(button("⋯", () => {
    inner = map.properties
      ? groupWidget(map, inParts(map, inner.get()), context)
      : mapWidget(map, undefined, context);
    node.replaceChildren(inner.node);
    inner.node.querySelector("input, select, textarea")?.focus();
    touch(node);
  }, { class: "plain", title: words, "aria-label": words }));
  return widget;
}

function inParts(map, value) {
  if (isEmpty(value)) return {};
  const main = map.required?.[0];
  if (main) return { [main]: value };
  if (!map.properties.family) return {};
  const words = String(value).trim().split(/\s+/);
  const family = words.pop();
  return words.length ? { given: words.join(" "), family } : { family };
}

/** Return a text: one field, or a tab for each language of the site. */
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

/** Return an author: the name, buttons for the usual roles, and all else behind a button. */
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
  const widget = { input: name.input, get };
  const more = button("⋯", () => {
    const whole = groupWidget(map, isMap(get()) ? get() : inParts(map, get()), context);
    widget.get = whole.get;
    widget.node.replaceChildren(whole.node);
    touch(widget.node);
  }, { class: "small plain", title: t("In parts"), "aria-label": t("In parts") });
  widget.node = el("div", { class: "withfile author" }, name.node, ...buttons, more);
  return widget;
}

// ---------------------------------------------------------------- widgets of lists and maps

/** The row that is dragged. */
let dragged = null;

/** Return a row of a list that can be moved and removed; `parts` are what it shows. */
function rowOf(parts, after) {
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

function listWidget(schema, value, context) {
  const items = schema.items ?? {};
  const isSingle = value !== undefined && value !== null && !Array.isArray(value);
  const forms = context.forms(items);
  const isShort = forms.every((form) => !form.properties && !form.anyOf && !form.title) && COMPLETED[context.name] !== "people";
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
    widget.input?.addEventListener("paste", (event) => pasted(event, row, widget));
    return widget;
  };
  /** Make several items of a list that is pasted into an empty one. */
  const pasted = (event, row, widget) => {
    const texts = event.clipboardData.getData("text").split(/\s*(?:;|\n|\band\b)\s*/).filter(Boolean);
    if (widget.input.value.trim() || texts.length < 2) return;
    event.preventDefault();
    texts.forEach((text) => add(text, rows.children.length, row));
    row.remove();
    changed();
  };
  const fresh = (before = null) => {
    // An index that no raw part has.
    const widget = add(undefined, `new${newId()}`, before);
    renumber();
    (widget.input ?? widget.node.querySelector("input, textarea, select"))?.focus();
  };
  (isSingle ? [value] : value ?? []).forEach((item, index) => add(item, index));
  renumber();
  node.append(el("div", { class: "tools" }, button(`+ ${t("Add")}`, () => fresh(), { class: "small plain" })));
  const get = () => {
    const found = [...rows.children].map((row) => widgets.get(row).get()).filter((item) => !isEmpty(item));
    if (!found.length) return Array.isArray(value) && !value.length ? [] : undefined;
    return isSingle && found.length === 1 ? found[0] : found;
  };
  return { node, get };
}

/** Names of links that are common; any other may be typed. */
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
    const found = [...widgets.values()].find(({ name, widget }) => name.value === key && isEmpty(widget.get()));
    const taken = new Set([...widgets.values()].map(({ name }) => name.value));
    let free = key;
    for (let number = 2; !found && taken.has(free); number++) free = `${key}-${number}`;
    const { widget } = found ?? add(free, undefined);
    widget.set?.(path);
    changed();
  };
  return { node, get, put };
}

const FIRST = ["title", "name", "course", "role", "degree", "label", "text", "organization", "authors", "venue", "date", "start", "end"];
const MANY = 8;

/** Return the fields of a map: those it has, those `usual`, and the others behind "more". */
function groupWidget(schema, value, context, usual = null) {
  const properties = schema.properties;
  const given = value ?? {};
  const required = schema.required ?? [];
  const rank = (name) => (FIRST.indexOf(name) + 1 || 99);
  const expected = [...new Set([...required, ...(usual ?? Object.keys(properties).slice(0, 4))])]
    .filter((name) => properties[name] && (name !== "id" || "id" in given))
    .sort((one, other) => rank(one) - rank(other));
  const open = [...new Set([...Object.keys(given), ...expected])]
    .sort((one, other) => (one === "id") - (other === "id"));
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

/** Return a fold with the fields that a record does not have; a search finds one by its words. */
function moreFields(names, properties, draw) {
  const list = el("div", {});
  const search = el("input", { type: "search", placeholder: t("Search fields"), "aria-label": t("Search fields"), input: (event) => {
    event.stopPropagation(); // it is no change of the record
    const words = search.value.toLowerCase();
    for (const field of list.children) field.hidden = !field.dataset.words.includes(words);
  } });
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
  const mark = isRequired && el("span", { class: "quiet" }, t("required"));
  const isSingle = widget.input && !widget.labels;
  if (isSingle) widget.input.id = id;
  if (help && widget.input) {
    help.id = `${id}-help`;
    widget.input.setAttribute("aria-describedby", help.id);
  }
  const label = el(isSingle ? "label" : "span", { class: "label", for: isSingle && id, id: `${id}-label`, title: name }, labelOf(name), mark);
  const node = el("div", { class: "field", role: !isSingle && "group", "aria-labelledby": !isSingle && `${id}-label`, "data-key": name }, label, widget.node, help);
  return { node, widget };
}

// ---------------------------------------------------------------- what is said at the foot

const said = el("output", { class: "said", role: "status" });

function say(text, isBad = false) {
  said.classList.toggle("bad", isBad);
  said.replaceChildren(withCode(text));
}

/** Do something that asks the server; say what went wrong and return undefined then. */
async function tried(action) {
  try {
    return await action();
  } catch (error) {
    if (error.status === undefined) console.warn(error);
    say(error.message, true);
    return undefined;
  }
}

// ---------------------------------------------------------------- the form of one record

class Form {
  /** `record` is the server's answer; `isNew` that the record is in no file yet. `value` and `body`
      are what the form shows at first, where that is not what the file says. */
  constructor(record, { isNew = false, after = null, value = record.value, body = record.body } = {}) {
    Object.assign(this, { record, isNew, after });
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
    const actions = el("div", { class: "actions" },
      isOne && button(t("Duplicate"), () => this.act("duplicate"), { class: "small" }),
      isOne && button("↑", () => this.act("move", { by: -1 }), { class: "small", "aria-label": t("Up"), title: t("Up") }),
      isOne && button("↓", () => this.act("move", { by: 1 }), { class: "small", "aria-label": t("Down"), title: t("Down") }),
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

  /** Show what is not saved. */
  note() {
    const changed = new Set(this.changes.map((change) => String(change.path[0])));
    for (const field of this.fields.node.querySelectorAll(":scope > .field, :scope > .more .field")) {
      if (!field.parentElement.closest(".field")) field.classList.toggle("changed", changed.has(field.dataset.key));
    }
    const isDirty = changed.size > 0 || Boolean(this.body?.isChanged());
    saveButton.disabled = !isDirty;
    say(isDirty ? t("Not saved yet") : "");
  }

  /** Show problems beside their fields, or above all where a field is not known. */
  show(problems) {
    for (const old of this.node.querySelectorAll(".problem")) old.remove();
    for (const old of this.node.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
    let first = null;
    for (const { path = [], message, hint } of problems) {
      const text = [message, hint].filter(Boolean).join(" — ");
      const note = el("p", { class: "problem" }, withCode(text));
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

  /** Return the element of the longest part of a path that is shown. */
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
    if (!this.isDirty) {
      say(t("Nothing has changed"));
      return true;
    }
    if (this.isSaving) return false;
    this.isSaving = true;
    saveButton.disabled = true;
    say(t("Saving…"));
    const { record } = this;
    const value = this.fields.get();
    const body = this.body?.isChanged() || (this.isNew && this.body) ? { body: this.body.get() } : {};
    const question = this.isNew
      ? { kind: record.kind, value: value ?? {}, after: this.after ?? undefined, ...body, force }
      : { source: record.source, digest: record.digest, changes: this.changes, ...body, force };
    const answer = await tried(() => ask(this.isNew ? "add" : "save", question));
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
      this.isNew = false;
      this.before = value;
      this.body?.keep();
      const record = await tried(() => ask("record", { source: answer.source }));
      if (record && current === this) open(record);
    } else {
      this.record.digest = answer.digest;
      this.before = value;
      this.body?.keep();
      this.show(answer.problems ?? []);
      this.note();
    }
    say(t("Saved. The page follows."));
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

  /** The file was changed by others: show what it says, and keep what was typed. */
  async overtaken(record) {
    const text = JSON.stringify(record.value, null, 2);
    const content = el("div", {}, el("p", {}, t("What you typed is kept. The record now says:")), el("p", { class: "now" }, text));
    const answer = await choose("The file has changed meanwhile", content,
      [["Cancel", "", ""], ["Take what the file says", "theirs", ""], ["Save what I typed", "mine", "main"]]);
    if (answer === "theirs") open(record);
    if (answer !== "mine") return false;
    // Only the fields that were typed in here are laid over what the file says now.
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

  async act(name, more = {}) {
    if (!(await mayLeave())) return;
    const answer = await tried(() => ask(name, { source: this.record.source, digest: this.record.digest, ...more }));
    if (!answer) return;
    if (answer.ok === false) {
      say(answer.refused ?? answer.message ?? answer.problems?.[0]?.message ?? t("It was not written"), true);
      return;
    }
    countUndo(answer.undo);
    if (name === "delete") showKind({ kind: this.record.kind, title: labelOf(this.record.kind) });
    else openSource(answer.source, true);
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

  /** Upload a file, and put its path where a record has files of its sort. */
  async take(file, field) {
    const properties = this.record.schema.properties ?? {};
    const isSeen = /^(image|video)\//.test(file.type) || PICTURES.test(file.name);
    const name = ["preview", "portrait", "photo"].find((one) => properties[one]);
    const put = field ? (path) => setInput(field, path)
      : isSeen && name ? (path) => this.fields.show(name).set?.(path)
      : properties.links ? (path) => this.fields.show("links").put?.(linkNameOf(file.name), path)
      : this.body ? (path) => this.body.insert(isSeen ? `![](/${path})` : `[${file.name}](/${path})`)
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

/** Return the name of the link that a file usually has. */
function linkNameOf(name) {
  if (/slide|talk|\.(pptx?|key|odp)$/i.test(name)) return "slides";
  if (/poster/i.test(name)) return "poster";
  if (/\.(mp4|webm|mov)$/i.test(name)) return "video";
  return /\.pdf$/i.test(name) ? "pdf" : name.split(".").pop().toLowerCase();
}

/** Return the field for a page's Markdown, with buttons for what people look up. */
function bodyWidget(before, shown) {
  const area = el("textarea", { class: "markdown", value: shown ?? before, id: newId() });
  let kept = before.replaceAll("\r\n", "\n"); // as a browser has it
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
  const picture = el("input", { type: "file", accept: "image/*", hidden: true, change: async () => {
    const path = picture.files[0] && (await tried(() => upload(picture.files[0])));
    if (path) insert(`![](/${path})`, 2);
  } });
  const section = async () => {
    const { kinds = [] } = listed(await tried(() => ask("kinds")), "kinds");
    const names = kinds.filter((one) => !one.source && !/^(pages|posts)$/.test(one.kind)).map((one) => one.kind);
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
    insert,
    isChanged: () => area.value !== kept,
    get: () => (before.includes("\r\n") ? area.value.replaceAll("\n", "\r\n") : area.value),
    keep: () => { kept = area.value; },
  };
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
  ["To do", showTasks], ["Everything", showKinds], ["New", showNew],
].map(([words, show]) => button(t(words), () => leaveFor(show)));
const phoneButton = button(t("Hide the page"), () => {
  const isTall = document.body.classList.toggle("tall");
  phoneButton.textContent = t(isTall ? "Show the page" : "Hide the page");
}, { class: "phone" });

/** The form that is open. */
let current = null;

const listed = (answer, name) => (Array.isArray(answer) ? { [name]: answer } : answer ?? {});

function countUndo(left) {
  if (left === undefined) return;
  undoButton.disabled = !left;
  undoButton.textContent = left ? `${t("Undo")} (${left})` : t("Undo");
}

async function undo() {
  if (!(await mayLeave())) return;
  const answer = await tried(() => ask("undo"));
  if (!answer) return;
  countUndo(answer.left);
  const words = answer.message ?? t("Undo");
  if (answer.ok !== false && current && answer.source) await openSource(answer.source, true);
  say(words, answer.ok === false);
}

/** Return whether the form that is open may go: nothing is unsaved, or the author has decided. */
async function mayLeave() {
  if (!current?.isDirty) return true;
  const answer = await choose("There are changes that are not saved", el("p", {}, current.record.title),
    [["Stay", "", ""], ["Discard", "discard", "bad"], ["Save", "save", "main"]]);
  return answer === "save" ? current.save() : answer === "discard";
}

async function leaveFor(show) {
  if (await mayLeave()) await tried(show);
}

function put(node, tab = -1) {
  if (!(node instanceof Form)) current = null;
  saveButton.hidden = !current;
  saveButton.disabled = true;
  navigation.forEach((one, index) => {
    if (index === tab) one.setAttribute("aria-current", "page");
    else one.removeAttribute("aria-current");
  });
  view.replaceChildren(node instanceof Form ? node.node : node);
  view.scrollTop = 0;
}

function open(record, options) {
  current = new Form(record, options);
  put(current);
  current.note();
  view.querySelector("form input:not([type=file]), form textarea, form select")?.focus({ preventScroll: true });
}

/** Open the form of a record; `field` is the one to go to. */
async function openSource(source, isDecided = false, field = "") {
  if (!isDecided && !(await mayLeave())) return;
  const record = await tried(() => ask("record", { source }));
  if (!record) return;
  await tried(() => open(record));
  if (!field) return;
  const place = current.placeOf(String(field).split("."));
  place?.scrollIntoView({ block: "center" });
  place?.querySelector("input, textarea, select")?.focus();
}

async function showTasks() {
  const hint = "Point at an entry of the page and press its button, or the key e.";
  const content = el("div", {}, el("h1", {}, "Masthead"), el("p", {}, t(hint)));
  const waits = el("p", { class: "quiet" }, t("Loading…"));
  content.append(waits);
  put(content, 0);
  const answer = await tried(() => ask("tasks"));
  waits.remove();
  if (!answer) return;
  const { tasks = [], changed = [], command = "" } = listed(answer, "tasks");
  content.append(el("h2", {}, t("What could be done")));
  if (!tasks.length) content.append(el("p", { class: "quiet" }, t("Nothing is left to do.")));
  const rows = tasks.map(({ source, field, message }) => {
    const words = withCode(message);
    const place = el("span", { class: "quiet" }, source ? source.replace(/^content\//, "") : "");
    if (!source) return el("li", {}, el("span", {}, words));
    const item = button("", () => openSource(source, false, field));
    item.append(words, place);
    return el("li", {}, item);
  });
  content.append(el("ul", { class: "rows" }, ...rows));
  if (!changed.length) return;
  content.append(el("h2", {}, t("Changed since the last deployment")), el("ul", { class: "rows" }, ...changed.map((text) => el("li", {}, el("span", {}, withCode(text))))));
  if (command) content.append(el("p", { class: "help" }, `${t("To publish the site, run")} `, el("code", {}, command)));
}

async function kindsOf() {
  return listed(await ask("kinds"), "kinds").kinds ?? [];
}

const titleOf = (one) => (IS_CHINESE && FIELDS[one.kind]) || one.title || labelOf(one.kind);

async function showKinds() {
  const kinds = await kindsOf();
  const rows = kinds.map((one) => el("li", {}, button("", () => (one.source ? openSource(one.source) : showKind(one)))));
  rows.forEach((row, index) => row.firstChild.append(titleOf(kinds[index]), el("span", { class: "quiet" }, kinds[index].count ?? "")));
  put(el("div", {}, el("h1", {}, t("Everything")), el("ul", { class: "rows" }, ...rows)), 1);
}

async function showKind(one) {
  const { records = [] } = listed(await ask("list", { kind: one.kind }), "records");
  const rows = records.map(({ source, title, year }) => {
    const row = el("li", {}, button("", () => openSource(source)));
    row.firstChild.append(title || source, el("span", { class: "quiet" }, year ?? ""));
    row.dataset.words = `${title} ${year} ${source}`.toLowerCase();
    return row;
  });
  const none = el("p", { class: "quiet", hidden: true }, t("No entry has these words."));
  const filter = el("input", { type: "search", placeholder: t("Filter"), "aria-label": t("Filter"), input: () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of rows) row.hidden = !words.every((word) => row.dataset.words.includes(word));
    none.hidden = rows.some((row) => !row.hidden);
  } });
  const head = el("div", { class: "head" }, el("h1", {}, titleOf(one)), button(`+ ${t("New")}`, () => fresh(one.kind)));
  put(el("div", {}, head, filter, none, el("ul", { class: "rows" }, ...rows)), 1);
}

async function showNew() {
  const kinds = (await kindsOf()).filter((one) => one.canAdd ?? !one.source);
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

/** Return a field that makes a paper of BibTeX, a DOI or an arXiv id. */
function lookup() {
  const words = "Paste BibTeX, a DOI or an arXiv id";
  const area = el("textarea", { rows: 2, placeholder: "10.1109/… · 2404.01234 · @article{…}", id: newId(), spellcheck: "false", input: (event) => event.stopPropagation() });
  const found = el("div", {});
  const look = async () => {
    if (!area.value.trim()) return area.focus();
    say(t("Looking it up…"));
    const answer = await tried(() => ask("lookup", { text: area.value }));
    if (!answer) return undefined;
    say("");
    const { value, kind = "publications", duplicates = [] } = answer;
    if (!duplicates.length) return fresh(kind, value);
    const rows = duplicates.map((source) => el("li", {}, button(source.replace(/^.*#/, ""), () => openSource(source))));
    found.replaceChildren(el("p", { class: "problem" }, t("Already there:")), el("ul", { class: "rows" }, ...rows),
      button(`+ ${t("New")}`, () => fresh(kind, value), { class: "small" }));
    return undefined;
  };
  return el("div", { class: "field" }, el("label", { class: "label", for: area.id }, t(words)), area,
    el("div", { class: "tools" }, button(t("Look it up"), look, { class: "small" })), found);
}

// ---------------------------------------------------------------- start

window.addEventListener("message", async (event) => {
  if (event.source !== frame.contentWindow || event.origin !== new URL(SITE).origin) return;
  const { masthead, source, words, page } = event.data ?? {};
  if (masthead !== "edit") return;
  if (typeof source === "string") openSource(source);
  else {
    const answer = await tried(() => ask("find", { words: String(words ?? ""), page: String(page ?? "/") }));
    if (answer?.source) openSource(answer.source);
    else if (answer) say(answer.message ?? "", true);
  }
});

window.addEventListener("beforeunload", (event) => {
  if (current?.isDirty) event.preventDefault();
});

window.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  event.preventDefault();
  if (!document.querySelector("dialog[open]")) current?.save();
});

// A file that misses the form must not replace the panel.
for (const name of ["dragover", "drop"]) {
  window.addEventListener(name, (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
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
tried(showTasks);
