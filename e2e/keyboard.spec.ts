import { expect, type Page } from '@playwright/test';
import { some } from '../src/engine/testing/draws';
import { code, editor, nextFrame, open, paste, side } from './page';
import { onOnePage as test } from './shared';

const KERNEL = 'double g(double x) {\n  x = x * x;\n  x = sin(x) * x;\n  return x;\n}\n';

const EDITOR = /^Kernel\. Tab writes a tab/;

/** Goes on by Tab until this has the focus: what the focus is on is asked of the page, nothing is put there. */
async function tabTo(page: Page, name: RegExp, role = ''): Promise<void> {
  for (let i = 0; i < 120; i++) {
    const at = await page.evaluate(() => {
      const active = document.activeElement;
      const label = active?.getAttribute('aria-label') ?? active?.textContent ?? '';
      return {
        name: label.trim(),
        role: active?.getAttribute('role') ?? active?.tagName.toLowerCase() ?? '',
      };
    });
    if (name.test(at.name) && at.role.includes(role)) return;
    // As its name says.
    if (EDITOR.test(at.name)) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
}

test('a kernel is changed, a line explained, the run stepped back, strategies compared and a link made, by keyboard alone', async ({
  page,
}) => {
  await open(page);
  // Change the kernel.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await tabTo(page, EDITOR);
  await page.keyboard.press('ControlOrMeta+A');
  await paste(page, KERNEL);
  await expect(code(page)).toContainText('g_b');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  // Find why: Read, its rows, a push among them.
  await page.keyboard.press('1');
  await tabTo(page, /^Both sweeps, line by line$/, 'listbox');
  const rows = page.getByRole('listbox', { name: 'Both sweeps, line by line' });
  const active = async () => {
    const id = await rows.getAttribute('aria-activedescendant');
    return page.locator(`[id="${id}"]`).getAttribute('aria-label');
  };
  await page.keyboard.press('Home');
  for (let i = 0; i < 12 && !/stores: push/.test((await active()) ?? ''); i++)
    await page.keyboard.press('ArrowDown');
  expect(await active()).toBe('forward sweep, stores: push_double(x);');
  await page.keyboard.press('Enter');
  await expect(side(page, 'Why').getByRole('heading', { level: 3 })).toContainText('stored before');
  // Step: to the end of the backward sweep, and back.
  await page.keyboard.press('4');
  await expect(page.locator('#main')).toBeFocused();
  await tabTo(page, /^Play$/);
  await page.keyboard.press('End');
  const count = page.locator('.player-count');
  const [, last = ''] = /of (\d+)/.exec((await count.textContent()) ?? '') ?? [];
  await expect(count).toContainText(`${last} of ${last}`);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(count).toContainText(`${Number(last) - 2} of ${last}`);
  // Compare, and use what was found.
  await page.keyboard.press('7');
  await expect(page.locator('.compare-sentence')).toContainText(/tape/);
  await tabTo(page, /^Use record all$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'record all', exact: true })).toBeChecked();
  // Share.
  await tabTo(page, /^Share$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#v1\.d\./);
  await page.keyboard.press('9');
  await expect(editor(page)).toBeVisible();
});

/** Roles that say nothing without a name. */
const NAMELESS =
  /^\s*- (?:button|link|textbox|searchbox|checkbox|radio|radiogroup|combobox|slider|switch|tab|tablist|tabpanel|listbox|option|region|table|img|application|menuitem|separator|toolbar|navigation|complementary)(?: \[[^\]]*\])*:?$/;

test('the screen reader’s tree names everything that can be used, and reads in order', async ({ page }) => {
  await open(page);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // By turns in the fast tier.
  for (const key of some([2, 3, 4, 5, 6, 7, 8, 9], 3)) {
    await page.keyboard.press(String(key));
    await nextFrame(page);
    const tree = await page.locator('body').ariaSnapshot();
    expect(
      tree.split('\n').filter((line) => NAMELESS.test(line)),
      `arrangement ${key}`,
    ).toEqual([]);
    expect(tree).toContain('- heading "backsweep" [level=1]');
    expect(tree).toMatch(/- main:\n {2}- region "/);
  }
  await page.keyboard.press('1');
  await expect(side(page, 'Run')).toContainText('Checked.');
  await expect(page.getByRole('textbox', { name: EDITOR })).toBeAttached();
  const tree = await page.locator('body').ariaSnapshot();
  expect(tree.split('\n').filter((line) => NAMELESS.test(line))).toEqual([]);
  const spoken = [
    'navigation "Arrangements"',
    'textbox "Kernel. Tab writes a tab; Escape, then Tab leaves the editor."',
    'listbox "Both sweeps, line by line"',
    'option "forward sweep, stores: push_double(x);"',
    'option "stored: x, 8 B. Why?"',
    'option "backward sweep, restores: x = pop_double();"',
    'region "Why"',
    'region "Run"',
    'button "Derivative of y, 1.5766118: say where it goes astray"',
  ];
  expect(spoken.filter((each) => !tree.includes(each))).toEqual([]);
  const places = spoken.map((each) => tree.indexOf(each));
  expect([...places].sort((a, b) => a - b)).toEqual(places);
  await page.keyboard.press('9');
});
