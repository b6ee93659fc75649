! One step of a Kalman filter, as people write it with BLAS and LAPACK.
subroutine update(n, m, h, p, r, x, z, loglik)
  implicit none
  integer, intent(in) :: n, m
  double precision, intent(in) :: h(m, n), r(m, m), z(m)
  double precision, intent(inout) :: p(n, n), x(n), loglik
  double precision :: hp(m, n), s(m, m), v(m), w(m), k(m, n)
  double precision, external :: ddot
  integer :: i, info
  call dsymm('Right', 'L', m, n, 1d0, p, n, h, m, 0d0, hp, m)
  s = r
  call dgemm('N', 'T', m, m, n, 1d0, hp, m, h, m, 1d0, s, m)
  call dcopy(m, z, 1, v, 1)
  call dgemv('No transpose', m, n, -1d0, h, m, x, 1, 1d0, v, 1)
  call dpotrf('L', m, s, m, info)
  if (info /= 0) return
  call dcopy(m, v, 1, w, 1)
  call dtrsv('L', 'N', 'N', m, s, m, w, 1)
  loglik = loglik - 0.5d0*ddot(m, w, 1, w, 1)
  do i = 1, m
    loglik = loglik - log(s(i, i))
  end do
  k = hp
  call dpotrs('L', m, n, s, m, k, m, info)
  call dgemv('T', m, n, 1d0, k, m, v, 1, 1d0, x, 1)
  call dgemm('T', 'N', n, n, m, -1d0, k, m, hp, m, 1d0, p, n)
end subroutine
