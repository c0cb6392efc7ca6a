// The page's one line to the table: the event stream with its watchdog, the polling fallback, and POST.
//
// States of the link, by the age of the last event (panel.md): live, stale after 2.5 s, reconnecting after
// 5 s, lost after 12 s. The page never gives up, never draws what the table has not said, and sends nothing
// while lost. Events handed on: table, match, summary, referee, notice, heartbeat, selftest, advice, gone, link,
// refusal.
import { boot } from "./boot.js";
import { sentence, t } from "./i18n.js";

const STALE_MS = 2500;
const RECONNECT_MS = 5000;
const LOST_MS = 12000;
const HIDDEN_CLOSE_MS = 30000;
const BACK_OFF_MS = [1000, 2000, 4000, 8000, 10000];
const POLL_MS = 1000;
const TICK_MS = 250;
const SLEEP_GAP_MS = 4000;
const POST_TIMEOUT_MS = 8000;
const KINDS = ["table", "match", "referee", "notice", "heartbeat", "selftest", "advice"];

/** 128 random bits as text; works on plain http, where crypto.randomUUID does not exist. */
export function token() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

/** Calls `ready` when the signal has not come within `ms`. AbortSignal.timeout is younger than some phones. */
function patience(ms) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ms);
  return { signal: stop.signal, done: () => clearTimeout(timer) };
}

async function request(path, options = {}, ms = POST_TIMEOUT_MS) {
  const limit = patience(ms);
  try {
    const answer = await fetch(path, { ...options, signal: limit.signal, cache: "no-store" });
    const text = await answer.text();
    let body = {};
    try {
      body = text ? JSON.parse(text) : {};
    } catch {
      body = { error: "not_json" }; // a proxy's page in between: the status still says what happened
    }
    return { ok: answer.ok, status: answer.status, body };
  } finally {
    limit.done();
  }
}

export class Client {
  constructor({ match = boot.match ?? null } = {}) {
    this.match_id = match;
    this.table = null;
    this.match = null;
    this.referee = null;
    this.link = "live";
    this.heard = performance.now();
    this.epoch = null;
    this.page = token();
    this.listeners = new Map();
    this.failures = 0;
    this.source = null;
    this.retry = null;
    this.hidden = null;
    this.polling = null;
    this.ticked = Date.now();
  }

  /** Calls `listener(value)` for each event of `kind`, at once if a value is known. */
  on(kind, listener) {
    if (!this.listeners.has(kind)) this.listeners.set(kind, []);
    this.listeners.get(kind).push(listener);
    if (["table", "match", "referee"].includes(kind) && this[kind]) listener(this[kind]);
    return this;
  }

  emit(kind, value) {
    for (const listener of this.listeners.get(kind) ?? []) listener(value);
  }

  start() {
    this.open();
    setInterval(() => this.tick(), TICK_MS);
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.hidden);
      if (document.hidden) this.hidden = setTimeout(() => this.close(), HIDDEN_CLOSE_MS);
      else this.woken(); // an open state may be a lie after a phone's sleep
    });
    addEventListener("pageshow", (event) => event.persisted && this.woken());
    addEventListener("online", () => this.woken());
    addEventListener("pagehide", () => this.close());
    return this;
  }

  // --- the stream ---------------------------------------------------------------------------------------

  open() {
    this.close();
    const query = new URLSearchParams({ page: this.page });
    if (this.match_id) query.set("match", this.match_id);
    const source = new EventSource(`/api/events?${query}`);
    this.source = source;
    this.opened = performance.now();
    for (const kind of KINDS) source.addEventListener(kind, (event) => this.receive(source, kind, event));
    source.addEventListener("bye", () => this.again(source));
    source.addEventListener("busy", () => this.refused(source)); // no stream is free: an ordinary answer, then the end
    source.addEventListener("gone", (event) => {
      if (source !== this.source) return;
      this.emit("gone", { reason: JSON.parse(event.data || "{}").reason });
      this.again(source); // from here on as an onlooker
    });
    source.onerror = () => {
      // A dropped line retries by itself; a refusal closes the source for good.
      if (source === this.source && source.readyState === EventSource.CLOSED) this.refused(source);
    };
  }

  close() {
    clearTimeout(this.retry);
    this.retry = null;
    this.source?.close();
    this.source = null;
  }

  again(source) {
    if (source !== this.source) return;
    this.close();
    const wait = BACK_OFF_MS[Math.min(this.failures, BACK_OFF_MS.length - 1)];
    this.failures += 1;
    this.retry = setTimeout(() => this.open(), wait * (0.8 + 0.4 * Math.random()));
  }

  refused(source) {
    if (source !== this.source) return;
    this.again(source);
    this.poll();
  }

  woken() {
    // Old data is shown as old at once, but the banner gets its full grace: a reload or a wake never flashes it.
    this.heard = Math.max(this.heard, performance.now() - STALE_MS);
    this.failures = 0;
    this.open();
    this.tick();
  }

  receive(source, kind, event) {
    if (source !== this.source) return;
    this.failures = 0;
    clearInterval(this.polling);
    this.polling = null;
    const epoch = (event.lastEventId || "").split(":")[0];
    if (epoch && epoch !== this.epoch) {
      this.epoch = epoch;
      this.fresh = true; // the service was restarted: its numbers start anew
    }
    this.take(kind, JSON.parse(event.data));
  }

  /** Takes a value from the stream, from polling or from a 409, unless a newer one is here already. */
  take(kind, value) {
    this.heard = performance.now();
    if (kind === "match") {
      if (value.id !== this.match_id) {
        this.emit("summary", value); // another match, in one line
        return this.tick();
      }
      if (!this.fresh && this.match && value.version < this.match.version) return this.tick();
      if (value.referee !== undefined) this.referee = value.referee;
    }
    if (kind === "table" && !this.fresh && this.table && value.seq < this.table.seq) return this.tick();
    if (kind === "referee") {
      if (value.match && value.match !== this.match_id) return this.tick();
      this.referee = value;
    }
    if (kind === "table" || kind === "match") {
      this[kind] = value;
      if (this.table && (this.match || !this.match_id)) this.fresh = false;
    }
    if (kind === "table") document.dispatchEvent(new CustomEvent("palace:table", { detail: value }));
    this.emit(kind, value);
    return this.tick();
  }

  // --- the watchdog -------------------------------------------------------------------------------------

  get age() {
    return performance.now() - this.heard;
  }

  tick() {
    const now = Date.now();
    const slept = now - this.ticked > SLEEP_GAP_MS;
    this.ticked = now;
    if (slept && !document.hidden) {
      this.woken();
      return;
    }
    const age = this.age;
    const link = age > LOST_MS ? "lost" : age > RECONNECT_MS ? "reconnecting" : age > STALE_MS ? "stale" : "live";
    if (link !== "live" && link !== "stale" && this.source && performance.now() - this.opened > RECONNECT_MS) {
      this.again(this.source); // open, but silent
    }
    const changed = link !== this.link;
    this.link = link;
    document.documentElement.dataset.link = link;
    if (changed || link !== "live") this.emit("link", { state: link, age_s: Math.floor(age / 1000) });
  }

  /** Asks at once and then every second, until a stream speaks again. */
  poll() {
    if (this.polling) return;
    this.polling = setInterval(() => this.look(), POLL_MS);
    this.look();
  }

  async look() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      const table = await request("/api/table", {}, 3000);
      if (table.ok) this.take("table", table.body);
      if (this.match_id) {
        const match = await request(`/api/matches/${this.match_id}`, {}, 3000);
        if (match.ok) this.take("match", match.body);
      }
    } catch {
      // No answer: the age of the last event grows, and the watchdog says so.
    } finally {
      this.asking = false;
    }
  }

  // --- asking and telling ---------------------------------------------------------------------------------

  /** GET as {ok, status, body}; a refusal is shown unless `quiet`. */
  async get(path, { quiet = false } = {}) {
    try {
      const answer = await request(path);
      if (!answer.ok && !quiet) this.refuse(answer);
      return answer;
    } catch {
      const answer = { ok: false, status: 0, body: {} };
      if (!quiet) this.refuse(answer);
      return answer;
    }
  }

  /** POST as {ok, status, body}. Sends nothing while the page has lost the table. */
  async post(path, body = {}, { quiet = false } = {}) {
    if (this.link === "lost") {
      const answer = { ok: false, status: 0, body: { code: "ui.link.lost", params: {} } };
      this.refuse(answer);
      return answer;
    }
    const options = {
      method: "POST",
      headers: { "X-Panel": "1", "Content-Type": "application/json" },
      body: JSON.stringify(body),
    };
    let answer;
    try {
      answer = await request(path, options);
    } catch {
      try {
        // The answer was lost, perhaps not the request: the same request_id is one act and gets one answer.
        answer = body.request_id ? await request(path, options) : { ok: false, status: 0, body: {} };
      } catch {
        answer = { ok: false, status: 0, body: {} };
      }
    }
    const newer = answer.body?.match ?? answer.body?.view;
    if (newer?.version !== undefined && newer.id) this.take("match", newer);
    if (!answer.ok && !quiet) this.refuse(answer);
    return answer;
  }

  /** An act that must happen once however often it is sent. */
  act(path, body = {}) {
    return this.post(path, { ...body, request_id: token() });
  }

  refuse({ status, body }) {
    const known = body.code || body.says;
    const { says, do: remedy } = known ? sentence(body) : { says: t("ui.no_answer"), do: t("ui.no_answer.do") };
    this.emit("refusal", { status, code: body.code ?? "", says, do: remedy });
  }
}
