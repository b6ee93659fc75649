! Zeros come in from either side; what is kept of a negative number is as many of its bits as were asked for.
! Generators of random numbers have constants of more digits than a REAL holds.
subroutine bits(x, y)
  integer, parameter :: wide = selected_int_kind(18)
  integer(wide), parameter :: factor = 6364136223846793005_wide
  real(8) :: x(6), y(12)
  integer :: k, w
  integer(wide) :: s
  k = int(100*x(1))
  w = int(2*x(2)) + 1
  y(1) = x(1)*ishft(k, -1)
  y(2) = x(2)*ishft(-k, -2)
  y(3) = x(3)*ishft(-k, -31)
  y(4) = x(4)*ishft(-k, 3)
  y(5) = x(5)*ibits(-k, 2, 5)
  y(6) = x(6)*ibits(k, 0, 31)
  y(7) = x(1)*ibits(-k, 1, w)
  y(8) = x(2)*ibits(k, 1, w + 1)
  y(9) = x(3)*ibits(-k, 1, 0)
  y(10) = x(4)*ibits(-k, 0, 32)
  y(11) = x(5)*ibset(ibclr(-k, 1), 3)
  y(12) = merge(x(6), -x(6), btest(-k, 4))
  s = k*factor + 1442695040888963407_wide
  y(12) = y(12) + x(1)*real(ishft(s, -33), 8)/2d0**31
  y(1) = y(1) + shiftr(-k, 3) + x(2)*and(k, 12) - or(k, 3)*xor(k, 5)
  y(2) = y(2) + x(1)*shiftr(-k, w)
end subroutine
