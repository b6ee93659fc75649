function mixed(x) result(res)
  implicit none
  double precision, intent(in) :: x
  double precision :: res
  real :: s
  integer*8 :: big
  logical*4 :: l
  s = 1.5e0
  big = 3000000000_8
  l = x .gt. 0.d0
  res = 0.1 + 0.1d0 + s*x + dble(big)*1d-9 + 2**3**2 - (-x)**2 + mod(-7, 3) + modulo(-7, 3) + nint(-2.5d0) + int(-2.5) &
      + iand(12, 10) + ceiling(x) + floor(-x) + sign(2d0, -x) + dim(x, 0.3d0) + atan2(x, 2d0) + hypot(x, 1d0)
  if (l .eqv. .true.) res = res - 1.0
  res = res + x**0.5 + x**3 + huge(1)*1d-9 + epsilon(1d0)*1d15 + tiny(1d0) + 5/2 + (-5)/2 + 1.0/3
  res = res + log10(x) + sinh(x) + asin(x/9) + erf(x) + exp(1d0)**x + aint(x) + anint(x) + amod(5.5, 2.0)
  res = res + x**(-2) + 2.**(-1) + (-8)**3 + 10**(-1) + 1.e+3*.5d0 + 5. - 1.e-1
end function
