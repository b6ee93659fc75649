real(8) function golden(a, b, p) result(x)
  implicit none
  real(8), intent(in) :: a, b, p
  real(8), parameter :: r = (sqrt(5d0) - 1)/2
  real(8) :: lo, hi, c, d
  integer :: it
  lo = a
  hi = a + b**2 + 1
  do it = 1, 12
    c = hi - r*(hi - lo)
    d = lo + r*(hi - lo)
    if (f(c) < f(d)) then
      hi = d
    else
      lo = c
    end if
  end do
  x = 0.5d0*(lo + hi)
contains
  real(8) function f(t)
    real(8), intent(in) :: t
    f = (t - p)**2 + 0.1d0*t
  end function f
end function golden
