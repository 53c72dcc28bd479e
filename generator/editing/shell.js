// Shared by all modules of the panel: elements, dialogs, messages at the foot, the server.
//
// Answers of the server never become HTML: they are put into the page as text.

import { IS_CHINESE, t } from "./words.js";

// ---------------------------------------------------------------- elements

/** Return an element; attributes that are functions become listeners, and `true` means "". */
export function el(name, attributes = {}, ...children) {
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

export function button(words, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, words);
}

let lastNumber = 0;
export const newId = () => `n${++lastNumber}`;

/** Return text whose `code` is set as code. */
export function withCode(text) {
  const parts = text.split("`").map((part, index) => (index % 2 ? el("code", {}, part) : part));
  return el("span", {}, ...parts);
}

/** Return a message of the server as a sentence, with a capital letter. */
export const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Return the help of a field: its first sentence, up to an example in YAML, which unfolds if there is
    more. It is no stop of the Tab key, which leads from field to field; F1 unfolds it. */
export function helpOf(text) {
  if (!text) return null;
  const example = text.search(/`[^`]*([{[]|: |\.yaml|[\w-]:`)/);
  const before = example < 0 ? text : text.slice(0, example);
  const end = example < 0 ? -1 : Math.max(0, before.search(/[.,:;。，：；、(（][^.,:;。，：；、(（]*$/));
  const sentence = /^(?:`[^`]*`|[^`])*?(?=[.;]\s|[。；].)/s.exec(text)?.[0].length ?? text.length;
  const cut = end < 0 ? sentence : Math.min(end, sentence);
  if (!cut || cut === text.length) return el("p", { class: "help" }, withCode(text));
  const first = el("summary", { tabindex: "-1", title: "F1" }, withCode(text.slice(0, cut)));
  return el("details", { class: "help" }, first, withCode(text.slice(cut)));
}

/** Ask in a dialog, and return the value of the chosen button, or undefined. */
export function choose(title, content, choices) {
  return new Promise((done) => {
    const enter = (event) => event.key === "Enter" && event.target.matches("input, select") && buttons.at(-1).click();
    const dialog = el("dialog", { "aria-labelledby": "dialog-title", keydown: enter, close: () => {
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

/** Return a search field that hides nodes whose `data-words` lack the typed words. */
export function filterOf(words, nodes, after = () => {}) {
  return el("input", { type: "search", placeholder: t(words), "aria-label": t(words), input: (event) => {
    event.stopPropagation(); // it is no change of the record
    const typed = event.target.value.toLowerCase().split(/\s+/);
    for (const node of nodes()) node.hidden = !typed.every((word) => node.dataset.words.includes(word));
    after();
  } });
}

/** Report that a widget has changed other than by typing. */
export const touch = (node) => node.dispatchEvent(new Event("input", { bubbles: true }));

// ---------------------------------------------------------------- the server

export const SITE = document.documentElement.dataset.site;
const TOKEN = location.hash.slice(1);

async function send(path, options) {
  const headers = { "X-Masthead-Token": TOKEN, "X-Masthead-Language": IS_CHINESE ? "zh" : "en", ...options.headers };
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

/** Ask the server one of the questions in `answers.py`. */
export function ask(name, question = {}) {
  const headers = { "Content-Type": "application/json" };
  return send(name, { method: "POST", headers, body: JSON.stringify(question) });
}

/** Send a file to `static/` and return its path there, or undefined if the author declines. */
export async function upload(file, name = file.name, replaces = false) {
  say(t("Uploading…"));
  const query = new URLSearchParams({ name, ...(replaces && { replace: "1" }) });
  const headers = { "Content-Type": "application/octet-stream" };
  try {
    const { path } = await send(`upload?${query}`, { method: "PUT", headers, body: file });
    say(t("The file is there; save to link it."));
    return path;
  } catch (error) {
    if (error.status !== 409) throw error;
    const free = error.said.free;
    const choices = [["Cancel", "", ""], ["Replace it", "replace", "bad"], ["Keep both", "keep", "main"]];
    const answer = await choose("A file of this name is there", el("p", {}, withCode(error.message)), free ? choices : choices.slice(0, 2));
    say("");
    if (answer === "replace") return upload(file, name, true);
    return answer === "keep" ? upload(file, free) : undefined;
  }
}

// ---------------------------------------------------------------- messages at the foot

export const said = el("output", { class: "said", role: "status" });

export function say(text, isBad = false) {
  said.classList.toggle("bad", isBad);
  said.replaceChildren(...(text ? [withCode(sentence(text))] : []));
}

/** Run a function that asks the server; if it fails, show the reason and return undefined. */
export async function tried(action) {
  try {
    return await action();
  } catch (error) {
    if (error.status === undefined) console.warn(error);
    say(error.message, true);
    return undefined;
  }
}
