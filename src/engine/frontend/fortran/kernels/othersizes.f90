! Memory of one size and another, with bounds of its own, and a RETURN amid its uses.
subroutine othersizes(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8), allocatable :: c(:)
  integer :: m
  call begun(y(11), y(12))
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
contains
  ! Sizes that only the first turn sets, and later ones add to.
  subroutine begun(r, s)
    real(8), intent(out) :: r, s
    real(8), allocatable :: a(:), b(:)
    integer :: i, j, n, k
    r = 0
    s = 0
    do i = 1, 3
      if (i == 1) n = 0
      if (x(i) > 0.5d0) then
        do j = 1, 4
          n = n + 1
        end do
      end if
      if (i == 1) then
        k = 1
      else
        do j = 1, 2
          k = k + 1
        end do
      end if
      allocate (a(n), b(k))
      a = x(i)
      b = a(k)**2
      if (r > 100) exit
      r = r + sum(a)
      s = s + sum(b)*x(6)
      deallocate (a, b)
    end do
  end subroutine
end subroutine
