// A phone takes its seat: one field that may stay empty, one button. Looking at the page uses the code up for nobody.
import { boot } from "../boot.js";
import { $, h, refill } from "../dom.js";
import { sentence, t } from "../i18n.js";
import { gameName } from "../matches.js";
import { client } from "../shell.js";
import { stand } from "../strip.js";

const seat = boot.join;

async function claim(event) {
  event.preventDefault();
  $("claim").disabled = true;
  const answer = await client.post(location.pathname, { name: $("name").value.trim() });
  if (answer.ok) location.replace(`/match/${answer.body.id}`); // the code leaves the history with this page
  else $("claim").disabled = false;
}

if (seat) {
  refill($("join"), seat, () => [
    h("h2", {}, gameName(seat.game)),
    h("p", {}, t("ui.join.seat", { seat: seat.seat + 1, name: seat.name })),
    h("form", { class: "stack", onsubmit: claim },
      h("div", { class: "field" }, h("label", { for: "name" }, t("ui.join.name")),
        h("input", { class: "text-field", id: "name", maxlength: 20, autocomplete: "nickname", placeholder: seat.name })),
      h("button", { type: "submit", class: "button primary", id: "claim" }, t("ui.join.take")))]);
} else {
  const error = sentence(boot.error);
  stand("match", { level: "error", ...error });
  refill($("join"), error, () => [h("p", {}, error.says), h("p", { class: "soft" }, error.do), h("a", { class: "button", href: "/" }, t("ui.way.home"))]);
}
$("main").dataset.ready = "1";
