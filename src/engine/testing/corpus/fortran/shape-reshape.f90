subroutine scale(a, v)
  real(8), intent(in) :: a(3,2)
  real(8), intent(out) :: v(2,3)
  v = reshape(a*a, shape(v))
end subroutine
