/**
 * Programs in Fortran, free form or fixed.
 *
 * What always holds: the text stands alone and compiles under `gfortran -Wall -Wextra` without a warning, as f2018 in free
 * form and as legacy in fixed form, but for what the source itself uses and dummies that nothing needs; bounds and memory order are those of the
 * program. Row-order arrays (C) have their dimensions and subscripts the other way round, which is the same memory.
 * C's routines stand in a module, since arguments by value need an interface.
 */

import { diagnostic } from '../../base/diagnostics';
import { entryOf, lastOf } from '../../base/lookup';
import { groupedBy } from '../../base/once';
import { type Span, spanOf } from '../../base/span';
import { commonName } from '../../ir/names';
import { distinctArguments } from '../../ir/rewrites/distinct';
import { callsUnderTwoNames } from '../../ir/rewrites/pieces';
import { MATH_MODULE, RUNTIME_BEGIN, RUNTIME_END, TAPE_MODULE } from '../../ir/runtime';
import { isLoop, walkStatements } from '../../ir/statements';
import type { LabelId, Program, Routine, Statement, Variable, VariableId } from '../../ir/types';
import { planJumps } from '../jumps';
import { type LocalFacts, localFacts, readOnlyParameters } from '../locals';
import { renamed } from '../names';
import {
  declaredOnly,
  prepared,
  withDirectArguments,
  withIncrementsInBodies,
  withResultsTaken,
} from '../prepare';
import { type Origin, type PrintedCode, prefixed } from '../printed';
import { reachable, sharedWithOthers } from '../reachable';
import { withPlainControl } from '../restructure';
import { isUnlabelled, withStateLoops } from '../stateLoops';
import { isCommon, overlaps } from '../storage';
import { type Leaving, unwound } from '../unwind';
import { wrapWith } from '../wrap';
import { Writer, type WriterOptions } from '../writer';
import { withCells, withoutChangedConstants } from './cells';
import { commonModule, createContext, type FContext, type Form, isModuleVariable, typeText } from './context';
import {
  declarations,
  dimensionText,
  endText,
  headText,
  initialText,
  initialValues,
  laidOut,
} from './declarations';
import { arrayFills } from './fills';
import { functionsModule, interfaceModule, isWrittenOut } from './library';
import { withShortCircuits } from './shortCircuit';
import { printBody } from './statements';
import { tapeModule } from './tape';

const WRITERS: Record<Form, WriterOptions> = {
  free: {
    indent: '  ',
    deepest: 25,
    wrap: wrapWith({ limit: 100, tail: ' &', head: '', comment: /^\s*!/ }),
  },
  fixed: {
    indent: '  ',
    deepest: 15,
    margin: '      ',
    wrap: wrapWith({ limit: 72, tail: '', head: '     &', comment: /^[!cC*]/ }),
  },
};

export interface FortranOptions {
  readonly form: Form;
  /** Routines that another text defines; it then defines the modules of variables too. */
  readonly elsewhere?: ReadonlySet<string>;
  /** Names that routines and module variables must not take, since they mean something in the other texts. */
  readonly taken?: ReadonlySet<string>;
}

/** The entry and what it calls; with no entry, all of the program. */
export function printFortran(given: Program, entry: string | null, options: FortranOptions): PrintedCode {
  const { elsewhere = new Set() } = options;
  const celled = withCells(withResultsTaken(withDirectArguments(prepared(distinctArguments(given)))));
  const hasInterfaces = commonModule(celled.program) !== null;
  const writable = hasInterfaces ? celled.program : withoutChangedConstants(celled.program);
  const program = withPlainControl(
    unwound(
      withStateLoops(
        declaredOnly(withShortCircuits(withIncrementsInBodies(writable, () => true)), elsewhere),
        isUnlabelled,
      ),
      LEAVING,
    ),
  );
  const f = createContext(program, options.form, entry, options.taken);
  f.diagnostics.push(...celled.diagnostics);
  const reached = reachable(program, entry);
  const routines = reached.filter((r) => !r.external);
  const facts = localFacts(program);
  const inputs = readOnlyParameters(program, facts);
  const writer = new Writer(WRITERS[f.form]);
  const inModule = f.module !== null && routines.length > 0;
  const module = inModule ? moduleNameOf(f, entry ?? lastOf(routines).name) : null;
  const modules = moduleVariables(f);
  const mentioned = sharedWithOthers(program, reached);
  const printed = routines.map((routine) => {
    const known = { facts: entryOf(facts, routine), inputs };
    const text = printRoutine(f, routine, known, inModule ? 1 : 0, modules);
    for (const id of f.touched) mentioned.add(id);
    return text;
  });
  const shown = (variables: readonly Variable[]) =>
    variables.filter(
      (v) => (entry === null || mentioned.has(v.id)) && !(elsewhere.size > 0 && v.derivativeOf === null),
    );
  if (module !== null) {
    const others = [...modules.keys()].filter((each) => each !== f.module);
    printModules(f, writer, new Map(others.map((each) => [each, shown(entryOf(modules, each))])));
    openModule(f, writer, module, shown(modules.get(f.module ?? '') ?? []), others);
    writer.line('contains');
    printed.forEach((text) => {
      writer.endLine();
      writer.append(text);
    });
    writer.line(`end module ${module}`);
  } else {
    printModules(f, writer, new Map([...modules].map(([name, variables]) => [name, shown(variables)])));
    printed.forEach((text, i) => {
      if (i > 0) writer.endLine();
      writer.append(text);
    });
    if (elsewhere.size === 0) blockData(f, writer);
  }
  report(f);
  const { text, runtime } = prologue(f);
  return {
    ...prefixed(text, writer.finish()),
    runtime,
    diagnostics: f.diagnostics,
    nameOf: f.names.variable,
    routineName: f.names.routine,
    module,
  };
}

/** C's file scope is a module by the name of its routine. */
function moduleNameOf(f: FContext, routine: string): string {
  return f.module || f.names.fresh(-1, `${routine}_module`);
}

/** The section of what we add, as modules. */
function prologue(f: FContext): { text: string; runtime: Span | null } {
  const plain = (lines: readonly string[]) => {
    const writer = new Writer(WRITERS[f.form]);
    for (const line of lines) writer.line(line);
    return lines.length > 0 ? writer.finish().text : '';
  };
  const math = plain(interfaceModule(f.allLibrary));
  const functions = plain(functionsModule(f));
  const tape = plain(tapeModule(f.allTape));
  const parts = [math, functions, tape].filter((part) => part !== '');
  if (parts.length === 0) return { text: '', runtime: null };
  const section = `! ${RUNTIME_BEGIN}\n${parts.join('\n')}! ${RUNTIME_END}\n`;
  return { text: `${section}\n`, runtime: spanOf(0, section.length) };
}

// -------------------------------------------------------------------------------------------------------- modules

/** Module variables by module; C's file scope is the module of its routines, ''. */
function moduleVariables(f: FContext): Map<string, Variable[]> {
  const own = f.program.variables.filter((v) => isModuleVariable(f.program, v));
  return groupedBy(own, (v) => (f.program.language === 'c' ? '' : (v.storage?.root ?? 'globals')));
}

/** Modules of variables only. */
function printModules(f: FContext, writer: Writer, modules: ReadonlyMap<string, readonly Variable[]>): void {
  for (const [name, variables] of modules) {
    if (variables.length === 0) continue;
    openModule(f, writer, name, variables, null);
    writer.line(`end module ${name}`);
    writer.endLine();
  }
}

/** `uses`: other modules that the routines inside need; null where there are none inside. */
function openModule(
  f: FContext,
  writer: Writer,
  name: string,
  variables: readonly Variable[],
  uses: readonly string[] | null,
): void {
  writer.line(`module ${name}`);
  writer.indented(() => {
    if (uses) {
      for (const used of uses) writer.line(`use ${used}`);
      for (const used of usedModules(f, f.allTape, f.allLibrary.keys())) writer.line(used);
    }
    writer.line('implicit none');
    const seen = new Set<string>();
    for (const v of variables) {
      const text = f.names.variable(v.id);
      if (seen.has(text)) continue;
      seen.add(text);
      const initial = v.initial ? ` = ${initialText(f, v)}` : '';
      writer.line(`${typeText(v.type)} :: ${text}${dimensionText(f, v)}${initial}`);
    }
  });
}

function usedModules(f: FContext, tape: ReadonlySet<string>, library: Iterable<string>): string[] {
  const written = [...library].map((name) => isWrittenOut(f, name));
  return [
    ...(written.includes(false) ? [`use ${MATH_MODULE}`] : []),
    ...(written.includes(true) ? [`use ${f.functionsModule}`] : []),
    ...(tape.size > 0 ? [`use ${TAPE_MODULE}`] : []),
  ];
}

// ------------------------------------------------------------------------------------------------------- routines

function printRoutine(
  f: FContext,
  routine: Routine,
  known: { readonly facts: LocalFacts; readonly inputs: ReadonlySet<VariableId> },
  depth: number,
  modules: ReadonlyMap<string, readonly Variable[]>,
): { text: string; origins: Origin[] } {
  f.touched.clear();
  f.tape.clear();
  f.library.clear();
  const writer = new Writer({ depth, ...WRITERS[f.form] });
  const body = printedBody(f, routine, depth + 1);
  const { lines, start } = declarations(f, routine, known.facts, known.inputs);
  printHead(f, writer, routine);
  writer.line(headText(f, routine));
  writer.indented(() => {
    if (f.module === null) {
      for (const line of moduleLines(f, routine, modules)) writer.line(line);
      for (const used of usedModules(f, f.tape, f.library)) writer.line(used);
      writer.line('implicit none');
    }
    for (const line of [...lines, ...start]) writer.line(line);
  });
  writer.append(body);
  writer.line(endText(f, routine));
  return writer.finish();
}

/** If a module has other variables whose names mean something else here, only what the routine needs of it. */
function moduleLines(
  f: FContext,
  routine: Routine,
  modules: ReadonlyMap<string, readonly Variable[]>,
): string[] {
  const touched = new Set(f.touched);
  const used = [...modules].filter(([, variables]) => variables.some((v) => touched.has(v.id)));
  const nameOf = (v: Variable) => f.names.variable(v.id);
  const isOwn = (v: Variable) =>
    routine.parameters.includes(v.id) || (touched.has(v.id) && !isModuleVariable(f.program, v));
  reportSharedNames(f, routine, used);
  const own = used.length === 0 ? [] : f.program.variables.filter(isOwn).map(nameOf);
  return used.map(([name, variables]) => {
    const taken = new Set([
      ...own,
      ...used.flatMap(([other, list]) => (other === name ? [] : list.map(nameOf))),
    ]);
    const needed = new Set(variables.filter((v) => touched.has(v.id)).map(nameOf));
    return variables.some((v) => !touched.has(v.id) && taken.has(nameOf(v)))
      ? `use ${name}, only: ${[...needed].join(', ')}`
      : `use ${name}`;
  });
}

/** Reports variables of one name from two modules: the source may rename one where it uses them, the printed text does not. */
function reportSharedNames(
  f: FContext,
  routine: Routine,
  modules: readonly (readonly [string, readonly Variable[]])[],
): void {
  const named = new Map<string, string>();
  for (const [module, variables] of modules)
    for (const { id, span } of variables.filter((v) => f.touched.has(v.id))) {
      const name = f.names.variable(id);
      const other = named.get(name) ?? module;
      named.set(name, other);
      if (other !== module)
        f.diagnostics.push(
          diagnostic(
            'error',
            'not-expressible',
            `${routine.name} needs ${name} of ${other} and ${name} of ${module}: give one of them another name in its module.`,
            span,
          ),
        );
    }
}

const LEAVING: Leaving = {
  named: true,
  breaks: isLoop,
  apart: (s) => s.kind === 'doWhile',
};

function printedBody(f: FContext, routine: Routine, depth: number) {
  const writer = new Writer({ depth, ...WRITERS[f.form] });
  const plan = planJumps(routine, {
    catchesBreak: () => false,
    incrementApart: () => false,
    testApart: true,
  });
  const targets = new Map<LabelId, Statement>();
  const byName = new Set<LabelId>();
  walkStatements(routine.body, (s) => {
    if ('label' in s) targets.set(s.label, s);
    // A plain `exit` or `cycle` needs no name, even where the source has one.
    const how = s.kind === 'exit' || s.kind === 'next' ? plan.how.get(s) : undefined;
    if (how && 'target' in how && 'form' in s && s.form !== 'goto') byName.add(how.target);
  });
  const last = routine.body.at(-1);
  const leaves = last?.kind === 'exit' && last.target === routine.label;
  const index = f.program.routines.indexOf(routine);
  const fills = arrayFills(f.program, routine);
  printBody(
    { f, writer, routine, index, plan, constructs: new Map(), numbers: new Map(), targets, byName, fills },
    leaves ? routine.body.slice(0, -1) : routine.body,
  );
  return writer.finish();
}

/** Comment lines above a routine. */
function printHead(f: FContext, writer: Writer, routine: Routine): void {
  for (const line of routine.head ?? []) {
    if (f.form === 'fixed') writer.label('');
    writer.line(`! ${line}`.trimEnd());
  }
}

/** BLOCK DATA with the initial values of COMMON members. */
function blockData(f: FContext, writer: Writer): void {
  const initial = f.program.variables.filter((v) => v.initial && isCommon(f.program, v));
  if (initial.length === 0) return;
  const roots = [...new Set(initial.map((v) => v.storage?.root as string))];
  writer.endLine();
  writer.line('block data');
  writer.indented(() => {
    writer.line('implicit none');
    for (const root of roots) {
      const members = laidOut(
        [],
        [...initial, ...f.program.variables].filter((v) => v.storage?.root === root),
      );
      for (const v of members) writer.line(`${typeText(v.type)} :: ${v.name}${dimensionText(f, v)}`);
      writer.line(`common ${commonName(root)} ${members.map((v) => v.name).join(', ')}`);
      for (const v of members)
        if (v.initial) writer.line(`data ${v.name} /${initialValues(f, v).join(', ')}/`);
    }
  });
  writer.line('end block data');
}

/** Reports what the language cannot say, and names that differ from the ones a caller knows. */
function report(f: FContext): void {
  const inModules = f.program.variables.filter((v) => isModuleVariable(f.program, v));
  for (const [a, b] of overlaps(inModules))
    f.diagnostics.push(
      diagnostic(
        'error',
        'not-expressible',
        `${a.name} and ${b.name} share memory, which module variables can't.`,
        b.span,
      ),
    );
  for (const { callee, span } of callsUnderTwoNames(f.program))
    f.diagnostics.push(
      diagnostic(
        'warning',
        'may-overlap',
        `${callee} may have the same elements under two names, and sets them: Fortran lets a compiler take them for arrays apart.`,
        span,
        'Choose C, or compile this without optimisation (-O0).',
      ),
    );
  const changed = f.names.changed.filter(({ from, to }) => from.toLowerCase() !== to);
  f.diagnostics.push(...changed.map((each) => renamed(f.program, each, 'Fortran')));
}
