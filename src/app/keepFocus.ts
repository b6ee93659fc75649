/** What the focus was in, from the inside out. */
let around: HTMLElement[] = [];

function remember({ target }: FocusEvent): void {
  around = [];
  for (
    let each = target as Element | null;
    each !== null && each !== document.body;
    each = each.parentElement
  )
    if (each instanceof HTMLElement) around.push(each);
}

function restore(): void {
  const [inside] = around;
  if (inside === undefined || inside.isConnected || document.activeElement !== document.body) return;
  const near = around.find((each) => each.isConnected);
  around = [];
  if (near === undefined) return;
  if (!near.hasAttribute('tabindex')) {
    near.tabIndex = -1;
    near.addEventListener('blur', () => near.removeAttribute('tabindex'), { once: true });
  }
  near.focus({ preventScroll: true });
}

/** When an element with the focus goes away, such as a button that has done its work, the element around it gets the focus. */
export function keepFocus(): void {
  document.addEventListener('focusin', remember);
  // A frame later, as some give the focus to a place of their own.
  new MutationObserver(() => {
    if (around[0]?.isConnected === false) requestAnimationFrame(() => requestAnimationFrame(restore));
  }).observe(document.body, { subtree: true, childList: true });
}
