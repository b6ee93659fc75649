! Generic names of routines that take or return structures, and of others.
module shapes_of
  implicit none
  type circle
    real(8) :: r
  end type
  type square
    real(8) :: a
  end type
  type, extends(square) :: box
    real(8) :: h
  end type
  interface area
    module procedure carea, sarea, rarea, ring
  end interface
  interface grow
    module procedure cgrow, sgrow, xgrow
  end interface
  interface circled
    module procedure by_radius, by_legs
  end interface
  interface show
    module procedure sshow
  end interface
contains
  function by_radius(r) result(c)
    real(8), intent(in) :: r
    type(circle) :: c
    c%r = 2*r
  end function
  function by_legs(a, b) result(c)
    real(8), intent(in) :: a, b
    type(circle) :: c
    c%r = a**2 + b
  end function
  real(8) function carea(c)
    type(circle), intent(in) :: c
    carea = 3*c%r**2
  end function
  real(8) function sarea(s)
    class(square), intent(in) :: s
    sarea = s%a**2
  end function
  real(8) function rarea(a, b)
    real(8), intent(in) :: a, b
    rarea = a*b
  end function
  real(8) function ring(c, inner, part)
    type(circle), intent(in) :: c
    real(8), intent(in) :: inner, part
    ring = part*(c%r**2 - inner)
  end function
  subroutine cgrow(c, f)
    type(circle), intent(inout) :: c
    real(8), intent(in) :: f
    c%r = c%r*f
  end subroutine
  subroutine sgrow(s, f)
    type(square), intent(inout) :: s
    real(8), intent(in) :: f
    s%a = s%a + f
  end subroutine
  subroutine xgrow(x, f)
    real(8), intent(inout) :: x
    real(8), intent(in) :: f
    x = x - f
  end subroutine
  subroutine sshow(s, v)
    type(square), intent(in) :: s
    real(8), intent(out) :: v
    v = s%a
  end subroutine
end module
subroutine named(x, y)
  use shapes_of
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(circle) :: c, cc(2)
  type(square) :: s
  type(box) :: b
  real(8) :: t
  c = circle(x(1)); s = square(x(2)); b%a = x(3); b%h = 1
  y(1) = area(c); y(2) = area(s); y(3) = area(x(1), x(2)); y(4) = area(b)
  call grow(c, x(3)); call grow(s, x(4))
  t = x(5)
  call grow(t, x(6))
  y(5) = c%r; y(6) = s%a; y(7) = t
  call show(s, y(8))
  y(9) = area(circle(x(2))) + area(square(2d0)) + area(circled(x(4)))
  cc(1) = c; cc(2) = circled(x(1), x(2))
  call grow(cc(2), area(s))
  y(10) = area(cc(2)); y(11) = cc(1)%r
  y(12) = area(b%square) + area(c, part=x(1), inner=x(2))
end subroutine
