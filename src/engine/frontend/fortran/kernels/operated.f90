! Operators of one's own: between structures, structures and numbers, arrays; bound to a type, element by element.
module vectors
  implicit none
  type vec
    real(8) :: x, y
  end type
  type, extends(vec) :: marked
    integer :: mark
  end type
  interface operator(+)
    module procedure add
  end interface
  interface operator(-)
    module procedure less, negative
  end interface operator(-)
  interface operator(*)
    module procedure times, times_whole, dot
  end interface
  interface operator(.cross.)
    module procedure cross, product3
  end interface
  interface operator(<)
    module procedure shorter
  end interface
contains
  type(vec) function add(a, b)
    class(vec), intent(in) :: a, b
    add = vec(a%x + b%x, a%y + b%y)
  end function
  pure function less(a, b) result(c)
    type(vec), intent(in) :: a, b
    type(vec) :: c
    c%x = a%x - b%x
    c%y = a%y - b%y
  end function
  function negative(a) result(c)
    type(vec), intent(in) :: a
    type(vec) :: c
    c = vec(-a%x, -a%y)
  end function
  function times(s, a) result(c)
    real(8), intent(in) :: s
    type(vec), intent(in) :: a
    type(vec) :: c
    c = vec(s*a%x, s*a%y)
  end function
  function times_whole(s, a) result(c)
    integer, intent(in) :: s
    type(vec), intent(in) :: a
    type(vec) :: c
    c = vec(3*s*a%x, s*a%y)
  end function
  real(8) function dot(a, b)
    type(vec), intent(in) :: a, b
    dot = a%x*b%x + a%y*b%y
  end function
  real(8) function cross(a, b)
    type(vec), intent(in) :: a, b
    cross = a%x*b%y - a%y*b%x
  end function
  function product3(a, b) result(c)
    real(8), intent(in) :: a(3), b(3)
    real(8) :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function
  logical function shorter(a, b)
    type(vec), intent(in) :: a, b
    shorter = a*a < b*b
  end function
end module
module duals
  implicit none
  type dual
    real(8) :: v, d
  contains
    procedure, private :: sum_of, product_of
    procedure, private, pass(b) :: scaled
    generic :: operator(+) => sum_of
    generic :: operator(*) => product_of, scaled
  end type
contains
  elemental type(dual) function sum_of(a, b) result(c)
    class(dual), intent(in) :: a, b
    c%v = a%v + b%v
    c%d = a%d + b%d
  end function
  elemental type(dual) function product_of(a, b) result(c)
    class(dual), intent(in) :: a, b
    c%v = a%v * b%v
    c%d = a%d * b%v + a%v * b%d
  end function
  elemental type(dual) function scaled(a, b) result(c)
    real(8), intent(in) :: a
    class(dual), intent(in) :: b
    c%v = a * b%v
    c%d = a * b%d
  end function
end module
subroutine operated(x, y)
  use vectors, only: vec, marked, operator(+), operator(-), operator(*), operator(.cross.), operator(<)
  use duals
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(vec) :: p, q, r(2)
  type(marked) :: m
  type(dual) :: a(3), b(3), t
  integer :: i
  y = 0
  p = vec(x(1), x(2))
  q = 2.0d0*p + vec(x(3), 1.0d0)
  r(1) = -(p - q)
  r(2) = 2*r(1) + 0.5d0*(p + q)
  y(1) = p*q + (p .cross. r(2)) - 2.0d0*(r(1)*r(2))
  m%x = x(4); m%y = x(5); m%mark = 1
  p = m + p
  y(2) = p%x
  y(3) = p%y
  if (q < p) y(3) = y(3) + x(6)
  y(4:6) = x(1:3) .cross. x(4:6)*2 - x(2:4)
  do i = 1, 3
    a(i) = dual(x(i), 1.0d0)
  end do
  b = (a*a) + a*(a + a)
  b = a + 2d0*b
  t = dual(0d0, 0d0)
  do i = 1, 3
    t = t + x(6)*b(i)*a(i)
  end do
  y(7) = t%v
  y(8) = t%d
  y(9:11) = b%d
end subroutine
