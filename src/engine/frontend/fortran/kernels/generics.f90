! Generic names, functions that return arrays, and routines of one name in different units.
module generics_parts
  implicit none
  interface size_of
    module procedure one, many, whole
  end interface size_of
  interface put
    procedure :: put_one, put_many
  end interface
  ! The intrinsic still takes what none of these does.
  type :: dual
    real(8) :: v, d
  end type
  interface sin
    module procedure sin_of_whole, sin_of_dual
  end interface
  interface exp
    module procedure exp_of_dual
  end interface
contains
  elemental real(8) function sin_of_whole(k)
    integer, intent(in) :: k
    sin_of_whole = sin(k/10d0)
  end function sin_of_whole
  elemental type(dual) function sin_of_dual(a)
    type(dual), intent(in) :: a
    sin_of_dual = dual(sin(a%v), cos(a%v)*a%d)
  end function sin_of_dual
  elemental type(dual) function exp_of_dual(a)
    type(dual), intent(in) :: a
    exp_of_dual = dual(exp(a%v), exp(a%v)*a%d)
  end function exp_of_dual
  real(8) function one(x)
    real(8), intent(in) :: x
    one = abs(x)
  end function one
  real(8) function many(x)
    real(8), intent(in) :: x(:)
    many = sqrt(sum(x**2))
  end function many
  integer function whole(k)
    integer, intent(in) :: k
    whole = 10*k
  end function whole
  subroutine put_one(y, v)
    real(8), intent(inout) :: y
    real(8), intent(in) :: v
    y = y + v
  end subroutine put_one
  subroutine put_many(y, v)
    real(8), intent(inout) :: y(:)
    real(8), intent(in) :: v
    y = y + v
  end subroutine put_many
  function scaled(n, x, by) result(z)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n), by
    real(8) :: z(0:n - 1)
    z = by*x
  end function scaled
  pure function cross(a, b)
    real(8), intent(in), dimension(3) :: a, b
    real(8) :: cross(3)
    cross = cshift(a, 1)*cshift(b, -1) - cshift(a, -1)*cshift(b, 1)
  end function cross
end module generics_parts

subroutine generics(x, y)
  use generics_parts, only: size_of, put, times => scaled, cross, sin, exp, dual
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(dual) :: d
  y(1) = size_of(x(1)) + size_of(x) + size_of(3)
  call put(y(2), x(2))
  call put(y(3:4), size_of(x(2:3)))
  y(5:7) = cross(x(1:3), x(4:6))
  y(8) = dot_product(cross(x(1:3), times(3, x(4:6), 2d0)), x(2:4))
  y(9:11) = scaled(x(1:3))
  y(12) = sum(times(6, x, x(1)) + x) + sum(sin(x)*exp(-x)*sin([1, 2, 3, 4, 5, 6]))
  d = exp(sin(dual(x(1), 1d0)))
  y(12) = y(12) + d%v*d%d + sin(3)
contains
  function scaled(v) result(w)
    real(8), intent(in) :: v(:)
    real(8) :: w(size(v))
    integer :: i
    do i = 1, size(v)
      w(i) = v(i)*x(6) + i
    end do
  end function scaled
end subroutine generics
