! ASSIGNMENT(=) of one's own: from numbers and lists, from other structures and the same, element by element, of what it reads.
module assignments_types
  implicit none
  type vec
    real(8) :: c(2) = 0
  end type
  type poly
    integer :: n = 0
    real(8) :: a(5) = 0
  contains
    procedure, private :: from_list, from_vec
    generic :: assignment(=) => from_list, from_vec
  end type
  type, extends(vec) :: wide
    real(8) :: w = 1
  end type
  interface assignment(=)
    module procedure vec_of, vec_twice, number_of
  end interface
contains
  elemental subroutine vec_of(v, x)
    type(vec), intent(out) :: v
    real(8), intent(in) :: x
    v%c = [x, 2*x]
  end subroutine
  elemental subroutine vec_twice(v, w)
    type(vec), intent(inout) :: v
    type(vec), intent(in) :: w
    v%c(1) = 2*w%c(2)
    v%c(2) = v%c(1) + w%c(1)
  end subroutine
  subroutine number_of(x, v)
    real(8), intent(out) :: x
    type(vec), intent(in) :: v
    x = v%c(1)*v%c(2)
  end subroutine
  subroutine from_list(p, a)
    class(poly), intent(out) :: p
    real(8), intent(in) :: a(:)
    p%n = size(a)
    p%a(:size(a)) = a
  end subroutine
  subroutine from_vec(p, v)
    class(poly), intent(inout) :: p
    class(vec), intent(in) :: v
    p%n = p%n + 1
    p%a(p%n) = v%c(1)
  end subroutine
end module
subroutine assignments(x, y)
  use assignments_types
  implicit none
  real(8), intent(in) :: x(6)
  real(8), intent(out) :: y(12)
  type(vec) :: v, w(3), u(3)
  type(poly) :: p, q
  type(wide) :: d
  integer :: i
  y = 0
  v = x(1)
  y(1:2) = v%c
  v = v
  y(3:4) = v%c
  w = x(2)
  do i = 1, 3
    u(i) = x(i)
    w(i) = u(4-i)
  end do
  y(5) = sum(w%c(1)) + 10*w(2)%c(2)
  u = w
  y(6) = u(1)%c(1) + u(3)%c(2)
  p = x(1:3)
  q = p
  q%a(1) = q%a(1)*x(4)
  y(7) = q%a(1) + p%a(3)*q%n
  p = v
  y(8) = p%n
  q = [x(1), x(2)]
  d%c = x(5:6)
  q = d
  y(9) = sum(q%a)
  v = v%c(2)
  y(10) = v%c(2)
end subroutine

