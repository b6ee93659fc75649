! WHERE and FORALL that read other elements of what they assign: all values are taken before any is stored.
subroutine held(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(6), b(0:7), m(3, 3), t(3, 2)
  integer :: i, j
  a = x
  where (a > 0.5d0) a = a/a(2)
  y(1) = sum(a*x)
  b(1:6) = x; b(0) = x(6); b(7) = x(1)
  where (x > 1) b(1:6) = b(0:5) + b(2:7)
  y(2) = sum(b) + 2*b(3)
  t = reshape(x, (/ 3, 2 /))
  do i = 1, 1
    where (t(:, i) < t(:, i+1))
      t(:, i) = t(:, i) + 2*t(:, i+1)
      t(:, i+1) = t(:, i)
    elsewhere
      t(:, i+1) = t(3:1:-1, i)
    end where
  end do
  y(3) = sum(t(:, 1)); y(4) = t(1, 2) - 3*t(2, 2) + t(3, 2)
  forall (i = 2:5) a(i) = 0.5d0*(a(i-1) + a(i+1))
  y(5) = a(2) - a(3); y(6) = a(4)*a(5)
  forall (i = 1:3, j = 1:3) m(i, j) = x(i) - 0.1d0*j*x(7-j)
  forall (i = 1:3, j = 1:3, i /= j) m(i, j) = m(j, i) + m(1, 1)
  y(7) = m(1, 2) - m(2, 1); y(8) = m(3, 1)*m(2, 3)
  forall (i = 1:3)
    m(i, :) = m(:, i)*x(i)
    m(4-i, i) = m(i, 4-i) + m(i, i)
  end forall
  y(9) = sum(m(1, :)); y(10) = m(3, 1) - m(1, 3)
  if (x(1) > 0) forall (i = 1:5) a(i) = a(i+1)
  if (x(1) > 0) where (a > 1) a = 1/a
  y(11) = sum(a); y(12) = a(1)*a(5)
end subroutine held
