/**
 * C evaluates the right side of `&&` and `||`, and of a choice one branch, only where the rest asks for it; Fortran may evaluate
 * all. What guards a subscript or a divisor becomes a test of its own:
 *
 *     while (i > 0 && x[i - 1] > t)      do
 *                                          test = i > 0
 *                                          if (test) test = x(i - 1) > t
 *                                          if (.not. test) exit
 */
import { itemAt } from '../../base/lookup';
import {
  children,
  isConstant,
  isInteger,
  isReal,
  not,
  somePart,
  variable,
  withChildren,
} from '../../ir/build';
import { type AddLocal, Emitter, type GrowingProgram, rewriteRoutines } from '../../ir/emit';
import { variableOf } from '../../ir/names';
import { rewriteStatements } from '../../ir/statements';
import type {
  Expr,
  LabelId,
  Logical,
  Program,
  ScalarType,
  Select,
  Statement,
  VariableId,
} from '../../ir/types';

export function withShortCircuits(program: Program): Program {
  // What Fortran's users wrote may be evaluated as a whole.
  if (program.language === 'fortran') return program;
  return rewriteRoutines(program, (routine, add, growing) => {
    const made = { growing, add, pool: [], used: 0 };
    return rewriteStatements(routine.body, (s) =>
      guarded({ ...made, at: s, emit: new Emitter(growing, s), before: [] }),
    );
  });
}

/** The state while one statement is rewritten. */
interface Guard {
  readonly growing: GrowingProgram;
  readonly emit: Emitter;
  readonly add: AddLocal;
  /** Helper variables of the routine, shared by all statements. */
  readonly pool: VariableId[];
  readonly at: Statement;
  used: number;
  /** What is to be computed before the statement. */
  before: Statement[];
}

function guarded(g: Guard): readonly Statement[] | Statement {
  const s = g.at;
  switch (s.kind) {
    case 'if': {
      const condition = plain(g, s.condition);
      return [...g.before, { ...s, condition }];
    }
    case 'while': {
      const condition = plain(g, s.condition);
      if (g.before.length === 0) return s;
      const leave = { ...g.emit.stamp(s.role), kind: 'exit', target: s.label, form: 'break' } as const;
      const test = g.emit.if(s.role, not(condition), [leave]);
      const always = { kind: 'constant', type: 'bool', value: 1, span: s.condition.span } as const;
      return { ...s, condition: always, body: [...g.before, test, ...s.body] };
    }
    case 'doWhile': {
      const condition = plain(g, s.condition);
      return g.before.length === 0
        ? s
        : { ...s, condition, body: [endingAt(g, s.label, s.body), ...g.before] };
    }
    case 'switch': {
      const selector = plain(g, s.selector);
      return [...g.before, { ...s, selector }];
    }
    case 'for': {
      const [first, last, step] = [plain(g, s.first), plain(g, s.last), plain(g, s.step)];
      return [...g.before, { ...s, first, last, step }];
    }
    case 'assign': {
      const value = plain(g, s.value);
      if (s.target.kind === 'variable') return [...g.before, { ...s, value }];
      const target = { ...s.target, subscripts: s.target.subscripts.map((e) => plain(g, e)) };
      return [...g.before, { ...s, target, value }];
    }
    case 'call': {
      const args = s.args.map((arg) => (arg.kind === 'value' ? { ...arg, value: plain(g, arg.value) } : arg));
      return [...g.before, { ...s, args }];
    }
    case 'dispatch':
      return { ...s, blocks: s.blocks.map((block) => guardedJump({ ...g, used: 0, before: [] }, block)) };
    default:
      return s;
  }
}

type Block = Extract<Statement, { kind: 'dispatch' }>['blocks'][number];

function guardedJump(g: Guard, block: Block): Block {
  const { jump } = block;
  if (jump.kind === 'go') return block;
  const made =
    jump.kind === 'branch'
      ? { ...jump, condition: plain(g, jump.condition) }
      : { ...jump, selector: plain(g, jump.selector) };
  return g.before.length === 0 ? block : { ...block, jump: made, body: [...block.body, ...g.before] };
}

/** The body of a loop in a block of its own, so that the next round's test comes after it. */
function endingAt(g: Guard, loop: LabelId, body: readonly Statement[]): Statement {
  const label = g.emit.label();
  const inside = rewriteStatements(body, (inner) =>
    inner.kind === 'next' && inner.target === loop
      ? { ...inner, kind: 'exit', target: label, form: inner.form === 'goto' ? 'goto' : 'break' }
      : inner,
  );
  return { ...g.emit.stamp(g.at.role), kind: 'block', label, body: inside };
}

/** Rewrites an expression so that all of it may be evaluated; statements needed first go into `g.before`. */
function plain(g: Guard, e: Expr): Expr {
  if (!needsGuard(e)) return e;
  if (!isGuarding(e))
    return withChildren(
      e,
      children(e).map((part) => plain(g, part)),
    );
  const place = variable(helper(g, e.type), e.type, e.span);
  into(g, place, e);
  return place;
}

function into(g: Guard, place: ReturnType<typeof variable>, e: Expr): void {
  const set = (value: Expr) => g.before.push(g.emit.assign(g.at.role, place, value));
  if (!needsGuard(e)) set(e);
  else if (e.kind === 'logical') {
    into(g, place, e.left);
    const right = apart(g, () => into(g, place, e.right));
    g.before.push(test(g, e.op === 'and' ? place : not(place), right, []));
  } else if (e.kind === 'select') {
    const condition = plain(g, e.condition);
    const whenTrue = apart(g, () => into(g, place, e.whenTrue));
    g.before.push(
      test(
        g,
        condition,
        whenTrue,
        apart(g, () => into(g, place, e.whenFalse)),
      ),
    );
  } else
    set(
      withChildren(
        e,
        children(e).map((part) => plain(g, part)),
      ),
    );
}

function test(g: Guard, condition: Expr, then: Statement[], otherwise: Statement[]): Statement {
  return g.emit.if(g.at.role, condition, then, otherwise);
}

function apart(g: Guard, make: () => void): Statement[] {
  const outside = g.before;
  g.before = [];
  make();
  const made = g.before;
  g.before = outside;
  return made;
}

/** Whether some part of it guards another. */
function needsGuard(e: Expr): boolean {
  return somePart(e, isGuarding);
}

function isGuarding(e: Expr): e is Logical | Select {
  if (e.kind === 'logical') return mayTrap(e.right);
  return e.kind === 'select' && (mayTrap(e.whenTrue) || mayTrap(e.whenFalse));
}

/** Whether it may trap: a subscript out of bounds, a zero divisor, a real too large for an integer. */
function mayTrap(e: Expr): boolean {
  return somePart(e, (part) => {
    if (part.kind === 'binary' && isInteger(part.type))
      return (part.op === 'divide' || part.op === 'remainder') && !isConstant(part.right);
    if (part.kind === 'convert') return isInteger(part.type) && isReal(part.operand.type);
    return part.kind === 'element';
  });
}

function helper(g: Guard, type: ScalarType): VariableId {
  for (; g.used < g.pool.length; g.used++) {
    const id = itemAt(g.pool, g.used);
    if (variableOf(g.growing, id).type !== type) continue;
    g.used++;
    return id;
  }
  const id = g.add({ name: 'test', type, role: 'control', span: g.at.span });
  g.pool.push(id);
  g.used = g.pool.length;
  return id;
}
