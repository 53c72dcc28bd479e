/* Everything the tests ask of a browser, in one process with one Chromium, which takes a second of
 * a processor to start. Each line of the input is a request in JSON:
 *
 *   {"command": "audit", "urls": [...]}      one line of JSON per visit; "viewports", "schemes", or
 *                                            "views", pairs of both
 *   {"command": "requests", "urls": [...]}   one line per page: what it asked for and printed
 *   {"command": "tell", "stories": [{"steps": [["goto", url], ...]}]}    one line per story
 *   {"command": "shot", "url": ..., "out": ...}    one line, and a PNG; "boxes": what no font draws
 *
 * After the answers comes a line {"end": null}, or {"end": "what went wrong"}. The end of the input
 * ends the browser. No request sees anything of those before it: each has contexts of its own.
 *
 * It judges nothing: it reports what it saw, and the tests say what is wrong with it.
 * MASTHEAD_CHROMIUM names the browser; browser_tools.py sets it.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import readline from "node:readline";
import { chromium } from "playwright-core";

const AXE = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 700 };
const TABS_AT_ONCE = 2;
const TIMEOUT = 300_000; // ten times what a page takes on a busy machine

// No name but loopback resolves, so a page that asks the network for something fails at once,
// and Chromium's own housekeeping cannot slow the tests down.
const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

// ---------------------------------------------------------------- run inside the page

/* Scrolls to the end and back, so that lazy pictures load, then waits for fonts and pictures. */
async function settle() {
  const frame = () => new Promise((done) => requestAnimationFrame(() => done()));
  window.scrollTo(0, document.documentElement.scrollHeight);
  await frame();
  await frame();
  window.scrollTo(0, 0);
  await document.fonts.ready;
  const loaded = (image) =>
    image.complete || new Promise((done) => (image.onload = image.onerror = done));
  const enough = new Promise((done) => setTimeout(done, 3000));
  await Promise.race([Promise.all([...document.images].map(loaded)), enough]);
}

/* The characters of a page that no font draws: they look as one does that no font has. */
function findBoxes() {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const drawn = (character) => {
    pen.clearRect(0, 0, 64, 64);
    pen.fillText(character, 8, 48);
    return pen.getImageData(0, 0, 64, 64).data.join();
  };
  const seen = new Set();
  const boxes = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    const { fontFamily } = getComputedStyle(element);
    pen.font = `32px ${fontFamily}`;
    for (const character of element.checkVisibility() ? texts.currentNode.data : "") {
      if (/[\s\p{M}\p{Cc}\p{Cf}]/u.test(character) || seen.has(fontFamily + character)) continue;
      seen.add(fontFamily + character);
      if (drawn(character) === drawn("\u{10fffd}")) boxes.add(character);
    }
  }
  return [...boxes];
}

/* How far the page is wider than the window, and which elements stick out to the right.
 * What lies inside a box that scrolls by itself does not stick out. */
function measureWidth() {
  const root = document.scrollingElement;
  const scrollsItself = (element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(box).overflowX)) return true;
    }
    return false;
  };
  const out = [];
  for (const element of document.body.querySelectorAll("*")) {
    const { right, width, height } = element.getBoundingClientRect();
    if (right <= root.clientWidth + 1 || width < 2 || height < 2) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || scrollsItself(element)) continue;
    out.push({ right: Math.round(right), html: element.cloneNode(false).outerHTML.slice(0, 200) });
  }
  out.sort((a, b) => b.right - a.right);
  return { scrollWidth: root.scrollWidth, clientWidth: root.clientWidth, out: out.slice(0, 5) };
}

/* Every piece of text, with whether a reader sees it; and the links a reader can follow.
 * Controls are left out: a button that only a script can serve may well come with the script. */
function readText() {
  const LEFT_OUT =
    "script, style, template, svg title, svg desc, annotation, annotation-xml, rp, datalist, " +
    "button, select, dialog, form, output, [aria-live], [role=status], [data-needs-script]";
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const details of document.querySelectorAll("details")) details.open = true;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.replace(/\s+/g, " ").trim();
    const parent = walker.currentNode.parentElement;
    if (text && !parent.closest(LEFT_OUT)) texts.push({ text, seen: seen(parent) });
  }
  const links = [...document.querySelectorAll("a[href]")].filter(seen).map((a) => a.href);
  return { texts, links: [...new Set(links)] };
}

/* Addresses a page names for the browser to reach early: they are requests in all but name. */
const readHints = () =>
  [...document.querySelectorAll("link[rel]")]
    .filter((link) => /preconnect|dns-prefetch|prefetch|prerender/.test(link.rel))
    .map((link) => link.href);

/* The addresses of the portrait, in whatever form the theme marks it. */
const readPortraits = () =>
  [...document.querySelectorAll("img.portrait, .portrait img, img.u-photo, [data-portrait]")]
    .map((image) => image.currentSrc)
    .filter(Boolean);

/* axe's violations, and text in the very colour of its ground: axe leaves that one to a person,
 * because it may be meant, and here it never is. */
const runAxe = async ({ tags, inside }) => {
  const report = await window.axe.run(inside ?? document, {
    runOnly: { type: "tag", values: tags },
    resultTypes: ["violations", "incomplete"],
  });
  const unseen = report.incomplete.map((rule) => ({
    ...rule,
    nodes: rule.nodes.filter(({ any }) => any.some((c) => c.data?.messageKey === "equalRatio")),
  }));
  return [...report.violations, ...unseen].flatMap((rule) =>
    rule.nodes.map((node) => ({
      rule: rule.id,
      help: rule.help,
      target: node.target.join(" "),
      html: node.html.slice(0, 300),
      summary: node.failureSummary,
    })),
  );
};

// ---------------------------------------------------------------- one visit

/* What a promise brings, or an error if it takes longer: `evaluate` itself waits for ever. */
async function atMost(milliseconds, promise) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer in ${milliseconds} ms`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/* Notes what a tab says and asks for, from before a page's first byte. */
class Ear {
  constructor(page) {
    this.start();
    page.on("console", (message) => {
      const at = message.location().url;
      this.heard.console.push({ type: message.type(), text: message.text(), at });
    });
    page.on("pageerror", (error) => this.heard.errors.push(String(error.stack ?? error)));
    page.on("websocket", (socket) => this.note({ url: socket.url(), type: "websocket" }));
    page.on("requestfailed", (request) => {
      this.heard.failed.push({ url: request.url(), why: request.failure()?.errorText ?? "failed" });
    });
    page.on("request", (request) => {
      const entry = this.note({ url: request.url(), type: request.resourceType() });
      this.sizes.push(this.weigh(request, entry, this.heard.failed).catch(() => {}));
    });
  }

  /* Forgets the page before. */
  start() {
    this.heard = { console: [], errors: [], failed: [], requests: [] };
    this.sizes = [];
  }

  note(entry) {
    this.heard.requests.push(entry);
    return Object.assign(entry, { status: 0, bytes: 0 });
  }

  async weigh(request, entry, failed) {
    const response = await request.response();
    if (!response) return;
    entry.status = response.status();
    if (entry.status >= 400) failed.push({ url: entry.url, why: String(entry.status) });
    entry.bytes = (await response.body()).length; // throws for a redirect, which has none
  }

  /* A body never comes if its frame was removed while it loaded: it counts no bytes. */
  async complete() {
    await atMost(30_000, Promise.all(this.sizes)).catch(() => {});
    return this.heard;
  }
}

async function visit(page, ear, url) {
  ear.start();
  await page.goto(url, { waitUntil: "load", timeout: TIMEOUT });
  await page.evaluate(settle);
  await ear.complete();
  const seen = {
    hints: await page.evaluate(readHints),
    portraits: await page.evaluate(readPortraits),
    width: await page.evaluate(measureWidth),
  };
  await page.evaluate(AXE);
  seen.axe = await page.evaluate(runAxe, { tags: AXE_TAGS });
  const folded = await page.locator("details:not([open])").count();
  seen.text = await page.evaluate(readText); // opens every <details>
  if (folded) {
    seen.widthUnfolded = await page.evaluate(measureWidth);
    const inside = { include: [["details"]] };
    const more = await page.evaluate(runAxe, { tags: AXE_TAGS, inside });
    const known = new Set(seen.axe.map((v) => v.rule + v.target));
    seen.axe.push(...more.filter((v) => !known.has(v.rule + v.target)));
  }
  return { ...(await ear.complete()), ...seen };
}

/* The same page with scripts forbidden: its text on a wide and a narrow screen, and on paper. */
async function visitWithoutScripts(page, url) {
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize(WIDE);
  await page.goto(url, { waitUntil: "load", timeout: TIMEOUT });
  const wide = await page.evaluate(readText);
  await page.setViewportSize(NARROW);
  const narrow = await page.evaluate(readText);
  await page.emulateMedia({ media: "print" });
  const print = await page.evaluate(readText);
  return { wide, narrow, print };
}

// ---------------------------------------------------------------- commands

const say = (value) => process.stdout.write(JSON.stringify(value) + "\n");

const settings = (viewport, scheme, scripts = true) => ({
  viewport,
  colorScheme: scheme,
  javaScriptEnabled: scripts,
  reducedMotion: "reduce", // a colour halfway through a transition is nobody's colour
});

/* One tab for each way of looking, used again for every page: a tab that is warm is ten times
 * quicker than a new one. */
async function audit(
  browser,
  {
    urls,
    viewports = [WIDE, NARROW],
    schemes = ["light", "dark"],
    views = viewports.flatMap((viewport) => schemes.map((scheme) => [viewport, scheme])),
  },
) {
  const looks = [];
  for (const [viewport, scheme] of views) {
    const page = await (await browser.newContext(settings(viewport, scheme))).newPage();
    const ear = new Ear(page);
    const name = { viewport: viewport.width, scheme, scripts: true };
    looks.push({ name, look: (url) => visit(page, ear, url) });
  }
  const page = await (await browser.newContext(settings(WIDE, "light", false))).newPage();
  looks.push({ name: { scripts: false }, look: (url) => visitWithoutScripts(page, url) });

  const worker = async () => {
    for (let task = looks.shift(); task; task = looks.shift()) {
      for (const url of urls) {
        const seen = await task.look(url).catch((error) => ({ broken: String(error) }));
        say({ url, ...task.name, ...seen });
      }
    }
  };
  await Promise.all(Array.from({ length: TABS_AT_ONCE }, worker));
}

/* Only what each page asks for and prints, in one look. */
async function requests(browser, { urls }) {
  const page = await (await browser.newContext(settings(WIDE, "light"))).newPage();
  const ear = new Ear(page);
  for (const url of urls) {
    ear.start();
    await page.goto(url, { waitUntil: "load", timeout: TIMEOUT });
    await page.evaluate(settle);
    say({ url, ...(await ear.complete()) });
  }
}

/* Stories told step by step, each in a browser without a past. */
async function tell(browser, { stories }) {
  for (const story of stories) say(await tellOne(browser, story));
}

/* `init` is a script that runs before the page's own; with `moves`, the reader likes motion. */
async function tellOne(browser, story) {
  const { steps, init, viewport = WIDE, scheme = "light", scripts = true, moves = false, locale } = story;
  const motion = moves ? { reducedMotion: "no-preference" } : {};
  const context = await browser.newContext({ ...settings(viewport, scheme, scripts), ...motion, locale });
  if (init) await context.addInitScript(init);
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT);
  const ear = new Ear(page);
  const until = async (shown, expression) => {
    const end = Date.now() + TIMEOUT;
    let isSo = false;
    do {
      isSo = await shown().evaluate(expression).catch(() => false);
    } while (!isSo && Date.now() < end && (await new Promise((go) => setTimeout(go, 20)), true));
    if (!isSo) throw new Error(`not so after ${TIMEOUT} ms: ${expression}`);
  };
  const act = {
    goto: (url) => page.goto(url),
    /* Opens a page whose pictures do not come before `release`. */
    bare: async (url) => {
      const held = new Promise((release) => (act.release = release));
      await page.route("**/*", async (route) => {
        if (route.request().resourceType() === "image") await held;
        await route.continue();
      });
      await page.goto(url, { waitUntil: "domcontentloaded" });
      await page.evaluate(() => document.fonts.ready.then(() => null));
    },
    settle: () => page.evaluate(settle),
    resize: (size) => page.setViewportSize(size),
    reload: () => page.reload(),
    click: (selector) => page.locator(selector).first().click(),
    hover: (selector) => page.locator(selector).first().hover(),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    fill: ([selector, text]) => page.locator(selector).first().fill(text),
    /* Presses Enter on a button, and chooses a file in the dialog that opens. */
    choose: async ([selector, file]) => {
      const button = page.locator(selector).first();
      const [dialog] = await Promise.all([page.waitForEvent("filechooser"), button.press("Enter")]);
      await dialog.setFiles(file);
    },
    select: ([selector, value]) => page.locator(selector).first().selectOption(value),
    drag: ([selector, target]) => page.locator(selector).first().dragTo(page.locator(target).first()),
    /* What a script of the framed page does. */
    inside: (expression) => page.frames()[1].evaluate(expression),
    shot: (path) => page.screenshot({ path }),
    eval: (expression) => page.evaluate(expression),
    axe: async () => {
      await page.evaluate(AXE);
      return page.evaluate(runAxe, { tags: AXE_TAGS });
    },
    /* Waits until something is so, on whatever page comes meanwhile. (`waitForFunction` would have
       the page itself run a string, which its policy forbids.) */
    until: (expression) => until(() => page, expression),
    /* The same of the framed page. */
    within: (expression) => until(() => page.frames()[1], expression),
    /* A click that must lead to another address. */
    follow: async (selector) => {
      const before = page.url();
      await page.locator(selector).first().click();
      await page.waitForURL((url) => url.href !== before);
    },
  };
  const answers = [];
  let failure = null; // the first step that could not be done; the story ends there
  for (const [verb, argument] of steps) {
    try {
      const answer = await atMost(TIMEOUT + 10_000, act[verb](argument));
      if (verb === "eval" || verb === "axe") answers.push(answer ?? null);
    } catch (error) {
      failure = `on ${page.url()}, ${verb} ${argument ?? ""}: ${error.message.split("\n")[0]}`;
      break;
    }
  }
  return { answers, failure, url: page.url(), ...(await ear.complete()) };
}

async function shot(browser, { url, out, width, height, dark, full, print }) {
  const scheme = dark ? "dark" : "light";
  const context = await browser.newContext(settings({ width, height }, scheme));
  const page = await context.newPage();
  const ear = new Ear(page);
  await page.goto(url, { timeout: TIMEOUT });
  if (print) await page.emulateMedia({ media: "print" });
  await page.evaluate(settle);
  await page.screenshot({ path: out, fullPage: full });
  say({ out, boxes: await page.evaluate(findBoxes), ...(await ear.complete()) });
}

const commands = { audit, requests, tell, shot };
const launch = () =>
  chromium.launch({ executablePath: process.env.MASTHEAD_CHROMIUM, args: FLAGS });
let browser = await launch();
for await (const line of readline.createInterface({ input: process.stdin })) {
  const { command, ...request } = JSON.parse(line);
  let fault = null;
  try {
    if (!browser.isConnected()) browser = await launch();
    await commands[command](browser, request);
    await Promise.all(browser.contexts().map((context) => context.close()));
  } catch (error) {
    fault = String(error.stack ?? error);
    await browser.close();
  }
  say({ end: fault });
}
await browser.close();
