/** DO loops: counted ones as the IR has them, the others as loops with a test. */

import { getOrMake } from '../../../../base/once';
import type { RawStatement } from '../../../../control/structure';
import * as b from '../../../../ir/build';
import { newLabel } from '../../../../ir/emit';
import type { Expr, Place, ScalarType, VariableId } from '../../../../ir/types';
import { tapeCallNamed } from '../../../lower/tapeCalls';
import type { DoControl, DoNode, ExprSyntax, Name } from '../../parse/syntax';
import { counterOf, visitNodes, visitOwnExpressions } from '../../parse/visit';
import { fold } from '../../resolve/constants/fold';
import { lookUp, newVariable, routineNamed } from '../../resolve/symbols';
import {
  type Construct,
  type Context,
  into,
  report,
  statementBase,
  temporary,
  unsupported,
  type VariableSymbol,
} from '../context';
import { branch, emit, kept, lowerBody, placeLabel, placeOf } from '../emit';
import { condition, integer, scalar } from '../values';
import { tellReadBetween } from './forall';

type CountControl = DoControl & { kind: 'count' };

/** A DO of any kind. */
export function doBlock(ctx: Context, node: DoNode): void {
  const { control } = node;
  if (node.forall) tellReadBetween(ctx, node);
  const construct: Construct = {
    name: node.construct?.name ?? null,
    loop: true,
    label: newLabel(ctx.shared),
    used: false,
  };
  if (control.kind === 'count') {
    const place = control.declared ? null : placeOf(ctx, control.index);
    if (place && !ctx.failed && b.isReal(place.type)) realLoop(ctx, node, construct, place);
    else countedLoop(ctx, node, construct);
  } else whileLoop(ctx, node, construct, control.kind === 'while' ? control.condition : null);
}

function loopBody(ctx: Context, node: DoNode, construct: Construct): RawStatement[] {
  ctx.constructs.push(construct);
  const body = into(ctx, () => {
    lowerBody(ctx, node.body);
    if (node.endLabel) placeLabel(ctx, node.endLabel);
  });
  ctx.constructs.pop();
  return body;
}

function whileLoop(ctx: Context, node: DoNode, construct: Construct, test: ExprSyntax | null): void {
  const base = statementBase(ctx, node.span);
  const forever = b.constant(1, 'bool', node.span, '.true.');
  let guard: Expr = forever;
  const before = into(ctx, () => {
    if (test) guard = condition(ctx, test);
  });
  const body = loopBody(ctx, node, construct);
  if (before.length > 0 && test) {
    // Functions in the test are called before every trip.
    ctx.span = test.span;
    const out = into(ctx, () =>
      emit(ctx, { kind: 'exit', target: construct.label, form: 'exit', ...statementBase(ctx) }),
    );
    const check = into(ctx, () => branch(ctx, b.not(guard), out));
    emit(ctx, {
      kind: 'while',
      label: construct.label,
      condition: forever,
      body: [...before, ...check, ...body],
      ...base,
    });
    return;
  }
  emit(ctx, { kind: 'while', label: construct.label, condition: guard, body, ...base });
}

function countedLoop(ctx: Context, node: DoNode, construct: Construct): void {
  const { control } = node;
  if (control.kind !== 'count') return;
  const index = loopIndex(ctx, control);
  const type = index?.type ?? 'i32';
  const part = (e: ExprSyntax, what: string): Expr => b.convert(integer(ctx, e, what), type);
  const first = part(control.first, 'The start of a loop');
  const last = part(control.last, 'The end of a loop');
  const given = control.step ? part(control.step, 'The step of a loop') : b.constant(1, type);
  const folded = fold(given) ?? given;
  if (b.isConstant(folded, 0))
    report(ctx, 'bounds', 'The step of a loop can\u2019t be 0.', control.step?.span ?? node.span);
  const step = ctx.failed ? folded : steadyStep(ctx, folded, node);
  const failed = ctx.failed || !index;
  const base = statementBase(ctx, node.span);
  if (index) ctx.indices.add(index.id);
  const own = (control.locals ?? []).map((name) => ownLocal(ctx, name));
  const body = [index, ...own].reduceRight<() => RawStatement[]>(
    (run, each) => () => meaning(ctx, each, run),
    () => loopBody(ctx, node, construct),
  )();
  if (index) ctx.indices.delete(index.id);
  if (failed || !index) {
    // The loop is lost; its body is still shown.
    emit(ctx, { kind: 'while', label: construct.label, condition: b.constant(1, 'bool'), body, ...base });
    return;
  }
  emit(ctx, {
    kind: 'for',
    label: construct.label,
    index: index.id,
    first,
    last,
    step,
    test: 'do',
    body,
    ...base,
  });
}

/** `DO t = 0.0, 1.0, h`: as many rounds as fit at the start, and t grows by the step after each. */
function realLoop(ctx: Context, node: DoNode, construct: Construct, index: Place): void {
  const { control, span } = node;
  if (control.kind !== 'count') return;
  const { type } = index;
  const set = (target: Place, value: Expr): void => {
    emit(ctx, { kind: 'assign', target, value, ...statementBase(ctx, span) });
  };
  const part = (e: ExprSyntax): Expr => b.convert(scalar(ctx, e, 'A bound of a loop'), type);
  const held = (value: Expr, name: string): Expr => {
    if (value.kind === 'constant') return value;
    const place = b.variable(temporary(ctx, name, type), type, span);
    set(place, value);
    return place;
  };
  const first = held(part(control.first), 'first');
  const last = held(part(control.last), 'last');
  const step = control.step ? held(part(control.step), 'step') : b.constant(1, type, span);
  if (b.isConstant(step, 0))
    report(ctx, 'bounds', 'The step of a loop can\u2019t be 0.', control.step?.span ?? span);
  const trips = b.variable(temporary(ctx, 'trips', 'i32'), 'i32', span);
  const trip = b.variable(temporary(ctx, 'trip', 'i32'), 'i32', span);
  const length = b.add(b.subtract(last, first, span), step, span);
  set(trips, b.convert(b.divide(length, step, span), 'i32'));
  set(index, first);
  set(trip, b.constant(0, 'i32', span));
  const base = statementBase(ctx, span);
  const own = loopBody(ctx, node, construct);
  const increment = into(ctx, () => {
    set(trip, b.add(trip, b.constant(1, 'i32', span), span));
    set(index, b.add(index, step, span));
  });
  const test = b.compare('lt', trip, trips, span);
  emit(ctx, { kind: 'while', label: construct.label, condition: test, body: own, increment, ...base });
}

/** A variable that a name means inside of a loop only. */
interface Own {
  readonly id: VariableId;
  readonly symbol: VariableSymbol | null;
}
interface LoopIndex extends Own {
  readonly type: 'i32' | 'i64';
}

/** A LOCAL variable of a DO CONCURRENT. */
function ownLocal(ctx: Context, { name, span }: Name): Own | null {
  const place = placeOf(ctx, { kind: 'name', name, span });
  const symbol = lookUp(ctx.scope, name);
  if (ctx.failed) return null;
  if (!place)
    return unsupported(ctx, 'An array as LOCAL is', span, 'Use a scalar, or an array of one more dimension.');
  if (symbol?.kind !== 'variable') return null;
  return { id: ownVariable(ctx, symbol, place.type, place.variable), symbol };
}

function loopIndex(
  ctx: Context,
  { index: e, local = false, declared = false }: CountControl,
): LoopIndex | null {
  if (declared && e.kind === 'name' && !lookUp(ctx.scope, e.name))
    newVariable(ctx.scope, e.name, 'i32', e.span).typed = true;
  const place = placeOf(ctx, e);
  if (ctx.failed) return null;
  if (place?.kind !== 'variable')
    return report(ctx, 'loop-index', 'A loop is counted by a scalar variable.', e.span);
  if (place.type === 'bool' || place.type === 'f32' || place.type === 'f64')
    return report(ctx, 'loop-index', 'A loop is counted by an integer.', e.span);
  const found = e.kind === 'name' ? lookUp(ctx.scope, e.name) : null;
  const symbol = found?.kind === 'variable' ? found : null;
  const id = local && symbol ? ownVariable(ctx, symbol, place.type, place.variable) : place.variable;
  if (ctx.indices.has(id))
    return report(ctx, 'loop-index', 'A loop around this one counts with the same variable.', e.span);
  const v = ctx.shared.variables[place.variable];
  if (v?.intent === 'in' && !local)
    return report(ctx, 'intent', `${v.name} is INTENT(IN), so it can\u2019t count a loop.`, e.span);
  return { id, type: place.type, symbol };
}

/**
 * The index of a FORALL or DO CONCURRENT, or what is LOCAL to it, which leaves the variable of its name alone. That variable
 * serves where nothing else uses it, so that the user's name stays.
 */
function ownVariable(ctx: Context, symbol: VariableSymbol, type: ScalarType, outer: VariableId): VariableId {
  const { name } = symbol;
  const isUnseen =
    !ctx.besideOwnIndices.has(name) &&
    symbol.home === ctx.scope &&
    ctx.scope.unit.contains.length === 0 &&
    ctx.shared.variables[outer]?.role === 'local';
  if (isUnseen) return outer;
  return getOrMake(ctx.ownIndices, name, () => temporary(ctx, name, type));
}

/** Runs while the index's name means the index; for the routines inside this one it means what it meant before. */
function meaning<T>(ctx: Context, own: Own | null, run: () => T): T {
  if (!own?.symbol) return run();
  const { symbol } = own;
  const outer = symbol.id;
  const isFirst = !ctx.hidden.has(symbol);
  if (isFirst) ctx.hidden.set(symbol, outer);
  symbol.id = own.id;
  const result = run();
  symbol.id = outer;
  if (isFirst) ctx.hidden.delete(symbol);
  return result;
}

/** A step that the body could change is kept from before the loop. */
function steadyStep(ctx: Context, step: Expr, node: DoNode): Expr {
  const names = new Set<string | undefined>();
  let isSteady = true;
  b.walk(step, (e) => {
    if (e.kind === 'variable') names.add(ctx.shared.variables[e.variable]?.name);
    if (e.kind === 'element') isSteady = false;
  });
  if (names.size > 0)
    visitNodes(node.body, (inner) => {
      if (inner.kind === 'assign' && names.has(inner.target.name)) isSteady = false;
      if (inner.kind === 'call') {
        // The tape changes what it is given, and nothing else.
        const taped = ctx.shared.hasRuntime && tapeCallNamed(inner.callee.name) !== undefined;
        if (!taped || inner.args.some(({ value }) => value.kind === 'name' && names.has(value.name)))
          isSteady = false;
      }
      const counter = counterOf(inner);
      if (counter && names.has(counter.name)) isSteady = false;
      visitOwnExpressions(inner, (e) => {
        if (e.kind === 'apply' && routineNamed(ctx, e.name)) isSteady = false;
      });
    });
  return isSteady ? step : kept(ctx, step, 'step');
}
