// Which panes a finger would miss: run inside the page by test_board_view.py.
() => {
  const board = document.querySelector(".board-layer").getBoundingClientRect();
  const missed = [];
  const boxes = [...document.querySelectorAll("[data-pane]")].map((button) => [button, button.getBoundingClientRect()]);
  for (const [button, box] of boxes) {
    // The middle of what is seen of the pane's face: what lies in front may cover its lower part.
    const x = box.left + box.width / 2;
    const own = [];
    for (let y = box.top + 1; y < box.bottom; y += 1) if (document.elementFromPoint(x, y) === button) own.push(y);
    if (own.length < Math.min(14, box.height * 0.45)) {
      const there = document.elementFromPoint(x, box.top + box.height / 2);
      missed.push(`${button.dataset.pane} only ${own.length} px at ${Math.round(box.top)}, under ${there?.dataset.pane ?? there?.className}`);
    }
    if (box.left < board.left - 1 || box.right > board.right + 1) missed.push(`${button.dataset.pane} outside`);
  }
  return missed;
}
