// Reads {items, styles: {name: XML}, locales: {language: XML}, language} and writes each item in each
// style as the reference processor of CSL (citeproc-js) has it: {name: {id: HTML}}. Where it gets
// `citations`, lists of {id, locator, label}, it writes these and the list of all items instead:
// {name: {cited: [HTML], listed: [HTML]}}.
const path = require("path");
const CSL = require(path.join(__dirname, "../../tools/browser/node_modules/citeproc"));
const { items, styles, locales, citations, language = "en-US" } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const byId = Object.fromEntries(items.map((item) => [item.id, item]));
const system = {
  retrieveLocale: (language) => locales[language.slice(0, 2)] ?? locales.en,
  retrieveItem: (id) => byId[id],
};
const written = {};
for (const [name, style] of Object.entries(styles)) {
  const engine = new CSL.Engine(system, style, language, true);
  engine.setOutputFormat("html");
  if (citations) {
    engine.updateItems(items.map((item) => item.id));
    written[name] = {
      cited: citations.map((works) => engine.makeCitationCluster(works)),
      listed: engine.makeBibliography()[1],
    };
    continue;
  }
  written[name] = {};
  for (const { id } of items) {
    engine.updateItems([id]);
    written[name][id] = engine.makeBibliography()[1][0].replace(/\n\s*/g, "").trim();
  }
}
console.log(JSON.stringify(written));
