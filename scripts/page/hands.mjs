// What the measurements do on the page, as a person would.

/** @typedef {import('@playwright/test').Page} Page */

/** Opens the page with nothing kept but the arrangement. @param {Page} page @param {string} url @param {string} arrangement */
export async function open(page, url, arrangement) {
  await page.addInitScript((id) => {
    localStorage.setItem('backsweep.arrangement', id);
    localStorage.setItem('backsweep.tour', 'seen');
  }, arrangement);
  await page.goto(url);
  await page.locator('.monaco-editor .view-line').first().waitFor();
}

/**
 * Comes with the pointer, presses, and lets go: events that arrive at once would be one task.
 * @param {import('@playwright/test').Locator} target @param {{ x: number, y: number }} [position]
 */
export async function clickAsAPerson(target, position) {
  const where = position ? { position } : {};
  await target.hover(where);
  await target.page().waitForTimeout(60);
  await target.click({ ...where, delay: 60 });
}

/** Pastes a text over the kernel. @param {Page} page @param {string} source */
export async function replaceKernel(page, source) {
  await clickAsAPerson(page.locator('.monaco-editor').first(), { x: 140, y: 30 });
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, source);
}

/** Waits until nothing has changed for a while, however slow the machine. @param {Page} page */
export async function settle(page, quiet = 600, most = 20_000) {
  await page.evaluate(
    ([still = 0, longest = 0]) =>
      new Promise((done) => {
        let last = performance.now();
        const begun = last;
        const observer = new MutationObserver(() => {
          last = performance.now();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        const look = () => {
          const now = performance.now();
          if (now - last < still && now - begun < longest) return void setTimeout(look, 50);
          observer.disconnect();
          done(undefined);
        };
        setTimeout(look, still);
      }),
    [quiet, most],
  );
}
