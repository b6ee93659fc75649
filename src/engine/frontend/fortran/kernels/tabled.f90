! DATA for sections, and TRIM of components.
subroutine tabled(x, y)
  implicit none
  type choice
    character(len=8) :: kind = 'cubic'
  end type
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(choice) :: c
  real(8) :: a(2, 3), b(0:4)
  complex(8) :: z(3), w(2, 2)
  integer :: k(4), i
  data a(:, 1) /1d0, 2d0/, a(2:1:-1, 2:3) /3d0, 4d0, 5d0, 6d0/
  data b(0:4:2) /3*1.5d0/, b(1), b(3) /2*0.25d0/
  data z(1:2) /(1d0, 2d0), (3d0, 4d0)/, z(3) /(5d0, 6d0)/
  data w(:, 2) /2*(1d0, -1d0)/, w(1:2, 1) /(2d0, 0d0), (0d0, 2d0)/
  data k(4:1:-1) /1, 2, 3, 4/
  y(1:6) = reshape(a, [6])*x
  y(7) = sum([(b(i)*x(i + 1), i = 0, 4)])
  y(8) = real(z(1)*w(1, 1) + z(2)*w(2, 1)*x(1))
  y(9) = aimag(z(3)*w(1, 2) - w(2, 2)*x(2))
  y(10) = k(1)*x(1) + k(4)*x(2)**2
  y(11) = 0
  if (trim(c%kind) == 'cubic') y(11) = x(3)**3
  c%kind = 'square'
  select case (trim(c%kind))
  case ('square')
    y(12) = x(4)**2
  case default
    y(12) = x(4)
  end select
end subroutine
