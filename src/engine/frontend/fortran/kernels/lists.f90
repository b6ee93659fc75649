! Lists of scalars, arrays and loops, one behind the other.
subroutine lists(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8) :: a(4), b(14), m(2, 2)
  integer :: i, k(3)
  a = [1, 2, 3, 4]
  a = [a(3:4), x(1), a(1)]
  y(1:4) = a
  a(:) = (/ a(2:), a(1) /)
  b = [0d0, x, (x(i)**2, i = 6, 1, -1), 1d0]
  y(5) = sum([x, a]*2) + maxval([b(3:5), 3*x(2)])
  m = reshape([x(1), x(3:4), a(1)], [2, 2])
  y(6) = m(1, 2) - 2*m(2, 1)
  y(7:9) = [m(2, :), b(14)]
  k = [6, [1, 3]]
  y(10:12) = x(k)
  b(:10) = [m, x]
  y(12) = sum(b(2:9:2)) + b(10)
end subroutine lists
