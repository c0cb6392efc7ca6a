// Keeps every card face that was ever in the page, in animations and sheets too, as "7S"; counts what flew.
(() => {
  window.facesSeen = new Set();
  window.flown = 0;
  const look = (node) => {
    for (const face of node.querySelectorAll?.(".pc-face:not(.pc-back)") ?? []) {
      const rank = face.querySelector(".pc-rank").textContent;
      window.facesSeen.add((rank === "10" ? "T" : rank) + face.getAttribute("class").match(/suit-(.)/)[1]);
    }
  };
  const hear = (changes) => {
    for (const { target, addedNodes } of changes) {
      look(target);
      if (target.id === "flight") window.flown += addedNodes.length;
    }
  };
  document.addEventListener("DOMContentLoaded", () => {
    look(document);
    new MutationObserver(hear).observe(document, { childList: true, subtree: true });
  });
})();
