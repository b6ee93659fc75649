/** What the check of a run says besides "right" and "wrong": where a cast cuts a derivative, where a run stands on a jump. */

import type { DiagnosticSink } from '../../base/diagnostics';
import { isNowhere, NOWHERE, type Span } from '../../base/span';
import { isReal } from '../../ir/build';
import { ELEMENTARY } from '../../ir/elementary';
import { routineOf } from '../../ir/names';
import type { Expr, Program, StatementId } from '../../ir/types';
import { someExpression } from '../../ir/uses';
import { spanAt } from '../complaints';
import type { Values } from '../inputs/binding';
import type { Runnable } from '../runnable';
import { type AskedDerivative, OnHistory } from './asked';
import { whyNotFinite } from './numbers';
import { type RememberedRun, remember } from './remembered';
import { textIn } from './text';

/** Longer runs are not examined during a check. */
const MOST = { zero: 40_000, jump: 400_000 };
/** At most so many zero derivatives are examined. */
const MOST_ASKED = 8;

export interface InCheck {
  readonly primal: Runnable;
  /** The program whose run along the first direction, or from the seeds, gives the first derivatives. */
  readonly derived: Runnable | null;
  readonly inputs: Values;
  readonly derivatives: Values;
  readonly asked: Omit<AskedDerivative, 'name' | 'index'>;
  readonly elementText: (key: string, index: number) => string;
  /** Line of the source, from 1. */
  readonly lineAt: ((span: Span) => number) | undefined;
}

type Component = Pick<AskedDerivative, 'name' | 'index'>;

/** `The derivative by `x` is zero, because the value becomes an integer at line 3`; null where no zero comes of that. */
export function cutByCast(c: InCheck): string | null {
  const zeros = Object.entries(c.derivatives).flatMap(([name, values]) => {
    const length = c.inputs[name]?.length ?? 1;
    return values.slice(0, length).flatMap((x, index) => (x === 0 ? [{ name, index }] : []));
  });
  if (zeros.length === 0 || !mayCut(c.primal.program)) return null;
  const run = remember(c.primal, c.primal, { inputs: c.inputs }, { most: MOST.zero });
  if (!run) return null;
  for (let k = 0; k < Math.min(zeros.length, MOST_ASKED); k++) {
    const at = zeros[Math.floor((k * zeros.length) / Math.min(zeros.length, MOST_ASKED))] as Component;
    const found = new OnHistory(run, { ...c.asked, ...at }).zero();
    if (found?.kind !== 'a cast' && found?.kind !== 'a flat function') continue;
    return `${derivativeName(c.asked.mode)} \`${c.elementText(at.name, at.index)}\` ${withLine(c, found.because, found.statement)}`;
  }
  return null;
}

/**
 * Warns of the first derivative that is not finite, at the statement that makes it so, and returns its name as a sentence
 * begins.
 */
export function notFiniteDerivative(c: InCheck, sink: DiagnosticSink): string | null {
  const [name, list] = Object.entries(c.derivatives).find(([, each]) => !each.every(Number.isFinite)) ?? [];
  if (name === undefined || !list) return null;
  const index = list.findIndex((x) => !Number.isFinite(x));
  const { mode, seeds, direction } = c.asked;
  const size = c.inputs[name]?.length ?? 1;
  const what = `${derivativeName(mode)} \`${c.elementText(name, index % size)}\``;
  const { primal, derived, inputs } = c;
  const run = derived && index < size ? remember(primal, derived, { inputs, seeds, direction }) : null;
  const target = run?.end(name, mode)[index] ?? 0;
  const why =
    run && derived && target !== 0 ? whyNotFinite(run.history, target, textIn(derived.program)) : null;
  const { program, entry } = primal;
  const at =
    why && run && derived ? spanAt(derived.program, program, run.history.node(why.node).statement) : NOWHERE;
  const value = Number.isNaN(list[index]) ? 'not a number' : 'infinite';
  sink.warning(
    'not-finite',
    `${what} is ${value} for these inputs${why ? `, because ${why.why.replace(' {line}', '')}` : ''}.`,
    isNowhere(at) ? routineOf(program, entry).nameSpan : at,
    why?.instead ?? 'Inputs off that point may have a derivative.',
  );
  return what;
}

function derivativeName(mode: AskedDerivative['mode']): string {
  return `The derivative ${mode === 'adjoint' ? 'by' : 'of'}`;
}

/** Whether the run stands on a tie or jump in all of these components, within the shortest step of a difference. */
export function standsOnJump(c: InCheck, failed: readonly Component[], step: number): string | null {
  const run = remember(c.primal, c.primal, { inputs: c.inputs }, { most: MOST.jump });
  if (!run || failed.length === 0) return null;
  const first = failed.map((at) => jumpFor(c, run, at, step));
  return first.every((each) => each !== null) ? (first[0] ?? null) : null;
}

function jumpFor(c: InCheck, run: RememberedRun, at: Component, step: number): string | null {
  const size = c.asked.mode === 'adjoint' ? Math.max(1, Math.abs(c.inputs[at.name]?.[at.index] ?? 0)) : 1;
  const found = new OnHistory(run, { ...c.asked, ...at }).turn(step * size);
  return found && withLine(c, found.because, found.statement);
}

function withLine(c: InCheck, text: string, statement: StatementId | null): string {
  const { program } = c.primal;
  const span = spanAt(program, program, statement);
  return text.replace(' {line}', isNowhere(span) || !c.lineAt ? '' : ` at line ${c.lineAt(span)}`);
}

function mayCut(program: Program): boolean {
  const cuts = (e: Expr): boolean =>
    (e.kind === 'convert' && isReal(e.operand.type) && !isReal(e.type) && e.type !== 'bool') ||
    (e.kind === 'intrinsic' && ELEMENTARY[e.fn].partials.every((partial) => partial === null));
  return program.routines.some(({ body }) => someExpression(body, cuts));
}
