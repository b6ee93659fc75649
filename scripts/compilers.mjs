// gcc and gfortran compile what the engine emits, and their results are compared with the engine's own execution.
import { installDebianPackages, onPath } from './processes.mjs';

/** @type {Promise<string[]> | undefined} */
let installed;

/**
 * Installs the compilers where that can be done, once; the result names those that are still missing.
 * The tests that need a missing one skip themselves.
 */
export function ensureCompilers() {
  installed ??= install();
  return installed;
}

async function install() {
  const missing = () => ['gcc', 'gfortran'].filter((name) => onPath(name) === undefined);
  if (missing().length > 0) await installDebianPackages(['gcc', 'libc6-dev', 'gfortran']);
  return missing();
}
