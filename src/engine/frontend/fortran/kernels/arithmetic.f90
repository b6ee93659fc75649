subroutine arithmetic(x, y)
  implicit none
  integer, parameter :: sp = selected_real_kind(6), dp = kind(1d0)
  real(dp), intent(in) :: x(6)
  real(dp), intent(inout) :: y(12)
  real(sp) :: s
  integer :: i, j
  integer(8) :: big
  i = 7
  j = -3
  s = 0.1
  big = 3000000000_8
  y(1) = i/j + mod(i, j) + modulo(i, j) + i**2 + 2**j
  y(2) = 1/3*x(1) + 1.0/3*x(1) + 1d0/3*x(1)
  y(3) = -x(1)**2 + 2**3**2 - (-x(2))**3
  y(4) = x(1) - x(2) - x(3) + x(1)/x(2)/x(3)*x(4)
  y(5) = s*x(1) + 0.1 + 0.1_dp + 0.1d0
  y(6) = big/7*x(1) + real(big, dp)
  y(7) = merge(x(1), x(2), x(1) > x(2)) + dim(x(1), x(2)) + sign(x(3), -x(1))
  y(8) = max(x(1), x(2), 0.3_dp) + min(x(3), x(4), 2d0) + max(i, j)
  y(9) = nint(x(1)) + int(-1.7) + floor(-1.7) + ceiling(-1.7_dp) + anint(2.5) + aint(-2.5)
  y(10) = atan2(x(1), x(2)) + hypot(x(3), x(4)) + erf(x(1)) + x(5)**1.5 + x(5)**(-2)
  y(11) = mod(x(6), x(1)) + modulo(-x(6), x(1)) + abs(j) + iabs(j) + isign(4, j)
  y(12) = dble(s) + dsqrt(x(1)) + dexp(x(2)) + dlog(x(5)) + huge(1) + epsilon(s) + tiny(1d0)
  if (x(1) > 0 .and. .not. (x(2) < 0 .or. i == j) .neqv. .false.) y(12) = y(12) + 1
end subroutine
