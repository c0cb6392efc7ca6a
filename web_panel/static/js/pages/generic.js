// The plain page of a match, for every game without one of its own: what one may know as tables, what one may
// do as buttons.
import { $, h, refill, set } from "../dom.js";
import { known, sentence, t } from "../i18n.js";
import { lobby } from "../lobby.js";
import { fairPart } from "../match/fair.js";
import { matchLine } from "../match/line.js";
import { moveWords, plain } from "../match/plain.js";
import { seatsKey, seatsPart } from "../match/seats.js";
import { gameName } from "../matches.js";
import { outcomeWords } from "../palace/words.js";
import { allowResume, client } from "../shell.js";
import { play } from "../sound.js";
import { pass, stand } from "../strip.js";

const ACTIONS_SHOWN = 60; // on one page; a touch on the arrows shows the others
let match = null;
let chosen = null;
let from = 0;
let busy = false;

async function send(action) {
  if (busy) return;
  busy = true;
  const [seat] = match.acting ?? [];
  const answer = await client.act(`/api/matches/${match.id}/actions`, { action, version: match.version, ...(seat === undefined ? {} : { seat }) });
  busy = false;
  if (answer.ok) chosen = null;
  draw();
}

function who() {
  if (match.outcome) return outcomeWords(match.outcome, match.seats);
  if (match.state !== "playing") return t(`ui.state.${match.state}`);
  const actors = [match.actor].flat().filter((seat) => Number.isInteger(seat));
  return actors.length ? t("ui.why.turn", { name: actors.map((seat) => match.seats[seat].name).join(", ") }) : "";
}

function draw() {
  if (!match) return;
  document.title = `${gameName(match.game)} – ${t("ui.title")}`;
  refill($("who"), who(), () => [who()]);
  refill($("view"), match.view, () => [h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": t("ui.generic.view") }, plain(match.view))]);
  const actions = match.actions ?? [];
  from = Math.min(from, Math.floor(Math.max(0, actions.length - 1) / ACTIONS_SHOWN) * ACTIONS_SHOWN);
  refill($("actions"), [actions, chosen, from], () => actions.slice(from, from + ACTIONS_SHOWN).map((action) =>
    h("button", { type: "button", class: "button mono", "aria-pressed": String(action === chosen), "data-focus": action, onclick: () => {
      chosen = action;
      draw();
    } }, action)));
  drawPaging(actions.length);
  refill($("seats"), seatsKey(match), () => seatsPart(match));
  set($("seats"), { hidden: match.state === "lobby" || !$("seats").childElementCount });
  refill($("fair"), [match.fair, match.training], () => [fairPart(match)]);
  set($("fair"), { hidden: !$("fair").childElementCount });
  refill($("moves"), match.moves.length ? [match.version] : "none", () => match.moves.slice(-60).map((move) => h("li", { class: "move" },
    h("b", {}, match.seats[move.seat]?.name ?? t("ui.chance")), h("span", {}, moveWords(move)))));
  set($("confirm"), { disabled: !chosen || busy });
  set($("cancel"), { disabled: !chosen });
  $("confirm-text").textContent = chosen ?? (actions.length ? t("ui.generic.choose") : "");
  $("confirm-text").classList.toggle("mono", Boolean(chosen));
  stand("match", null);
}

function drawPaging(count) {
  set($("paging"), { hidden: count <= ACTIONS_SHOWN });
  const go = (by) => () => {
    from += by;
    draw();
    $("actions").scrollTop = 0;
  };
  const step = (by, label, possible) => h("button", { type: "button", class: "button", "aria-label": t(label), "data-focus": label, disabled: !possible, onclick: go(by) }, by < 0 ? "◀" : "▶");
  refill($("paging"), [from, count], () => [
    step(-ACTIONS_SHOWN, "ui.generic.before", from > 0),
    h("span", { class: "number" }, t("ui.generic.page", { first: from + 1, last: Math.min(count, from + ACTIONS_SHOWN), count })),
    step(ACTIONS_SHOWN, "ui.generic.after", from + ACTIONS_SHOWN < count)]);
}

$("confirm").addEventListener("click", () => chosen && send(chosen));
$("cancel").addEventListener("click", () => {
  chosen = null;
  draw();
});
matchLine(client);
client.on("match", (next) => {
  if (match && next.version !== match.version) {
    chosen = null;
    from = 0;
    play("other");
    if (next.last?.message && known(next.last.message.code)) pass({ level: "info", ...sentence(next.last.message) });
  }
  match = next;
  allowResume(next.host);
  lobby($("lobby"), next, client);
  draw();
  $("main").dataset.ready = "1";
});
