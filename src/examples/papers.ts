import { sectionsOf } from '../lessons/settings';
import type { Paper } from './citations';
import { type Example, exampleOf, KERNELS } from './example';
import items from './papers.md?raw';

/** A figure, table, listing or algorithm. The page "The papers" shows them all. */
export interface PaperItem {
  readonly paper: Paper;
  /** As the paper counts: `Fig. 2`, `Table 2.1`, `5.1`. */
  readonly number: string;
  readonly title: string;
  /** What of the paper is seen here and differs, errata among it; empty where nothing does. */
  readonly differs: string;
  /** What opens; null where the item has no program, and nothing that one could show. */
  readonly example: Example | null;
}

export const PAPER_ITEMS: readonly PaperItem[] = sectionsOf(items).map(({ name, fields, text: differs }) => {
  const [, paper, number = '', title = ''] = /^\[(\w+)\] (.+?), (.+)$/.exec(name) ?? [];
  const { kernel } = fields;
  const look = differs === '' ? 'As in the paper.' : differs;
  const example =
    kernel === undefined
      ? null
      : exampleOf(`[${paper}] ${number}`, kernel, {
          ...{ inputs: KERNELS.get(kernel)?.inputs ?? '', ...fields },
          ...{ title: name, look },
        });
  return { paper: paper as Paper, number, title, differs, example };
});

export const exampleOfPaper = (id: string): Example | null =>
  PAPER_ITEMS.find(({ example }) => example?.id === id)?.example ?? null;
