// Short tones for own move, another's move, refusal, a warning before bands move, and the own turn.
// Made with WebAudio; nothing sounds before the first touch (browsers forbid it) or while muted.
const TONES = {
  own: [[523, 0, 0.09], [784, 0.08, 0.14]],
  other: [[392, 0, 0.1], [330, 0.1, 0.16]],
  refusal: [[196, 0, 0.12], [185, 0.14, 0.2]],
  warning: [[880, 0, 0.12], [880, 0.24, 0.12], [880, 0.48, 0.12]],
  turn: [[659, 0, 0.12], [880, 0.13, 0.2]],
};
const KEY = "palace-muted";

let context = null;
let muted = false;
try {
  muted = localStorage.getItem(KEY) === "1";
} catch {
  muted = false; // private windows may forbid storage: sounds stay on
}

export const isMuted = () => muted;

export function mute(on) {
  muted = on;
  try {
    localStorage.setItem(KEY, on ? "1" : "0");
  } catch {
    // forgotten at the next page, no more
  }
}

addEventListener("pointerdown", () => {
  context ??= window.AudioContext ? new AudioContext() : null;
  if (context?.state === "suspended") context.resume();
}, { capture: true, passive: true });

export function play(name) {
  if (muted || !context || context.state !== "running") return;
  for (const [hertz, after, seconds] of TONES[name]) {
    const tone = context.createOscillator();
    const loudness = context.createGain();
    const at = context.currentTime + after;
    tone.type = name === "refusal" ? "triangle" : "sine";
    tone.frequency.value = hertz;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.16, at + 0.015);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + seconds + 0.02);
  }
}

/** A short shake; before the first touch of a page browsers refuse it, with an error. */
export function vibrate() {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate?.(80);
}
