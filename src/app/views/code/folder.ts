import { strToU8, zipSync } from 'fflate';
import type { TakenAway } from '../../../engine/pipeline/results';

/** One zip that unpacks into one folder. Equal files give equal bytes: the time in it is fixed. */
export function zipOf({ name, files }: TakenAway): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ path, text }) => [`${name}/${path}`, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: new Date(2000, 0, 1) });
}
