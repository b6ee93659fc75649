! Intrinsics by all their names and types.
subroutine intrinsics(x, y)
  use, intrinsic :: ieee_arithmetic, only: ieee_is_nan, ieee_is_finite
  implicit none
  real(8) :: x(6), y(12)
  real(4) :: s
  integer :: i
  integer(8) :: l
  logical :: q
  s = real(x(1), 4)
  i = int(x(4)*3)
  l = int(x(2), 8) + 5000000000_8
  q = x(1) > 0.5d0 .and. (.true._4 .neqv. .false._1)
  y(1) = dsin(x(1)) + dcos(x(2)) + dtan(x(3)) + dexp(x(1)) + dlog(x(2)) + dsqrt(x(3)) + dabs(-x(4))
  y(2) = asin(x(1)/2) + acos(x(1)/3) + atan(x(2)) + datan2(x(1), x(2)) + sinh(x(1)) + cosh(x(2)) + tanh(x(3))
  y(3) = asinh(x(1)) + acosh(x(2)) + atanh(x(3)/2) + log10(x(4)) + erf(x(1)) + erfc(x(2)) + hypot(x(1), x(2))
  y(4) = max(x(1), x(2), x(3)) + dmin1(x(4), x(5)) + sign(x(1), -x(2)) + dim(x(4), x(1)) + dmod(x(5), x(1))
  y(5) = x(1)*iabs(-i) + max0(i, 2) + min0(i, 3) + mod(i, 4) + isign(i, -1) + idim(i, 9) + amax0(1, i)
  y(6) = x(2)*nint(x(3)) + anint(x(4)) + aint(x(5)) + floor(-x(1)) + ceiling(x(2)) + idnint(x(6)) + modulo(-i, 4)
  y(7) = x(3)*dble(s) + real(l, 8)*1d-9 + float(i) + dfloat(i) + sngl(x(1))*0 + ifix(s) + idint(x(4))
  y(8) = x(4) + merge(1, 2, q) + iand(i, 6) + ior(i, 1) + ieor(i, 3)
  y(9) = abs(s) + sin(s)*0 + max(s, 0.25) + x(5)**2 + x(5)**(-1) + x(1)**0.5d0 + 2**i*1d-2
  y(10) = exp(x(1))*log(x(2)) + alog(s)*0 + amax1(s, 0.5) + huge(s)*0 + epsilon(x(1)) + modulo(-x(1), x(2))
  y(11) = dprod(s, 0.5) + x(6)**i*1d-6 + (-1)**i + 1**i + 0**(i*0) + x(1)**0
  y(12) = real(i)*x(1) + real(i, kind=8)/3 + dble(i)/4 + int(2.7) + int(-2.7d0) + mod(-i, 4) + i/4 - (-i)/4
  ! REAL of two kinds, which compilers let MAX and MIN have, and what is no number.
  y(12) = y(12) + max(x(1)/3, 0.1, min(s, x(2))) + merge(1d0, 2d0, ieee_is_nan(log(x(1) - 9)) .and. .not. isnan(x(1)))
  if (.not. ieee_is_finite(x(1)/(x(2) - x(2))) .and. ieee_is_finite(s)) y(12) = 2*y(12)
end subroutine
