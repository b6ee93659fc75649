subroutine heat(u, n, nt, dt, dx)
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  integer, intent(in) :: n, nt
  real(dp), intent(inout) :: u(n)
  real(dp), intent(in) :: dt, dx
  real(dp) :: unew(n), r
  integer :: it
  r = dt/dx**2
  do it = 1, nt
    unew = u
    unew(2:n-1) = u(2:n-1) + r*(u(3:n) - 2*u(2:n-1) + u(1:n-2))
    u = unew
  end do
end subroutine heat
