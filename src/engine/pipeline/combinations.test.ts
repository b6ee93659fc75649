import { expect, test } from 'vitest';
import { AVAILABLE, differentiate, inputsFor, jacobian, takeAwayFiles } from '../index';
import { DEFAULT_OPTIONS, OPTION_NAMES } from './options';
import type { Mode, Options } from './results';

const KERNELS = [
  `double g(double *u, double v) {
  *u = sin(*u) * v;
  return *u * v;
}
double f(int n, double x[n], double y, double *z) {
  double s = 0, t = y, w;
  int k = 0;
  for (int i = 1; i < n; i++) {
    w = exp(t);
    if (x[i] > 0) t = t * w + x[i - 1];
    else { k = k + 1; x[i] = x[i] * exp(sin(t) * w); }
    s = s + g(&t, x[k]);
    t = sqrt(w * y);
  }
  *z = s * s;
  s = cos(s) * y;
  return s + t * k;
}
`,
  `void h(double a[3], double *r) {
  a[0] = a[1] * a[1];
  *r = a[2] * a[0];
}
`,
  `double e(int n, double t[n], double u[n]) {
  double d = 0, sum = 0, half = 0.5;
  for (int i = 0; i < n; i++) {
    d = t[i] - u[i];
    sum = sum + half * d * d;
  }
  return sum;
}
`,
  `double f(double a) {
  double z = a, zo;
  do {
    zo = z;
    z = 0.5 * (zo + a / zo);
  } while (fabs(z - zo) > 1e-12);
  return z;
}
`,
];
const known = new Map<string, string[]>();
/** Of each kernel; what was made once is the same again. */
function codes(options: Partial<Options>, mode: Mode = 'adjoint'): string[] {
  const key = JSON.stringify([options, mode]);
  const made =
    known.get(key) ??
    KERNELS.map((source) => {
      const { ok, code, diagnostics } = differentiate({ source, language: 'c', mode, options });
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(ok).toBe(true);
      return code.text;
    });
  known.set(key, made);
  return made;
}

const values = OPTION_NAMES.flatMap((name) =>
  AVAILABLE.options[name].map((value) => [name, value] as const),
).filter(([name, value]) => DEFAULT_OPTIONS[name] !== value);

test.each(values)('%s = %s is offered, so it changes something', (name, value) => {
  // What only takes recordings away shows where they are many.
  const bases: Partial<Record<keyof Options, Partial<Options>>> = {
    elements: { adjointLiveness: false },
    blockOutputs: { basicBlocks: 'preaccumulate' },
  };
  const base = bases[name] ?? {};
  expect(codes({ ...base, [name]: value })).not.toEqual(codes(base));
});

test('what is said to matter to a tangent does, and nothing else', () => {
  for (const [name, value] of values) {
    const changes = codes({ [name]: value }, 'tangent').join() !== codes({}, 'tangent').join();
    if (changes) expect(AVAILABLE.inTangents, `${name} = ${value}`).toContain(name);
  }
  for (const name of AVAILABLE.inTangents) {
    const changing = values.filter((each) => each[0] === name);
    const changes = changing.some(
      ([, value]) => codes({ [name]: value }, 'tangent').join() !== codes({}, 'tangent').join(),
    );
    expect(changes, name).toBe(true);
  }
});

test('what is asked beside a tangent is answered whatever is chosen for adjoints', () => {
  const source = `void f(int n, double x[n], double *y) {
  for (int i = 0; i < n; i++) {
    if (x[i] < 0) return;
    *y += x[i]*x[i];
  }
}`;
  const options = { reversal: 'structured', keepPrimalResults: true } as const;
  for (const mode of ['tangent', 'vector-tangent'] as const) {
    const request = { source, language: 'c', mode, options } as const;
    const { diagnostics, statements } = differentiate(request);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(jacobian(request)).toMatchObject({ ok: true, check: { passed: true } });
    expect(takeAwayFiles(request).diagnostics).toEqual([]);
    const test = statements.find(({ kind }) => kind === 'test')?.id ?? '';
    expect(inputsFor(request, { statement: test, outcome: 'false' }).sentence).not.toMatch(/has errors/);
  }
  expect(jacobian({ source, language: 'c', options }).ok).toBe(false);
});

test('what does not go together is refused for the reason that the table gives', () => {
  for (const { options, message } of AVAILABLE.notCombinable) {
    const { ok, diagnostics } = differentiate({ source: KERNELS[1] as string, language: 'c', options });
    expect(ok).toBe(false);
    expect(diagnostics).toContainEqual(expect.objectContaining({ code: 'not-combinable', message }));
  }
});
