! Procedures bound to types: which of their arguments is the object.
module balances
  implicit none
  type :: balance
    real(8) :: held
  contains
    procedure, pass(self) :: grow
    procedure, pass(to), non_overridable :: move => moved
    procedure, nopass :: twice
    procedure :: less
    procedure, private :: power, root
    procedure, private :: all => powers
    generic :: change => power, root
    generic, public :: change => all
    generic :: lessen => less
  end type
  type, extends(balance) :: account
    real(8) :: rate
  end type
  interface balance
    module procedure opened
  end interface
contains
  function opened(by, whom) result(made)
    real(8), intent(in) :: by
    integer, intent(in) :: whom
    type(balance) :: made
    made%held = by * whom + sin(by)
  end function
  subroutine grow(by, self)
    real(8), intent(in) :: by
    class(balance), intent(inout) :: self
    self%held = self%held**2 * by
  end subroutine
  function moved(share, to, fee, from) result(left)
    real(8), intent(in) :: share, fee
    class(balance), intent(in) :: to
    type(balance), intent(in) :: from
    real(8) :: left
    left = from%held * share - fee + 3 * to%held
  end function
  real(8) function twice(v)
    real(8), intent(in) :: v
    twice = 2 * v
  end function
  real(8) function less(self, by)
    class(balance), intent(in) :: self
    real(8), intent(in) :: by
    less = self%held - by
  end function
  subroutine power(self, n)
    class(balance), intent(inout) :: self
    integer, intent(in) :: n
    self%held = self%held**n
  end subroutine
  subroutine root(self, of)
    class(balance), intent(inout) :: self
    real(8), intent(in) :: of
    self%held = self%held * sqrt(1 + of**2)
  end subroutine
  subroutine powers(self, of)
    class(balance), intent(inout) :: self
    real(8), intent(in) :: of(:)
    self%held = self%held * product(of)
  end subroutine
end module
subroutine bound(x, y)
  use balances
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(balance) :: a, b(2)
  type(account) :: c
  y = 0
  a = balance(x(1))
  b(1) = balance(x(2))
  b(2) = balance(x(3))
  call a%grow(x(4))
  call b(2)%grow(by=x(5))
  y(1) = a%held
  y(2) = b(2)%held
  y(3) = a%move(x(1), x(2), b(1))
  y(4) = b(1)%move(x(3), from=a, fee=x(6))
  y(5) = b(2)%move(from=b(1), fee=x(2), share=x(5))
  y(6) = a%twice(x(6)) + a%less(x(2))
  c%held = x(3)
  call c%change(3)
  call c%change(of=x(4))
  call c%change(x(5:6))
  y(7) = c%held + c%lessen(x(1))
  a = balance(x(2), 3)
  y(8) = a%held
  a = balance(whom=2, by=a%held)
  y(9) = a%held
end subroutine
