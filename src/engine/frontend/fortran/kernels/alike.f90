! Modules whose routines, and generic names, are called alike.
module alike_one
  implicit none
  private
  public :: body, first, scaled, grown, norm, pass
  type body
    real(8) :: v
  contains
    procedure :: area
  end type
  interface norm
    module procedure of_all
  end interface norm
contains
  real(8) function area(self)
    class(body), intent(in) :: self
    area = self%v
  end function area
  real(8) function helper(t)
    real(8), intent(in) :: t
    helper = 2*t
  end function helper
  real(8) function first(t)
    real(8), intent(in) :: t
    first = helper(t)
  end function first
  subroutine scaled(r, s)
    real(8), intent(inout) :: r
    real(8), intent(in), optional :: s
    r = 2*r
    if (present(s)) r = r*s
  end subroutine scaled
  subroutine grown(r)
    real(8), intent(inout) :: r
    real(8), save :: kept = 1
    kept = kept*2
    r = r*kept
  end subroutine grown
  real(8) function of_all(v)
    real(8), intent(in) :: v(:)
    of_all = sum(v)
  end function of_all
  subroutine pass(r)
    real(8), intent(inout) :: r
    call walk(helper, r)
  contains
    subroutine walk(f, u)
      real(8), external :: f
      real(8), intent(inout) :: u
      u = f(u)
    end subroutine walk
  end subroutine pass
end module alike_one

module alike_two
  use alike_one, only: norm
  implicit none
  private
  public :: disc, second, both, norm, passed
  type disc
    real(8) :: v
  contains
    procedure :: area
  end type
  interface norm
    module procedure of_all
  end interface norm
contains
  real(8) function area(self)
    class(disc), intent(in) :: self
    area = self%v**2
  end function area
  real(8) function helper(t)
    real(8), intent(in) :: t
    helper = t**3
  end function helper
  real(8) function second(t)
    real(8), intent(in) :: t
    second = helper(t)
  end function second
  subroutine scaled(r, s)
    real(8), intent(inout) :: r
    real(8), intent(in), optional :: s
    r = r + 2
    if (present(s)) r = r + s
  end subroutine scaled
  subroutine grown(r)
    real(8), intent(inout) :: r
    real(8), save :: kept = 1
    kept = kept*3
    r = r + kept
  end subroutine grown
  subroutine both(r)
    real(8), intent(inout) :: r
    call scaled(r)
    call scaled(r, 2d0)
    call grown(r)
  end subroutine both
  real(8) function of_all(v)
    real(8), intent(in) :: v
    of_all = v**2
  end function of_all
  subroutine passed(r)
    real(8), intent(inout) :: r
    call walk(helper, r)
  contains
    subroutine walk(f, u)
      real(8), external :: f
      real(8), intent(inout) :: u
      u = u*f(u)
    end subroutine walk
  end subroutine passed
end module alike_two

subroutine alike(x, y)
  use alike_one
  use alike_two
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(body) :: b
  type(disc) :: d
  b%v = x(1)
  d%v = x(2)
  y(1) = b%area() + d%area()
  y(2) = first(x(1)) + second(x(2))
  y(3:6) = x(1:4)
  call scaled(y(3))
  call scaled(y(3), x(5))
  call grown(y(3))
  call both(y(4))
  call pass(y(5))
  call passed(y(6))
  y(7) = norm(x) + norm(x(3))
  y(8) = helper(x(4))
contains
  real(8) function helper(area)
    real(8), intent(in) :: area
    helper = area**2 + area
  end function helper
end subroutine alike
