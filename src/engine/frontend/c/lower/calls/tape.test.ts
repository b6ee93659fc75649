import { expect, test } from 'vitest';
import { printC } from '../../../../backend/c';
import { RUNTIME_BEGIN, RUNTIME_END } from '../../../../ir/runtime';
import { printProgram } from '../../../../testing/programText';
import { verify } from '../../../../testing/verify';
import { parseC } from '../..';

const generated = `#include <stdlib.h>
/* ${RUNTIME_BEGIN} */
typedef struct { unsigned char *at; size_t used; } tape_stack;
static void *tape_grow(tape_stack *s, size_t bytes) { return s->at + bytes; }
/* ${RUNTIME_END} */
void f_b(int n, double x, double *xb, double a[3], bool q) {
  double t[3] = {0};
  int k;
  push_double(x);
  push_double(a[n]);
  push_doubles(a, 3);
  push_bit(q);
  push_byte(k);
  push_count(n);
  k = pop_count();
  k = pop_byte();
  q = pop_bit();
  pop_doubles(a, 3);
  a[n] = pop_double();
  x = pop_double();
  t[max_int(k, modulo_int(n, 3))] += *xb;
  *xb = t[0];
}
`;

test('generated code is read back with its tape', () => {
  const { program, diagnostics } = parseC(generated);
  expect(diagnostics).toEqual([]);
  expect(verify(program)).toEqual([]);
  expect(printProgram(program)).toBe(`routine f_b(n: i32, x: f64, xb: f64&, a: f64[3]&, q: bool)
  local t: f64[3]
  local k: i32
  s0  push x
  s1  push a[n]
  s2  push a[:] of 3
  s3  push bit q
  s4  push small(256) k
  s5  push count n
  s6  pop count k
  s7  pop small(256) k
  s8  pop bit q
  s9  pop a[:] of 3
  s10 pop a[n]
  s11 pop x
  s12 t[max(k, modulo(n, 3))] = t[max(k, modulo(n, 3))] + xb
  s13 xb = t[0]
`);
});

test('it prints again as it was', () => {
  const plain = generated.replace('max_int(k, modulo_int(n, 3))', 'k');
  const once = printC(parseC(plain).program, null).text;
  expect(printC(parseC(once).program, null).text).toBe(once);
});

test('without the section the names are the user’s', () => {
  const { diagnostics } = parseC('void f(double x) { push_double(x); }');
  expect(diagnostics.map((d) => d.code)).toEqual(['undeclared-function']);
});
