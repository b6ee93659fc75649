/**
 * What always holds of a program, primal or generated. `verify` lists what doesn't, in words; an empty list promises
 * the next stage all of this:
 *
 * - Ids. `variables[i].id` is i. Statement ids (those of dispatch branches included) are unique and below
 *   `nextStatement`; labels of routines and constructs are unique and below `nextLabel`.
 * - Names. Routine names are unique; names of variables are unique within a routine together with the globals that
 *   it mentions (Fortran: whatever the case).
 * - Visibility. A routine mentions its own variables and globals, nothing else; each of its own that it mentions is
 *   listed once, as a parameter, as the result or as a local (views of shared storage need not be). Extents and lower bounds read no locals.
 * - Types. Operands agree as `types.ts` and the table of elementary functions say; tests are bool, subscripts and
 *   selectors integers; an assignment's sides have one type. An element has as many subscripts as its array has
 *   dimensions; a scalar has none. Only the slowest dimension may lack its extent.
 * - Control. `exit` and `next` stand inside their target, `next` inside a loop. Cases of a switch don't overlap.
 *   Dispatch jumps go to blocks that exist; the state of a dispatch is an i32. The index of a counted loop is an
 *   integer scalar that nothing in its body may write; its first, last and step have its type, and a constant step
 *   is not 0.
 * - Calls. The callee is a routine of the program, declared external or with a body. Arguments agree with its
 *   parameters in number, way of passing and type; by reference goes a scalar variable, an element or an array.
 * - Tape. Pushes and pops have the role that says so, so a program whose statements are all primal has none.
 * - Increments. An assignment of form `increment` has the value `target + e`.
 */
import { isInteger, isReal, sameExpr, walk } from '../ir/build';
import { parameterAt, routineNamed, statementName } from '../ir/names';
import { bodies, isLoop, walkStatements } from '../ir/statements';
import type {
  Argument,
  Call,
  Dispatch,
  Expr,
  For,
  LabelId,
  Program,
  Routine,
  ScalarType,
  Statement,
  StatementId,
  Switch,
  Variable,
  VariableId,
} from '../ir/types';
import { assignedBy, mentioned, namedVariables, statementExpressions } from '../ir/uses';
import { writesArgument } from '../ir/writes';
import { type Report, shown, verifyExpr, verifyVisible } from './verifyExpr';

/** Broken invariants, one sentence each, in program order; empty for a good program. */
export function verify(program: Program): string[] {
  const broken: string[] = [];
  const report: Report = (message) => broken.push(message);
  verifyVariables(program, report);
  verifyIds(program, report);
  const names = new Set<string>();
  program.routines.forEach((routine, index) => {
    const key = folded(program, routine.name);
    if (names.has(key)) report(`two routines are named ${routine.name}`);
    names.add(key);
    verifyRoutine(program, routine, index, (message) => report(`${routine.name}: ${message}`));
  });
  return broken;
}

function folded(program: Program, name: string): string {
  return program.language === 'fortran' ? name.toLowerCase() : name;
}

// ------------------------------------------------------------------------------------------------------ variables

function verifyVariables(program: Program, report: Report): void {
  program.variables.forEach((v, i) => {
    if (v.id !== i) report(`variable ${v.name} has id ${v.id} at index ${i}`);
    if (v.owner !== null && !program.routines[v.owner]) report(`${v.name} is owned by no routine`);
    if (v.derivativeOf !== null && !program.variables[v.derivativeOf])
      report(`${v.name} is the derivative of no variable`);
    verifyShape(program, v, report);
  });
}

function verifyShape(program: Program, v: Variable, report: Report): void {
  if (!v.shape) return;
  const { dimensions, order } = v.shape;
  if (dimensions.length === 0) report(`array ${v.name} has no dimension`);
  const slowest = order === 'row' ? 0 : dimensions.length - 1;
  dimensions.forEach(({ lower, extent }, i) => {
    if (!extent && i !== slowest) report(`dimension ${i + 1} of ${v.name} lacks its extent`);
    for (const bound of extent ? [lower, extent] : [lower]) {
      verifyExpr(program, v.owner, bound, (message) => report(`bounds of ${v.name}: ${message}`));
      if (!isInteger(bound.type)) report(`a bound of ${v.name} is ${bound.type}`);
      walk(bound, (e) => {
        const read = e.kind === 'variable' || e.kind === 'element' ? program.variables[e.variable] : null;
        const atEntry = read && (read.owner === null || isParameter(program, read));
        if (read && !atEntry)
          report(`a bound of ${v.name} reads ${read.name}, which is no parameter or global`);
      });
    }
  });
}

function isParameter(program: Program, v: Variable): boolean {
  return v.owner !== null && program.routines[v.owner]?.parameters.includes(v.id) === true;
}

// ------------------------------------------------------------------------------------------------------------ ids

function verifyIds(program: Program, report: Report): void {
  const statements = new Set<StatementId>();
  const labels = new Set<LabelId>();
  const statement = (id: StatementId) => {
    if (statements.has(id)) report(`two statements are ${statementName(id)}`);
    if (id >= program.nextStatement) report(`${statementName(id)} is not below nextStatement`);
    statements.add(id);
  };
  const label = (id: LabelId) => {
    if (labels.has(id)) report(`two constructs are labelled L${id}`);
    if (id >= program.nextLabel) report(`L${id} is not below nextLabel`);
    labels.add(id);
  };
  for (const routine of program.routines) {
    label(routine.label);
    walkStatements(routine.body, (s) => {
      statement(s.id);
      if ('label' in s) label(s.label);
      if (s.kind !== 'dispatch') return;
      for (const { jump } of s.blocks) if (jump.kind !== 'go') statement(jump.id);
    });
  }
}

// ------------------------------------------------------------------------------------------------------- routines

function verifyRoutine(program: Program, routine: Routine, index: number, report: Report): void {
  const result = routine.result === null ? [] : [routine.result];
  const own = [...routine.parameters, ...result, ...routine.locals];
  const listed = new Set(own);
  if (listed.size < own.length) report('a variable is listed twice');
  for (const id of mentioned(routine)) {
    const v = program.variables[id];
    if (v?.owner === index && v.role !== 'global' && v.storage === null && !listed.has(id))
      report(`${v.name} is its own but not listed`);
  }
  for (const id of own)
    if (program.variables[id]?.owner !== index) report(`it lists ${id}, which is not its own`);
  verifyNames(program, routine, own, report);
  if (routine.external && routine.body.length > 0) report('it is external and has a body');
  const scope: Scope = {
    program,
    owner: index,
    targets: new Map([[routine.label, false]]),
    indices: new Set(),
  };
  verifyList(scope, routine.body, report);
}

function verifyNames(program: Program, routine: Routine, own: readonly VariableId[], report: Report): void {
  const seen = new Map<string, VariableId>();
  const visible = new Set([...own, ...mentioned(routine)]);
  for (const id of visible) {
    const v = program.variables[id];
    if (!v) continue;
    const key = folded(program, v.name);
    const other = seen.get(key);
    if (other !== undefined && other !== id) report(`two variables are named ${v.name}`);
    seen.set(key, id);
  }
}

// ----------------------------------------------------------------------------------------------------- statements

interface Scope {
  readonly program: Program;
  /** The routine's index. */
  readonly owner: number;
  /** Labels that enclose this place; true for those of loops. */
  readonly targets: ReadonlyMap<LabelId, boolean>;
  /** Indices of the counted loops around this place. */
  readonly indices: ReadonlySet<VariableId>;
}

function verifyList(scope: Scope, body: readonly Statement[], report: Report): void {
  for (const s of body) {
    const here: Report = (message) => report(`${statementName(s.id)}: ${message}`);
    verifyStatement(scope, s, here);
    const inner = 'label' in s ? inside(scope, s) : scope;
    for (const list of bodies(s)) verifyList(inner, list, report);
  }
}

function inside(scope: Scope, s: Extract<Statement, { label: LabelId }>): Scope {
  return {
    ...scope,
    targets: new Map([...scope.targets, [s.label, isLoop(s)]]),
    indices: s.kind === 'for' ? new Set([...scope.indices, s.index]) : scope.indices,
  };
}

function verifyStatement(scope: Scope, s: Statement, report: Report): void {
  const { program, owner } = scope;
  for (const e of statementExpressions(s)) verifyExpr(program, owner, e, report);
  for (const id of namedVariables(s)) verifyVisible(program, owner, id, report);
  const may = writesArgument(program);
  const writes = (call: Call, i: number) =>
    program.variables[routineNamed(program, call.callee)?.parameters[i] ?? -1]?.intent !== 'in' &&
    may(call, i);
  for (const id of assignedBy(s, writes))
    if (scope.indices.has(id)) report(`it writes ${nameOf(program, id)}, the index of a loop around it`);
  switch (s.kind) {
    case 'assign':
      if (s.target.type !== s.value.type) report(`${s.value.type} is assigned to ${s.target.type}`);
      if (s.form === 'increment' && !isIncrement(s.target, s.value))
        report(`${shown(program, s.value)} is marked as an increment`);
      break;
    case 'if':
    case 'while':
    case 'doWhile':
      wants('bool', s.condition, 'its test', report);
      break;
    case 'for':
      verifyFor(program, s, report);
      break;
    case 'switch':
      verifySwitch(s, report);
      break;
    case 'dispatch':
      verifyDispatch(program, s, report);
      break;
    case 'exit':
      if (!scope.targets.has(s.target)) report(`it leaves L${s.target}, which is not around it`);
      break;
    case 'next':
      if (!scope.targets.get(s.target)) report(`it repeats L${s.target}, which is no loop around it`);
      break;
    case 'call':
      verifyCall(program, s, report);
      break;
    case 'push':
    case 'pop':
    case 'pushControl':
    case 'popControl':
      verifyTape(program, s, report);
      break;
    default:
      break;
  }
}

/** `target + e`, on whichever side; with `-`, on the left. */
function isIncrement(target: Expr, value: Expr): boolean {
  return (
    value.kind === 'binary' &&
    ((value.op === 'add' && (sameExpr(value.left, target) || sameExpr(value.right, target))) ||
      (value.op === 'subtract' && sameExpr(value.left, target)))
  );
}

function verifyFor(program: Program, s: For, report: Report): void {
  const index = program.variables[s.index];
  if (!index) return;
  if (index.shape || !isInteger(index.type)) report(`the index ${index.name} is no integer scalar`);
  for (const [what, e] of [
    ['first', s.first],
    ['last', s.last],
    ['step', s.step],
  ] as const)
    wants(index.type, e, what, report);
  if (s.step.kind === 'constant' && s.step.value === 0) report('its step is 0');
}

function verifySwitch(s: Switch, report: Report): void {
  if (!isInteger(s.selector.type)) report(`its selector is ${s.selector.type}`);
  verifyCases(
    s.cases.flatMap((c) => c.values),
    report,
  );
}

function verifyCases(ranges: readonly { from: number; to: number }[], report: Report): void {
  const sorted = [...ranges].sort((a, b) => a.from - b.from);
  sorted.forEach((range, i) => {
    const before = sorted[i - 1];
    if (range.to < range.from) report(`case ${range.from}:${range.to} is empty`);
    if (before && before.to >= range.from) report(`cases overlap at ${range.from}`);
  });
}

function verifyDispatch(program: Program, s: Dispatch, report: Report): void {
  const state = program.variables[s.state];
  if (state && (state.type !== 'i32' || state.shape)) report(`its state ${state.name} is no i32`);
  if (s.blocks.length === 0) report('it has no blocks');
  for (const { jump } of s.blocks) {
    const goals =
      jump.kind === 'go'
        ? [jump.to]
        : jump.kind === 'branch'
          ? [jump.then, jump.else]
          : [...jump.cases.map((c) => c.to), jump.default];
    for (const goal of goals)
      if (goal !== -1 && !s.blocks[goal]) report(`it jumps to block ${goal}, which is not there`);
    if (jump.kind === 'branch') wants('bool', jump.condition, 'its test', report);
    if (jump.kind === 'select') {
      if (!isInteger(jump.selector.type)) report(`its selector is ${jump.selector.type}`);
      verifyCases(
        jump.cases.flatMap((c) => c.values),
        report,
      );
    }
  }
}

function verifyTape(
  program: Program,
  s: Extract<Statement, { kind: 'push' | 'pop' | 'pushControl' | 'popControl' }>,
  report: Report,
): void {
  if (s.role === 'primal') report(`this ${s.kind} has the role of primal code`);
  if (s.kind === 'pushControl') {
    if (isReal(s.value.type)) report(`it pushes ${s.value.type} as control`);
  } else if (s.kind === 'popControl') {
    const target = program.variables[s.target];
    if (target && (target.shape || isReal(target.type))) report(`it pops control into ${target.name}`);
  } else if (s.what.kind === 'array') {
    if (!program.variables[s.what.variable]?.shape) report(`${nameOf(program, s.what.variable)} is no array`);
    if (!isInteger(s.what.count.type)) report(`its count is ${s.what.count.type}`);
  }
}

function verifyCall(program: Program, s: Call, report: Report): void {
  const callee = routineNamed(program, s.callee);
  if (!callee) {
    report(`it calls ${s.callee}, which is not declared`);
    return;
  }
  const result = callee.result === null ? null : program.variables[callee.result];
  if (s.result && !result) report(`${s.callee} has no result`);
  if (s.result && result && s.result.type !== result.type)
    report(`the result of ${s.callee} is ${result.type}, not ${s.result.type}`);
  if (callee.parameters.length !== s.args.length) {
    report(`${s.callee} has ${callee.parameters.length} parameters, not ${s.args.length}`);
    return;
  }
  s.args.forEach((arg, i) => {
    const formal = program.variables[parameterAt(callee, i)];
    if (formal) verifyArgument(program, arg, formal, (message) => report(`argument ${i + 1}: ${message}`));
  });
}

function verifyArgument(program: Program, arg: Argument, formal: Variable, report: Report): void {
  const passing = arg.kind === 'value' ? 'value' : 'reference';
  if (formal.passing !== passing) report(`${formal.name} is passed by ${formal.passing}`);
  if (arg.kind === 'array') {
    const actual = program.variables[arg.variable];
    if (!actual) return;
    if (!actual.shape) report(`${actual.name} is no array`);
    else if (arg.start && arg.start.length !== actual.shape.dimensions.length)
      report(`${actual.name} starts at ${arg.start.length} subscripts`);
    for (const e of arg.start ?? []) if (!isInteger(e.type)) report(`a subscript is ${e.type}`);
    if (actual.type !== formal.type) report(`${actual.name} is ${actual.type}, not ${formal.type}`);
  } else {
    const type = arg.kind === 'value' ? arg.value.type : arg.place.type;
    if (type !== formal.type) report(`it is ${type}, not ${formal.type}`);
  }
}

// ---------------------------------------------------------------------------------------------------- expressions

function nameOf(program: Program, id: VariableId): string {
  return program.variables[id]?.name ?? `variable ${id}`;
}

function wants(type: ScalarType, e: Expr, what: string, report: Report): void {
  if (e.type !== type) report(`${what} is ${e.type}, not ${type}`);
}
