// Brings node_modules in line with the lock file. Built-ins only: this runs before any package is installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './processes.mjs';

/** Installs what the lock file names, unless it is there already; says whether the packages are there now. */
export async function ensurePackages() {
  if (packagesAreCurrent()) return true;
  console.log('Installing packages …');
  // The tools are development packages: they are wanted even where NODE_ENV says production.
  return (await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])) === 0;
}

/** npm leaves a list of what it installed inside node_modules: it must agree with the lock file, version by version. */
function packagesAreCurrent() {
  const wanted = lockedPackages('package-lock.json');
  const installed = lockedPackages('node_modules/.package-lock.json');
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || entry.optional || entry.devOptional || installed[path]?.version === entry.version,
  );
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}
