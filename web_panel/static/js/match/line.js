// The clocks and what there is to say of fair dealing, on every match page: in the heading where there is room,
// else in a line of their own below it.
import { h, refill, say, set } from "../dom.js";
import { t } from "../i18n.js";
import { fairWords } from "./fair.js";

const TICK_MS = 250;
const LOW_S = 30;
const BESIDE = 2; // so many clocks have room in the heading of a wide screen
const WIDE = matchMedia("(min-width: 700px)");
const LOW = matchMedia("(min-width: 700px) and (max-height: 620px)"); // no room for a line of its own

/** 75 as 1:15; whole seconds are counted up, so that 0:00 is shown when the time is out and not before. */
export function clockText(seconds) {
  const whole = Math.ceil(Math.max(0, seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** The seats whose clocks are shown: all, but on a low screen those that run and the own ones before the others. */
function shownSeats({ seats, clock }) {
  if (!LOW.matches || seats.length <= BESIDE) return seats;
  const weight = (one) => (clock.running.includes(one.seat) ? 2 : 0) + (one.yours ? 1 : 0);
  return [...seats].sort((a, b) => weight(b) - weight(a)).slice(0, BESIDE).sort((a, b) => a.seat - b.seat);
}

/** Keeps both up to date on the page whose `client` it is given. */
export function matchLine(client) {
  const head = document.querySelector(".head");
  const clocks = h("div", { class: "clocks live", role: "group", "aria-label": t("ui.clock") });
  const fair = h("div", { class: "fair live" });
  const line = h("div", { class: "match-line", hidden: true }, clocks, fair);
  head.append(line);
  let match = null;
  let since = 0;

  function tick() {
    if (!match?.clock) return;
    const { left_s, running } = now();
    for (const pill of clocks.children) {
      const seat = Number(pill.dataset.seat);
      say(pill.querySelector(".clock-time"), clockText(left_s[seat]));
      set(pill, { "data-low": left_s[seat] <= LOW_S, "data-running": running.includes(seat) });
    }
  }

  /** The clocks as they stand at this moment. */
  function now() {
    const passed = (performance.now() - since) / 1000;
    return match.clock && { ...match.clock, left_s: match.clock.left_s.map((left, seat) => left - (match.clock.running.includes(seat) ? passed : 0)) };
  }

  function draw(next) {
    match = next;
    since = performance.now();
    const { clock } = match;
    const words = fairWords(match);
    const shown = clock ? shownSeats(match) : [];
    const beside = WIDE.matches && shown.length <= BESIDE;
    if (beside && clocks.parentNode === line) head.querySelector(".top > .pill").before(clocks);
    else if (!beside && clocks.parentNode !== line) line.prepend(clocks);
    set(line, { hidden: !words && (beside || !clock) });
    refill(clocks, shown.map((seat) => [seat.seat, seat.name]), () => shown.map((seat) => h("span", { class: "clock", role: "timer", "aria-live": "off", "data-seat": seat.seat },
      h("span", { class: "clock-name" }, seat.name), " ", h("b", { class: "clock-time number" }))));
    refill(fair, [match.fair, match.training, Boolean(words), words?.map((word) => word.textContent)], () => words ?? []);
    tick();
  }

  client.on("match", draw);
  WIDE.addEventListener("change", () => match && draw({ ...match, clock: now() }));
  setInterval(tick, TICK_MS);
}
