! Arrays of a module, asked for with ALLOCATED.
module work
  implicit none
  real(8), allocatable :: buf(:), m(:,:)
contains
  subroutine setup(n)
    integer, intent(in) :: n
    if (.not. allocated(buf)) allocate(buf(n))
    if (allocated(m)) deallocate(m)
    allocate(m(n,n))
    m = 0d0
  end subroutine
end module
subroutine quadratic(n, x, s)
  use work
  implicit none
  integer :: n, i
  real(8) :: x(n), s
  call setup(n)
  buf = x*x
  do i = 1, n
    m(i,i) = buf(i)*x(1)
  end do
  s = sum(matmul(m, buf))
  deallocate(buf)
  if (allocated(m)) deallocate(m)
end subroutine
