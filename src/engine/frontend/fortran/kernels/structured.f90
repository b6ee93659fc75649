! Lists of structures.
module planes
  implicit none
  type point
    real(8) :: x = 0.5d0, y
  end type
  type line
    type(point) :: a, b
    integer :: k = 3
  end type
contains
  function middle(p, q) result(m)
    type(point), intent(in) :: p, q
    type(point) :: m
    m = point((p%x + q%x)/2, (p%y + q%y)/2)
  end function
end module
subroutine structured(x, y)
  use planes
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(point) :: p(3), q(4), o
  type(line) :: g(2)
  integer :: i
  o = point(x(1), y=2*x(2))
  p = [o, point(y=x(3)), middle(o, point(x(2), x(1)))]
  q = [(point(x(i)**2, i*x(1)), i = 1, 4)]
  g = [line(p(1), p(2)), line(o, point(x(1), x(2)), k=5)]
  q(1:2) = [p(3), p(2)]
  y(1:3) = p%x*p%y
  y(4:7) = q%x + 2*q%y
  y(8) = g(1)%b%x*g(2)%a%y*g(1)%k
  y(9:10) = g%b%y*g%k
  p(3:1:-1) = [q(2:3), point(x(6), x(5))]
  y(11) = p(1)%x - p(2)%y
  y(12) = p(3)%x*p(3)%y
end subroutine structured
