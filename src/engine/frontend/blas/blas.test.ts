import { describe, expect, test } from 'vitest';
import { certify, execute } from '../..';
import { draws, IS_DEEP, seedsOf, some } from '../../testing/draws';
import { type Random, randomFrom } from '../../testing/prng';

/*
 * Routines of BLAS and LAPACK that a text calls and does not hold compute what a plain reading of their definitions says, on random
 * sizes, letters and increments, in every way that either language calls them; and their gradients are right.
 */

type Matrix = readonly (readonly number[])[];

const LD = 6;
/** `iRow*LD + j` or the other way round. */
const place = (isByRow: boolean, i: number, j: number) => (isByRow ? i * LD + j : i + j * LD);
const made = (rows: number, columns: number, at: (i: number, j: number) => number): Matrix =>
  Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (__, j) => at(i, j)));
const at = (a: Matrix, i: number, j: number): number => a[i]?.[j] as number;
const rows = (a: Matrix) => a.length;
const columns = (a: Matrix) => a[0]?.length ?? 0;
const turned = (a: Matrix, is: boolean): Matrix =>
  is ? made(columns(a), rows(a), (i, j) => at(a, j, i)) : a;
const times = (a: Matrix, b: Matrix): Matrix =>
  made(rows(a), columns(b), (i, j) => b.reduce((sum, _, l) => sum + at(a, i, l) * at(b, l, j), 0));
const sum = (a: Matrix, b: Matrix, p = 1, q = 1): Matrix =>
  made(rows(a), columns(a), (i, j) => p * at(a, i, j) + q * at(b, i, j));
const scaled = (p: number, a: Matrix): Matrix => sum(a, a, p, 0);

/** Elimination with the largest pivots: both factors in one, and which rows were exchanged. */
function eliminated(given: Matrix): { readonly lu: number[][]; readonly pivots: number[] } {
  const lu = given.map((row) => [...row]);
  const pivots = Array.from({ length: Math.min(rows(given), columns(given)) }, (_, j) => {
    const sizes = lu.map((row, i) => (i < j ? -1 : Math.abs(row[j] as number)));
    const p = sizes.indexOf(Math.max(...sizes));
    [lu[j], lu[p]] = [lu[p] as number[], lu[j] as number[]];
    for (const row of lu.slice(j + 1)) {
      row[j] = (row[j] as number) / at(lu, j, j);
      for (let l = j + 1; l < row.length; l++) row[l] = (row[l] as number) - row[j] * at(lu, j, l);
    }
    return p + 1;
  });
  return { lu, pivots };
}
/** By Cramer's rule, so that it shares nothing with what it judges. */
function solved(a: Matrix, b: Matrix): Matrix {
  const whole = determinant(a);
  return made(
    rows(b),
    columns(b),
    (i, j) => determinant(a.map((row, r) => row.map((v, c) => (c === i ? at(b, r, j) : v)))) / whole,
  );
}
function determinant(a: Matrix): number {
  if (rows(a) === 0) return 1;
  const minor = (j: number) => a.slice(1).map((row) => row.filter((_, c) => c !== j));
  return (a[0] ?? []).reduce((total, v, j) => total + (j % 2 ? -v : v) * determinant(minor(j)), 0);
}

/** What a call is given, and after a plain reading what it gives. */
class Memory {
  readonly arrays: Record<string, number[]> = {};
  readonly values: Record<string, number> = {};
  readonly letters: Record<string, string> = {};
  constructor(readonly isByRow: boolean) {}
  get n() {
    return this.value('n');
  }
  get m() {
    return this.value('m');
  }
  get alpha() {
    return this.value('alpha');
  }
  get beta() {
    return this.value('beta');
  }
  value(name: string): number {
    return this.values[name] as number;
  }
  is(name: string, letter: string): boolean {
    return this.letters[name]?.toUpperCase() === letter;
  }
  array(name: string): number[] {
    return this.arrays[name] as number[];
  }
  private at(name: string, n: number) {
    const inc = this.value(`inc${name}`);
    return (i: number) => (inc < 0 ? (i - n + 1) * inc : i * inc);
  }
  /** As a column. */
  vector(name: string, n = this.n): Matrix {
    return made(n, 1, (i) => this.array(name)[this.at(name, n)(i)] as number);
  }
  setVector(name: string, v: Matrix): void {
    for (let i = 0; i < v.length; i++) this.array(name)[this.at(name, v.length)(i)] = at(v, i, 0);
  }
  matrix(name: string, r = this.n, c = r): Matrix {
    return made(r, c, (i, j) => this.array(name)[place(this.isByRow, i, j)] as number);
  }
  setMatrix(name: string, v: Matrix, isSet: (i: number, j: number) => boolean = () => true): void {
    for (let i = 0; i < rows(v); i++)
      for (let j = 0; j < columns(v); j++)
        if (isSet(i, j)) this.array(name)[place(this.isByRow, i, j)] = at(v, i, j);
  }
  op(name: string, r: number, c: number, by = 'trans'): Matrix {
    const isTurned = !this.is(by, 'N');
    return turned(isTurned ? this.matrix(name, c, r) : this.matrix(name, r, c), isTurned);
  }
  isIn = (i: number, j: number): boolean => (this.is('uplo', 'U') ? i <= j : i >= j);
  symmetric(order: number): Matrix {
    const a = this.matrix('a', order);
    return made(order, order, (i, j) => (this.isIn(i, j) ? at(a, i, j) : at(a, j, i)));
  }
  triangular(order: number): Matrix {
    const a = this.matrix('a', order);
    const part = made(order, order, (i, j) =>
      i === j && this.is('diag', 'U') ? 1 : this.isIn(i, j) ? at(a, i, j) : 0,
    );
    return turned(part, 'trans' in this.letters && !this.is('trans', 'N'));
  }
  factored(name: string, r: number): void {
    const { lu, pivots } = eliminated(this.matrix(name, r, this.n));
    this.setMatrix(name, lu);
    pivots.forEach((p, i) => {
      this.array('ipiv')[i] = p;
    });
  }
  cholesky(): void {
    const l = turned(this.symmetric(this.n), false).map((row) => [...row]);
    for (let j = 0; j < this.n; j++)
      for (let i = j; i < this.n; i++) {
        const [v, w] = [l[i] as number[], l[j] as number[]];
        const rest = w.slice(0, j).reduce((s, e, k) => s - e * (v[k] as number), v[j] as number);
        v[j] = i === j ? Math.sqrt(rest) : rest / (w[j] as number);
      }
    this.setMatrix('a', turned(l, this.is('uplo', 'U')), this.isIn);
  }
  /** b on the side where it stands. */
  beside(a: (order: number) => Matrix, name: string, apply: (a: Matrix, b: Matrix) => Matrix): Matrix {
    const b = this.matrix(name, this.m, this.n);
    const isRight = this.is('side', 'R');
    const whole = a(isRight ? this.n : this.m);
    return isRight ? turned(apply(turned(whole, true), turned(b, true)), true) : apply(whole, b);
  }
  update(name: string, product: Matrix, isSet?: (i: number, j: number) => boolean): void {
    const before = this.matrix(name, rows(product), columns(product));
    this.setMatrix(name, sum(product, before, this.alpha, this.beta), isSet);
  }
}

/** By the head of each routine, `?` in place of the letter of its type. */
const LAWS: Readonly<Record<string, (m: Memory) => unknown>> = {
  '?dot n x incx y incy': (m) => at(times(turned(m.vector('x'), true), m.vector('y')), 0, 0),
  '?axpy n alpha x incx y incy': (m) => m.setVector('y', sum(m.vector('x'), m.vector('y'), m.alpha)),
  '?scal n alpha x incx': (m) => m.value('incx') > 0 && m.setVector('x', scaled(m.alpha, m.vector('x'))),
  '?copy n x incx y incy': (m) => m.setVector('y', m.vector('x')),
  '?swap n x incx y incy': (m) => {
    const x = m.vector('x');
    m.setVector('x', m.vector('y'));
    m.setVector('y', x);
  },
  '?nrm2 n x incx': (m) => Math.hypot(...m.vector('x').flat()),
  '?asum n x incx': (m) =>
    m.value('incx') > 0
      ? m
          .vector('x')
          .flat()
          .reduce((s, v) => s + Math.abs(v), 0)
      : 0,
  'i?amax n x incx': (m) => {
    const sizes = m.vector('x').flat().map(Math.abs);
    return m.value('incx') > 0 ? sizes.indexOf(Math.max(...sizes)) + 1 : 0;
  },
  '?rot n x incx y incy cs sn': (m) => {
    const [x, y, c, s] = [m.vector('x'), m.vector('y'), m.value('cs'), m.value('sn')];
    m.setVector('x', sum(x, y, c, s));
    m.setVector('y', sum(y, x, c, -s));
  },
  '?rotg f g cs sn': (m) => {
    const [f, g] = [m.value('f'), m.value('g')];
    const r = Math.hypot(f, g) * Math.sign(Math.abs(f) > Math.abs(g) ? f : g);
    const z = Math.abs(f) > Math.abs(g) ? g / r : r / f;
    Object.assign(m.values, { f: r, g: z, cs: f / r, sn: g / r });
  },
  '?gemv trans m n alpha a lda x incx beta y incy': (m) => {
    const [p, q] = m.is('trans', 'N') ? [m.m, m.n] : [m.n, m.m];
    m.setVector('y', sum(times(m.op('a', p, q), m.vector('x', q)), m.vector('y', p), m.alpha, m.beta));
  },
  '?ger m n alpha x incx y incy a lda': (m) => {
    const product = times(m.vector('x', m.m), turned(m.vector('y'), true));
    m.setMatrix('a', sum(product, m.matrix('a', m.m, m.n), m.alpha));
  },
  '?symv uplo n alpha a lda x incx beta y incy': (m) =>
    m.setVector('y', sum(times(m.symmetric(m.n), m.vector('x')), m.vector('y'), m.alpha, m.beta)),
  '?syr uplo n alpha x incx a lda': (m) => {
    const product = times(m.vector('x'), turned(m.vector('x'), true));
    m.setMatrix('a', sum(product, m.matrix('a'), m.alpha), m.isIn);
  },
  '?trmv uplo trans diag n a lda x incx': (m) => m.setVector('x', times(m.triangular(m.n), m.vector('x'))),
  '?trsv uplo trans diag n a lda x incx': (m) => m.setVector('x', solved(m.triangular(m.n), m.vector('x'))),
  '?gemm transa transb m n k alpha a lda b ldb beta c ldc': (m) => {
    const k = m.value('k');
    m.update('c', times(m.op('a', m.m, k, 'transa'), m.op('b', k, m.n, 'transb')));
  },
  '?symm side uplo m n alpha a lda b ldb beta c ldc': (m) =>
    m.update(
      'c',
      m.beside((order) => m.symmetric(order), 'b', times),
    ),
  '?syrk uplo trans n k alpha a lda beta c ldc': (m) => {
    const a = m.op('a', m.n, m.value('k'));
    m.update('c', times(a, turned(a, true)), m.isIn);
  },
  '?trmm side uplo trans diag m n alpha a lda b ldb': (m) =>
    m.setMatrix(
      'b',
      scaled(
        m.alpha,
        m.beside((order) => m.triangular(order), 'b', times),
      ),
    ),
  '?trsm side uplo trans diag m n alpha a lda b ldb': (m) =>
    m.setMatrix(
      'b',
      scaled(
        m.alpha,
        m.beside((order) => m.triangular(order), 'b', solved),
      ),
    ),
  '?trtrs uplo trans diag n nrhs a lda b ldb info': (m) =>
    m.setMatrix('b', solved(m.triangular(m.n), m.matrix('b', m.n, m.value('nrhs')))),
  '?potrf uplo n a lda info': (m) => m.cholesky(),
  '?potrs uplo n nrhs a lda b ldb info': (m) => {
    const l = turned(m.triangular(m.n), m.is('uplo', 'U'));
    m.setMatrix('b', solved(times(l, turned(l, true)), m.matrix('b', m.n, m.value('nrhs'))));
  },
  '?posv uplo n nrhs a lda b ldb info': (m) => {
    m.setMatrix('b', solved(m.symmetric(m.n), m.matrix('b', m.n, m.value('nrhs'))));
    m.cholesky();
  },
  '?getrf m n a lda ipiv info': (m) => m.factored('a', m.m),
  '?getrs trans n nrhs a lda ipiv b ldb info': (m) => {
    const [a, n] = [m.matrix('a'), m.n];
    const l = made(n, n, (i, j) => (i > j ? at(a, i, j) : i === j ? 1 : 0));
    const product = times(
      l,
      made(n, n, (i, j) => (i <= j ? at(a, i, j) : 0)),
    ).map((row) => [...row]);
    for (let i = n - 1; i >= 0; i--) {
      const p = (m.array('ipiv')[i] as number) - 1;
      [product[i], product[p]] = [product[p] as number[], product[i] as number[]];
    }
    m.setMatrix('b', solved(turned(product, !m.is('trans', 'N')), m.matrix('b', n, m.value('nrhs'))));
  },
  '?gesv n nrhs a lda ipiv b ldb info': (m) => {
    m.setMatrix('b', solved(m.matrix('a'), m.matrix('b', m.n, m.value('nrhs'))));
    m.factored('a', m.n);
  },
};

// ------------------------------------------------------------------------------------------------------- the texts

const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  trans: { N: 'CblasNoTrans', T: 'CblasTrans', C: 'CblasConjTrans' },
  uplo: { U: 'CblasUpper', L: 'CblasLower' },
  diag: { N: 'CblasNonUnit', U: 'CblasUnit' },
  side: { L: 'CblasLeft', R: 'CblasRight' },
};
const choices = (name: string) => LETTERS[name.replace(/^(trans)[ab]$/, '$1')] ?? null;
const isArray = (name: string) => /^(?:[abcxy]|ipiv)$/.test(name);
const isWhole = (name: string) => /^(?:[mnk]|nrhs|info|ipiv|inc.|ld.)$/.test(name);
/** Scalars that are given back. */
const isGiven = (routine: string, name: string) => name === 'info' || (routine === '?rotg' && !isArray(name));

function memoryFor(random: Random, names: readonly string[], isByRow: boolean, routine: string): Memory {
  const memory = new Memory(isByRow);
  const isLu = /ge(?:trf|sv)/.test(routine);
  const n = random.int(1, 4);
  for (const name of names) {
    const letters = choices(name);
    if (letters) {
      const letter = random.pick(Object.keys(letters));
      memory.letters[name] = random.chance(0.5) ? letter : letter.toLowerCase();
    } else if (name === 'ipiv')
      memory.arrays[name] = Array.from({ length: LD }, (_, k) => Math.min(k + 1 + random.int(0, 1), n));
    else if (isArray(name)) {
      const value = (k: number) =>
        random.decimal(-1.6, 1.6) + (k % (LD + 1) === 0 && name === 'a' && !isLu ? 6 : 0);
      memory.arrays[name] = Array.from({ length: LD * LD }, (_, k) => value(k));
    } else if (name.startsWith('inc')) memory.values[name] = random.pick([1, 2, -1, -2]);
    else if (name.startsWith('ld')) memory.values[name] = LD;
    else memory.values[name] = name === 'n' ? n : isWhole(name) ? random.int(1, 4) : random.decimal(-2, 2);
  }
  if ('beta' in memory.values && random.chance(0.2)) memory.values.beta = 0;
  return memory;
}

interface Way {
  readonly name: string;
  readonly language: 'c' | 'fortran';
  readonly isByRow: boolean;
  readonly text: (routine: string, names: readonly string[], memory: Memory, isLong: boolean) => string;
}

const isFunction = (routine: string) => /dot|nrm2|asum|amax/.test(routine);
const typed = (type: string, routine: string) => routine.replace('?', type);

const inFortran: Way['text'] = (routine, names, memory, isLong) => {
  const real = isLong ? 'real(8)' : 'real(4)';
  const name = typed(isLong ? 'd' : 's', routine);
  const given = [...names.filter((each) => !choices(each)), ...(isFunction(routine) ? ['r'] : [])];
  const type = (each: string) => (isWhole(each) || (each === 'r' && routine === 'i?amax') ? 'integer' : real);
  const args = names.map((each) => (choices(each) ? `'${memory.letters[each]}'` : each)).join(', ');
  return [
    `subroutine kernel(${given.join(', ')})`,
    'implicit none',
    ...given.map((each) => `${type(each)} :: ${each}${isArray(each) ? '(*)' : ''}`),
    ...(isFunction(routine)
      ? [`${type('r')}, external :: ${name}`, `r = ${name}(${args})`]
      : [`call ${name}(${args})`]),
    'end subroutine',
  ].join('\n');
};

const inC =
  (way: 'cblas' | 'lapacke' | 'pointers'): Way['text'] =>
  (routine, names, memory, isLong) => {
    const real = isLong ? 'double' : 'float';
    const type = (each: string) => (isWhole(each) || (each === 'r' && routine === 'i?amax') ? 'int' : real);
    const base = typed(isLong ? 'd' : 's', routine);
    const isOut = (each: string) => isGiven(routine, each);
    const given = [...names.filter((each) => !choices(each)), ...(isFunction(routine) ? ['r'] : [])];
    const parameters = given.map(
      (each) => `${type(each)} ${isArray(each) || isOut(each) || each === 'r' ? '*' : ''}${each}`,
    );
    const argument = (each: string) => {
      const letter = memory.letters[each];
      if (!letter) return way === 'pointers' && !isArray(each) && !isOut(each) ? `&${each}` : each;
      if (way === 'lapacke') return `'${letter}'`;
      return way === 'pointers' ? `"${letter}"` : `${choices(each)?.[letter.toUpperCase()]}`;
    };
    const [order] = memory.isByRow ? ['RowMajor', 'ROW_MAJOR'] : ['ColMajor', 'COL_MAJOR'];
    const hasMatrix = names.some((each) => each.startsWith('ld'));
    const first =
      hasMatrix && way !== 'pointers'
        ? [way === 'cblas' ? `Cblas${order}` : `LAPACK_${memory.isByRow ? 'ROW' : 'COL'}_MAJOR`]
        : [];
    const args = [
      ...first,
      ...names.filter((each) => way !== 'lapacke' || each !== 'info').map(argument),
    ].join(', ');
    const called = way === 'pointers' ? `${base}_` : way === 'cblas' ? `cblas_${base}` : `LAPACKE_${base}`;
    const target = isFunction(routine) ? '*r = ' : way === 'lapacke' ? '*info = ' : '';
    return `#include <cblas.h>\n#include <lapacke.h>\nvoid kernel(${parameters.join(', ')}) {\n  ${target}${called}(${args});\n}`;
  };

const WAYS: readonly Way[] = [
  { name: 'Fortran', language: 'fortran', isByRow: false, text: inFortran },
  { name: 'C by pointers', language: 'c', isByRow: false, text: inC('pointers') },
  ...[false, true].flatMap((isByRow): Way[] => [
    { name: `cblas${isByRow ? ' by row' : ''}`, language: 'c', isByRow, text: inC('cblas') },
    { name: `LAPACKE${isByRow ? ' by row' : ''}`, language: 'c', isByRow, text: inC('lapacke') },
  ]),
];

describe.each(Object.keys(LAWS).map((head, k) => [head, k] as const))('%s', (head, k) => {
  const law = LAWS[head] as (m: Memory) => unknown;
  const [routine = '', ...names] = head.split(' ');
  const isOfLapack = names.includes('info');
  const ways = WAYS.filter(({ name }) => !name.startsWith(isOfLapack ? 'cblas' : 'LAPACKE'));
  test.each(some(ways, 2, k))('$name', ({ name, language, isByRow, text }) => {
    for (const seed of seedsOf(draws(1, 20))) {
      const random = randomFrom(seed * 977 + head.length);
      const memory = memoryFor(random, names, isByRow, routine);
      const isLong = random.chance(0.75);
      const source = text(routine, names, memory, isLong);
      const inputs = structuredClone({ ...memory.values, ...memory.arrays });
      // Where y = βy + … forgets y there is a kink in β, if the check looks at it, and no second derivative; a place has none.
      const isKink = memory.values.beta === 0;
      const verdicts = routine === 'i?amax' ? ['none'] : isKink ? ['kink', 'passed'] : ['passed'];
      const result = law(memory);
      const options = { record: random.pick(['all', 'tbr', 'least'] as const) };
      const mode = isKink ? 'adjoint' : random.pick(['adjoint', 'tangent-over-adjoint', 'tangent'] as const);
      const request = { source, language, routine: 'kernel', inputs, options, mode };
      const run = execute(request);
      if (IS_DEEP) expect(certify(request).verdict, source).not.toBe('wrong');
      const context = `${head} ${seed}\n${source}\n${JSON.stringify(inputs)}\n${JSON.stringify(run.diagnostics)}`;
      expect(verdicts, context).toContain(run.check?.verdict);
      const given = {
        ...memory.arrays,
        ...Object.fromEntries(
          names
            .filter((each) => isGiven(routine, each))
            .map((each) => [each, [each === 'info' ? 0 : memory.value(each)]]),
        ),
      };
      const isPlace = routine === 'i?amax' && name.startsWith('cblas');
      if (typeof result === 'number')
        Object.assign(given, { r: [isPlace ? Math.max(0, result - 1) : result] });
      for (const [each, wanted] of Object.entries(given))
        wanted.forEach((v, k) => {
          const got = run.outputs?.[each]?.[k] ?? Number.NaN;
          expect(Math.abs(got - v), `${context}\n${each} ${k}: ${got}, not ${v}`).toBeLessThanOrEqual(
            (isLong ? 1e-11 : 1e-4) * Math.max(1, Math.abs(v)),
          );
        });
    }
  });
});
