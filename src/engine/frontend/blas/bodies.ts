/**
 * What routines of BLAS and LAPACK compute, as plain loops, once for every language and precision. A matrix is walked by the
 * strides of its rows and columns: to transpose it exchanges them, and an upper triangle is a lower one read from its end.
 * Subscripts count from 0.
 *
 * The lines are Fortran without declarations and ends: blocks end where the margin comes back. `do i < n` counts from 0, `do i > j <
 * n` from j + 1, `do i down n` to 0. `trans is N` asks for a letter. `start kx n incx` says where a vector begins, `strides ra ca lda
 * if …` what leads to the next row and column, exchanged where that holds. Lines with `~` are for complex numbers, with `!` for real
 * ones. In heads, `?` is the letter of the type, and a function gives back `r`.
 */

/** op(a) as a lower triangle of order p, and where it and b begin. `flip` says whether op(a) lies transposed. */
const LOWER = (flip: string) => `
  strides ra ca lda if ${flip}; ka = 0
  if (uplo is U) .neqv. (${flip}):
    ka = (p - 1)*(lda + 1); kb = kb + (p - 1)*rb; ra = -ra; ca = -ca; rb = -rb`;

/** `first` op(a) b in place of b, of q columns. */
const MULTIPLY = (first = '') => `
  do j < q: do i down p: t = b(kb + i*rb + j*cb)
    if diag is N: t = t*a(ka + i*ra + i*ca)
    do l < i: t = t + a(ka + i*ra + l*ca)*b(kb + l*rb + j*cb)
    b(kb + i*rb + j*cb) = ${first}t`;

/** What op(a) takes to `first` b in place of b, of q columns. */
const SOLVE = (first = '') => `
  do j < q: do i < p: t = ${first}b(kb + i*rb + j*cb)
    do l < i: t = t - a(ka + i*ra + l*ca)*b(kb + l*rb + j*cb)
    if diag is N: t = t/a(ka + i*ra + i*ca)
    b(kb + i*rb + j*cb) = t`;

/** b is of p rows, or of p columns where it stands on the left. */
const SIDES = `
  strides rb cb ldb if side is R; p = m; q = n
  if side is R: p = n; q = m`;
const BESIDE = `${SIDES}
  kb = 0${LOWER('(trans is N) .eqv. (side is R)')}`;

const VECTOR = `
  start kb n incx; rb = incx; p = n${LOWER('.not. trans is N')}`;
const onVector = (lines: string) =>
  lines.replaceAll(' + j*cb', '').replaceAll('b(kb', 'x(kb').replace('do j < q: ', '');

/** A product that is added to a multiple of what was there; zero times that is zero. */
const UPDATE = (place: string) => `
    if beta == 0: ${place} = alpha*t
    else: ${place} = alpha*t + beta*${place}`;

const CHOLESKY = `
  strides ra ca lda if uplo is U; info = 0
  do j < n: t = a(j*ra + j*ca)
    do l < j: t = t - a(j*ra + l*ca)*a(j*ra + l*ca)
    if .not. (t > 0): info = j + 1; return
    t = sqrt(t); a(j*ra + j*ca) = t
    do i > j < n: s = a(i*ra + j*ca)
      do l < j: s = s - a(i*ra + l*ca)*a(j*ra + l*ca)
      a(i*ra + j*ca) = s/t`;

/** With rows exchanged, a lower triangle with ones on its diagonal times an upper one; both take the place of a. */
const LU = (rows: string, last = rows) => `
  info = 0
  do j < ${last}: p = j
    do i > j < ${rows}: if abs(a(i*ra + j*ca)) > abs(a(p*ra + j*ca)): p = i
    ipiv(j) = p + 1
    if a(p*ra + j*ca) == 0 .and. info == 0: info = j + 1
    if a(p*ra + j*ca) /= 0:
      if p /= j: do l < n: t = a(j*ra + l*ca); a(j*ra + l*ca) = a(p*ra + l*ca); a(p*ra + l*ca) = t
      do i > j < ${rows}: t = a(i*ra + j*ca)/a(j*ra + j*ca); a(i*ra + j*ca) = t
        do l > j < n: a(i*ra + l*ca) = a(i*ra + l*ca) - t*a(j*ra + l*ca)`;

/** A column of b through a lower triangle and an upper one, each divided by what stands on its diagonal. */
const TRIANGLES = (lower: string, upper: string, above = 'a(i*ra + l*ca)') => `
      do i < n: t = b(i*rb + j*cb)
        do l < i: t = t - a(i*ra + l*ca)*b(l*rb + j*cb)
        b(i*rb + j*cb) = t${lower}
      do i down n: t = b(i*rb + j*cb)
        do l > i < n: t = t - ${above}*b(l*rb + j*cb)
        b(i*rb + j*cb) = t${upper}`;
const DIAGONAL = '/a(i*ra + i*ca)';
const COLUMNS = `
  strides rb cb ldb
  do j < nrhs:`;
const CHOLESKY_SOLVE = COLUMNS + TRIANGLES(DIAGONAL, DIAGONAL, 'a(l*ra + i*ca)');
const EXCHANGE = 'p = ipiv(i) - 1; t = b(i*rb + j*cb); b(i*rb + j*cb) = b(p*rb + j*cb); b(p*rb + j*cb) = t';
const LU_SOLVE = `
      do i < n: ${EXCHANGE}${TRIANGLES('', DIAGONAL)}`;

export const BODIES = `
?dot(n, x, incx, y, incy) r
  start kx n incx; start ky n incy; r = 0
  do i < n: r = r + x(kx + i*incx)*y(ky + i*incy)
?axpy(n, alpha, x, incx, y, incy)
  start kx n incx; start ky n incy
  do i < n: y(ky + i*incy) = y(ky + i*incy) + alpha*x(kx + i*incx)
?scal(n, alpha, x, incx)
  if incx > 0: do i < n: x(i*incx) = alpha*x(i*incx)
?copy(n, x, incx, y, incy)
  start kx n incx; start ky n incy
  do i < n: y(ky + i*incy) = x(kx + i*incx)
?swap(n, x, incx, y, incy)
  start kx n incx; start ky n incy
  do i < n: t = x(kx + i*incx); x(kx + i*incx) = y(ky + i*incy); y(ky + i*incy) = t
?nrm2(n, x, incx) r
  start kx n incx; r = 0
  do i < n: r = r + x(kx + i*incx)*x(kx + i*incx)
  r = sqrt(r)
?asum(n, x, incx) r
  r = 0
  if incx > 0: do i < n: r = r + abs(x(i*incx))
i?amax(n, x, incx) r
  r = 0
  if n > 0 .and. incx > 0: p = 0
    do i > 0 < n: if abs(x(i*incx)) > abs(x(p*incx)): p = i
    r = p + 1
?rot(n, x, incx, y, incy, cs, sn)
  start kx n incx; start ky n incy
  do i < n: t = cs*x(kx + i*incx) + sn*y(ky + i*incy)
    y(ky + i*incy) = cs*y(ky + i*incy) - sn*x(kx + i*incx)
    x(kx + i*incx) = t
?rotg(f, g, cs, sn)
  s = f; t = g; cs = 1; sn = 0; g = 0
  if s /= 0 .or. t /= 0: f = sqrt(s*s + t*t)
    if (abs(s) > abs(t) .and. s < 0) .or. (abs(s) <= abs(t) .and. t < 0): f = -f
    cs = s/f; sn = t/f; g = 1
    if abs(s) > abs(t): g = sn
    if abs(s) <= abs(t) .and. s /= 0: g = 1/cs
?gemv(trans, m, n, alpha, a, lda, x, incx, beta, y, incy)
  strides ra ca lda if .not. trans is N; p = m; q = n
  if .not. trans is N: p = n; q = m
  start kx q incx; start ky p incy
  if q == 0: p = 0
  do i < p: t = 0
    do j < q:
!     t = t + a(i*ra + j*ca)*x(kx + j*incx)
~     s = a(i*ra + j*ca)
~     if trans is C: s = conjg(s)
~     t = t + s*x(kx + j*incx)${UPDATE('y(ky + i*incy)')}
?ger(m, n, alpha, x, incx, y, incy, a, lda)
  strides ra ca lda; start kx m incx; start ky n incy
  do i < m: do j < n: a(i*ra + j*ca) = a(i*ra + j*ca) + alpha*x(kx + i*incx)*y(ky + j*incy)
?symv(uplo, n, alpha, a, lda, x, incx, beta, y, incy)
  strides ra ca lda if uplo is U; start kx n incx; start ky n incy
  do i < n: t = 0
    do j <= i: t = t + a(i*ra + j*ca)*x(kx + j*incx)
    do j > i < n: t = t + a(j*ra + i*ca)*x(kx + j*incx)${UPDATE('y(ky + i*incy)')}
?syr(uplo, n, alpha, x, incx, a, lda)
  strides ra ca lda if uplo is U; start kx n incx
  do i < n: do j <= i: a(i*ra + j*ca) = a(i*ra + j*ca) + alpha*x(kx + i*incx)*x(kx + j*incx)
?trmv(uplo, trans, diag, n, a, lda, x, incx)${VECTOR}${onVector(MULTIPLY())}
?trsv(uplo, trans, diag, n, a, lda, x, incx)${VECTOR}${onVector(SOLVE())}
?gemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)
  strides ra ca lda if .not. transa is N; strides rb cb ldb if .not. transb is N; strides rc cc ldc
  do j < n: do i < m: t = 0
    do l < k:
!     t = t + a(i*ra + l*ca)*b(l*rb + j*cb)
~     s = a(i*ra + l*ca); r = b(l*rb + j*cb)
~     if transa is C: s = conjg(s)
~     if transb is C: r = conjg(r)
~     t = t + s*r${UPDATE('c(i*rc + j*cc)')}
?symm(side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc)${SIDES}
  strides ra ca lda if uplo is U; strides rc cc ldc if side is R
  do j < q: do i < p: t = 0
    do l <= i: t = t + a(i*ra + l*ca)*b(l*rb + j*cb)
    do l > i < p: t = t + a(l*ra + i*ca)*b(l*rb + j*cb)${UPDATE('c(i*rc + j*cc)')}
?syrk(uplo, trans, n, k, alpha, a, lda, beta, c, ldc)
  strides ra ca lda if .not. trans is N; strides rc cc ldc if uplo is U
  do i < n: do j <= i: t = 0
    do l < k: t = t + a(i*ra + l*ca)*a(j*ra + l*ca)${UPDATE('c(i*rc + j*cc)')}
?trmm(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb)${BESIDE}${MULTIPLY('alpha*')}
?trsm(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb)${BESIDE}${SOLVE('alpha*')}
?trtrs(uplo, trans, diag, n, nrhs, a, lda, b, ldb, info)
  info = 0
  do i down n: if diag is N .and. a(i*lda + i) == 0: info = i + 1
  if info /= 0: return
  strides rb cb ldb; kb = 0; p = n; q = nrhs${LOWER('.not. trans is N')}${SOLVE()}
?potrf(uplo, n, a, lda, info)${CHOLESKY}
?potrs(uplo, n, nrhs, a, lda, b, ldb, info)
  strides ra ca lda if uplo is U; info = 0${CHOLESKY_SOLVE}
?posv(uplo, n, nrhs, a, lda, b, ldb, info)${CHOLESKY}${CHOLESKY_SOLVE}
?getrf(m, n, a, lda, ipiv, info)
  strides ra ca lda; q = m
  if n < m: q = n${LU('m', 'q')}
?getrs(trans, n, nrhs, a, lda, ipiv, b, ldb, info)
  strides ra ca lda if .not. trans is N; info = 0${COLUMNS}
    if trans is N:${LU_SOLVE}
    else:${TRIANGLES(DIAGONAL, '')}
      do i down n: ${EXCHANGE}
?gesv(n, nrhs, a, lda, ipiv, b, ldb, info)
  strides ra ca lda${LU('n')}
  if info /= 0: return${COLUMNS}${LU_SOLVE}
`;
