! An elemental routine sees each element as an argument, and may see whole arrays besides: those of its module, of its host, and those in
! a structure. Nothing that it reads has changed before all elements are there. Keywords name its arguments in any order.
module elementwise_parts
  implicit none
  type :: table
    real(8) :: at(3), slope
    real(8), allocatable :: of(:)
  end type
  real(8) :: shared(4) = 1d0
contains
  elemental function looked(t, v, power) result(r)
    class(table), intent(in) :: t
    real(8), intent(in) :: v
    integer, intent(in), optional :: power
    real(8) :: r
    r = t%at(1) + (v - t%at(3))*t%slope*t%of(size(t%of))
    if (present(power)) r = r**power
  end function looked
  elemental function scaled(v) result(r)
    real(8), intent(in) :: v
    real(8) :: r
    r = v*shared(1) + shared(2)
  end function scaled
  elemental subroutine moved(a, t, by)
    real(8), intent(inout) :: a
    type(table), intent(in) :: t
    real(8), intent(in) :: by
    a = a*t%at(2) + by
  end subroutine moved
end module elementwise_parts

subroutine elementwise(x, y)
  use elementwise_parts
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(table) :: t
  real(8) :: own(3)
  integer :: i
  t = table(x(1:3), 2d0, [x(4), x(5)])
  y(1:3) = looked(t, x(4:6)) + sum(looked(v=x(6:5:-1), t=t, power=2))
  t%at = looked(t, t%at*1.5d0) + t%at
  y(4:6) = t%at
  call moved(by=x(2:4), a=y(4:6), t=t)
  shared = x(1:4)
  shared = scaled(shared)
  y(7:8) = shared(2:3) + differs(b=x(1:2), a=x(3:4))
  own = x(2:4)
  own = inside(own)
  forall (i=1:2) own(i) = inside(own(i + 1))
  y(9:11) = own
  y(12) = sum(scaled(own))
contains
  elemental real(8) function differs(a, b)
    real(8), intent(in) :: a, b
    differs = a**2*b - b
  end function differs
  elemental real(8) function inside(v)
    real(8), intent(in) :: v
    inside = v*own(1) - own(3)
  end function inside
end subroutine elementwise
