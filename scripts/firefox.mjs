// Finds a Firefox for the one browser test that is made with it. Called by itself, it gets one where Debian's can be had.
import { installDebianPackages, isExecutable, onPath } from './processes.mjs';

/** @returns {string | undefined} */
export function findFirefox() {
  const places = ['firefox-esr', 'firefox'].map(onPath);
  return places.find((path) => path !== undefined && isExecutable(path));
}

if (process.argv[1] === import.meta.filename && findFirefox() === undefined)
  await installDebianPackages(['firefox-esr']);
