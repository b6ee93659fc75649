import { test } from 'vitest';
import { check } from '../../testing/check';
import { said } from '../../testing/said';
import { parseFortran } from '.';

/* What is said about a text, where, and what to write instead; what is read all the same is a good program. */

const HEAD = `subroutine s(x, y, n)
use, intrinsic :: iso_fortran_env
implicit none
integer, intent(in) :: n
real(8), intent(in) :: x(n)
real(8), intent(inout) :: y(3, 2)`;
const inside = (body: string, declarations = ''): string =>
  [HEAD, ...(declarations === '' ? [] : [declarations]), body, 'end subroutine\n'].join('\n');

const TEXTS: readonly (readonly [title: string, text: string])[] = [
  [
    'loops of others',
    inside('for i in range(n):\ny = i\nend do\nwhile (y(1, 1) < 3)\ny = 2*y\nend do', 'integer :: i'),
  ],
  ['a loop of C', inside('for (i = 0; i < n; i++) {\ny = i\n}', 'integer :: i')],
  [
    'tests of others',
    inside(
      'if (x(1) != 1) then\ny = 1\nelse\ny = 2\nend if\nif x(1) > 1 then\ny = 3\nelif (n && n) then\ny = 4\nend if',
    ),
  ],
  [
    'operators of others',
    inside('y += 1\ny(1, 1) = x(1)^2 + n % 2\ny := 1\ny(1, 1) = x[1]\ny(1, 1) = 2x(1)\nn++'),
  ],
  ['words of others', inside('let k = 1\ny = ln(x(1))\n// so\nbreak', 'float :: a\nint b')],
  [
    'ends of nothing',
    inside('end where\nelsewhere\nend forall\ncase (2)\nend select\nelse\nend do\nforall (n = 1:3)'),
  ],
  ['a word that is typed', inside('y = a', 'rea\nreal(8) :: a')],
  ['a loop that is typed', inside('do i = 1, n\ny = 1\nen\ndo k\ny = 2', 'integer :: i')],
  ['a routine that is typed', `subroutine t(a, b)\nimplicit none\nreal\n${inside('y = 1')}`],
  [
    'an array that is not declared',
    'subroutine t(a, n)\ninteger :: n\nreal(8) :: b\na(1) = b(1)\na(2) = b(2)\nend',
  ],
  [
    'array intrinsics in constants',
    inside(
      'y = 0',
      'integer, parameter :: p = maxloc([1d0, 2d0], 1)\nreal(8), parameter :: q(2) = [1d0, x(1)]\nreal(8), parameter :: r = q(3), s(2) = sum([x(1)])\nreal(8), parameter :: t(3) = [1d0, 2d0], u = t(n)',
    ),
  ],
  [
    'intrinsics without arrays',
    inside('y(1, 1) = sum() + maxval(1d0) + size() + norm2(mask=.true.)\ny(2, 1) = dot_product(x)'),
  ],
  [
    'masks of numbers',
    inside('y(1, 1) = sum(x, mask=x)\ny(2, 1) = count(x)\ny(3, 1) = maxloc(x, 1, mask=x)'),
  ],
  [
    'dimensions that are not there',
    inside(
      'y(1, 1) = size(x, 2) + sum(x, 3)\ny(:, 1) = spread(1d0, 3, 3)\ny = reshape(x, [3, 2], order=[2, 1])',
    ),
  ],
  [
    'an argument as long as another that has another value by then',
    'subroutine s(x, y, n)\ninteger :: n\nreal(8) :: x(*), y, w(n)\nw = y\ncall t(w*x(1:n), n, y)\nn = n + 2\ncall t(w(1)*x(1:n), n, y)\nend subroutine\nsubroutine t(a, m, y)\ninteger :: m\nreal(8) :: a(m), y\ny = y + sum(a)\nend subroutine\n',
  ],
  [
    'lines for a preprocessor',
    '#include "options.h"\n#define TWICE(a) (2*(a))\n#ifdef FAST\n#define UNUSED(a) a\n#endif\nsubroutine s(x)\n#include <sizes.h>\nreal(8) :: x\n#if (\n#endif\nx = TWICE(x)\n#error no\n#else\n#if 1\nend subroutine\n',
  ],
  [
    'lines for a preprocessor in fixed form',
    '# 1 "s.F"\n#define _RL real*8\nC     A comment\n      subroutine s(x)\n      _RL x\n      x = x\n     #  **2\n      end\n',
  ],
  [
    'files that are included',
    "      subroutine umat(stress, e, ntens)\n      INCLUDE 'ABA_PARAM.INC'\n      include 'other.inc'\n      dimension stress(ntens)\n      stress(1) = e\n      end\n",
  ],
  [
    'declarations that are not read',
    'subroutine s(x, y)\nimplicit none\nREALTYPE, intent(in) :: x(3)\nreal(8) :: y\ny = x(1) + z\nend subroutine\n',
  ],
  [
    'words with letters in the wrong order',
    'subrotine s(x, y, n)\nimplicit none\ninterger :: n, i\nrael (kind = 8) :: x, y(n)\nDO i = 1, n\nif (x = 1) then\ny(i) == 2.0d\nesle\ny(i,k = 3\nedn if\nend od\nend do\ncal t(x)\nt(x)\ny(1)) = x\nend subroutine\n',
  ],
  [
    'the same in fixed form, and lines that lack what makes them go on',
    '      subroutine s(x, y)\n      duble precision x, y\n      y = x\n          + 3\n      y = (x +\n      cal t(x y)\n      retrun\n      edn\n',
  ],
  [
    'a list that breaks off in a declaration',
    'subroutine s(y)\nreal(8) :: y, x(6) = (/ 1d0, 2d0, &\n3d0 4d0, &\n5d0, 6d0 /)\ny = x(1)\nend subroutine\n',
  ],
  ['a dimension of n', inside('y(1, 1) = size(y, n)')],
  ['SPREAD without copies', inside('y(:, 1) = spread(1d0, 1)')],
  ['CSHIFT without a shift', inside('y = cshift(y)\ny(:, 1) = cshift(y(:, 1), 1, dim=2)')],
  [
    'RESHAPE with PAD, and to what is no list',
    inside('y = reshape(x, [3, 2], pad=[1d0])\ny = reshape(x, shape(y))'),
  ],
  [
    'MAXLOC with BACK, of ranks, of LOGICAL',
    inside('y(1, 1) = maxloc(x, 1, back=.true.)\ny(1:2, 1) = maxloc(y)\ny(3, 1) = maxloc(x > 0, 1)'),
  ],
  [
    'keywords twice and unknown',
    inside(
      'y(1, 1) = sum(array=x, array=x)\ny(2, 1) = sum(x, foo=1)\ny = cshift(y, shift=1, shift=2)\ny(3, 1) = sin(a=1d0)',
    ),
  ],
  ['too many arguments', inside('y(1, 1) = sin(1d0, 2d0) + atan2(1d0) + max(1d0)')],
  [
    'types that do not fit',
    inside(
      'y(1, 1) = sin(1) + mod(1, 2d0) + sqrt(.true.) + iand(1d0, 2)\ny(2, 1) = dot_product(x > 0, x)\ny(3, 1) = matmul(y, x > 0)',
    ),
  ],
  [
    'ranges as arguments',
    inside('y(1, 1) = sin(1:2) + sum(:)\ncall t(1:2)\ny(2, 1) = g(1:2)', 'real(8), external :: g'),
  ],
  [
    'an array where a number is wanted',
    inside('if (x > 0) y = 1\ndo k = 1, x\nend do\ny(1, 1) = x\ny(1, x) = 1', 'integer :: k'),
  ],
  ['shapes that differ', inside('y(:, 1) = y(1, :)\ny(1:2, 1) = [1d0, 2d0, 3d0]\ny = y + y(:, 1:1)')],
  [
    'steps and bounds of zero',
    inside('do k = 1, 3, 0\nend do\ny(1:3:0, 1) = 1', 'integer :: k\nreal(8) :: w(3, *), v(2.5)'),
  ],
  ['real bounds and subscripts', inside('y(1.5, 1) = 1\ny(1:2.5, 1) = 1\ny(n)= 2')],
  [
    'what is IN',
    inside(
      'x(1) = 1\nx = 1\ndo n = 1, 3\nend do\ndo concurrent (k = 1:3)\n x(k) = 1\nend do\nforall (k = 1:3) x(k) = 1\nread *, n',
      'integer :: k',
    ),
  ],
  [
    'FORALL that reads what it sets',
    inside(
      'forall (k = 2:3, y(k - 1, 1) > 0) y(k, 1) = 1\nforall (k = 1:3)\n where (x > 0) y(:, 1) = 1\n call t\nend forall',
      'integer :: k',
    ),
  ],
  [
    'FORALL that reads it by another name',
    inside(
      'forall (k = 1:2) f(k) = e(k)\nforall (k = 1:2) e(k) = f(k)\nassociate (q => e)\nforall (k = 1:2) q(k) = e(3 - k)\nend associate',
      'integer :: k\nreal(8) :: e(3), f(3)\nequivalence (e(2), f(1))',
    ),
  ],
  [
    'a loop that changes its step or bounds',
    inside(
      'do k = 1, m\n m = m - 1\n y(1, 1) = k\nend do\ndo k = 1, 10, m\n call t(m)\nend do',
      'integer :: k, m',
    ),
  ],
  [
    'WHERE of a number',
    inside('where (n > 0) y = 1\nwhere (x)\ny = 1\nend where\nwhere (y > 0)\n call t\nend where'),
  ],
  [
    'kinds',
    inside(
      'y(1, 1) = real(1, kind=3) + int(1, kind=n) + 1.0_foo + 2_5',
      'real(kind=16) :: q\ninteger(kind=1) :: i\nreal(kind=foo) :: r\nlogical(8) :: l',
    ),
  ],
  [
    'constants that are none',
    inside(
      'y = 0',
      'integer, parameter :: a = n, b = 1/0, c = b + 1, d = foo(1)\nreal(8), parameter :: e(2) = [1d0]\nlogical, parameter :: f = 1',
    ),
  ],
  ['a constant of itself', inside('y = 0', 'integer, parameter :: a = b, b = a')],
  [
    'IMPLICIT letters',
    'subroutine s(x)\nimplicit real(8) (z-a)\nimplicit integer (i-n), real (q)\nq1 = x\nend',
  ],
  [
    'DATA',
    inside(
      'y = 0',
      'real(8) :: a(3), b\ninteger :: i\ndata a /2*1d0/, b /1d0, 2d0/\ndata (a(i), i = 1, 100000) /3*0d0/\ndata a(n) /1d0/, n /3/\ndata b /n*1d0/, b /x/\ndata (a(i), i = 1, 3, 0) /1d0/',
    ),
  ],
  [
    'COMMON',
    'subroutine s(x, n)\ncommon /b/ x, w(n), q\ncommon // z\ncommon u, v\ncommon /b\ncommon /c/ 3\nx = 1\nend',
  ],
  [
    'SAVE and EXTERNAL',
    inside(
      'y = g(1d0)',
      'save x, /b/, 3\nexternal x, g\nintrinsic sin, foo\nreal(8) :: g\ndimension q(3), x(2)',
    ),
  ],
  [
    'twice',
    inside(
      'y = 0',
      'real(8) :: a, a\ninteger :: x\nreal(8), dimension(3) :: b\ndimension b(2)\nparameter (a = 1)\nparameter (zz = 2)',
    ),
  ],
  [
    'entry and such',
    inside(
      'entry e(x)\nequivalence (a, b)\nnamelist /l/ a\ny = 0',
      'class(foo) :: c\ntype(foo) :: d\ncomplex(8) :: e\ncharacter(len=*) :: f\nreal(8), pointer :: p\nreal(8), allocatable :: q(:), r',
    ),
  ],
  ['READ by a list of names', inside('namelist /l/ x\nread(5, l)\ny = x')],
  [
    'an elemental function of COMPLEX over an array',
    'subroutine f(z, w)\ncomplex(8) :: z(3), w(3)\nw = turned(z)\ncontains\nelemental complex(8) function turned(a)\ncomplex(8), intent(in) :: a\nturned = a*(0d0, 1d0)\nend function\nend subroutine',
  ],
  [
    'an operator between structures',
    'subroutine f(x)\ntype t\nreal(8) :: a\nend type\ntype(t) :: p, q\nreal(8) :: x\np%a = x\nq = p + p\nx = q%a\nend subroutine',
  ],
  [
    'calls of what is none',
    inside(
      'call x(1)\ncall sin(1d0)\ny = t(1)\ncall f(1d0)\ny(1, 1) = s(1)\ncall foo(1, k=2)\ncontains\nreal(8) function f(a)\nreal(8) :: a\nf = a\nend function\nsubroutine t(a)\nreal(8) :: a\na = 1\nend subroutine',
    ),
  ],
  [
    'keywords of routines',
    inside(
      'call t(b=1d0)\ncall t(1d0, a=2d0)\ncall t(a=1d0, a=2d0)\ncall t(1d0, 2d0)\ncall t(a=1d0)\ncall t(a=y(1, 1))\ncall t(y(1, 1), 3d0)\ncall t(n)\ncall t()\ncontains\nsubroutine t(a)\nreal(8) :: a\na = 1\nend subroutine',
    ),
  ],
  [
    'arrays to routines',
    inside(
      'call t(y)\ncall t(y(:, 1))\ncall t(x)\ncall t(y(1, 1))\ncall u(y(1:3:2, 1))\ncall u([1d0, 2d0])\ncontains\nsubroutine t(a)\nreal(8) :: a(:, :)\na = 1\nend subroutine\nsubroutine u(a)\nreal(8), intent(out) :: a(2)\na = 1\nend subroutine',
    ),
  ],
  ['functions in bounds', inside('y = f(1)', 'real(8) :: w(f(2))\nreal(8), parameter :: p = f(3)')],
  [
    'statement functions',
    inside(
      'y = f(1d0) + f(1d0, 2d0) + g(x) + h(1d0)',
      'real(8) :: f, g, h, a\nf(a) = a + h(a)\ng(a) = 2*a\nh(a) = f(a)',
    ),
  ],
  [
    'jumps',
    inside(
      'goto 10\ngoto (20, 30) n\ngoto k\nassign 10 to k\nif (y(1, 1)) 20, 30, 40\nif (n) 20, 20, 30\nif (n) 20, 30, 20\n20 continue\n20 continue\n30 exit\ncycle\nexit foo',
      'integer :: k',
    ),
  ],
  [
    'constructs',
    inside(
      'if (n) then\nelse if (n > 1)\nelse\nelse\nend if\nelse\nselect case (x(1))\ncase (1.5)\nend select\nselect case (n)\ncase (1)\ncase (1)\ncase (3:2)\ncase (n)\ncase default\ncase default\nend select\ncase (2)\nend do\nend where\nelsewhere\nend forall',
    ),
  ],
  [
    'END',
    'subroutine a\nend function\nsubroutine b\nend subroutine c\nend\ncontains\nmodule m\ncontains\nx = 1\nprogram p\nend\nend module',
  ],
  [
    'a use of nothing',
    'subroutine s(x)\nuse foo, only: a => b\nuse iso_c_binding, only: nothing\nreal(8) :: x\nx = 1\nend',
  ],
  [
    'a function of another type than its caller says',
    'subroutine s(x, y)\nimplicit none\nreal(8) :: x, y, g\ny = g(x)\nend\nreal function g(x)\nreal(8) :: x\ng = real(x)\nend',
  ],
  ['a jump to what is fenced', inside('goto 30\n30 assign 40 to k\n40 k = 1', 'integer :: k')],
  [
    'EOSHIFT and bits that are wrong',
    inside(
      'a = eoshift(a, 1, 2)\na = eoshift(a)\nk = ishft(k, 40) + ishft(k, k) + ibset(x, 1)',
      'real(8) :: a(3)\ninteger :: k',
    ),
  ],
  [
    'constructors with a type',
    inside(
      'a = [real(8) :: 1, 2, k]\na = [complex :: 1, 2]\na = [real :: 1, 2, k]',
      'real(8) :: a(3)\ninteger :: k',
    ),
  ],
  [
    'ALLOCATE',
    inside(
      'allocate(a(3), b(2), stat=k, foo=1)\nallocate(a(n), c)\ndeallocate a\nallocate a',
      'real(8), allocatable :: a(:), b(:, :)\ninteger :: k',
    ),
  ],
  [
    'strings',
    inside(
      "print *, 'it''s', \"a\nwrite (*, '(a') x\nprint 10, x\nwrite (6, fmt=20) x\nprint *\n10 format(f5.2\n30 format(1x)",
    ),
  ],
  ['numbers', inside('y = 1.5.2 + 1e + 99999999999 + 2147483648 - 2147483648 + 1d400 + .5. + 3.d0')],
  [
    'operators',
    inside(
      'y = 1 +* 2\ny = x // y\ny = .foo. x\ny = 1 .lt. 2 .lt. 3\ny = .not. 1\ny = -.true.\ny = x .and. y\ny = 2 ** .true.\ny(1,1) = 1 == .true.',
    ),
  ],
  [
    'section of a number',
    inside('y(1, 1) = n(1:2)\nn(1) = 2\ny(1) = 3\ny(1, 1, 1) = 4\ny(1, 1)(2:3) = 5\ny%a = 6'),
  ],
  [
    'implied loops',
    inside(
      'y(:, 1) = [(k*1d0, k = 1, n)]\ny(:, 1) = [(k, k + 1, k = 1, 2)]\ny(:, 1) = [(k, k = 1, 3, 0)]\ny(:, 1) = [x, y]\ny(:, 1) = [real(8) :: 1, 2, 3]\ny(:, 1) = []',
      'integer :: k',
    ),
  ],
  ['a type after CONTAINS', 'module m\ncontains\nprogram p\nend program\nend module'],
  [
    'labels on ends',
    inside(
      'if (n > 1) then\ngoto 10\ny = 1\n10 end if\nselect case (n)\ncase (1)\ngoto 20\n20 end select\ndo 30 k = 1, 3\nif (k > 1) goto 30\ny = 2\n30 end do',
      'integer :: k',
    ),
  ],
  [
    'tape calls',
    inside(
      'call push_real8()\ncall push_real8_array(y)\ncall push_real8_array(y(1, 1), 3)\ncall pop_bit(x)\ncall push_bit(1:2)',
    ),
  ],
  [
    'first values of an argument and of a result',
    'function f(z) result(r)\nreal(8) :: z = 1d0\nreal(8) :: r = 2d0\nr = z\nend function',
  ],
  ['a result that is an argument', 'function f(a) result(a)\nreal(8) :: a\na = 1\nend function'],
  ['a function of an unsupported type', 'complex function f(x)\nreal :: x\nf = x\nend function'],
  ['a derived type', inside('y = 0', 'type point\nreal(8) :: a, b\nend type')],
  [
    'texts that are more than codes',
    inside(
      "if (c < 'b') y = 1\ny(1, 1) = len(c) + index(c, 'a')\nd = c\nc = 'a'//d\ncall other('a'//d)\nif (d(1:1) == 'a') y = 2\nprint *, 'c is ', c\ny(2, 1) = 'a'",
      'character(len=8) :: c\ncharacter :: d\nexternal other',
    ),
  ],
  [
    'structures that are no numbers',
    inside(
      'y(1, 1) = p\ny(2, 1) = p%c + x%a + p%a%b\np = q\np = 1d0\ncall p%move()\np = point(1d0)\ny(3, 1) = size(q%v)',
      'type point\nreal(8) :: a, b\nend type\ntype, extends(point) :: more\nreal(8) :: v(3)\nend type\ntype(point) :: p\ntype(more) :: q',
    ),
  ],
  [
    'a routine that is bound otherwise in a type that extends',
    'module m\ntype a\nreal :: x\ncontains\nprocedure :: f => fa\nend type\ntype, extends(a) :: b\ncontains\nprocedure :: f => fb\nend type\ncontains\nreal function fa(t)\nclass(a), intent(in) :: t\nfa = t%x\nend function\nreal function fb(t)\nclass(b), intent(in) :: t\nfb = t%x\nend function\nreal function g(t)\nclass(a), intent(in) :: t\ng = t%f()\nend function\nend module',
  ],
  [
    'a generic name in a type for routines that take the object in different ways',
    'module m\ntype a\nreal :: x\ncontains\nprocedure :: f => fa\nprocedure, nopass :: h => fh\ngeneric :: e => f, h\nend type\ncontains\nreal function fa(t)\nclass(a), intent(in) :: t\nfa = t%x\nend function\nreal function fh(k)\ninteger, intent(in) :: k\nfh = k\nend function\nreal function g(t)\nclass(a), intent(in) :: t\ng = t%e() + t%e(2)\nend function\nend module\ngeneric :: e => f',
  ],
  [
    'assignments of one\u2019s own, a call through a type that leaves something out',
    'module m\ntype a\nreal :: x\ncontains\nprocedure :: f => fa\nend type\ntype b\nreal :: x\ncontains\nprocedure :: set => sb\ngeneric :: assignment(=) => set\nend type\ntype c\ntype(b) :: in\nend type\ninterface assignment(=)\nmodule procedure sa\nend interface\ncontains\nsubroutine sa(t, u)\ntype(a), intent(out) :: t\ntype(a), intent(in) :: u\nt%x = 2 * u%x\nend subroutine\nsubroutine sb(t, u)\nclass(b), intent(out) :: t\ntype(b), intent(in) :: u\nt%x = 2 * u%x\nend subroutine\nreal function fa(t, x)\nclass(a), intent(in) :: t\nreal, optional, intent(in) :: x\nfa = t%x\nend function\nend module\nsubroutine g(v, w, y)\nuse m, only: a, b, c, assignment(=), operator(+)\nreal, intent(in) :: v, w\nreal, intent(out) :: y\ntype(a) :: p, q\ntype(c) :: r, s\nq%x = v\np = q\ns%in%x = w\nr = s\ny = p%f() + r%in%x\nend subroutine',
  ],
  [
    'a function under the name of a type that takes what its constructor may take',
    'module m\ntype t\nreal :: a\nend type\ninterface t\nmodule procedure f\nend interface\ncontains\nfunction f(k) result(r)\ninteger, intent(in) :: k\ntype(t) :: r\nr%a = k\nend function\nend module\nsubroutine g(v, y)\nuse m\nreal, intent(in) :: v\nreal, intent(out) :: y\ntype(t) :: p\np = t(2)\ny = p%a * v\nend subroutine',
  ],
  [
    'what FINAL names and sets more than its object, outside of a type, and one that keeps to it',
    'module m\nreal :: total\ntype a\nreal :: x\ncontains\nfinal :: end_a\nend type\ntype b\nreal, allocatable :: x(:)\ncontains\nfinal :: end_b\nend type\ncontains\nsubroutine end_a(t)\ntype(a), intent(inout) :: t\ntotal = total + t%x\nend subroutine\nsubroutine end_b(t)\ntype(b), intent(inout) :: t\nif (allocated(t%x)) deallocate(t%x)\nend subroutine\nreal function g(v)\nreal, intent(in) :: v\ntype(a) :: p\nfinal :: end_a\np%x = v\ng = v\nend function\nend module',
  ],
  [
    'operators without a function, bound otherwise in a type that extends, of elements and a whole',
    'module m\ntype v\nreal :: x\ncontains\nprocedure :: plus => plus_v\ngeneric :: operator(+) => plus\nend type\ntype, extends(v) :: w\ncontains\nprocedure :: plus => plus_w\nend type\ntype u\nreal :: x\nend type\ninterface operator(*)\nmodule procedure times\nend interface\ncontains\ntype(v) function plus_v(a, b)\nclass(v), intent(in) :: a\nclass(v), intent(in) :: b\nplus_v%x = a%x + b%x\nend function\ntype(v) function plus_w(a, b)\nclass(w), intent(in) :: a\nclass(v), intent(in) :: b\nplus_w%x = a%x\nend function\nelemental type(u) function times(a, b)\ntype(u), intent(in) :: a, b\ntimes%x = a%x * b%x\nend function\nsubroutine g(x, y)\nreal, intent(in) :: x\nreal, intent(out) :: y\ntype(v) :: a, b\ntype(u) :: c(3), d\na%x = x\nb = a + a\nb = a - a\nd = c * c\ny = x .foo. x\nif (a == b) y = 1\nend subroutine\nend module',
  ],
  [
    'allocatable components of an array',
    inside('y = 0', 'type t\nreal(8), allocatable :: a(:)\nend type\ntype(t) :: p(3)'),
  ],
  ['an index that its list declares', inside('y(:, 1) = [(x(k)*k, integer :: k = 1, 3)]')],
  ['END alone behind a loop', inside('do k = 1, n\ny(k, 1) = x(k)\nend\ny = 0', 'integer :: k')],
  ['entities of HTML', inside('if (x(1) &lt; 2 .and. x(2) .gt. &amp;\n1) y = 0')],
  ['subscripts with names', inside('y(i=1, 1) = 2\ny(1, j=2) = x(i=1)')],
  [
    'a matrix of subscripts, and empty lists',
    inside('y(k, 1) = 1\ny(1, 1) = sum(x(k))\ny(:, 1) = [real(8) ::]', 'integer :: k(2, 2)'),
  ],
  ['MAXLOC of nothing, and of ranges', inside('y(1, 1) = maxloc()\ny(2, 1) = maxloc(x, :)\ny = cshift(:)')],
  ['a dimension that is no constant, in SPREAD', inside('y = spread(x, n, 2)\ny = cshift(y, 1, 3)')],
  [
    'sizes that nobody knows',
    'subroutine s(z, w, y)\nreal(8) :: z(*), w(3, *), y(3)\ny(1) = size(z) + size(w) + ubound(z, 1) + sum(z)\ny(2) = maxval(w, 2)\ny(3) = dot_product(z, z) + maxloc(z, 1)\ny = cshift(z, 1)\ny = reshape(z, [3])\ny = z\nend',
  ],
  ['an open dimension that is not the last', 'subroutine s(w)\nreal(8) :: w(3, *, 2)\nw(1, 1, 1) = 2\nend'],
  ['DATA of strings and of no constant', inside('y = 0', "real(8) :: a(2)\ndata a /'abc', n*1d0/")],
  [
    'too many values in DATA',
    inside(
      'y = 0',
      'real(8) :: a(2000000)\ninteger :: i\ndata a /3000000*1d0/\ndata (a(i), i = 1, 3000000) /3000000*0d0/',
    ),
  ],
  [
    'USE without a name',
    'subroutine s(x)\nuse\nuse , only: a\nuse iso_c_binding, a =>\nreal(8) :: x\nx = 1\nend',
  ],
  [
    'a module variable that is allocated, an argument, and what is never',
    'module m\nreal(8), allocatable :: a(:)\ncontains\nsubroutine s(b, n)\nreal(8), allocatable :: b(:)\nreal(8), allocatable :: c(:)\ninteger :: n\nallocate(a(n))\nallocate(b(n))\nb = c(1)\nend subroutine\nend module',
  ],
  [
    'an allocated array that is given away twice',
    inside(
      'k = n\ncall t(k)\nallocate(a(k))\nallocate(b(size(x(:))))\na = 1\nb = 2\ny(1, 1) = a(1) + b(1)\ncontains\nsubroutine t(i)\ninteger :: i\ni = 3\nend subroutine',
      'real(8), allocatable :: a(:), b(:)\ninteger :: k',
    ),
  ],
  [
    'IF, FORALL and DO that break off',
    inside('if (n > 1\nforall (k = 1:3\ndo concurrent ()\nforall ()\ndo while (n\nif (n) else'),
  ],
  [
    'a FORALL of a call, and WHERE of one',
    inside('forall (k = 1:3) call t(k)\nwhere (x > 0) call t\nforall (k = 1:3) print *, k'),
  ],
  ['CASE that breaks off', inside('select case (n)\ncase (1:\ncase (,2)\ncase 3\ncase (:)\nend select')],
  [
    'shifts of reals, and ATAN of three',
    inside('y(1, 1) = shiftl(1.5, 2) + shiftr(2, 1d0)\ny(2, 1) = atan(1d0, 2d0, 3d0)'),
  ],
  [
    'intrinsics that few know, and a first value of many digits',
    'subroutine f(x, y)\n  real(8) :: x, y\n  integer(8), save :: s = 88172645463325252_8\n  if (x < 0) call abort()\n  y = x*rank(x) + x*rand()*s\nend',
  ],
  [
    'a jump into no label',
    inside('if (n) 10, 20, 10\n10 continue\n20 continue\ngoto (10, 20), n\ngoto (10), x(1)'),
  ],
  [
    'ASSOCIATE with too many subscripts, of a value that is assigned, with a list',
    inside(
      'associate (a => x(1:2), b => x(1), c => x(1) + 1, d => x([1, 2]))\ny(1, 1) = a(1, 2) + b(1)\nc = 2\nend associate',
    ),
  ],
  [
    'ASSOCIATE with an array of unknown size',
    inside('associate (k => x(1:m)*2)\ny(1, 1) = k(1)\nend associate', 'integer :: m'),
  ],
  [
    'BLOCK with what belongs to the routine, and after its first statement',
    inside('block\nuse m\nsave\ninteger :: k\nk = 1\nreal(8) :: late\nend block\nend associate'),
  ],
  [
    'ASSOCIATE that breaks off, BLOCK without end',
    inside('associate (z => x(\ny = z\nend associate\nblock\ny = 1'),
  ],
  [
    'ALLOCATABLE arrays that take another size, none, or are not there',
    'subroutine grow(x, n, s)\n  implicit none\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  real(8), intent(out) :: s\n  real(8), allocatable :: w(:), u(:), z(:), v(:)\n  integer :: i\n  w = x\n  w = [w, x(1)]\n  if (n > 2) then\n    allocate(v(n))\n    v = x(2:n)\n  end if\n  u = 0\n  s = sum(z)\n  z = x\n  s = sum(w)\nend subroutine\n',
  ],
  [
    'ALLOCATABLE arrays that have no memory',
    'subroutine s(x, y)\n  real(8), intent(in) :: x(4)\n  real(8), intent(out) :: y\n  real(8), allocatable :: a(:), b(:)\n  allocate (b(4))\n  b = x\n  call move_alloc(b, a)\n  y = sum(b)\n  b = 2*x\nend subroutine\n',
  ],
  [
    'an ALLOCATABLE array that takes the memory of an argument',
    'subroutine grow(list, n, y)\n  real(8), allocatable, intent(inout) :: list(:)\n  integer, intent(in) :: n\n  real(8), intent(out) :: y\n  real(8), allocatable :: held(:)\n  call move_alloc(list, held)\n  allocate (list(n))\n  if (allocated(held)) list(1) = held(1)\n  y = sum(list)\nend subroutine\n',
  ],
  [
    'an ALLOCATABLE array that another routine allocates too',
    'subroutine s(x, y)\n  real(8), intent(in) :: x(4)\n  real(8), intent(out) :: y\n  real(8), allocatable :: a(:)\n  allocate (a(2))\n  call fill(a)\n  y = sum(a)\n  deallocate (a)\n  allocate (a(3))\n  contains\n  subroutine fill(b)\n    real(8), allocatable, intent(out) :: b(:)\n    allocate (b(4))\n    b = x\n  end subroutine\nend subroutine\n',
  ],
  [
    'ALLOCATE by what has changed',
    'subroutine al(x, n, y)\n  implicit none\n  integer, intent(inout) :: n\n  real(8), intent(in) :: x(6)\n  real(8), intent(out) :: y\n  real(8), allocatable :: w(:)\n  n = n - 1\n  allocate(w(n))\n  w = x(1:n)\n  y = sum(w**2)\nend subroutine\n',
  ],
  [
    'a pointer that is allocated again while two others have its memory',
    'subroutine s(x, n, y)\n  integer, intent(in) :: n\n  real(8), intent(in) :: x(n)\n  real(8), intent(out) :: y\n  real(8), pointer :: p(:), q(:), r(:)\n  integer :: i\n  do i = 1, 3\n    allocate (p(n))\n    p = i*x\n    if (i == 1) q => p\n    if (i == 2) r => p\n  end do\n  y = sum(q) + sum(p) + sum(r)\nend subroutine\n',
  ],
  [
    'parts of what is no COMPLEX, and arrays of COMPLEX that functions return',
    `module m
type pt
real(8) :: x, y
end type
contains
function f(a) result(b)
complex(8) :: a(2), b(2)
b = a
end function
subroutine s(x, z, p, n)
real(8) :: x(3)
complex(8) :: z(2)
type(pt) :: p(2), o
integer :: n
x(1)%re = 1
x(2) = n%im + p(1)%x%re + z%foo + z%re%im
z = f(z) + 1
z%im = f(z)
call move_alloc(x, z)
p = [o, p(1)]
p = [o, x(1)]
p = [(pt(x(n), 1d0), n = 1, 2)]
x(3) = popcnt(n) + bit_size(n)
end
end module`,
  ],
  [
    'a generic name of routines that take structures',
    `module m
type a
real(8) :: v
end type
interface f
module procedure fa, fb
end interface
contains
real(8) function fa(x)
type(a), intent(in) :: x
fa = x%v
end function
real(8) function fb(x, k, l)
type(a), intent(in) :: x
real(8), intent(in) :: k, l
fb = x%v*k - l
end function
subroutine s(x, y)
real(8) :: x, y
type(a) :: p
p = a(x)
y = f(p) + f(p, l=x, k=2d0) + f(p, x)
end subroutine
end module`,
  ],
  [
    'functions that set what another part of the statement uses',
    `module m
real(8) :: g
contains
subroutine s(x, z, i)
real(8) :: x(3), z
integer :: i
z = f(z) + z
x(nx(i)) = x(i)
if (nx(i) > 1 .and. i < 3) z = x(2)
x = x*nx(i)
z = h(x(1)) + g
print *, nx(i), i
call h2(nx(i), i)
z = f(x(1))*f(x(2)) + h(h(x(3))) - h(z)
z = f(z)
end
subroutine h2(i, j)
integer :: i, j
j = i
end
integer function nx(i)
integer :: i
i = i + 1
nx = i
end
real(8) function f(a)
real(8) :: a
a = a*2
f = a
end
real(8) function h(a)
real(8) :: a
g = a*2
h = a
end
end`,
  ],
  [
    'a pointer that is compared with a part of an array',
    'subroutine s(a, y)\nreal(8), target :: a(4)\nreal(8), pointer :: p(:)\nreal(8) :: y\np => a(1:2)\nif (associated(p, a(1:2))) y = p(1)\nif (associated(p, a)) y = 0\nend',
  ],
  [
    'a pointer to a procedure, and one that may be left out',
    'subroutine s(f, g, y)\nprocedure(h), pointer :: f\nprocedure(h), optional :: g\nreal :: y\ny = 1\nend',
  ],
  [
    'procedure pointers that lead nowhere, or out of the text',
    'subroutine s(x, y)\nreal :: x, y\nprocedure(h), pointer :: f, g\nexternal :: e\ng => e\ny = f(x)\nend',
  ],
  [
    'a name that may mean a constructor or a function',
    'module m\ntype t\nreal(8) :: a\nend type\ninterface t\nmodule procedure f\nend interface\ncontains\nfunction f(b) result(q)\nreal, intent(in) :: b\ntype(t) :: q\nq%a = 3*b\nend function\nend module\nsubroutine s(x, y)\nuse m\nreal :: x, y\ntype(t) :: p\np = t(2*x)\ny = p%a\nend',
  ],
  [
    'ALLOCATE of a component of one element',
    'subroutine s(x, y)\ntype t\nreal, allocatable :: v(:)\nend type\ntype(t) :: r(3)\nreal :: x, y\nallocate(r(2)%v(4))\ny = x\nend',
  ],
  [
    'a FORALL that assigns through what it assigns',
    'subroutine s(k, y)\ninteger :: k(4), n\nreal :: y\nforall (n = 1:4) k(k(n)) = n\ny = k(1)\nend',
  ],
  [
    'a size that functions, routines inside and other names have changed',
    'subroutine s(x, y)\nreal(8) :: x(9), y\nreal(8), allocatable :: u(:), v(:), w(:)\ninteger :: k, m, n\nk = 3\nm = 3\nn = 3\ny = bump(k)*x(1)\ncall grow\nassociate (a => n)\na = a + 1\nend associate\nallocate(u(k), v(m), w(n))\ny = y*size(u)*size(v)*size(w)\ncontains\ninteger function bump(i)\ninteger :: i\ni = i + 1\nbump = i\nend function\nsubroutine grow\nm = m + 1\nend subroutine\nend',
  ],
  [
    'nothing of what DO CONCURRENT says of its variables',
    `subroutine s(x, y)
real(8) :: x(6), y, t
integer :: i
y = 0
do concurrent (i = 1:6) local(t) shared(x) reduce(+:y) default(none)
t = x(i)**2
y = y + t
end do
end subroutine
`,
  ],
  [
    'names that come from modules which are not here',
    `subroutine k(x, y)
  use types, only: dp, state, rho_of, table
  use constants
  implicit none
  real(dp), intent(in) :: x
  real(dp), intent(out) :: y
  type(state) :: s
  y = rho_of(x) + gravity_of(x) + table(2)
  work(3) = x
end subroutine
`,
  ],
  [
    'a routine from elsewhere that is called like one inside of another',
    `real(8) function f(t)
real(8) :: t
f = t + h(t)
contains
real(8) function h(t)
real(8) :: t
h = t**3
end function
end function
subroutine s(y)
real(8), external :: h
real(8) :: y
y = h(y)
end subroutine
`,
  ],
  [
    'COMPLEX arguments whose number of dimensions their functions do not tell',
    'subroutine s(z, y)\ncomplex(8), intent(in) :: z(2, 2)\nreal(8), intent(out) :: y\ncall t(matmul(z, z), y)\ncontains\nsubroutine t(a, y)\ncomplex(8), intent(in) :: a(:, :)\nreal(8), intent(out) :: y\ny = abs(sum(a))\nend subroutine\nend\n',
  ],
  [
    'an array of a module whose bounds mean something else where it begins',
    'module m\ninteger :: k = 2\nreal(8), allocatable :: w(:)\ncontains\nsubroutine setup()\nallocate (w(k))\nw = 1\nend subroutine\nend module\nsubroutine s(k, x, y)\nuse m, only: setup, w\ninteger, intent(in) :: k\nreal(8) :: x(k), y\ncall setup()\ny = sum(w)*x(1)\nend subroutine\n',
  ],
  [
    'bounds that a run tells, clocks, chance, and text for what is not here',
    inside(
      "m = count(x > 1)\nallocate (a(m))\na = x(1)\ny(1, 1) = sum(a)\ncall cpu_time(t)\ncall system_clock(i)\ncall random_number(a)\nif (i < 0) call report('s' // 't', -3)\ncall gemv('n', t)",
      'real(8), allocatable :: a(:)\nreal(8) :: t\ninteger :: i, m',
    ),
  ],
];

test('each text has its messages', () => {
  const all = TEXTS.flatMap(([title, text]) => [`${title}:`, ...said(parseFortran, text), '']);
  check(import.meta.url, 'golden/said.golden.txt', all.join('\n'));
});
