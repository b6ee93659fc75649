import { expect, test } from 'vitest';
import { parseFortran } from '..';

/* Memory that an array keeps from before is none that a routine of its own could have. */

const declared = `subroutine f(x, y)
real(8), intent(in) :: x(6)
real(8), intent(out) :: y
real(8), allocatable :: h(:)
integer :: n, k
y = 0
n = count(x > 1)
`;
const errorsOf = (body: string, inside = '') =>
  parseFortran(`${declared}${body}${inside && `contains\n${inside}`}end subroutine\n`).diagnostics.flatMap(
    (d) => (d.severity === 'error' ? [d.code] : []),
  );
const inLoop = (body: string) => `do k = 1, 3\n${body}h = x(k)\ny = y + sum(h)\nn = n + 1\nend do\n`;
const inLeftLoop = (body: string, size = 'n') =>
  `do k = 1, 3\n${body}allocate (h(${size}))\nh = x(k)\nif (y > 9) exit\ny = y + sum(h)\ndeallocate (h)\nend do\n`;

test.each([
  ['that a guard finds', inLoop('if (.not. allocated(h)) allocate (h(n))\n'), 'unsupported'],
  [
    'that a guard finds after an ALLOCATE',
    'allocate (h(n))\nn = n + 1\nif (.not. allocated(h)) allocate (h(n))\nh = x(1)\ny = sum(h)\n',
    'unsupported',
  ],
  [
    'where a jump comes back',
    'k = 0\n1 if (k == 0) allocate (h(n))\nh = x(1)\ny = y + sum(h)\nn = n + 1\nk = k + 1\nif (k < 3) goto 1\n',
    'late-size',
  ],
  [
    'that grows without end',
    'h = [x(1)]\ndo while (sum(h) < 1)\nh = [h, x(2)]\nend do\ny = sum(h)\n',
    'late-size',
  ],
  [
    'that is as large as what is computed',
    'h = x\ndo k = 1, 3\nn = n*n\nh = [h, x(:n)]\nend do\ny = sum(h)\n',
    'late-size',
  ],
  ['that grows by what is rounded at the end', inLeftLoop('n = int(n + 0.6d0 + 0.6d0)\n'), 'late-size'],
  [
    'that is as large as what is counted down twice',
    `m = 0\ndo k = 1, 6\nif (x(k) < 1) m = m - 1\nend do\n${inLeftLoop('', 'm*(m - 1) + k')}`,
    'late-size',
  ],
])('refuses memory %s', (_, body, code) => {
  expect(errorsOf(body)).toEqual([code]);
});

test.each(['3', 'n'])('refuses to allocate an array of the host again that had %s elements', (size) => {
  const inside = 'subroutine again()\ndeallocate (h)\nallocate (h(5))\nh = x(1)\nend subroutine\n';
  expect(errorsOf(`allocate (h(${size}))\nh = x(2)\ncall again()\ny = sum(h)\n`, inside)).toEqual([
    'unsupported',
  ]);
});
