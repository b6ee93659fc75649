! The example of section 2 in the paper on control flow reversal.
subroutine listing(x, y)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y(3)
  integer :: i
  i = 1
  do while (i < 3)
    if (i < 2) then
      y(2) = sin(x(1))
    else
      y(1) = cos(x(2))
    end if
    i = i + 1
  end do
  y(3) = y(1)*y(2)
end subroutine listing
