// Buttons and lines that are wider than their place.
() => [...document.querySelectorAll("main button, main a, main p, main h2, .whose")]
  .filter((node) => node.offsetParent && node.scrollWidth > node.clientWidth + 1 && !node.matches(".sr, .sr *, .pc"))
  .map((node) => `${node.id || node.className}: ${node.textContent}`)
