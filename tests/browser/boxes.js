const lines = (e) => {
  const range = document.createRange();
  range.selectNodeContents(e);
  return [...range.getClientRects()].filter((b) => b.width > 1);
};
const box = (selector) => {
  const b = document.querySelector(selector)?.getBoundingClientRect();
  return b && {left: b.left, right: b.right, top: b.top, bottom: b.bottom, width: b.width, height: b.height};
};
