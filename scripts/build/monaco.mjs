// Monaco's editor names many of its features in modules that every editor loads, whether it has them or not: a diff of many
// files, trees and pick lists, context menus, drawing by GPU. What this page never reaches is left empty in the build.
import { join, sep } from 'node:path';
import { root } from '../processes.mjs';

const MONACO = join(root, 'node_modules/monaco-editor/esm/vs') + sep;

/** Folders and modules, by the beginnings of their paths. */
const UNREACHED = [
  // The only worker would compute diffs, links and colours.
  'editor/common/services/editorWebWorker.js',
  'editor/common/diff/',
  'editor/browser/widget/diffEditor/',
  'editor/browser/widget/multiDiffEditor/',
  'editor/standalone/browser/quickInput/',
  'platform/list/browser/listService.js',
  'platform/contextview/browser/contextMenuHandler.js',
  'base/browser/ui/selectBox/',
  'editor/contrib/dropOrPasteInto/browser/copyPasteController.js',
  'editor/common/model/tokens/treeSitter/',
  'editor/browser/gpu/',
  'editor/browser/viewParts/viewLinesGpu/',
  'editor/browser/viewParts/rulersGpu/',
  'editor/browser/viewParts/gpuMark/',
  'platform/accessibilitySignal/browser/',
  // What is said of a place, or of a button, is plain text.
  'base/browser/markdownRenderer.js',
  'base/common/observableInternal/logging/debugger/',
  'platform/actions/browser/menuEntryActionViewItem.js',
  'editor/common/services/semanticTokensStylingService.js',
  'editor/browser/services/inlineCompletionsService.js',
];

/** What is made in any case, in little. */
const INSTEAD = {
  'editor/browser/viewParts/minimap/minimap.js': `
    import { createFastDomNode } from '../../../../base/browser/fastDomNode.js';
    import { ViewPart } from '../../view/viewPart.js';
    export class Minimap extends ViewPart {
      node = createFastDomNode(document.createElement('div'));
      getDomNode() { return this.node; }
      prepareRender() {}
      render() {}
    }`,
  // The browser shows what a button is called.
  'platform/hover/browser/hoverService.js': `
    import { registerSingleton } from '../../instantiation/common/extensions.js';
    import { IHoverService } from './hover.js';
    const nothing = { dispose() {}, show() {}, hide() {}, update() {} };
    export class HoverService {
      showInstantHover() {}
      showDelayedHover() {}
      hideHover() {}
      showAndFocusLastHover() {}
      showManagedHover() {}
      setupDelayedHover() { return nothing; }
      setupDelayedHoverAtMouse() { return nothing; }
      setupManagedHover(_, element, text) {
        if (typeof text === 'string') element.title = text;
        return { ...nothing, update(next) { if (typeof next === 'string') element.title = next; } };
      }
    }
    registerSingleton(IHoverService, HoverService, 1);`,
};

/** Where each setting, command and colour is described for lists that this page does not show. */
const DESCRIBED =
  /^(editor\/common\/(config|core\/editorColorRegistry)|platform\/(theme\/common\/colors|configuration))/;
/** Characters that look like others: their highlighter is not among the page's features. */
const LOOKALIKES = /JSON\.parse\('\{\\"_common\\".*\}'\)/g;
const DESCRIPTION = /\blocalize\((\d+), ("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;

/** @returns {import('vite').Plugin} */
export function monacoAsUsed() {
  const met = new Set();
  return {
    name: 'monaco-as-used',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(MONACO)) return null;
      const path = id.slice(MONACO.length).split(sep).join('/');
      const instead = Object.entries(INSTEAD).find(([each]) => each === path)?.[1];
      const known = instead === undefined ? UNREACHED.find((each) => path.startsWith(each)) : path;
      if (known !== undefined) {
        met.add(known);
        return { code: instead ?? (path.endsWith('.css') ? '' : empty(code)), map: null };
      }
      if (path === 'base/common/strings.js') return { code: code.replace(LOOKALIKES, '({})'), map: null };
      return DESCRIBED.test(path) ? { code: code.replace(DESCRIPTION, 'localize($1, ""'), map: null } : null;
    },
    buildEnd(error) {
      const unmet = [...UNREACHED, ...Object.keys(INSTEAD)].filter((each) => !met.has(each));
      // A bundle of its own, such as the embed's, has no editor.
      if (error === undefined && met.size > 0 && unmet.length > 0)
        this.error(`Monaco has no such modules any more, see scripts/build/monaco.mjs: ${unmet.join(', ')}`);
    },
  };
}

/** The same exports; each can be extended, registered and named as a dependency. @param {string} code */
function empty(code) {
  const names = [...code.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap(([, list]) => list?.split(',') ?? []);
  const exported = names.map((each) => each.trim().split(/ as /).at(-1));
  return exported
    .map((name, k) => `function unreached${k}() {}\nexport { unreached${k} as ${name} };`)
    .join('\n');
}
