subroutine bits(n, x, y, k, j)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y(n)
  integer, intent(out) :: j(8)
  real(8) :: w(3), z(5)
  integer :: idx(3)
  w = [real(8) :: 1, 2, x(1)]
  idx = [integer :: 3, 1, 2]
  z = [real(8) :: i2(idx(1)), x(idx(2)), k, 3, 4]
  y = eoshift(x, 1)
  y = y + eoshift(x, shift=-1, boundary=2d0) * x
  y = eoshift(y, k) + y * w(idx(3)) + z(1) * cshift(x, -1)
  if (btest(k, 1)) y(1) = y(1) * 2
  j(1) = ishft(k, 3)
  j(2) = ishft(-k, -2)
  j(3) = ibset(k, 4)
  j(4) = ibclr(k, 1)
  j(5) = ibits(k + 13, 1, 3)
  j(6) = ishft(k, 32)
  j(7) = idx(1)
  j(8) = merge(1, 0, btest(k, 0))
contains
  function i2(i)
    integer, intent(in) :: i
    integer :: i2
    i2 = 2*i
  end function
end subroutine
