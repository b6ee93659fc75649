! What is bound otherwise by types that extend: through objects, along calls, deferred, by SELECT TYPE; what is left out through a type.
module dispatched_types
  implicit none
  integer, parameter :: dp = kind(1d0)
  type, abstract :: shape_t
    real(dp) :: rho = 1
  contains
    procedure(area_i), deferred :: area
    procedure :: weight => shape_weight
    procedure :: report
    procedure, nopass :: unit => unit_shape
    generic :: total => weight, report
  end type
  abstract interface
    pure function area_i(self) result(a)
      import :: shape_t, dp
      class(shape_t), intent(in) :: self
      real(dp) :: a
    end function
  end interface
  type, extends(shape_t) :: circle
    real(dp) :: r = 2
  contains
    procedure :: area => circle_area
  end type
  type, extends(shape_t) :: rect
    real(dp) :: a = 1, b = 1
  contains
    procedure :: area => rect_area
    procedure :: weight => rect_weight
    procedure, nopass :: unit => unit_rect
  end type
  type, extends(rect) :: square
  contains
    procedure :: area => square_area
  end type
  type :: holder
    type(square) :: s(2)
    real(dp) :: w = 0
  contains
    procedure, pass(h) :: add
  end type
contains
  pure function shape_weight(self) result(w)
    class(shape_t), intent(in) :: self
    real(dp) :: w
    w = self%rho*self%area()
  end function
  pure function rect_weight(self) result(w)
    class(rect), intent(in) :: self
    real(dp) :: w
    w = 2*self%rho*self%area() + self%b
  end function
  pure function circle_area(self) result(a)
    class(circle), intent(in) :: self
    real(dp) :: a
    a = 3*self%r**2
  end function
  pure function rect_area(self) result(a)
    class(rect), intent(in) :: self
    real(dp) :: a
    a = self%a*self%b
  end function
  pure function square_area(self) result(a)
    class(square), intent(in) :: self
    real(dp) :: a
    a = self%a**2 + self%rect%area()
  end function
  function report(self, f, g) result(w)
    class(shape_t), intent(in) :: self
    real(dp), intent(in) :: f
    real(dp), intent(in), optional :: g
    real(dp) :: w
    w = f*self%weight() + kind_of(self)
    if (present(g)) w = w + g
  end function
  real(dp) function unit_shape()
    unit_shape = 1
  end function
  real(dp) function unit_rect()
    unit_rect = 7
  end function
  function kind_of(s) result(k)
    class(shape_t), intent(in) :: s
    real(dp) :: k
    select type (q => s)
    type is (rect)
      k = q%a
    class is (rect)
      k = 10*q%b
    type is (circle)
      k = 100*q%r
    class default
      k = -1
    end select
  end function
  recursive subroutine scale(s, f)
    class(shape_t), intent(inout) :: s
    real(dp), intent(in) :: f
    s%rho = s%rho*f
    select type (s)
    class is (rect)
      s%a = s%a*f
    end select
    if (f > 1) call scale(s, f/2)
  end subroutine
  subroutine add(k, f, h)
    integer, intent(in) :: k
    real(dp), intent(in), optional :: f
    class(holder), intent(inout) :: h
    if (present(f)) then
      h%w = h%w + f*h%s(k)%weight()
    else
      h%w = h%w + h%s(k)%area()
    end if
  end subroutine
end module
subroutine dispatched(x, y)
  use dispatched_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(circle) :: c
  type(rect) :: r
  type(square) :: s
  type(holder) :: h
  class(shape_t), allocatable :: p, q
  y = 0
  c%r = x(1)
  r = rect(rho=x(2), a=x(3), b=x(4))
  s = square(x(5), x(6), x(1))
  y(1) = c%weight() + 10*r%weight() + 100*s%weight()
  y(2) = c%report(x(2)) + r%report(x(3), x(4)) + s%total(x(5))
  y(3) = kind_of(c) + kind_of(r) + kind_of(s)
  call scale(c, 3d0)
  call scale(r, x(6))
  call scale(s, x(2))
  y(4) = c%total() + r%total()*s%total()
  y(5) = c%unit() + r%unit()*s%unit()*x(1)
  allocate(p, source=s)
  allocate(circle :: q)
  q%rho = x(3)
  y(6) = p%weight() + q%report(f=x(1), g=x(2))
  h%s(1) = s
  h%s(2)%a = x(4)
  call h%add(1)
  call h%add(2, x(1))
  call h%add(f=x(2), k=1)
  y(7) = h%w
  associate (t => h%s(1))
    y(8) = t%weight()
  end associate
end subroutine

