! What begins where objects begin, what waits until all is read, what modules keep to themselves.
module hides
  implicit none
  real(8), private :: w = 10d0
  private :: inner
  type item
    real(8) :: w = 3d0
  end type
  type box
    type(item) :: i = item(w=7d0)
    type(item) :: j
  end type
contains
  type(item) function up(by)
    real(8), intent(in) :: by
    up%w = up%w + inner(by)
  end function
  real(8) function inner(by)
    real(8), intent(in) :: by
    inner = by*w
  end function
end module
module shows
  implicit none
  private
  real(8), public :: w = 2d0
  real(8) :: hidden = 5d0
  public :: seen
contains
  real(8) function seen()
    seen = hidden
  end function
end module
subroutine begun(x, y)
  use shows
  use hides
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type pair
    real(8) :: a, b
  end type
  complex(8) :: z(3), c(3)
  type(pair) :: p(3)
  type(item) :: t
  type(item), allocatable :: q(:)
  type(box) :: b
  real(8) :: a(3), hidden
  integer :: i
  y = 0
  z = cmplx(x(1:3), x(4:6), 8)
  c = z
  where (x(1:3) > 1)
    z = z*(1d0,1d0)
  elsewhere
    z = cmplx(aimag(z), real(z), 8)
  end where
  y(1:3) = real(z) + 2*aimag(z)
  forall (i = 1:3) c(i) = c(4-i)*c(i)
  y(4:6) = real(c) + 3*aimag(c)
  p%a = x(1:3)
  p%b = x(4:6)
  forall (i = 1:3) p(i) = pair(p(4-i)%b, p(i)%a)
  y(7) = sum(p%a*[1, 2, 3]) + sum(p%b*[3, 1, 2])
  do i = 1, 2
    allocate (q(2))
    q(1)%w = q(2)%w*x(i) + q(1)%w
    y(8) = y(8) + q(1)%w
    deallocate (q)
    block
      type(item) :: own
      own%w = own%w + x(i)
      y(9) = y(9) + own%w
    end block
    t = up(x(i))
    y(10) = y(10) + t%w*w
  end do
  a = x(1:3)
  call scale(a, 1/a(1))
  hidden = 1
  y(11) = sum(a) + b%i%w*x(1) + b%j%w*x(2)
  y(12) = seen() + hidden
contains
  elemental subroutine scale(v, by)
    real(8), intent(inout) :: v
    real(8), intent(in) :: by
    v = v*by
  end subroutine
end subroutine
