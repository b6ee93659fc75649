// gcc and gfortran compile what the engine emits, and their results are compared with the engine's own execution.
import { installDebianPackages, onPath } from './processes.mjs';

/**
 * Installs the compilers where that can be done; the result names those that are still missing.
 * The tests that need a missing one skip themselves.
 * @returns {Promise<string[]>}
 */
export async function ensureCompilers() {
  const missing = () => ['gcc', 'gfortran'].filter((name) => onPath(name) === undefined);
  if (missing().length > 0) await installDebianPackages(['gcc', 'libc6-dev', 'gfortran']);
  return missing();
}
