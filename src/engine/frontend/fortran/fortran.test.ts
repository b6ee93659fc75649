import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { differentiate } from '../..';
import { lineStarts, positionAt } from '../../base/span';
import { check } from '../../testing/check';
import { printProgram } from '../../testing/programText';
import { verify } from '../../testing/verify';
import { parseFortran } from '.';

/** What a text becomes: messages as `line:column severity code message`, and the program as printed. */
function read(source: string): { messages: string[]; program: string; broken: string[] } {
  const { program, diagnostics } = parseFortran(source);
  const starts = lineStarts(source);
  return {
    messages: diagnostics.map((d) => {
      const { line, column } = positionAt(starts, d.span.start);
      return `${line}:${column} ${d.severity} ${d.code} ${d.message}`;
    }),
    program: printProgram(program),
    broken: verify(program),
  };
}

/** The statements of a routine's body alone. */
function body(source: string): string[] {
  const { messages, program, broken } = read(source);
  expect([...messages.filter((m) => m.includes('error')), ...broken]).toEqual([]);
  return program
    .split('\n')
    .map((line) => /^ *s\d+ +(.*)$/.exec(line)?.[1] ?? '')
    .filter((line) => line !== '');
}

function fixed(...lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
const routine = (...lines: string[]) =>
  fixed('      SUBROUTINE S(X,N)', '      REAL*8 X(N)', ...lines, '      END');
const free = (...lines: string[]) =>
  fixed('subroutine s(x, n)', 'integer :: n', 'real(8) :: x(n)', ...lines, 'end subroutine');

describe('the listings of the papers are read as pasted', () => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'fixtures');
  test.each(readdirSync(folder))('%s', (file) => {
    const { messages, program, broken } = read(readFileSync(join(folder, file), 'utf8'));
    expect(messages.filter((m) => m.includes(' error '))).toEqual([]);
    expect(broken).toEqual([]);
    check(import.meta.url, `golden/${file}.txt`, [...messages, program].join('\n'));
  });
});

describe('what is not read is said, all of it', () => {
  const folder = join(dirname(fileURLToPath(import.meta.url)), 'refused');
  test.each(readdirSync(folder))('%s', (file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const { diagnostics, program } = parseFortran(source);
    const starts = lineStarts(source);
    const said = diagnostics.map(({ span, severity, code, message, notes }) => {
      const { line, column } = positionAt(starts, span.start);
      const more = notes.map((note) => `\n    ${note.message}`).join('');
      return `${line}:${column} ‘${source.slice(span.start, span.end)}’ ${severity} ${code}: ${message}${more}`;
    });
    check(import.meta.url, `golden/${file}.txt`, said.join('\n'));
    expect(program.routines.length).toBeGreaterThan(0);
  });
});

describe('fixed form', () => {
  test('an assignment, or a loop, told apart by a comma', () => {
    expect(body(routine('      DO20I=1.5'))).toEqual(['do20i = 1.5']);
    expect(body(routine('      DO10I=1,N', '   10 X(I)=0'))[0]).toBe('for i = 1 .. n {');
  });
  test('blanks don\u2019t count, outside character constants', () => {
    expect(body(routine('      X ( 1 ) = 1 . 5 D 0 * X (2)', "      PRINT *, 'A  B', X(1)"))).toEqual([
      'x[1] = 1.5*x[2]',
      'io "print*,\'A  B\',x(1)" x[1]',
    ]);
  });
  test('REAL FUNCTION is no array', () => {
    const { program } = read(fixed('      REAL FUNCTION F(X)', '      F=X', '      END'));
    expect(program).toContain('routine f(x: f32&) -> f: f32');
  });
  test('keywords are names too', () => {
    expect(
      body(
        routine(
          '      IF=3',
          '      DO=IF',
          '      IF(IF.EQ.3)DO=2',
          '      END=1',
          '      CALL=END',
          '      REAL=CALL',
        ),
      ),
    ).toEqual([
      'if = 3',
      'do = f32(if)',
      'if (if == 3) {',
      'do = 2.0',
      'end = 1.0',
      'call = end',
      'real = call',
    ]);
  });
  test('a constant before a dotted operator', () => {
    expect(body(routine('      IF(N.EQ.1.OR.2.LT.N.AND.1.E0.GT.X(1))X(1)=3.D0'))[0]).toBe(
      'if (n == 1 || 2 < n && 1.0 > x[1]) {',
    );
  });
  test('columns past 72 are cut, and said', () => {
    const line = `      X(1) = 1${' '.repeat(57)}2`;
    const { messages } = read(routine(`${line}345`));
    expect(messages).toEqual(['3:73 info past-column-72 Text past column 72 does not count in fixed form.']);
    expect(body(routine(`${line}345`))).toEqual(['x[1] = 12.0']);
  });
  test('a letter in column 6 continues, with a warning', () => {
    const { messages } = read(routine('      X(1) = 1', '     X(2) = 2'));
    expect(messages[0]).toBe(
      '4:6 warning column-six The letter X in column 6 makes this line go on with the statement above.',
    );
    expect(messages[1]).toBe('4:7 error syntax Expected the end of the statement here, but there is (.');
  });
  test('a tab goes to column 7, a tab and a digit to column 6', () => {
    expect(body(routine('\tX(1) = 1', '\t1 + 2', '10\tX(2) = 3'))).toEqual([
      'x[1] = f64(1 + 2)',
      'x[2] = 3.0',
    ]);
  });
  test('comments, non-ASCII ones too', () => {
    const text = routine('C caf\u00e9 \u{1f600}', '* more', '! and', '      X(1) = 2 ! here \u00e9');
    expect(read(text).messages).toEqual([]);
    const { messages } = read(routine('C form', '      X(1) = \u00e9'));
    expect(messages).toEqual([
      '4:14 error syntax The character `\u00e9` can stand only in comments and character constants.',
    ]);
  });
  test('text in the label field', () => {
    const { messages } = read(routine('      X(1)=0', '     + +1', ' X(2)=1'));
    expect(messages).toEqual([
      '5:2 error fixed-form In fixed form columns 1 to 5 hold nothing but a label; this statement starts in column 2.',
    ]);
  });
  test('several loops end at one label', () => {
    const text = routine('      DO 10 I=1,N', '      DO 10 J=N,1,-1', '   10 X(I)=X(J)');
    expect(body(text)).toEqual(['for i = 1 .. n {', 'for j = n .. 1 step -1 {', 'x[i] = x[j]']);
  });
  test('a word that column 72 would cut tells free form, the number of a card does not', () => {
    const form = (line: string) => parseFortran(routine(line)).program.form;
    expect(form(`      X(1) = ${'X(1) + '.repeat(8)}N`)).toBe('fixed');
    expect(form(`      X(1) = ${'X(1) + '.repeat(8)}NUMBER`)).toBe('free');
    expect(form(`      X(1) = ${'X(1) + '.repeat(8)}M+NABCD0010`)).toBe('fixed');
  });
  test('a line that goes on past column 73 tells free form, also before a mark in column 6', () => {
    const form = (width: number) =>
      parseFortran(
        routine(`      X(1) = ${'1 + '.repeat(20)}`.slice(0, width).padEnd(width) + '&', '     & 2'),
      ).program.form;
    expect([form(72), form(73), form(80)]).toEqual(['fixed', 'free', 'free']);
  });
  test('a directive decides the form', () => {
    expect(parseFortran('! backsweep: form(free)\n      x = 1\n').program.form).toBe('free');
    expect(parseFortran('! backsweep: form(fixed)\n      x = 1\n').program.form).toBe('fixed');
  });
});

describe('free form', () => {
  test('continuation, comments, several statements on a line', () => {
    expect(body(free('x(1) = 1 & ! one', '  ! between', '  + 2; x(2) = 3', 'x(3) = 4.5&', '&d1'))).toEqual([
      'x[1] = f64(1 + 2)',
      'x[2] = 3.0',
      'x[3] = 45.0',
    ]);
  });
  test('keywords joined and parted', () => {
    expect(
      body(
        free('if (n > 0) then', 'x(1) = 1', 'elseif (n < 0) then', 'x(1) = 2', 'else', 'x(1) = 3', 'endif'),
      ),
    ).toEqual(['if (n > 0) {', 'x[1] = 1.0', 'if (n < 0) {', 'x[1] = 2.0', 'x[1] = 3.0']);
  });
  test('labels and relations in both spellings', () => {
    expect(body(free('10 if (x(1) >= 2 .and. x(2) .ne. 3) x(1) = 0'))[0]).toBe(
      'if (x[1] >= 2.0 && x[2] != 3.0) {',
    );
  });
  test('a name ends at a blank', () => {
    expect(read(free('x y = 3')).messages).toEqual([
      '4:1 error syntax No statement starts with x like this.',
    ]);
  });
});

describe('what is wrong is said where it stands', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['an END IF too many', free('x(1) = 1', 'endif'), ['5:1 error unbalanced This END IF closes nothing.']],
    [
      'an IF without END IF',
      free('do i = 1, n', '  if (x(i) > 0) then', '    x(i) = 0', 'end do'),
      ['5:3 error unclosed This IF has no END.'],
    ],
    ['an ENDDO too many', free('  end do'), ['4:3 error unbalanced This END DO closes nothing.']],
    [
      'a missing label',
      free('do 10 i = 1, n', 'x(i) = 0'),
      ['4:1 error unclosed No statement with the label 10 ends this DO.'],
    ],
    [
      'an undefined label',
      free('goto 99'),
      ['4:1 error undefined-label No statement of this routine has the label 99.'],
    ],
    [
      'an unknown intrinsic',
      free('x(1) = dsqroot(x(2))'),
      ['4:8 error unknown-function dsqroot is no array, no intrinsic and no function of this text.'],
    ],
    [
      'several at once',
      free('x(1) = ', 'x(2) = (1', 'call', 'x(3) = 1 +* 2'),
      [
        '4:7 error syntax Expected an operand here, but the statement ends.',
        '5:10 error syntax Expected a closing ) here, but the statement ends.',
        '6:5 error syntax Expected the name of a subroutine here, but the statement ends.',
        '7:11 error syntax Expected an operand here, but there is *.',
      ],
    ],
    [
      'the fence names all of it',
      fixed(
        'subroutine s(x)',
        'real, allocatable :: x(:), never(:), twice(:)',
        'complex :: c',
        'namelist /l/ a',
        'allocate(x(3), twice(2), mold=y)',
        'where (x > 0)',
        '  x = 1',
        '  stop',
        'elsewhere',
        '  x = 2',
        'end where',
        'allocate(twice(3))',
        'never(1) = x(1)',
        'read *, y',
        'y = 1',
        'end',
      ),
      [
        '5:10 error unsupported Allocating an argument is not supported.',
        '2:28 error unsupported The ALLOCATABLE array never, to which no ALLOCATE gives bounds, is not supported.',
      ],
    ],
    [
      'undeclared under IMPLICIT NONE, once',
      fixed('subroutine s(x)', 'implicit none', 'real :: x, value', 'x = valeu + valeu', 'x = valeu', 'end'),
      ['4:5 error undeclared valeu is not declared.'],
    ],
    [
      'too few arguments',
      free('x(1) = atan2(x(1))'),
      ['4:8 error argument-count ATAN2 takes 2 arguments, not 1.'],
    ],
    ['a wrong number of subscripts', free('x(1, 2) = 0'), ['4:1 error shape x has 1 dimension, not 2.']],
    [
      'an assigned loop index',
      free('do i = 1, n', 'i = 2', 'end do'),
      ['5:1 error loop-index i counts a loop around this, so it can\u2019t be assigned here.'],
    ],
    [
      'routines without a name, in two places',
      free('end', 'subroutine a', 'contains', 'subroutine', 'end', 'end', 'subroutine'),
      [
        '7:11 error syntax Expected the name of the subroutine here, but the statement ends.',
        '10:11 error syntax Expected the name of the subroutine here, but the statement ends.',
      ],
    ],
    ['no END', 'subroutine s(x)\nx = 1\n', ['1:12 error unclosed s has no END.']],
    [
      'a logical number',
      free('if (n) x(1) = 0'),
      ['4:5 error type A condition must be LOGICAL, not INTEGER.'],
    ],
    [
      'an argument of another type',
      fixed(
        'subroutine a(x)',
        'real(8) :: x',
        'call b(x)',
        'end',
        'subroutine b(y)',
        'real :: y',
        'y = 0',
        'end',
      ),
      ['3:8 error argument-type y is REAL, and this is DOUBLE PRECISION.'],
    ],
    [
      'an open string',
      free("print *, 'abc"),
      ['4:10 error syntax This character constant has no closing quote.'],
    ],
    [
      'bounds that a local gives',
      fixed('subroutine s', 'real :: a(k)', 'k = 3', 'a(1) = 0', 'end'),
      ['2:9 error bounds The bounds of a depend on k, which has no value at entry.'],
    ],
  ];
  test.each(cases)('%s', (_, source, expected) => {
    const { messages, broken } = read(source);
    expect(messages.filter((m) => m.includes(' error '))).toEqual(expected);
    expect(broken).toEqual([]);
  });
});

describe('meaning', () => {
  test('shared storage has roots, offsets and keys', () => {
    const { program } = parseFortran(
      fixed(
        '      SUBROUTINE A',
        '      DOUBLE PRECISION X',
        '      COMMON /BLK/ I, X, V(3)',
        '      COMMON Q',
        '      SAVE L',
        '      L = I',
        '      END',
        '      SUBROUTINE B',
        '      DOUBLE PRECISION X',
        '      COMMON /BLK/ K, X, W(2)',
        '      W(1) = K',
        '      END',
      ),
    );
    expect(
      program.variables.map((v) => [v.name, v.role, v.storage?.root, v.storage?.offset, v.storage?.key]),
    ).toEqual([
      ['i', 'global', 'blk', 0, 'blk.i'],
      ['x', 'global', 'blk', 8, 'blk.x'],
      ['v', 'global', 'blk', 16, 'blk.v'],
      ['q', 'global', 'common', 0, 'common.q'],
      ['k', 'global', 'blk', 0, 'blk.i'],
      // Another view of the same memory: what names it names v.
      ['w', 'global', 'blk', 16, 'blk.v'],
      ['l', 'global', 'a_save', 0, 'a.l'],
    ]);
    expect(program.roots).toEqual([
      { name: 'blk', kind: 'common', bytes: 28 },
      { name: 'common', kind: 'common', bytes: 4 },
      { name: 'a_save', kind: 'save', bytes: 4 },
    ]);
  });
  test('DATA that nothing writes is a constant', () => {
    const text = routine('      DATA P/3.5/,K/2/,L/1/', '      X(K)=P', '      L=L+1');
    expect(body(text)).toEqual(['x[2] = 3.5', 'l = l + 1']);
    expect(parseFortran(text).program.variables.map((v) => v.storage?.key ?? v.name)).toEqual([
      'n',
      'x',
      's.l',
    ]);
  });
  test('bounds and types', () => {
    const { program } = read(
      fixed(
        'subroutine s(n, m, a, b, c, i8, l)',
        'implicit none',
        'integer, parameter :: dp = kind(1d0), k = 3',
        'integer, intent(in) :: n, m',
        'real(kind=dp) :: a(0:n, -1:m), b(k*2, *)',
        'real*8, value :: c',
        'integer(8) :: i8',
        'logical :: l',
        'end',
      ),
    );
    expect(program.split('\n')[0]).toBe(
      'routine s(n: i32&, m: i32&, a: f64[n + 1, -1:+m + 2]&, b: f64[1:+6, 1:+?]&, c: f64, i8: i64&, l: bool&)',
    );
  });
  test('mixed arithmetic is converted in the open', () => {
    expect(body(free('x(1) = 2*x(1) + 1/2 + n**2 + x(1)**n + 2.5**n'))).toEqual([
      'x[1] = 2.0*x[1] + f64(1/2) + f64(n**2) + x[1]**n + f64(2.5**n)',
    ]);
  });
  test('functions leave expressions, and conditions of loops', () => {
    const text = fixed(
      'subroutine s(x)',
      'real(8) :: x, f',
      'external f',
      'x = f(x) + 2*f(2d0)',
      'do while (f(x) > 0)',
      'x = x - 1',
      'end do',
      'end',
    );
    expect(body(text).map((line) => line.replace(/L\d+/, 'L'))).toEqual([
      'f_value = f(&x)',
      'arg = 2.0',
      'f_value1 = f(&arg)',
      'x = f_value + 2.0*f_value1',
      'L: while (true) {',
      'f_value2 = f(&x)',
      'if (!(f_value2 > 0.0)) {',
      'exit L',
      'x = x - 1.0',
    ]);
  });
  test('the index of a loop is passed as a copy', () => {
    const text = fixed(
      'subroutine s(n)',
      'do i = 1, n',
      'call t(i)',
      'end do',
      'end',
      'subroutine t(k)',
      'end',
    );
    expect(body(text)).toEqual(['for i = 1 .. n {', 'arg = i', 't(&arg)']);
  });
  test('a shape for a routine from elsewhere', () => {
    const { program, diagnostics } = parseFortran(
      fixed(
        'subroutine s(x, j)',
        '! backsweep: external(check, read(2), written())',
        'call check(x, j)',
        'end',
      ),
    );
    expect(diagnostics).toEqual([]);
    expect(program.routines[1]?.external).toEqual({
      declared: true,
      globals: [],
      read: [1],
      written: [],
      extents: [],
      dependence: 'all',
      adjoint: null,
      tangent: null,
    });
  });
  test('statements alone are a snippet', () => {
    const { program, messages } = read(
      'e2 = 0.0\ndo i=1, n\ne1 = T(i)-U(i)\ne2 = e2 + e1*e1\nend do\ne = SQRT(e2)\n',
    );
    expect(messages).toEqual([]);
    expect(program.split('\n')[0]).toBe(
      'routine snippet(e2: f64&, i: i32&, n: i32&, e1: f64&, t: f64[1:+?]&, u: f64[1:+?]&, e: f64&)',
    );
  });
  test('a FORMAT goes where its label was', () => {
    const text = routine('      WRITE(6,100) X(1)', "  100 FORMAT(1X,'X =',F8.3)");
    expect(body(text)).toEqual([`io "write(6,'(1x,''X ='',f8.3)')x(1)" x[1]`]);
  });
  test.each([
    ['blanks that it counts', '5H X = ,F8.3', "('' X = '',f8.3)"],
    ['quotes and marks of comments', "1X,3HI'M,2H!;,F8.3", "(1x,''I''''M'',''!;'',f8.3)"],
    ['beside others', '2HAB/3H(),2(F8.3,1H;)', "(''AB''/''(),''2(f8.3,'';''))"],
  ])('a Hollerith constant of a FORMAT is quoted: %s', (_, layout, quoted) => {
    const text = routine('      WRITE(6,100) X(1)', `  100 FORMAT(${layout})`);
    expect(body(text)[0]).toContain(quoted);
  });

  test('a Hollerith constant that counts too much is said', () => {
    const { messages } = read(routine('      WRITE(6,100) X(1)', '  100 FORMAT(20H X)'));
    expect(messages.join()).toContain('counts more characters than follow');
  });

  test('spans are offsets into the text as it was pasted', () => {
    const text = routine('      X(1) = X(2)', '     + *SIN(X(', '     +3))');
    const { program } = parseFortran(text);
    const s = program.routines[0]?.body[0];
    expect(text.slice(s?.span.start, s?.span.end)).toBe('X(1) = X(2)\n     + *SIN(X(\n     +3))');
    const value = s?.kind === 'assign' && s.value.kind === 'binary' ? s.value.right : null;
    expect(text.slice(value?.span.start, value?.span.end)).toBe('SIN(X(\n     +3))');
  });
});

test('hostile texts end in a message', () => {
  for (const text of [
    '',
    '\0',
    '      ',
    '&',
    `x = ${'('.repeat(1000)}1${')'.repeat(1000)}\n`,
    `x = ${'-'.repeat(5000)}1\n`,
    `x = 1${' + 1'.repeat(20_000)}\n`,
    `${'if (x > 0) then\n'.repeat(2000)}`,
    `x = ${'f('.repeat(3000)}\n`,
    'integer, parameter :: a(1000000000) = 0\nend\n',
    'real x(10)\ndata x/100000000000*0.0/\nend\n',
    `f0(x) = x + x\n${Array.from({ length: 40 }, (_, i) => `f${i + 1}(x) = f${i}(x) + f${i}(x)\n`).join('')}y = f40(1.0)\nend\n`,
    `subroutine s\nf0(x) = x + x\n${Array.from({ length: 40 }, (_, i) => `f${i + 1}(x) = f${i}(x) + f${i}(x)\n`).join('')}y = f40(1.0)\nend\n`,
  ]) {
    expect(read(text).broken).toEqual([]);
  }
});

test('constant arrays are no inputs', () => {
  const source = fixed(
    'subroutine s(x, y)',
    'real(8), parameter :: w(3) = [1d0, 2d0, 3d0]',
    'real(8) :: x(3), y, v(3)',
    'data v /3*0.5d0/',
    'y = sum(w*x) + dot_product(v, x)',
    'end',
  );
  const { variables, code } = differentiate({ source, language: 'fortran' });
  expect(variables.filter((v) => v.canBeIndependent).map((v) => v.key)).toEqual(['x', 'y']);
  expect(variables.filter((v) => v.independent).map((v) => v.key)).toEqual(['x']);
  expect(code.text).not.toContain('wb');
});

test('an interface block says what a routine from elsewhere reads and writes', () => {
  const source = fixed(
    'subroutine s(x, y)',
    'implicit none',
    'interface',
    'subroutine ext(a, b)',
    'import',
    'real(8), intent(in) :: a',
    'real(8), intent(out) :: b',
    'end subroutine',
    'real(8) function weight(t)',
    'real(8), intent(in) :: t',
    'end function',
    'end interface',
    'real(8) :: x, y, z',
    'call ext(x, z)',
    'y = z*weight(x)',
    'end',
  );
  const { program, diagnostics } = parseFortran(source);
  expect(diagnostics.map((d) => `${d.severity} ${d.code}`)).toEqual(['info external', 'info external']);
  const shape = (name: string) => program.routines.find((r) => r.name === name)?.external;
  expect(shape('ext')).toEqual({
    declared: true,
    globals: [],
    read: [0],
    written: [1],
    extents: [],
    dependence: 'all',
    adjoint: null,
    tangent: null,
  });
  expect(shape('weight')).toEqual({
    declared: true,
    globals: [],
    read: [0],
    written: [-1],
    extents: [],
    dependence: 'all',
    adjoint: null,
    tangent: null,
  });
});

describe('DO CONCURRENT', () => {
  test('several indices are loops, the first one inside; a mask guards the body', () => {
    expect(
      body(
        free(
          'do concurrent (integer :: i = 1:n, j = n:1:-2, i > j) local(k) default(none)',
          'x(i) = j',
          'end do',
        ),
      ),
    ).toEqual(['for j = n .. 1 step -2 {', 'for i = 1 .. n {', 'if (i > j) {', 'x[i] = f64(j)']);
  });
  test('without an index', () => {
    expect(read(free('do concurrent (n > 1)', 'end do')).messages[0]).toBe(
      '4:15 error syntax DO CONCURRENT counts at least one index, as in (i = 1:n).',
    );
  });
});

test('BLOCK DATA gives COMMON its values, whatever a routine calls the members', () => {
  const { program, diagnostics } = parseFortran(
    fixed(
      '      SUBROUTINE S(X)',
      '      COMMON /C/ A, B',
      '      X = A*B',
      '      END',
      '      SUBROUTINE T(X)',
      '      COMMON /C/ U, V',
      '      X = U+V',
      '      END',
      '      BLOCK DATA',
      '      COMMON /C/ P, Q',
      '      DATA P, Q, R /1.5, 2.5, 3.5/',
      '      END',
    ),
  );
  expect(diagnostics.map((d) => d.message)).toEqual([
    'r is in no COMMON block, so nothing could see this value.',
  ]);
  const initial = program.variables.filter((v) => v.role === 'global').map((v) => [v.name, v.initial?.[0]]);
  expect(Object.fromEntries(initial)).toMatchObject({ a: 1.5, u: 1.5, p: 1.5, b: 2.5, v: 2.5, q: 2.5 });
});

test.each([
  ['of a loop', 'real(8), allocatable :: w(:)', 'w = 1', 'Assigning to w where it may not be allocated'],
  ['between calls', 'real(8), allocatable, save :: w(:)', 'x = sum(w)', 'The intrinsic ALLOCATED'],
])('SOURCE= where memory is made only the first time %s is not taken for every time', (_, w, last, what) => {
  const guarded = 'if (.not. allocated(w)) allocate (w(3), source=x)';
  const { messages, broken } = read(
    `subroutine s(x)\nreal(8) :: x\n${w}\ninteger :: i\ndo i = 1, 3\n${guarded}\nw = w*x\nend do\n${last}\nend`,
  );
  expect(broken).toEqual([]);
  expect(messages.join('\n')).toContain(what);
});

test('ASSOCIATE may call what is real by the name of what is COMPLEX', () => {
  const { messages, broken } = read(
    'subroutine s(y)\nreal(8) :: y(6)\ncomplex(8) :: z(6)\nz = y\nassociate (z => y(2:5))\nz(4:1:-1) = z*2\nend associate\ny = y + real(z)\nend',
  );
  expect([broken, messages.filter((m) => m.includes('error'))]).toEqual([[], []]);
});

test('an elemental function of structures whose type is not here is not called', () => {
  const norm = 'elemental real(8) function norm(a)\nnorm = a\nend\n';
  const { broken, messages } = read(
    `${norm}subroutine s(y)\ntype(vec) :: v(3)\nreal(8) :: y(3)\nwhere (norm(v) > 1) y = norm(v)\nend`,
  );
  expect([broken, messages.length]).toEqual([[], 1]);
});

test('a name in a broken bound of BLOCK DATA belongs to no routine', () => {
  const { program, diagnostics } = parseFortran(`      subroutine s(x)
      real*8 x
      x = 2*x
      end
      block data init
      implicit real*8 (a-h,o-z)
      common /coef/ a(backsweep: shape(), b, n
      data b /.25d0/, n /3/
      end
`);
  expect(diagnostics.some((d) => d.severity === 'error')).toBe(true);
  expect(verify(program)).toEqual([]);
});

test.each([
  ['norm2(k)', 'NORM2 takes REAL numbers and a dimension, not INTEGER.'],
  ['norm2(x, x > 0)', 'NORM2 takes REAL numbers and a dimension, not a mask.'],
])('%s is refused', (use, message) => {
  const { diagnostics, program } = parseFortran(
    `subroutine f(x, k, y)\n  real(8) :: x(3), y\n  integer :: k(3)\n  y = ${use}\nend subroutine\n`,
  );
  expect(diagnostics.map((d) => d.message)).toEqual([message]);
  expect(verify(program)).toEqual([]);
});
