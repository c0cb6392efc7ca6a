// The players as they stand (nothing hidden is counted), what they did turn by turn, and the score at the end,
// border by border.
import { h, refill, set } from "../dom.js";
import { t } from "../i18n.js";
import { outcomeWords } from "../palace/words.js";
import { client } from "../shell.js";
import { portrait } from "./portraits.js";
import { PHASES, standing, turns } from "./reading.js";
import { cost, crown, nobleSign, phaseSign, power, servant } from "./signs.js";
import { phaseName, summary } from "./words.js";

const TURNS_SHOWN = 8;
const INCOME = { turquoise: "turquoise", violet: "violet" };

const fact = (sign, value, words) => h("span", { class: "fact", title: words }, h("span", { "aria-hidden": "true" }, sign), h("b", {}, String(value)), h("span", { class: "sr" }, words));

/** Everybody's points, gold, servants, cards and privileges; `tell(seat, facts)` is asked to put a box's signs into words. */
export function court(node, match, own, tell) {
  const { players, scores, turn } = match.view;
  const order = standing(match);
  const lead = order.some((one) => one.total) ? Math.max(...order.map((one) => one.total)) : null;
  set(node, { "data-count": players.length });
  refill(node, [players, scores, turn, match.seats.map((seat) => [seat.name, seat.present, seat.kind]), own], () => players.map((player) => {
    const { seat, name, kind, present } = match.seats[player.seat];
    const { total } = scores[seat] ?? { total: 0 };
    return h("div", { class: `courtier seat-${seat}`, "data-turn": turn === seat },
      h("button", { type: "button", class: "courtier-tell", "aria-label": t("ui.royal.tell", { name }), "data-focus": `tell-${seat}`,
        onclick: (event) => tell(seat, [...event.currentTarget.parentNode.querySelectorAll(".facts .sr")].map((fact) => fact.textContent)) }),
      h("div", { class: "courtier-head" }, servant(seat), h("b", { class: "courtier-name" }, name),
        turn === seat ? h("span", { class: "at-turn" }, "▶", h("span", { class: "sr" }, t("ui.royal.at_turn"))) : null,
        kind === "phone" && present === false ? h("span", { class: "away", title: t("ui.royal.away") }, "◌", h("span", { class: "sr" }, t("ui.royal.away"))) : null,
        h("span", { class: "total", "data-lead": lead !== null && total === lead }, lead !== null && total === lead ? crown() : null, h("b", {}, String(total)), h("span", { class: "sr" }, t("ui.royal.points", { count: total })))),
      h("div", { class: "facts" },
        h("span", { class: "fact" }, cost("gold", player.gold), h("span", { class: "sr" }, t("ui.royal.gold", { count: player.gold }))),
        fact(servant(seat), player.reserve, t("ui.royal.reserve", { count: player.reserve })), fact(power("CARD"), player.hand, t("ui.royal.cards", { count: player.hand })),
        fact(nobleSign(), player.nobles.length, t("ui.royal.nobles", { count: player.nobles.length })),
        player.prestige ? fact("★", player.prestige, t("ui.royal.prestige", { count: player.prestige })) : null,
        Object.entries(player.powers).map(([name_, amount]) => fact(power(name_), name_ === "DIAGONAL" || name_ === "TIEBREAK" ? "" : `+${amount}`, t(`royal.power.${name_}`, { amount })))),
      h("div", { class: "suite", "aria-hidden": "true" }, player.nobles.slice(-7).map((id) => portrait(id))));
  }));
}

/** The phases of a turn, which one it is, and how much of it is left. */
export function phaseBar(node, match) {
  const { phase, now } = match.view;
  const phases = phase === "post" ? ["post"] : PHASES;
  const at = phases.indexOf(phase);
  const left = phase === "collect" && now.income ? now.income.gold : now.left;
  set(node, { hidden: !["playing", "over"].includes(match.state) });
  refill(node, [phase, now, match.view.round, match.view.last_round, match.state], () => [
    h("ol", { class: "phases" }, phases.map((name, n) => h("li", { class: "phase", "aria-current": n === at ? "step" : null, "data-done": at > n && at >= 0 },
      phaseSign(name), h("span", { class: "phase-name" }, phaseName(name)), n === at && left !== null && name !== "end"
        ? h("b", { class: "phase-left" }, String(left), h("span", { class: "sr" }, t("ui.royal.left", { count: left }))) : null))),
    phase === "recruit" || (phase === "collect" && now.income) ? h("div", { class: "seals" }, Object.entries(INCOME).map(([kind, name]) => {
      const count = phase === "recruit" ? now[name] : now.income[name];
      return count ? h("span", { class: "fact" }, cost(kind, count), h("span", { class: "sr" }, t(`ui.royal.free.${name}`, { count }))) : null;
    })) : null,
    h("p", { class: "round", "data-last": match.view.last_round }, match.view.last_round ? t("ui.royal.last") : match.view.round ? t("ui.royal.round", { round: match.view.round }) : ""),
  ]);
}

const turnItem = (match, turn, now) => {
  const lines = summary(match, turn);
  return h("li", { class: "turn", "data-now": now },
    h("b", { class: "turn-who" }, servant(turn.seat), match.seats[turn.seat].name),
    h("ul", {}, lines.map((line) => h("li", { "data-noble": line.code.startsWith("royal.did.recruit") }, line.text, line.points ? h("b", { class: "gain" }, `+${line.points}`) : null)),
      lines.length ? null : h("li", {}, "–")));
};

/** What was done, newest turn first. */
export function chronicle(node, match, shown = TURNS_SHOWN) {
  refill(node, [match.version, shown], () => {
    const list = turns(match).slice(-shown).reverse();
    return list.length ? list.map((turn) => turnItem(match, turn, turn.seat === match.view.turn)) : [h("li", { class: "soft" }, t("ui.moves.none"))];
  });
}

/** For people who wait: the turn that goes on, or the one before while there is nothing to tell of it. */
export function turnSummary(match) {
  const told = turns(match).slice(-2).map((turn) => ({ seat: turn.seat, lines: summary(match, turn) }));
  return told.findLast((turn) => turn.lines.length) ?? told.at(-1) ?? null;
}

// --- the end ----------------------------------------------------------------------------------------------

const head = (match) => h("tr", {}, h("td", {}), match.seats.map((seat) => h("th", { scope: "col" }, servant(seat.seat), " ", seat.name)));

/** What decided among players of equal points for the first place: gold, then servants in the reserve. */
function deciders({ players, scores }) {
  const most = Math.max(...scores.map((score) => score.total));
  const tied = players.filter((_, seat) => scores[seat].total === most);
  if (tied.length < 2) return [];
  const rich = Math.max(...tied.map((player) => player.gold));
  return tied.filter((player) => player.gold === rich).length < 2 ? ["gold"] : ["gold", "reserve"];
}

function scoreTable(match) {
  const { scores, borders, ranks, players } = match.view;
  const row = (label, cells, attributes = {}) => h("tr", attributes, h("th", { scope: "row" }, label), cells);
  const plain = (name) => scores.map((score) => h("td", {}, String(score[name])));
  return h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": t("ui.royal.scoring") }, h("table", { class: "scores" },
    h("thead", {}, head(match)),
    h("tbody", {},
      row(t("ui.royal.score.nobles"), plain("nobles")),
      borders.map((border) => row(t(`ui.royal.border.${border.border}`), border.points.map((points, seat) => h("td", { "data-first": border.first.includes(seat), "data-second": border.second.includes(seat) },
        border.counts[seat] ? h("span", { class: "border-count" }, servant(seat), `×${border.counts[seat]}`) : null, " ", h("b", {}, points ? `+${points}` : "–"))), { class: "border-row" })),
      row(t("ui.royal.score.prestige"), plain("prestige")), row(t("ui.royal.score.hand"), plain("hand")),
      row(t("ui.royal.score.total"), scores.map((score, seat) => h("td", {}, ranks?.[seat] === 1 ? crown() : null, " ", h("b", {}, String(score.total)))), { class: "total-row" }),
      deciders(match.view).map((name) => row(t(`ui.royal.score.${name}`), players.map((player) => h("td", {}, String(player[name]))), { class: "decider" })))));
}

/** The end of a match: who won, and where the points came from. */
export function ending(node, match, { closed, close }) {
  const over = Boolean(match.outcome) || match.state === "abandoned";
  set(node, { hidden: !over || closed });
  if (!over) return;
  refill(node, [match.state, match.outcome, match.rematch], () => [
    h("h2", {}, match.outcome ? outcomeWords(match.outcome, match.seats) : t("ui.outcome.abandoned")),
    match.outcome ? h("div", { class: "podium", "aria-hidden": "true" }, match.outcome.winners.map((seat) => [h("span", { class: "laurels" }, crown(), servant(seat)), match.view.players[seat].nobles.map((id) => portrait(id))])) : null,
    scoreTable(match),
    h("div", { class: "end-acts" },
      match.outcome ? h("button", { type: "button", class: "button primary", "data-focus": "rematch", onclick: async () => {
        const answer = await client.post(`/api/matches/${match.id}/rematch`);
        if (answer.ok && answer.body.id) location.assign(`/match/${answer.body.id}`);
      } }, t("ui.rematch")) : null,
      h("button", { type: "button", class: "button", onclick: close }, t("ui.royal.look")),
      match.outcome ? h("a", { class: "button", href: `/review/${match.id}` }, t("ui.review")) : null,
      h("a", { class: "button", href: "/" }, t("ui.way.home"))),
  ]);
}
