program vdp
  implicit none
  real(8) :: y(2), mu
  integer :: i
  mu = 1.5d0
  y = (/1.0d0, 0.5d0/)
  do i = 1, 5
    call step(y, mu, 0.05d0)
  end do
  print *, y
end program vdp
subroutine step(y, mu, h)
  implicit none
  real(8), intent(inout) :: y(2)
  real(8), intent(in) :: mu, h
  real(8) :: k1(2), k2(2)
  call f(y, mu, k1)
  call f(y + h*k1, mu, k2)
  y = y + 0.5d0*h*(k1 + k2)
end subroutine step
subroutine f(y, mu, dy)
  implicit none
  real(8), intent(in) :: y(2), mu
  real(8), intent(out) :: dy(2)
  dy(1) = y(2)
  dy(2) = mu*(1 - y(1)**2)*y(2) - y(1)
end subroutine f
