/**
 * Statements. A jump to where control goes anyway is left out: `tail` holds the labels that end where the statement
 * at hand ends.
 */
import { newLabel } from '../../../ir/emit';
import { evaluate } from '../../../ir/evaluate';
import { shortened } from '../../limitedSink';
import type * as S from '../parse/syntax';
import { assignInto } from './assignments';
import { lowerBody, lowerList, NO_TAIL, placeLabel, unknownTest, warnOfAssignment } from './bodies';
import { readsInput } from './calls/input';
import { declareLocals } from './declarations/locals';
import { callsMayChange, rememberSize, withSizes } from './declarations/shapes';
import { doWhileStatement, forStatement, whileStatement } from './loops';
import { pointerTest } from './memory/pointerVariables';
import { condition, discard } from './names';
import {
  base,
  collect,
  inScope,
  lookUp,
  noteType,
  type RoutineState,
  reference,
  type Tail,
  temporary,
  truth,
} from './state';
import { withSteps } from './steps';
import { switchStatement } from './switches';

export function lowerStatement(s: RoutineState, stmt: S.Statement, tail: Tail): void {
  const piece = s.file.pieces.before(stmt.span.start);
  if (!piece) {
    lowerUnmarked(s, stmt, tail);
    return;
  }
  const body = collect(s, () => lowerUnmarked(s, stmt, NO_TAIL));
  s.out.push({ kind: 'block', ...base(s.file, stmt.span), label: newLabel(s.file), body, piece });
}

function lowerUnmarked(s: RoutineState, stmt: S.Statement, tail: Tail): void {
  const lower = LOWERING[stmt.kind] as (s: RoutineState, stmt: S.Statement, tail: Tail) => void;
  lower(s, stmt, tail);
}

const LOWERING: {
  readonly [K in S.Statement['kind']]: (
    s: RoutineState,
    stmt: Extract<S.Statement, { kind: K }>,
    tail: Tail,
  ) => void;
} = {
  block: (s, { body }, tail) => inScope(s, () => lowerList(s, body, tail)),
  expression: expressionStatement,
  declaration: (s, stmt) => declareLocals(s, stmt),
  if: ifStatement,
  for: forStatement,
  while: whileStatement,
  doWhile: doWhileStatement,
  switch: switchStatement,
  case: caseLabel,
  label: (s, { name, span }) => placeLabel(s, name, span),
  goto: (s, { label, span }) => {
    s.hasJumps = true;
    s.out.push({ kind: 'goto', ...base(s.file, span), label });
  },
  break: jumpStatement,
  continue: jumpStatement,
  return: returnStatement,
  empty: () => {},
};

/** Where the `switch` jumps to. One without a name was reported with its `switch`. */
function caseLabel(s: RoutineState, stmt: S.CaseLabel): void {
  const name = s.caseNames.get(stmt);
  if (name !== undefined) placeLabel(s, name, stmt.span);
  else if (s.switches === 0)
    s.file.sink.error('case-outside', 'This label belongs to no `switch`.', stmt.span);
}

/** `(void)x;` says that it does nothing; the others say why they do nothing. */
const SILENT = new Set<S.Expr['kind']>(['assign', 'update', 'cast', 'call']);

function isSilent(e: S.Expr): boolean {
  return e.kind === 'comma' ? isSilent(e.left) && isSilent(e.right) : SILENT.has(e.kind);
}

function expressionStatement(s: RoutineState, stmt: S.ExpressionStatement): void {
  const before = s.out.length;
  const errors = s.file.sink.list.length;
  withSteps(s, stmt.expr, () => discard(s, stmt.expr));
  rememberOnlyValue(s, stmt.expr, before);
  if (s.out.length > before || s.file.sink.list.length > errors || stmt.expr.kind === 'broken') return;
  if (s.told.size > 0 || isSilent(stmt.expr)) return;
  const equals =
    stmt.expr.kind === 'binary' && stmt.expr.op === '==' ? ['To assign, write a single `=`.'] : [];
  s.file.sink.warning('no-effect', 'This statement does nothing.', stmt.span, ...equals);
}

/** `int m; m = 2*n;`: what gets one value only, before anything that is not sure to happen, may size arrays from here on. */
function rememberOnlyValue(s: RoutineState, e: S.Expr, at: number): void {
  if (e.kind !== 'assign' || e.op !== null || e.target.kind !== 'name') return;
  const { name } = e.target;
  const own = s.moved.get(name) === 1 ? lookUp(s, name) : undefined;
  if (own?.kind !== 'variable') return;
  const { role, owner } = own.variable;
  if (role === 'local' || (role === 'global' && owner === null && !callsMayChange(s, name)))
    rememberSize(s, own.variable, at, true);
}

function ifStatement(s: RoutineState, stmt: S.IfStatement, tail: Tail): void {
  warnOfAssignment(s, stmt.condition);
  const pointer = pointerTest(s, stmt.condition);
  const test = pointer === null ? condition(s, stmt.condition) : truth(pointer, stmt.condition.span);
  const known = pointer ?? (test && readsInput(stmt.condition) ? evaluate(test) : null);
  if (known !== null) {
    // A pointer is never null here, and input never at its end: the other arm is looked at, and left out.
    const [taken, other] = known ? [stmt.then, stmt.else] : [stmt.else, stmt.then];
    if (other) lowerBody(s, other, tail);
    if (taken) s.out.push(...lowerBody(s, taken, tail));
    return;
  }
  const common = base(s.file, stmt.span);
  // `if (a.columns != b.rows) return NULL;`: where both are known, so is the arm.
  const holds = test && evaluate(withSizes(s, test));
  const then = lowerBody(s, stmt.then, tail, holds === 1);
  const otherwise = stmt.else ? lowerBody(s, stmt.else, tail, holds === 0) : [];
  s.out.push({
    kind: 'if',
    ...common,
    condition: test ?? unknownTest(s, stmt.condition.span),
    then,
    else: otherwise,
  });
}

function jumpStatement(s: RoutineState, stmt: S.JumpStatement, tail: Tail): void {
  const targets = stmt.kind === 'break' ? s.breaks : s.continues;
  const target = targets[targets.length - 1];
  if (!target) {
    const inside = stmt.kind === 'break' ? 'loop or `switch`' : 'loop';
    s.file.sink.error(`${stmt.kind}-outside`, `This \`${stmt.kind}\` stands in no ${inside}.`, stmt.span);
    return;
  }
  if (tail.has(target.label)) return;
  const common = { ...base(s.file, stmt.span), target: target.label };
  if (target.form === 'continue') s.out.push({ kind: 'next', ...common, form: 'continue' });
  else s.out.push({ kind: 'exit', ...common, form: target.form });
}

function returnStatement(s: RoutineState, stmt: S.ReturnStatement, tail: Tail): void {
  if (stmt.value) returnValue(s, stmt, stmt.value);
  else if (s.resultType !== 'void' && s.resultType !== 'unsupported')
    s.file.sink.error(
      'return-value',
      `\`${shortened(s.name)}\` returns a value, and none stands here.`,
      stmt.span,
    );
  if (!tail.has(s.label))
    s.out.push({ kind: 'exit', ...base(s.file, stmt.span), target: s.label, form: 'return' });
}

function returnValue(s: RoutineState, stmt: S.ReturnStatement, e: S.Expr): void {
  if (s.resultType === 'unsupported') return;
  if (s.resultType === 'void') {
    if (s.kind === 'program') discard(s, e);
    else
      s.file.sink.error(
        'return-value',
        `\`${shortened(s.name)}\` is declared to return nothing.`,
        stmt.span,
        `Declare \`${shortened(s.name)}\` with the type of the value.`,
      );
    return;
  }
  const named = e.kind === 'name' ? lookUp(s, e.name) : undefined;
  if (named?.kind === 'variable' && named.variable === s.result) return;
  s.result ??= temporary(s, 'result', s.resultType, stmt.span, 'result');
  if (s.resultWritten) noteType(s.file, s.result.id, s.resultWritten);
  assignInto(s, reference(s.result, stmt.span), e, stmt.span);
}
