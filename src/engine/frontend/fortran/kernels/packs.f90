! PACK, SHAPE, TRANSFER among numbers, RESHAPE to a shape.
subroutine packs(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  real(8) :: a(2, 3), p(6), v(3)
  integer :: n, s(2)
  integer, parameter :: form(2) = [2, 3]
  a = reshape(x, shape(a))
  s = shape(transpose(a))
  n = count(x > 1)
  p(1:n) = pack(x**2, x > 1)
  y(1:6) = 0
  y(1:n) = p(1:n)
  y(7) = sum(pack(a, a < 2d0)) + s(1) + 10*s(2)
  v = pack(a(1, :), a(2, :) > 1.5d0, [1d0, 2d0, 3d0])
  y(8:10) = v
  y(11) = sum(transfer(a, p)*x) + size(pack(x, x > 100))
  a = reshape(transfer(y(1:6), x), form)
  y(12) = a(2, 1) + product(shape(a)) + sum(pack(a, .true.))
end subroutine
