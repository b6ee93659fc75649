subroutine derived(p, x)
  type(point) :: p
  class(shape) :: q
  real(8) :: x
  type :: point
    real(8) :: x, y
  end type
  x = p%x
  call p%move(x)
end subroutine

subroutine kinds(x, n)
  real(16) :: x
  real(kind=3) :: y
  integer(2) :: n
  complex(8) :: z
  character(len=3) :: s
  real(8), parameter :: wrong = n
  real(8), parameter :: two(3) = (/ 1d0, 2d0 /)
  real(8) :: r = 'text'
  integer(kind=n) :: k
  x = z
end subroutine

subroutine attributes(a, b, n, v)
  integer, value :: v(3)
  integer :: n
  real(8), intent(in) :: a
  real(8), allocatable :: c(:)
  real(8), pointer :: d(:)
  real(8), save :: kept = 1d0
  real(8), bind(c) :: e
  real(8), intrinsic :: sin
  real(8), dimension(3), optional :: b
  real(8), target :: t
  real(8), intent(in), pointer :: u => null()
  real(8) :: w(*, 3), one(2:1), lots(n, *)
  a = 1
  b(1) = sin(a)
  c(1) = kept
  n%x = 3
end subroutine

subroutine twice(x)
  real(8) :: x
  real(8) :: x
  integer :: sub
  parameter (sub = 3)
  sub = 4
  x(1) = 2
end subroutine

subroutine statementfunctions(x, y)
  real(8) :: x, y, f, g, h, a, b
  f(a) = a*a
  g(a, b) = f(a) + b
  h(a) = h(a) + 1
  f = 3
  y = f(x, x)
  y = g(x)
  y = g(x, :)
  y = h(x)
end subroutine

subroutine common(a)
  real(8) :: a, b(3), c
  common /blk/ a, b
  common // c
  common /blk/ d(n)
  equivalence (b(1), c), (a, b(2))
  data a /1d0/, b /3*0d0, 1d0/
  data zz(1) /1d0/
  data (b(i), i = 1, 9) /9*1d0/
  data b(7) /2d0/, b(2:5) /2*1d0/, b(1, 1) /3d0/
  data 3 /1/
  namelist /group/ a, b
end subroutine

block data
  common /blk/ x, y
  data x, y /1.0, 2.0/
  x = 3
end block data

module one
  real(8), save :: shared = 2d0
end module
module one
  real(8) :: shared
end module

subroutine uses(x)
  use one, only: shared, local => shared, missing
  use nowhere
  use, intrinsic :: iso_fortran_env
  use, non_intrinsic :: one
  real(8) :: x
  x = shared + local
end subroutine

subroutine implicits(x)
  implicit real(8) (a-h), integer (i-n), logical (l)
  implicit none
  save
  external foo
  intrinsic sin
  dimension z(3)
  save /blk/, z
  import
  private
  x = foo(z) + sin
  if (l) x = 1
end subroutine

function noresult(x) result(y)
  real(8) :: x
  x = 1
end function

real(8) pure elemental function twotypes(x) result(twotypes)
  real(8) :: x, twotypes
  twotypes = x
end function

recursive subroutine binds(x) bind(c, name='binds')
  real(8) :: x
  x = x
end subroutine

subroutine twice(x)
end subroutine

subroutine dummies(x, x, *, f)
  real(8) x, f
  x = f(x)
  call f(x)
end

subroutine interfaces(x)
  interface
    function g(x)
      real(8) :: g, x
    end function
    subroutine s(a)
      real(8), intent(out) :: a(:)
    end subroutine
  end interface
  real(8) x
  x = g(x)
  call s(x)
  call g(x)
  x = s(x)
end subroutine

subroutine sized(x)
  type layer(k, n)
    integer, kind :: k = 8
    integer, len :: n
    real(8) :: w
  end type layer
  type(layer(n=3)) :: l
  real(8) :: x
  integer :: h
  data h /4habcd/
  l%w = x
end subroutine
