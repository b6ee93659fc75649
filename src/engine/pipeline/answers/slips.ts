/** What a statement does that its author can't have meant, with every compiler silent: told of the text, without a run. */
import { definedAtEntry } from '../../analyses/problems/definedness';
import { setAnalysis, union } from '../../analyses/problems/sets';
import type { RoutineAnalysis } from '../../analyses/routineAnalysis';
import { BitSet } from '../../base/bitset';
import type { DiagnosticSink } from '../../base/diagnostics';
import { solve } from '../../dataflow/solve';
import { children, isInteger, isReal, walk } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import type { Instruction } from '../../ir/graph/flow';
import { copiesMember, variableOf } from '../../ir/names';
import type { placesRead } from '../../ir/partials';
import type {
  Binary,
  Constant,
  ElementRef,
  Expr,
  Program,
  Routine,
  Statement,
  VariableId,
} from '../../ir/types';

/** Divisions of whole numbers that cut something off, divisions by zero, subscripts that no element has. */
export function tellSlips(
  sink: DiagnosticSink,
  program: Program,
  i: Instruction,
  read: readonly Expr[],
): void {
  const isAssignment = i.kind === 'leaf' && i.statement.kind === 'assign';
  const all = isAssignment ? [...read, i.statement.target] : read;
  for (const e of all)
    walk(e, (x) => {
      if (x.kind === 'binary' && (x.op === 'divide' || x.op === 'remainder')) tellDivision(sink, x);
      if (x.kind === 'convert' && isReal(x.type) && isInteger(x.operand.type)) tellFraction(sink, x.operand);
      if (x.kind === 'constant') tellShort(sink, x);
      if (x.kind === 'element') tellSubscripts(sink, program, x);
    });
}

function tellDivision(sink: DiagnosticSink, e: Binary): void {
  const isWhole = isInteger(e.type);
  // `1.0/0.0` is how infinity is written.
  if (evaluate(e.right) === 0 && (isWhole || evaluate(e.left) === null))
    sink.warning(
      'division-by-zero',
      'This divides by zero.',
      e.span,
      isWhole ? 'A run stops here.' : 'The quotient is infinite, or no number.',
    );
}

/** Where the quotient of a whole number becomes real, `1/2*x`, `x*(1/n)`. In subscripts and counts, `a[n/2]`, it is meant. */
function tellFraction(sink: DiagnosticSink, e: Expr): void {
  if (e.kind === 'binary' && e.op === 'divide' && isInteger(e.type)) {
    const left = evaluate(e.left);
    const right = evaluate(e.right);
    if (left !== null && right && left % right !== 0)
      tellCut(sink, e, `so it is ${Math.trunc(left / right)}`);
    else if (left !== null && right === null)
      tellCut(sink, e, `so it is 0 wherever the second is larger than ${Math.abs(left)}`);
  } else if (e.kind === 'binary' || e.kind === 'unary')
    for (const part of children(e)) tellFraction(sink, part);
}

function tellCut(sink: DiagnosticSink, e: Binary, what: string): void {
  sink.warning(
    'integer-division',
    `This divides whole numbers, ${what}.`,
    e.span,
    'For a fraction, write one of them with a point, as in `1.0`, or convert it.',
  );
}

/** `0.1*x` of Fortran: a constant that has lost half of its digits before it meets a double. Told once. */
function tellShort(sink: DiagnosticSink, e: Constant): void {
  const written = e.type === 'f64' && /^[\d.]+(e[+-]?\d+)?$/i.test(e.text ?? '') ? Number(e.text) : e.value;
  if (written === e.value || Math.fround(written) !== e.value) return;
  if (sink.list.some(({ code }) => code === 'single-constant')) return;
  sink.info(
    'single-constant',
    `This constant is of single precision, so it is ${e.value} here.`,
    e.span,
    'For all digits of a double, write its exponent with `d`, as in `0.1d0`, or its kind after it.',
  );
}

function tellSubscripts(sink: DiagnosticSink, program: Program, e: ElementRef): void {
  const { name, shape, role } = variableOf(program, e.variable);
  e.subscripts.forEach((subscript, k) => {
    const dimension = shape?.dimensions[k];
    const lower = dimension ? evaluate(dimension.lower) : null;
    const extent = dimension?.extent ? evaluate(dimension.extent) : null;
    const at = evaluate(subscript);
    // Parameters of one element may stand for arrays of any size.
    if (at === null || lower === null || (role === 'parameter' && extent === 1)) return;
    const last = extent === null ? null : lower + extent - 1;
    if (at >= lower && (last === null || at <= last)) return;
    const range = last === null ? `from ${lower}` : `from ${lower} to ${last}`;
    sink.warning('out-of-bounds', `Subscripts of \`${name}\` go ${range}, and this is ${at}.`, e.span);
  });
}

/** What may have a value. `s = s + x` gives none to an `s` that had none. */
function valued(model: RoutineAnalysis['model']) {
  const { locations, effects } = model;
  return setAnalysis('valued', 'forward', locations, givenAtEntry(model), (i, state) => {
    if (i.kind !== 'leaf' || i.statement.kind !== 'assign') return union(state, effects(i).out);
    const out = effects(i).out.clone();
    for (const place of readForCertain(i.statement.value))
      if (locations.of(place) >= 0) out.delete(locations.of(place));
    return union(state, out);
  });
}

/** What has a value at entry: what is INTENT(OUT) has none. */
function givenAtEntry(model: RoutineAnalysis['model']): BitSet {
  const given = definedAtEntry(model).clone();
  for (const { index, variables } of model.locations.all)
    if (variables.every((id) => variableOf(model.program, id).intent === 'out')) given.delete(index);
  return given;
}

/** Reports variables that are read where no assignment can have given them a value, each once. */
export function tellUnset(
  sink: DiagnosticSink,
  { model }: RoutineAnalysis,
  instructions: readonly (readonly [Instruction, read: readonly Expr[]])[],
): void {
  const { locations, graph, program, effects, exposed } = model;
  if (exposed().isSubsetOf(givenAtEntry(model))) return;
  const defined = solve(graph, valued(model));
  const told = new Set<VariableId>();
  for (const [i, read] of instructions) {
    const before = defined.around(i.id)?.before;
    if (!before) continue;
    if (i.kind === 'leaf' && hands(program, i.statement)) continue;
    const { use } = effects(i);
    // Everything that it reads has a value.
    if (use.isSubsetOf(before)) continue;
    for (const place of read.flatMap(readForCertain)) {
      const l = locations.of(place);
      if (l < 0 || before.has(l) || !use.has(l)) continue;
      const v = variableOf(program, place.variable);
      if (v.role === 'temporary' || told.has(place.variable)) continue;
      told.add(place.variable);
      sink.warning(
        'use-before-definition',
        `\`${v.name}\` is read before anything is assigned to it.`,
        place.span,
        v.intent === 'out'
          ? 'What is INTENT(OUT) has no value at entry: set it first, or declare it INTENT(INOUT).'
          : 'Give it a value first: without one, the results of a run mean nothing.',
      );
    }
  }
}

/** What a call is passed, and what is copied with the structure that it stands in, need no value. */
function hands(program: Program, s: Statement): boolean {
  return s.kind === 'call' || (s.kind === 'assign' && copiesMember(program, s.target.variable, s.value));
}

/** Reads that happen whenever the expression is evaluated, which excludes the arms of a choice. */
function readForCertain(e: Expr): ReturnType<typeof placesRead> {
  if (e.kind === 'select') return readForCertain(e.condition);
  if (e.kind === 'logical') return readForCertain(e.left);
  const own = e.kind === 'variable' || e.kind === 'element' ? [e] : [];
  return [...own, ...children(e).flatMap(readForCertain)];
}

/** Warns of `double s = x;` in a block where nothing reads it: the `s` around the block was meant. */
export function tellHidden(
  sink: DiagnosticSink,
  { model }: RoutineAnalysis,
  routine: Routine,
  source: string,
): void {
  const { locations, graph, program, effects } = model;
  const names = new Set([...routine.parameters, ...routine.locals].map((id) => variableOf(program, id).name));
  const isRead = (l: number) => graph.vertices.some((v) => v.instructions.some((i) => effects(i).use.has(l)));
  for (const id of routine.locals) {
    const { name, span, type, role } = variableOf(program, id);
    const declared = source.slice(span.start, span.end);
    if (role === 'temporary' || declared === name || !names.has(declared) || !/^\w+$/.test(declared))
      continue;
    // A loop may count in a variable of its own.
    if (!isReal(type) || locations.ofVariable(id).some(isRead)) continue;
    sink.warning(
      'hidden-name',
      `This \`${declared}\` is not the \`${declared}\` around it: it ends with its block, and nothing reads it.`,
      span,
      'Leave out its type, to set the one around it.',
    );
  }
}

/** Reports a function that may end before it has its result. */
export function tellNoResult(sink: DiagnosticSink, { model }: RoutineAnalysis, routine: Routine): void {
  const { locations, graph, program, effects } = model;
  const { result } = routine;
  const at = result === null ? -1 : (locations.ofVariable(result)[0] ?? -1);
  if (result === null || at < 0 || variableOf(program, result).shape) return;
  const isSet = (i: Instruction) => effects(i).out.has(at);
  // With labels of Fortran the graph often has a path that no run takes.
  if (program.language === 'fortran' && graph.vertices.some((v) => v.instructions.some(isSet))) return;
  const unset = BitSet.of(locations.size, [at]);
  const end = solve(
    graph,
    setAnalysis('unset', 'forward', locations, unset, (i, state) => {
      const ends = i.kind === 'leaf' && i.statement.kind === 'stop';
      if (!(ends || isSet(i)) || !state.has(at)) return state;
      const left = state.clone();
      left.delete(at);
      return left;
    }),
  ).after(graph.exit);
  if (!end.has(at)) return;
  const { name, span } = variableOf(program, result);
  const isC = program.language === 'c';
  // A variable that every `return` returns is the result itself.
  const own = isC && span.start !== routine.nameSpan.start ? `\`${name}\`` : null;
  sink.warning(
    'missing-return',
    `\`${routine.name}\` may end without a ${own ? `value in ${own}, which it returns` : 'result'}: then what it gives means nothing.`,
    routine.nameSpan,
    own
      ? `Give ${own} one where it is declared.`
      : isC
        ? 'End every path with `return …;`.'
        : 'Set its result on every path.',
  );
}
