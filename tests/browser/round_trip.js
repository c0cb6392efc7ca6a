// Leads every pane to its point on the screen and back: run inside the page by test_board_view.py.
async () => {
  const src = document.querySelector('script[src*="js/pages/"]').src;
  const g = await import(src.slice(0, src.indexOf("js/") + 3) + "palace/geometry.js");
  const wrong = [];
  for (const [width, height] of [[1100, 720], [640, 420], [380, 460], [300, 300]]) {
    for (const turned of [false, true]) {
      for (const levels of [[1, 2, 3, 2, 1], [3, 1, 3, 1, 3], [1, 1, 1, 1, 1], [1.4, 2.9, 1, 3, 2.2]]) {
        const board = g.fit({ width, height, turned });
        if (board.lift > board.row / 5 + 1e-9) wrong.push("the lift hides too much");
        for (const pane of g.PANES) {
          const { column, row } = g.parsePane(pane);
          const [x, y] = g.middle(board, column, row, levels[Math.floor(row / 2)]);
          const found = g.at(board, x, y, levels);
          if (found.column !== column || found.row !== row) wrong.push(`${pane} ${turned} ${levels} ${width}`);
          if (x < 0 || x > width || y < 0 || y > height) wrong.push(`${pane} lies outside`);
        }
        for (const band of [1, 2, 3, 4, 5]) {
          const place = g.slot(board, band);
          for (const level of [1, 2, 3]) if (g.levelFor(place, g.handleY(place, level)) !== level) wrong.push(`slot ${band}`);
          if (place.left < -1 || place.left + place.width > width + 1) wrong.push(`slot ${band} lies outside at ${width}`);
        }
      }
    }
  }
  return wrong;
}
