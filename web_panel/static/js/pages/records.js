// Records: every match that has ended, to be looked at again or taken along.
import { $, h, refill } from "../dom.js";
import { t } from "../i18n.js";
import { matchRow } from "../matches.js";
import { client } from "../shell.js";

const answer = await client.get("/api/matches");
const past = (answer.body.matches ?? []).filter((match) => match.state === "over" || match.state === "abandoned");
refill($("past"), past.map((match) => match.id), () => (past.length ? past.map((match) => {
  const row = matchRow(match, `/review/${match.id}`, t("ui.review"));
  row.append(h("span", { class: "row" },
    h("a", { class: "button quiet", href: `/api/matches/${match.id}/record?format=text&download` }, t("ui.records.text")),
    h("a", { class: "button quiet", href: `/api/matches/${match.id}/record?download` }, t("ui.records.file"))));
  return row;
}) : [h("li", { class: "soft" }, t("ui.records.none"))]));
$("main").dataset.ready = "1";
