import { describe, expect, test } from 'vitest';
import { parseInput } from '../../../app/store/document/playground';
import { EXAMPLES, type Example } from '../../../examples';
import { itemAt } from '../../base/lookup';
import { breakIt, differentiate, execute } from '../../index';
import { locationKey } from '../../ir/names';
import { type Built, compilerFor } from '../../testing/compilers';
import { compileTogether } from '../../testing/compileTogether';
import { IS_DEEP, some } from '../../testing/draws';
import { cDriver, printedKeys, readOutput } from '../../testing/drivers';
import { generatedInputs } from '../../testing/generated';
import { compile } from '../compile/compile';
import type { ExecuteRequest, Recording, Span } from '../results';

/*
 * Every break-it of every example, and of calls with snapshots, held against what anyone can do by hand: delete the lines of
 * the PUSH and of the POP from the emitted C, compile it with gcc, and run it.
 */

const TOLERANCE = 1e-12;
const FLAGS = ['-std=c99', IS_DEEP ? '-O1' : '-O0', '-ffp-contract=off', '-w'];

/** The text without the lines of these ranges. */
function withoutLines(text: string, spans: readonly Span[]): string {
  let rest = text;
  for (const { start, end } of spans.toSorted((a, b) => b.start - a.start)) {
    const from = rest.lastIndexOf('\n', start) + 1;
    rest = rest.slice(0, from) + rest.slice(rest.indexOf('\n', Math.max(start, end - 1)) + 1);
  }
  return rest;
}

/** Of each kernel. */
const FORCED = 1;
const BROKEN = 2;

function breakable({ kind }: Recording): boolean {
  return kind === 'value' || kind === 'snapshot';
}

type Case = Pick<Example, 'id' | 'language' | 'source' | 'inputs' | 'independents' | 'dependents'>;

/** No example stores the state before a call: these do, each kind of snapshot another one. */
const CALLS: readonly Case[] = [
  {
    id: 'a state stepped by a call',
    language: 'c',
    source: `void step(int n, double u[n], double left, double k) {
  left = left * k;
  for (int i = 0; i < n; i++) {
    left = u[i] + k * sin(left);
    u[i] = u[i] * left;
  }
}
double run(int n, double u[n], double k) {
  for (int t = 0; t < 3; t++) step(n, u, u[n - 1], k);
  double s = 0.0;
  for (int i = 0; i < n; i++) s = s + u[i] * u[i];
  return s;
}
`,
    inputs: { n: '3', u: '0.9 1.1 0.7', k: '0.8' },
  },
  {
    id: 'two states stepped by calls, in Fortran',
    language: 'fortran',
    source: `subroutine swirl(n, a, b)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n, 2), b(2)
  integer :: i
  do i = 0, n
    b(1) = b(1) * a(i, 1) + b(2)
    a(i, 2) = a(i, 2) * b(1)
  end do
end subroutine
subroutine run(n, a, b, s)
  integer, intent(in) :: n
  real(8), intent(inout) :: a(0:n, 2), b(2)
  real(8), intent(out) :: s
  call swirl(n, a, b)
  a(0, 1) = sin(a(1, 2)) * b(1)
  call swirl(n, a, b)
  s = b(1) * a(n, 2)
end subroutine
`,
    inputs: { n: '2', a: '0.9 1.1 0.7 1.2 0.8 1.3', b: '0.6 0.4' },
  },
];

const CASES = [...some(EXAMPLES, 4), ...CALLS].flatMap((example: Case) => {
  const seen = new Set<string>();
  return (['lazy', 'eager'] as const).flatMap((snapshots) => {
    const { language, source } = example;
    const { text } = differentiate({ language, source, target: 'c', options: { snapshots } }).code;
    if (seen.has(text)) return [];
    seen.add(text);
    return [[`${example.id}, ${snapshots} snapshots`, example, { snapshots }] as const];
  });
});

test('both kinds of snapshots are broken', () => {
  for (const snapshots of ['lazy', 'eager'] as const)
    for (const { language, source } of CALLS) {
      const { recordings } = differentiate({ language, source, options: { snapshots } });
      expect(recordings.map(({ kind }) => kind)).toContain('snapshot');
    }
});

/** A whole program for gcc, and what is to hold of what it prints. */
interface ForCompiler {
  readonly text: string;
  readonly judge: (built: Built) => void;
}

/** Of all cases: they go to gcc together. */
const forCompiler: ForCompiler[] = [];

const cases = CASES.map(([what, example, options], k) => [what, example, options, k] as const);
describe.skipIf(!compilerFor('c')).each(cases)('%s', (what, example, options, turn) => {
  const { language, source } = example;
  const request: ExecuteRequest = {
    language,
    source,
    target: 'c',
    options,
    inputs: Object.fromEntries(
      Object.entries(example.inputs).map(([key, text]) => [key, parseInput(text) ?? 0]),
    ),
    ...(example.independents ? { independents: example.independents } : {}),
    ...(example.dependents ? { dependents: example.dependents } : {}),
  };
  const d = differentiate(request);
  /** The adjoint's text as a whole program, and the gradient in what that prints under gcc. */
  function gradientBy(of: ExecuteRequest): {
    whole: (text: string) => string;
    gradient: (built: Built) => Record<string, number[]>;
  } {
    const c = compile(of, () => 0);
    if (!c.adjoint || !c.routine || !c.interface) throw new Error('no adjoint');
    const { program, entry } = c.adjoint;
    const { inputs } = execute(request);
    const seeds = Object.fromEntries(
      c.interface.dependents.map((id) => {
        const key = locationKey(c.program, id);
        return [key, (inputs[key] ?? [0]).map(() => 1)];
      }),
    );
    const { given, names } = generatedInputs(c.program, c.routine.name, c.adjoint, inputs, seeds);
    const { independents } = c.interface;
    return {
      whole: (text) => `${text}\n${cDriver(program, entry, given)}`,
      gradient: ({ output, messages }) => {
        expect(output, messages).not.toBeNull();
        const out = readOutput(output ?? '', printedKeys(program, entry, given));
        return Object.fromEntries(
          independents.map((id) => {
            const key = locationKey(c.program, id);
            return [key, out[names.get(key) ?? ''] ?? (inputs[key] ?? [0]).map(() => 0)];
          }),
        );
      },
    };
  }

  test('without a recording, the run has another gradient, or it is said why not', () => {
    const { derivatives } = execute(request);
    const { whole, gradient } = gradientBy(request);
    const breaks = some(d.recordings.filter(breakable), BROKEN, turn).map((recording) => {
      const broken = breakIt(request, recording.key);
      expect([broken.ok, broken.refused]).toEqual([true, '']);
      // It is seen, or it is said why this run did not need it.
      expect(broken.effect === 'changed' || broken.effect === 'failed' || broken.reason !== '').toBe(true);
      return { recording, broken };
    });
    const told = breaks.filter(({ broken }) => broken.effect !== 'failed');
    forCompiler.push({
      text: whole(d.code.text),
      judge: (built) => expectAlike(gradient(built), derivatives),
    });
    for (const { recording, broken } of told)
      forCompiler.push({
        text: whole(withoutLines(d.code.text, [...recording.push, ...recording.pop])),
        judge: (built) => {
          if (broken.components.length === 0) return;
          const deleted = gradient(built);
          for (const { name, index, broken: said } of broken.components) {
            const seen = deleted[name]?.[index] ?? Number.NaN;
            const size = Math.max(Math.abs(said), Math.abs(seen), 1e-300);
            const agrees = Math.abs(seen - said) / size < TOLERANCE || Object.is(seen, said);
            expect([recording.text, name, index, agrees]).toEqual([recording.text, name, index, true]);
          }
        },
      });
  });

  function expectAlike(
    compiled: Readonly<Record<string, readonly number[]>>,
    shown: Readonly<Record<string, readonly number[]>>,
  ): void {
    for (const [name, values] of Object.entries(shown))
      values.forEach((value, i) => {
        const off = Math.abs((compiled[name]?.[i] ?? Number.NaN) - value);
        expect(off, `${what}, ${name}`).toBeLessThanOrEqual(TOLERANCE * Math.max(Math.abs(value), 1e-3));
      });
  }

  test('what the analysis left out can be forced, and changes nothing but the tape', () => {
    const right = execute(request);
    const stored = new Set(d.recordings.map(({ key }) => key));
    const forced: string[] = [];
    const keys = d.statements.flatMap(({ id }) => d.variables.map((v) => `${id}:${v.key}`));
    const free = keys.filter((key) => !stored.has(key) && !stored.has(`${key}:snapshot`));
    for (const key of some(free, FORCED, turn)) {
      const broken = breakIt(request, key);
      if (!broken.ok) continue;
      forced.push(key);
      expect([key, broken.change, broken.effect]).toEqual([key, 'forced', 'unchanged']);
      expect(broken.reason).not.toBe('');
      expect(broken.bytes.after).toBeGreaterThanOrEqual(broken.bytes.before);
    }
    const all = { ...request, tamper: { with: forced } };
    const { whole, gradient } = gradientBy(all);
    forCompiler.push({
      text: whole(differentiate(all).code.text),
      judge: (built) => expectAlike(gradient(built), right.derivatives),
    });
  });
});

test.skipIf(!compilerFor('c'))(
  'gcc finds the gradients that the page shows, and those that it says come of a break',
  () => {
    expect(forCompiler.length).toBeGreaterThan(2 * cases.length);
    const texts = forCompiler.map(({ text }) => text);
    for (const [k, built] of compileTogether('c', texts, FLAGS).entries())
      itemAt(forCompiler, k).judge(built);
  },
);
