/**
 * The option `storage: 'recompute'` ([TAP] 2.6, Fig. 1): nothing is recorded of what can be computed again from the start.
 *
 *     S1; S2; …; Sn              is   prefix(n), where prefix(k) runs prefix(k-1), then Sk
 *     a counted loop of l        is   a checkpoint with one snapshot, and so are its first l-1 iterations in turn
 *
 * As calls in joint mode both go back to where they started for each of their parts: the adjoint of prefix(k) saves the state,
 * runs prefix(k-1), both sweeps of Sk, restores, and goes on with that of prefix(k-1). So the work grows with the square of what
 * there is to run, and the tape holds one state for each level of nesting.
 */
import { itemAt } from '../base/lookup';
import { compare, constant, subtract, variable } from '../ir/build';
import { Emitter, growingFrom } from '../ir/emit';
import { allStatements, rewriteStatements } from '../ir/statements';
import type { Block, PieceDirective, Program, Statement, Variable, VariableId } from '../ir/types';
import type { Face } from '../outlining/face';
import { addPart, callOf, type Draft, freshRoutine, given } from '../outlining/parts';

/** Every sequence and counted loop of these routines as a piece of its own. */
export function inPieces(program: Program, routines: ReadonlySet<string>): Program {
  const growing = growingFrom(program);
  const block = (body: readonly Statement[], like: Statement, kind: 'loop' | 'sequence'): Block => {
    const piece: PieceDirective = { name: 'recompute', args: [kind], span: like.span };
    const emit = new Emitter(growing, { span: like.span, origin: null });
    return { kind: 'block', ...emit.stamp('primal'), label: emit.label(), body, piece };
  };
  const asSequence = (list: readonly Statement[]): readonly Statement[] => {
    const [first] = list;
    return first && partsOf(list).length > 1 ? [block(list, first, 'sequence')] : list;
  };
  const change = (s: Statement): Statement => {
    switch (s.kind) {
      case 'for':
        return block([{ ...s, body: asSequence(s.body) }], s, 'loop');
      case 'if':
        return { ...s, then: asSequence(s.then), else: asSequence(s.else) };
      case 'while':
      case 'doWhile':
        return { ...s, body: asSequence(s.body) };
      case 'block':
        // Directives have the first word about a loop.
        return s.piece ? { ...s, body: s.body.flatMap(asWritten) } : s;
      default:
        return s;
    }
  };
  const pieced = program.routines.map((r) =>
    routines.has(r.name) && !r.external && !r.fixedPoint
      ? { ...r, body: asSequence(rewriteStatements(r.body, change)) }
      : r,
  );
  return { ...program, ...growing, routines: pieced };
}

const asWritten = (s: Statement): readonly Statement[] =>
  s.kind === 'block' && s.piece?.name === 'recompute' ? s.body : [s];

/** Without blocks that nothing leaves, which only held parts together. */
export function withoutIdleBlocks(program: Program): Program {
  const flat = (body: readonly Statement[]): readonly Statement[] => {
    const left = new Set(allStatements(body).flatMap((s) => (s.kind === 'exit' ? [s.target] : [])));
    return rewriteStatements(body, (s) => (s.kind === 'block' && !left.has(s.label) ? s.body : [s]));
  };
  return { ...program, routines: program.routines.map((r) => ({ ...r, body: flat(r.body) })) };
}

/** Comments go with the statement that they stand before. */
function partsOf(list: readonly Statement[]): Statement[][] {
  const parts: Statement[][] = [];
  let comments: Statement[] = [];
  for (const s of list) {
    if (s.kind === 'comment') {
      comments.push(s);
      continue;
    }
    parts.push([...comments, s]);
    comments = [];
  }
  return parts;
}

/** What the statements of a sequence hand to each other is shared, like what they share with the rest; counters are not handed on. */
export function sequenceFace(face: Face, of: (id: VariableId) => Variable): Face {
  const isCounter = (id: VariableId) => of(id).role === 'control';
  const handed = face.own.filter((id) => !isCounter(id));
  const shared = [...face.shared, ...handed.map((id) => ({ id, written: true, isPointer: false }))];
  const isArray = ({ id, isPointer }: Face['shared'][number]) => Number(of(id).shape !== null && !isPointer);
  shared.sort((a, b) => isArray(a) - isArray(b) || a.id - b.id);
  return { ...face, shared, own: face.own.filter(isCounter) };
}

/** Runs a sequence by calling a routine that runs its first so many parts. `count`: a variable to pass that number in. */
export function prefixes(d: Draft, list: readonly Statement[], count: VariableId): readonly Statement[] {
  const parts = partsOf(list);
  const name = freshRoutine(d, `${d.routine.name}_prefix`);
  const call = (k: VariableId, actuals: readonly VariableId[], outside: boolean) => ({
    ...callOf(d, name, actuals, { outside, leads: [given(d, variable(k, 'i32'))] }),
    reversed: 'joint' as const,
  });
  addPart(
    d,
    name,
    ({ leads, parameters, inside, local }) => {
      const k = variable(itemAt(leads, 0), 'i32');
      const before = local('before');
      return [
        d.emit.if('primal', compare('gt', k, constant(1, 'i32')), [
          d.emit.assign('primal', variable(before, 'i32'), subtract(k, constant(1, 'i32'))),
          call(before, parameters, false),
        ]),
        {
          kind: 'switch',
          ...d.emit.stamp('primal'),
          label: d.emit.label(),
          selector: k,
          cases: parts.map((part, at) => ({
            values: [{ from: at + 1, to: at + 1 }],
            body: part.map(inside),
            span: d.emit.span,
          })),
          default: [],
        },
      ];
    },
    { leads: [{ hint: 'count', type: 'i32' }] },
  );
  return [
    d.emit.assign('primal', variable(count, 'i32'), constant(parts.length, 'i32')),
    call(
      count,
      d.face.shared.map(({ id }) => id),
      true,
    ),
  ];
}
