/**
 * Regions of blocks that jump to each other, where labels don't say them: a loop around a choice of the block to run next.
 *
 *     state = 0; while (state >= 0) switch (state) { case 0: A; state = c ? 1 : 2; … default: Z; state = -1 }
 *
 * The last block is the default, so that compilers see that one of them runs. No dispatch that `asLoop` is left.
 */
import { assertNever } from '../base/assert';
import { compare, constant, variable } from '../ir/build';
import { completes } from '../ir/graph/completes';
import { kindsIn, rewriteStatements } from '../ir/statements';
import type {
  Assign,
  Dispatch,
  DispatchJump,
  LabelId,
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
  let { nextStatement, nextLabel } = program;
  const make: Maker = {
    id: () => nextStatement++ as StatementId,
    label: () => nextLabel++ as LabelId,
  };
  const routines = program.routines.map((routine) => {
    if (!kindsIn(routine.body).has('dispatch')) return routine;
    const body = rewriteStatements(routine.body, (s) =>
      s.kind === 'dispatch' && asLoop(s) ? stateLoop(s, make) : [s],
    );
    return body === routine.body ? routine : { ...routine, body };
  });
  return { ...program, routines, nextStatement, nextLabel };
}

interface Maker {
  id(): StatementId;
  label(): LabelId;
}

function stateLoop(s: Dispatch, make: Maker): Statement[] {
  const { span, origin, sweep } = s;
  const base = () => ({ id: make.id(), span, role: 'control', origin, ...(sweep ? { sweep } : {}) }) as const;
  const state = variable(s.state, 'i32');
  const go = (to: number): Assign => ({
    ...base(),
    kind: 'assign',
    target: state,
    value: constant(to, 'i32'),
  });
  const blocks = s.blocks.map(({ body, jump }) => {
    const inside = leaving(s, body, go);
    return completes(inside) ? [...inside, ...next(jump, go, base, make)] : inside;
  });
  const choice: Switch = {
    ...base(),
    kind: 'switch',
    label: make.label(),
    selector: state,
    cases: blocks.slice(0, -1).map((body, i) => ({ values: [{ from: i, to: i }], body, span })),
    default: blocks.at(-1) ?? [],
  };
  const loop: While = {
    ...base(),
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

function next(
  jump: DispatchJump,
  go: (to: number) => Assign,
  base: () => Pick<Assign, 'id' | 'span' | 'role' | 'origin' | 'sweep'>,
  make: Maker,
): Statement[] {
  switch (jump.kind) {
    case 'go':
      return [go(jump.to)];
    case 'branch':
      return [
        {
          ...base(),
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
          ...base(),
          ...jumpBase(jump),
          kind: 'switch',
          label: make.label(),
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
