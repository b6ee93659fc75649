/**
 * Texts that set all of their values themselves: main programs, and snippets that declare each name. There is nothing from
 * outside to differentiate with respect to, so what they start from counts as their inputs, with its value there as the
 * default, and what they end with as their outputs.
 *
 *     double a = 2, b = 3; double y = a * sin(b);        is read as y = a * sin(b), with the inputs a = 2, b = 3
 */
import { type Diagnostic, diagnostic } from '../../base/diagnostics';
import { countOf, distanceInMemory } from '../../ir/bounds';
import { isReal, walkPlaces } from '../../ir/build';
import { evaluate } from '../../ir/evaluate';
import { variableOf } from '../../ir/names';
import { rewriteStatements, walkStatements } from '../../ir/statements';
import type { Assign, Place, Program, Routine, Statement, Variable, VariableId } from '../../ir/types';
import { namedVariables, statementExpressions } from '../../ir/uses';

/** The parts of a routine's interface that exist already. */
interface Faces {
  readonly inputs: boolean;
  readonly outputs: boolean;
}

/** The routine, with inputs and outputs if it had none; unchanged where nothing qualifies. */
export function withOwnValues(
  program: Program,
  routine: Routine,
  has: Faces,
  diagnostics: Diagnostic[],
): Program {
  const starts = has.inputs ? new Map<VariableId, Start>() : startsOf(program, routine);
  const ends = has.outputs ? [] : endsOf(program, routine);
  if (starts.size === 0 && ends.length === 0) return program;
  const made = [...new Set([...starts.keys(), ...ends])].filter((id) => !routine.parameters.includes(id));
  const dropped = new Set<Statement>([...starts.values()].flatMap((start) => start.statements));
  const variables = program.variables.map((v): Variable => {
    const start = starts.get(v.id);
    if (!start && !made.includes(v.id)) return v;
    const initial = start?.values ?? null;
    return { ...v, role: 'parameter', passing: 'reference', initial };
  });
  const changed: Routine = {
    ...routine,
    kind: routine.kind === 'program' ? 'subroutine' : routine.kind,
    parameters: [...routine.parameters, ...made],
    locals: routine.locals.filter((id) => !made.includes(id)),
    body: rewriteStatements(routine.body, (s) => {
      if (dropped.has(s)) return [];
      if (s.kind !== 'assign' || s.form !== 'declaration' || !made.includes(s.target.variable)) return [s];
      // The variable is declared as a parameter, so this only assigns it.
      const { form, ...set } = s;
      return [set];
    }),
  };
  diagnostics.push(told(program, routine, [...starts.keys()], ends));
  return { ...program, variables, routines: program.routines.map((r) => (r === routine ? changed : r)) };
}

function told(
  program: Program,
  routine: Routine,
  starts: readonly VariableId[],
  ends: readonly VariableId[],
): Diagnostic {
  const list = (ids: readonly VariableId[]) =>
    ids.map((id) => `\`${variableOf(program, id).name}\``).join(', ');
  const parts = [
    ...(starts.length > 0 ? [`what it starts from counts as input (${list(starts)})`] : []),
    ...(ends.length > 0 ? [`what it ends with as output (${list(ends)})`] : []),
  ];
  const what = routine.kind === 'snippet' ? 'The snippet' : `The program ${routine.name}`;
  const lacks = starts.length > 0 ? 'sets all of its values itself' : 'keeps its results to itself';
  const [first] = [...starts, ...ends];
  return diagnostic(
    'info',
    'own-values',
    `${what} ${lacks}: ${parts.join(', ')}.`,
    first === undefined ? routine.nameSpan : variableOf(program, first).span,
    routine.kind === 'snippet'
      ? 'To choose yourself, leave a declaration out: names that nothing declares come from outside.'
      : 'To choose yourself, write a subroutine with arguments.',
  );
}

// --------------------------------------------------------------------------------------------------------- starts

interface Start {
  /** In memory order. */
  readonly values: readonly number[];
  readonly statements: readonly Statement[];
}

/**
 * Reals that outermost statements set to constants, all elements of an array, before anything else names them. Variables that
 * are set again later start a sum or a product, and count only if there are no others.
 */
function startsOf(program: Program, routine: Routine): Map<VariableId, Start> {
  const found = new Map<VariableId, Setting>();
  const closed = new Set<VariableId>();
  for (const s of routine.body) {
    const set = s.kind === 'assign' ? constantSet(program, s) : null;
    if (set && !closed.has(set.id)) {
      const none: Setting = { values: Array.from({ length: set.size }), statements: [] };
      const start = found.get(set.id) ?? none;
      if (start.values[set.at] === undefined) {
        start.values[set.at] = set.value;
        start.statements.push(s);
        found.set(set.id, start);
        continue;
      }
    }
    walkStatements([s], (inner) => {
      for (const id of mentionedIn(inner)) closed.add(id);
    });
  }
  const starts: [VariableId, Start][] = [];
  for (const [id, { values, statements }] of found) {
    const known = values.filter((value) => value !== undefined);
    if (known.length === values.length) starts.push([id, { values: known, statements }]);
  }
  const own = new Set(starts.flatMap(([, { statements }]) => statements));
  const again = new Set<VariableId>();
  walkStatements(routine.body, (s) => {
    if (!own.has(s)) for (const id of writtenBy(s)) again.add(id);
  });
  const kept = starts.filter(([id]) => !again.has(id));
  return new Map(kept.length > 0 ? kept : starts.filter(([, { values }]) => values.some((x) => x !== 0)));
}

/** The elements set so far; the others are undefined. */
interface Setting {
  readonly values: (number | undefined)[];
  readonly statements: Statement[];
}

function writtenBy(s: Statement): readonly VariableId[] {
  return s.kind === 'assign' ? [s.target.variable] : s.kind === 'call' ? mentionedIn(s) : [];
}

interface ConstantSet {
  readonly id: VariableId;
  readonly size: number;
  readonly at: number;
  readonly value: number;
}

function constantSet(program: Program, { target, value }: Assign): ConstantSet | null {
  const v = variableOf(program, target.variable);
  const number = evaluate(value);
  if (!isOwnReal(v) || number === null) return null;
  const size = countOf(v);
  const at = target.kind === 'variable' ? 0 : placeIn(v, target);
  return size === null || at === null ? null : { id: v.id, size, at, value: number };
}

function isOwnReal(v: Variable): boolean {
  return isReal(v.type) && v.storage === null && (v.role === 'local' || v.role === 'parameter');
}

/** The position of an element with constant subscripts in memory order; null if it has none. */
function placeIn({ shape }: Variable, { subscripts }: Extract<Place, { kind: 'element' }>): number | null {
  const valueAt = (d: number) => {
    const dimension = shape?.dimensions[d];
    return [subscripts[d], dimension?.lower, dimension?.extent].map((e) => (e ? evaluate(e) : null));
  };
  return distanceInMemory(
    shape,
    (d) => {
      const [index, lower, extent] = valueAt(d);
      if (index == null || lower == null || extent == null) return null;
      return index < lower || index >= lower + extent ? null : index - lower;
    },
    (d) => valueAt(d)[2] ?? null,
  );
}

function mentionedIn(s: Statement): VariableId[] {
  const found = [...namedVariables(s)];
  for (const e of statementExpressions(s))
    walkPlaces(e, (part) => {
      found.push(part.variable);
    });
  return found;
}

/** Names of real locals whose first value contains no real variable, so that it might come from outside. */
export function startingNames(program: Program, routine: Routine): string[] {
  const first = new Map<VariableId, Assign>();
  walkStatements(routine.body, (s) => {
    if (s.kind === 'assign' && !first.has(s.target.variable)) first.set(s.target.variable, s);
  });
  return [...first].flatMap(([id, { value }]) => {
    const { role, type, name } = variableOf(program, id);
    let isStart = role === 'local' && isReal(type);
    walkPlaces(value, (part) => {
      if (isReal(part.type)) isStart = false;
    });
    return isStart ? [name] : [];
  });
}

// ----------------------------------------------------------------------------------------------------------- ends

/**
 * Reals that are set, and read only by output and their own updates; if there are none, those that the last output names, or
 * else the one that is set last.
 */
function endsOf(program: Program, routine: Routine): VariableId[] {
  const set = new Set<VariableId>();
  const read = new Set<VariableId>();
  const computed = new Set<VariableId>();
  let shown: readonly VariableId[] = [];
  walkStatements(routine.body, (s) => {
    const own = s.kind === 'assign' ? s.target.variable : null;
    if (own !== null) set.add(own);
    if (s.kind === 'assign' && evaluate(s.value) === null) computed.add(s.target.variable);
    if (s.kind === 'io') {
      const names = mentionedIn(s).filter((id) => isOwnReal(variableOf(program, id)));
      if (names.length > 0) shown = names;
      return;
    }
    for (const id of mentionedIn(s)) if (id !== own) (s.kind === 'call' ? set : read).add(id);
  });
  const candidates = [...set].filter((id) => {
    const v = variableOf(program, id);
    return isOwnReal(v) && countOf(v) !== null;
  });
  const ends = candidates.filter((id) => !read.has(id));
  if (ends.length > 0) return ends;
  const printed = candidates.filter((id) => shown.includes(id) && computed.has(id));
  return printed.length > 0 ? printed : candidates.slice(-1);
}
