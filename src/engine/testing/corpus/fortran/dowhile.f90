subroutine agm(a, b, r)
  real(8), intent(in) :: a, b
  real(8), intent(out) :: r
  real(8) :: x, y, t
  x = a; y = b
  do while (abs(x - y) > 1.d-10*x)
    t = 0.5d0*(x + y) ; y = sqrt(x*y) ; x = t
  end do
  r = x
end subroutine
