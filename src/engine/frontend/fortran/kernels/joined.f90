! Operators element by element between components that are arrays of structures, one in the other.
module joined_types
  implicit none
  type pt
    real(8) :: u, v
  end type
  type body
    type(pt) :: c(2)
  end type
  interface operator(+)
    module procedure added
  end interface
contains
  elemental function added(a, b) result(r)
    type(pt), intent(in) :: a, b
    type(pt) :: r
    r%u = a%u + b%u*a%v
    r%v = a%v - b%v
  end function
end module
subroutine joined(x, y)
  use joined_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(body) :: b(3), d
  type(pt) :: q(2), p(3)
  integer :: i
  do i = 1, 3
    b(i)%c(1) = pt(x(i), x(i)*x(i + 1))
    b(i)%c(2) = pt(x(i + 3), i*x(2))
  end do
  q = b(1)%c + b(2)%c + b(3)%c
  y(1:2) = q%u
  y(3:4) = q%v
  p = b%c(1) + (b%c(2) + b%c(1))
  y(5:7) = p%u*p%v
  d = b(1)
  d%c = d%c + (b(2)%c(1) + d%c)
  y(8:9) = d%c%u
  y(10:11) = d%c%v
end subroutine joined
