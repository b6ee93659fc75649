/**
 * The system's compilers as oracles. Where one is absent, `compilerFor` gives null, and tests that need it say so.
 *
 * To start a compiler, a linker and a program takes longer than what they do for a kernel: many kernels go to
 * `compileTogether`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IS_DEEP } from './draws';

export type Compiled = 'c' | 'free' | 'fixed';

const COMMAND: Record<Compiled, string> = { c: 'gcc', free: 'gfortran', fixed: 'gfortran' };
export const SUFFIX: Record<Compiled, string> = { c: 'c', free: 'f90', fixed: 'f' };

/**
 * Warnings are errors in C, and told in Fortran, where the source may use what is on its way out. Only -Wdo-subscript is
 * not asked for: it judges subscripts of a loop as if its body ran, also where a loop like `do l = 1, 0` never does. Nor are
 * dummies that nothing names, which an adjoint's interface has, and reals compared with 0, where a derivative is 0 by definition.
 */
const FORTRAN = [
  ...['-Wall', '-Wextra', '-Wno-do-subscript', '-Wno-unused-dummy-argument', '-Wno-compare-reals'],
  ...['-O2', '-ffp-contract=off'],
];
export const FLAGS: Record<Compiled, readonly string[]> = {
  c: ['-std=c99', '-Wall', '-Wextra', '-Werror', '-O2', '-ffp-contract=off'],
  free: ['-std=f2018', ...FORTRAN],
  fixed: ['-std=legacy', ...FORTRAN],
};

/** The same without optimisation, which builds in half the time: for programs by the thousand. */
export function quickFlags(form: Compiled): readonly string[] {
  return FLAGS[form].map((flag) => (flag === '-O2' ? '-O0' : flag));
}

/** What is compiled with unless more is said: the deep tier optimises, as readers do. */
const tierFlags = (form: Compiled): readonly string[] => (IS_DEEP ? FLAGS[form] : quickFlags(form));

const found = new Map<string, boolean>();

/** The command, or null where it is not installed. */
export function compilerFor(form: Compiled): string | null {
  const command = COMMAND[form];
  let present = found.get(command);
  if (present === undefined) {
    present = spawnSync(command, ['--version']).status === 0;
    found.set(command, present);
  }
  return present ? command : null;
}

export interface Built {
  /** What the compiler said; empty when it had nothing to say. */
  readonly messages: string;
  /** What the program printed; null when it was not built or did not end well. */
  readonly output: string | null;
}

/** Compiles one text that stands alone, main program included, and runs it. */
export function compileAndRun(
  form: Compiled,
  text: string,
  flags: readonly string[] = tierFlags(form),
): Built {
  return compileFiles(form, { [`main.${SUFFIX[form]}`]: text }, flags);
}

/** Compiles files (in this order) into one program and runs it. */
export function compileFiles(
  form: Compiled,
  files: Readonly<Record<string, string>>,
  flags: readonly string[] = tierFlags(form),
): Built {
  return compiled(form, files, flags, (messages, program) => {
    if (program === null) return { messages, output: null };
    const { output, complaint } = runProgram(program);
    return complaint === null ? { messages, output } : { messages: complaint, output: null };
  });
}

/** Compiles files into one program, for as long as `use` lasts; null where the compiler, which always says why, makes none. */
export function compiled<T>(
  form: Compiled,
  files: Readonly<Record<string, string>>,
  flags: readonly string[],
  use: (messages: string, program: string | null) => T,
): T {
  const command = compilerFor(form);
  if (!command) return use(`${COMMAND[form]} is not installed`, null);
  const folder = mkdtempSync(join(tmpdir(), 'backsweep-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const built = spawnSync(command, [...flags, ...Object.keys(files), '-o', 'program', '-lm'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    });
    const messages = `${built.stdout}${built.stderr}`.trim();
    return built.status === 0
      ? use(messages, join(folder, 'program'))
      : use(messages || 'the compiler failed', null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a program prints, and why it did not end well; null where it did. */
export function runProgram(
  program: string,
  args: readonly string[] = [],
): { output: string; complaint: string | null } {
  const { stdout, stderr, status, signal, error } = spawnSync(program, args, {
    encoding: 'utf8',
    // Against hangs only.
    timeout: 600_000,
    maxBuffer: 1 << 28,
  });
  const complaint = status === 0 ? null : `${error ?? ''} ended with ${signal ?? status}: ${stderr}`.trim();
  return { output: stdout, complaint };
}

/** Warnings of a Fortran compiler, one line each, those aside that only the source is to blame for. */
export function warnings(messages: string, sourceUses: RegExp = /^$/): string[] {
  return messages
    .split('\n')
    .filter((line) => /^(Warning|Error):|: (warning|error):/.test(line) && !sourceUses.test(line));
}

/** What a warning warns of: the compiler's own word for it, or its text without names and numbers. */
export function warningKind(line: string): string {
  return /\[-W[^\]]+\]/.exec(line)?.[0] ?? line.replace(/‘[^’]*’|'[^']*'|\d+/g, '');
}
