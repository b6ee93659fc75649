! Properties of water by region, as tables would have them.
subroutine density(t, p, rho, region)
  implicit none
  double precision, intent(in) :: t, p
  double precision, intent(out) :: rho
  integer, intent(out) :: region
  double precision, parameter :: c(3, 2) = reshape((/ 1d0, -2d-3, 3d-4, 9d-1, -1d-3, 5d-4 /), (/ 3, 2 /))
  integer :: i
  region = merge(1, 2, t < 2d0)
  rho = 0
  do i = 3, 1, -1
    rho = rho*t + c(i, region)
  end do
  select case (region)
  case (1)
    rho = rho*(1 + 1d-2*p)
  case (2)
    rho = rho + p/(t + 10)
  end select
end subroutine density
