import { describe, expect, test } from 'vitest';
import { differentiate, execute } from '../../../..';

/* A text that lacks what everybody knows gives what it gives with that written in its place. */

const run = (source: string, inputs?: Record<string, number | readonly number[]>) =>
  execute({ source, language: 'fortran', ...(inputs ? { inputs } : {}) });

const said = (source: string) =>
  differentiate({ source, language: 'fortran' }).diagnostics.map(
    ({ severity, code, message }) => `${severity} ${code}: ${message}`,
  );

const blas = (same: string, error: string, declarations = '') => `
subroutine scale(trans, n, a, x, y)
  character :: trans
  integer :: n, info
  double precision :: a, x(n), y(n)
${declarations}
  info = 0
  if (n < 0) info = 2
  if (info /= 0) then
    ${error}
    return
  end if
  if (${same}) then
    y = a*x
  else
    y = x/a
  end if
end subroutine
`;

describe('routines of BLAS', () => {
  const absent = blas(
    "lsame(trans, 'N')",
    "call xerbla('SCALE ', info)",
    '  logical :: lsame\n  external lsame, xerbla',
  );
  const written = blas("trans == 'N' .or. trans == 'n'", 'stop');

  test.each(['N', 'n', 'T'])('LSAME of %s', (letter) => {
    const inputs = { trans: letter.charCodeAt(0), n: 2, a: 3, x: [1, 2] };
    expect(run(absent, inputs).check?.verdict).toBe('passed');
    expect(run(absent, inputs).outputs).toEqual(run(written, inputs).outputs);
    expect(run(absent, inputs).derivatives).toEqual(run(written, inputs).derivatives);
  });

  test('what is assumed is said, and the text itself is asked first', () => {
    expect(said(absent).filter((line) => line.includes('not here'))).toEqual([
      'info external: The body of `xerbla` is not here: it is read as the end of the run.',
      'info external: The body of `lsame` is not here: it is read as true for letters that are the same but for their case.',
    ]);
    const own = `${absent}
logical function lsame(a, b)
  character :: a, b
  lsame = .false.
end function`;
    expect(said(own).some((line) => line.includes('`lsame` is not here'))).toBe(false);
    const inputs = { trans: 'N'.charCodeAt(0), n: 1, a: 4, x: [2] };
    const asked = execute({ source: own, language: 'fortran', routine: 'scale', inputs });
    expect(asked.outputs?.y).toEqual([0.5]);
  });

  test('LSAME that compares codes is read as what it does, so that a letter is known to choose', () => {
    const text = `${blas("lsame(trans, 'N') .or. trans == 'n'", 'stop', '  logical :: lsame')}
logical function lsame(ca, cb)
  character :: ca, cb
  integer :: a, b
  lsame = ca == cb
  if (lsame) return
  a = ichar(ca)
  b = ichar(cb)
  if (a >= 97 .and. a <= 122) a = a - 32
  if (b >= 97 .and. b <= 122) b = b - 32
  lsame = a == b
end function`;
    expect(said(text).filter((line) => line.includes('not read'))).toHaveLength(1);
    expect(run(text).inputs?.trans).toEqual(['N'.charCodeAt(0)]);
    const asked = run(text, { trans: 'n'.charCodeAt(0), n: 1, a: 4, x: [2] });
    expect(asked.outputs?.y).toEqual([8]);
  });

  test('LSAME that tells small letters from capital ones is asked itself', () => {
    const text = `${blas("lsame(trans, 'N')", 'stop', '  logical :: lsame')}
logical function lsame(ca, cb)
  character :: ca, cb
  lsame = ichar(ca) == ichar(cb)
end function`;
    const outputs = ['N', 'n'].map(
      (letter) => run(text, { trans: letter.charCodeAt(0), n: 1, a: 4, x: [2] }).outputs?.y,
    );
    expect(outputs).toEqual([[8], [0.5]]);
  });

  test.each([
    ['not here', ''],
    [
      'not read',
      'integer function ilaenv(ispec, name, opts, n1, n2, n3, n4)\ncharacter*(*) name, opts\ncharacter*6 subnam\ninteger ispec, n1, n2, n3, n4\nsubnam = name\nilaenv = ichar(subnam(1:1))\nend\n',
    ],
  ])('ILAENV, whose text is %s', (reason, own) => {
    const text = `subroutine f(n, x, y)\ninteger n, nb, ilaenv\nreal(8) x(n), y\nexternal ilaenv\nnb = ilaenv(1, 'DPOTRF', 'U', n, -1, -1, -1)\ny = nb*x(1)**2\nend\n${own}`;
    expect(said(text).filter((line) => line.includes('ilaenv'))).toEqual([
      `info external: The body of \`ilaenv\` is ${reason}: it is read as 1: matrices are not cut into blocks.`,
    ]);
    expect(run(text, { n: 1, x: [3] }).derivatives?.x).toEqual([6]);
  });

  test('a text made for ILAENV alone is not read', () => {
    const text = (more: string) =>
      `subroutine f(n, x, y)\ninteger n, nb, ilaenv\nreal(8) x(n), y\ncharacter*2 job\njob(1:1) = 'S'\nif (n > 2) job(2:2) = 'E'\nnb = ilaenv(12, 'DLAQR0', job, n, 1, n, n)\ny = nb*x(1)**2\n${more}\nend`;
    expect(run(text(''), { n: 1, x: [3] }).derivatives?.x).toEqual([6]);
    const read = differentiate({ source: text("if (job == 'SE') y = 2*y"), language: 'fortran' });
    expect(read.ok).toBe(false);
  });

  test('DISNAN of what is no number', () => {
    const text = 'subroutine f(x, y)\nreal(8) x, y\nlogical disnan\ny = x\nif (disnan(x)) y = 7\nend';
    expect([run(text, { x: 3 }).outputs?.y, run(text, { x: Number.NaN }).outputs?.y]).toEqual([[3], [7]]);
  });

  test('DCABS1 of a COMPLEX number', () => {
    const text = (size: string, declared: string) =>
      `subroutine f(z, y)\ncomplex(8) :: z\nreal(8) :: y${declared}\ny = ${size}\nend subroutine`;
    const [absent, written] = [
      text('dcabs1(z)', ', dcabs1\nexternal dcabs1'),
      text('abs(dble(z)) + abs(aimag(z))', ''),
    ];
    expect(run(absent).check?.verdict).toBe('passed');
    expect(run(absent).outputs).toEqual(run(written).outputs);
  });
});

test.each([
  ['d1mach(1)', 'tiny(1d0)'],
  ['d1mach(2)', 'huge(1d0)'],
  ['d1mach(3)', 'epsilon(1d0)/2'],
  ['d1mach(4)', 'epsilon(1d0)'],
  ['r1mach(4)', 'epsilon(1.0)'],
  ['dpmpar(1)', 'epsilon(1d0)'],
  ["dlamch('Epsilon')", 'epsilon(1d0)/2'],
  ["dlamch('Safe minimum')", 'tiny(1d0)'],
  ["slamch('P')", 'epsilon(1.0)'],
])('constants of the machine: %s is %s', (asked, meant) => {
  const text = (value: string) => {
    const declared = value === asked ? `, ${asked.replace(/\(.*/, '')}` : '';
    const type = asked.startsWith('r') || asked.startsWith('s') ? 'real' : 'double precision';
    return `subroutine f(x, y)\n${type} :: x, y${declared}\ny = x*${value}\nend subroutine`;
  };
  expect(run(text(asked)).ok).toBe(true);
  expect(run(text(asked), { x: 2 }).outputs).toEqual(run(text(meant), { x: 2 }).outputs);
});

describe('modules of kinds and constants', () => {
  const body = `  implicit none
contains
  pure function area(r) result(a)
    real(wp), intent(in) :: r
    real(wp) :: a
    integer(ip) :: k
    a = zero
    do k = 1_ip, 2_ip
      a = a + half*pi*r**2
    end do
  end function
end module`;

  test.each([
    ['with names', 'use kinds, only: wp, ip\n use numbers, only: zero, half, pi'],
    ['with others', 'use kinds, only: wp => dp, ip => i4\n use numbers, only: zero, half, pi'],
    ['whole, under IMPLICIT NONE', 'use kinds'],
  ])('are taken for what their names say: %s', (_, use) => {
    const source = `module shapes\n ${use}\n${body}`;
    const { ok, check, outputs } = run(source, { r: 2 });
    expect(ok && check?.verdict).toBe('passed');
    expect(outputs?.area?.[0]).toBeCloseTo(4 * Math.PI, 12);
    expect(
      said(source).some((line) => /^warning unknown-module: [^.]* (?:wp|dp) as a kind of 8/.test(line)),
    ).toBe(true);
  });

  test('are missed where a kind is not read', () => {
    const source = `module shapes\n use kinds, only: wp => qp, ip\n use numbers, only: zero, half, pi\n${body}`;
    expect(said(source).some((line) => line.startsWith('error unknown-module'))).toBe(true);
  });

  test('are missed where names may have a type without them', () => {
    const source = 'subroutine f(x, y)\nuse kinds\nreal(wp) :: x, y\ny = alpha*x\nend subroutine';
    expect(said(source).some((line) => line.startsWith('error unknown-module'))).toBe(true);
  });

  const column = (use: string, before = '') => `${before}subroutine heights(n, t, z)
  ${use}
  implicit none
  integer, intent(in) :: n
  real(r8), intent(in) :: t(n, levels)
  real(r8), intent(out) :: z(n)
  integer :: i, k
  z = 0
  if (scheme == 2 .or. dry) return
  do i = 1, n
    do k = 1, levels
      z(i) = z(i) + rair*t(i, k)/gravit*t(i, lowest)
    end do
  end do
  call report(z)
end subroutine`;
  const names = 'rair, gravit, levels, lowest, dry, scheme, report, unused';

  test.each([
    ['with names', `use kinds, only: r8\n use constants, only: ${names}`],
    ['whole', 'use kinds\n use constants'],
  ])('have variables, whose types tell where they stand: %s', (_, use) => {
    const text = column(use).replace('call report(z)', '');
    const own =
      'module constants\nreal(8) :: rair, gravit\ninteger :: levels, lowest, scheme\nlogical :: dry\nend module\n';
    const written = column('use constants\ninteger, parameter :: r8 = 8', own)
      .replace('implicit none\n', '')
      .replace('call report(z)', '');
    const given = { n: 1, t: [2, 3] };
    const inputs = (module: string) => ({
      ...given,
      [`${module}.scheme`]: 1,
      [`${module}.dry`]: 0,
      [`${module}.levels`]: 2,
      [`${module}.lowest`]: 2,
      [`${module}.rair`]: 3,
      [`${module}.gravit`]: 5,
    });
    const absent = run(text, inputs(use.includes('only') ? 'constants' : 'kinds'));
    const present = run(written, inputs('constants'));
    expect(absent.check?.verdict).toBe('passed');
    expect(absent.outputs?.z).toEqual([(3 * (2 + 3) * 3) / 5]);
    expect(Object.values(absent.derivatives ?? {})).toEqual(Object.values(present.derivatives ?? {}));
    expect(
      said(text)
        .filter((line) => line.includes('unknown-module'))
        .join(' '),
    ).toMatch(/rair as a variable, REAL.*levels as a variable, INTEGER|levels as a variable, INTEGER.*rair/);
  });

  test.each(['', 'implicit none\n'])('a name that is given to a kind of theirs: %j', (implicit) => {
    const text = (taken: string) =>
      `real(wp) function f(x)\nuse quadpack, ${taken}\n${implicit}real(wp), intent(in) :: x\nf = x*x\nend function`;
    for (const taken of ['wp => quadpack_rk', 'only: wp => quadpack_rk']) {
      expect(said(text(taken))).toEqual([
        'warning unknown-module: There is no module quadpack in this text: its names are taken for what they say, quadpack_rk as a kind of 8 bytes.',
      ]);
      expect(run(text(taken), { x: 0.1 }).outputs?.f?.[0]).toBe(0.1 * 0.1);
    }
  });

  test('routines of theirs are somewhere else, and what is used as an array is missed by its name', () => {
    const use = `use kinds, only: r8\n use constants, only: ${names}`;
    expect(said(column(use))).toContain(
      'warning unknown-external: The body of `report` is not here: it is taken to read and write whatever it can.',
    );
    const array = column(use).replace('/gravit', '/gravit(k)');
    expect(said(array)).toEqual(
      expect.arrayContaining([expect.stringContaining('error unknown-function: gravit is no array')]),
    );
  });

  test('kinds that the text does not declare, as where a routine was cut out of its module', () => {
    const cut = (kind: string) =>
      `pure real(${kind}) function f(x)\nreal(${kind}), intent(in) :: x\nf = g(x)*2.0_${kind}\nend function
real(${kind}) function g(x)\nreal(${kind}), intent(in) :: x\ng = x**2\nend function`;
    const long = run(cut('wp'), { x: 0.1 });
    expect(long.check?.verdict).toBe('passed');
    expect(long.outputs?.f?.[0]).toBe(0.1 * 0.1 * 2);
    expect(run(cut('sp'), { x: 0.1 }).outputs?.f?.[0]).toBe(Math.fround(Math.fround(0.1) ** 2) * 2);
    expect(said(cut('wp'))).toContain(
      'warning unknown-module: What declares kinds is not in this text: its names are taken for what they say, wp as a kind of 8 bytes.',
    );
    const host = cut('wp').replace('g = x**2', 'g = x**2*scale');
    expect(run(host, { x: 2, 'host.scale': 3 }).derivatives?.x).toEqual([24]);
  });
});

test('a name that a module lacks is missed only where it is used', () => {
  const source = `module m
  use, intrinsic :: ieee_arithmetic, only: ieee_quiet_nan, nobody, unused
  use, intrinsic :: iso_c_binding
  implicit none
contains
  real(8) function good(x) result(y)
    real(8), intent(in) :: x
    real(8) :: nobody
    nobody = x*x
    y = 2*nobody
  end function
  real(8) function bad(x) result(y)
    real(8), intent(in) :: x
    y = x + nobody
  end function
end module`;
  expect(execute({ source, language: 'fortran', routine: 'good', inputs: { x: 3 } }).derivatives?.x).toEqual([
    12,
  ]);
  const { ok, diagnostics } = differentiate({ source, language: 'fortran', routine: 'bad' });
  expect(ok).toBe(false);
  const lacks = diagnostics.filter(({ code }) => code === 'undeclared').map((d) => [d.severity, d.message]);
  expect(lacks).toContainEqual(['error', 'The module ieee_arithmetic has no nobody.']);
  expect(lacks).toContainEqual(['warning', 'The module ieee_arithmetic has no unused.']);
});

test.each([
  ['storage_size(x)', 64],
  ['storage_size(1.0, kind=8)', 32],
  ['digits(x)', 53],
  ['radix(x)', 2],
])('%s asks for a type, not for a value', (asked, meant) => {
  const text = `subroutine f(x, y)\nreal(8), intent(in) :: x\nreal(8), intent(out) :: y\ninteger, parameter :: k = ${asked}\ny = k*x\nend`;
  expect(run(text).derivatives?.x).toEqual([meant]);
});
