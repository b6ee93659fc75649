! One structure for all of an array, first values of arrays in arrays of structures, parts of structures.
module spreadout_types
  implicit none
  type inner
    real(8) :: a(3) = [1,2,3], s = 5
    integer :: n = 2
  end type
  type outer
    type(inner) :: p, q(2)
    real(8) :: m(2,2) = reshape([1,2,3,4],[2,2])
    logical :: on = .true.
  end type
  type(outer), save :: glob
contains
  subroutine reset(o)
    type(outer), intent(out) :: o
    o%p%s = o%p%s + 1
  end subroutine
  function build(v) result(o)
    real(8), intent(in) :: v
    type(outer) :: o
    o%q(2)%a(2) = v
    o%m(:,2) = o%m(:,1)*v
  end function
  subroutine local(v, r)
    real(8), intent(in) :: v
    real(8), intent(inout) :: r
    type(outer) :: t
    t%p%a = t%p%a*v
    r = r + sum(t%p%a)
  end subroutine
  subroutine byparts(i, o)
    type(inner), intent(inout) :: i(:)
    type(outer), intent(in) :: o
    i%s = i%s*o%p%s
    i(1)%a(2:3) = i(2)%a(1:2) + o%m(1,:)
  end subroutine
end module
subroutine spreadout(x, y)
  use spreadout_types
  implicit none
  real(8) :: x(6), y(12)
  type(outer) :: o, w(2)
  integer :: i
  o%p%s = x(1); o%p%a = x(1:3)
  call reset(o)
  y(1) = o%p%s + o%p%a(2)
  o = build(x(2))
  y(2) = sum(o%m) + sum(o%q(2)%a) + o%q(1)%a(2)
  y(3) = 0
  do i = 1, 3
    call local(x(i), y(3))
  end do
  glob%q%s = x(4:5)
  call byparts(glob%q, o)
  y(4) = glob%q(1)%s + sum(glob%q(1)%a)
  w = glob
  w(2)%q(1) = w(1)%q(2)
  y(5) = sum(w(2)%q(1)%a) + w(2)%q(1)%s
  w(1) = w(2)
  w(1)%m = transpose(w(1)%m)*x(6)
  y(6) = w(1)%m(1,2) - w(2)%m(1,2)
  if (w(1)%on .and. o%p%n == 2) y(7) = x(3)
  w%p%s = [x(1), x(2)]
  w(2:1:-1)%p%s = w%p%s
  y(8) = w(1)%p%s
  y(9) = sum(w%p%s) + size(w%p%a(1))
  w%p = w(2:1:-1)%p
  y(10) = w(1)%p%s
end subroutine
