/** The option `keepPrimalResults`: outputs as the primal leaves them, in spite of the POPs. */
import { type Diagnostic, diagnostic } from '../base/diagnostics';
import { isOpen } from '../ir/bounds';
import { routineNamed, variableOf } from '../ir/names';
import { walkStatements } from '../ir/statements';
import { tapeVariable } from '../ir/tape';
import type { Call, Program, Routine, Statement, VariableId } from '../ir/types';
import type { Builder } from './builder';
import { elementCount, zeroArray } from './extents';

/** Copies of the outputs, made at the turn and put back at the end: POPs overwrite them (theory 11). */
export function keepResults(
  b: Builder,
  outputs: readonly VariableId[],
): { save: Statement[]; restore: Statement[] } {
  const save: Statement[] = [];
  const restore: Statement[] = [];
  for (const id of outputs) {
    const v = variableOf(b.state, id);
    if (v.shape && elementCount(b, v.shape) === null) continue;
    const copy = b.local(`${v.name}_kept`, { type: v.type, shape: v.shape, role: 'control' });
    save.push(...copyVariable(b, 'forward', copy, id));
    restore.push(...copyVariable(b, 'backward', id, copy));
  }
  return { save, restore };
}

/** Outputs that can't be kept: arrays whose size the text does not tell can't be copied, and the backward sweep overwrites these. */
export function unkeptMessages(
  program: Program,
  entry: Routine,
  outputs: readonly VariableId[],
): Diagnostic[] {
  const lost = outputs.filter(
    (id) =>
      isOpen(variableOf(program, id)) &&
      overwrites(program, entry.body, id, (s) => s.sweep === 'backward', new Set()),
  );
  return lost.map((id) => {
    const { name, span } = variableOf(program, id);
    return diagnostic(
      'error',
      'unknown-extent',
      `\`${name}\` cannot be kept as the primal leaves it: the backward sweep overwrites it, and the text does not say how large it is.`,
      span,
      `Declare its extent, such as \`${name}[n]\` in C or \`${name}(n)\` in Fortran, or switch \`keepPrimalResults\` off.`,
    );
  });
}

/** Whether some of the statements, or a routine that they call, assigns an array or takes it from the tape. */
function overwrites(
  program: Program,
  body: readonly Statement[],
  id: VariableId,
  counts: (s: Statement) => boolean,
  seen: Set<VariableId>,
): boolean {
  let found = false;
  const passedTo = (s: Call): VariableId[] => {
    const callee = routineNamed(program, s.callee);
    return s.args.flatMap((arg, k) => {
      const of = arg.kind === 'array' ? arg.variable : arg.kind === 'reference' ? arg.place.variable : null;
      return of === id ? (callee?.parameters[k] ?? []) : [];
    });
  };
  const inCallee = (s: Call) =>
    passedTo(s).some((formal) => {
      if (seen.has(formal)) return false;
      seen.add(formal);
      const callee = routineNamed(program, s.callee);
      return (
        !callee || callee.external !== null || overwrites(program, callee.body, formal, () => true, seen)
      );
    });
  walkStatements(body, (s) => {
    if (found || !counts(s)) return;
    if (s.kind === 'assign') found = s.target.variable === id;
    if (s.kind === 'pop') found = tapeVariable(s.what) === id;
    if (s.kind === 'call') found = inCallee(s);
  });
  return found;
}

function copyVariable(
  b: Builder,
  sweep: 'forward' | 'backward',
  to: VariableId,
  source: VariableId,
): Statement[] {
  const emit = b.nowhere[sweep];
  if (!variableOf(b.state, to).shape) return [emit.assign('primal', b.ref(to), b.ref(source))];
  return replaceZero(zeroArray(b, emit, 'primal', to), to, source);
}

/** Turns the loops that zero an array into loops that copy another into it. */
function replaceZero(list: readonly Statement[], to: VariableId, source: VariableId): Statement[] {
  return list.map((s): Statement => {
    if (s.kind === 'for') return { ...s, body: replaceZero(s.body, to, source) };
    if (s.kind === 'assign' && s.target.variable === to && s.target.kind === 'element')
      return { ...s, value: { ...s.target, variable: source } };
    return s;
  });
}
