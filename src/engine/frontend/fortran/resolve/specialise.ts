/**
 * Routines as arguments. A routine that is passed others is read once for each set that it is passed: `call rk4(y, h, f)`
 * calls `rk4_f`, a copy of rk4 in which f stands for its argument. So every call that is left names what it calls.
 *
 * Works on syntax, before names are resolved: an argument is a routine if it is declared EXTERNAL or PROCEDURE, has an
 * interface, or is called.
 */
import type { DiagnosticSink } from '../../../base/diagnostics';
import { mapped } from '../../mapped';
import type { ApplySyntax, ArgumentSyntax, Name, StatementOf, StatementSyntax, Unit } from '../parse/syntax';
import { visitNodes } from '../parse/visit';

/** What to do where nothing is passed that could be read in place of an argument. */
export const NOT_PASSED = 'Add a routine that calls this one and passes it, and choose that.';

interface State {
  /** Routines with routines as arguments, and which those are. */
  readonly generic: ReadonlyMap<string, { readonly unit: Unit; readonly dummies: readonly string[] }>;
  /** What can be passed. */
  readonly routines: ReadonlySet<string>;
  /** Copies by what they are copies for, and where they go. */
  readonly made: Map<string, string>;
  readonly copies: Map<Unit, Unit[]>;
  /** Copies whose own calls are still to be redirected, which can ask for more copies. */
  readonly pending: (() => void)[];
  readonly names: Set<string>;
  readonly sink: DiagnosticSink;
}

export function specialised(
  given: readonly Unit[],
  names: Set<string>,
  sink: DiagnosticSink,
): readonly Unit[] {
  const passing = given.flatMap(routinesIn);
  if (!passing.some((unit) => dummyRoutines(unit).length > 0)) return given;
  const known = new Set(passing.map((unit) => unit.name.name));
  const units = given.map((unit) => withOwnNames(unit, known));
  const all = units.flatMap(routinesIn);
  const generic = new Map(
    all.flatMap((unit) => {
      const dummies = dummyRoutines(unit);
      return dummies.length > 0 ? [[unit.name.name, { unit, dummies }] as const] : [];
    }),
  );
  const routines = new Set(all.map((unit) => unit.name.name));
  const state: State = { generic, routines, made: new Map(), copies: new Map(), pending: [], names, sink };
  const redirectedUnits = units.map((unit) => withCalls(state, unit));
  for (const complete of state.pending) complete();
  return placed(state, redirectedUnits, units).map((unit) => withCopiesUsed(state, unit));
}

/** `USE m, ONLY: g => f` of a routine: what is called g is f, and called so. */
function withOwnNames(unit: Unit, routines: ReadonlySet<string>): Unit {
  const meant = new Map<string, string>();
  const specifications = unit.specifications.map((s) => {
    if (s.kind !== 'use') return s;
    const used = s.names.map((each) => {
      if (each.local.name === each.remote || !routines.has(each.remote)) return each;
      meant.set(each.local.name, each.remote);
      return { ...each, local: { ...each.local, name: each.remote } };
    });
    return { ...s, names: used };
  });
  const contains = unit.contains.map((inner) => withOwnNames(inner, routines));
  if (meant.size === 0) return { ...unit, contains };
  return { ...renamed({ ...unit, contains }, meant), specifications };
}

/** What is named of a module are the copies of what it had. */
function withCopiesUsed(state: State, unit: Unit): Unit {
  const copiesOf = (name: string): string[] =>
    [...state.made].filter(([key]) => key.startsWith(`${name} `)).map(([, copy]) => copy);
  const specifications = unit.specifications.map((s) => {
    if (s.kind !== 'use') return s;
    const used = s.names.flatMap((each) => {
      const copies = state.generic.has(each.remote) ? copiesOf(each.remote) : [];
      if (copies.length === 0) return [each];
      return copies.map((name) => ({ local: { ...each.local, name }, remote: name }));
    });
    return { ...s, names: used };
  });
  return { ...unit, specifications, contains: unit.contains.map((inner) => withCopiesUsed(state, inner)) };
}

function routinesIn(unit: Unit): Unit[] {
  const isRoutine = unit.kind === 'subroutine' || unit.kind === 'function';
  return [...(isRoutine && !unit.bare ? [unit] : []), ...unit.contains.flatMap(routinesIn)];
}

function dummyRoutines(unit: Unit): string[] {
  const found = new Set(unit.interfaces.map(({ name }) => name.name));
  for (const s of unit.specifications)
    if (s.kind === 'declare' && s.attributes.includes('external'))
      for (const { name } of s.entities) found.add(name);
  visitNodes(unit.body, (node) => {
    if (node.kind === 'call') found.add(node.callee.name);
  });
  return (unit.header?.parameters ?? []).flatMap(({ name }) => (found.has(name) ? [name] : []));
}

/** Copies stand where what they are copies of stood, which goes: nothing can call it any more. */
function placed(state: State, units: readonly Unit[], originals: readonly Unit[]): Unit[] {
  return units.flatMap((unit, k) => {
    const original = originals[k] as Unit;
    const whole = { ...unit, contains: placed(state, unit.contains, original.contains) };
    return state.copies.get(original) ?? [whole];
  });
}

/** A unit with the calls in it that pass routines calling copies instead. */
function withCalls(state: State, unit: Unit): Unit {
  if (state.generic.has(unit.name.name)) return unit;
  const own = mapped(unit.body, (node) => redirected(state, node));
  return { ...unit, body: own, contains: unit.contains.map((inner) => withCalls(state, inner)) };
}

/** Routines that pass routines on to each other can ask for a copy of each for every choice of what is passed. */
const MOST_COPIES = 1000;

type CallSyntax = StatementOf<'call'> | ApplySyntax;

function redirected(state: State, node: object): object {
  if (!isCall(node)) return node;
  const name = node.kind === 'call' ? node.callee.name : node.name;
  const generic = state.generic.get(name);
  if (!generic) return node;
  const parameters = generic.unit.header?.parameters ?? [];
  const passed = generic.dummies.map((dummy) => {
    const position = parameters.findIndex((p) => p.name === dummy);
    return node.args.find((a, k) => (a.keyword === null ? k === position : a.keyword === dummy));
  });
  const actuals = passed.map((a) => routineNamed(state, a));
  if (actuals.some((actual) => actual === null)) return node;
  const copy = copyFor(state, generic, actuals as string[], node);
  if (copy === null) return node;
  const args = node.args.filter((a) => !passed.includes(a));
  return node.kind === 'call'
    ? { ...node, callee: { ...node.callee, name: copy }, args }
    : { ...node, name: copy, args };
}

function isCall(node: object): node is CallSyntax {
  return 'kind' in node && (node.kind === 'call' || node.kind === 'apply');
}

function routineNamed(state: State, argument: ArgumentSyntax | undefined): string | null {
  const value = argument?.value;
  return value?.kind === 'name' && state.routines.has(value.name) ? value.name : null;
}

function copyFor(
  state: State,
  { unit, dummies }: { readonly unit: Unit; readonly dummies: readonly string[] },
  actuals: readonly string[],
  call: CallSyntax,
): string | null {
  const key = [unit.name.name, ...actuals].join(' ');
  const known = state.made.get(key);
  if (known !== undefined) return known;
  if (state.made.size >= MOST_COPIES) {
    state.sink.error(
      'too-large',
      `Routines are passed to routines in more than ${MOST_COPIES} ways.`,
      call.span,
      'Call some of them by their names.',
    );
    return null;
  }
  const name = freshName(state.names, [unit.name.name, ...actuals].join('_'));
  state.made.set(key, name);
  state.sink.info(
    'routine-argument',
    `\`${unit.name.name}\` is read once for each routine that is passed to it: here as \`${name}\`, in which \`${actuals.join('`, `')}\` stands for \`${dummies.join('`, `')}\`.`,
    call.span,
  );
  const meant = new Map(dummies.map((dummy, k) => [dummy, actuals[k] as string]));
  const copies = state.copies.get(unit) ?? [];
  state.copies.set(unit, copies);
  const bound = substituted(unit, meant);
  const at = copies.push(bound) - 1;
  state.pending.push(() => {
    const inside = {
      ...bound,
      body: mapped(bound.body, (node) => redirected(state, node)),
      contains: bound.contains.map((inner) => withCalls(state, inner)),
    };
    // A function's result goes by its name.
    copies[at] = renamed(inside, new Map([[unit.name.name, name]]));
  });
  return name;
}

/** The unit without its arguments that are routines; what they stand for in their place. */
function substituted(unit: Unit, meant: ReadonlyMap<string, string>): Unit {
  const isOther = ({ name }: Name) => !meant.has(name);
  const { header } = unit;
  return renamed(
    {
      ...unit,
      header: header && { ...header, parameters: header.parameters.filter(isOther) },
      specifications: unit.specifications.flatMap((s): StatementSyntax[] => {
        if (s.kind !== 'declare') return [s];
        const entities = s.entities.filter(isOther);
        return entities.length > 0 || s.entities.length === 0 ? [{ ...s, entities }] : [];
      }),
      interfaces: unit.interfaces.filter(({ name }) => isOther(name)),
    },
    meant,
  );
}

function renamed(unit: Unit, names: ReadonlyMap<string, string>): Unit {
  return mapped(unit, (node) => {
    const name = 'name' in node && typeof node.name === 'string' ? names.get(node.name) : undefined;
    return name === undefined ? node : { ...node, name };
  });
}

export function freshName(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let k = 2; names.has(name); k++) name = `${wanted}${k}`;
  names.add(name);
  return name;
}
