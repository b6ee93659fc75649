// Starting other programs. Built-ins only: this runs before any package is installed.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a program to its end with its output shown as it comes; the promise is for its exit code.
 * A program that can't be started, or that is still running after `minutes`, counts as failed. Its output goes to `output` instead
 * where that is given.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, minutes?: number, cwd?: string, output?: (text: string) => void }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { env = {}, minutes = 60, cwd = root, output } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', output ? 'pipe' : 'inherit', output ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32' && command === 'npm',
    });
    if (output)
      for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', output);
    const clock = setTimeout(() => {
      console.error(`${command} was still running after ${minutes} minutes and has been stopped.`);
      child.kill('SIGKILL');
    }, minutes * 60_000);
    child.on('error', (error) => {
      clearTimeout(clock);
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code) => {
      clearTimeout(clock);
      resolve(code ?? 1);
    });
  });
}

/**
 * Runs the command-line program of an installed package with this same Node.
 * @param {string} script path inside node_modules
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, minutes?: number }} [options]
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], options);
}

/** The reporter of vitest that the scripts read. */
export const PROGRESS = '--reporter=./scripts/progress.mjs';

/**
 * Where a program stands on PATH, if anywhere.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const suffix of suffixes) {
      const candidate = join(folder, name + suffix);
      if (folder && isExecutable(candidate)) return candidate;
    }
  }
  return undefined;
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether a program starts at all: one whose libraries are missing is found, and is of no use.
 * @param {string} path
 */
export function starts(path) {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

export const canInstallDebianPackages =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  existsSync('/etc/debian_version') &&
  onPath('apt-get') !== undefined;

/** @type {Promise<number> | undefined} */
let listsUpdated;

/**
 * Installs packages of Debian's, as root on Debian and its kin; says whether that went well.
 * @param {string[]} packages
 */
export async function installDebianPackages(packages) {
  if (!canInstallDebianPackages) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-qq'];
  listsUpdated ??= run('apt-get', [...patience, 'update'], { env });
  await listsUpdated;
  return (
    (await run('apt-get', [...patience, 'install', '-y', '--no-install-recommends', ...packages], {
      env,
    })) === 0
  );
}

/**
 * The values of a file of one JSON text a line; none where there is no such file.
 * @param {string} file
 */
export function readLines(file) {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
