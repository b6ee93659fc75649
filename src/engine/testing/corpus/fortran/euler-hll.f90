module constants
  use, intrinsic :: iso_fortran_env, only: dp => real64
  implicit none
  private
  public :: dp, gamma_air, pi
  real(dp), parameter :: gamma_air = 1.4_dp, pi = acos(-1.0_dp)
end module constants
module euler1d
  use constants, only: dp, g => gamma_air
  implicit none
contains
  pure function pressure(u) result(p)
    real(dp), intent(in) :: u(3)
    real(dp) :: p
    p = (g - 1) * (u(3) - 0.5_dp * u(2)**2 / u(1))
  end function pressure
  pure function flux(u) result(f)
    real(dp), intent(in) :: u(3)
    real(dp) :: f(3), v, p
    v = u(2) / u(1); p = pressure(u)
    f = [u(2), u(2)*v + p, (u(3) + p)*v]
  end function flux
  subroutine hll(ul, ur, f)
    real(dp), dimension(3), intent(in) :: ul, ur
    real(dp), dimension(3), intent(out) :: f
    real(dp) :: sl, sr, cl, cr
    cl = sqrt(g * pressure(ul) / ul(1)); cr = sqrt(g * pressure(ur) / ur(1))
    sl = min(ul(2)/ul(1) - cl, ur(2)/ur(1) - cr)
    sr = max(ul(2)/ul(1) + cl, ur(2)/ur(1) + cr)
    if (sl >= 0) then
      f = flux(ul)
    else if (sr <= 0) then
      f = flux(ur)
    else
      f = (sr*flux(ul) - sl*flux(ur) + sl*sr*(ur - ul)) / (sr - sl)
    end if
  end subroutine hll
  subroutine step(u, dx, dt)
    real(dp), intent(inout) :: u(:, :)
    real(dp), intent(in) :: dx, dt
    real(dp), allocatable :: fl(:, :)
    integer :: i, n
    n = size(u, 2)
    allocate(fl(3, 0:n))
    do i = 1, n - 1
      call hll(u(:, i), u(:, i+1), fl(:, i))
    end do
    fl(:, 0) = fl(:, 1)
    fl(:, n) = fl(:, n-1)
    do concurrent (i = 1:n)
      u(:, i) = u(:, i) - dt/dx * (fl(:, i) - fl(:, i-1))
    end do
    deallocate(fl)
  end subroutine step
end module euler1d
