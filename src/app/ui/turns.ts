interface Turn {
  readonly place: number;
  readonly act: () => void;
}
const waiting: Turn[] = [];
let serving = false;

/** Acts when those before it have acted and been painted, the lowest place first. The result gives the turn up. */
export function takeTurn(place: number, act: () => void): () => void {
  const turn = { place, act };
  const later = waiting.findIndex((each) => each.place > place);
  waiting.splice(later < 0 ? waiting.length : later, 0, turn);
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
    waiting.shift()?.act();
  }
  serving = false;
}

/** A page out of sight paints nothing. */
const AT_LATEST_MS = 100;

function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, AT_LATEST_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
