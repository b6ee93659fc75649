module ode
  implicit none
  private
  integer, parameter :: dp = kind(1.0d0)
  public :: solve, dp
contains
  pure subroutine vdp(t, y, mu, f)
    real(dp), intent(in) :: t, y(:), mu
    real(dp), intent(out) :: f(size(y))
    f(1) = y(2)
    f(2) = mu*(1.0_dp - y(1)**2)*y(2) - y(1) + 0.0_dp*t
  end subroutine vdp
  subroutine solve(y, mu, tend, tol, nacc)
    real(dp), intent(inout) :: y(2)
    real(dp), intent(in) :: mu, tend, tol
    integer, intent(out) :: nacc
    real(dp) :: k1(2), k2(2), k3(2), ynew(2), z(2), err, h, t
    t = 0
    h = 0.05_dp
    nacc = 0
    do while (t < tend)
      h = min(h, tend - t)
      call vdp(t, y, mu, k1)
      call vdp(t + h/2, y + h/2*k1, mu, k2)
      call vdp(t + 3*h/4, y + 3*h/4*k2, mu, k3)
      ynew = y + h*(2*k1 + 3*k2 + 4*k3)/9
      z = h*(-5*k1 + 6*k2 + 8*k3)/72
      err = sqrt(sum(z**2)/2)
      if (err <= tol) then
        t = t + h
        y = ynew
        nacc = nacc + 1
      end if
      h = h*min(5.0_dp, max(0.2_dp, 0.9_dp*(tol/max(err, 1e-12_dp))**(1.0_dp/3)))
      if (nacc > 500) exit
    end do
  end subroutine solve
end module ode
