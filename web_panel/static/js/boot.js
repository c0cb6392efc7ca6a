// What the server told the page at its birth: {page, match?, lang, epoch, simulated, rights}.
export const boot = JSON.parse(document.getElementById("boot").textContent);
