subroutine relax(n, sweeps, omega, u, f, res)
  implicit none
  integer, intent(in) :: n, sweeps
  real(8), intent(in) :: omega
  real(8), intent(inout) :: u(n, n)
  real(8), intent(in) :: f(n, n)
  real(8), intent(out) :: res
  integer :: i, j, s
  real(8) :: h, old, new, d, r

  h = 1.0d0 / dble(n - 1)
  res = 0.0d0

  ! Gauss-Seidel with over-relaxation, red and black in turn.
  do s = 1, sweeps
    do j = 2, n - 1
      do i = 2, n - 1
        if (mod(i + j, 2) == mod(s, 2)) then
          old = u(i, j)
          new = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) &
              - h * h * f(i, j))
          u(i, j) = old + omega * (new - old)
        end if
      end do
    end do
    if (res > 1.0d6) exit
  end do

  ! The residual with a soft nonlinearity.
  do j = 2, n - 1
    do i = 2, n - 1
      d = u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4.0d0 * u(i, j)
      r = d / (h * h) - f(i, j) * exp(-u(i, j) * u(i, j) * 1.0d-3)
      res = res + r * r
    end do
  end do
  res = sqrt(res) * h
end subroutine relax
