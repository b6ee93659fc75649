import type { Page } from '@playwright/test';

/**
 * What is wrong with the texts in sight. *Clipped*: some of a text lies outside of what cuts it off, and neither scrolls, nor ends in dots,
 * nor tells the whole in a title. *Overlapping*: two texts are drawn in one place, none of them on a ground of its own that hides the other.
 * Text that cannot be seen at all, or that is reached by scrolling, is no fault; of graphs that are moved by hand, only overlaps count.
 * Monaco's own inside is Monaco's affair. Cards and runs are no wider than their panes. `inGraphs`: the least size in graphs, which have to show much at once.
 */
export const faultyTexts = (page: Page, least: number, inGraphs = least): Promise<string[]> =>
  page.evaluate(
    ([smallest, smallestInGraphs]) => {
      interface Seen {
        readonly element: Element;
        readonly text: string;
        readonly box: DOMRect;
      }
      const NOT_READ = '.monaco-editor, .unseen, .skip, script, style, title, desc, select, option';
      const faults = new Set<string>();
      const seen: Seen[] = [];
      const said = (text: string) => `“${text.trim().replace(/\s+/g, ' ').slice(0, 40)}”`;

      /** The part of a box that is in sight; null if none is. `cut`: something hides the rest for good. */
      function inSight(element: Element, box: DOMRect): { box: DOMRect; cut: Element | null } | null {
        let { left, right, top, bottom } = box;
        let cut: Element | null = null;
        let told = false;
        const reached = { x: false, y: false };
        for (
          let at: Element | null = element;
          at !== null && at !== document.documentElement;
          at = at.parentElement
        ) {
          const style = getComputedStyle(at);
          if (style.visibility === 'hidden' || style.opacity === '0' || style.clipPath !== 'none')
            return null;
          told ||=
            style.textOverflow === 'ellipsis' || at.hasAttribute('title') || style.maskImage !== 'none';
          const isBox =
            at instanceof HTMLElement
              ? style.display !== 'inline' && style.display !== 'contents'
              : at.matches('svg');
          if (!isBox || (style.overflowX === 'visible' && style.overflowY === 'visible')) continue;
          const edge = at.getBoundingClientRect();
          const movable = at.matches('.canvas') && at.closest('.growing') === null;
          const scrolls = (overflow: string) => movable || overflow === 'auto' || overflow === 'scroll';
          const outX = left < edge.left - 1.5 || right > edge.right + 1.5;
          const outY = top < edge.top - 2.5 || bottom > edge.bottom + 2.5;
          reached.x ||= scrolls(style.overflowX);
          reached.y ||= scrolls(style.overflowY);
          if (((outX && !reached.x) || (outY && !reached.y)) && !told) cut ??= at;
          [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
          [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
          if (right - left < 2 || bottom - top < 2) return null;
          if (style.position === 'fixed') break;
        }
        [left, right] = [Math.max(left, 0), Math.min(right, innerWidth)];
        [top, bottom] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
        return right - left < 2 || bottom - top < 2
          ? null
          : { box: new DOMRect(left, top, right - left, bottom - top), cut };
      }

      /** Whether what lies on top there has a ground of its own, below which nothing of the other is seen. */
      function hides(a: Seen, b: Seen, x: number, y: number): boolean {
        const stack = document.elementsFromPoint(x, y);
        const on = [a, b].map(({ element }) =>
          stack.findIndex((each) => each === element || element.contains(each)),
        );
        if (on.some((at) => at < 0)) return true;
        const [upper, lower] = (on[0] ?? 0) <= (on[1] ?? 0) ? [a, b] : [b, a];
        for (
          let at: Element | null = upper.element;
          at !== null && !at.contains(lower.element);
          at = at.parentElement
        ) {
          const ground = getComputedStyle(at).backgroundColor;
          if (!/^(transparent|.*,\s*0\)|.*\/ 0\))$/.test(ground)) return true;
        }
        return false;
      }

      for (const body of document.querySelectorAll(
        ':is([aria-label="Why"], [aria-label="Run"]) > .panel-body',
      ))
        if (body.scrollWidth > body.clientWidth + 1)
          faults.add(`${said(body.textContent ?? '')} is wider than its pane`);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent ?? '';
        if (element === null || text.trim() === '' || element.closest(NOT_READ) !== null) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const each of range.getClientRects()) {
          if (each.width < 2 || each.height < 2) continue;
          const found = inSight(element, each);
          if (found === null) continue;
          if (found.cut !== null)
            faults.add(`${said(text)} is clipped by ${found.cut.tagName}.${found.cut.getAttribute('class')}`);
          seen.push({ element, text, box: found.box });
          const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
          const scale = matrix === null ? 1 : Math.hypot(matrix.a, matrix.b);
          const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
          const enough = element.closest('.canvas') === null ? smallest : smallestInGraphs;
          if (size < enough - 0.06) faults.add(`${said(text)} has ${size.toFixed(1)} pixels`);
        }
      }
      seen.sort((a, b) => a.box.top - b.box.top);
      seen.forEach((a, i) => {
        for (const b of seen.slice(i + 1)) {
          if (b.box.top > a.box.bottom) break;
          if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
          const [left, right] = [Math.max(a.box.left, b.box.left), Math.min(a.box.right, b.box.right)];
          const [top, bottom] = [Math.max(a.box.top, b.box.top), Math.min(a.box.bottom, b.box.bottom)];
          if (right - left < 3 || bottom - top < 5) continue;
          if (!hides(a, b, (left + right) / 2, (top + bottom) / 2))
            faults.add(`${said(a.text)} lies on ${said(b.text)}`);
        }
      });
      return [...faults];
    },
    [least, inGraphs] as const,
  );
