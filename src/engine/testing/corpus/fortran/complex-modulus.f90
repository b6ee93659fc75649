function f(x, y) result(r)
  real(8), intent(in) :: x, y
  real(8) :: r
  complex(8) :: z
  z = cmplx(x, y, kind=8)
  z = z*z + (0.3d0, 0.1d0)
  r = abs(z)
end function
