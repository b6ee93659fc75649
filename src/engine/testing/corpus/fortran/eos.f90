subroutine eos(mode, rho, e, p, c)
  implicit none
  integer, intent(in) :: mode
  real(kind=8), intent(in) :: rho, e
  real(kind=8), intent(out) :: p, c
  real(kind=8), parameter :: gamma(3) = [1.4d0, 5d0/3d0, 1.1d0]
  real(kind=8) :: g
  select case (mode)
  case (:0)
    p = rho*e*0.4d0
    c = sqrt(1.4d0*p/rho)
    return
  case (1:3)
    g = gamma(mode)
  case (4, 7)
    g = 1.3d0 + 0.1d0*e
  case default
    g = 2d0
  end select
  p = (g - 1)*rho*e
  c = sqrt(g*p/rho)
end subroutine
