import { expect, type Page } from '@playwright/test';

/** The page as a person meets it, in words. */
export const editor = (page: Page) => page.locator('.monaco-editor').first();
export const code = (page: Page) => page.getByRole('listbox', { name: 'Generated code' });
export const side = (page: Page, name: 'Why' | 'Run') => page.getByRole('region', { name, exact: true });
/** A bar that says that something went wrong; Monaco has alerts of its own. */
export const alarm = (page: Page) => page.locator('.notice[role="alert"]');
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });

/** The code of the first program, of pages that have been opened. */
const firstCode = new WeakMap<Page, string>();

/** Opens the page and waits until its editor and its first results are there. A page that is open begins anew without being loaded. */
export async function open(page: Page): Promise<void> {
  if (firstCode.has(page) && (await page.locator('.app').count()) > 0) return beginAnew(page);
  await page.goto('./');
  await ready(page);
  firstCode.set(page, (await code(page).textContent()) ?? '');
}

/** The first program with its results, the graphs on top, nothing said or under the pointer, and nothing kept. */
async function beginAnew(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await alarm(page)
    .getByLabel('Dismiss')
    .evaluateAll((all) => {
      for (const each of all) if (each instanceof HTMLElement) each.click();
    });
  const painted = page.getByRole('button', { name: 'activity', exact: true, pressed: true });
  if ((await painted.count()) > 0) await painted.click();
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('menuitem').first().click();
  // Examples are opened in the language that one has: the first program is C.
  const inC = page.locator('.look').getByRole('button', { name: 'In C', exact: true });
  if ((await inC.count()) > 0) await inC.click();
  await everyPane(page);
  await tab(page, 'Graphs').click();
  await expect(code(page)).toHaveText(firstCode.get(page) ?? '');
  await expect(side(page, 'Run')).toContainText('Checked.');
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem('backsweep.arrangement', 'all');
  });
}

/** With every pane, as the tests want it, also where the page could not be told so before it loaded. */
export async function ready(page: Page): Promise<void> {
  await expect(editor(page)).toBeVisible();
  await everyPane(page);
  await expect(code(page)).toContainText('f_b');
}

async function everyPane(page: Page): Promise<void> {
  const every = page.getByRole('navigation', { name: 'Arrangements' }).getByText('All panes');
  if ((await every.count()) > 0 && (await every.getAttribute('aria-current')) === null) await every.click();
}

/** The text in the editor, as Monaco paints it. */
export async function textOf(page: Page): Promise<string> {
  const lines = await page
    .locator('.monaco-editor')
    .first()
    .locator('.view-line')
    .evaluateAll((all) =>
      all
        .map((line) => ({
          top: Number.parseFloat((line as HTMLElement).style.top),
          text: line.textContent ?? '',
        }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text.replaceAll('\u00a0', ' ')),
    );
  return lines.join('\n');
}

/** Replaces the whole kernel, as by pasting. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await editor(page).click({ position: { x: 140, y: 30 } });
  await page.keyboard.press('ControlOrMeta+A');
  await paste(page, text);
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** The texts that this browser keeps. */
export const drafts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('backsweep.draft.'))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').playground.source as string),
  );

/** Waits until what is read stays the same from one look to the next, and gives it. */
export async function settled(read: () => Promise<string>): Promise<string> {
  let last: string | null = null;
  await expect
    .poll(async () => {
      const now = await read();
      const same = now === last && now !== '';
      last = now;
      return same;
    })
    .toBe(true);
  return last ?? '';
}

/** After all that the page has in hand: its next frame is painted, and what that caused has run. */
export const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));

/** Collects what goes wrong in the page, to be empty at the end. */
export function watch(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text());
  });
  return troubles;
}

/** Puts the caret at the end of the line that holds this text, which has no blanks in it. */
export async function caretAfter(page: Page, part: string): Promise<void> {
  await editor(page).locator('.view-line', { hasText: part }).first().click();
  await page.keyboard.press('End');
}
