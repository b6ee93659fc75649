subroutine sections(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(3, 3), b(0:2, -1:1), v(3), w(6)
  integer :: i, idx(3)
  logical :: mask(6)
  idx = (/ 3, 1, 2 /)
  a = 0
  a(1, :) = x(1:3)
  a(2:3, 1) = x(4:5)
  a(3, 2:3) = x(5:6)*2
  b = a + 1
  v = matmul(a, x(4:6))
  v = matmul(v, a)
  a = transpose(a)
  a = matmul(a, b)
  w = x
  w(2:6) = w(1:5) + 0.5*w(2:6)
  w(6:1:-1) = w
  w(1:6:2) = w(2:6:2)*w(1:5:2)
  w = w/w(2)
  v = v(idx)
  v(idx) = v + x(1:3)
  mask = x > 0.5
  y(1) = sum(a) + sum(w(1:3)*x(1:3)) + sum(x, mask)
  y(2) = maxval(w) - minval(abs(x)) + product(x(1:4))
  y(3) = dot_product(v, x(1:3)) + count(mask)
  y(4:6) = sum(a, dim=2)
  y(7:9) = y(4:6) + maxval(b, 1)
  y(10) = size(a) + size(b, 1) + lbound(b, 2) + ubound(b, 2)
  if (any(mask) .and. .not. all(mask)) y(10) = y(10) + norm2(x)
  y(11:12) = [x(1)*2, sin(x(2))]
  y(11) = y(11) + sum((/ (i*x(i), i = 1, 3) /))
  do i = 1, 3
    y(12) = y(12) + dot_product(a(i, :), b(:, i - 2))
  end do
end subroutine
