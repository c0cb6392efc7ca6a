// Seats that wait for somebody: who sits where, and the code by which a phone joins.
import { boot } from "./boot.js";
import { h, refill, set } from "./dom.js";
import { holdButton } from "./hold.js";
import { t } from "./i18n.js";

/** Shows the seats while `match` is in its lobby; hides itself afterwards. */
export function lobby(node, match, client) {
  const open = match.state === "lobby";
  set(node, { hidden: !open });
  if (!open) return;
  refill(node, [match.seats, match.host], () => [
    h("h2", {}, t("ui.lobby.title")),
    h("p", { class: "soft" }, t("ui.lobby.says")),
    h("div", { class: "cards" }, match.seats.map((seat) => seatCard(seat, match, client)), h("section", { class: "card stack", id: "wifi", hidden: true })),
  ]);
  network(client);
}

// Where the network's name is known, its code stands beside the seats' (the panel alone may read the setting).
async function network(client) {
  const answer = boot.rights?.panel ? await client.get("/api/settings", { quiet: true }) : null;
  const part = document.getElementById("wifi");
  if (!answer?.body.wifi || !part || part.childElementCount) return;
  part.append(h("p", {}, t("ui.lobby.wifi")), h("b", {}, answer.body.wifi.name), h("img", { class: "qr", alt: t("ui.lobby.wifi.qr"), src: "/api/wifi.svg" }));
  part.hidden = false;
}

function seatCard(seat, match, client) {
  const taken = seat.kind !== "phone" || seat.taken || seat.present;
  const picture = h("div", { class: "join" });
  const card = h("section", { class: "card stack" },
    h("h3", {}, t("ui.seat.number", { seat: seat.seat + 1 }), " ", h("span", { class: "soft" }, t(`ui.kind.${seat.kind}`))),
    h("p", {}, taken ? seat.name : t("ui.lobby.free")), picture);
  if (!taken && match.host) {
    card.append(h("button", { type: "button", class: "button primary", "data-focus": `invite${seat.seat}`,
      onclick: () => invite(picture, seat, match, client) }, t("ui.lobby.invite")));
  } else if (seat.kind === "phone" && seat.taken && match.host) {
    card.append(holdButton(t("ui.seats.release"), () => client.post(`/api/matches/${match.id}/seats/${seat.seat}/release`), { class: "button danger", "data-focus": `release${seat.seat}` }));
  }
  return card;
}

/** Asks for a fresh code of the seat and shows it as a picture and in clear. */
export async function invite(picture, seat, match, client) {
  const answer = await client.post(`/api/matches/${match.id}/seats/${seat.seat}/invite`);
  if (!answer.ok) return;
  const url = answer.body.join_url;
  picture.replaceChildren(
    h("img", { class: "qr", alt: t("ui.lobby.qr"), src: `/api/matches/${match.id}/seats/${seat.seat}/join.svg?at=${Date.now()}` }),
    h("p", { class: "mono selectable" }, url));
}
