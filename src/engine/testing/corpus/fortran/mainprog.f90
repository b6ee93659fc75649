program test
  implicit none
  integer, parameter :: n = 5
  real(8) :: x(n), s
  integer :: i
  do i = 1, n
    x(i) = 0.1d0*i
  end do
  call total(x, s)
  print *, s
contains
  subroutine total(x, s)
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: s
    s = sum(x**3)
  end subroutine
end program
