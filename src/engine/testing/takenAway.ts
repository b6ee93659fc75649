/** The folder to take away, made and checked as its reader would. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExecuteRequest, takeAwayFiles } from '../index';
import type { Language } from '../ir/types';

/** What `make check` says in the folder. */
export function checkedFolder(
  source: string,
  language: Language,
  inputs: ExecuteRequest['inputs'] = {},
  target: Language = language,
) {
  const folder = mkdtempSync(join(tmpdir(), 'backsweep-'));
  for (const { path, text } of takeAwayFiles({ source, language, target, inputs }).files)
    writeFileSync(join(folder, path), text);
  const made = spawnSync('make', ['check'], { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return made;
}
