module special_mod
  implicit none
  integer, parameter :: dp = kind(0.d0)
  real(dp), parameter :: a(0:5) = (/ -0.57721566_dp, 0.99999193_dp, -0.24991055_dp, &
       0.05519968_dp, -0.00976004_dp, 0.00107857_dp /)
  real(dp), dimension(4), parameter :: &
       num = [8.5733287401_dp, 18.0590169730_dp, 8.6347608925_dp, 0.2677737343_dp], &
       den = [9.5733223454_dp, 25.6329561486_dp, 21.0996530827_dp, 3.9584969228_dp]
contains
  elemental real(dp) function e1(x)
    real(dp), intent(in) :: x
    integer :: i
    real(dp) :: top, bot
    if (x <= 1.0_dp) then
      e1 = -log(x)
      do i = 0, 5
        e1 = e1 + a(i)*x**i
      end do
    else
      top = 1; bot = 1
      do i = 1, 4
        top = top*x + num(i)
        bot = bot*x + den(i)
      end do
      e1 = exp(-x)*top/(bot*x)
    end if
  end function e1
  subroutine well(n, r, t, q, trans, stor, s)
    integer, intent(in) :: n
    real(dp), intent(in) :: r(n), t, q, trans, stor
    real(dp), intent(out) :: s(n)
    s = q/(4*acos(-1.0_dp)*trans)*e1(r**2*stor/(4*trans*t))
  end subroutine well
end module special_mod
