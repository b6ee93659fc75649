pure subroutine gravity(n, m, r, v, dt)
  implicit none
  integer, parameter :: dp = kind(1.d0)
  integer, intent(in) :: n
  real(dp), intent(in) :: m(n), dt
  real(dp), intent(inout) :: r(3, n), v(3, n)
  real(dp) :: a(3, n), d(3)
  integer :: i, j
  a = 0.0_dp
  do i = 1, n
    do j = 1, n
      if (i == j) cycle
      d = r(:, j) - r(:, i)
      a(:, i) = a(:, i) + m(j)*d/(norm2(d)**2 + 0.01_dp)**1.5_dp
    end do
  end do
  v = v + dt*a
  r = r + dt*v
end subroutine gravity
