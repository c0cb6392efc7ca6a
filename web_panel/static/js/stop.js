// Stop motion. Stands alone: no import, so that a fault in any other script cannot take it away.
// It acts on the press (not the release), sends exactly one request a press, asks nothing, and says
// "stopping..." at once, "stopped" only when the table confirms, "no answer" after half a second.
const button = document.getElementById("stop");
const words = button.querySelector("span");
const CONFIRM_MS = 500;
const REPEAT_MS = 300;

let confirmed = false; // the newest table snapshot says: stopped, and nothing moves
let waiting = null;
let last = -REPEAT_MS;

function show(state) {
  button.dataset.state = state;
  words.textContent = button.dataset[state];
}

function settle() {
  clearTimeout(waiting);
  waiting = null;
  show("stopped");
}

async function send() {
  try {
    const answer = await fetch("/api/table/stop", {
      method: "POST",
      headers: { "X-Panel": "1", "Content-Type": "application/json" },
      body: "{}",
      keepalive: true,
    });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  } catch {
    if (waiting !== null || button.dataset.state === "stopping") {
      clearTimeout(waiting);
      waiting = null;
      show("silent");
    }
  }
}

function stop() {
  const now = performance.now();
  if (now - last < REPEAT_MS) return; // the same press reported twice
  last = now;
  show("stopping");
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    waiting = null;
    show("silent");
  }, CONFIRM_MS);
  send();
  if (confirmed) settle();
}

button.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button !== 0) return;
  stop();
});
button.addEventListener("click", (event) => {
  if (event.detail === 0) stop(); // keyboard and assistive technology; a finger has already acted
});
button.addEventListener("contextmenu", (event) => event.preventDefault());

document.addEventListener("palace:table", ({ detail }) => {
  const heard = Boolean(detail.stopped);
  confirmed = heard && !detail.moving;
  const state = button.dataset.state;
  if (heard && !confirmed) {
    // The table has it and its motors are still ramping down: an answer, but not yet the end.
    clearTimeout(waiting);
    waiting = null;
    if (state !== "stopping") show("stopping");
    return;
  }
  if (confirmed) {
    if (state !== "stopped") settle();
  } else if (state === "stopped" || (state === "silent" && waiting === null && performance.now() - last > 2000)) {
    show("ready");
  }
});
