const waiting: (() => void)[] = [];
let serving = false;

/** Acts when those that asked before have acted and been painted. The result gives the turn up. */
export function takeTurn(act: () => void): () => void {
  // The same may wait for two turns.
  const turn = () => act();
  waiting.push(turn);
  void serve();
  return () => {
    const at = waiting.indexOf(turn);
    if (at >= 0) waiting.splice(at, 1);
  };
}

async function serve(): Promise<void> {
  if (serving) return;
  serving = true;
  while (waiting.length > 0) {
    await painted();
    const turn = waiting.shift();
    // In a task of its own, so that the next has its turn whatever becomes of this.
    if (turn !== undefined) setTimeout(turn);
  }
  serving = false;
}

/**
 * Acts when the next frame is made, with the layout that it needs anyway: places asked for before would have it made twice. The result
 * takes it back.
 */
export function inNextFrame(act: () => void): () => void {
  const frame = requestAnimationFrame(act);
  return () => cancelAnimationFrame(frame);
}

/** A page out of sight paints nothing. */
const AT_LATEST_MS = 100;

function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, AT_LATEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
