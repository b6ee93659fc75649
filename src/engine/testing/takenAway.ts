/** The folder to take away, made and checked as its reader would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExecuteRequest, takeAwayFiles } from '../index';
import type { Language } from '../ir/types';
import { compilerFor } from './compilers';
import { IS_DEEP } from './draws';

/** Whether there is all that `make check` takes; where it is not, tests of it are skipped. */
export const canBeChecked: boolean =
  spawnSync('make', ['--version']).status === 0 && compilerFor('c') !== null && compilerFor('free') !== null;

/** What `make check` says in the folder of a source. */
export function checkedFolder(
  source: string,
  language: Language,
  inputs: ExecuteRequest['inputs'] = {},
  target: Language = language,
) {
  return checkedRequest({ source, language, target, inputs });
}

/** `spoiled` may change a file's text first. */
export function checkedRequest(request: ExecuteRequest, spoiled = (_: string, text: string) => text) {
  const files = takeAwayFiles(request).files.map(({ path, text }) => ({ path, text: spoiled(path, text) }));
  return checkedFiles(files);
}

/** What `make check` says in a folder of these files. */
export function checkedFiles(files: readonly { readonly path: string; readonly text: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'backsweep-'));
  for (const { path, text } of files)
    writeFileSync(join(folder, path), path === 'Makefile' ? quick(text) : text);
  const made = spawnSync('make', ['check'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return made;
}

/** Without optimisation, which builds in half the time; the deep tier builds as the reader does. */
function quick(makefile: string): string {
  return IS_DEEP ? makefile : makefile.replace('-O2', '-O0');
}

/** The gradient that a driver printed, in the order of its arguments. */
export function gradientIn(stdout: string): number[] {
  return [...stdout.matchAll(/^\s*gradient .* = +(\S+)$/gm)].map((m) => Number(m[1]));
}
