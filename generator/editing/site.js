// The site as a whole: tasks, the look, sections, and the Markdown of pages.
//
// A view takes the `panel`: {put(node, tab), openSource(source, isDecided, field), fresh(kind, value)}.

import { labelOf, t } from "./words.js";
import { ask, button, choose, el, listed, newId, tried, upload, withCode } from "./shell.js";

/** Return the field for a page's Markdown, with buttons for what people look up. */
export function bodyWidget(before, shown) {
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


export async function showTasks({ put, openSource }) {
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
