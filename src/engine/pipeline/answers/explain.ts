/**
 * The door's `explain`: gets from a differentiation back to its compile. This is the very one if the differentiation was made
 * here, otherwise another one of the same request.
 */

import { lastOf } from '../../base/lookup';
import type { ExplainInput } from '../../explain/context';
import { explainSubject } from '../../explain/explain';
import { flatName, isPointer, statementName, variableOf } from '../../ir/names';
import { walkStatements } from '../../ir/statements';
import { tapeVariable } from '../../ir/tape';
import type { Program, Statement, Variable, VariableId } from '../../ir/types';
import { compileAgain } from '../compile/again';
import type { Compile } from '../compile/compiled';
import { given, givenBeside, RECORD } from '../given';
import { explainedAnalyses } from '../investigation/replay';
import { witnessesOf } from '../investigation/witnesses';
import type {
  DifferentiateRequest,
  Differentiation,
  ExecuteRequest,
  Explanation,
  Graph,
  Subject,
} from '../results';

export function explainDifferentiation(
  d: Differentiation,
  subject: Subject,
  inputs?: ExecuteRequest['inputs'],
): Explanation {
  const { request, code } = d ?? {};
  givenBeside({ request, code }, 'differentiation', { request: RECORD, code: RECORD });
  const card = explainSubject(explainInput(compileOf(d), inputs), d, subject);
  return card.witness ? { ...card, witness: drawnWay(card.witness, d.graphs.original) } : card;
}

/** The path in the graph as it is drawn: tests, and the statements that run before each of them, have additional vertices there. */
function drawnWay([first = '', ...others]: readonly string[], { vertices, edges }: Graph): string[] {
  const ids = new Set(vertices.map(({ id }) => id));
  const way = [first];
  for (const id of others) {
    const reached = [[lastOf(way)]];
    const seen = new Set<string>();
    let found: string[] | undefined;
    for (const path of reached) {
      const next = edges.filter(({ from }) => from === lastOf(path)).map(({ to }) => to);
      if (next.includes(id)) found = [...path.slice(1), id];
      if (found) break;
      for (const more of next.filter((v) => v.includes('.') && !seen.has(v))) {
        seen.add(more);
        reached.push([...path, more]);
      }
    }
    // A prelude that is repeated at the end of a loop's body is passed there.
    if (found || !ids.has(`${id}.r`)) way.push(...(found ?? [id]));
  }
  return way;
}

export function noExplanation(why: string): Explanation {
  return { title: 'This could not be explained', short: why, long: '', facts: [] };
}

/** The request that gives this differentiation again. */
export function requestOf(d: Differentiation): DifferentiateRequest {
  const { source, language, routine, mode, target, options, independents, dependents, tamper } = d.request;
  // Without a routine nothing was chosen, and a choice that could not be met must not be asked for again.
  const sides = d.routine === null ? {} : { independents, dependents };
  return {
    source,
    language,
    ...(routine === null ? {} : { routine }),
    mode,
    target,
    options,
    ...sides,
    ...(tamper.with.length + tamper.without.length > 0 ? { tamper } : {}),
  };
}

const COMPILE = Symbol('compile');

/** Remembers the compile of a differentiation in a way that no copy of the differentiation carries along. */
export function rememberCompile(d: Differentiation, c: Compile): Differentiation {
  return Object.defineProperty(d, COMPILE, { value: c });
}

function compileOf(d: Differentiation & { readonly [COMPILE]?: Compile }): Compile {
  return d[COMPILE] ?? compileAgain(given(requestOf(d)), false);
}

/** By name of a statement: the tangent that it sets, stores or takes back, and the variable that it is the tangent of. */
function tangentsOf(program: Program): ExplainInput['tangentAt'] {
  const found = new Map<string, NonNullable<ReturnType<ExplainInput['tangentAt']>>>();
  const enter = (s: Statement) => {
    if (s.kind !== 'assign' && s.kind !== 'push' && s.kind !== 'pop') return;
    const v = variableOf(program, s.kind === 'assign' ? s.target.variable : tapeVariable(s.what));
    if (v.role === 'tangent' && v.derivativeOf !== null)
      found.set(statementName(s.id), { variable: v, of: variableOf(program, v.derivativeOf) });
  };
  for (const { body } of program.routines) walkStatements(body, enter);
  return (node) => (node === null ? null : (found.get(node) ?? null));
}

const known = new WeakMap<Compile, { readonly inputs: string; readonly made: ExplainInput }>();

export function explainInput(c: Compile, inputs: ExecuteRequest['inputs'] = {}): ExplainInput {
  const key = JSON.stringify(inputs);
  const last = known.get(c);
  if (last?.inputs === key) return last.made;
  const made = makeInput(c, inputs);
  known.set(c, { inputs: key, made });
  return made;
}

function makeInput(c: Compile, inputs: ExecuteRequest['inputs']): ExplainInput {
  const { generated } = c;
  const derivativeOf = (id: VariableId): Variable | undefined => {
    const made = generated?.derivatives.get(id);
    const v = made === undefined ? undefined : generated?.program.variables[made];
    const found = v ?? generated?.program.variables.find((x) => x.derivativeOf === id);
    // The name in the generated code, where members are separate variables.
    return found && { ...found, name: flatName(found.name) };
  };
  return {
    source: c.request.source,
    program: c.program,
    analyses: explainedAnalyses(c),
    routine: c.routine?.name ?? null,
    recordings: c.adjoint?.recordings ?? [],
    least: c.options.record === 'least' ? [...c.windows.values()] : null,
    witness: witnessesOf(c, inputs),
    independents: c.interface?.independents ?? [],
    dependents: c.interface?.dependents ?? [],
    derivativeName: (id) => derivativeOf(id)?.name ?? null,
    derivativePlace: (id) => {
      const passed = derivativeOf(id);
      if (!passed) return null;
      // Beside the adjoint of a value that is passed and overwritten, statements have an adjoint of their own.
      const own = generated?.program.variables.find(
        (x) => x.derivativeOf === id && x.role === passed.role && x.passing === 'value',
      );
      const name = own ? flatName(own.name) : passed.name;
      return (c.request.target ?? c.request.language) === 'c' && !own && isPointer(passed)
        ? `*${name}`
        : name;
    },
    tangentAt: c.mode === 'tangent-over-adjoint' && generated ? tangentsOf(generated.program) : () => null,
    derivativesNamed: (name) =>
      (generated?.program.variables ?? []).flatMap((v) =>
        flatName(v.name) === name && v.derivativeOf !== null && v.derivativeOf < c.program.variables.length
          ? [v.derivativeOf]
          : [],
      ),
  };
}
