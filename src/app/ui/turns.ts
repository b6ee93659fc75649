const waiting: (() => void)[] = [];
let serving = false;

/** Acts when all that asked earlier have acted and been painted. The function returned gives the turn up. */
export function takeTurn(act: () => void): () => void {
  // One reader may wait for two turns.
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
    // In a task of its own, so that the next has its turn even if this one fails.
    if (turn !== undefined) setTimeout(turn);
  }
  serving = false;
}

/**
 * Acts when the next frame is made, which needs the layout anyway: asking for positions earlier would compute it twice. The
 * function returned cancels it.
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
