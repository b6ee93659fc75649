! Arrays that another routine allocates, time and again, by what has changed before.
subroutine lentsizes(x, y)
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  real(8), allocatable :: a(:), b(:), c(:), d(:)
  integer :: k, n
  allocate (a(2))
  call fill(a, 4)
  y(1) = sum(a)
  deallocate (a)
  allocate (a(3))
  y(2) = size(a)*x(1)
  n = 3
  call fill(b, n + 1)
  y(3) = sum(b)
  deallocate (b)
  n = n + 1
  call fill(b, n + 1)
  y(4) = sum(b)
  do k = 1, 3
    n = n - 1
    if (x(k) > 0.5d0) call anew(c, n)
    y(4 + k) = sum(c)*size(c)
  end do
  call once(d)
  call once(d)
  y(8) = sum(d)
contains
  subroutine fill(v, m)
    integer, intent(in) :: m
    real(8), allocatable, intent(out) :: v(:)
    allocate (v(m))
    v = x(:m)
  end subroutine
  subroutine anew(v, m)
    integer, intent(in) :: m
    real(8), allocatable, intent(inout) :: v(:)
    if (allocated(v)) deallocate (v)
    allocate (v(0:m))
    v(0) = x(6)
    v(1:) = x(:m)
  end subroutine
  subroutine once(v)
    real(8), allocatable, intent(inout) :: v(:)
    if (.not. allocated(v)) allocate (v(2))
    v = x(3:4)
  end subroutine
end subroutine
