// What a page asks for by itself comes in few files: React, what the page and its live embeds have in common, and what is the page's
// own. Cut by who else imports what, as is the default, they would be some forty, most of them smaller than what it takes to ask for one.
import { join } from 'node:path';
import { root } from '../processes.mjs';

const PAGE = join(root, 'src/main.tsx');
const LIVE = join(root, 'src/app/embed/startLive.tsx');

/** @typedef {import('vite').Rolldown.ChunkingContext} Context */

/** @type {import('vite').Rolldown.CodeSplittingGroup[]} */
export const SHELL = [
  // It changes more rarely than we do: kept apart, it stays in the visitor's cache.
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: (id, context) => (isNeededBy([PAGE, LIVE], id, context) ? 'shared' : null), priority: 2 },
  { name: (id, context) => (isNeededBy([PAGE], id, context) ? 'page' : null), priority: 1 },
];

/** Each of these files imports it, directly or not, before it runs. @param {string[]} files @param {string} id @param {Context} context */
function isNeededBy(files, id, context) {
  if (files.includes(id)) return false;
  const importers = new Set([id]);
  for (const each of importers)
    for (const importer of context.getModuleInfo(each)?.importers ?? []) importers.add(importer);
  return files.every((each) => importers.has(each));
}
