! ALLOCATABLE numbers, and structures without dimensions.
module numbers_types
  type part
    real(8) :: v = 3
    real(8), allocatable :: w
  end type
  type holder
    type(part), allocatable :: p
    real(8), allocatable :: s
    integer :: n = 0
  end type
end module
subroutine numbers(x, y)
  use numbers_types
  implicit none
  real(8) :: x(6), y(12)
  type(holder) :: h
  type(part), allocatable :: q
  allocate(h%p)
  h%s = x(1)
  allocate(h%p%w, source=x(2))
  y(1) = h%p%v*h%s + h%p%w
  allocate(q)
  q%v = q%v*x(3)
  y(2) = q%v
  call fill(h)
  y(3) = h%p%v
contains
  subroutine fill(g)
    type(holder), intent(inout) :: g
    g%p%v = g%p%v*x(4)
  end subroutine
end subroutine
