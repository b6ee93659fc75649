subroutine smooth(a, w)
  implicit none
  real(8), intent(inout) :: a(-2:)
  real(8), intent(in) :: w
  real(8) :: prev, cur
  integer :: i
  prev = a(lbound(a,1))
  do i = lbound(a,1) + 1, ubound(a,1) - 1
    cur = a(i)
    a(i) = (1 - w)*cur + 0.5d0*w*(prev + a(i+1))
    prev = cur
  end do
end subroutine
