/**
 * Regions of blocks that jump to each other, where labels don't say them: a loop around a choice of the block to run next.
 *
 *     state = 0; while (state >= 0) switch (state) { case 0: A; state = c ? 1 : 2; … default: Z; state = -1 }
 *
 * The last block is the default, so that compilers see that one of them runs. No dispatch that `asLoop` is left.
 */
import { assertNever } from '../base/assert';
import { compare, constant, variable } from '../ir/build';
import { Emitter, rewriteRoutines } from '../ir/emit';
import { completes } from '../ir/graph/completes';
import { kindsIn, rewriteStatements } from '../ir/statements';
import type {
  Assign,
  Dispatch,
  DispatchJump,
  Program,
  Statement,
  StatementId,
  Switch,
  While,
} from '../ir/types';

/** No user wrote a label in it. */
export function isUnlabelled(s: Dispatch): boolean {
  return s.blocks.every((block) => block.name === null);
}

export function withStateLoops(program: Program, asLoop: (s: Dispatch) => boolean): Program {
  return rewriteRoutines(program, ({ body }, _, made) => {
    if (!kindsIn(body).has('dispatch')) return body;
    return rewriteStatements(body, (s) =>
      s.kind === 'dispatch' && asLoop(s) ? stateLoop(s, new Emitter(made, s)) : [s],
    );
  });
}

function stateLoop(s: Dispatch, emit: Emitter): Statement[] {
  const { span } = s;
  const state = variable(s.state, 'i32');
  const go = (to: number): Assign => emit.assign('control', state, constant(to, 'i32'));
  const blocks = s.blocks.map(({ body, jump }) => {
    const inside = leaving(s, body, go);
    return completes(inside) ? [...inside, ...next(jump, go, emit)] : inside;
  });
  const choice: Switch = {
    ...emit.stamp('control'),
    kind: 'switch',
    label: emit.label(),
    selector: state,
    cases: blocks.slice(0, -1).map((body, i) => ({ values: [{ from: i, to: i }], body, span })),
    default: blocks.at(-1) ?? [],
  };
  const loop: While = {
    ...emit.stamp('control'),
    id: s.id,
    kind: 'while',
    label: s.label,
    condition: compare('ge', state, constant(0, 'i32')),
    body: [choice],
  };
  return [go(0), loop];
}

/** What leaves the region starts the last round; a `goto` needs no round. */
function leaving(s: Dispatch, body: readonly Statement[], go: (to: number) => Assign): readonly Statement[] {
  return rewriteStatements(body, (inner) => {
    if (inner.kind !== 'exit' || inner.target !== s.label || inner.form === 'goto') return [inner];
    return [go(-1), { ...inner, kind: 'next', form: 'continue' }];
  });
}

function next(jump: DispatchJump, go: (to: number) => Assign, emit: Emitter): Statement[] {
  switch (jump.kind) {
    case 'go':
      return [go(jump.to)];
    case 'branch':
      return [
        {
          ...emit.stamp('control'),
          ...jumpBase(jump),
          kind: 'if',
          condition: jump.condition,
          then: [go(jump.then)],
          else: [go(jump.else)],
        },
      ];
    case 'select':
      return [
        {
          ...emit.stamp('control'),
          ...jumpBase(jump),
          kind: 'switch',
          label: emit.label(),
          selector: jump.selector,
          cases: jump.cases.map(({ values, to }) => ({ values, body: [go(to)], span: jump.span })),
          default: [go(jump.default)],
        },
      ];
    default:
      return assertNever(jump);
  }
}

function jumpBase({ id, span }: Extract<DispatchJump, { id: StatementId }>) {
  return { id, span };
}
