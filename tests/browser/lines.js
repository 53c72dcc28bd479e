(() => {
  const lines = [];
  const walker = document.createTreeWalker(document.querySelector('.prose > p'), NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); )
    for (let at = 0; at < node.length; at++) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      if (!box || !box.width) continue;
      if (!lines.length || box.top > lines.at(-1).top + 12) lines.push({top: box.top, text: '', blank: 0});
      lines.at(-1).text += node.data[at];
      if (node.data[at] === ' ') lines.at(-1).blank = Math.max(lines.at(-1).blank, box.width);
    }
  return lines;
})()
