! The part of an object that its parent has, as an object of its own.
module parents_types
  implicit none
  type t
    real(8) :: a(3)
    integer :: k
  end type
  type, extends(t) :: u
    type(t) :: sub(2)
    real(8), allocatable :: w(:)
  end type
contains
  function mk(v) result(r)
    real(8), intent(in) :: v(:)
    type(u) :: r
    integer :: i
    r%a = v(1:3); r%k = 2
    do i = 1, 2
      r%sub(i) = t(v(i:i+2)*i, i)
    end do
    allocate(r%w(size(v)))
    r%w = v**2
  end function
  subroutine alter(q, s)
    class(t), intent(inout) :: q
    real(8), intent(in) :: s
    q%a = q%a*s
    select type (q)
    type is (u)
      q%w(q%k) = s
    class default
      q%k = 7
    end select
  end subroutine
end module
subroutine parents(x, y)
  use parents_types
  implicit none
  real(8) :: x(6), y(12)
  type(u) :: p, q
  type(t) :: z
  p = mk(x)
  q = p
  call alter(p, x(5))
  call alter(p%sub(1), x(6))
  z = p%t
  call alter(z, 2d0)
  y(1:3) = p%a
  y(4) = sum(q%a)
  y(5) = p%w(2)*q%w(2)
  y(6:8) = p%sub(1)%a
  y(9) = p%sub(1)%k + p%k
  y(10) = sum(z%a) + z%k
  y(11) = sum(p%sub%a(2))
  y(12) = sum(p%sub(2)%a(2:3))
end subroutine
