// Where the cards of a hand lie. Pure arithmetic: a box in, rectangles out, no element touched.
//
// Sorted by rank, equal cards make a fan: they lie over each other from top to bottom, so that each shows a
// strip with its index, and the front one all of itself. As drawn, every card stands for itself in rows that
// may overlap. Sizes are CSS px. From three cards to forty all stay inside the box, as large as it allows.
const RATIO = 1.4; // height to width of a whole card
const CROPPED = 1.15; // of one whose lower end is cut off, where room is short
const STRIP = 26; // least height of a strip that can be read and touched
const EASY = 34; // and one that is easy to touch, where there is room
const READS = 2.1; // a strip of one px reads as well as a card of so many px width
const FEWER_ROWS = 1.12; // another row must make the cards so much larger to be worth it
export const NARROW = 44; // cards are not made narrower than this if another row can help

/** How tall the cards of `rows` rows are and how far apart those of a fan, in a box of this height. */
function heights(width, rows, depth, room) {
  const open = Math.max(EASY, 0.5 * width);
  if (rows * RATIO * width + depth * open <= room) return { width, height: RATIO * width, strip: open };
  let height = Math.max(CROPPED * width, Math.min(RATIO * width, (room - depth * STRIP) / rows));
  if (rows * height + depth * STRIP > room) {
    // Even cropped cards are too tall: smaller ones, in the same number of rows.
    width = Math.max(30, Math.min(width, (room - depth * STRIP) / (rows * CROPPED)));
    height = CROPPED * width;
  }
  const strip = depth ? Math.min(open, Math.max(0, (room - rows * height) / depth)) : open;
  return { width, height, strip };
}

function planFans(fans, rows, box) {
  const columns = Math.ceil(fans.length / rows);
  const rowFans = Array.from({ length: rows }, (_, n) => fans.slice(n * columns, (n + 1) * columns)).filter((row) => row.length);
  const depths = rowFans.map((row) => Math.max(...row.map((fan) => fan.length)) - 1);
  const depth = depths.reduce((sum, one) => sum + one, 0);
  const gap = columns > 9 ? box.gap / 2 : box.gap;
  const widest = Math.min(box.most, (box.width - gap * (columns - 1)) / columns);
  const size = heights(widest, rowFans.length, depth, box.height - box.gap * (rowFans.length - 1));
  return { ...size, rowFans, depths, gap, score: Math.min(size.width, depth ? size.strip * READS : Infinity) };
}

function best(plans) {
  return plans.reduce((one, other) => (other.score > one.score * FEWER_ROWS ? other : one));
}

/** Fans side by side: {cards: [{card, x, y, width, height, z, strip}], fans: [{cards, x, y, width, height}]}. */
export function layFans(fans, { width, height, most = 108, gap = 6 }) {
  if (!fans.length) return { cards: [], fans: [] };
  const box = { width, height, most, gap };
  const plan = best([1, 2, 3, 4].filter((rows) => rows <= fans.length).map((rows) => planFans(fans, rows, box)));
  const laid = { cards: [], fans: [] };
  const total = plan.rowFans.length * plan.height + plan.depths.reduce((sum, one) => sum + one * plan.strip, 0) + gap * (plan.rowFans.length - 1);
  let top = Math.max(0, (height - total) / 2);
  plan.rowFans.forEach((row, n) => {
    const used = row.length * plan.width + (row.length - 1) * plan.gap;
    const bottom = top + plan.depths[n] * plan.strip;
    row.forEach((fan, column) => {
      const x = (width - used) / 2 + column * (plan.width + plan.gap);
      fan.forEach((card, place) => laid.cards.push({
        card, x, y: bottom - (fan.length - 1 - place) * plan.strip, width: plan.width, height: plan.height,
        z: place, strip: place === fan.length - 1 ? plan.height : plan.strip,
      }));
      laid.fans.push({ cards: fan, x, y: bottom, width: plan.width, height: plan.height });
    });
    top = bottom + plan.height + gap;
  });
  return laid;
}

function planRows(count, columns, box) {
  const rows = Math.ceil(count / columns);
  const width = Math.min(box.most, (box.width - box.gap * (columns - 1)) / columns);
  let height = RATIO * width;
  if (rows * height + (rows - 1) * box.gap > box.height) height = Math.min(height, Math.max(CROPPED * width, box.height - (rows - 1) * STRIP));
  const strip = rows > 1 ? Math.min(height + box.gap, (box.height - height) / (rows - 1)) : height;
  return { rows, columns, width, height, strip, score: Math.min(width, rows > 1 ? strip * READS : Infinity, height > box.height ? box.height / READS : Infinity) };
}

/** Cards one by one, row after row, lower rows over upper ones. The same shape as `layFans`, without fans. */
export function layRows(cards, { width, height, most = 108, gap = 6 }) {
  if (!cards.length) return { cards: [], fans: [] };
  const box = { width, height, most, gap };
  const plan = best(Array.from({ length: cards.length }, (_, n) => planRows(cards.length, cards.length - n, box)));
  const step = Math.min(plan.strip, plan.height + gap);
  const top = Math.max(0, (height - plan.height - (plan.rows - 1) * step) / 2);
  return {
    fans: [],
    cards: cards.map((card, n) => {
      const row = Math.floor(n / plan.columns);
      const inRow = Math.min(plan.columns, cards.length - row * plan.columns);
      const used = inRow * plan.width + (inRow - 1) * gap;
      return {
        card, x: (width - used) / 2 + (n % plan.columns) * (plan.width + gap), y: top + row * step,
        width: plan.width, height: plan.height, z: row, strip: row === plan.rows - 1 ? plan.height : Math.min(step, plan.height),
      };
    }),
  };
}

/** The least height in which these fans can be read and touched at this width. */
export function needs(fans, width, gap = 6) {
  if (!fans.length) return 0;
  const rows = [1, 2, 3, 4].find((n) => (width - gap * (Math.ceil(fans.length / n) - 1)) / Math.ceil(fans.length / n) >= NARROW) ?? 4;
  const plan = planFans(fans, rows, { width, height: 1e4, most: NARROW + 4, gap });
  const depth = plan.depths.reduce((sum, one) => sum + one, 0);
  return Math.ceil(plan.rowFans.length * (CROPPED * plan.width + gap) + depth * STRIP);
}
