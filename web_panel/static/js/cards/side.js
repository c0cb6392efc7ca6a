// What belongs to the match rather than to the cards: the sheet with looks and acts, questions of other
// players, the end with the order of going out.
import { button, h, refill, set } from "../dom.js";
import { holdButton } from "../hold.js";
import { sentence, t } from "../i18n.js";
import { outcomeWords } from "../palace/words.js";
import { fairPart } from "../match/fair.js";
import { seatsKey, seatsPart } from "../match/seats.js";
import { client } from "../shell.js";
import { stand } from "../strip.js";
import { going } from "./reading.js";

const REPEATED = 3; // from the third time on a draw is offered

const post = (match, what, body = {}) => client.act(`/api/matches/${match.id}/${what}`, { version: match.version, ...body });

/** The sheet: how the hand is shown, what can be done to the match, codes for phones that have gone. */
export function menu(node, match, { own, look, seat }, act) {
  const plays = own.length > 0 && going(match);
  const by = seat ?? own[0];
  // What is sent carries the version of the moment it is sent, so the sheet need not be made anew for each.
  const send = (what) => () => post(act.now(), what, { seat: by });
  refill(node, [match.state, look, own, seat, match.host, Boolean(match.draw), Boolean(match.undo), seatsKey(match), match.fair, match.view.order], () => [
    h("div", { class: "sheet-head" }, h("h2", {}, t("ui.act.more")), button(t("ui.cards.close"), act.close, { "data-focus": "close" })),
    h("div", { class: "menu-looks" },
      own.length ? button(t("ui.cards.sort.rank"), () => act.look({ byRank: true }), { "aria-pressed": String(look.byRank), "data-focus": "rank" }) : null,
      own.length ? button(t("ui.cards.sort.drawn"), () => act.look({ byRank: false }), { "aria-pressed": String(!look.byRank), "data-focus": "drawn" }) : null,
      button(t("ui.cards.colours.four"), () => act.look({ four: !look.four }), { "aria-pressed": String(look.four), "data-focus": "four" })),
    h("div", { class: "menu-acts" },
      plays ? button(t("ui.act.undo"), send("undo"), { disabled: Boolean(match.undo), "data-focus": "undo" }) : null,
      plays ? button(t("ui.act.draw"), send("draw"), { disabled: Boolean(match.draw), "data-focus": "draw" }) : null,
      plays ? holdButton(t("ui.act.resign"), send("resign"), { class: "button danger" }) : null,
      match.host && ["lobby", "playing"].includes(match.state) ? holdButton(t("ui.act.abandon"), () => client.post(`/api/matches/${match.id}/abandon`), { class: "button danger" }) : null,
      h("a", { class: "button quiet", href: "/help/cards" }, t("ui.act.rules"))),
    seatsPart(match),
    match.view.order.length ? h("div", {}, h("p", { class: "soft" }, t("ui.cards.order")), h("ol", { class: "menu-order" }, match.view.order.map((one) => h("li", {}, h("b", {}, match.seats[one].name))))) : null,
    fairPart(match),
  ]);
}

let put = null; // the version whose third repetition has been put aside

/** Questions stand in the page's message strip: an undo or a draw to agree to, a draw that repetition offers. */
export function questions(match, own) {
  const key = JSON.stringify([match.version, match.undo, match.draw, match.repeated, own, match.state, put, match.resume, match.host]);
  if (questions.key === key) return;
  questions.key = key;
  const matter = asked(match, own, "undo") ?? asked(match, own, "draw") ?? repeated(match, own) ?? resumed(match);
  stand("match", matter);
}

function asked(match, own, kind) {
  const ask = match[kind];
  if (!ask || !going(match)) return null;
  const mine = ask.waiting.find((seat) => own.includes(seat));
  const answer = (seat, agree) => post(match, kind, { agree, seat });
  const says = t(`ui.asked.${kind}`, { name: match.seats[ask.by].name });
  const act = mine !== undefined
    ? h("span", { class: "answers" }, button(t("ui.agree"), () => answer(mine, true), { class: "button primary" }), button(t("ui.refuse"), () => answer(mine, false)))
    : own.includes(ask.by) ? h("span", { class: "answers" }, button(t("ui.withdraw"), () => answer(ask.by, false))) : null;
  return { level: "info", says, act };
}

function repeated(match, own) {
  if (match.repeated < REPEATED || !own.length || !going(match) || put === match.version) return null;
  const seat = own.includes(match.actor) ? match.actor : own[0];
  const aside = () => {
    put = match.version;
    questions(match, own);
  };
  return {
    level: "info", says: t("ui.cards.repeated", { count: match.repeated }),
    act: h("span", { class: "answers" }, button(t("ui.act.draw"), () => post(match, "draw", { seat }), { class: "button primary" }), button(t("ui.cards.play_on"), aside)),
  };
}

function resumed(match) {
  if (!match.resume) return null;
  const act = match.host ? button(t("ui.resume.go"), () => client.post(`/api/matches/${match.id}/resume`), { class: "button primary" }) : null;
  return { level: "warning", ...sentence({ code: match.resume_reason ?? "hosting.resume" }), act };
}

/** The end: who lost, in which order the others went out, and what next. */
export function ending(node, match) {
  const over = Boolean(match.outcome) || match.state === "abandoned";
  set(node, { hidden: !over });
  if (!over) return;
  const { order } = match.view;
  refill(node, [match.state, match.outcome, order, match.rematch], () => [
    h("h2", {}, endWords(match)),
    order.length ? h("div", { class: "end-order" }, h("p", { class: "soft" }, t("ui.cards.order")),
      h("ol", {}, order.map((seat) => h("li", {}, h("b", {}, match.seats[seat].name))))) : null,
    h("div", { class: "end-acts" },
      match.outcome ? button(t("ui.rematch"), () => rematch(match), { class: "button primary", "data-focus": "rematch" }) : null,
      match.outcome ? h("a", { class: "button", href: `/review/${match.id}` }, t("ui.review")) : null,
      h("a", { class: "button", href: "/" }, t("ui.way.home"))),
  ]);
}

function endWords({ outcome, seats }) {
  if (!outcome) return t("ui.outcome.abandoned");
  if (outcome.reason === "last_player" && outcome.losers.length) return t("ui.cards.lost", { names: outcome.losers.map((seat) => seats[seat].name).join(", ") });
  return outcomeWords(outcome, seats);
}

async function rematch(match) {
  const answer = await client.post(`/api/matches/${match.id}/rematch`);
  if (answer.ok) location.assign(`/match/${answer.body.id}`);
}
