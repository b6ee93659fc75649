! Memory of one size and another, with bounds of its own, and a RETURN amid its uses.
subroutine othersizes(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8), allocatable :: c(:)
  integer :: m
  do m = 1, 4
    if (allocated(c)) deallocate (c)
    select case (m)
    case (1)
      allocate (c(2)); c = [1d0, 1d0]
    case (2)
      allocate (c(3)); c = [1d0/3, 4d0/3, 1d0/3]
    case (3)
      allocate (c(0:3), source=0.375d0)
    case default
      return
    end select
    y(m) = sum(c*[x(1:size(c))])
    y(m+6) = lbound(c, 1)*x(1)
  end do
end subroutine
