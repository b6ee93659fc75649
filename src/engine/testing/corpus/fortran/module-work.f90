! A work array of a module for two routines.
module w
  real(8), allocatable :: work(:)
end module
subroutine weigh(n, x, s)
  use w
  integer :: n
  real(8) :: x(n), s
  s = 0
  do i = 1, n
    work(i) = x(i)**2
    s = s + work(i)*x(1)
  end do
end subroutine
subroutine outer(n, x, s)
  use w, only: work
  integer :: n
  real(8) :: x(n), s
  if (.not. allocated(work)) allocate(work(n))
  call weigh(n, x, s)
end subroutine
