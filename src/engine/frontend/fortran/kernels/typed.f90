! What a type says of kinds, bounds and first values means the names of its module, whatever they are called elsewhere.
module precisions
  implicit none
  integer, parameter :: dp = selected_real_kind(15), sp = kind(1.0)
end module
module parts_of
  use precisions, only: wp => dp
  implicit none
  private
  integer, parameter :: n = 2
  real(wp), parameter :: half = 1/2._wp
  type, public :: part
    real(wp) :: r(n) = half
    real(wp) :: m = 3._wp/2
    integer :: k(0:n-1) = n
  end type
  type, public :: pair
    type(part) :: a, b
  end type
  type(part), public :: keep
  public :: mass
contains
  real(wp) function mass(p)
    type(part), intent(in) :: p
    type(part) :: q
    q = p
    mass = q%m*sum(q%r) + sum(q%k)
  end function
end module
subroutine typed(x, y)
  use parts_of, only: part, pair, mass, keep
  use precisions, only: wp => sp
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  integer, parameter :: n = 5
  type(part) :: p
  type(pair) :: t(2)
  real(wp) :: s
  y = 0
  y(1) = mass(p)
  p%r = x(1:2)/3
  p%m = x(3)
  y(2) = mass(p)
  s = x(4)/3
  y(3) = s
  t(2)%a = p
  y(4) = mass(t(2)%b) + t(2)%a%r(2) + size(p%k) + lbound(p%k, 1)
  keep = part(x(1:2), x(5))
  y(5) = mass(keep) + keep%k(0)
  y(6) = n
end subroutine
