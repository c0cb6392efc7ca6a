// Seats played on phones, while a match goes on: another phone takes a seat by a new code, or it is given free.
import { h } from "../dom.js";
import { holdButton } from "../hold.js";
import { t } from "../i18n.js";
import { client } from "../shell.js";

const RUNNING = ["lobby", "setup", "playing"];
const codes = new Map(); // seat -> {url, at, seen}: what was asked for here, until it is used or too old

/** The seats this browser may hand on: all phones' for the host, else the own. */
const handed = (match) => (RUNNING.includes(match.state) ? match.seats.filter((one) => one.kind === "phone" && (match.host || one.you)) : []);

/** A code is shown as long as the table knows it, whatever is played meanwhile. */
function code(one) {
  const known = codes.get(one.seat);
  if (!known) return null;
  known.seen ||= one.invited;
  if (known.seen && !one.invited) codes.delete(one.seat);
  return codes.get(one.seat) ?? null;
}

/** What the part shows, for the page's own key. */
export const seatsKey = (match) => handed(match).map((one) => [one.seat, one.name, one.present, one.taken, one.invited, code(one)?.url]);

function picture(one, match) {
  const known = code(one);
  return known ? [h("img", { class: "qr", alt: t("ui.lobby.qr"), src: `/api/matches/${match.id}/seats/${one.seat}/join.svg?at=${known.at}` }), h("p", { class: "mono selectable" }, known.url)] : [];
}

function seat(one, match) {
  const invite = async () => {
    const answer = await client.post(`/api/matches/${match.id}/seats/${one.seat}/invite`);
    if (!answer.ok) return;
    codes.set(one.seat, { url: answer.body.join_url, at: Date.now(), seen: false });
    const place = document.querySelector(`.join[data-seat="${one.seat}"]`); // the event may have been here before the answer
    place?.replaceChildren(...picture(one, match));
    place?.scrollIntoView({ block: "nearest" });
  };
  return h("div", { class: "gone-seat" },
    h("p", {}, h("b", {}, one.name), " · ", t(one.present ? "ui.seats.here" : "ui.seats.away")),
    h("button", { type: "button", class: "button", "data-focus": `invite${one.seat}`, onclick: invite }, t(one.taken ? "ui.seats.move" : "ui.lobby.invite")),
    one.taken ? holdButton(t("ui.seats.release"), () => client.post(`/api/matches/${match.id}/seats/${one.seat}/release`), { class: "button danger", "data-focus": `release${one.seat}` }) : null,
    h("div", { class: "join", "data-seat": one.seat }, picture(one, match)));
}

/** One row for each phone's seat; [] where there is none to hand on. */
export const seatsPart = (match) => handed(match).map((one) => seat(one, match));
