real function cheb(c, n, a, b, x)
  integer, intent(in) :: n
  real, intent(in) :: c(n), a, b, x
  real :: d, dd, sv, y
  integer :: j
  d = 0.0
  dd = 0.0
  y = (2.0*x - a - b)/(b - a)
  do j = n, 2, -1
    sv = d
    d = 2.0*y*d - dd + c(j)
    dd = sv
  enddo
  cheb = y*d - dd + 0.5*c(1)
end function cheb
