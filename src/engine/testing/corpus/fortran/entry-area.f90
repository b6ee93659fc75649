function area(r) result(v)
  real(8), intent(in) :: r
  real(8) :: v, perimeter
  real(8), parameter :: pi = 3.14159265358979d0
  v = pi*r*r
  return
  entry perimeter(r)
  perimeter = 2*pi*r
end function
subroutine both(r, q)
  real(8), intent(in) :: r
  real(8), intent(out) :: q
  real(8), external :: area, perimeter
  q = area(r)/perimeter(r)
end subroutine
