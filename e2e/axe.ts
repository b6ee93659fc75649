import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/**
 * What axe has against a part of the page: every rule, or, where only colours have changed, that of contrast. Monaco's own inside
 * is Monaco's affair. There are no frames to join, so that no second page has to be opened, and what an earlier look brought is used.
 */
export async function violationsIn(
  page: Page,
  part = 'body',
  rules: 'all' | 'contrast' = 'all',
): Promise<string[]> {
  // A scheme that was just chosen is painted first.
  const isThere = await page.evaluate(async () => {
    for (let k = 0; k < 2; k++) await new Promise((painted) => requestAnimationFrame(painted));
    return 'axe' in window;
  });
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .include(part)
    .exclude('.monaco-editor');
  const chosen = rules === 'all' ? axe.withTags(TAGS) : axe.withRules(['color-contrast']);
  const { violations } = await chosen.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`);
}
