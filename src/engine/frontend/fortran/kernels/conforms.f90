! Functions whose results are as long as something says that has its value since entry: as long as what they are assigned to.
module conforms_types
  implicit none
  type op
    integer :: n
    real(8) :: s
  contains
    procedure :: times
    generic :: operator(*) => times
  end type op
contains
  function times(a, x) result(y)
    class(op), intent(in) :: a
    real(8), intent(in) :: x(a%n)
    real(8) :: y(a%n)
    y = a%s*cshift(x, 1)
  end function times
  function basis(n, t) result(b)
    integer, intent(in) :: n
    real(8), intent(in) :: t
    real(8) :: b(0:n)
    integer :: i
    b(0) = 1
    do i = 1, n
      b(i) = b(i - 1)*t
    end do
  end function basis
end module conforms_types
subroutine conforms(x, y)
  use conforms_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(inout) :: y(12)
  type(op) :: a
  integer :: m
  a%n = 6
  a%s = x(1)
  y(1:6) = (a*x) + 2*a%times(x**2)
  m = 2
  y(7:9) = 1 - basis(m, x(2))
  m = m + 1
  y(9:12) = y(9:12) + basis(m, x(3))
end subroutine conforms
