import { expect, test } from 'vitest';
import { IS_DEEP } from '../../testing/draws';
import { parseFortran } from '.';

/* What is too much ends in a message and in a time that does not run away; what a person writes is far below it. */

const times = (text: string, n: number): string => text.repeat(n);
const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n');
const codes = (text: string): string[] =>
  [...new Set(parseFortran(text).diagnostics.map((d) => d.code))].sort();
/** Of what is simply too much. */
const MANY = IS_DEEP ? 20_000 : 1_500;
/** Names of i + 1 dummy routines. */
const argumentsOf = (i: number): string => Array.from({ length: i + 1 }, (_, k) => `h${k}`).join(', ');
const inside = (body: string): string => `subroutine s(x, n)\ninteger :: n\nreal(8) :: x(3)\n${body}\nend\n`;

test.each<[what: string, text: string, codes: string[]]>([
  ['300 lines of one statement', inside(`x = 1 &\n${times('&+ 1 &\n', 300)}&`), []],
  ['100,000 lines that go on', `x = 1 &\n${times('&+ 1 &\n', 100_000)}& + 1`, ['syntax']],
  ['100,000 lines that go on, in columns', `      x = 1\n${times('     &+ 1\n', 100_000)}`, ['syntax']],
  ['150 ELSE IFs', inside(`if (n > 1) then\n${times('else if (n > 2) then\nx = 1\n', 150)}end if`), []],
  [
    'thousands of ELSE IFs',
    inside(`if (n > 1) then\n${times('else if (n > 2) then\nx = 1\n', MANY)}end if`),
    ['too-deep', 'too-many-messages'],
  ],
  [
    '2,000 ELSEWHEREs',
    inside(`where (x > 1)\nx = 1\n${times('elsewhere (x > 2)\nx = 2\n', 2000)}end where`),
    ['too-deep', 'too-many-messages'],
  ],
  [
    '5,000 routines inside each other',
    times('subroutine a\ncontains\n', 5000),
    ['syntax', 'too-many-messages'],
  ],
  [
    'DOs with 2,000 labels inside each other',
    inside(
      `${lines(2000, (i) => `do ${i + 1} k${i} = 1, n`)}\n${lines(2000, (i) => `${2000 - i} continue`)}`,
    ),
    ['too-deep'],
  ],
  [
    'a statement function of itself, 40 deep',
    inside(`f(a) = a*a\nx(1) = ${times('f(', 40)}x(1)${times(')', 40)}`),
    ['too-large'],
  ],
  [
    '40 statement functions that use the one before twice',
    inside(`f0(a) = a\n${lines(40, (i) => `f${i + 1}(a) = f${i}(a) + f${i}(a)`)}\nx(1) = f40(x(1))`),
    ['too-large'],
  ],
  [
    '3,000 statement functions that each use the one before',
    inside(`f0(a) = a\n${lines(3000, (i) => `f${i + 1}(a) = f${i}(a) + 1`)}\nx(1) = f3000(x(1))`),
    ['too-large'],
  ],
  [
    'thousands of modules in a circle',
    lines(MANY, (i) => `module m${i}\nuse m${(i + 1) % MANY}\nend module`),
    [],
  ],
  [
    'routines that pass routines on in 2^20 ways',
    `${lines(20, (i) => `subroutine g${i}(${argumentsOf(i)})\nexternal ${argumentsOf(i)}\n${i === 19 ? 'call h0' : `call g${i + 1}(${argumentsOf(i)}, p)\ncall g${i + 1}(${argumentsOf(i)}, q)`}\nend`)}\nsubroutine s\ncall g0(p)\nend\nsubroutine p\nend\nsubroutine q\nend`,
    ['routine-argument', 'too-large', 'unsupported'],
  ],
  ['1,000 arguments', inside(`call f(${times('x, ', 999)}x)`), ['too-large', 'unknown-external']],
  [
    'jumps to 200 labels',
    inside(`${lines(200, (i) => `if (n == ${i}) goto ${i + 1}`)}\n${lines(200, (i) => `${i + 1} x = x*2`)}`),
    [],
  ],
  [
    'jumps to 3,000 labels',
    inside(
      `${lines(3000, (i) => `if (n == ${i}) goto ${i + 1}`)}\n${lines(3000, (i) => `${i + 1} x = x*2`)}`,
    ),
    ['too-many-jumps'],
  ],
  [
    '20,000 ways out of a computed GOTO',
    inside(`goto (${times('10, ', 20_000)}10), n\n10 continue`),
    ['too-many-jumps'],
  ],
])('%s', (_, text, expected) => {
  expect(codes(text)).toEqual(expected);
});
