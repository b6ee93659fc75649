// The editor, loaded behind the painted shell. Features one by one: all of them would be three times as large. Of what they
// load, the build leaves out what this page never reaches: scripts/build/monaco.mjs.
import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/caretOperations/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/codicon/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordOperations/register';
import type { Language } from '../../../engine/pipeline/results';
import { looksFixedForm } from '../../store/document/language';

export function monacoLanguage(language: Language | 'javascript', text: string): string {
  if (language !== 'fortran') return 'c';
  return looksFixedForm(text) ? 'fortran-fixed' : 'fortran-free';
}

/** Monaco wants colours in hexadecimal; ours live in the style sheet, so they are read from there. */
export function applyTheme(): void {
  const probe = document.createElement('span');
  // Where the system forces its colours, all of these would come out as one.
  probe.style.forcedColorAdjust = 'none';
  document.body.append(probe);
  const colour = (name: string) => {
    probe.style.color = `var(--${name})`;
    const parts =
      getComputedStyle(probe)
        .color.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    const [r = 0, g = 0, b = 0] = parts;
    return [r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('');
  };
  const dark = Number.parseInt(colour('panel').slice(0, 2), 16) < 128;
  const rule = (token: string, name: string) => ({ token, foreground: colour(name) });
  monaco.editor.defineTheme('backsweep', {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      rule('', 'ink'),
      rule('keyword', 'code-keyword'),
      rule('number', 'code-number'),
      rule('string', 'code-number'),
      rule('comment', 'code-comment'),
      rule('call', 'code-call'),
      { ...rule('tape', 'tape'), fontStyle: 'bold' },
    ],
    colors: {
      'editor.background': `#${colour('panel')}`,
      'editor.foreground': `#${colour('ink')}`,
      'editorLineNumber.foreground': `#${colour('faint')}`,
      'editorLineNumber.activeForeground': `#${colour('ink')}`,
      'editor.lineHighlightBackground': `#${colour('softer')}`,
      'editor.lineHighlightBorder': '#00000000',
      'editorError.foreground': `#${colour('error')}`,
      'editorWarning.foreground': `#${colour('warning')}`,
      'editorInfo.foreground': `#${colour('forward')}`,
      'editorGutter.background': `#${colour('panel')}`,
      'editorCursor.foreground': `#${colour('ink')}`,
      'scrollbarSlider.background': `#${colour('line-strong')}66`,
      'scrollbarSlider.hoverBackground': `#${colour('line-strong')}aa`,
      'scrollbarSlider.activeBackground': `#${colour('line-strong')}`,
      'scrollbar.shadow': '#00000000',
      focusBorder: `#${colour('ring')}`,
    },
  });
  probe.remove();
  monaco.editor.setTheme('backsweep');
}

export function lineHeight(): { fontSize: number; lineHeight: number } {
  const style = getComputedStyle(document.documentElement);
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name));
  return { fontSize: pixels('--code') || 13, lineHeight: pixels('--code-line') || 20 };
}

export { monaco };
