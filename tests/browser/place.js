
window.place = (selector, text, at = 0) => {
  for (const element of document.querySelectorAll(selector)) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let whole = "", nodes = [];
    while (walker.nextNode()) {
      nodes.push([walker.currentNode, whole.length]);
      whole += walker.currentNode.data;
    }
    const found = whole.indexOf(text);
    if (found < 0) continue;
    const position = found + at;
    const [node, start] = nodes.findLast(([, start]) => start <= position);
    const range = document.createRange();
    range.setStart(node, position - start);
    range.setEnd(node, position - start + 1);
    return Math.round(range.getBoundingClientRect().left);
  }
  return null;
};
window.box = selector => {
  const { left, right } = document.querySelector(selector).getBoundingClientRect();
  return (left + right) / 2;
};
