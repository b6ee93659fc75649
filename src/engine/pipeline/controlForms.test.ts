import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../index';
import type { Language } from '../ir/types';
import { some } from '../testing/draws';

/*
 * Every way to jump that the languages have, in every style, of which the fast tier takes two in turn: the gradient is that of
 * the tangent and of central differences. What is not nested the style `structured` refuses, and says why.
 */
interface Form {
  readonly name: string;
  readonly language: Language;
  readonly source: string;
  /** Nested as it stands, so that `structured` takes it. */
  readonly nested?: true;
}

const C = (name: string, body: string, more: Partial<Form> = {}): Form => ({
  name,
  language: 'c',
  source: `void f(int n, double x[3]) {\n  int i, j, k = 0;\n${body}\n}\n`,
  ...more,
});
const F = (name: string, body: string, more: Partial<Form> = {}): Form => ({
  name,
  language: 'fortran',
  source: `subroutine f(n, x)\n  integer :: n, i, j, k\n  real(8) :: x(3)\n  k = 0\n${body}\nend subroutine f\n`,
  ...more,
});
const STEP = 'x[0] = sin(x[1]) * x[0] + x[2]; x[1] = x[1] * x[2];';
const FSTEP = 'x(1) = sin(x(2)) * x(1) + x(3)\n x(2) = x(2) * x(3)';

const FORMS: readonly Form[] = [
  C('break', `for (i = 0; i < n; i++) { ${STEP} if (x[0] > 1.2) break; x[2] *= x[0]; }`),
  C('continue', `for (i = 0; i < n; i++) { ${STEP} if (x[0] > 1.2) continue; x[2] *= x[0]; }`),
  C(
    'an early return in nested loops',
    `for (i = 0; i < n; i++) for (j = 0; j < 3; j++) { ${STEP} if (i + j > 3) return; } x[0] *= x[1];`,
  ),
  C(
    'a goto forward out of two loops',
    `for (i = 0; i < n; i++) for (j = 0; j < 3; j++) { ${STEP} if (i + j > 2) goto out; } x[0] *= x[1]; out: x[2] *= x[0];`,
  ),
  C('a goto backward', `again: ${STEP} k++; if (k < n) goto again; x[2] *= x[0];`, { nested: true }),
  C(
    'a goto into a loop',
    `i = 0; if (n > 2) goto in; for (i = 0; i < 3; i++) { x[0] *= x[1]; in: ${STEP} if (k++ > 4) break; }`,
  ),
  C(
    'an irreducible loop',
    `if (n > 2) goto b; a: ${STEP} k++; b: x[0] = x[0] * x[1]; k++; if (k < 7) goto a; x[2] *= x[0];`,
  ),
  C(
    'switch with fall-through',
    `for (i = 0; i < n; i++) switch (i % 4) { case 0: x[0] *= x[1]; case 1: ${STEP} break; case 2: x[2] *= x[0]; default: x[1] = cos(x[1]); }`,
  ),
  C(
    'switch with break in a branch',
    `switch (n) { case 4: if (x[0] > 0) { x[1] *= x[0]; break; } ${STEP} break; default: x[2] = x[0] * x[1]; }`,
  ),
  C('do while with continue', `do { k++; ${STEP} if (k == 2) continue; x[2] *= x[0]; } while (k < n);`),
  C(
    'a comma, && and ?: that jump',
    `for (i = 0; i < n && (x[0] < 9 || x[1] < 9); i++) x[0] = x[0] > 1 ? x[0] * x[1] : sin(x[2]); x[2] *= x[0];`,
    { nested: true },
  ),
  C(
    'Duff’s device',
    `int m = (n + 3) / 4; switch (n % 4) { case 0: do { ${STEP} case 3: x[2] *= x[0]; case 2: x[1] = cos(x[1]); case 1: x[0] *= x[1]; } while (--m > 0); }`,
  ),
  C(
    'cases in both arms of a branch',
    `for (i = 0; i < n; i++) switch (i) { case 0: if (x[0] > 0.5) { ${STEP} case 2: x[2] *= x[0]; break; } else { default: x[1] = cos(x[1]); } x[0] *= x[1]; }`,
  ),
  C(
    'a case in a counted loop',
    `j = 1; for (i = 0; i < n; i++) { switch (i % 3) { case 0: for (j = 0; j < 3; j++) { x[1] *= x[2]; case 1: if (k++ == 5) continue; ${STEP} } break; default: x[2] = sin(x[0]); } x[0] *= x[1]; }`,
  ),
  C(
    'a switch in a loop with continue',
    `for (i = 0; i < n; i++) { switch (i % 3) { case 0: continue; case 1: ${STEP} break; default: if (x[0] > 1) continue; x[2] *= x[0]; } x[1] = cos(x[1]); }`,
  ),
  C('a goto into a block', `if (n > 2) goto in; { x[1] *= x[2]; in: ${STEP} } x[2] *= x[0];`),
  C(
    'a loop first and last, and nothing else',
    `while (x[0] < 3 && k < 9) { k++; ${STEP} x[0] = x[0] + 1; }`,
    {
      nested: true,
    },
  ),
  C('empty arms and an empty loop', `if (n > 2) ; else ; for (i = 0; i < n; i++) ; ${STEP} switch (n) { }`, {
    nested: true,
  }),
  F(
    'named EXIT and CYCLE',
    `outer: do i = 1, n\n do j = 1, 3\n if (i + j == 4) cycle outer\n if (i * j > 6) exit outer\n ${FSTEP}\n end do\n x(3) = x(3) * x(1)\n end do outer`,
  ),
  F('EXIT of an endless DO', `do\n k = k + 1\n ${FSTEP}\n if (k >= n) exit\n x(3) = x(3) * x(1)\n end do`, {
    nested: true,
  }),
  C('an endless loop with its test first', `for (;;) { if (k >= n) break; k++; ${STEP} }`, { nested: true }),
  C('an endless loop with its test last', `while (1) { k++; ${STEP} if (k >= n) break; }`, { nested: true }),
  F(
    'EXIT at the end of an endless DO',
    `do\n k = k + 1\n ${FSTEP}\n if (.not. k < n) exit\n end do\n x(3) = x(3) * x(1)`,
    { nested: true },
  ),
  F(
    'RETURN in a DO WHILE',
    `do while (k < 9)\n k = k + 1\n ${FSTEP}\n if (k == n) return\n end do\n x(1) = x(1) * x(2)`,
  ),
  F(
    'arithmetic IF',
    `do i = 1, n\n if (i - 2) 10, 20, 30\n10 x(1) = x(1) * x(2)\n goto 40\n20 x(2) = sin(x(2))\n30 x(3) = x(3) * x(1)\n40 continue\n end do`,
  ),
  F(
    'computed GOTO',
    `do i = 0, n\n goto (10, 20, 30) i\n x(1) = x(1) * x(3)\n10 x(1) = x(1) * x(2)\n goto 40\n20 x(2) = sin(x(2))\n30 x(3) = x(3) * x(1)\n40 continue\n end do`,
  ),
  F('a GOTO backward', `10 continue\n ${FSTEP}\n k = k + 1\n if (k < n) goto 10\n x(3) = x(3) * x(1)`, {
    nested: true,
  }),
  F(
    'a GOTO out of two loops',
    `do i = 1, n\n do j = 1, 3\n ${FSTEP}\n if (i + j > 4) goto 10\n end do\n end do\n x(1) = x(1) * x(2)\n10 x(3) = x(3) * x(1)`,
  ),
  F(
    'an irreducible loop',
    `if (n > 2) goto 20\n10 continue\n ${FSTEP}\n k = k + 1\n20 x(1) = x(1) * x(2)\n k = k + 1\n if (k < 7) goto 10\n x(3) = x(3) * x(1)`,
  ),
  F(
    'SELECT CASE with ranges',
    `do i = 1, n\n select case (i)\n case (:1)\n x(1) = x(1) * x(2)\n case (2, 4:)\n ${FSTEP}\n case default\n x(3) = x(3) * x(1)\n end select\n end do`,
    { nested: true },
  ),
  F(
    'a loop that ends with its label, shared by two',
    `do 10 i = 1, n\n do 10 j = 1, 2\n x(2) = 0.5 * sin(x(1)) + x(3)\n if (i == 2) goto 10\n x(3) = x(3) * x(1)\n10 continue`,
  ),
];

const inputs = { n: [4], x: [0.7, 1.1, 0.9] };

const STYLES = ['joins', 'statements', 'blocks', 'structured'] as const;

describe.each(FORMS.map((form, k) => ({ ...form, k })))(
  '$language: $name',
  ({ language, source, nested, k }) => {
    test.each(some(STYLES, 2, k))('%s', (reversal) => {
      const run = execute({ source, language, inputs, options: { reversal } });
      const errors = run.diagnostics.filter(({ severity }) => severity === 'error');
      if (reversal === 'structured' && nested !== true) {
        expect(errors.map(({ code }) => code)).toEqual(['not-combinable']);
        expect(errors[0]?.message).toContain('needs nested control');
        expect(errors[0]?.notes[0]?.message).toContain('`joins`');
        return;
      }
      expect(errors).toEqual([]);
      expect(run.check.verdict, run.check.sentence).toBe('passed');
    });
  },
);

describe.each(['c', 'fortran'] as const)('in %s', (language) => {
  const codes = (source: string) =>
    differentiate({ source, language }).diagnostics.map(
      ({ severity, code, span }) => `${severity} ${code}: ${source.slice(span.start, span.end).trim()}`,
    );

  test('code that control never reaches is told, and the rest is reversed', () => {
    const source =
      language === 'c'
        ? 'double f(double x) { x = x * x; return x; x = 2 * x; }'
        : 'subroutine f(x)\n real(8) :: x\n x = x * x\n return\n x = 2 * x\nend subroutine f\n';
    expect(codes(source)).toContain('info unreachable: x = 2 * x');
    const { ok, graphs, statements } = differentiate({ source, language });
    expect(ok).toBe(true);
    expect(graphs.original.vertices.flatMap((v) => v.statements).some(({ text }) => text.includes('2'))).toBe(
      false,
    );
    expect(statements.some(({ vertex }) => vertex === null)).toBe(true);
  });

  test('a loop that nothing leaves is refused, and its place told', () => {
    const source =
      language === 'c'
        ? 'double f(double x) { for (;;) { x = x * x; } return x; }'
        : 'subroutine f(x)\n real(8) :: x\n do\n x = x * x\n end do\nend subroutine f\n';
    const { ok, diagnostics } = differentiate({ source, language });
    expect(ok).toBe(false);
    const [refusal] = diagnostics.filter(({ severity }) => severity === 'error');
    expect(refusal?.code).toBe('endless-loop');
    expect(refusal?.message).toContain('no end to reverse from');
    expect(source.slice(refusal?.span.start, refusal?.span.end)).toMatch(/^(for|do)/);
    expect(refusal?.notes[0]?.message).toContain('jump out');
  });
});
