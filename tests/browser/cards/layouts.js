// Lays many hands out in many boxes; what is wrong with any of them.
async () => {
  const page = document.querySelector('script[src*="pages/cards.js"]').src;
  const { layFans, layRows } = await import(page.replace("pages/cards.js", "cards/layout.js"));
  const ranks = [..."23456789TJQKA"];
  const suits = [..."CDHS"];
  const found = [];
  let seed = 7;
  const chance = (n) => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
  const outside = (one, box) =>
    one.x < -0.5 || one.y < -0.5 || one.x + one.width > box.width + 0.5 || one.y + one.height > box.height + 0.5;
  const covers = (two, one) =>
    two !== one && two.z >= one.z && Math.abs(two.x - one.x) < one.width - 1 &&
    two.y > one.y - 0.5 && two.y < one.y + Math.min(one.strip, one.height) - 1.5;
  for (let round = 0; round < 300; round += 1) {
    const pack = ranks.flatMap((rank) => suits.map((suit) => rank + suit)).filter(() => chance(4) < 1 + (round % 4));
    const fans = ranks.map((rank) => pack.filter((card) => card[0] === rank)).filter((fan) => fan.length);
    const box = { width: 280 + chance(900), height: 200 + chance(400) };
    for (const [name, laid] of [["fans", layFans(fans, box)], ["rows", layRows(pack, box)]]) {
      if (laid.cards.length !== pack.length) found.push([name, round, "cards missing"]);
      for (const one of laid.cards) {
        if (outside(one, box)) found.push([name, round, "outside", one, box]);
        if (laid.cards.some((two) => covers(two, one))) found.push([name, round, "covered", one, box]);
      }
    }
  }
  return found.slice(0, 5);
}
