real(8) function newton(c) result(x)
  real(8), intent(in) :: c
  integer :: it
  x = 1.5d0
  do it = 1, 50
    dx = (x**3 - c)/(3*x**2)
    x = x - dx
    if (abs(dx) < 1.0e-6) exit
  end do
end function
