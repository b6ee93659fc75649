! Whole arrays, sections and what is computed from them.
subroutine arrays(x, y)
  implicit none
  real(8) :: x(6), y(12), a(2, 3), b(3, 2), c(2, 2), v(3), w(2), t
  integer :: p(3), i, n
  logical :: mask(6)
  n = 3
  p = (/ 3, 1, 2 /)
  a = 0
  a(1, :) = x(1:3)
  a(2, 1:3) = x(6:4:-1)
  b = transpose(a)
  c = matmul(a, b)
  v = matmul(x(1:2), a)
  w = matmul(a, x(4:6))
  y(1:2) = w*2 - (/ c(1, 1), c(2, 2) /)
  y(3) = dot_product(v, x(p)) + norm2(w)
  mask = x > 1d0
  y(4) = sum(x, mask=mask) + product(x, mask=.not. mask) + count(mask)
  y(5) = maxval(x) - minval(x(2:5))*x(1) + maxval(a, mask=a > 1)
  v = sum(a, dim=1)
  w = maxval(a, dim=2)
  y(6) = sum(v*v) + w(1)*w(2)
  if (any(mask) .and. .not. all(mask)) y(7) = sum(merge(x, -x, mask))
  y(8) = sum((/ (x(i)*i, i = 1, 3) /)) + sum(x(1:n:2))
  v(:) = x(p)
  v(2:3) = v(1:2)
  y(9) = v(3)*v(2) + v(1)
  t = 2
  a(:, 2) = t*a(:, 2) + a(:, 1)/a(:, 3)
  y(10) = sum(a(:, 2)) + size(a)*1d-3 + sum(abs(-x)) + sum(min(x, 1d0))
  y(11) = sum(c(:, 1) + [1d0, 2d0]) + dot_product(c(1, :), a(1:2, 1))
  c = -c
  y(12) = spreadout(c, 2) + maxval((/ x(1), x(2) /)) + minval(p)*x(3) + sum(p(2:))
contains
  function spreadout(m, k) result(r)
    integer, intent(in) :: k
    real(8), intent(in) :: m(k, k)
    real(8) :: r
    r = m(1, 1)*m(2, 2) - m(1, 2)*m(2, 1)
  end function
end subroutine
