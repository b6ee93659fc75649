subroutine rot(n, z, w, theta)
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, intent(in) :: n
  complex(dp), intent(in) :: z(n)
  complex(dp), intent(out) :: w(n)
  real(dp), intent(in) :: theta
  complex(dp), parameter :: ci = (0.0_dp, 1.0_dp)
  integer :: i
  do i = 1, n
    w(i) = exp(ci*theta*i)*z(i)**2/(1.0_dp + conjg(z(i))*z(i))
  end do
end subroutine
