/**
 * What the generators expect of a routine, brought about by rewriting the primal (which stays equivalent):
 *
 *   - a counted loop that something leaves early is a `while` loop with its index as an ordinary variable; with a reversal
 *     style other than `joins` every counted loop is (theory 4.3, 7);
 *   - an assignment that may overwrite what its own address reads (`p[p[k]] = 3`) takes its address from temporaries;
 *   - a real actual passed by value is a variable, an element or a constant;
 *   - with `codeLists`, an assignment is a code list (codeList.ts);
 *   - with `splitNested`, elementary functions stand alone and their arguments are plain.
 */

import { NOWHERE } from '../../base/span';
import { add, binary, compare, constant, isReal, logical, shifted, variable } from '../build';
import { addVariable, Emitter, growingFrom, newStatement } from '../emit';
import { locationsOf } from '../locations';
import { namesByOwner, variableOf } from '../names';
import { callsIn, endsRun, jumpsOutOf, rewriteStatements, walkStatements } from '../statements';
import type {
  Argument,
  Assign,
  Call,
  Exit,
  Expr,
  For,
  Next,
  Program,
  Routine,
  Statement,
  StatementId,
  Variable,
  VariableId,
  VariableRef,
  While,
} from '../types';
import { mentions } from '../uses';
import { writtenByLoop } from '../writes';
import { type CodeListTools, toCodeList } from './codeList';

export interface NormaliseOptions {
  readonly countedLoops: boolean;
  readonly splitNested: boolean;
  readonly codeLists: boolean;
  /** Calls that are reversed in two halves: both are passed the same values, and results go through a temporary. */
  readonly isSplit: (call: Call) => boolean;
}

/** Of one program: what became of its routines with these modes of calls, and where they get more, with these numbers still free. */
export type NormalForms = Map<
  string,
  { readonly routine: Routine; readonly added: readonly Variable[]; readonly statements: number }
>;

export function normalise(
  program: Program,
  options: NormaliseOptions,
  known: NormalForms = new Map(),
): Program {
  const growing = growingFrom(program);
  const namesOf = namesByOwner(program.variables);
  const normalForm = (routine: Routine, owner: number): Routine => {
    const added: VariableId[] = [];
    const names = namesOf(owner);
    const temporary: Tools['temporary'] = (hint, { type, span }) => {
      const v = { name: names.fresh(hint), type, role: 'temporary', owner, span } as const;
      const id = addVariable(growing.variables, v);
      added.push(id);
      return variable(id, type, span);
    };
    const tools: Tools = {
      statement: () => newStatement(growing),
      temporary,
      kept(hint, value, { role, origin }, before) {
        const { span } = value;
        const t = temporary(hint, value);
        const emit = new Emitter(growing, { span, origin });
        before.push(emit.assign(role, t, value));
        return t;
      },
    };
    const view: Program = { ...program, ...growing };
    let body: readonly Statement[] = expandLoops(program, routine, options, tools);
    body = rewriteStatements(body, (s) => {
      if (s.kind === 'assign') return plainAddress(view, routine, s, tools);
      if (s.kind !== 'call') return [s];
      // A result that goes through a temporary is an assignment like any other.
      return plainArguments(view, s, tools, options.isSplit(s)).flatMap((p) =>
        p.kind === 'assign' ? plainAddress(view, routine, p, tools) : [p],
      );
    });
    if (options.splitNested) {
      body = rewriteStatements(body, (s) => (s.kind === 'assign' ? splitAssign(s, tools) : [s]));
    }
    if (options.codeLists) {
      const list = { statement: tools.statement, variable: compilerVariables(tools) };
      body = rewriteStatements(body, (s) => (s.kind === 'assign' ? toCodeList(s, list) : [s]));
    }
    return { ...routine, body, locals: [...routine.locals, ...added] };
  };
  const routines = program.routines.map((routine, owner) => {
    const { nextStatement, variables } = growing;
    const first = variables.length;
    const modes = [owner, ...callsIn(routine.body).map(options.isSplit)].join();
    const numbered = `${modes} ${nextStatement} ${first}`;
    const found = known.get(modes) ?? known.get(numbered);
    if (found) {
      variables.push(...found.added);
      growing.nextStatement += found.statements;
      return found.routine;
    }
    const made = normalForm(routine, owner);
    const added = variables.slice(first);
    const isPlain = growing.nextStatement === nextStatement && added.length === 0;
    known.set(isPlain ? modes : numbered, {
      routine: made,
      added,
      statements: growing.nextStatement - nextStatement,
    });
    return made;
  });
  return { ...program, ...growing, routines };
}

interface Tools {
  statement(): StatementId;
  temporary(hint: string, like: Pick<Variable, 'type' | 'span'>): VariableRef;
  /** A temporary that holds a value from before a statement on. */
  kept(hint: string, value: Expr, s: Pick<Statement, 'role' | 'origin'>, before: Assign[]): VariableRef;
}

// ------------------------------------------------------------------------------------------------- counted loops

function expandLoops(
  program: Program,
  routine: Routine,
  options: NormaliseOptions,
  tools: Tools,
): readonly Statement[] {
  // Both sweeps of an iteration run at once, so the loop is never reversed.
  if (routine.independent) return routine.body;
  return rewriteStatements(routine.body, (s) =>
    s.kind === 'for' && (!options.countedLoops || isLeft(s) || isCheaperCounted(program, s))
      ? expandFor(s, tools)
      : [s],
  );
}

/** One count of the trips takes less of the tape than two bounds that the loop changes. */
function isCheaperCounted(program: Program, loop: For): boolean {
  const written = writtenByLoop(program, loop);
  const changes = (e: Expr) => mentions(e, (v) => written.has(v));
  return [loop.first, loop.last, loop.step].filter(changes).length > 1;
}

/** Does something jump out of it, to its own end or further? */
function isLeft(loop: For): boolean {
  const goesOn = (s: Exit | Next) => s.kind === 'next' && s.target === loop.label;
  return endsRun(loop.body) || !jumpsOutOf(loop.body).every(goesOn);
}

/** `i = first; while (i <= last) { …; i = i + step }`, bounds in temporaries where the body may change them. */
function expandFor(s: For, tools: Tools): Statement[] {
  const written = new Set<VariableId>([s.index]);
  let calls = false;
  walkStatements(s.body, (inner) => {
    if (inner.kind === 'assign') written.add(inner.target.variable);
    if (inner.kind === 'for') written.add(inner.index);
    if (inner.kind === 'call') calls = true;
  });
  const before: Statement[] = [];
  const { span } = s;
  const assign = (target: VariableRef, value: Expr): Assign => {
    return { kind: 'assign', id: tools.statement(), span, role: 'primal', origin: null, target, value };
  };
  // Evaluated once, at entry: kept in a temporary unless nothing can change it.
  const fixed = (e: Expr, hint: string): Expr => {
    if (e.kind === 'constant') return e;
    if (!calls && !mentions(e, (v) => written.has(v))) return e;
    const t = tools.temporary(hint, { type: e.type, span });
    before.push(assign(t, e));
    return t;
  };
  const type = s.first.type;
  const index = variable(s.index, type, span);
  const isCounted = [s.last, s.step].some((e) => mentions(e, (v) => v === s.index));
  const firstFixed = isCounted ? fixed(s.first, 'first') : s.first;
  const last = fixed(s.last, 'last');
  const step = fixed(s.step, 'step');
  let condition: Expr;
  if (step.kind === 'constant') {
    condition = step.value > 0 ? upTo(s, index, last) : downTo(s, index, last);
  } else {
    const zero = constant(0, type);
    condition = logical(
      'or',
      logical('and', compare('gt', step, zero), compare('le', index, last)),
      logical('and', compare('lt', step, zero), compare('ge', index, last)),
    );
  }
  const loop: While = {
    kind: 'while',
    id: s.id,
    span: s.span,
    role: s.role,
    origin: s.origin,
    label: s.label,
    condition,
    body: s.body,
    increment: [assign(index, add(index, step))],
  };
  return [...before, assign(index, firstFixed), loop];
}

function upTo(s: For, index: Expr, last: Expr): Expr {
  // `i < n` reads as the source said it; its `last` is n - 1.
  return s.test === 'lt' && last === s.last
    ? compare('lt', index, shifted(last, 1), s.span)
    : compare('le', index, last, s.span);
}
function downTo(s: For, index: Expr, last: Expr): Expr {
  return s.test === 'gt' && last === s.last
    ? compare('gt', index, shifted(last, -1), s.span)
    : compare('ge', index, last, s.span);
}

// ------------------------------------------------------------------------------------------ addresses, arguments

/** `p[p[k]] = 3` becomes `t = p[k]; p[t] = 3`: the address is then restored like any other required value. */
function plainAddress(program: Program, routine: Routine, s: Assign, tools: Tools): Statement[] {
  if (s.target.kind !== 'element') return [s];
  const target = s.target;
  // Only an array element in a subscript can share storage with the target.
  const suspicious = target.subscripts.some((e) =>
    mentions(e, (v) => v === target.variable || variableOf(program, v).storage !== null),
  );
  if (!suspicious) return [s];
  const locations = locationsOf(program, routine);
  const own = locations.of(target);
  if (!target.subscripts.some((e) => locations.read(e).includes(own))) return [s];
  const before: Statement[] = [];
  const subscripts = target.subscripts.map((e) => {
    if (!locations.read(e).includes(own)) return e;
    const t = tools.temporary('index', e);
    before.push({ ...s, id: tools.statement(), target: t, value: e, form: undefined });
    return t;
  });
  return [...before, { ...s, target: { ...target, subscripts }, form: undefined }];
}

function plainArguments(program: Program, s: Call, tools: Tools, split: boolean): (Assign | Call)[] {
  const before: Assign[] = [];
  const changed = new Set<VariableId>();
  for (const a of s.args) {
    if (a.kind === 'reference') changed.add(a.place.variable);
    if (a.kind === 'array') changed.add(a.variable);
  }
  // An address that the call itself may change is taken before it.
  const mayChange = (e: Expr) =>
    mentions(e, (v) => changed.has(v) || variableOf(program, v).role === 'global');
  const fixedAddress = (e: Expr): Expr => (mayChange(e) ? tools.kept('index', e, s, before) : e);
  const args = s.args.map((a): Argument => {
    if (a.kind === 'reference' && a.place.kind === 'element') {
      return { kind: 'reference', place: { ...a.place, subscripts: a.place.subscripts.map(fixedAddress) } };
    }
    if (a.kind === 'array' && a.start) return { ...a, start: a.start.map(fixedAddress) };
    if (a.kind !== 'value' || a.value.kind === 'constant') return a;
    // Its adjoint would be that of an argument which the call overwrites, or, in split mode, its value.
    const shared = mayChange(a.value);
    const real = isReal(a.value.type);
    const plain = a.value.kind === 'variable' || a.value.kind === 'element';
    if (!(shared && (split || real)) && (plain || !real)) return a;
    return { kind: 'value', value: tools.kept('arg', a.value, s, before) };
  });
  // The target's adjoint must not be that of an operand which the call has overwritten by then.
  const result = s.result;
  if (result && (split || result.kind === 'element')) {
    const t = tools.temporary('value', result);
    const { span, role, origin } = s;
    const taken: Assign = {
      kind: 'assign',
      id: tools.statement(),
      span,
      role,
      origin,
      target: result,
      value: t,
    };
    return [...before, { ...s, args, result: t }, taken];
  }
  return [...before, { ...s, args }];
}

// ---------------------------------------------------------------------------------------------------- code lists

/** `v0`, `v1`, …: made on first use, one of each type. */
function compilerVariables(tools: Tools): CodeListTools['variable'] {
  const made = new Map<string, VariableId>();
  return (number, type) => {
    const key = `${number} ${type}`;
    const id = made.get(key) ?? tools.temporary(`v${number}`, { type, span: NOWHERE }).variable;
    made.set(key, id);
    return id;
  };
}

// --------------------------------------------------------------------------------------------------- splitNested

/**
 * Elementary functions stand alone, as the papers' tools split them: `s*exp(x/(1 + t*x))` becomes `t0 = x/(1 + t*x);
 * t1 = exp(t0); s*t1`. The value of an inner function can then be kept, where it would have to be computed again.
 */
function splitAssign(s: Assign, tools: Tools): Statement[] {
  if (!isReal(s.target.type)) return [s];
  const before: Statement[] = [];
  const named = (value: Expr): Expr => {
    const t = tools.temporary('t', value);
    before.push({ ...s, id: tools.statement(), span: value.span, target: t, value, form: undefined });
    return t;
  };
  const argument = (e: Expr): Expr => {
    const value = split(e);
    const plain = !isReal(e.type) || value.kind === 'variable' || value.kind === 'element';
    return plain || value.kind === 'constant' ? value : named(value);
  };
  /** Functions inside become temporaries; `e` itself may be one. */
  const split = (e: Expr): Expr => {
    switch (e.kind) {
      case 'binary':
        return isReal(e.type) ? binary(e.op, inner(e.left), inner(e.right), e.span) : e;
      case 'intrinsic':
        return { ...e, args: e.args.map(argument) };
      case 'unary':
      case 'convert':
        return isReal(e.operand.type) ? { ...e, operand: inner(e.operand) } : e;
      default:
        return e;
    }
  };
  const inner = (e: Expr): Expr => {
    const value = split(e);
    return value.kind === 'intrinsic' && isReal(value.type) ? named(value) : value;
  };
  const value = split(s.value);
  return before.length === 0 ? [s] : [...before, { ...s, value, form: undefined }];
}
