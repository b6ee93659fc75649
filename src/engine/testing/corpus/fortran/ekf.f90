module ekf_module
  use, intrinsic :: iso_fortran_env, only: wp => real64
  implicit none
  private
  public :: ekf_step
contains
  subroutine ekf_step(x, p, z, dt, q, r)
    real(wp), intent(inout) :: x(2), p(2, 2)
    real(wp), intent(in) :: z, dt, q, r
    real(wp) :: f(2, 2), k(2), s
    x = flow(x, dt)
    f = reshape([1.0_wp, -dt*cos(x(1)), dt, 1.0_wp], [2, 2])
    p = matmul(matmul(f, p), transpose(f)) + q*identity(2)
    s = p(1, 1) + r
    k = p(:, 1)/s
    x = x + k*(z - x(1))
    p = p - spread(k, 2, 2)*spread(p(1, :), 1, 2)
  end subroutine ekf_step
  pure function flow(x, dt) result(y)
    real(wp), intent(in) :: x(2), dt
    real(wp) :: y(2)
    y = [x(1) + dt*x(2), x(2) - dt*sin(x(1))]
  end function flow
  pure function identity(n) result(e)
    integer, intent(in) :: n
    real(wp) :: e(n, n)
    integer :: i
    e = 0
    do i = 1, n
      e(i, i) = 1
    end do
  end function identity
end module ekf_module
