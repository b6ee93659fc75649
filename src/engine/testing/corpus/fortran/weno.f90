subroutine weno_flux(n, q, fl)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: q(-1:n+2)
  real(8), intent(out) :: fl(0:n)
  real(8), parameter :: eps = 1d-6, d0 = 1d0/3, d1 = 2d0/3
  real(8) :: b0, b1, a0, a1
  integer :: i
  do i = 0, n
    b0 = (q(i+1) - q(i))**2
    b1 = (q(i) - q(i-1))**2
    a0 = d1/(eps + b0)**2
    a1 = d0/(eps + b1)**2
    fl(i) = (a0*(0.5d0*q(i) + 0.5d0*q(i+1)) + a1*(-0.5d0*q(i-1) + 1.5d0*q(i)))/(a0 + a1)
  end do
end subroutine
