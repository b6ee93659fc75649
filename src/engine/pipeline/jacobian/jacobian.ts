/**
 * The door's `jacobian` and `hessian` (theory 10): the pattern from a run, colours for it, one run of the derivative for each
 * colour, the entries read off, and differences along the same directions beside them.
 */

import type { DiagnosticCode } from '../../base/diagnosticCodes';
import { diagnostic } from '../../base/diagnostics';
import { itemAt, present } from '../../base/lookup';
import { STEPS } from '../../execute/checked';
import {
  adjointsAtEntry,
  type Given,
  makeUnit,
  outputsOf,
  runUnit,
  secondAtEntry,
  tangentsAtExit,
  type Unit,
} from '../../execute/derivatives';
import { defaultHost } from '../../execute/host';
import type { Values } from '../../execute/inputs/binding';
import { cameBack, cameToEnd, limitsOf } from '../../execute/outcome';
import type { Runnable } from '../../execute/runnable';
import { locationKey } from '../../ir/names';
import { ofAdjoint, onlyDifferentiation } from '../answers/execute';
import { compile } from '../compile/compile';
import type { Compile } from '../compile/compiled';
import type { DerivativeMatrix, Diagnostic, ExecuteRequest, MatrixElement } from '../results';
import { type Asked, askedOf, type RememberedRun, remember } from '../trouble/runs';
import { columnColours, countColours, leastColours, starColours, transposed } from './colouring';
import { type Compression, compressed, directionOf, planOf, symmetric, valueAt } from './compression';
import { patternOf } from './pattern';

export function jacobianOf(request: ExecuteRequest): DerivativeMatrix {
  const asked = prepared(ofAdjoint(request));
  if (!('c' in asked)) return noMatrix(asked);
  const { c } = asked;
  const rows = elementsOf(asked, asked.dependents);
  const columns = elementsOf(asked, asked.independents);
  const primal = primalOf(c);
  const run = remember(asked, primal);
  if (!run) return noMatrix([tooLong(c)]);
  const pattern = patternOf(
    run.history,
    nodesOf(columns, run.entry, 'primal'),
    nodesOf(rows, run.end, 'primal'),
  );
  if (!pattern) return noMatrix([tooManyEntries(c)]);
  const plan = planOf(pattern, columns.length);
  const host = defaultHost();
  const tangent = makeUnit(host, primal, present(c.tangent, 'the tangent'), false);
  const adjoint = makeUnit(host, primal, present(c.adjoint, 'the adjoint'), false);
  const values = new Map<number, number>();
  const at = (i: number, j: number) => i * columns.length + j;
  const byColumns = { pattern: plan.byColumns, colours: plan.columns, rows, columns };
  const byRows = {
    pattern: transposed(plan.byRows, columns.length),
    colours: plan.rows,
    rows: columns,
    columns: rows,
  };
  const alongColumns = compressed(byColumns, (direction) =>
    alongDirection(asked, tangent, asked.values, direction),
  );
  const alongRows = compressed(byRows, (seeds) => gradientAt(asked, adjoint, asked.values, seeds));
  if (!alongColumns || !alongRows) return noMatrix([endsEarly(c)]);
  alongColumns.forEach(([i, j, value]) => {
    values.set(at(i, j), value);
  });
  alongRows.forEach(([j, i, value]) => {
    values.set(at(i, j), value);
  });
  const entries = entriesOf(pattern, (i, j) => values.get(at(i, j)) ?? 0);
  const own = makeUnit(host, primal, primal, false);
  const check = againstDifferences({ pattern, rows, columns }, entries, asked, (inputs) =>
    outputsAt(asked, own, inputs),
  );
  const { by } = plan;
  return {
    ...found(c, entries),
    rows,
    columns,
    by,
    colours: by === 'tangent' ? plan.columns : by === 'adjoint' ? plan.rows : [...plan.columns, ...plan.rows],
    passes: countColours(plan.columns) + countColours(plan.rows),
    check,
  };
}

export function hessianOf(request: ExecuteRequest): DerivativeMatrix {
  const asked = prepared({ ...request, mode: 'tangent-over-adjoint' });
  if (!('c' in asked)) return noMatrix(asked);
  const { c } = asked;
  const dependents = elementsOf(asked, asked.dependents);
  if (dependents.length !== 1) return noMatrix([notOneScalar(c, dependents.length)]);
  const columns = elementsOf(asked, asked.independents);
  const primal = primalOf(c);
  const run = remember(asked, present(c.adjoint, 'the adjoint'));
  if (!run) return noMatrix([tooLong(c)]);
  const half = patternOf(
    run.history,
    nodesOf(columns, run.entry, 'primal'),
    nodesOf(columns, run.end, 'adjoint'),
  );
  if (!half) return noMatrix([tooManyEntries(c)]);
  const pattern = symmetric(half);
  const colours = starColours(pattern);
  const second = makeUnit(defaultHost(), primal, present(c.generated, 'the second-order program'), false);
  const adjoint = makeUnit(defaultHost(), primal, present(c.adjoint, 'the adjoint'), false);
  const products: Values[] = [];
  for (let colour = 0; colour < countColours(colours); colour++) {
    const given: Given = {
      inputs: asked.values,
      seeds: asked.seeds,
      direction: directionOf(columns, (j) => colours[j] === colour),
    };
    const outcome = runUnit(second, given, limitsOf(asked.budget));
    if (!cameBack(outcome)) return noMatrix([endsEarly(c)]);
    products.push(secondAtEntry(second, outcome, asked.values, asked.independents));
  }
  const product = (i: number, colour: number) => valueAt(itemAt(products, colour), itemAt(columns, i));
  const entries = entriesOf(pattern, (i, j) => {
    const alone = (pattern[i] as readonly number[]).filter((k) => colours[k] === colours[j]).length === 1;
    return alone ? product(i, colours[j] as number) : product(j, colours[i] as number);
  });
  const check = againstDifferences({ pattern, rows: columns, columns }, entries, asked, (inputs) =>
    gradientAt(asked, adjoint, inputs, asked.seeds),
  );
  return {
    ...found(c, entries),
    rows: columns,
    columns,
    by: 'both',
    colours,
    passes: countColours(colours),
    check,
  };
}

/** The entries of a pattern, row by row. */
function entriesOf(
  pattern: readonly (readonly number[])[],
  at: (row: number, column: number) => number,
): DerivativeMatrix['entries'] {
  return pattern.flatMap((list, row) => list.map((column) => ({ row, column, value: at(row, column) })));
}

function found(c: Compile, entries: DerivativeMatrix['entries']) {
  const pattern = entries.map(({ row, column }) => ({ row, column }));
  return { ok: true, diagnostics: [...c.diagnostics], pattern, entries };
}

export function noMatrix(diagnostics: readonly Diagnostic[]): DerivativeMatrix {
  return {
    ok: false,
    diagnostics: [...diagnostics],
    rows: [],
    columns: [],
    pattern: [],
    entries: [],
    by: 'tangent',
    colours: [],
    passes: 0,
    check: { passed: false, worst: null, sentence: 'Nothing was run.' },
  };
}

// ------------------------------------------------------------------------------------------------------- the request

/** The request with everything filled in that was left out; or the errors that prevent it. */
export function prepared(request: ExecuteRequest): Asked | readonly Diagnostic[] {
  const c = compile(onlyDifferentiation(request), () => 0);
  if (c.diagnostics.some((d) => d.severity === 'error') || !c.generated || !c.interface) return c.diagnostics;
  return askedOf(c, request);
}

export function primalOf(c: Compile): Runnable {
  return { program: c.program, entry: present(c.routine, 'the routine').name };
}

/** Every element of these variables, in memory order. */
function elementsOf({ values }: Asked, names: readonly string[]): MatrixElement[] {
  return names.flatMap((name) => (values[name] ?? [0]).map((_, index) => ({ name, index })));
}

function nodesOf(
  elements: readonly MatrixElement[],
  find: RememberedRun['entry'],
  holds: 'primal' | 'adjoint',
): number[] {
  return elements.map(({ name, index }) => find(name, holds)[index] ?? 0);
}

function problem(c: Compile, code: DiagnosticCode, message: string, note: string): Diagnostic {
  const span = c.routine?.nameSpan ?? { start: 0, end: 0 };
  return diagnostic('error', code, message, span, note);
}

const tooLong = (c: Compile) =>
  problem(
    c,
    'run-ended',
    'The pattern comes from a run, which is too long to be remembered, or does not come to its end.',
    'Run it to see where it ends, or give inputs that make it shorter.',
  );
const tooManyEntries = (c: Compile) =>
  problem(
    c,
    'too-large',
    'The matrix has too many entries to be shown: every result of this run depends on very many inputs.',
    'Give inputs with fewer elements, or choose fewer independents or dependents.',
  );
const endsEarly = (c: Compile) =>
  problem(c, 'run-ended', 'The derivative does not come to its end.', 'Run it to see where it ends.');
const notOneScalar = (c: Compile, count: number) =>
  problem(
    c,
    'not-one-scalar',
    `A Hessian is of one scalar, and there are ${count} results here.`,
    'Choose one scalar dependent.',
  );

// ------------------------------------------------------------------------------------------------------------- runs

function alongDirection(asked: Asked, unit: Unit, inputs: Values, direction: Values): Values | null {
  const given: Given = { inputs, direction };
  const outcome = runUnit(unit, given, limitsOf(asked.budget));
  return cameToEnd(outcome) ? tangentsAtExit(unit, outcome, given, asked.dependents) : null;
}

function gradientAt(asked: Asked, unit: Unit, inputs: Values, seeds: Values): Values | null {
  const given: Given = { inputs, seeds };
  const outcome = runUnit(unit, given, limitsOf(asked.budget));
  return cameBack(outcome) ? adjointsAtEntry(unit, outcome, given, asked.independents) : null;
}

function outputsAt(asked: Asked, unit: Unit, inputs: Values): Values | null {
  const outcome = runUnit(unit, { inputs }, limitsOf(asked.budget));
  const { result } = present(asked.c.routine, 'the routine');
  const resultKey = result === null ? null : locationKey(asked.c.program, result);
  return cameToEnd(outcome) ? outputsOf(unit, outcome, asked.dependents, resultKey) : null;
}

/** Elements of inputs and outputs in all runs of differences of one step; with more, it takes many seconds. */
const MOST_COMPARED = 1e8;

const AGREES = { double: 1e-5, single: 2e-2 };

/** By row and column, from central differences with this step for a variable of size 1. */
function differencesAt(
  compression: Compression,
  { values }: Asked,
  evaluate: (inputs: Values) => Values | null,
  step: number,
): Map<number, number> | null {
  const sizeOf = (x: number) => Math.max(1, Math.abs(x));
  const found = compressed(compression, (direction) => {
    const moved = (h: number): Values =>
      Object.fromEntries(
        Object.entries(values).map(([key, list]) => [
          key,
          list.map((x, i) => x + h * (direction[key]?.[i] ?? 0) * sizeOf(x)),
        ]),
      );
    const [above, below] = [evaluate(moved(step)), evaluate(moved(-step))];
    if (!above || !below) return null;
    return Object.fromEntries(
      Object.entries(above).map(([key, list]) => [
        key,
        list.map((y, i) => (y - (below[key]?.[i] ?? 0)) / (2 * step)),
      ]),
    );
  });
  if (!found) return null;
  return new Map(
    found.map(([i, j, value]) => [
      i * compression.columns.length + j,
      value / sizeOf(valueAt(values, itemAt(compression.columns, j))),
    ]),
  );
}

/**
 * Compares the entries with central differences along the sum of the columns of each colour, taken with steps of several
 * sizes, as large as the function permits; the nearest difference counts for each entry.
 */
function againstDifferences(
  matrix: Omit<Compression, 'colours'>,
  entries: DerivativeMatrix['entries'],
  asked: Asked,
  evaluate: (inputs: Values) => Values | null,
): DerivativeMatrix['check'] {
  const { pattern, rows, columns } = matrix;
  const runs = 2 * leastColours(pattern);
  if (runs * (rows.length + columns.length) > MOST_COMPARED)
    return { passed: false, worst: null, sentence: `Not checked: differences would take ${runs} runs.` };
  const compression = { ...matrix, colours: columnColours(pattern, columns.length) };
  const precision = asked.c.program.variables.some((v) => v.type === 'f32') ? 'single' : 'double';
  const scale = entries.reduce((most, { value }) => Math.max(most, Math.abs(value)), 0);
  const errors = entries.map(() => Number.POSITIVE_INFINITY);
  const fits = (error: number) => error <= AGREES[precision];
  let compared = false;
  for (const exponent of STEPS[precision]) {
    const differences = differencesAt(compression, asked, evaluate, 10 ** exponent);
    compared ||= differences !== null;
    entries.forEach(({ row, column, value }, k) => {
      const difference = differences?.get(row * columns.length + column) ?? Number.NaN;
      const size = Math.max(Math.abs(value), Math.abs(difference), 1e-3 * scale, Number.MIN_VALUE);
      const error = Math.abs(value - difference) / size;
      if (error < itemAt(errors, k)) errors[k] = error;
    });
    if (errors.every(fits)) break;
  }
  if (!compared)
    return {
      passed: false,
      worst: null,
      sentence: 'Not checked: a run beside the inputs does not come to its end.',
    };
  let worst: DerivativeMatrix['check']['worst'] = null;
  for (const [k, { row, column }] of entries.entries()) {
    const relativeError = itemAt(errors, k);
    if (!worst || relativeError > worst.relativeError) worst = { row, column, relativeError };
  }
  const passed = worst === null || fits(worst.relativeError);
  const isNumber = entries.every(({ value }) => Number.isFinite(value));
  return {
    passed,
    worst,
    sentence: passed
      ? worst === null
        ? 'There is no entry to compare.'
        : 'Every entry agrees with a central difference.'
      : !isNumber
        ? 'An entry is not finite: the derivative has no value at these inputs.'
        : worst?.relativeError === Number.POSITIVE_INFINITY
          ? 'Not checked: what the kernel computes near these inputs is not finite.'
          : 'An entry differs from a central difference: the function may have a kink or a jump near these inputs.',
  };
}
