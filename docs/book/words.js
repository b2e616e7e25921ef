// Widgets in another language: gamekitWords has a text, with {} for what changes, and its translation. Widgets know
// nothing of it: what they write into the page is read here, sentence by sentence, and replaced.

(() => {
  const exact = new Map(), patterns = [];
  for (const [text, said] of Object.entries(gamekitWords)) {
    const literal = text.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (literal.length === 1) exact.set(text, said); else patterns.push([new RegExp(`^${literal.join("(.+?)")}$`), said]);
  }
  patterns.sort(([one], [other]) => other.source.length - one.source.length); // the most exact first

  function say(text) {
    const bare = text.trim().replace(/\s+/g, " ");
    if (!/[A-Za-z]/.test(bare)) return text;
    if (exact.has(bare)) return exact.get(bare);
    const sentences = bare.split(/(?<=[.!?])\s+(?=[^.])/);
    if (sentences.length > 1) return sentences.map(say).reduce((all, one) => all + (/[A-Za-z.]$/.test(all) ? " " : "") + one);
    for (const [pattern, said] of patterns) {
      const found = bare.match(pattern);
      let at = 0;
      if (found) return said.replace(/\{(\d?)\}/g, (_, place) => say(found[place === "" ? ++at : Number(place) + 1]));
    }
    return text;
  }

  const NAMES = ["aria-label", "title", "placeholder", "aria-valuetext"];
  function translate(node) {
    if (node.nodeType === Node.TEXT_NODE) {
      const said = say(node.data);
      if (said !== node.data) node.data = said;
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      for (const name of NAMES) {
        const before = node.getAttribute(name), said = before && say(before);
        if (said && said !== before) node.setAttribute(name, said);
      }
      if (node.tagName !== "PRE" && node.tagName !== "CODE") node.childNodes.forEach(translate);
    }
  }
  gamekit.say = say;
  gamekit.translate = (root) => {
    translate(root);
    new MutationObserver((changes) => {
      for (const { target, addedNodes, type } of changes) if (type === "childList") addedNodes.forEach(translate); else translate(target);
    }).observe(root, { childList: true, characterData: true, subtree: true, attributes: true, attributeFilter: NAMES });
  };
})();
