import { describe, expect, test } from 'vitest';
import { runOf } from '../app/store/document/playground';
import { type ExecuteRequest, execute } from '../engine';
import { itemAt } from '../engine/base/lookup';
import { portsOf } from '../engine/execute/runnable';
import { locationKey } from '../engine/ir/names';
import type { Program } from '../engine/ir/types';
import { compile } from '../engine/pipeline/compile/compile';
import { printTarget } from '../engine/pipeline/compile/printTarget';
import type { Options } from '../engine/pipeline/results';
import { disagreement, inWords } from '../engine/testing/compare';
import { type Compiled, compilerFor, quickFlags } from '../engine/testing/compilers';
import { compileTogether } from '../engine/testing/compileTogether';
import { corpusKernels } from '../engine/testing/corpusKernels';
import { some } from '../engine/testing/draws';
import { cDriver, fortranDriver, printedKeys, readOutput } from '../engine/testing/drivers';
import { EXAMPLES, playgroundOf } from '.';

/*
 * Every example and every kernel of the corpus with its blocks preaccumulated: the gradient is that of statements one by one,
 * run here and, printed in either language, under gcc and gfortran.
 */
const budget = { steps: 1e7, milliseconds: 20_000, bytes: 1 << 28 };
const KERNELS: readonly { readonly name: string; readonly request: ExecuteRequest }[] = [
  ...EXAMPLES.map((example) => ({ name: example.id, request: runOf(playgroundOf(example), budget) })),
  ...corpusKernels().map(({ file, ...request }) => ({ name: file, request: { ...request, budget } })),
];

/** Orders and outputs, in turn. */
const ORDERS: readonly Partial<Options>[] = [
  { elimination: { kind: 'edge', order: ['HS', 'LM', 'reverse'] }, blockOutputs: 'needed' },
  { elimination: { kind: 'vertex', order: ['LM', 'forward'] }, blockOutputs: 'all' },
  { elimination: { kind: 'edge', order: 'optimal' }, blockOutputs: 'needed' },
  { elimination: { kind: 'face', order: ['forward'] }, blockOutputs: 'all' },
];

const optionsOf = (k: number): Partial<Options> => ({
  basicBlocks: 'preaccumulate',
  ...itemAt(ORDERS, k % ORDERS.length),
});
const numbered = KERNELS.map((kernel, k) => ({ ...kernel, k }));

test('gradients are those of statements one by one', () => {
  const wrong = some(numbered, 6).flatMap(({ name, request, k }) => {
    const plain = execute({ ...request, options: {} });
    const { check, derivatives, diagnostics } = execute({ ...request, options: optionsOf(k) });
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) return [`${name}: ${errors.map(({ message }) => message).join(' ')}`];
    const { program } = compile(request, () => 0, false);
    const off = disagreement(plain.derivatives, derivatives, precision(program));
    if (off) return [`${name}: ${inWords(off)}`];
    return check.verdict === plain.check.verdict ? [] : [`${name}: ${check.sentence}`];
  });
  expect(wrong).toEqual([]);
});

/** What was made of a kernel, and what it is run on. */
interface Made {
  readonly name: string;
  readonly text: string;
  readonly keys: [key: string, count: number][];
  /** By the key under which a driver prints it, the key of the derivative. */
  readonly names: ReadonlyMap<string, string>;
  readonly expected: Readonly<Record<string, readonly number[]>>;
  readonly tolerance: number;
}

describe.each(['c', 'free', 'fixed'] as const)('printed for %s', (form) => {
  test.skipIf(!compilerFor(form))(
    'they are the same',
    () => {
      const target = form === 'c' ? 'c' : 'fortran';
      const own = numbered.filter(({ name }) => target === 'c' || name.endsWith('.f') === (form === 'fixed'));
      const made = some(own, form === 'c' ? 5 : 2, 1).flatMap((kernel) => madeOf(kernel, form));
      const texts = made.map(({ text }) => text);
      const wrong = compileTogether(form, texts, [...quickFlags(form), '-w']).flatMap(
        ({ messages, output }, i) => {
          const { name, keys, names, expected, tolerance } = itemAt(made, i);
          if (output === null) return [`${name}: ${messages}`];
          const printed = Object.entries(readOutput(output, keys));
          const got = printed.map(([key, values]) => [names.get(key) ?? '', values]);
          const off = disagreement(expected, Object.fromEntries(got), tolerance);
          return off ? [`${name}: ${inWords(off)}`] : [];
        },
      );
      expect(wrong).toEqual([]);
      expect(made.length).toBeGreaterThan(0.5 * some(own, form === 'c' ? 5 : 2, 1).length);
    },
    600_000,
  );
});

const precision = ({ variables }: Program) => (variables.some(({ type }) => type === 'f32') ? 1e-4 : 1e-9);

/** None where other routines are needed, or the other language can't say something. */
function madeOf({ name, request, k }: (typeof numbered)[number], form: Compiled): Made[] {
  const target = form === 'c' ? ('c' as const) : ('fortran' as const);
  const c = compile({ ...request, mode: 'adjoint', options: optionsOf(k), target }, () => 0, false);
  const diagnostics = [...c.diagnostics];
  const code = printTarget(c, diagnostics);
  const isRefused = diagnostics.some(({ severity }) => severity === 'error');
  const { adjoint, routine } = c;
  if (isRefused || !code || !adjoint || !routine) return [];
  if (adjoint.program.routines.some(({ external }) => external)) return [];
  const { inputs, derivatives, ok } = execute({ ...request, options: {} });
  if (!ok) return [];
  const { program, entry } = adjoint;
  const dependents = new Set((c.interface?.dependents ?? []).map((id) => locationKey(c.program, id)));
  const given: Record<string, readonly number[]> = {};
  const names = new Map<string, string>();
  for (const { id, v, key, holds, position } of portsOf(
    { program: c.program, entry: routine.name },
    adjoint,
  )) {
    const at = position === null ? (v.storage?.key ?? v.name) : locationKey(program, id);
    const values = inputs[key] ?? [0];
    given[at] = holds === 'primal' ? values : values.map(() => (dependents.has(key) ? 1 : 0));
    if (holds === 'adjoint') names.set(at, key);
  }
  const driver =
    form === 'c' ? cDriver(program, entry, given, code.text) : fortranDriver(program, entry, given);
  return [
    {
      name,
      text: `${code.text}\n${driver}`,
      keys: printedKeys(program, entry, given),
      names,
      expected: derivatives,
      tolerance: precision(c.program),
    },
  ];
}
