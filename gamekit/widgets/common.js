// What the page's side of every widget begins with.

// Keys pressed here are ours, not the notebook's. JupyterLab and Notebook look for shortcuts (arrows, space, c, d, f)
// from the focused element upwards and stop at this attribute, so whatever can have the focus must carry it itself.
const OWN_KEYS = "data-lm-suppress-shortcuts";

function element(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  if (/^(button|select|input|textarea|canvas)$/.test(tag)) made.setAttribute(OWN_KEYS, "true");
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...inside);
  return made;
}

function drawn(tag, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

// The same, put into a parent at once.
const html = (parent, tag, attributes = {}, text = "") => parent.appendChild(element(tag, attributes, text));
const svg = (parent, tag, attributes = {}) => parent.appendChild(drawn(tag, attributes));
