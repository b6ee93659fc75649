function integrate(a, b, n, p) result(s)
  implicit none
  double precision, intent(in) :: a, b, p
  integer, intent(in) :: n
  double precision :: s, h, x
  integer :: i
  h = (b - a)/n
  s = 0.5d0*(f(a) + f(b))
  do i = 1, n-1
    x = a + i*h
    s = s + f(x)
  end do
  s = s*h
contains
  double precision function f(x)
    double precision, intent(in) :: x
    f = exp(-p*x*x)
  end function f
end function integrate
