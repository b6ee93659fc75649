subroutine kf(n, m, x, p, f, q, h, r, z)
  implicit none
  integer, intent(in) :: n, m
  real(8), intent(inout) :: x(n), p(n,n)
  real(8), intent(in) :: f(n,n), q(n,n), h(m,n), r(m,m), z(m)
  real(8) :: s(m,m), k(n,m), ht(n,m), sinv(2,2), det
  x = matmul(f, x)
  p = matmul(matmul(f, p), transpose(f)) + q
  ht = matmul(p, transpose(h))
  s = matmul(h, ht) + r
  det = s(1,1)*s(2,2) - s(1,2)*s(2,1)
  sinv(1,1) = s(2,2)/det
  sinv(2,2) = s(1,1)/det
  sinv(1,2) = -s(1,2)/det
  sinv(2,1) = -s(2,1)/det
  k = matmul(ht, sinv)
  x = x + matmul(k, z - matmul(h, x))
  p = p - matmul(k, transpose(ht))
end subroutine
