module soil
  implicit none
  private
  integer, parameter, public :: rk = kind(1.d0)
  real(rk), parameter :: alpha = 0.036_rk, nvg = 1.56_rk, mvg = 1 - 1/nvg, ks = 24.96_rk
  public theta, conductivity, richards_residual
contains
  elemental pure function theta(psi)
    real(rk), intent(in) :: psi
    real(rk) :: theta
    if (psi < 0) then
      theta = 0.078_rk + (0.43_rk - 0.078_rk)*(1 + (alpha*abs(psi))**nvg)**(-mvg)
    else
      theta = 0.43_rk
    end if
  end function theta
  elemental pure function conductivity(psi) result(k)
    real(rk), intent(in) :: psi
    real(rk) :: k, se
    se = (theta(psi) - 0.078_rk)/(0.43_rk - 0.078_rk)
    k = ks*sqrt(se)*(1 - (1 - se**(1/mvg))**mvg)**2
  end function conductivity
  subroutine richards_residual(psi, psi_old, dz, dt, res)
    real(rk), intent(in), dimension(:) :: psi, psi_old
    real(rk), intent(in) :: dz, dt
    real(rk), intent(out), dimension(size(psi)) :: res
    real(rk), dimension(size(psi)+1) :: q
    integer :: n
    n = size(psi)
    q(2:n) = -0.5_rk*(conductivity(psi(1:n-1)) + conductivity(psi(2:n)))*((psi(2:n) - psi(1:n-1))/dz + 1)
    q(1) = q(2); q(n+1) = q(n)
    res = (theta(psi) - theta(psi_old))/dt + (q(2:) - q(:n))/dz
  end subroutine
end module soil
