// The panel of `masthead edit`.
"use strict";
const token = location.hash.slice(1);
const site = document.body.dataset.site;

async function ask(name, question) {
  const answer = await fetch("/api/" + name, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Masthead-Token": token },
    body: JSON.stringify(question),
  });
  return answer.json();
}

ask("kinds", {}).then((kinds) => {
  const list = document.createElement("ul");
  for (const kind of kinds) {
    const item = document.createElement("li");
    item.textContent = `${kind.title} (${kind.count})`;
    list.append(item);
  }
  document.querySelector("main").append(list);
});
