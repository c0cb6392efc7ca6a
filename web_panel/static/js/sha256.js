// SHA-256 (FIPS 180-4) in a page that has no crypto.subtle: browsers give that to https alone, and the table
// speaks plain http at home. Small inputs only: it is for checking the secret of a match.
const primes = (count) => {
  const found = [];
  for (let n = 2; found.length < count; n += 1) if (found.every((prime) => n % prime)) found.push(n);
  return found;
};
const fraction = (value) => Math.floor((value - Math.floor(value)) * 2 ** 32) | 0;
const PRIMES = primes(64);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The digest of `bytes` (Uint8Array) in hexadecimal. */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const state = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i += 1) {
      if (i < 16) w[i] = view.getInt32(block + 4 * i);
      else {
        const [old, late] = [w[i - 15], w[i - 2]];
        w[i] = (w[i - 16] + (turn(old, 7) ^ turn(old, 18) ^ (old >>> 3)) + w[i - 7] + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))) | 0;
      }
    }
    let [a, b, c, d, e, f, g, k] = state;
    for (let i = 0; i < 64; i += 1) {
      const one = (k + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, k] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, k].forEach((word, i) => (state[i] = (state[i] + word) | 0));
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The bytes that hexadecimal digits stand for. */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
