/** The door's `certify`: a compile, its programs over pairs, and the outcome in words. */

import { withoutKept } from '../../adjoint/least';
import { DiagnosticSink } from '../../base/diagnostics';
import { certificateOf } from '../../certify/certificate';
import type { Limits } from '../../certify/machine';
import { type Place, type Port, type Question, runsOf, type Side } from '../../certify/question';
import { givenTo } from '../../execute/derivatives';
import { elementsOf } from '../../execute/elements';
import { defaultHost, type Host } from '../../execute/host';
import type { Values } from '../../execute/inputs/binding';
import { resolveInputs } from '../../execute/inputs/inputs';
import { DEFAULT_LIMITS, limitsOf as runLimitsOf } from '../../execute/outcome';
import { portsOf, type Runnable, type Port as RunPort } from '../../execute/runnable';
import { isReal, memoryBytes } from '../../ir/build';
import { locationKey, statementName, variableOf } from '../../ir/names';
import type { Program, VariableId } from '../../ir/types';
import { isTampered, onlyDifferentiation } from '../answers/execute';
import { compileAgain } from '../compile/again';
import type { Compile, Generated } from '../compile/compiled';
import { outputsOf } from '../compile/interface';
import type { Certificate, ExecuteRequest } from '../results';
import { readAgain } from './printed';
import { noteOf } from './words';

/** Another compiler's derivative of the same program, which must be equal. */
export interface Witness {
  readonly language: string;
  readonly derivative: Runnable;
}

interface More {
  readonly witnesses?: (c: Compile) => readonly Witness[];
  /** Called now and then with the part of the work that is done. */
  readonly report?: (part: number) => void;
}

export function certifyRequest(
  request: ExecuteRequest,
  trials = 2,
  { witnesses = () => [], report = () => {} }: More = {},
): Certificate {
  const host = defaultHost();
  const c = compileAgain(onlyDifferentiation(request), true, host.now);
  const { routine } = c;
  if (c.program.routines.some(({ fixedPoint }) => fixedPoint))
    return {
      ...noCertificate(
        [...c.diagnostics],
        'The exact check says nothing here: the derivative of a fixed point is that of its limit, to a tolerance.',
      ),
      ok: true,
    };
  const { generated } = c;
  if (!routine || !generated || c.diagnostics.some((d) => d.severity === 'error'))
    return noCertificate([...c.diagnostics], 'Nothing was run: the program has errors.');
  const sink = new DiagnosticSink();
  const { values } = resolveInputs(c.source, routine.name, request.inputs ?? {}, sink, host);
  if (sink.hasErrors)
    return noCertificate(
      [...c.diagnostics, ...sink.list],
      'Nothing was run: the inputs do not fit the program.',
    );
  const asked = questionOf(
    c,
    generated,
    values,
    Math.max(1, Math.floor(trials) || 1),
    limitsOf(request, host),
  );
  const printed = readAgain(c, asked.second ?? asked.derivative);
  const others = witnesses(c).map((w) => ({
    language: w.language,
    side: sideOf({ program: c.program, entry: routine.name }, w.derivative, values, asked.directions),
  }));
  const read = printed.flatMap(({ language, side }) => (side ? [{ language, side }] : []));
  const whole = { ...asked, printed: [...read, ...others] };
  const answer = certificateOf(reporting(whole, report));
  const isAliased = c.diagnostics.some(({ code }) => code === 'aliasing') && !isTampered(request);
  if (isAliased && answer.verdict === 'different')
    return {
      ...noCertificate(
        [...c.diagnostics, ...sink.list],
        'The exact check says nothing here: on this path the derivative differs from dual numbers, as is to be expected where two arguments overlap. Pass a copy for one of them: a difference that remains is an error.',
      ),
      ok: true,
    };
  const elementText = elementsOf(c.source, routine.name, values);
  const outcome = (holds: boolean) => (holds ? 'true' : 'false');
  return {
    ok: true,
    diagnostics: [...c.diagnostics, ...sink.list],
    verdict: answer.verdict,
    trials: answer.trials,
    errorBound: answer.errorBound,
    path: {
      key: answer.path.key,
      tests: answer.path.tests.map(({ statement, outcomes }) => ({
        statement: statementName(statement),
        outcomes: outcomes.map(outcome),
      })),
    },
    differs: answer.differs.map(({ independent, index, dependent }) => ({
      independent,
      element: elementText(independent, index),
      dependent,
    })),
    note: noteOf(
      c,
      generated.program,
      {
        read: whole.printed.map(({ language }) => language),
        unread: printed.flatMap(({ language, side }) => (side ? [] : [language])),
      },
      answer,
    ),
  };
}

export function noCertificate(diagnostics: Certificate['diagnostics'], note: string): Certificate {
  return {
    ok: false,
    diagnostics,
    verdict: 'not-applicable',
    trials: 0,
    errorBound: 1,
    path: { key: '', tests: [] },
    differs: [],
    note,
  };
}

function reporting(q: Question, report: (part: number) => void): Question {
  const all = runsOf(q);
  let done = 0;
  return { ...q, ran: () => report(Math.min(++done / all, 1)) };
}

/** A cell of the test takes about five times the memory of a word of a run. */
const BYTES_PER_CELL = 60;

function limitsOf({ budget }: ExecuteRequest, host: Host): Limits {
  const run = runLimitsOf(budget, { ...DEFAULT_LIMITS, bytes: 2 * DEFAULT_LIMITS.bytes });
  const until = host.now() + run.milliseconds;
  return {
    steps: run.steps,
    cells: Math.floor(run.bytes / BYTES_PER_CELL),
    goOn: () => host.now() < until,
  };
}

/** The number of directions that are tried side by side. */
const DIRECTIONS = 2;

function questionOf(c: Compile, generated: Generated, values: Values, trials = 2, limits: Limits): Question {
  const { routine, model, adjoint, program } = c;
  const sides = c.interface;
  if (!routine || !sides || !model) throw new Error('a derivative without a routine');
  const isTangent = c.mode === 'tangent' || c.mode === 'vector-tangent';
  const directions = c.mode === 'vector-tangent' ? DIRECTIONS : 1;
  const key = (id: VariableId) => locationKey(program, id);
  const outputs = outputsOf(program, routine, model);
  const changed = new Set(outputs);
  const resultKey = routine.result === null ? null : key(routine.result);
  const sideFor = (known: Runnable) => (each: Runnable) => sideOf(known, each, values, directions);
  // The program as it was read, so that the rewriting of calls, versions of routines and the normal form are judged too. But
  // code lists write `x**(-p)` as `1/x**p`, which random functions tell apart.
  const read = c.options.basicBlocks === 'codelist' ? withoutKept(program) : c.source;
  const source = { program: read, entry: routine.name };
  const written = sideFor(source)(source);
  const side = sideFor({ program, entry: routine.name });
  const whole = side(generated);
  const own = c.mode === 'tangent-over-adjoint' && adjoint ? side(adjoint) : whole;
  const kept = isTangent || c.options.keepPrimalResults ? outputs : [];
  return {
    mode: isTangent ? 'tangent' : 'adjoint',
    primal: written,
    derivative: own,
    directions,
    second: own === whole ? null : whole,
    printed: [],
    independents: sides.independents.map(key),
    dependents: sides.dependents.map(key),
    resultKey,
    places: placesOf(written, resultKey, own.ports),
    keeps: kept.map(key),
    incremented: sides.independents.filter((id) => !changed.has(id)).map(key),
    trials,
    limits,
    ran: () => {},
  };
}

/** `known`: the program with the variables that the side's own variables stand for. */
function sideOf(known: Runnable, side: Runnable, values: Values, directions: number): Side {
  const ports = portsOf(known, side);
  return {
    program: side.program,
    entry: side.entry,
    ports: ports.map((port) => certified(side.program, port, values, directions)),
  };
}

function certified(program: Program, port: RunPort, values: Values, count: number): Port {
  const { id, position, key, holds, v } = port;
  const isConstant = v.role === 'global' && v.intent === 'in';
  const given = givenTo(port, { inputs: values, count });
  const fixed = holds === 'primal' && (isConstant || values[key] === undefined);
  return {
    id: variableOf(program, id).id,
    position,
    key,
    holds,
    values: given,
    fixed,
    isInteger: !isReal(v.type),
  };
}

/** Variables of one storage root share its cells, whichever routine declares them. */
function placesOf(
  { program, ports }: Side,
  resultKey: string | null,
  others: readonly Port[],
): Map<string, Place> {
  const places = new Map<string, Place>();
  const roots = new Map<string, number>();
  const rootOf = (name: string) => {
    const known = roots.get(name) ?? roots.size;
    roots.set(name, known);
    return known;
  };
  for (const { id, key, values, position } of ports) {
    const { storage, type, passing, shape } = variableOf(program, id);
    const byValue = passing === 'value' && shape === null && position !== null;
    const place = storage
      ? { root: rootOf(` ${storage.root}`), at: storage.offset, stride: memoryBytes(type) }
      : { root: rootOf(key), at: 0, stride: 1 };
    if (!places.has(key)) places.set(key, { ...place, count: values.length, byValue });
  }
  for (const key of [
    ...(resultKey === null ? [] : [resultKey]),
    ...others.flatMap((port) => (port.holds === 'count' ? [] : [port.key])),
  ])
    if (!places.has(key)) places.set(key, { root: rootOf(key), at: 0, stride: 1, count: 1, byValue: false });
  return places;
}
