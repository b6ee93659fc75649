// Long kernels to be slow with: 400 statements of C, and 400 lines of Fortran.

/** @param {number} count @param {(k: number) => string[]} part */
const parts = (count, part) => Array.from({ length: count }, (_, k) => part(k)).flat();

const C = [
  'void longer(int n, double a[n], double b[n], double x, double *y) {',
  '  double t = x, u = 1.0;',
  ...parts(49, (k) => [
    '  for (int i = 1; i < n; i++) {',
    '    t = t*a[i] + sin(u*x);',
    `    if (t > ${k}.5) u = t/(1.0 + x*x);`,
    '    else u = u*exp(-t) + b[i];',
    '    a[i] = a[i-1]*u + t;',
    '    b[i] = sqrt(1.0 + a[i]*a[i]);',
    '    t = t + u*b[i-1];',
    '  }',
  ]),
  '  *y = t + u;',
  '}',
];

const FORTRAN = [
  'subroutine longer(n, a, b, x, y)',
  '  integer, intent(in) :: n',
  '  real(8), intent(inout) :: a(n), b(n)',
  '  real(8), intent(in) :: x',
  '  real(8), intent(out) :: y',
  '  real(8) :: t, u',
  '  integer :: i',
  '  t = x',
  '  u = 1.0d0',
  ...parts(39, (k) => [
    '  do i = 2, n',
    '    t = t*a(i) + sin(u*x)',
    `    if (t > ${k}.5d0) then`,
    '      u = t/(1.0d0 + x*x)',
    '    else',
    '      u = u*exp(-t) + b(i)',
    '    end if',
    '    a(i) = a(i-1)*u + t',
    '    b(i) = sqrt(1.0d0 + a(i)**2)',
    '  end do',
  ]),
  '  y = t + u',
  'end subroutine',
];

export const LONG_KERNELS = [
  { what: 'C of 400 statements', source: `${C.join('\n')}\n` },
  { what: 'Fortran of 400 lines', source: `${FORTRAN.join('\n')}\n` },
];
