/**
 * The reversal styles against each other on random programs: which accept a program, whether their gradient is that of the
 * reference and of the tangent (in WebAssembly), and how many bits of control they push.
 */
import { differentiate, execute } from '../index';
import type { Options } from '../pipeline/options';
import type { ExecuteRequest } from '../pipeline/results';
import { controlAsC } from './controlC';
import { type Case, caseOf, checkAdjoint, type Verdict } from './oracles';
import { randomFrom } from './prng';
import { generateProgram } from './random';
import { randomControl } from './randomControl';

export const STYLES: readonly Options['reversal'][] = ['joins', 'structured', 'statements', 'blocks'];

/** What the programs are: nested code, which every style accepts, or gotos between labelled pieces. */
export type Kind = 'nested' | 'gotos';

export function reversalCase(seed: number, kind: Kind): Case {
  const language = seed % 2 === 0 ? 'c' : 'fortran';
  const jumps = kind === 'gotos' ? { gotos: 1, exits: 0.7 } : { gotos: 0, exits: 0 };
  // A Fortran main program needs an interface for what is passed by value, and COMMON is obsolescent to the compiler.
  const plain = language === 'fortran' ? { functions: 0, globals: 0 } : {};
  const made = generateProgram(seed, {
    language,
    ...jumps,
    ...plain,
    routines: seed % 3 === 0 ? 2 : 0,
    whiles: 0.6,
    io: 0,
  });
  return caseOf(made);
}

/** The verdict on one program under one style. */
export function checkStyle(c: Case, reversal: Options['reversal']): Verdict {
  return checkAdjoint(c, { reversal });
}

/** Gotos anywhere, into loops and branches too, in C: the run's own checks are the oracle. Null where nothing is active. */
export function checkScatteredGotos(seed: number, reversal: Options['reversal']): string | null {
  const source = controlAsC(randomControl(randomFrom(seed), true));
  const request: ExecuteRequest = {
    source,
    language: 'c',
    inputs: { x: [0.7, 1.1, 0.4] },
    options: { reversal },
  };
  const run = execute(request);
  const errors = run.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message);
  if (run.check.verdict === 'passed' && errors.length === 0) return 'passed';
  if (run.check.verdict === 'none' && errors.length === 0) return null;
  return `${run.check.verdict} ${errors.join('; ')}\n${source}`;
}

/** Bits of control that a run pushes under a style; null where the style declines the program. */
export function controlBits(request: ExecuteRequest, reversal: Options['reversal']): number | null {
  const wanted = { ...request, options: { ...request.options, reversal } };
  const { ok, recordings } = differentiate(wanted);
  if (!ok) return null;
  const run = execute(wanted);
  if (!run.ok) return null;
  let bits = 0;
  for (const r of recordings)
    if (r.kind !== 'value' && r.kind !== 'snapshot') bits += 8 * (run.tape.byRecording[r.id]?.bytes ?? 0);
  return bits;
}

export interface BitsCompared {
  readonly joins: number;
  readonly structured: number;
}

/** Null where one of the styles declines, or where there is no control to reverse. */
export function compareBits(request: ExecuteRequest): BitsCompared | null {
  const structured = controlBits(request, 'structured');
  if (structured === null || structured === 0) return null;
  const joins = controlBits(request, 'joins');
  return joins === null ? null : { joins, structured };
}
