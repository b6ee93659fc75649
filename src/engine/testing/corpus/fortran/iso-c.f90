subroutine axpy(n, a, x, y) bind(c, name='axpy')
  use, intrinsic :: iso_c_binding
  implicit none
  integer(c_int), value :: n
  real(c_double), value :: a
  real(c_double), intent(in) :: x(n)
  real(c_double), intent(inout) :: y(n)
  y = y + a*x
end subroutine axpy
