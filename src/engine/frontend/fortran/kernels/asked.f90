! Keywords in any order, bounds that are asked for, masks and dimensions by position and by name.
subroutine asked(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(0:2, 2), b(2, 3), v(-2:3), w(2, 2, 3), none(0)
  real(4) :: s(3)
  integer :: n(4), k
  logical :: l(3)
  a = reshape(x, [3, 2])
  b = reshape(source=x, shape=[2, 3])
  v = x
  w = spread(a(:1, :), dim=3, ncopies=3)
  s = real(x(1:3), 4)
  n = [3, -1, 4, 1]
  l = x(1:3) > 1
  y(1) = lbound(a, 1) + 10*ubound(a, dim=1) + 100*lbound(v, 1) + 1000*ubound(v, 1) + size(a) + size(array=a, dim=2)
  y(2) = sum(mask=a > 1, array=a) + product(x(1:3), l) + maxval(v, mask=v < 2) + minval(array=b)
  y(3) = sum(matmul(b, a)) + dot_product(vector_a=x, vector_b=v) + sum(transpose(matrix=b)*a)
  y(4) = maxval(none) + minval(none)
  y(4) = merge(1d0, 2d0, y(4) == 0) + maxloc(x, 1) + 10*minloc(array=x, dim=1) + 100*maxloc(x, dim=1, mask=x < 2)
  y(5) = sum(sum(a, 1)) + sum(maxval(b, dim=2)) + sum(product(a, 2)) + count(l) + 10*count(b > 1)
  y(6) = merge(1, 0, any(l)) + 2*merge(1, 0, all(l)) + 4*merge(1, 0, any(mask=x > 5)) + 8*merge(1, 0, all(x > 0))
  y(7) = sum(cshift(v, 2)*x) + sum(cshift(b, shift=-1, dim=2)*b)
  y(8) = sum(s) + maxval(s) + minval(s(:2)) + norm2(x) + norm2(x=b)
  y(9) = maxval(n) + 10*minval(n) + 100*sum(n, mask=n > 0) + 1000*product(n)
  y(10) = sum(w) + sum(spread(x(1:2), 1, 2)*b(:, :2)) + sum(spread(source=2d0, dim=1, ncopies=3)*x(1:3))
  k = 2
  y(11) = sum(x(6:1:-k)) + sum(v(k - 3:)) + sum(x([1, 3, 1])) + sum(b(k, :)) + sum(a(:, k))
  y(12) = sum([(x(k)*k, k = 1, 6, 2)]) + sum([x(1), 2d0, -x(2)]) + sum(real(n, 8)) + dot_product(n, n)
end subroutine
