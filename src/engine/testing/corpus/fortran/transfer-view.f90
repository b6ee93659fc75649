subroutine norm2d(a, r)
  real(8), intent(in) :: a(3,4)
  real(8), intent(out) :: r
  real(8) :: v(12)
  v = transfer(a, v)
  r = sqrt(dot_product(v, v)) + transfer(a(1,1), r)
end subroutine
