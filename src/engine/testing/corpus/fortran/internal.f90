subroutine rk4(y, n, t, h, k)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  real(8), intent(in) :: t, h, k
  real(8) :: k1(n), k2(n), k3(n), k4(n)
  call rhs(t, y, k1)
  call rhs(t + h/2, y + h/2*k1, k2)
  call rhs(t + h/2, y + h/2*k2, k3)
  call rhs(t + h, y + h*k3, k4)
  y = y + h/6*(k1 + 2*k2 + 2*k3 + k4)
contains
  subroutine rhs(tt, yy, dy)
    real(8), intent(in) :: tt, yy(n)
    real(8), intent(out) :: dy(n)
    integer :: i
    do i = 1, n
      dy(i) = -k*yy(i) + sin(tt*i)
    end do
  end subroutine rhs
end subroutine rk4
