/** READ and `scanf`: what a routine reads is one more input of its own. */
import { describe, expect, test } from 'vitest';
import { certify, differentiate, execute } from '..';
import type { ExecuteRequest } from './results';

const KERNELS: [name: string, language: 'c' | 'fortran', source: string][] = [
  [
    'scanf, tested, into variables and elements',
    'c',
    `#include <stdio.h>
     double f(double x) {
       double a[10], s = 0; int n;
       if (scanf("%d", &n) != 1) return 0;
       for (int i = 0; i < 4; i++) { scanf("%lf", &a[i]); s += a[i] * x * n; }
       return s;
     }`,
  ],
  [
    'scanf through a pointer, over an argument',
    'c',
    `void f(int n, double *x, double *y) {
       for (int i = 0; i < n; i++) fscanf(stdin, "%lf", x + i);
       *y = 0;
       for (int i = 0; i < n; i++) *y += x[i] * x[i] * *y + x[i];
     }`,
  ],
  [
    'a main program',
    'c',
    'int main(void) { double a, y; scanf("%lf", &a); a = a * a; y = a * a; printf("%g", y); return 0; }',
  ],
  [
    'READ with an implied loop',
    'fortran',
    `subroutine f(n, x, y)
       integer :: n, i
       real(8) :: x(n), y, a(10)
       read(5,*) (a(i), i=1,3)
       read *, a(4)
       y = 0
       do i = 1, 4
         y = y + a(i)*x(i)*y + a(i)
       end do
     end subroutine`,
  ],
  [
    'READ of an array that an argument sizes, guarded',
    'fortran',
    `subroutine f(n, x, y)
       implicit none
       integer :: n, k
       real(8) :: x(n), y, w(n)
       dimension k(2)
       read(unit=5, fmt=*) w, k(1)
       if (k(1) > 0) read(*,*) k(2)
       y = sum(w*x)*k(1)
     end subroutine`,
  ],
  [
    'sizes of arrays, which are read then',
    'c',
    `int main(void) {
       int n, m; double s = 0;
       scanf("%d %d", &n, &m);
       double x[n], *y = malloc(m * sizeof(double));
       for (int i = 0; i < n; i++) scanf("%lf", &x[i]);
       for (int i = 0; i < m; i++) scanf("%lf", &y[i]);
       for (int i = 0; i < n && i < m; i++) s += x[i] * y[i] * s + x[i] * x[i];
       printf("%g", s);
       return 0;
     }`,
  ],
  [
    'one variable, time and again',
    'c',
    `int main(void) {
       int n, i; float v, sum = 0, product = 1;
       do { scanf("%d", &n); } while (n > 100);
       for (i = 0; i < n; i++) { scanf("%f", &v); sum += v * v; if (i > 0) scanf("%f", &v); product *= v; }
       printf("%f %f", sum, product);
       return 0;
     }`,
  ],
  [
    'rows that a loop reads anew',
    'c',
    `double f(int n, double x) {
       double row[3], s = 0;
       for (int k = 0; k < n; k++) { for (int i = 0; i < 3; i++) scanf("%lf", &row[i]); s += row[0] * row[1] * row[2] * x; }
       return s;
     }`,
  ],
  [
    'shapes of ALLOCATABLE arrays, which are read then',
    'fortran',
    `program lsq
       integer :: n, m, i, j
       real(8), allocatable :: a(:,:), b(:)
       real(8) :: r = 0
       read *, n, m
       allocate(a(n,m), b(n))
       read *, b
       do i = 1, n
         read(*,*) (a(i,j), j=1,m)
       end do
       do i = 1, n
         r = r + (sum(a(i,:)) - b(i))**2
       end do
       print *, r
     end program`,
  ],
  [
    'one variable, time and again, in loops and by jumps',
    'fortran',
    `subroutine f(x, y)
       real(8) :: x, y, a, g(2)
       integer :: i, k
       f2(a) = a*a
       k = 0
    10 read(*,*) v
       k = k + 1
       y = y + f2(v*x)
       if (k < 3) goto 10
       do i = 1, 3
         read(*,*) a
         if (i > 0) read *, g
         y = y + a*x + g(1)*g(2)
       end do
     end`,
  ],
  [
    'files that are opened and closed, with what tells how that went',
    'fortran',
    `program p
       integer :: unit, ios, i
       real(8) :: a, s = 0
       open(newunit=unit, file='data', iostat=ios)
       if (ios /= 0 .or. unit == 0) stop
       read(unit, *, iostat=ios) a
       if (ios == 0) s = a**3
       do 10 i = 1, 3
    10 read(unit, *) a
       s = s*a
       rewind unit
       close(unit)
       write(*, *) s
     end`,
  ],
  [
    'a file with arrays as long as it says, a title and a status',
    'fortran',
    `program p
       implicit none
       integer :: n, i, unit, ios
       real(8), allocatable :: x(:), y(:)
       real(8) :: s
       character(len=80) :: title
       open(newunit=unit, file='data.txt', status='old', iostat=ios)
       if (ios /= 0) stop 'no file'
       read(unit, '(a)') title
       read(unit, *, iostat=ios) n
       if (ios /= 0) stop 'no size'
       allocate(x(n), y(0:n-1))
       do i = 1, n
         read(unit, *) x(i), y(i-1)
       end do
       close(unit)
       s = sum(x*y**2)
       print *, trim(title), s
     end program`,
  ],
  [
    'an old main program',
    'fortran',
    `      program p
      dimension x(20)
      read(5,10) n
 10   format(i4)
      do 20 i = 1, n
      read(5,*) x(i)
   20 continue
      s = 0.
      do 30 i = 1, n
   30 s = s + x(i)**2
      write(6,*) s
      end
`,
  ],
];

describe('is passed', () => {
  test.each(KERNELS)('%s', (_, language, source) => {
    const request: ExecuteRequest = { source, language };
    const run = execute(request);
    expect(run.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(run.check?.verdict).toBe('passed');
    const read = Object.keys(run.derivatives).filter((key) => key.endsWith('_read'));
    expect(read.length).toBeGreaterThan(0);
    expect(read.flatMap((key) => run.derivatives[key] ?? []).some((value) => value !== 0)).toBe(true);
    expect(certify(request).verdict).toBe('exact');
    expect(differentiate(request).diagnostics.map(({ code }) => code)).toContain('input-argument');
  });
});

/** Each reads six numbers, 1 to 6, and may read into one place time and again: what compilers make of it, and where to. */
const READ_AGAIN: [name: string, language: 'c' | 'fortran', body: string, x: number[], isSeries: boolean][] =
  [
    ['a name that is no counter', 'c', 'for (int i = 0; i < 6; i++) R(x[k]);', [0, 6], true],
    [
      'a sum',
      'c',
      'for (int j = 0; j < 3; j++) for (int i = 0; i < 2; i++) R(x[i + j]);',
      [1, 3, 5, 6],
      true,
    ],
    [
      'an outer loop',
      'c',
      'for (int j = 0; j < 3; j++) for (int i = 0; i < 2; i++) R(x[i + k]);',
      [0, 5, 6],
      true,
    ],
    [
      'rows that overlap',
      'c',
      'for (int j = 0; j < 2; j++) for (int i = 0; i < 3; i++) R(x[j*2 + i]);',
      [1, 2, 4, 5, 6],
      true,
    ],
    [
      'rows',
      'c',
      'for (int j = 0; j < 2; j++) for (int i = 0; i < 3; i++) R(x[j*3 + i]);',
      [1, 2, 3, 4, 5, 6],
      false,
    ],
    [
      'a counter that starts anew',
      'c',
      'for (int j = 0; j < 6; j++) { int i = j; i = 2; R(x[i]); }',
      [0, 0, 6],
      true,
    ],
    [
      'a counter that a pointer sets',
      'c',
      'int *p = &i; for (i = 0; i < 5; i++) { R(x[i]); if (x[1] > 1.5 && x[1] < 2.5) (*p)--; }',
      [1, 3, 4, 5, 6],
      true,
    ],
    ['two statements', 'c', 'R(x[0]); R(x[1]); R(x[2]); R(x[0]); R(x[1]); R(x[k]);', [4, 6, 3], true],
    ['constants', 'c', 'R(x[0]); R(x[1]); R(x[2]); R(x[3]); R(x[4]); R(x[5]);', [1, 2, 3, 4, 5, 6], false],
    ['a jump back', 'c', 'again: R(x[i]); i++; if (i < 6) goto again;', [1, 2, 3, 4, 5, 6], true],
    [
      'a jump onwards',
      'c',
      'for (int j = 0; j < 6; j++) { R(x[j]); if (k > 9) goto end; } end: ;',
      [1, 2, 3, 4, 5, 6],
      false,
    ],
    [
      'a jump onwards',
      'fortran',
      'if (k > 9) goto 20\ndo 10 i = 1, 6\n10 read *, x(i)\n20 continue',
      [1, 2, 3, 4, 5, 6],
      false,
    ],
    ['a jump back', 'fortran', 'j = 1\n10 read *, x(k)\nj = j + 1\nif (j < 7) goto 10', [6], true],
    ['a name that is no counter', 'fortran', 'do i = 1, 6\nread *, x(k)\nend do', [6], true],
    ['a sum', 'fortran', 'do j = 1, 3\ndo i = 0, 1\nread *, x(i + j)\nend do\nend do', [1, 3, 5, 6], true],
    ['an outer loop', 'fortran', 'do j = 1, 3\nread *, (x(i + 1), i = 0, 1)\nend do', [5, 6], true],
    ['two statements', 'fortran', 'read *, (x(i), i = 1, 3)\nread *, (x(i), i = 1, 3)', [4, 5, 6], true],
    ['sections', 'fortran', 'read *, x(1:3)\nread *, x(4:5), x(6)', [1, 2, 3, 4, 5, 6], false],
  ];

test.each(READ_AGAIN)('one place that is read again: %s, %s', (_, language, body, x, isSeries) => {
  const source =
    language === 'c'
      ? `void f(int k, double y[6]) { double x[6] = {0}; int i = 0; ${body.replace(/R\((.*?)\);/g, 'scanf("%lf", &$1);')} for (int i = 0; i < 6; i++) y[i] = x[i]; }`
      : `subroutine f(k, y)\ninteger :: i, j, k\nreal(8) :: x(6), y(6)\nx = 0\n${body}\ny = x\nend`;
  const read = [1, 2, 3, 4, 5, 6];
  const inputs = { k: 1, x_read: read, x_read_2: read };
  const { outputs, inputs: taken, check, diagnostics } = execute({ source, language, inputs });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const told = diagnostics.filter(({ message }) => message.endsWith('one value after the other.'));
  expect(told.length > 0).toBe(isSeries);
  if (Object.keys(taken).filter((key) => key.includes('read')).length === 1)
    expect(outputs.y).toEqual([...x, 0, 0, 0, 0, 0].slice(0, 6));
  expect(check.verdict).toBe('passed');
});

test.each([
  ['IOSTAT=', 'do\nread (5, *, iostat=k) x, z(n + 1)\nif (k /= 0) exit\nn = n + 1\ns = s + x*z(n)\nend do'],
  ['END=', '1 read (5, *, end=2) x, z(n + 1)\nn = n + 1\ns = s + x*z(n)\ngoto 1\n2 continue'],
])('what a loop reads until %s tells the end is passed with how much there is', (_, loop) => {
  const source = `program p\nreal(8) :: x, z(9), s\ninteger :: k, n\nn = 0\ns = 0\n${loop}\ns = s*n\nprint *, s\nend`;
  const inputs = { x_n: 3, x_read: [2, 3, 4], z_read: [5, 6, 7] };
  const { outputs, check, diagnostics } = execute({ source, language: 'fortran', inputs });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(outputs.s).toEqual([168]);
  expect(check.verdict).toBe('passed');
});

test('what RANDOM_NUMBER gives is passed, one number after the other', () => {
  const source = `program mc
    integer :: i
    real(8) :: x, z(3), s = 0
    call random_seed()
    call random_number(z)
    do i = 1, 4
      call random_number(x)
      s = s + exp(-x*z(1))*z(2)**2
    end do
    print *, s
  end`;
  const run = execute({ source, language: 'fortran' });
  expect(run.check?.verdict).toBe('passed');
  expect(Object.entries(run.derivatives).map(([key, values]) => [key, values.length])).toEqual([
    ['z_random', 3],
    ['x_random', 4],
  ]);
});

test.each([
  ['(double)rand() / RAND_MAX', 'rand_values'],
  ['rand() / (RAND_MAX + 1.0)', 'rand_values'],
  ['drand48()', 'drand48_values'],
])('random numbers are passed, each between 0 and 1: %s', (draw, key) => {
  const source = `double price(double s, double k, double v, int n) {
    double sum = 0;
    srand(time(NULL));
    for (int i = 0; i < n; i++) {
      double u = ${draw}, w = ${draw};
      double end = s * exp(v * sqrt(-2 * log(u)) * cos(2 * M_PI * w));
      sum += (end - k) * (end - k);
    }
    return sum / n;
  }`;
  const run = execute({ source, language: 'c' });
  expect(run.check?.verdict).toBe('passed');
  // What follows from other random numbers is asked for by name only.
  expect(Object.keys(run.derivatives)).toEqual(['s', 'k', 'v']);
  const values = (run.inputs[key] ?? []).map(Number);
  expect(values).toHaveLength(2 * Number(run.inputs.n));
  expect(values.filter((u) => u <= 0 || u >= 1)).toEqual([]);
});

test('whole random numbers are passed as such', () => {
  const source =
    'double f(double x) { double s = 0; for (int i = 0; i < 3; i++) s += x * (rand() % 5); return s; }';
  const { check, inputs, outputs } = execute({
    source,
    language: 'c',
    inputs: { x: 2, rand_values: [7, 8, 9] },
  });
  expect(check?.verdict).toBe('passed');
  expect(inputs.rand_values).toEqual([7, 8, 9]);
  expect(outputs.f).toEqual([2 * (2 + 3 + 4)]);
});

test('functions that others call are passed what they read, from where their callers have come to', () => {
  const source = `double later(int n);
  static double uniform(void) { return rand() / (double)RAND_MAX; }
  double both(double p) { double v; scanf("%lf", &v); return v * p + uniform() * uniform(); }
  double down(int n) { double u = uniform(); return n == 0 ? u : u - down(n - 1); }
  double f(double x) { double s = uniform() * x; for (int i = 0; i < 2; i++) s += both(x) * (i + 1); return s + later(1); }
  double later(int n) { return down(n) * 100; }`;
  const inputs = { x: 3, rand_values: [2, 3, 4, 5, 6, 7, 9], v_read: [10, 20] };
  const { outputs, derivatives, check } = execute({ source, language: 'c', routine: 'f', inputs });
  expect(outputs.f).toEqual([2 * 3 + (30 + 3 * 4) + (60 + 5 * 6) * 2 + (7 - 9) * 100]);
  expect(derivatives).toEqual({ x: [2 + 10 + 40], v_read: [3, 6] });
  expect(check.verdict).toBe('passed');
});

test.each([
  'int main(void) { double a, b, s = 0; while (scanf("%lf %lf", &a, &b) == 2) s += a * b; printf("%g", s); }',
  'int main(void) { double a[9], b[9], s = 0; int n = 0; for (; n < 9 && scanf("%lf%lf", &a[n], &b[n]) != EOF; n++); while (n--) s += a[n] * b[n]; printf("%g", s); }',
  'int more(double *a, double *b) { int k = 0; while (k < 1 && scanf("%lf %lf", a, b) == 2) k++; return k; } int main(void) { double a, b, s = 0; while (more(&a, &b)) s += a * b; printf("%g", s); }',
])('a loop goes on while there is input: %s', (source) => {
  const inputs = { a_read: [2, 3, 4], b_read: [5, 6, 7], a_read_count: 2 };
  const { outputs, check } = execute({ source, language: 'c', routine: 'main', inputs });
  expect([outputs.s, check.verdict]).toEqual([[2 * 5 + 3 * 6], 'passed']);
});

test('numbers that a program is started with are its inputs, as many as it asks for', () => {
  const source = `int main(int argc, char **argv) {
    if (argc < 3 || !(argc > 2)) { fprintf(stderr, "usage: %s n h\\n", argv[0]); exit(1); }
    int n = atoi(argv[1]);
    double h = argc > 2 ? strtod(argv[2], NULL) : 0.5, x[n], s = 0;
    if (argc == 3) for (int i = 0; i < n; i++) x[i] = 1 + i * h;
    else return 1;
    for (int i = 0; i < n; i++) s += h * x[i] * x[i];
    printf("%g", s);
  }`;
  const inputs = { argument1: 3, argument2: 0.5 };
  const { diagnostics, outputs, derivatives, check } = execute({ source, language: 'c', inputs });
  expect(diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect([outputs, derivatives, check.verdict]).toEqual([
    { s: [0.5 * (1 + 1.5 ** 2 + 2 ** 2)] },
    { argument2: [1 + 1.5 ** 2 + 2 ** 2 + 0.5 * (2 * 1.5 + 2 * 2 * 2)] },
    'passed',
  ]);
});

test('a text that makes numbers of words itself keeps its words', () => {
  const own = 'double atof(const char *s) { return *s - 48; }';
  const source = `${own}\nint main(int argc, char **argv) { double x = atof(argv[1]); x = x * x; }`;
  const { diagnostics } = differentiate({ source, language: 'c', routine: 'main' });
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message).join()).toMatch(/started with/);
});

const REFUSED: [name: string, language: 'c' | 'fortran', source: string][] = [
  [
    'a word for each turn of a loop',
    'c',
    'int main(int argc, char **argv) { double s = 0; for (int i = 1; i < argc; i++) s += atof(argv[i]); printf("%g", s); }',
  ],
  [
    'random numbers in functions that call each other',
    'c',
    'double odd(int n); double even(int n) { return n ? odd(n - 1) : 1; } double odd(int n) { return n ? drand48() * even(n - 1) : 0; }',
  ],
  [
    'a section, time and again',
    'fortran',
    'subroutine f(x, y)\nreal(8) :: x, y, a(9)\ninteger :: i\ndo i = 1, 3\nread(*,*) a(1:3)\ny = y + a(i)*x\nend do\nend',
  ],
  [
    'an array that is allocated twice',
    'fortran',
    'subroutine f(y)\nreal(8), allocatable :: a(:)\nreal(8) :: y\nallocate(a(2))\nread *, a\ny = a(1)\ndeallocate(a)\nallocate(a(3))\nread *, a\ny = y*a(3)\nend',
  ],
  [
    'a status that ends a loop over whole arrays',
    'fortran',
    'subroutine f(x, y)\nreal(8) :: x(3), y\ndo\nread(5,*,iostat=i) x\nif (i /= 0) exit\ny = y + x(3)\nend do\nend',
  ],
];

test.each(REFUSED)('refused with what to write instead: %s, %s', (_, language, source) => {
  const [found] = differentiate({ source, language }).diagnostics.filter(
    ({ severity }) => severity === 'error',
  );
  expect(found?.code).toBe('unsupported');
  expect(found?.notes.map(({ message }) => message).join()).toMatch(/parameter|argument|scanf/);
});

/** Each sets `y`: for certain, on a path, in a loop that may not run, in a call, or not before it may return. */
const SET = {
  '*y = x * x;': false,
  'if (x > 0) *y = x; else *y = x * x;': false,
  'set(x, y);': false,
  'if (x > 9) *y = x * x;': true,
  'for (int i = 2; i < x; i++) *y = x * i;': true,
  'if (x < 9) return; *y = x;': true,
  '*y = *y * x;': true,
};

test.each(Object.entries(SET))('what an output holds at entry, before %s', (body, matters) => {
  const source = `static void set(double v, double *p) { *p = v; }\nvoid f(double x, double *y) { ${body} }`;
  const { variables } = differentiate({ source, language: 'c' });
  expect(variables.find(({ key }) => key === 'y')?.entryMatters).toBe(matters);
  const run = (y: number) => execute({ source, language: 'c', inputs: { x: 0.5, y } }).outputs.y;
  expect(`${run(3)}` !== `${run(4)}`).toBe(matters);
});
