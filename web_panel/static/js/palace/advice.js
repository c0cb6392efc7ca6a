// Help on the page of a match: threatened spheres, hints, the key of a puzzle. Asked for and kept by version:
// what the match has moved past is forgotten. The table says by the event `advice` when to ask again.
import { sentence, t } from "../i18n.js";
import { announce } from "../strip.js";

const RETRY_MS = 1500; // should the event get lost
const SWITCH = "palace-threats";
const DECIDED = 900; // a value beyond this many spheres: the match is decided by force

function stored() {
  try {
    return localStorage.getItem(SWITCH);
  } catch {
    return null; // a private window: not remembered
  }
}

/** Whether one person plays against computers alone. */
export const alone = (match) => match.seats.filter((seat) => seat.kind !== "bot").length === 1;

/** "c7 can be broken: c6nxc7 after B3=1." */
export function threatWords({ pane, text, actions }) {
  const bands = actions.slice(0, -1).join(" ");
  return t(bands ? "ui.threat.after" : "ui.threat.at_once", { pane, text, bands });
}

/** What a turn is worth, in spheres ahead of the other side: "+1.2", or how the match is decided. */
export function valueShort(value) {
  if (Math.abs(value) > DECIDED) return t(value > 0 ? "ui.value.win" : "ui.value.loss");
  const rounded = Math.round(value * 10) / 10;
  return `${rounded > 0 ? "+" : rounded < 0 ? "−" : "±"}${Math.abs(rounded).toFixed(1)}`;
}

/** The same with its unit. */
export const valueWords = (value) => (Math.abs(value) > DECIDED ? valueShort(value) : t("ui.value", { value: valueShort(value) }));

/** The actions of a turn, each in words. */
export const turnWords = (turn) => turn.says.map((message) => sentence(message).says).join("; ");

export class Advice {
  /** `redraw()` is called when something has come. */
  constructor(client, redraw) {
    this.client = client;
    this.redraw = redraw;
    this.match = null;
    this.wanted = stored();
    this.clear();
    client.on("advice", ({ match, what }) => {
      if (match !== this.match?.id) return;
      if (what === "threats") this.look();
      if (what === "hint" && this.waiting) this.ask();
    });
  }

  clear() {
    this.found = [];
    this.lines = null; // the hints, once asked for
    this.line = null; // the one that is looked at
    this.key = null;
    this.waiting = false;
  }

  get on() {
    if (!this.match || this.match.puzzle) return false;
    return this.wanted ? this.wanted === "on" : alone(this.match);
  }

  toggle() {
    this.wanted = this.on ? "off" : "on";
    try {
      localStorage.setItem(SWITCH, this.wanted);
    } catch {
      // not remembered
    }
    this.found = [];
    this.look();
    this.redraw();
  }

  /** The threats shown: to one's own spheres, or to all for who has none or plays both sides. */
  get threats() {
    const mine = this.match?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
    return this.on ? this.found.filter((threat) => !mine.length || mine.includes(threat.seat)) : [];
  }

  news(match) {
    const moved = !this.match || match.version !== this.match.version || match.state !== this.match.state;
    this.match = match;
    if (!moved) return;
    this.clear();
    this.look();
  }

  async look() {
    const { match } = this;
    clearTimeout(this.later);
    if (!this.on || match.state !== "playing") return;
    const { ok, body } = await this.client.get(`/api/matches/${match.id}/threats`, { quiet: true });
    if (!ok || body.version !== this.match.version) return;
    if (!body.ready) {
      this.later = setTimeout(() => this.look(), RETRY_MS);
      return;
    }
    this.found = body.threats;
    if (this.threats.length) announce(t("ui.threats", { panes: this.threats.map((threat) => threat.pane).join(", ") }));
    this.redraw();
  }

  /** Asks for a hint, and again until it is there. */
  async ask() {
    clearTimeout(this.hintLater);
    this.waiting = true;
    this.redraw();
    const { ok, body } = await this.client.post(`/api/matches/${this.match.id}/hint`);
    if (!ok) this.waiting = false;
    else if (body.version === this.match.version) {
      if (body.ready) {
        this.waiting = false;
        this.lines = body.lines;
        announce(this.lines.map(turnWords).join(". "));
      } else this.hintLater = setTimeout(() => this.waiting && this.ask(), 2 * RETRY_MS);
    }
    this.redraw();
  }

  async showKey() {
    const { ok, body } = await this.client.get(`/api/matches/${this.match.id}/key`);
    if (!ok) return;
    this.key = body;
    announce(turnWords(body));
    this.redraw();
  }

  /** The turn whose way is drawn: a hint that is looked at, or the key. */
  get shown() {
    return this.line === null ? this.key : this.lines[this.line];
  }

  close() {
    this.lines = this.line = null;
    this.redraw();
  }
}
