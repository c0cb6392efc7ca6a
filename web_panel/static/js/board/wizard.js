// The hardware test as a wizard: what to test, what a hand has to do now, how each step ended, the report.
// The table runs the test and asks; this page shows where it stands and carries the answers. While it is open
// it takes the place of the other tools beside the glass, which stays in sight.
import { h, refill, say, set } from "../dom.js";
import { holdButton } from "../hold.js";
import { sentence, t } from "../i18n.js";
import { play } from "../sound.js";
import { announce } from "../strip.js";

const LOOK_MS = 2000; // a page without an event stream asks; with one this only mends what it has missed
const CYCLES = { low: 1, high: 200, start: 3 };
const SIGNS = { passed: "✓", failed: "✕", skipped: "–", aborted: "■" };

const button = (label, onclick, attributes = {}) => h("button", { type: "button", class: "button", onclick, "data-focus": label, ...attributes }, label);
const title = (step) => sentence({ code: `test.${step}` });
const bare = (text) => text.replace(/[.]$/, "");

/** Fills `node`; `bench` is told by `data-testing` that the wizard is open. */
export function wizard(node, bench, client) {
  let state = null;
  let open = false;
  let chosen = null; // the keys of the steps to run
  let cycles = CYCLES.start;
  let sending = false;
  let afresh = false; // the last run is known; another is being chosen
  let asked = "";
  const start = holdButton(t("ui.test.start"), begin, { class: "button primary", id: "test-start" });

  async function look() {
    const answer = await client.get("/api/selftest", { quiet: true });
    if (answer.ok) take(answer.body);
  }

  function take(next) {
    const before = state;
    state = next;
    chosen ??= new Set(next.steps.map((step) => step.key));
    if (next.running && !before?.running) {
      open = true;
      afresh = false;
    }
    const question = JSON.stringify(next.ask);
    if (question !== asked && next.ask) {
      play("turn");
      announce(sentence(next.ask).says);
    }
    asked = question;
    if (before?.running && !next.running && next.passed !== null) announce(t(next.passed ? "ui.test.passed" : "ui.test.not_passed"));
    draw();
  }

  async function post(what, body) {
    sending = true;
    draw();
    const answer = await client.post(`/api/selftest/${what}`, body);
    sending = false;
    if (answer.ok && answer.body.steps) take(answer.body);
    else draw();
  }

  function begin() {
    const only = state.steps.map((step) => step.key).filter((key) => chosen.has(key));
    post("start", { only, cycles });
  }

  const answer = (word) => () => post("answer", { word });

  function choose(keys) {
    chosen = new Set(keys);
    draw();
  }

  function show(wanted) {
    open = wanted;
    afresh = true;
    draw();
    node.querySelector("button:not(:disabled)")?.focus();
    node.scrollIntoView({ block: "nearest" });
  }

  function again() {
    afresh = true;
    draw();
  }

  // --- drawing --------------------------------------------------------------------------------------------

  function draw() {
    if (!state) return;
    set(bench, { "data-testing": open });
    const phase = !open ? "shut" : state.running ? "running" : state.passed !== null && !afresh ? "ended" : "choosing";
    set(node, { "data-phase": phase });
    const there = Boolean(client.table?.connected);
    const key = { shut: [state.passed, state.report], choosing: [[...chosen], cycles], running: [state.step, state.ask, state.results.length, sending], ended: [state.results, state.passed, state.report] }[phase];
    refill(node, [phase, ...key], () => ({ shut, choosing, running, ended })[phase]());
    if (phase === "choosing") {
      const moving = state.steps.some((step) => step.moves && chosen.has(step.key));
      set(start, { disabled: !there || !chosen.size || sending });
      say(node.querySelector(".test-why"), there ? (chosen.size ? (moving ? t("ui.test.start.moves") : "") : t("ui.test.start.choose")) : t("ui.test.start.no_board"));
    }
    if (phase === "running") progress();
  }

  const heading = (act) => h("div", { class: "row spread test-head" }, h("h2", {}, t("ui.test")), act);
  const report = () => (state.report ? h("a", { class: "button", href: "/api/selftest/report", download: "", "data-focus": "report" }, t("ui.test.report")) : null);

  const shut = () => [
    h("h2", {}, t("ui.test")), h("p", { class: "soft" }, t("ui.test.about")),
    h("div", { class: "row" }, button(t("ui.test.open"), () => show(true)), report()),
  ];

  function choosing() {
    const keys = state.steps.map((step) => step.key);
    const more = (by) => () => {
      cycles = Math.min(CYCLES.high, Math.max(CYCLES.low, cycles + by * (cycles + by > 10 || cycles > 10 ? 10 : 1)));
      draw();
    };
    return [
      heading(button(t("ui.test.back"), () => show(false))),
      h("div", { class: "row test-sets", role: "group", "aria-label": t("ui.test.steps") },
        button(t("ui.test.all"), () => choose(keys)),
        button(t("ui.test.rest"), () => choose(state.steps.filter((step) => !step.moves).map((step) => step.key))),
        button(t("ui.test.nothing"), () => choose([]))),
      h("div", { class: "test-steps" }, state.steps.map((step) => {
        const { says, do: about } = title(step.key);
        return h("label", { class: "choice", for: `test-${step.key}` },
          h("input", { type: "checkbox", id: `test-${step.key}`, checked: chosen.has(step.key), "data-focus": step.key, onchange: () => choose(chosen.has(step.key) ? [...chosen].filter((key) => key !== step.key) : [...chosen, step.key]) }),
          h("span", { class: "grow" }, bare(says), step.moves ? [" ", h("span", { class: "tag" }, t("ui.test.moves"))] : null, h("small", {}, about)));
      })),
      chosen.has("soak") ? h("div", { class: "row spread" }, h("span", { class: "grow" }, t("ui.test.cycles")), h("span", { class: "row" },
        button("−", more(-1), { "aria-label": `${t("ui.test.cycles")}: ${t("ui.less")}`, disabled: cycles <= CYCLES.low }),
        h("output", { class: "number big" }, String(cycles)),
        button("+", more(1), { "aria-label": `${t("ui.test.cycles")}: ${t("ui.more")}`, disabled: cycles >= CYCLES.high }))) : null,
      h("div", { class: "test-go" }, h("p", { class: "test-why" }), start),
    ];
  }

  function running() {
    const { step, ask, results } = state;
    const { says, do: about } = step ? title(step.step) : { says: "…", do: "" };
    return [
      heading(button(t("ui.test.abort"), () => post("abort"), { class: "button danger" })),
      h("div", { class: "test-now" },
        step ? h("p", { class: "soft" }, t("ui.test.now", step)) : null,
        h("h3", {}, bare(says)),
        h("progress", { class: "test-bar", "aria-label": t("ui.test") }),
        h("p", { class: "soft test-count number" }),
        ask ? question(ask) : h("p", { class: step?.moves ? "test-moves" : "soft" }, t(step?.moves ? "ui.test.moving" : "ui.test.works")),
        h("p", { class: "soft" }, about)),
      results.length ? table(results) : null,
    ];
  }

  function question(ask) {
    const { says, do: remedy } = sentence(ask);
    const words = ask.question
      ? [button(t("ui.test.yes"), answer("yes"), { class: "button primary", disabled: sending }), button(t("ui.test.no"), answer("no"), { disabled: sending })]
      : [button(t("ui.test.done"), answer("yes"), { class: "button primary", disabled: sending })];
    return h("div", { class: "test-ask" },
      h("p", { class: "test-words" }, says), remedy ? h("p", {}, remedy) : null,
      ask.question ? null : h("p", { class: "soft" }, t("ui.test.sensed")),
      h("div", { class: "row" }, words, button(t("ui.test.skip"), answer("skip"), { disabled: sending })));
  }

  /** Within a step as the step counts, else by the steps that are through. */
  function progress() {
    const { step, progress: part } = state;
    const bar = node.querySelector(".test-bar");
    set(bar, { max: step?.of ?? 1, value: step ? step.number - 1 + (part?.of ? part.done / part.of : 0) : 0 });
    say(node.querySelector(".test-count"), part ? t("ui.test.progress", part) : "");
  }

  const ended = () => [
    heading(button(t("ui.test.back"), () => show(false))),
    h("p", { class: "test-verdict", "data-passed": state.passed }, h("span", { "aria-hidden": "true" }, SIGNS[state.passed ? "passed" : "failed"]), t(state.passed ? "ui.test.passed" : "ui.test.not_passed")),
    table(state.results),
    h("div", { class: "row" }, report(), button(t("ui.test.again"), again)),
  ];

  const table = (results) => h("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": t("ui.test.results") },
    h("table", { class: "plain test-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("ui.test.step")), h("th", { scope: "col" }, t("ui.test.result")))),
      h("tbody", {}, results.map((result) => {
        const reason = result.notice ? sentence(result.notice) : null;
        return h("tr", { "data-verdict": result.verdict },
          h("th", { scope: "row" }, bare(title(result.step).says), h("span", { class: "soft number test-time" }, t("ui.test.seconds", { seconds: result.seconds.toFixed(1) }))),
          h("td", {}, h("b", { class: "verdict" }, h("span", { "aria-hidden": "true" }, SIGNS[result.verdict], " "), t(`ui.test.verdict.${result.verdict}`)),
            reason ? h("span", { class: "test-reason" }, reason.says, reason.do ? ` ${reason.do}` : "") : null));
      }))));

  client.on("selftest", take);
  client.on("table", draw);
  client.on("link", ({ state: link }) => link === "live" && look());
  setInterval(() => (state?.running || (open && client.polling)) && !document.hidden && look(), LOOK_MS);
  look();
}
