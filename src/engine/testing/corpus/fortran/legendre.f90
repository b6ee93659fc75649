pure real(8) function pleg(n, x)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x
  real(8) :: p0, p1, p2
  integer :: k
  p0 = 1; p1 = x
  do k = 2, n
    p2 = ((2*k - 1)*x*p1 - (k - 1)*p0)/k
    p0 = p1
    p1 = p2
  end do
  pleg = p1
end function
