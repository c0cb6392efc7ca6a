// Palais Royal in words: whose turn, what happened, what a room or a noble is, what a choice costs.
import { known, sentence, t } from "../i18n.js";
import { going } from "./reading.js";

/** Text parameters that are codes of the rules' names ("royal.place.mint") stand for their text. */
export const filled = (params) => Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, typeof value === "string" && value.startsWith("royal.") && known(value) ? t(value) : value]));

export const told = (message) => (message ? sentence({ ...message, params: filled(message.params) }) : { says: "", do: "" });
export const upper = (text) => (text ? text[0].toLocaleUpperCase() + text.slice(1) : "");

export const room = (name) => t(`royal.room.${name}`);
export const place = (name) => t(`royal.place.${name}`);
export const phaseName = (phase) => t(`ui.royal.phase.${phase}`);
export const kindName = (kind) => upper(t(`ui.royal.card.${kind}`));

/** The same for a small label. */
export const shortRoom = (name) => t(known(`ui.royal.short.${name}`) ? `ui.royal.short.${name}` : `royal.room.${name}`);

const nameOf = (match, seat) => match.seats[seat]?.name ?? "";

/** A name for a small sign: "Marquise de Valombre" is Valombre. */
export const shortTitle = (title) => title.replace(/^.*?\s(?:de la |de |du |d['’])/, "");

export const powerWords = (noble) => (noble.privilege ? upper(t(`royal.power.${noble.privilege}`, { amount: noble.amount })) : t("ui.royal.power.none"));

/** Whose turn it is, as this device's people read it. */
export function turnWords(match, own) {
  if (match.state === "abandoned") return t("ui.outcome.abandoned");
  if (match.outcome || match.state === "over") return t("ui.match_over");
  if (match.resume) return t("ui.state.resume");
  if (match.state !== "playing") return upper(t(`ui.state.${match.state}`));
  const actor = [match.actor].flat().find((seat) => Number.isInteger(seat));
  if (actor === undefined) return t("ui.royal.laid_out");
  return own.length === 1 && own[0] === actor ? t("ui.royal.turn.yours") : upper(t("ui.royal.turn.of", { name: nameOf(match, actor) }));
}

/** What a move was, with its player's name. */
export const moveWords = (match, move) => (Number.isInteger(move.seat) ? t("ui.royal.told", { name: nameOf(match, move.seat), says: told(move.message).says }) : upper(told(move.message).says));

/** What happened last, and what was passed over by itself since. */
export function toldWords(match) {
  const { last, view } = match;
  const parts = [];
  if (last?.kind === "undo") parts.push(t("ui.last.undone"));
  else if (last && (last.kind ?? "play") === "play") parts.push(moveWords(match, last));
  for (const [seat, phases] of skipped(view)) {
    const says = phases.length >= 5 ? t("royal.passed.turn") : t("royal.passed", { phase: phases.map((phase) => t(`royal.phase.${phase}`)).join(", ") });
    parts.push(t("ui.royal.told", { name: nameOf(match, seat), says }));
  }
  return parts.join(" ");
}

// [[seat, phase], ...] as [[seat, [phases]], ...]; `end` passes over so often that it is no news.
function skipped(view) {
  const runs = [];
  for (const [seat, phase] of view.passed) {
    if (runs.at(-1)?.[0] !== seat) runs.push([seat, []]);
    if (phase !== "end") runs.at(-1)[1].push(phase);
  }
  return runs.filter(([, phases]) => phases.length);
}

/** One room in a sentence for people who listen. */
export function roomWords(match, name) {
  const who = match.view.players.filter((player) => player.palace[name]).map((player) => t("ui.royal.has", { name: nameOf(match, player.seat), count: player.palace[name] }));
  const bonus = (match.view.majorities[name] ?? []).map((entry, seat) => ({ ...entry, seat })).filter((entry) => entry.servants)
    .map((entry) => t("ui.royal.told", { name: nameOf(match, entry.seat), says: t(`royal.why.${entry.why}`) }));
  return [`${room(name)}:`, `${who.join(", ") || t("ui.royal.nobody")}.`, ...bonus].join(" ");
}

/** One space of the park for people who listen. */
export function spaceWords(match, space, had) {
  const tile = match.view.park[space];
  const guard = match.view.border[space];
  if (!tile) return guard === undefined ? t("ui.royal.space.empty", { space }) : t("ui.royal.space.guard", { space, name: nameOf(match, guard) });
  const noble = match.view.nobles[tile.noble];
  const label = t("ui.royal.space.noble", { space, title: noble.title, points: noble.points, gold: tile.price, turquoise: noble.turquoise, violet: noble.violet });
  return [label, powerWords(noble), had ? t("ui.royal.can") : ""].filter(Boolean).join(". ");
}

/** What stands between the turn's player and a noble: "2 gold short". */
export const shortWords = (offer) => offer.short.map((message) => upper(told(message).says.replace(/^.*?:\s*/, ""))).join(" · ");

/** A way to pay, in words: servants back from which rooms, free seals used. */
export function wayWords(way, price) {
  const parts = [];
  if (price) parts.push(t("ui.royal.pay.gold", { count: price }));
  for (const name of ["office", "king", "pomp"]) if (way[name]) parts.push(t("ui.royal.pay.servants", { count: way[name], room: room(name) }));
  if (way.free_turquoise) parts.push(t("ui.royal.pay.turquoise", { count: way.free_turquoise }));
  if (way.free_violet) parts.push(t("ui.royal.pay.violet", { count: way.free_violet }));
  if (way.from) parts.push(t("ui.royal.pay.from", { room: room(way.from) }));
  return parts.join(" · ") || t("ui.royal.pay.nothing");
}

/** What the phase is for and what is left of it, when nothing is chosen. */
export function hintWords(match, seat) {
  const { phase, now, players } = match.view;
  if (!going(match)) return "";
  const me = players[seat];
  switch (phase) {
    case "post": return t("ui.royal.hint.post", { count: now.left });
    case "reinforce": return t("ui.royal.hint.reinforce", { count: now.left, reserve: me.reserve, capacity: now.capacity });
    case "move": return t(now.left ? "ui.royal.hint.move" : "ui.royal.hint.moved", { count: now.left });
    case "collect": return t("ui.royal.hint.collect", now.income);
    case "recruit": return t(me.palace.office ? "ui.royal.hint.recruit" : "ui.royal.hint.no_office");
    case "draw": return t(now.shuffle ? "ui.royal.hint.shuffle" : "ui.royal.hint.draw", { count: now.left });
    default: return t("ui.royal.hint.end");
  }
}

/** A turn in a few lines: what came in, who went where, who was recruited. */
export function summary(match, turn) {
  const lines = [];
  const walked = [];
  const posted = [];
  const named = (code) => shortRoom(code.split(".").at(-1));
  for (const { message } of turn.moves) {
    const { params } = message;
    if (message.code === "royal.did.post") posted.push(named(params.place));
    else if (message.code === "royal.did.move") walked.push([named(params.origin), named(params.target)]);
    else if (/did\.(stop|done|end)|\.none$/.test(message.code)) continue;
    else lines.push({ code: message.code, text: upper(told(message).says), points: message.params.points });
  }
  if (posted.length) lines.unshift({ code: "post", text: t("ui.royal.sum.post", { rooms: counts(posted) }) });
  if (walked.length) {
    const at = lines.findIndex((line) => !/reinforce|errand|passage|letter/.test(line.code));
    const text = t("ui.royal.sum.move", { count: walked.length, ways: counts(joined(walked).map(([from, to]) => `${from} → ${to}`)) });
    lines.splice(at < 0 ? lines.length : at, 0, { code: "move", text });
  }
  return lines;
}

// Steps of one servant one after the other are one walk.
function joined(steps) {
  const walks = [];
  for (const [from, to] of steps) {
    const last = walks.at(-1);
    if (last && last[1] === from) last[1] = to;
    else walks.push([from, to]);
  }
  return walks.filter(([from, to]) => from !== to);
}

function counts(words) {
  const tally = new Map();
  for (const word of words) tally.set(word, (tally.get(word) ?? 0) + 1);
  return [...tally].map(([word, count]) => (count > 1 ? `${word} ×${count}` : word)).join(", ");
}
