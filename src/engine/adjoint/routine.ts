/** One adjoint routine: its parameters, its two sweeps, and the adjoints that start at zero. */
import type { RoutineAnalysis } from '../analyses/routineAnalysis';
import { limitAdjoint, limitHead } from '../fixedpoints/limit';
import { constant } from '../ir/build';
import { newLabel } from '../ir/emit';
import { derivativeName, variableOf } from '../ir/names';
import type { Block, FixedPointPart, Routine, Statement, VariableId } from '../ir/types';
import { assignedVariables } from '../ir/uses';
import type { Builder } from './builder';
import { adjointCall } from './calls';
import { entryCopies, zeroArray } from './extents';
import { keepResults } from './keepResults';
import { numberedSweeps } from './numbered';
import type { AdjointSignature, SignatureFor } from './signatures';
import { type SweepContext, sweepContext, withTarget } from './sweeps/context';
import { sweepList } from './sweeps/list';

interface Parts {
  readonly parameters: VariableId[];
  readonly zeroes: Statement[];
  readonly forward: Statement[];
  readonly zeroArrays: Statement[];
  readonly backward: Statement[];
  /** Adjoints of by-value arguments that the routine overwrites join what the caller has summed. */
  readonly sums: Statement[];
  /** The arrow of an early return, where there is one. */
  readonly left: VariableId | null;
}

export interface GenerateOptions {
  readonly merge: boolean;
  /** Increments of one adjoint become one, beside `merge`; code lists and rows of local Jacobians keep to themselves. */
  readonly gather: boolean;
  /** Outputs of the entry that are to hold what the primal leaves in them; null where none is. */
  readonly kept: readonly VariableId[] | null;
  readonly reversal: 'joins' | 'structured' | 'statements' | 'blocks';
  readonly suffix: string;
  /** Control that runs once is stored in variables, not on the tape. */
  readonly ownControl?: boolean;
}

/** What a routine's adjoint is made of. */
export interface Making {
  readonly b: Builder;
  readonly analysis: RoutineAnalysis;
  readonly signature: AdjointSignature;
  readonly signatureFor: SignatureFor;
  readonly options: GenerateOptions;
}

export function generateRoutine(m: Making): Routine {
  const { b, analysis, signature, options } = m;
  const { routine } = analysis.model;
  const limit = routine.fixedPoint?.part === 'limit' ? routine.fixedPoint : null;
  const parts = limit ? limitParts(m, limit) : routine.independent ? independentParts(m) : generateParts(m);
  const kept = options.kept ? keepResults(b, options.kept) : { save: [], restore: [] };
  const { zeroes, forward, zeroArrays, backward, sums } = parts;
  const back = [...zeroArrays, ...backward, ...kept.restore, ...sums];
  const returnsResult = routine.result !== null && options.kept?.includes(routine.result) === true;
  return {
    name: signature.name,
    kind: returnsResult ? 'function' : 'subroutine',
    parameters: parts.parameters,
    result: returnsResult ? routine.result : null,
    locals: [
      ...routine.locals,
      ...(routine.result !== null && !returnsResult ? [routine.result] : []),
      ...b.locals,
    ],
    label: newLabel(b.state),
    body: [...zeroes, ...entryCopies(b, 'forward'), ...forward, ...kept.save, ...back],
    span: routine.span,
    nameSpan: routine.nameSpan,
    external: null,
    ...(limit ? { head: limitHead('backward') } : {}),
  };
}

export function generateParts(m: Making): Parts {
  const { b, analysis, signatureFor, options } = m;
  const { routine } = analysis.model;
  const { parameters, copied } = adjointParameters(m);
  const context = sweepContext(
    { b, analysis, merge: options.merge, signatureOf: signatureFor, sweepList },
    options.ownControl === true && !routine.fixedPoint,
  );
  const { forward, backward, left } =
    options.reversal === 'statements' || options.reversal === 'blocks'
      ? { ...numberedSweeps(context, options.reversal), left: null }
      : routineSweeps(context, routine);

  const zeroes: Statement[] = [];
  const zeroArrays: Statement[] = [];
  for (const id of new Set([...b.adjoints.values()])) {
    if (parameters.includes(id)) continue;
    const v = variableOf(b.state, id);
    if (v.shape) zeroArrays.push(...zeroArray(b, b.nowhere.backward, 'derivative', id));
    else {
      const { forward: emit } = b.at({ id: null, span: v.span });
      zeroes.push(emit.assign('declaration', b.ref(id), constant(0, v.type), 'declaration'));
    }
  }
  const sums = copied.map(({ shadow, parameter }) =>
    b.nowhere.backward.increment('derivative', b.ref(parameter), b.ref(shadow)),
  );
  return { parameters, zeroes, forward, zeroArrays, backward, sums, left };
}

interface Parameters {
  readonly parameters: VariableId[];
  readonly copied: readonly { shadow: VariableId; parameter: VariableId }[];
}

function adjointParameters({ b, analysis, signature }: Making): Parameters {
  const { routine, program } = analysis.model;
  const parameters: VariableId[] = [];
  const copied: { shadow: VariableId; parameter: VariableId }[] = [];
  const writtenHere = assignedVariables(routine.body);
  routine.parameters.forEach((id, k) => {
    parameters.push(id);
    if (!signature.active[k]) return;
    const v = variableOf(program, id);
    const adjoint = b.variable(derivativeName(v.name, b.state.suffix), {
      type: v.type,
      shape: v.shape,
      role: 'adjoint',
      passing: 'reference',
      derivativeOf: id,
      span: v.span,
    });
    parameters.push(adjoint);
    b.adjoints.set(id, adjoint);
    // A by-value argument that the routine overwrites: its adjoint at entry must not disturb what the caller has summed.
    if (v.passing === 'value' && writtenHere.has(id)) {
      const shadow = b.local(derivativeName(v.name, b.state.suffix), {
        type: v.type,
        role: 'adjoint',
        derivativeOf: id,
        span: v.span,
      });
      b.adjoints.set(id, shadow);
      copied.push({ shadow, parameter: adjoint });
    }
  });
  if (signature.resultActive && routine.result !== null) {
    const v = variableOf(program, routine.result);
    const seed = b.variable(`${routine.name}${b.state.suffix}`, {
      type: v.type,
      role: 'adjoint',
      passing: 'value',
      derivativeOf: v.id,
      span: v.span,
    });
    parameters.push(seed);
    b.adjoints.set(routine.result, seed);
  }
  return { parameters, copied };
}

/** Of the limit of a loop: no sweeps, but the iteration of its adjoint. */
function limitParts(m: Making, limit: Extract<FixedPointPart, { part: 'limit' }>): Parts {
  const { b, analysis, signatureFor } = m;
  const { routine } = analysis.model;
  const step = signatureFor(limit.step, 'joint');
  const { parameters } = adjointParameters(m);
  const backward = limitAdjoint(
    {
      primal: b.state.primal,
      routine,
      emit: b.at({ id: null, span: routine.span }).backward,
      local: (hint, more) => b.local(hint, more),
      derivatives: routine.parameters.map((id) => b.adjoints.get(id) ?? null),
      step,
    },
    limit,
  );
  return { parameters, zeroes: [], forward: [], zeroArrays: [], backward, sums: [], left: null };
}

/** Of a loop of independent iterations: both sweeps of each at once, in any order (theory 11). */
function independentParts(m: Making): Parts {
  const { b, analysis, signatureFor } = m;
  const { routine } = analysis.model;
  const { parameters } = adjointParameters(m);
  const backward = routine.body.flatMap((loop): Statement[] => {
    if (loop.kind !== 'for') return [];
    const calls = loop.body.flatMap((s) =>
      s.kind === 'call' ? adjointCall(b, analysis, s, signatureFor(s.callee, 'joint')) : [],
    );
    const { backward: emit } = b.at(loop);
    return [{ ...loop, ...emit.stamp('control'), label: emit.label(), body: calls }];
  });
  return { parameters, zeroes: [], forward: [], zeroArrays: [], backward, sums: [], left: null };
}

/** The whole body; an early `return` becomes a jump to the turn between the sweeps. */
function routineSweeps(c: SweepContext, routine: Routine) {
  const key = `exit ${routine.label}` as const;
  const sites = c.jumps.sites.get(key) ?? [];
  const anyReversed = c.reversed.size > 0;
  if (sites.length === 0) return { ...sweepList(c, routine.body), left: null };
  const { forward } = c.b.at({ id: null, span: routine.span });
  const arrow = anyReversed ? c.b.slot('left', 'i32') : null;
  const inner = arrow === null ? c : withTarget(c, key, arrow);
  const swept = sweepList(inner, routine.body);
  const block: Block = {
    kind: 'block',
    ...forward.stamp('primal'),
    label: routine.label,
    body: swept.forward,
  };
  return {
    forward: [...(arrow === null ? [] : [forward.set(arrow, 0)]), block],
    backward: swept.backward,
    left: arrow,
  };
}
